// A session that is handed on: its notebook and its script compute the same numbers outside of the
// browser; and its Insitu file opens in a browser that has never seen it, dropped like any file, and
// runs nothing until its reader says so.

import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { exported } from "../support/browser.mjs";
import { keptJourney, shown } from "../support/kept.mjs";
import { native } from "../support/native.mjs";
import { root } from "../support/server.mjs";
import { MODEL, python } from "../support/upstream.mjs";
import { ask, choose, drop, id, profile } from "../support/user.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => kept.closeAll());

const SALES =
  "day,region,sales,share\n2026-01-03,North,10,0.125\n2026-01-04,South,32.5,0.5\n2026-02-01,North,4,0.1\n2026-02-09,West,7.25,\n";
const STEPS = [
  "import pandas as pd\ndf = pd.read_csv('sales.csv', parse_dates=['day'])\nprint(df.sales.sum(), df.share.mean())\ndf",
  "totals = df.groupby('region').sales.agg(['sum', 'mean', 'count'])\ntotals['part'] = totals['sum'] / totals['sum'].sum()\ntotals",
  "import matplotlib.pyplot as plt\ntotals['sum'].plot.bar()\nplt.show()\ndf.sales.describe()",
  "import numpy as np\nnp.linalg.norm(df[['sales']].to_numpy()), float(df.sales.std())",
  "import random\nprint(random.random(), np.random.normal(size=3).tolist())\ndf.sample(2, replace=True).sales.sum()",
];

/**
 * Asks the questions of the session, in a page without one.
 *
 * @param {import("playwright-core").Page} page
 */
async function analyse(page) {
  await page.evaluate(() => localStorage.setItem("insitu-copies", "yes"));
  await drop(page, [{ name: "sales.csv", content: SALES }]);
  await profile(page, "sales.csv");
  upstream.script(
    { calls: [python(STEPS[0])] },
    { calls: [python(STEPS[1])] },
    { text: "North has 14 of 53.75." },
  );
  await ask(page, "Which region sells most?");
  upstream.script(
    { calls: [python(STEPS[2])] },
    { calls: [python(STEPS[3])] },
    { calls: [python(STEPS[4])] },
    { text: "That is the figure." },
  );
  await ask(page, "Draw it, and describe the column");
}

/** The Insitu file of the session. @type {Buffer} */
let file;

test("notebook and script compute the numbers of the session again, natively", async () => {
  const page = await kept.openReady();
  await analyse(page);
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-exported-"));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "session.ipynb"), await exported(page, "notebook"));
  writeFileSync(path.join(folder, "session.py"), await exported(page, "script"));
  writeFileSync(path.join(folder, "sales.csv"), SALES);
  const checker = readFileSync(path.join(root, "end2end/support/exported.py"), "utf8");
  const found = await native(checker, folder);
  // What seeds the random numbers is an execution of its own.
  assert.equal(found.exported.length, STEPS.length + 1);
  for (const number of ["53.75", "14.00", "32.50"])
    assert.ok(found.exported.flat().includes(number), number);
  assert.deepEqual(found.executed, found.exported);
  assert.deepEqual(found.script, found.exported.flat());
  assert.equal(found.warnings, "");
  file = await exported(page, "insitu-with-data");
});

test("an Insitu file that is dropped in another browser profile is shown, runs nothing, and computes the same when its reader says so", async () => {
  const other = await keptJourney();
  const page = await other.openReady();
  await drop(page, [{ name: "handed-on.insitu", content: file }]);
  await page.locator(id("turn")).nth(1).waitFor();
  assert.deepEqual(
    (await shown(page)).map(({ question, answer, steps }) => [question, answer, steps]),
    [
      ["Which region sells most?", "North has 14 of 53.75.", 2],
      ["Draw it, and describe the column", "That is the figure.", 3],
    ],
  );
  await page.locator(".highlights [data-testid='figure']").first().waitFor();
  await profile(page, "sales.csv");
  const { error } = await page.evaluate(() => window.insitu.run("totals", { silent: true }));
  assert.equal(error?.name, "NameError");
  const { verdict, executions } = await page.evaluate(() => window.insitu.replay());
  assert.deepEqual({ verdict, executions }, { verdict: "same", executions: STEPS.length + 1 });
});

test("a file that only calls itself an Insitu file is refused with a sentence, and becomes no data file", async () => {
  const page = await kept.openReady();
  await profile(page, "sales.csv");
  const files = await page.locator(id("file")).count();
  await drop(page, [{ name: "broken.insitu", content: "PK\u0003\u0004 and nothing that follows" }]);
  await page.locator(id("notice")).filter({ hasText: "broken.insitu" }).waitFor();
  assert.equal(await page.locator(id("file")).count(), files);
});

/**
 * Code that shows an interactive figure by its specification.
 *
 * @param {string} type
 * @param {object} specification
 */
const displays = (type, specification) =>
  `import json\nfrom IPython.display import display\ndisplay({${JSON.stringify(type)}: json.loads(${JSON.stringify(JSON.stringify(specification))})}, raw=True)`;

const BARS = {
  data: [{ type: "bar", x: ["a", "b"], y: [1, 2] }],
  layout: { title: { text: "</script><b>Bars" } },
};
const POINTS = {
  mark: "point",
  data: { values: [{ n: 1 }, { n: 2 }] },
  encoding: { x: { field: "n", type: "quantitative" } },
};

test("a report draws interactive figures by itself, in frames without network", async () => {
  const page = await kept.openReady();
  await page.evaluate(() => window.insitu.sessions.create());
  await page.evaluate(() => window.insitu.ready);
  await choose(page, MODEL);
  upstream.script(
    { calls: [python(displays("application/vnd.plotly.v1+json", BARS))] },
    { calls: [python(displays("application/vnd.vegalite.v5+json", POINTS))] },
    { text: "Drawn." },
  );
  await ask(page, "Draw them");
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-report-"));
  after(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, "report.html"), await exported(page, "audit"));
  const report = await page.context().newPage();
  /** @type {string[]} */
  const requests = [];
  report.on("request", (request) => requests.push(request.url()));
  /** @type {string[]} */
  const problems = [];
  report.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await report.goto(`file://${folder}/report.html`);
  const frames = report.locator("figure iframe");
  await frames.nth(1).waitFor();
  // What the last step showed is first.
  await frames.nth(0).contentFrame().locator("svg .mark-symbol path").nth(1).waitFor();
  await frames.nth(1).contentFrame().locator(".js-plotly-plot .bars path").nth(1).waitFor();
  await frames.nth(1).contentFrame().locator(".gtitle").filter({ hasText: "Bars" }).waitFor();
  assert.equal(await frames.nth(0).getAttribute("sandbox"), "allow-scripts");
  assert.deepEqual(
    requests.filter(
      (address) =>
        !address.startsWith("file:") && address !== "about:srcdoc" && !address.startsWith("data:"),
    ),
    [],
  );
  assert.deepEqual(problems, []);
});
