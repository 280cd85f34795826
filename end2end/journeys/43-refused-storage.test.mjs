// The page where the browser stores nothing, or promises nothing: everything works, the page says
// what is not stored, and the list of sessions opens. And a session of a newer version of the page:
// it is named, left as it is, and a new one can be begun.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { chromium } from "playwright-core";
import { launchOptions, openPage, ready, startBrowser } from "../support/browser.mjs";
import { startServer } from "../support/server.mjs";
import { ask, drop, id, profile } from "../support/user.mjs";

const server = await startServer();
after(() => server.stop());
const browser = await startBrowser({ compileLess: true });
after(() => browser.close());

const SHOP = "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n";

/**
 * Uses the page as a user does: a file, a question, code.
 *
 * @param {import("playwright-core").Page} page
 */
async function works(page) {
  await drop(page, [{ name: "shop.csv", content: SHOP }]);
  await profile(page, "shop.csv");
  const turn = await ask(page, "What is the total amount?");
  assert.match(await turn.innerText(), /100/);
  const { results } = await page.evaluate(() => window.insitu.run("6 * 7"));
  assert.equal(results[0].text, "42");
}

/**
 * Opens the list of sessions and returns what its line says.
 *
 * @param {import("playwright-core").Page} page
 */
async function status(page) {
  await page.locator(id("sessions-open")).click();
  const line = page.locator(id("sessions-status")).filter({ hasText: /\S/ });
  const said = await line.innerText();
  await page.keyboard.press("Escape");
  return said;
}

/**
 * Returns what the notices say that say it of the storage.
 *
 * @param {import("playwright-core").Page} page
 */
const notice = (page) => page.locator(id("notice")).filter({ hasText: /stor/ }).first().innerText();

test("where the browser blocks all storage of the site, the page works, and says so", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-blocked-"));
  mkdirSync(path.join(folder, "Default"));
  // What a user sets as "block all site data".
  writeFileSync(
    path.join(folder, "Default/Preferences"),
    JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }),
  );
  const context = await chromium.launchPersistentContext(folder, launchOptions());
  try {
    const page = await context.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on("pageerror", (error) => faults.push(String(error)));
    await page.goto(server.url, { waitUntil: "load" });
    await page.waitForFunction(() => window.insitu !== undefined);
    await ready(page);
    const blocked = await page.evaluate(() => {
      try {
        return String(localStorage.length);
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
    });
    assert.equal(blocked, "SecurityError", "the setting works");
    await works(page);
    assert.match(await notice(page), /does not let this page store anything/);
    assert.match(await status(page), /This page stores nothing at present\./);
    assert.equal(await page.locator(id("keep-copies")).count(), 0, "no copies are offered");
    await assert.rejects(
      page.evaluate(() => window.insitu.sessions.list()),
      /This browser stores no sessions/,
    );
    for (const hook of /** @type {const} */ (["settled", "idle"]))
      await assert.rejects(
        page.evaluate((hook) => window.insitu[hook](), hook),
        /What happened is not stored\. The browser does not let this page store anything/,
      );
    assert.deepEqual(faults, []);
  } finally {
    await context.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});

test("where the browser promises nothing, sessions are stored, and the list says what that means", async () => {
  const init = () => {
    navigator.storage.persisted = async () => false;
    navigator.storage.persist = async () => false;
  };
  const page = await openPage(browser, server.url, { init });
  await works(page);
  assert.match(
    await status(page),
    /1 session, .* The browser may delete them when it runs out of space\./,
  );
  await page.reload();
  await page.locator(id("turn")).first().waitFor();
  assert.deepEqual(page.faults, []);
  await page.context().close();
});

test("a session of a newer version of the page is named and left as it is, and a new one can be begun", async () => {
  const page = await openPage(browser, server.url);
  const rest = JSON.stringify({
    v: 999,
    seq: 1,
    after: 0,
    ms: 1_764_000_000_000,
    body: { kind: "created", id: "newer", form: "unknown" },
  }).slice(1);
  const record = `{"crc":"${crc32(rest).toString(16).padStart(8, "0")}",${rest}\n`;
  await page.evaluate(async (record) => {
    const { value: storage } = /** @type {any} */ (
      await (await insituPage.storage()).openStorage()
    );
    await storage.sessions.create({ id: "newer", title: "From tomorrow" });
    const { writer, close } = (await storage.open("newer")).value;
    await writer.append(1, record);
    await writer.flush();
    await close();
    localStorage.setItem("insitu-session", "stored");
    sessionStorage.setItem("insitu-session", "newer");
  }, record);
  await page.reload();
  await page
    .locator(id("notice"))
    .filter({ hasText: "saved by a newer version of this page" })
    .filter({ hasText: "A new one begins in the list" })
    .waitFor();
  await ready(page);
  await works(page);
  const stored = () =>
    page.evaluate(async () => {
      const { value: storage } = /** @type {any} */ (
        await (await insituPage.storage()).openStorage()
      );
      return (await storage.read("newer")).value.records;
    });
  assert.deepEqual(await stored(), [{ seq: 1, text: record }], "it is as it was");
  assert.match(
    await status(page),
    /This page stores nothing at present\. This session cannot be opened/,
  );
  await page.locator(id("sessions-open")).click();
  await page.locator(id("session")).filter({ hasText: "From tomorrow" }).waitFor();
  await page.locator(id("new-session")).click();
  await page.locator(id("sessions")).waitFor({ state: "detached" });
  await page.locator(id("turn")).first().waitFor({ state: "detached" });
  await ready(page);
  await works(page);
  assert.match(await status(page), /2 sessions/);
  await page.reload();
  await page.locator(id("turn")).first().waitFor();
  assert.deepEqual(await stored(), [{ seq: 1, text: record }], "it is still as it was");
  await page.context().close();
});
