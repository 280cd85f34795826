// What a question was understood to ask, above its answer: a part that is changed by keyboard runs
// again as a version of the turn, and is there after a reload; the same without a question; and the
// order of dates, which is changed at the table.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ready } from "../support/browser.mjs";
import { keptJourney } from "../support/kept.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { ask, choose, drop, id, more, over, profile } from "../support/user.mjs";

const CSV =
  "region,revenue,day\nNorth,10,2026-01-03\nNorth,20,2026-02-04\nSouth,5,2026-03-05\nWest,7,2026-04-06\n";
const kept = await keptJourney();
const page = await kept.open();
await ready(page);
await choose(page, "Built-in planner");
const last = page.locator(id("turn")).last();
const what = last.locator('[data-chip="0"]');

test("a part that is changed by keyboard runs again, and is there after a reload", async () => {
  await drop(page, [{ name: "sales.csv", content: CSV }]);
  await profile(page, "sales.csv");
  await ask(page, "total revenue by region");
  assert.equal(await what.innerText(), "Total");
  await what.focus();
  await page.keyboard.press("ArrowDown");
  await page.locator(id("query-menu")).waitFor();
  await page.keyboard.type("aver");
  await page.locator(id("query-choice")).first().filter({ hasText: "Average" }).waitFor();
  await page.keyboard.press("Enter");
  await what.filter({ hasText: "Average" }).waitFor();
  await over(last);
  assert.match(await last.locator(id("answer")).innerText(), /North[\s\S]*15/);
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-chip")), "0");
  assert.equal(await page.locator(id("turn")).count(), 1);
  await page.reload();
  await ready(page);
  await what.filter({ hasText: "Average" }).waitFor();
  await last.getByTestId("version").filter({ hasText: "Version 2 of 2" }).waitFor();
});

test("a query is put together without a question, and one that follows from it is asked with a click", async () => {
  // Without a copy of it in the browser, the file is gone with the page.
  await drop(page, [{ name: "sales.csv", content: CSV }]);
  await profile(page, "sales.csv");
  await page.locator(id("query-open")).click();
  await page.locator(id("query-bar")).waitFor();
  await page.locator(id("query-run")).click();
  const turn = page.locator(id("turn")).nth(1);
  await over(turn);
  assert.match(await turn.locator(id("answer")).innerText(), /4/);
  const next = page.locator(id("follow-up")).filter({ hasText: "by month" });
  const label = await next.innerText();
  await next.click();
  const following = page.locator(id("turn")).nth(2);
  await over(following);
  assert.equal(await following.locator(".turn-question").innerText(), label);
  assert.match(await following.locator(id("answer")).innerText(), /month/);
  assert.equal(await turn.locator(id("follow-up")).count(), 0, "only the last answer has any");
});

test("two files that a key joins answer together, and the answer says what has no match", async () => {
  const order = (/** @type {number} */ n) => ({ customer: n > 38 ? 900 + n : 101 + (n % 19), n });
  const orders = Array.from({ length: 40 }, (_, at) => order(at + 1));
  const country = (/** @type {number} */ customer) => (customer % 2 ? "Germany" : "France");
  await drop(page, [
    {
      name: "orders.csv",
      content: `order_id,customer_id,amount\n${orders.map(({ customer, n }) => `A${n},${customer},${n}\n`).join("")}`,
    },
    {
      name: "customers.csv",
      content: `id,country\n${Array.from({ length: 20 }, (_, at) => `${at + 101},${country(at + 101)}\n`).join("")}`,
    },
  ]);
  await profile(page, "customers.csv");
  const key = page.locator(id("key")).filter({ hasText: "customer_id → customers.id" });
  await key.filter({ hasText: "95 % found, many to one" }).waitFor();
  await expectAccessible(page, id("keys"));
  const question = "total amount by customer country";
  await ask(page, question);
  const answer = last.locator(id("answer"));
  const total = (/** @type {string} */ name) =>
    orders
      .filter(({ customer }) => customer < 900 && country(customer) === name)
      .reduce((sum, { n }) => sum + n, 0);
  const text = await answer.innerText();
  for (const name of ["Germany", "France"])
    assert.match(text, new RegExp(`${name}\\s+${total(name)}\\b`));
  assert.match(text, /40 rows of orders\.csv are joined with customers\.csv .* 40 rows result/);
  assert.match(text, /Rows of orders\.csv without a match in customers\.csv: 2 of 40 \(5\.0%\)/);
  await key.getByRole("button", { name: /^Ignore / }).click();
  await key.filter({ hasText: "not used" }).waitFor();
  await ask(page, question);
  assert.doesNotMatch(await answer.innerText(), /joined/);
  await key.getByRole("button", { name: /^Use / }).click();
  await key.filter({ hasText: "95 % found" }).waitFor();
  await ask(
    page,
    "python: import pandas as pd; pd.read_csv('orders.csv').merge(pd.read_csv('customers.csv'), left_on='customer_id', right_on='id')",
  );
  assert.match(
    await last.locator(id("joined")).first().innerText(),
    /40 and 20 rows has 38 rows\. Without a match: 2 of the first/,
  );
});

test("the order of dates is changed at the table, and so are the rows, the answer and the log; after a reload it holds", async () => {
  await drop(page, [
    { name: "visits.csv", content: "visit,guests\n03/04/2025,1\n05/06/2025,2\n01/02/2025,4\n" },
  ]);
  const column = (await profile(page, "visits.csv"))
    .locator(id("column"))
    .filter({ hasText: "visit" });
  const order = column.locator(id("reading-order"));
  assert.match(
    await (await ask(page, "total guests by month")).locator(id("answer")).innerText(),
    /2025-01 \| *4|2025-01\s+4/,
  );
  await page.locator(id("table-tab")).filter({ hasText: "visits.csv" }).click();
  const rows = page.locator(id("tables-rows"));
  await rows.getByText("2025-03-04").waitFor();
  await order.selectOption({ label: "Day first (31/12)" });
  await column.locator(id("reading-changed")).getByText("read with the day first").waitFor();
  await rows.getByText("2025-04-03").waitFor();
  await page.locator(`${id("reading-order")}:focus`).waitFor();
  await expectAccessible(page, ".files");
  const answer = (await ask(page, "total guests by month")).locator(id("answer"));
  assert.match(await answer.innerText(), /2025-02 \| *4|2025-02\s+4/);
  assert.doesNotMatch(await answer.innerText(), /2025-01|no value shows it/);
  await more(page, "console");
  const entry = page.locator(id("console-entry")).filter({ hasText: "Set at the table" });
  assert.match(await entry.innerText(), /`visit`: dates, day first[\s\S]*date_format="%d\/%m\/%Y"/);
  // A type that no value has is refused, and nothing else changes.
  const guests = page.locator(id("column")).filter({ hasText: "guests" }).last();
  await guests.locator(id("reading-type")).selectOption({ label: "Date" });
  await guests.getByText("No value of “guests” can be read as a date, such as “1”.").waitFor();
  assert.equal(await guests.locator(id("reading-type")).inputValue(), "1");
  await page.reload();
  await ready(page);
  await profile(page, "visits.csv");
  await column.locator(id("reading-reset")).click();
  await column.getByText("no value shows it").waitFor();
  assert.equal(await order.inputValue(), "1");
});
