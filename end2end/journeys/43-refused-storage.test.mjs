// The page where the browser stores nothing, or promises nothing: everything works, the page says
// what is not stored, and the list of sessions opens.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "../support/playwright.mjs";
import { launchOptions, openPage, ready, startBrowser } from "../support/browser.mjs";
import { startServer } from "../support/server.mjs";
import { ask, drop, id, openSessions, profile } from "../support/user.mjs";

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
  await openSessions(page);
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
