// What a model sees of figures, taken from the requests that a scripted one receives; and the
// results that scripts get through `window.insitu`: windows of a table, tables as files, figures as
// SVG, documents. What is reported to a model of tables, errors and text is tested
// in crates/analyst/tests/native_harness.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { valid } from "../support/schema.mjs";
import { neverBreached } from "../support/breach.mjs";
import { addFile, run } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, disclose } from "../support/user.mjs";
import { python, toolTexts } from "../support/upstream.mjs";

const SENTINEL = "Qz7xSENTINELw4Kp";

const { upstream, page } = await scriptedJourney({ env: { INSITU_IMAGES: "true" } });

before(async () => {
  await addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n");
  await disclose(page, "Everything printed");
});

/**
 * Has the model run this code; returns the text and the images that it received.
 *
 * @param {string} code
 */
async function runByModel(code) {
  upstream.script({ calls: [python(code)] }, { text: "Done." });
  await ask(page, "do it");
  const { messages } = upstream.exchanges[1].json;
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  const pictures = parts
    .filter((part) => part.type === "image_url")
    .map((part) => part.image_url.url);
  assert.deepEqual(
    upstream.exchanges.flatMap((exchange) => exchange.violations),
    [],
  );
  return { text: /** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)), pictures };
}

test("a model gets a figure as numbers, and its image is small", async () => {
  const code = [
    "import matplotlib.pyplot as plt, numpy as np",
    "noise = np.random.default_rng(1).random((900, 1600))",
    "fig, ax = plt.subplots(figsize=(20, 12), dpi=150)",
    "ax.plot(['Jan', 'Feb', 'Mar'], [1000, 250.5, 4000], label='West'); ax.set_title('Revenue'); ax.set_ylabel('revenue (EUR)'); ax.legend()",
    "fig.figimage(noise, alpha=0.3)",
    "plt.show()",
  ].join("\n");
  const { text, pictures } = await runByModel(code);
  assert.match(text, /Figure, shown to the user: .*Revenue/);
  assert.match(text, /Chart data: line/);
  assert.match(text, /revenue \(EUR\)/);
  assert.match(text, /"West", 3 points, min 250\.5 at Feb, max 4000 at Mar/);
  assert.equal(pictures.length, 1);
  const [, media, base64] = /** @type {RegExpExecArray} */ (
    /^data:(image\/(?:png|jpeg));base64,(.+)$/.exec(pictures[0])
  );
  assert.ok(
    Buffer.from(base64, "base64").length <= 200_000,
    `${media} of ${Buffer.from(base64, "base64").length} bytes`,
  );
  const size = await page.evaluate(
    async ([media, base64]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], {
          type: media,
        }),
      );
      return [bitmap.width, bitmap.height];
    },
    [media, base64],
  );
  assert.ok(Math.max(...size) <= 1024 && Math.max(...size) >= 512, size.join(" × "));
});

test("in shape-only mode a model gets a chart's type and size, and no image", async () => {
  await disclose(page, "Column info only");
  const code = `import matplotlib.pyplot as plt\nplt.plot(['${SENTINEL[0]}' + 'z7xSENTINELw4Kp', 'b'], [1, 2]); plt.title('z7xSENTINELw4Kp'[:-1]); plt.show()\nprint('x' * 9000)`;
  const { text, pictures } = await runByModel(code);
  await disclose(page, "Everything printed");
  assert.match(text, /Figure \(line chart, 1 elements\), shown to the user\./);
  neverBreached(() => assert.doesNotMatch(text, /SENTINEL|Chart data|\.outputs|Out\[/));
  assert.deepEqual(pictures, []);
});

test("scripts get windows of a large table, sorted and filtered by Python", async () => {
  const outcome = await run(
    page,
    "import pandas as pd\npd.DataFrame({'n': range(200_000), 'name': [f'item {n % 1000:03}' for n in range(200_000)]})",
  );
  const [{ id: result, data }] = outcome.results;
  assert.match(result, /^[0-9a-f]{8}-\d+$/);
  assert.deepEqual(
    [data?.rows.length, data?.tail.map((row) => row[0]), data?.totalRows],
    [100, [199_995, 199_996, 199_997, 199_998, 199_999], 200_000],
  );
  const table = async (
    /** @type {import("../../web/generated/automation").WindowOptions} */ options,
  ) => {
    const ask = /** @type {[string, object]} */ ([result, options]);
    return valid(
      "TableWindow",
      await page.evaluate(([result, options]) => window.insitu.table(result, options), ask),
    );
  };
  const last = await table({
    limit: 2,
    stats: true,
    sort: { column: "n", descending: true },
    filter: [{ column: "name", op: "equals", value: "item 007" }],
  });
  const rows = [199_007, 198_007].map((n) => [n, "item 007"]);
  assert.deepEqual(
    [last.columns, last.offset, last.rows, last.totalRows, last.allRows],
    [["n", "name"], 0, rows, 200, 200_000],
  );
  assert.deepEqual(
    last.stats?.map(({ missing, min, max }) => [missing, min, max])[0],
    [0, 7, 199_007],
  );
  await assert.rejects(table({ sort: "price" }), /no column "price"; there are "n", "name"/);
});

/** @typedef {{ isFile: boolean, name: string, type: string, text: string, bytes: number }} Saved */

test("a table is saved as CSV and Excel, a figure as SVG, and a workbook is previewed", async () => {
  const outcome = await run(
    page,
    "import pandas as pd, matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('Two'); plt.show()\npd.DataFrame({'n': [3, 1, 2]})",
  );
  const [figure, frame] = outcome.results.map((result) => result.id);
  /**
   * @type {(name: "saveTable" | "saveVector", result: string, options?: object) => Promise<Saved>}
   */
  const file = (name, ...given) =>
    page.evaluate(
      async ([name, given]) => {
        const file = await window.insitu[name](...given);
        return {
          isFile: file instanceof File,
          name: file.name,
          type: file.type,
          text: await file.text(),
          bytes: file.size,
        };
      },
      /** @type {const} */ ([name, given]),
    );
  const csv = await file("saveTable", frame, { sort: "n" });
  assert.deepEqual([csv.isFile, csv.text.replaceAll("\r", "")], [true, "n\n1\n2\n3\n"]);
  assert.match(csv.name, /\.csv$/);
  const workbook = await file("saveTable", frame, { format: "xlsx" });
  assert.match(workbook.name, /\.xlsx$/);
  assert.ok(workbook.text.startsWith("PK"));
  const vectors = await file("saveVector", figure);
  assert.equal(vectors.type, "image/svg+xml");
  assert.match(vectors.text, /<svg[^]*<\/svg>/);
  await run(
    page,
    "pd.DataFrame({'month': ['Jan'], 'sum': [12.5]}).to_excel('report.xlsx', index=False)",
  );
  const { results, message } = valid(
    "Preview",
    await page.evaluate(() => window.insitu.preview("/out/report.xlsx")),
  );
  assert.equal(message, null);
  assert.deepEqual(
    results.map(({ data }) => [data?.columns, data?.rows]),
    [[["month", "sum"], [["Jan", 12.5]]]],
  );
});

test("after a restart, requests about earlier results are rejected with a sentence", async () => {
  const [{ id: result }] = (await run(page, "import pandas as pd\npd.DataFrame({'n': [1]})"))
    .results;
  await page.evaluate(() => window.insitu.restart());
  await assert.rejects(
    page.evaluate((result) => window.insitu.table(result), result),
    /Run its code again|no longer|not there/i,
  );
});
