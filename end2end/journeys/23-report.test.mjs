// The report: one question makes a PDF with figures and a workbook, in the page, without a model. Independent readers open both,
// and they contain the values that native pandas computes from the same file.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ready } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { native } from "../support/native.mjs";
import { ask, id, profile, saved } from "../support/user.mjs";
import { site } from "../support/server.mjs";

const QUESTION = "Analyze the attached sales data: monthly dynamics, top 10 products, ABC analysis, conversion funnel. Create a PDF report with visualizations";

const TRUTH = `
import json, sys, pandas as pd
df = pd.read_csv(sys.argv[1]).drop_duplicates()
dates = pd.to_datetime(df["date"], errors="coerce", format="mixed")
months = df["revenue"].groupby(dates.dt.strftime("%Y-%m")).sum()
products = df.groupby("product")["revenue"].sum().nlargest(10)
print(json.dumps({"rows": len(df), "months": [round(x, 2) for x in months], "products": [[name, round(x, 2)] for name, x in products.items()]}))
`;

/** @typedef {{ rows: number, months: number[], products: [name: string, total: number][] }} Truth what `TRUTH` prints */

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

/** @type {Truth} */
const truth = await native(TRUTH, path.join(site, "samples/sales.csv"));
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

test("the PDF has a cover and one page per part, each with text and a drawing", async () => {
  /** @type {{ text: string, drawn: number }[]} */
  const pages = await native(READ_PDF, files.pdf);
  const text = pages.map((page) => page.text).join("\n");
  for (const words of ["Findings", "What was cleaned", "By month", "Top 10 by product", "ABC", "Conversion funnel", truth.products[0][0]]) {
    assert.ok(text.includes(words), `"${words}" is not in the PDF: ${text.slice(0, 2000)}`);
  }
  const figures = text.replaceAll(",", "");
  for (const total of [...truth.months.slice(0, 20), truth.products[0][1]]) assert.ok(figures.includes(total.toFixed(2)), `${total} is not in the PDF`);
  assert.equal(pages.length, 5);
  for (const [at, { drawn }] of pages.slice(1).entries()) assert.ok(drawn >= 2, `page ${at + 2} has ${drawn} filled shapes`);
});

const poppler = ["pdftotext", "pdftoppm"].every((tool) => spawnSync(tool, ["-v"]).status === 0);

test("poppler reads a heading on every page, and draws a figure below it", { skip: poppler ? false : "poppler-utils is not installed" }, () => {
  const pages = execFileSync("pdftotext", ["-layout", files.pdf, "-"], { encoding: "utf8" })
    .split("\f")
    .filter((page) => page.trim() !== "");
  assert.deepEqual(
    pages.map((page) => page.trim().split("\n")[0]),
    ["Total revenue: a report", "By month", "Top 10 by product", "ABC by product", "Conversion funnel"],
  );
  for (const number of ["2", "3", "4", "5"]) {
    const drawn = execFileSync("pdftoppm", ["-r", "20", "-f", number, "-l", number, files.pdf]);
    const [head, width, height] = /** @type {RegExpExecArray} */ (/^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(drawn.toString("latin1", 0, 40)));
    let coloured = 0;
    for (let at = head.length; at < drawn.length; at += 3) {
      coloured += Number(Math.max(...drawn.subarray(at, at + 3)) - Math.min(...drawn.subarray(at, at + 3)) > 60);
    }
    const share = coloured / (Number(width) * Number(height));
    assert.ok(share > 0.01, `${(share * 100).toFixed(2)} % of page ${number} is coloured`);
  }
});

test("the workbook's sheets contain every month's and product's total", async () => {
  /** @type {Record<string, any[][]>} rows of cells by sheet */
  const sheets = await native(READ_WORKBOOK, files.xlsx);
  const [, ...months] = sheets["By month"];
  assert.deepEqual(
    months.map((row) => Math.round(row[1] * 100)),
    truth.months.map((total) => Math.round(total * 100)),
  );
  const products = /** @type {[string, any[][]]} */ (Object.entries(sheets).find(([name]) => name.startsWith("Top 10")))[1].slice(1);
  assert.deepEqual(
    products.map((row) => [row[0], Math.round(row[1] * 100)]),
    truth.products.map(([name, total]) => [name, Math.round(total * 100)]),
  );
  assert.ok(sheets.Summary.length > 4);
});
