// The user's files by their handles: dropped or picked, there again after a reload, with permission
// asked for in one click if the browser wants it; a file that has changed or is gone is named.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { ready } from "../support/browser.mjs";
import { settled } from "../support/done.mjs";
import {
  dropFromDisk,
  permit,
  seen,
  waitingFiles,
  willPick,
  withHandles,
  write,
} from "../support/handles.mjs";
import { keptJourney } from "../support/kept.mjs";
import { id, openSessions, profile } from "../support/user.mjs";

/** @typedef {import("playwright-core").Page} Page */

const kept = await keptJourney();
/** The page of all tests, each of which begins with a new session. @type {Page} */
let page;
before(async () => {
  await withHandles(kept.context());
  page = await kept.open();
});

const SALES = "region,sales\nNorth,10\nSouth,32.5\nNorth,4\n";
const SUM = "import pandas as pd\nsales = pd.read_csv('sales.csv')\nsales.sales.sum().item()";

/** Begins a new session. */
async function fresh() {
  await permit(page, "granted");
  await page.evaluate(async () => {
    // Else small files are copied.
    localStorage.setItem("insitu-copies", "no");
    // Until then the page chooses its session itself.
    await window.insitu.settled();
    await window.insitu.sessions.create();
  });
  await ready(page);
}

/** Loads the page again, and waits for its program. */
async function reload() {
  await page.reload();
  await page.waitForFunction(() => window.insitu !== undefined);
}

/** Runs code and returns the text of its value. @param {string} code */
async function value(code) {
  const { status, results, error } = await page.evaluate((code) => window.insitu.run(code), code);
  assert.equal(status, "ok", error?.traceback);
  return results.at(-1)?.text;
}

/**
 * Begins a new session that has files of the disk, and has computed with the first.
 *
 * @param {Record<string, string>} files
 */
async function withFiles(files) {
  await fresh();
  for (const [name, content] of Object.entries(files)) await write(page, name, content);
  await dropFromDisk(page, Object.keys(files));
  for (const name of Object.keys(files)) await profile(page, name);
  assert.equal(await value(SUM), "46.5");
  await settled(page);
}

const file = (/** @type {string} */ name) => page.locator(id("file")).filter({ hasText: name });

test("a dropped file is kept by its handle: no copy is asked about, and after a reload the file is there", async () => {
  await withFiles({ "sales.csv": SALES });
  assert.equal(await page.locator(id("keep-copies")).count(), 0);
  assert.equal(await page.evaluate(() => insituPage.handles.length), 0);
  await reload();
  await profile(page, "sales.csv");
  assert.equal(await waitingFiles(page).count(), 0);
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await page.locator(id("rerun")).filter({ hasText: "has run again" }).waitFor();
  assert.equal(await value("len(sales)"), "3");
});

test("files that the browser wants to ask about wait, may be removed, and one click asks for the others", async () => {
  const stock = "item,count\nbolt,4\n";
  await withFiles({ "sales.csv": SALES, "stock.csv": stock, "old.csv": stock });
  await permit(page, "prompt");
  await reload();
  await file("sales.csv").filter({ hasText: "Waits until you allow reading it again" }).waitFor();
  await page
    .locator(id("notice"))
    .filter({ hasText: "allow reading sales.csv, stock.csv, old.csv again, below the files" })
    .waitFor();
  await ready(page);
  await page.getByRole("button", { name: "Remove old.csv" }).click();
  await waitingFiles(page).getByRole("button", { name: "Allow reading 2 files again" }).click();
  await profile(page, "sales.csv");
  await profile(page, "stock.csv");
  assert.equal(await page.locator(id("file")).count(), 2);
  assert.equal(await waitingFiles(page).count(), 0);
  assert.equal(await value(SUM), "46.5");
  // Nothing was added again: the next visit has the same two files.
  await reload();
  await profile(page, "stock.csv");
  assert.equal(await page.locator(id("file")).count(), 2);
});

test("a refusal is said with what to do, at once and after a click, and adding the file again ends the wait", async () => {
  await withFiles({ "sales.csv": SALES });
  await permit(page, "prompt", "denied");
  await reload();
  await ready(page);
  await waitingFiles(page).getByRole("button", { name: "Allow reading sales.csv again" }).click();
  await file("sales.csv")
    .filter({ hasText: "Allow it in the browser's settings for this page, or add the file again." })
    .waitFor();
  assert.equal((await seen(page)).asked, 1);
  assert.equal(await waitingFiles(page).count(), 0);
  await reload();
  await file("sales.csv").filter({ hasText: "Allow it in the browser's settings" }).waitFor();
  await page.locator(id("notice")).filter({ hasText: "add sales.csv again" }).waitFor();
  await ready(page);
  await permit(page, "granted");
  await dropFromDisk(page, ["sales.csv"]);
  await profile(page, "sales.csv");
  assert.equal(await page.locator(id("file")).count(), 1);
  await settled(page);
  await reload();
  await profile(page, "sales.csv");
  assert.equal(await page.locator(id("file")).count(), 1, "the file is listed once");
});

test("a file that has changed is named; the user goes on with it as it is, and what differs is marked", async () => {
  await withFiles({ "sales.csv": SALES });
  await write(page, "sales.csv", `${SALES}East,100\n`);
  await reload();
  await file("sales.csv")
    .filter({ hasText: "sales.csv has 50 bytes instead of 41 since it was added" })
    .waitFor();
  await ready(page);
  await waitingFiles(page)
    .filter({ hasText: "Results that were computed from it may differ" })
    .waitFor();
  await waitingFiles(page)
    .getByRole("button", { name: "Go on with sales.csv as it is now" })
    .click();
  await profile(page, "sales.csv");
  assert.equal(await waitingFiles(page).count(), 0);
  const verdict = await page.evaluate(() => window.insitu.replay());
  assert.equal(verdict.verdict, "different");
  assert.deepEqual(
    verdict.differences.map(({ differences, why }) => [differences, why]),
    [
      [
        ["result 1: its text differs: “46.5” before, “146.5” now"],
        "The runtime is the same; the data, the time or random numbers without a seed may be the reason.",
      ],
    ],
  );
  assert.equal(await value(SUM), "146.5");
  await settled(page);
  await reload();
  await profile(page, "sales.csv");
  assert.equal(await waitingFiles(page).count(), 0, "the session has the file as it is");
  assert.match(await file("sales.csv").innerText(), /50 bytes/);
});

test("picked files have handles; a closed picker adds nothing, and where it fails the ordinary one opens", async () => {
  await fresh();
  await write(page, "sales.csv", SALES);
  await willPick(page, "AbortError");
  await page.getByText("Choose files").first().click();
  await page.waitForFunction(() => /** @type {any} */ (window).seenOfHandles.picker === 1);
  await willPick(page, ["sales.csv"]);
  await page.getByText("Choose files").first().click();
  await profile(page, "sales.csv");
  assert.equal(await page.locator(id("file")).count(), 1);
  assert.equal(await page.locator(id("keep-copies")).count(), 0);
  assert.equal(await value(SUM), "46.5");
  await settled(page);
  await reload();
  await profile(page, "sales.csv");
  await willPick(page, "SecurityError");
  await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByText("Add files").first().click(),
  ]);
  const picker = (await seen(page)).picker;
  await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByText("Add a folder").first().click(),
  ]);
  assert.equal((await seen(page)).picker, picker, "a folder is picked by the ordinary picker");
});

test("a duplicate shares the handles, and an export with data reads through them", async () => {
  await withFiles({ "sales.csv": SALES });
  await openSessions(page);
  await page
    .getByRole("button", { name: /^Duplicate/ })
    .first()
    .click();
  const copy = page.locator(id("session")).filter({ hasText: "Copy of" }).first();
  await copy.locator(".sessions-name").click();
  await profile(page, "sales.csv");
  await ready(page);
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await page.locator(id("rerun")).filter({ hasText: "has run again" }).waitFor();
  const bytes = await page.evaluate(async () => {
    const exported = await window.insitu.sessions.exportAs("insitu-with-data");
    const opened = await window.insitu.sessions.import(exported);
    const { value: storage } = /** @type {any} */ (
      await (await insituPage.storage()).openStorage()
    );
    const found = await storage.files.open(opened, "sales.csv");
    return [(await storage.files.list(opened)).value[0].keeping, await found.value.text()];
  });
  assert.deepEqual(bytes, ["copy", SALES]);
});
