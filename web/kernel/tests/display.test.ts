// The forms of results, in the real Pyodide under Node, with the libraries that produce them if
// `cargo xtask runtime` has built the runtime.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";

import { startInterpreter } from "../worker/interpreter.ts";
import { makeShared } from "../worker/shared.ts";
import { coreFiles, nodeScope, pyodideFolder } from "../build/node-scope.ts";
import type { Manifest } from "../../generated/kernel.ts";
import type { Interpreter } from "../worker/interpreter.ts";
import type { Outcome } from "./built-runtime.ts";

const folder = pyodideFolder();
const runtime = fileURLToPath(new URL("../../../runtime/", import.meta.url));
const WANTED = [
  "pandas",
  "matplotlib",
  "pillow",
  "sympy",
  "tqdm",
  "networkx",
  "scikit-learn",
  "jinja2",
];
const LIMITS = {
  streamBytes: 20_000,
  results: 10,
  figures: 5,
  tableRows: 5,
  memoryBytes: 1 << 30,
  imageBytes: 1 << 20,
  newFiles: 3,
  outBytes: 5 << 20,
};
const MATH = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">';

/** Returns the wheels of these packages and of their dependencies. */
function wheels(names: string[]) {
  if (!existsSync(`${runtime}manifest.json`)) return null;
  const { packages } = JSON.parse(readFileSync(`${runtime}manifest.json`, "utf8")) as Manifest;
  const found = new Map<string, { name: string; bytes: ArrayBuffer }>();
  const add = (name: string) => {
    const item = packages.find((one) => one.name === name);
    if (!item || found.has(name)) return;
    const { buffer, byteOffset, length } = readFileSync(
      `${runtime}files/${item.asset.url.split("/").at(-1)}`,
    );
    found.set(name, { name, bytes: buffer.slice(byteOffset, byteOffset + length) });
    item.depends.forEach(add);
  };
  names.forEach(add);
  return [...found.values()];
}

describe("results in the real kernel", {
  skip: folder ? false : "the npm package pyodide is not installed",
}, () => {
  const packages = wheels(WANTED);
  const needsLibraries = {
    skip: packages ? false : "the runtime is not built (cargo xtask runtime)",
  };
  let python: Interpreter;
  before(async () => {
    python = await startInterpreter({
      core: coreFiles(folder as string, packages ?? []),
      packages: packages ?? [],
      warm: [],
      limits: LIMITS,
      interrupt: makeShared(),
      scope: nodeScope(),
      progress: () => {},
      stream: () => {},
      ask: () => {},
      memory: () => {},
    });
  });

  const run = async (code: string): Promise<Outcome> => (await python.execute(code)).outcome;
  const results = async (code: string) => {
    const outcome = await run(code);
    assert.equal(outcome.status, "ok", outcome.error?.traceback);
    return outcome.results;
  };
  const check = async (cases: [code: string, mime: Record<string, string>][]) => {
    for (const [code, mime] of cases) {
      const shown = await results(code);
      assert.deepEqual(
        shown.map((result) => [result.main, result.mime]),
        [[true, mime]],
        code,
      );
    }
  };

  test("each form has its media type", async () => {
    await results("from IPython.display import *");
    await check([
      ["HTML('<b>x</b>')", { "text/plain": "x", "text/html": "<b>x</b>" }],
      ["Markdown('# head')", { "text/plain": "# head", "text/markdown": "# head" }],
      ["Latex('$x$')", { "text/plain": "$x$", "text/latex": "$x$" }],
      ["Math('x^2')", { "text/plain": "x^2", "text/latex": "$\\displaystyle x^2$" }],
      [
        "SVG('<svg/>')",
        { "text/plain": "<IPython.core.display.SVG object>", "image/svg+xml": "<svg/>" },
      ],
      [
        "JSON([1, float('inf')])",
        { "text/plain": "[\n  1,\n  null\n]", "application/json": "[1, null]" },
      ],
      [
        "Code('SELECT 1', language='sql')",
        { "text/plain": "SELECT 1", "text/x-code": "sql\nSELECT 1" },
      ],
      ["Image(b'GIF89a', alt='dot')", { "text/plain": "dot", "image/gif": "R0lGODlh" }],
      ["'a\\n\"b\"'", { "text/plain": 'a\n"b"' }],
      ["{'k' * 40: ['v' * 40]}", { "text/plain": `{'${"k".repeat(40)}': ['${"v".repeat(40)}']}` }],
      ["class C: pass\nC", { "text/plain": "__main__.C" }],
      ["10**4999 % 7, float('nan'), b'x', {2, 1}", { "text/plain": "(3, nan, b'x', {1, 2})" }],
    ]);
    const refused = await results("Javascript('alert(1)')");
    assert.match(refused[0].text, /^JavaScript is not run here/);
    assert.match(
      (await run("Image(url='https://x.y/z.png')")).error?.value ?? "",
      /there is no network here/,
    );
  });

  test("every result has a unique id, and display ids are updated in place", async () => {
    const first = await results("h = display(1, display_id='a')\ndisplay(2)\nh.update(3)\n4");
    assert.deepEqual(
      first.map(({ display, main, text }) => [display, main, text]),
      [
        ["a", false, "3"],
        [null, false, "2"],
        [null, true, "4"],
      ],
    );
    const second = await results("h.update(5)");
    const ids = [...first, ...second].map(({ id }) => id);
    assert.equal(new Set(ids).size, 4);
    for (const id of ids) assert.match(id, /^[0-9a-f]{8}-\d+$/);
    assert.deepEqual(
      (await run("print('gone'); display(1); clear_output(wait=True); print('new')")).results,
      [],
    );
  });

  test("earlier cells have the same names, and values the same texts, as in a notebook", async () => {
    const text = async (code: string) =>
      (await results(code)).map(({ mime }) => mime["text/plain"]);
    const count = (await run("'kept'")).executionCount;
    assert.deepEqual(await text(`_, _${count}, _i, Out[${count}] is _`), [
      "('kept', 'kept', \"'kept'\", True)",
    ]);
    await run("'neither shown nor kept';");
    assert.deepEqual(await text(`${count + 2} in Out`), ["False"]);
    const wide =
      "class Wide:\n    def _repr_pretty_(self, p, cycle):\n        with p.group(2, 'Wide(', ')'):\n            for n in range(12):\n                if n: p.text(','); p.breakable()\n                p.pretty(f'item {n}')\nWide()";
    assert.deepEqual(await text(wide), [
      `Wide(${Array.from({ length: 12 }, (_, n) => `'item ${n}'`).join(",\n  ")})`,
    ]);
    assert.deepEqual(await text("''"), ["''"]);
    assert.deepEqual(await text("import types\ntypes.SimpleNamespace(a=1, b=[2])"), [
      "namespace(a=1, b=[2])",
    ]);
    const failing = await run(
      "class Half:\n    def __repr__(self): return 'Half'\n    def _repr_html_(self): raise ValueError('boom')\nHalf()",
    );
    assert.deepEqual(
      [failing.results[0].mime, failing.stderr],
      [
        { "text/plain": "Half" },
        "Not shown: 1 forms that could not be made: _repr_html_ (ValueError: boom) of Half.\n",
      ],
    );
    const [sound] = await results(
      "from IPython.display import Audio\nAudio([0.0, 1.0], rate=8000)",
    );
    assert.deepEqual(
      [Object.keys(sound.mime), atob(sound.mime["audio/wav"]).slice(8, 12)],
      [["text/plain", "audio/wav"], "WAVE"],
    );
    const threads = await run("import threading\nthreading.Thread(target=print).start()");
    assert.match(threads.error?.value ?? "", /^There are no threads here: /);
  });

  test("overwritten output is reported as a terminal finally shows it", async () => {
    assert.equal(
      (await run("for i in range(50_000): print(f'\\r{i}', end='')\nprint()")).stdout,
      "49999\n",
    );
  });

  test("a long output is complete in a file that is neither offered nor counted", async () => {
    const outcome = await run(
      "for name in 'abc': open(name, 'w').close()\nfor i in range(10_000): print(i)",
    );
    assert.deepEqual(
      [outcome.status, outcome.stderr, outcome.files.map(({ path }) => path)],
      ["ok", "", ["/out/a", "/out/b", "/out/c"]],
    );
    const output = outcome.output ?? "";
    assert.match(output, /^\/out\/\.outputs\/\d+\.txt$/);
    assert.ok(outcome.stdout.length < 22_000);
    const whole = new TextDecoder().decode(await python.read(output));
    assert.equal(whole, Array.from({ length: 10_000 }, (_, i) => `${i}\n`).join(""));
    assert.equal((await run("1")).output, null);
  });

  test("an error marks its line and folds the library's frames", async () => {
    const { error } = await run("import json\njson.loads('{')");
    const traceback = error?.traceback ?? "";
    assert.match(
      traceback,
      / {2}Cell \[\d+\], line 2, in <module>\n {8}1 import json\n {4}--> 2 json\.loads\('\{'\)\n +~+\^+\n {2}… \d frames in Python's library …\njson\.decoder\.JSONDecodeError: /,
    );
    assert.match(
      (await run("x = = 1")).error?.traceback ?? "",
      /^ {2}Cell \[\d+\], line 1\n {4}x = = 1\n {8}\^\nSyntaxError: invalid syntax$/,
    );
  });

  test("values of libraries have their own forms", needsLibraries, async () => {
    await results("import sympy, pandas as pd\nx = sympy.Symbol('x')");
    await check([
      [
        "x**2",
        {
          "text/plain": "x**2",
          "text/latex": "$\\displaystyle x^{2}$",
          "application/mathml+xml": `${MATH}<msup><mi>x</mi><mn>2</mn></msup></math>`,
        },
      ],
    ]);
    const [frame] = await results("pd.DataFrame({'a': [1, 2]})");
    assert.deepEqual(
      [Object.keys(frame.mime), frame.data?.rows],
      [
        ["text/plain", "text/html"],
        [[1], [2]],
      ],
    );
    const [{ main, data, mime }] = await results(
      "pd.DataFrame({'n': [1, 2], 'x': [0.5, None], 't': ['<b>', 'é']})",
    );
    assert.deepEqual(
      [main, data?.columns, data?.rows, data?.totalRows, data?.indexColumns],
      [
        true,
        ["n", "x", "t"],
        [
          [1, 0.5, "<b>"],
          [2, null, "é"],
        ],
        2,
        0,
      ],
    );
    assert.match(mime["text/html"], /<table/);
    assert.match(mime["text/plain"], /0\.5/);
    const [styled] = await results("pd.DataFrame({'a': [1, 2]}).style.background_gradient()");
    assert.match(styled.mime["text/html"], /background-color/);
    const [model] = await results(
      "from sklearn.linear_model import LinearRegression\nLinearRegression()",
    );
    assert.deepEqual(
      [model.text, model.mime["text/html"].includes("LinearRegression")],
      ["LinearRegression()", true],
    );
    const [graph] = await results("import networkx\nnetworkx.path_graph(3)");
    assert.match(graph.text, /^<networkx\.classes\.graph\.Graph object at 0x/);
    await results("import sys\nsympy.init_printing()");
    const [formula] = await results("[x**2, 1]");
    assert.equal(formula.mime["text/latex"], "$\\displaystyle \\left[ x^{2}, \\  1\\right]$");
  });

  test("figures and images are shown once each, in order", needsLibraries, async () => {
    const plot = await results(
      "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('A'); plt.show()\n'last'",
    );
    assert.deepEqual(
      plot.map(({ text, main, mime }) => [text, main, Object.keys(mime)]),
      [
        ["Figure: A", false, ["text/plain", "image/png"]],
        ["'last'", true, ["text/plain"]],
      ],
    );
    const several = await results(
      "plt.plot([1, 2]); plt.title('First'); plt.show()\nplt.figure(); plt.plot([2, 1]); plt.title('Second'); plt.ylabel('euros')\nfig, ax = plt.subplots(); ax.set_title('Third')\nfig",
    );
    const figures = several.filter(({ mime }) => mime["image/png"]);
    assert.deepEqual(figures.map(({ text }) => /First|Second|Third/.exec(text)?.[0]).sort(), [
      "First",
      "Second",
      "Third",
    ]);
    assert.match(figures.find(({ text }) => text.includes("Second"))?.text ?? "", /euros/);
    for (const { mime } of figures)
      assert.equal(Buffer.from(mime["image/png"], "base64").subarray(1, 4).toString(), "PNG");
    assert.deepEqual(
      (await results("'later'")).map(({ mime }) => Object.keys(mime)),
      [["text/plain"]],
      "none comes again",
    );
    const saved = await results(
      "from PIL import Image as Pillow\nimage = Pillow.new('RGB', (4, 4), 'red')\nimage.save('x.png'); image.show(); image",
    );
    assert.deepEqual(
      saved.map(({ main, mime }) => [main, Object.keys(mime)]),
      [[true, ["text/plain", "image/png"]]],
    );
    const photo = await results("image.save('x.jpg')");
    assert.deepEqual(
      photo.map(({ mime }) => Object.keys(mime)),
      [["text/plain", "image/jpeg"]],
    );
  });

  test("progress bars are plain text, without advice about widgets", needsLibraries, async () => {
    const code =
      "from tqdm.auto import tqdm\nfrom tqdm.notebook import tqdm as other\nfor bar in (tqdm, other):\n    for _ in bar(range(3), bar_format='{n}/{total}'): pass";
    assert.deepEqual(
      [(await run(code)).stderr, (await run("import warnings")).stderr],
      ["3/3\n3/3\n", ""],
    );
  });
});
