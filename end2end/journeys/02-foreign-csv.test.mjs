// A file that nobody here wrote: Italy's municipalities as the statistics office published them and a Python package ships
// them. Semicolons, Latin-1, thousands with a point ("2.644" are people, not a fraction), an unnamed last column and
// eighteen blank lines at the end.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { openPage, startBrowser } from "../support/browser.mjs";
import { library, names, native, numbersIn } from "../support/native.mjs";
import { ask, cells, drop, id, profile } from "../support/user.mjs";
import { startServer } from "../support/server.mjs";

const FILE = path.join(library, "comuni_italiani/fixtures/elenco-comuni-italiani.csv");

const TRUTH = `
import json, sys, pandas as pd
df = pd.read_csv(sys.argv[1], sep=";", encoding="latin-1", dtype=str).dropna(how="all")
df = df[df["Denominazione regione"].notna()]
people = df["Popolazione legale 2011 (09/10/2011)"].str.strip().str.replace(".", "").astype(int)
totals = people.groupby(df["Denominazione regione"]).sum().sort_values(ascending=False)
counts = df["Ripartizione geografica"].value_counts()
print(json.dumps({"rows": len(df), "people": int(people.sum()), "totals": list(totals.items()), "counts": list(counts.items())}))
`;

let server, browser, page, truth;

before(async () => {
  server = await startServer();
  browser = await startBrowser();
  truth = await native(TRUTH, FILE);
  page = await openPage(browser, server.url);
  await drop(page, [{ name: "elenco-comuni-italiani.csv", content: await readFile(FILE) }]);
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

test("the truth itself is the census", () => {
  assert.equal(truth.people, 59_433_744);
});

test("the profile names the delimiter's columns, accents intact", async () => {
  const text = await (await profile(page, "elenco-comuni-italiani.csv")).innerText();
  assert.match(text, /Denominazione regione/);
  assert.match(text, /Città Metropolitana/);
});

test("an overview counts the municipalities and the columns", async () => {
  const turn = await ask(page, "give me an overview");
  const answer = await turn.locator(id("answer")).innerText();
  const numbers = numbersIn(answer);
  assert.ok(numbers.includes(truth.rows) || numbers.includes(8_021), `neither ${truth.rows} nor 8021 rows in: ${answer}`);
  assert.ok(numbers.includes(25) || numbers.includes(26), `no number of columns in: ${answer}`);
});

test("how many per part of the country", async () => {
  await holds(await ask(page, "how many rows by Ripartizione geografica"), truth.counts);
});

test("people per region, from numbers that stand there as text with points", async () => {
  await holds(await ask(page, "total Popolazione legale 2011 by Denominazione regione"), truth.totals);
});

/** The turn's tables hold each pair, and its answer names the greatest. */
async function holds(turn, pairs) {
  const answer = await turn.locator(id("answer")).innerText();
  const tables = await Promise.all((await turn.locator(id("table")).all()).map(cells));
  const rows = tables.flatMap((table) => table.rows);
  for (const [name, value] of pairs) {
    const row = rows.find((row) => row[0] === name);
    assert.ok(row, `${name} is in no table; answer: ${answer}`);
    assert.ok(names(numbersIn(row.slice(1).join(" ")), value), `${name} is ${row.slice(1)} and not ${value}`);
  }
  assert.ok(answer.includes(pairs[0][0]), `${pairs[0][0]} is missing in: ${answer}`);
  assert.ok(names(numbersIn(answer), pairs[0][1]), `${pairs[0][1]} is missing in: ${answer}`);
}
