// The same file dropped again with other content: the session's code runs again with it, what has
// changed stands above the answers, a reload keeps that, and Undo shows what was there before.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ready } from "../support/browser.mjs";
import { keptJourney } from "../support/kept.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { settled } from "../support/done.mjs";
import { ask, choose, drop, id, profile } from "../support/user.mjs";
import { MODEL, python } from "../support/upstream.mjs";

const BEFORE = "region,revenue\nNorth,1000\nNorth,200\nSouth,50\nWest,7\n";
const NOW = "region,revenue\nNorth,1000\nNorth,300\nSouth,50\nEast,9\nEast,1\n";
const kept = await keptJourney();
const page = await kept.open();
await ready(page);
await choose(page, "Built-in planner");

const offer = page.locator(id("new-file"));
/** @param {number} at */
const turn = (at) => page.locator(id("turn")).nth(at);
/** @param {number} at */
const changed = (at) => turn(at).locator(id("changed-results"));

test("the code runs again with the new file, and each result says what has changed", async () => {
  await drop(page, [{ name: "sales.csv", content: BEFORE }]);
  await profile(page, "sales.csv");
  await ask(page, "total revenue");
  await ask(page, "total revenue by region");
  assert.match(await turn(0).locator(id("answer")).innerText(), /1,257/);

  await drop(page, [{ name: "sales.csv", content: BEFORE }]);
  await page.locator(id("notice")).filter({ hasText: "sales.csv is already here" }).waitFor();
  assert.equal(await page.locator(id("file")).count(), 1);
  assert.equal(await offer.count(), 0);

  await drop(page, [{ name: "sales.csv", content: NOW }]);
  await offer.filter({ hasText: "5 rows instead of 4" }).waitFor();
  await expectAccessible(page);
  assert.equal(await page.locator(id("file")).count(), 1, "the former file is in use until then");
  await page.locator(id("run-with-new")).click();
  await offer.filter({ hasText: "the results of 2 steps have changed" }).waitFor();

  assert.match(await changed(0).innerText(), /revenue: 1,257\s+before, now\s+→ 1,360/);
  assert.match(await turn(0).locator(id("answer")).innerText(), /1,360/);
  assert.doesNotMatch(await turn(0).locator(id("answer")).innerText(), /1,257/);
  const result = turn(0).locator(".highlights").getByRole("grid");
  assert.match(await result.innerText(), /1,360/);
  const table = await changed(1).innerText();
  assert.match(table, /1 row changed, 1 row added, 1 row removed/);
  assert.match(table, /North[^]*1,200\s+before, now\s+→ 1,300/);
  // What was there before is marked, and below what is new.
  const former = turn(0).locator(id("former-results"));
  const top = async (/** @type {import("playwright-core").Locator} */ part) =>
    (await part.boundingBox())?.y ?? Number.NaN;
  assert.ok((await top(former)) > (await top(turn(0).locator(id("answer")))));
  await former.locator("summary").click();
  await former.getByText("1,257").first().waitFor();
  await expectAccessible(page);
});

test("a reload keeps what has changed, and undo shows what was there before", async () => {
  await settled(page);
  await page.reload();
  await ready(page);
  await changed(0).filter({ hasText: "1,360" }).waitFor();
  const file = await profile(page, "sales.csv");
  assert.match(await file.innerText(), /5 rows/);
  await file.locator(id("file-former")).filter({ hasText: "4 rows" }).waitFor();
  await file.getByRole("button", { name: "Undo: go back to the former sales.csv" }).click();
  await turn(0).locator(id("answer")).filter({ hasText: "1,257" }).waitFor();
  await changed(0).waitFor({ state: "detached" });
  assert.match(await (await profile(page, "sales.csv")).innerText(), /4 rows/);
  assert.equal(await page.locator(id("file-former")).count(), 0);
  await settled(page);
});

test("a step that fails says why and the others go on; an answer of a model is marked", async () => {
  await choose(page, MODEL);
  const regions = {
    calls: [python("import pandas as pd\nprint(sorted(set(pd.read_csv('sales.csv').region)))")],
  };
  kept.upstream.script(regions, { text: "There are North, South and West." });
  await ask(page, "Which regions are there?");
  const asked = kept.upstream.exchanges.length;
  await drop(page, [{ name: "sales.csv", content: "region,sold\nEast,5\nNorth,6\n" }]);
  await page
    .locator(id("new-file-warnings"))
    .filter({ hasText: "The column “revenue” is missing." })
    .waitFor();
  await page.locator(id("run-with-new")).click();
  await offer.filter({ hasText: "2 steps ended with an error" }).waitFor();
  await changed(0).filter({ hasText: "A step failed: KeyError" }).waitFor();
  await changed(2).filter({ hasText: "['East', 'North']" }).waitFor();
  await turn(2).locator(id("former-answer-note")).waitFor();
  const former = turn(2).locator(id("former-results"));
  await former.locator("summary").click();
  await former.getByText("There are North, South and West.").waitFor();
  assert.equal(await turn(2).locator(id("answer")).innerText(), "");
  assert.equal(kept.upstream.exchanges.length, asked, "nothing is sent");
  kept.upstream.script(regions, { text: "There are East and North." });
  await turn(2).locator(id("ask-again")).click();
  await turn(2).locator(id("answer")).filter({ hasText: "East and North" }).waitFor();
  assert.equal(await turn(2).locator(id("former-answer-note")).count(), 0);
});
