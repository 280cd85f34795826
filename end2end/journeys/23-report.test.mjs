// The report: one question makes a PDF with figures and a workbook, in the page, without a model,
// and independent readers open both. Their values are compared with those of native pandas in
// crates/planner/tests/report.rs.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { exported, ready } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { native } from "../support/native.mjs";
import { ask, id, profile, saved } from "../support/user.mjs";

const QUESTION =
  "Analyze the attached sales data: monthly dynamics, top 10 products, ABC analysis, conversion funnel. Create a PDF report with visualizations";

/** What the pages of the PDF say. */
const PARTS = [
  "Total revenue: a report",
  "By month",
  "Top 10 by product",
  "ABC",
  "Conversion funnel",
];

const READ_PDF = `
import json, sys
from pypdf import PdfReader
pages = PdfReader(sys.argv[1]).pages
def drawn(page):
    return page.get_contents().get_data().count(b"\\nf") + len(page.images)
print(json.dumps([{"text": page.extract_text(), "drawn": drawn(page)} for page in pages]))
`;

const READ_WORKBOOK = `
import json, sys, openpyxl
book = openpyxl.load_workbook(open(sys.argv[1], "rb"), read_only=True)
print(json.dumps({sheet.title: [list(row) for row in sheet.iter_rows(values_only=True)] for sheet in book}, default=str))
`;

const { page } = await journey();
const folder = await mkdtemp(path.join(tmpdir(), "insitu-report-"));
/** @type {import("playwright-core").Locator} */
let turn;
/** @type {Record<string, string>} the saved files by their ending */
const files = {};

after(() => rm(folder, { recursive: true, force: true }));

before(async () => {
  await page.locator(id("sample-sales")).click();
  await profile(page, "sales.csv");
  await ready(page);
});

test("the question is answered with notes about cleaning, figures and two files", async (context) => {
  const started = performance.now();
  turn = await ask(page, QUESTION, 180_000);
  context.diagnostic(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  assert.match(await turn.locator(id("answer")).innerText(), /repeat an earlier row/);
  assert.ok((await turn.locator(id("figure")).count()) >= 4);
  for (const ending of ["pdf", "xlsx"]) {
    const button = turn
      .locator(id("created-file"))
      .filter({ hasText: `.${ending}` })
      .getByRole("button", { name: /^Save/ })
      .first();
    const { name, bytes } = await saved(page, () => button.click());
    assert.equal(name, `sales-report.${ending}`);
    files[ending] = path.join(folder, name);
    await writeFile(files[ending], bytes);
  }
});

test("independent readers open both files, and find all parts in them", async () => {
  /** @type {{ text: string, drawn: number }[]} */
  const pages = await native(READ_PDF, files.pdf);
  assert.deepEqual(
    pages.map(({ text, drawn }, at) => [text.includes(PARTS[at]), at === 0 || drawn >= 2]),
    PARTS.map(() => [true, true]),
    pages.map(({ text }) => text).join("\n"),
  );
  /** @type {Record<string, any[][]>} rows of cells by sheet */
  const sheets = await native(READ_WORKBOOK, files.xlsx);
  assert.deepEqual(
    Object.entries(sheets).map(([name, rows]) => [name, rows.length > 4]),
    ["Summary", "By month", "Top 10 by product", "ABC by product", "Conversion funnel"].map(
      (name) => [name, true],
    ),
  );
});

test("the session is exported as a report that is named after it, with figures and folded code", async () => {
  const name = await page.evaluate(
    async () => (await window.insitu.sessions.exportAs("report")).name,
  );
  assert.match(name, /^analyze-the-attached-sales-data.*\.html$/);
  const report = (await exported(page, "report")).toString();
  const [shown] = report.split('<details class="working">');
  assert.deepEqual(
    [(shown.match(/<figure class="drawing"/g) ?? []).length >= 4, shown.includes("import ")],
    [true, false],
  );
});
