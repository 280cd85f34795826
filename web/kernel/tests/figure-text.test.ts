// Labels of every script in a figure, in the real runtime as it starts from the snapshot: the first
// figure is right, with what is fetched for it and no more.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { archive, needsRuntime, startFromSnapshot } from "./built-runtime.ts";

type Started = Awaited<ReturnType<typeof startFromSnapshot>>;

/** Labels, and the packages that the first figure with each fetches after those before it. */
const LABELS: [script: string, label: string, fetched: string[]][] = [
  // Matplotlib's own font has these letters: only HarfBuzz joins and orders them.
  ["Arabic", "مبيعات 2024", ["uharfbuzz"]],
  ["Hebrew", "תל אביב", []],
  ["Japanese", "東京 売上カナ", ["noto-sans-jp"]],
  ["Korean", "서울 매출", ["noto-sans-kr"]],
  ["Chinese", "北京 收入", ["noto-sans-sc"]],
  ["Hindi", "हिन्दी क्षेत्र", ["noto-sans-devanagari"]],
  ["Thai", "กรุงเทพฯ น้ำ", ["noto-sans-thai"]],
  ["emoji", "🎉 ✅ 👩‍💻 🇩🇪 1️⃣", ["noto-emoji"]],
];
/**
 * Labels in a font without Arabic or Hebrew letters, which is one of those that Matplotlib brings.
 */
const SERIF: [label: string, fetched: string[]][] = [
  ["مبيعات", ["matplotlib", "noto-sans-arabic"]],
  ["תל אביב", ["noto-sans-hebrew"]],
];

/**
 * The glyphs, the missing characters and the width of a text in the figure's font, as JSON of the
 * last expression.
 */
const LAYOUT = (text: string, family: string) => `
from insitu import figure_text as _text, shaping as _shaping, writing_systems as _systems
from matplotlib.font_manager import FontProperties as _Properties
_line = _shaping.lay_out(${JSON.stringify(text)}, _text.own_fonts(_Properties(family=[${JSON.stringify(family)}])), _systems.language([${JSON.stringify(text)}]))
[[glyph for _, glyph, _, _ in _line.glyphs], _line.missing, _line.width]`;

describe("texts of figures", needsRuntime, () => {
  let started: Started;
  before(async () => {
    started = await startFromSnapshot();
  });

  /** Draws a figure; returns its PNG, and what was fetched for it. */
  async function draw(label: string, family = "sans-serif") {
    started.fetched.length = 0;
    const code = `import matplotlib.pyplot as plt
plt.bar([${JSON.stringify(label)}, "b"], [1, 2])
plt.title(${JSON.stringify(label)}, family=${JSON.stringify(family)})
plt.show()`;
    const { status, error, stderr, results } = await started.execute(code);
    assert.deepEqual([status, error, stderr], ["ok", null, ""]);
    return { png: results[0].mime["image/png"], fetched: [...started.fetched] };
  }

  for (const [script, label, expected] of LABELS) {
    test(`${script} is drawn right the first time`, async () => {
      const first = await draw(label);
      assert.deepEqual(first.fetched, expected);
      const again = await draw(label);
      assert.deepEqual(again.fetched, []);
      assert.equal(again.png, first.png);
      const [glyphs, missing, width] = await started.value(LAYOUT(label, "sans-serif"));
      assert.deepEqual(
        [missing, glyphs.includes(0), glyphs.length > 1, width > 0],
        [[], false, true, true],
      );
    });
  }

  for (const [label, expected] of SERIF) {
    test(`a font without ${label} is completed`, async () => {
      assert.deepEqual((await draw(label, "STIXGeneral")).fetched, expected);
      const [glyphs, missing] = await started.value(LAYOUT(label, "STIXGeneral"));
      assert.deepEqual([missing, glyphs.includes(0)], [[], false]);
    });
  }

  test("letters are shaped: an Indic cluster is fewer glyphs, a flag is one", async () => {
    for (const [label, count] of [
      ["क्ष", 1],
      ["🇩🇪", 1],
      ["👩‍💻", 1],
    ] as const) {
      const [glyphs] = await started.value(LAYOUT(label, "sans-serif"));
      assert.deepEqual([label, glyphs.length], [label, count]);
    }
  });

  test("files in every format have the text too", async () => {
    const code = `import io, re
def size(form, label):
    figure = plt.figure(); figure.text(0.1, 0.5, label)
    buffer = io.BytesIO(); figure.savefig(buffer, format=form); plt.close(figure)
    return len(buffer.getvalue())
[size(form, "東京 ไทย हिन्दी") > size(form, "") for form in ("png", "svg", "pdf")]`;
    assert.deepEqual(await started.value(code), [true, true, true]);
  });

  test("a script that no font has is said, and drawn as boxes", async () => {
    const { stderr } = await started.execute("plt.figure(); plt.title('தமிழ்'); plt.show()");
    assert.match(stderr, /has no signs for த ம/);
  });
});

describe("texts of figures whose font cannot be fetched", needsRuntime, () => {
  test("the reason is said, and the next execution tries again", async () => {
    let refused = true;
    const started: Started = await startFromSnapshot({
      fetchArchive: (name) => {
        if (refused && name.startsWith("noto")) return { failed: `${name} could not be fetched.` };
        return { bytes: archive(name) };
      },
    });
    const code = "import matplotlib.pyplot as plt\nplt.figure(); plt.title('ไทย'); plt.show()";
    assert.match(
      (await started.execute(code)).stderr,
      /noto-sans-thai could not be fetched\.[^]*no signs for ไ ท ย/,
    );
    refused = false;
    assert.equal((await started.execute(code)).stderr, "");
  });
});
