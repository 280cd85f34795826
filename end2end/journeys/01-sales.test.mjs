// The main use: a user opens the 45,000-row sample, asks two questions in the composer, and gets
// the values that native pandas computes from the same file, to the cent, with a chart.

import { test } from "node:test";
import assert from "node:assert/strict";
import path from "node:path";
import { run } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { includesAmount, native, numbersIn } from "../support/native.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { ask, cells, drop, id, look, profile, unfold } from "../support/user.mjs";
import { site } from "../support/server.mjs";

const TRUTH = `
import json, sys, pandas as pd
df = pd.read_csv(sys.argv[1])
df["date"] = pd.to_datetime(df["date"], errors="coerce", format="mixed")
top = df.groupby("customer")["revenue"].sum().nlargest(5)
months = df.dropna(subset=["date"]).groupby(df["date"].dt.strftime("%Y-%m"))["revenue"].sum()
regions = df.groupby("region")["revenue"].sum().nlargest(4)
stages = pd.read_csv(sys.argv[1].replace("sales.csv", "funnel.csv")).groupby("stage")["users"].sum()
cards = [f"{value:,.0f}" for value in [*regions, *stages.nlargest(4)]]
print(json.dumps({"rows": len(df), "top": list(top.items()), "months": list(months.items()), "cards": cards}))
`;

/** @type {{ rows: number, top: [string, number][], months: [string, number][], cards: string[] }} */
const truth = await native(TRUTH, path.join(site, "samples/sales.csv"));
const { page } = await journey({ background: true, boot: false });

test("the sample is one click away, and the question that follows at once waits for the kernel", async () => {
  assert.equal(await page.title(), "Insitu: ask your data, in your browser");
  assert.deepEqual(await page.locator(id("sample-value")).allInnerTexts(), truth.cards);
  await page.locator(id("sample-sales")).click();
  const turn = await ask(page, "top 5 customers by revenue", 150_000);
  await isTheTop(turn);
  assert.equal(truth.rows, 45_000);
  assert.match(await (await profile(page, "sales.csv")).innerText(), /45[,.\u202f ]?000/);
});

test("monthly revenue as a chart has every month's total in the table and a figure that is not blank", async () => {
  const turn = await ask(page, "monthly revenue as a chart");
  const figure = turn.locator(id("figure")).first();
  await figure.frameLocator("iframe").locator(".scatterlayer .point").nth(5).waitFor();
  const seen = await look(figure);
  assert.ok(seen.width >= 400 && seen.height >= 240, `a figure of ${seen.width} × ${seen.height}`);
  assert.ok(
    seen.shownWidth >= 250 && seen.shownHeight >= 150,
    `shown at ${seen.shownWidth} × ${seen.shownHeight}`,
  );
  assert.ok(seen.colours >= 8 && seen.background < 0.999, `nearly blank: ${JSON.stringify(seen)}`);
  assert.notEqual(seen.alt.trim(), "");
  const rows = await tableWith(turn, truth.months.length);
  assert.deepEqual(
    rows.map((row) => [row[0].slice(0, 7), cents(/** @type {string} */ (row.at(-1)))]),
    truth.months.map(([month, total]) => [month, Math.round(total * 100)]),
  );
});

test("what is unclear is read, the reading is shown, and nothing is asked back", async () => {
  const asked = await ask(page, "best products");
  await asked.locator(id("query")).waitFor();
  await expectAccessible(page, id("query"));
  assert.ok((await asked.locator(id("step")).count()) > 0, "the reading was carried out");
  const turn = await page.evaluate(() => window.insitu.ask("best products"));
  assert.deepEqual(turn.choices, []);
});

test("a dropped file with the sample's name does not replace it, and its own name leads to the same answer", async () => {
  await drop(page, [{ name: "my sales.csv", from: "/samples/sales.csv" }]);
  await profile(page, "my sales.csv");
  await isTheTop(await ask(page, "top 5 customers by revenue in my sales.csv"));
});

test("the page has no errors", async () => {
  assert.deepEqual(page.faults, []);
  assert.equal(
    (await run(page, "len(__import__('pandas').read_csv('sales.csv'))")).results[0].text,
    "45000",
  );
});

/** @param {import("playwright-core").Locator} turn */
async function isTheTop(turn) {
  const answer = await turn.locator(id("answer")).innerText();
  const numbers = numbersIn(answer);
  for (const [name, total] of truth.top) {
    assert.ok(answer.includes(name), `${name} is missing in: ${answer}`);
    assert.ok(includesAmount(numbers, total), `${name}'s ${total} is missing in: ${answer}`);
  }
  assert.deepEqual(
    (await tableWith(turn, 5)).map((row) => [row[0], cents(/** @type {string} */ (row.at(-1)))]),
    truth.top.map(([name, total]) => [name, Math.round(total * 100)]),
  );
}

/**
 * Returns the rows of the turn's first table with that many rows, which it opens if it is
 * collapsed.
 *
 * @param {import("playwright-core").Locator} turn
 * @param {number} count
 */
async function tableWith(turn, count) {
  // An answer that lists all rows has the result's own table in its step.
  await unfold(turn);
  await turn.locator(id("table")).first().waitFor();
  const tables = await turn.locator(id("table")).all();
  const all = await Promise.all(tables.map(cells));
  const found = all.find(({ rows }) => rows.length === count);
  assert.ok(
    found,
    `no table of ${count} rows among ${JSON.stringify(all.map(({ columns, rows }) => [columns, rows.length]))}`,
  );
  return found.rows;
}

/** @param {string} text */
function cents(text) {
  return Math.round(Number(text.replace(/[^\d.-]/g, "")) * 100);
}
