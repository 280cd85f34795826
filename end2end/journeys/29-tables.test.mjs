// Tables on the page: sorted, searched and filtered without Python if they are small and by
// Python if they are large, with controls, copying and saving. A scripted model runs the code,
// so that results are shown where a user sees them.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ready, run } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { PEOPLE, names, pick, shown } from "../support/results.mjs";
import { cells, id, saved } from "../support/user.mjs";

const fixture = await scriptedJourney({ permissions: ["clipboard-read", "clipboard-write"] });
const { page } = fixture;

const MILLION = `import numpy as np, pandas as pd
n = 1_000_000
big = pd.DataFrame({"order": np.arange(1, n + 1), "region": np.array(["north", "south", "east", "west"])[np.arange(n) % 4], "amount": (np.arange(n) * 104_729 % 1_000_003) / 100, "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(n) % 1000, unit="D"), "note": np.where(np.arange(n) % 5 == 0, None, "a note that is rather longer than any column of this table could be wide, and so is cut off")})
big`;

test("a small table hides its controls until hover, sorts and searches without Python, and its cells can be copied", async () => {
  const turn = await shown(fixture, PEOPLE);
  const table = turn.locator(id("table"));
  assert.deepEqual(await cells(table), {
    columns: ["name", "age", "joined"],
    rows: [
      ["Ada", "36", "2024-03-01"],
      ["Ben", "–", "2023-01-05"],
      ["Zoë", "7", "–"],
      ["Carl", "36", "2024-03-01"],
      ["Eve", "81", "2020-12-31"],
    ],
  });
  await page.mouse.move(0, 0);
  assert.equal(
    await table.locator(id("result-menu")).evaluate((button) => getComputedStyle(button).opacity),
    "0",
    "tools are out of sight",
  );
  const busy = run(page, "import time; time.sleep(4)");
  await table.getByRole("button", { name: "age", exact: true }).click();
  assert.deepEqual(await names(table), ["Zoë", "Ada", "Carl", "Eve", "Ben"]);
  assert.equal(
    await table.getByRole("columnheader", { name: "age" }).getAttribute("aria-sort"),
    "ascending",
  );
  await table.getByRole("button", { name: "age", exact: true }).click();
  assert.deepEqual(await names(table), ["Eve", "Ada", "Carl", "Zoë", "Ben"]);
  await pick(table, "Search and filter");
  await table.getByRole("searchbox").fill("2024");
  await table.getByText("2 of 5 rows").waitFor();
  assert.deepEqual(await names(table), ["Ada", "Carl"]);
  await pick(table, "Copy");
  await page.locator(".result-notice").filter({ hasText: "Copied." }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    "name\tage\tjoined\nAda\t36\t2024-03-01\nCarl\t36\t2024-03-01",
  );
  await busy;
  await pick(table, "Show all rows");
});

test("a value that the table truncates is shown and copied whole, also in a sorted table", async () => {
  const turn = await shown(
    fixture,
    `import pandas as pd
pd.DataFrame({"n": [1, 2, 3], "text": ["a" * 3000 + " one", "b" * 1_200_000, "c" * 3000 + " three"]})`,
  );
  const table = turn.locator(id("table"));
  await table.getByRole("button", { name: "n", exact: true }).click();
  await table.getByRole("button", { name: "n", exact: true }).click();
  const card = page.locator(id("table-cell"));
  const open = (/** @type {number} */ row) =>
    table.locator("tbody tr").nth(row).locator("td").last().click();
  await open(0);
  await card.getByText(/c three$/).waitFor();
  await card.getByRole("button", { name: "Copy" }).click();
  await card.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    `${"c".repeat(3000)} three`,
  );
  await open(1);
  await card.getByText("The first 1,000,000 of 1,200,000 characters.").waitFor();
  await page.keyboard.press("Escape");
  await card.waitFor({ state: "detached" });
});

test("a million rows can be scrolled, and one key reaches the last row", async () => {
  const turn = await shown(fixture, MILLION);
  const table = turn.locator(id("table"));
  const grid = table.getByRole("grid");
  assert.equal(await grid.getAttribute("aria-rowcount"), "1000001");
  assert.ok((await table.locator("tbody tr").count()) < 60, "only what is seen is there");
  await grid.focus();
  await page.keyboard.press("Control+End");
  await row(table, 1_000_000);
  const scroller = table.locator(".table-scroll");
  await scroller.hover();
  await scroller.evaluate((one) => (one.scrollTop = (one.scrollHeight - one.clientHeight) / 2));
  await page.waitForFunction(
    (part) =>
      Math.abs(
        Number(/** @type {Element} */ (part.querySelector("tbody tr")).ariaRowIndex) - 500_000,
      ) < 50,
    await elementOf(table),
  );
  const before = await table.locator("tbody tr").first().getAttribute("aria-rowindex");
  await page.mouse.wheel(0, 320);
  await page.waitForFunction(
    ([part, before]) =>
      Number(/** @type {Element} */ (part.querySelector("tbody tr")).ariaRowIndex) ===
      Number(before) + 10,
    /** @type {const} */ ([await elementOf(table), before]),
  );
  await page.keyboard.press("Control+Home");
  await row(table, 1);
});

test("the column headers of a large table show type, missing share and distribution", async () => {
  const table = page.locator(id("table")).last();
  const summary = table.locator(".table-summary");
  await summary.waitFor();
  assert.match(await summary.innerText(), /1 – 1,000,000[\s\S]*4 distinct[\s\S]*20 % missing/);
  assert.match(
    (await table.getByRole("columnheader", { name: "note" }).getAttribute("title")) ?? "",
    /note: text; 200,000 values missing/,
  );
  assert.ok((await summary.locator("rect.is-bin").count()) >= 10);
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const cut = await summary
      .locator(".table-range, .table-gone")
      .evaluateAll((parts) =>
        parts
          .filter(
            (one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1,
          )
          .map((one) => one.textContent),
      );
    assert.deepEqual(cut, [], `nothing is cut at ${width} px`);
  }
});

test("Python sorts, filters and searches a million rows, and the table shows the result", async () => {
  const table = page.locator(id("table")).last();
  await table.getByRole("button", { name: "amount", exact: true }).click();
  await table.getByRole("button", { name: "amount", exact: true }).click();
  const most = await run(
    page,
    "int(big.sort_values('amount', ascending=False, kind='stable').iloc[0]['order'])",
  );
  await row(table, Number(most.results[0].text));
  await table.getByRole("button", { name: "Search and filter" }).click();
  await table.getByLabel("Column", { exact: true }).selectOption({ label: "region" });
  await table.getByLabel("Value", { exact: true }).fill("north");
  await table.getByRole("button", { name: "Add filter" }).click();
  await table.getByText("250,000 of 1,000,000 rows").waitFor({ timeout: 60_000 });
  await table.getByLabel("Column", { exact: true }).selectOption({ label: "order" });
  await table.getByLabel("Condition").selectOption({ label: "is at most" });
  await table.getByLabel("Value", { exact: true }).fill("2000");
  await table.getByRole("button", { name: "Add filter" }).click();
  await table.getByText("500 of 1,000,000 rows").waitFor({ timeout: 60_000 });
  const { name, bytes } = await saved(page, () => pick(table, "Save CSV"));
  const lines = bytes.toString("utf8").trim().split(/\r?\n/);
  assert.match(name, /\.csv$/);
  assert.equal(lines.length, 501);
  assert.match(lines[0], /order,region,amount,day,note/);
  const workbook = await saved(page, () => pick(table, "Save Excel"));
  assert.match(workbook.name, /\.xlsx$/);
  assert.equal(workbook.bytes.subarray(0, 2).toString(), "PK");
  await pick(table, "Show all rows");
  await table.getByText("1,000,000 rows", { exact: true }).waitFor({ timeout: 60_000 });
});

test("a truncated cell is shown and copied whole", async () => {
  const table = page.locator(id("table")).last();
  await table.getByRole("button", { name: "order", exact: true }).click();
  await row(table, 1);
  const cell = table.locator("tbody tr").nth(1).locator("td").last();
  await cell.scrollIntoViewIfNeeded();
  await cell.click();
  const card = page.locator(id("table-cell"));
  assert.match(
    await card.innerText(),
    /a note that is rather longer than any column of this table could be wide, and so is cut off/,
  );
  await card.getByRole("button", { name: "Copy" }).click();
  await card.waitFor({ state: "detached" });
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^a note .* cut off$/);
});

test("while Python computes the table says that it waits, and continues by itself", async () => {
  const table = page.locator(id("table")).last();
  const busy = run(page, "import time; time.sleep(3)");
  await table.getByRole("grid").focus();
  await page.keyboard.press("Control+End");
  await table.getByText("Waiting for Python").waitFor();
  await row(table, 1_000_000);
  await busy;
});

test("after a restart the loaded rows stay, and a line says why no others can be loaded", async () => {
  const table = page.locator(id("table")).last();
  await page.evaluate(() => window.insitu.restart());
  await ready(page);
  await table.locator(".table-scroll").evaluate((one) => (one.scrollTop = one.scrollHeight / 3));
  await table.getByText(/are still here/).waitFor();
  await table.getByRole("button", { name: "Try again" }).waitFor();
  assert.ok((await table.locator("tbody tr").count()) > 3, "there are rows to look at");
  await expectAccessible(page);
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));

/**
 * Returns the element of a part of the page.
 *
 * @param {import("playwright-core").Locator} part
 */
async function elementOf(part) {
  return /** @type {import("playwright-core").ElementHandle<HTMLElement>} */ (
    await part.elementHandle()
  );
}

/**
 * Waits until the table shows the row with that order number.
 *
 * @param {import("playwright-core").Locator} table
 * @param {number} order
 */
async function row(table, order) {
  await page.waitForFunction(
    ([part, wanted]) => {
      const rows = /** @type {NodeListOf<HTMLTableRowElement>} */ (
        part.querySelectorAll("tbody tr")
      );
      return Array.from(rows, (tr) => tr.cells[0].textContent.replaceAll(",", "")).includes(wanted);
    },
    /** @type {const} */ ([await elementOf(table), String(order)]),
    { timeout: 60_000 },
  );
}
