// A real file from elsewhere: Italy's municipalities as the statistics office published them and a Python package ships
// them. Semicolons, Latin-1, points as thousands separators ("2.644" are people, not a fraction), an unnamed last column and
// eighteen blank lines at the end.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { journey } from "../support/fixture.mjs";
import { includesAmount, library, native, numbersIn } from "../support/native.mjs";
import { ask, cells, drop, id, profile } from "../support/user.mjs";

const FILE = path.join(library, "comuni_italiani/fixtures/elenco-comuni-italiani.csv");

const TRUTH = `
import json, sys, pandas as pd
file = pd.read_csv(sys.argv[1], sep=";", encoding="latin-1", dtype=str)
df = file.dropna(how="all")
df = df[df["Denominazione regione"].notna()]
people = df["Popolazione legale 2011 (09/10/2011)"].str.strip().str.replace(".", "").astype(int)
totals = people.groupby(df["Denominazione regione"]).sum().sort_values(ascending=False)
counts = df["Ripartizione geografica"].value_counts()
print(json.dumps({"lines": len(file), "columns": len(file.columns), "people": int(people.sum()), "totals": list(totals.items()), "counts": list(counts.items())}))
`;

/** @type {{ lines: number, columns: number, people: number, totals: [string, number][], counts: [string, number][] }} */
const truth = await native(TRUTH, FILE);
const { page } = await journey();

before(async () => drop(page, [{ name: "elenco-comuni-italiani.csv", content: await readFile(FILE) }]));

test("the expected values match the census", () => {
  assert.equal(truth.people, 59_433_744);
});

test("the profile has the columns of the semicolon-separated file, with their accents", async () => {
  const text = await (await profile(page, "elenco-comuni-italiani.csv")).innerText();
  assert.match(text, /Denominazione regione/);
  assert.match(text, /Città Metropolitana/);
});

test("an overview counts the municipalities and the columns", async () => {
  const turn = await ask(page, "give me an overview");
  const answer = await turn.locator(id("answer")).innerText();
  const numbers = numbersIn(answer);
  // As the file has them: with its blank lines, and its last column, which has no name.
  assert.ok(numbers.includes(truth.lines), `no ${truth.lines} rows in: ${answer}`);
  assert.ok(numbers.includes(truth.columns), `no ${truth.columns} columns in: ${answer}`);
});

test("the planner counts rows per part of the country", async () => {
  await expectPairs(await ask(page, "how many rows by Ripartizione geografica"), truth.counts);
});

test("the planner sums per region, from numbers written as text with points", async () => {
  await expectPairs(await ask(page, "total Popolazione legale 2011 by Denominazione regione"), truth.totals);
});

/**
 * Checks that the turn's tables contain each pair, and that its answer names the greatest.
 *
 * @param {import("playwright-core").Locator} turn
 * @param {[string, number][]} pairs
 */
async function expectPairs(turn, pairs) {
  const answer = await turn.locator(id("answer")).innerText();
  await turn.locator(id("table")).first().waitFor();
  const tables = await Promise.all((await turn.locator(id("table")).all()).map(cells));
  const rows = tables.flatMap((table) => table.rows);
  for (const [name, value] of pairs) {
    const row = rows.find((row) => row[0] === name);
    assert.ok(row, `${name} is in no table; answer: ${answer}`);
    assert.ok(includesAmount(numbersIn(row.slice(1).join(" ")), value), `${name} is ${row.slice(1)} and not ${value}`);
  }
  assert.ok(answer.includes(pairs[0][0]), `${pairs[0][0]} is missing in: ${answer}`);
  assert.ok(includesAmount(numbersIn(answer), pairs[0][1]), `${pairs[0][1]} is missing in: ${answer}`);
}
