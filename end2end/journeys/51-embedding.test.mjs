// Insitu within the page of another site, which is the example of docs/embedding.md: files are
// handed in and turns handed out, the ledger has what was, nothing is handed out once the session
// has the user's own file, and a site that is not listed gets nothing.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startBrowser } from "../support/browser.mjs";
import { startEmbedded, startSite } from "../support/embedding_site.mjs";
import { exportSite, startStaticHost } from "../support/static_host.mjs";
import { id } from "../support/user.mjs";

const sites = [await startSite(), await startSite({ isolated: true }), await startSite()];
const [site, isolated, unlisted] = sites;
const server = await startEmbedded([site, isolated]);
const { url } = server;
unlisted.embed(url);
const browser = await startBrowser({ compileLess: true, windows: true });

after(async () => {
  await browser.close();
  await server.stop();
  for (const one of sites) await one.stop();
});

/** @param {string} address */
async function open(address) {
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}
/** @param {import("playwright-core").Page} page */
const frame = (page) => page.frameLocator("insitu-analyst iframe");
/** @param {import("playwright-core").Page} page @param {RegExp | string} text */
const says = (page, text) =>
  page.locator("#state").filter({ hasText: text }).waitFor({ timeout: 90_000 });

/**
 * Asks a question, and meanwhile whether closing the tab loses anything: returns in which order
 * both were answered, and how.
 *
 * @param {import("playwright-core").Page} page
 */
const asksWhetherDone = (page) =>
  page.evaluate(async () => {
    const analyst = /** @type {import("../../web/embedding/element.ts").InsituAnalyst} */ (
      document.querySelector("insitu-analyst")
    );
    /** @type {string[]} */
    const order = [];
    const said = (/** @type {Promise<void>} */ call) =>
      call.then(
        () => "yes",
        (error) => error.message,
      );
    await Promise.all([
      analyst.ask("total amount by item").then(() => order.push("the answer")),
      said(analyst.idle()).then((how) => order.push(how)),
    ]);
    return [...order, await said(analyst.settled())];
  });

/** @type {import("playwright-core").Page} */
let page;
before(async () => {
  page = await open(site.origin);
  await says(page, "The analyst has orders.csv");
});

test("a file is handed in, a question asked, and the turn handed out, which the ledger has word for word", async () => {
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page
    .locator("#turns li")
    .filter({ hasText: /total amount by item – [^]*80/ })
    .waitFor();
  await frame(page).locator(id("turn")).filter({ hasText: "total amount by item" }).waitFor();
  const notice = frame(page)
    .locator(id("notice"))
    .filter({ hasText: `part of ${site.origin}` });
  await notice.waitFor();
  assert.equal(await notice.evaluate((element) => element.classList.contains("is-problem")), false);
  for (const [opener, menu] of [
    ["model-menu", "model-menu"],
    ["privacy-open", "privacy"],
  ]) {
    await frame(page).locator(id(opener)).click();
    const said = frame(page).locator(`#${menu}`).locator(id("handed-out"));
    await said.filter({ hasText: `${site.origin}, the page around this one, receives` }).waitFor();
    await page.keyboard.press("Escape");
  }
  await frame(page).locator(id("privacy-open")).filter({ hasText: "1 request sent" }).click();
  await frame(page)
    .locator(".ledger-to")
    .filter({ hasText: `the page around this one, ${site.origin}` })
    .click();
  const body = JSON.parse(await frame(page).locator(".ledger-body").innerText());
  const received = await page.evaluate(
    () => /** @type {any} */ (document.querySelector("#turns li")).textContent,
  );
  assert.equal(received, `${body.question} – ${body.answer}`);
  assert.ok(body.steps[0].outcome, "with the outcome of its code");
  await page.keyboard.press("Escape");
});

test("a frame that loads again by itself gets the site's file again, and is asked as before", async () => {
  const inside = /** @type {import("playwright-core").Frame} */ (
    page.frames().find((one) => one.url().startsWith(url) && one.parentFrame() === page.mainFrame())
  );
  await inside.evaluate(() => {
    Reflect.set(window, "isBefore", true);
    setTimeout(() => location.reload());
  });
  await inside.waitForFunction(
    () => !Reflect.has(window, "isBefore") && window.insitu !== undefined,
  );
  await frame(page)
    .locator(id("file"))
    .filter({ hasText: "orders.csv" })
    .locator(id("file-profile"))
    .waitFor({ timeout: 90_000 });
  const turns = await page.locator("#turns li").count();
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page
    .locator("#turns li")
    .nth(turns)
    .filter({ hasText: /total amount by item – [^]*80/ })
    .waitFor();
});

test("a question that the user types in the frame is handed out too", async () => {
  const composer = frame(page).locator(id("composer"));
  await composer.fill("how many rows");
  await composer.press("Enter");
  await page
    .locator("#turns li")
    .filter({ hasText: /how many rows – [^]*3/ })
    .waitFor();
});

test("the site reaches nothing of the frame but that, and the frame nothing of the site", async () => {
  const reached = await page.evaluate(() => {
    const frame = /** @type {HTMLIFrameElement} */ (
      document.querySelector("insitu-analyst")?.shadowRoot?.querySelector("iframe")
    );
    const look = (/** @type {() => unknown} */ act) => {
      try {
        return String(act());
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
    };
    return [
      () => frame.contentDocument,
      () => Reflect.get(/** @type {Window} */ (frame.contentWindow), "insitu"),
      () => frame.contentWindow?.frames[0].location.href,
    ].map(look);
  });
  assert.deepEqual(reached, ["null", "SecurityError", "SecurityError"]);
  const inside = /** @type {import("playwright-core").Frame} */ (
    page.frames().find((one) => one.url().startsWith(url) && one.parentFrame() === page.mainFrame())
  );
  assert.match(
    String(await inside.evaluate(() => window.top?.document.title).catch(String)),
    /SecurityError|Blocked a frame/,
  );
  assert.match(
    String(
      await inside
        .evaluate(() => {
          /** @type {Window} */ (window.top).location.href = "https://elsewhere.example/";
          return "it left";
        })
        .catch(String),
    ),
    /SecurityError|Unsafe|not allowed|sandboxed/,
  );
});

test("once the user adds a file of their own, the site receives nothing any more", async () => {
  const turns = await page.locator("#turns li").count();
  await frame(page)
    .locator(".pick input")
    .first()
    .setInputFiles({
      name: "salary.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,pay\nAnn,5000\n"),
    });
  await says(page, /salary\.csv is not from/);
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await frame(page).locator(id("notice")).filter({ hasText: "salary.csv is not from" }).waitFor();
  const composer = frame(page).locator(id("composer"));
  await composer.fill("highest pay");
  await composer.press("Enter");
  await frame(page)
    .locator(id("turn"))
    .last()
    .filter({ hasText: /5,?000/ })
    .waitFor();
  assert.equal(await page.locator("#turns li").count(), turns);
  await frame(page).locator(id("privacy-open")).filter({ hasText: "2 requests sent" }).waitFor();
  assert.equal(await frame(page).locator(id("handed-out")).count(), 0);
});

test("after a reload the frame has the site's file and none of the user's files", async () => {
  await page.reload();
  await says(page, "The analyst has orders.csv");
  await page.getByRole("button", { name: "Ask", exact: true }).click();
  await page.locator("#turns li").filter({ hasText: "total amount by item" }).waitFor();
  assert.equal(await frame(page).locator(id("turn")).filter({ hasText: "highest pay" }).count(), 0);
});

test("a file that the user adds before the site is answered is the user's own too", async () => {
  const other = await open(site.origin);
  const inside = await (
    await other.waitForSelector("insitu-analyst iframe", { state: "attached" })
  ).contentFrame();
  await inside?.waitForFunction(() => window.insitu !== undefined);
  await frame(other)
    .locator(".pick input")
    .first()
    .setInputFiles({
      name: "salary.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("name,pay\nAnn,5000\n"),
    });
  await frame(other)
    .locator(id("notice"))
    .filter({ hasText: "salary.csv is not from" })
    .waitFor({ timeout: 90_000 });
  const refused = await other.evaluate(() =>
    /** @type {any} */ (document.querySelector("insitu-analyst")).ask("highest pay").then(
      () => "",
      (/** @type {Error} */ error) => error.message,
    ),
  );
  assert.match(refused, /salary\.csv is not from/);
  await other.close();
});

test("an element that a script makes is asked before it is in the page, and reports no error", async () => {
  const errors = await page.evaluate(async () => {
    document.querySelector("insitu-analyst")?.remove();
    /** @type {string[]} */
    const errors = [];
    const made = /** @type {any} */ (document.createElement("insitu-analyst"));
    made.addEventListener("insitu-error", (/** @type {CustomEvent} */ event) =>
      errors.push(event.detail),
    );
    const { ready } = made;
    document.body.append(made);
    await ready;
    return errors;
  });
  assert.deepEqual(errors, []);
  await page.close();
});

test("in a page that is cross-origin isolated the frame is too, and where it may store nothing, the site learns that closing the tab loses what happened", async () => {
  const other = await open(isolated.origin);
  await says(other, "The analyst has orders.csv");
  const inside = /** @type {import("playwright-core").Frame} */ (
    other
      .frames()
      .find((one) => one.url().startsWith(url) && one.parentFrame() === other.mainFrame())
  );
  assert.equal(await inside.evaluate(() => window.crossOriginIsolated), true);
  const lost =
    "What happened in the frame is not stored, and is lost with the tab. The frame says why.";
  assert.deepEqual(await asksWhetherDone(other), ["the answer", lost, lost]);
  await other.close();
});

test("an exported page is embedded in an isolated page too, also once its service worker answers", async () => {
  const around = await startSite({ isolated: true });
  const folder = await mkdtemp(path.join(tmpdir(), "insitu-embedded-export-"));
  const config = path.join(folder, "insitu.toml");
  await writeFile(config, `[server]\nembed_in = ["${around.origin}"]\n`);
  await exportSite(path.join(folder, "site"), config);
  const host = await startStaticHost(path.join(folder, "site"), { headers: true });
  // Another origin of the same site: the browser of a test lets other sites' frames have no service
  // worker.
  const url = host.url.replace("localhost", "127.0.0.1");
  around.embed(url.replace(/\/$/, ""));
  const other = await open(around.origin);
  try {
    const inside = () =>
      /** @type {import("playwright-core").Frame} */ (
        other.frames().find((one) => one.url() === url)
      );
    await says(other, "The analyst has orders.csv");
    assert.equal(await inside().evaluate(() => window.crossOriginIsolated), true);
    await inside().evaluate(async () => void (await navigator.serviceWorker.ready));
    // The browser lets this frame store, as it is of the same site.
    assert.deepEqual(await asksWhetherDone(other), ["the answer", "yes", "yes"]);
    await other.reload();
    await says(other, "The analyst has orders.csv");
    assert.deepEqual(
      await inside().evaluate(() => [
        window.crossOriginIsolated,
        navigator.serviceWorker.controller !== null,
      ]),
      [true, true],
    );
  } finally {
    await other.close();
    await host.stop();
    await around.stop();
    await rm(folder, { recursive: true });
  }
});

test("a site that is not listed is refused by the browser, and the element says why", async () => {
  const other = await open(unlisted.origin);
  await says(
    other,
    /did not answer\. It is not reached, or does not list http:\/\/127\.0\.0\.1:\d+ in `embed_in`/,
  );
  assert.equal(await other.locator("#turns li").count(), 0);
  await other.close();
});
