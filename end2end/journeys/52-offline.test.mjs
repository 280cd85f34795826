// The page of a server that cannot be reached: what the browser has stored takes its place, with
// the same sealed frames, and is never mixed with another version. If users sign in nothing is
// stored.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { addFile, openPage, ready, run, startBrowser, until, within } from "../support/browser.mjs";
import { now, untilEvent } from "../support/done.mjs";
import { startFront } from "../support/front.mjs";
import { site, startServer } from "../support/server.mjs";
import { untilStored } from "../support/stored.mjs";
import { ask, id } from "../support/user.mjs";

/**
 * What the self-test leaves unproven in Chromium, as on a static host: a document inside another
 * does not get the header `Connection-Allowlist`.
 */
const UNPROVEN = ["link: dns-prefetch", "link: preconnect"];
const TOKEN = "a token of 16 letters";

/** @typedef {import("../support/browser.mjs").RecordedPage} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../support/server.mjs").Server} */
let server;
/** @type {Awaited<ReturnType<typeof startFront>>} */
let front;
/**
 * The page, which is stored once. Each test but the last leaves it as the server's.
 *
 * @type {Page}
 */
let page;

before(async () => {
  [browser, server] = await Promise.all([
    startBrowser({ compileLess: true, windows: true }),
    startServer(),
  ]);
  front = await startFront(server.url);
  page = await openPage(browser, front.url, { background: true });
});
after(async () => {
  await browser?.close();
  await front?.stop();
  await server?.stop();
});

/** Returns whether the page is the stored one. @param {Page} page */
const isStored = async (page) => (await page.locator('meta[name="insitu:offline"]').count()) === 1;

/**
 * Has the browser look for a new version; returns what it has found, and what to know of it.
 *
 * @param {import("playwright-core").Page} page
 */
async function update(page) {
  const looking = page.evaluate(() => window.insitu.offline.update());
  const { found, why } = await within(180_000, "the update", looking);
  return [found, why];
}

/** Returns the names of the caches. @param {Page} page */
const versions = (page) => page.evaluate(() => caches.keys());

test("without its server the page starts, with the session and Python, says so, and the server's page comes back", {
  timeout: 300_000,
}, async () => {
  assert.equal((await run(page, "import sympy; sympy.__name__")).status, "ok");
  await page.locator(id("sample-sales")).click();
  await (await ask(page, "monthly revenue as a chart")).locator(id("answer")).waitFor();
  await untilStored(page);
  const { installabilityErrors } = await (await page.context().newCDPSession(page)).send(
    "Page.getInstallabilityErrors",
  );
  assert.deepEqual(
    installabilityErrors.map(({ errorId }) => errorId),
    ["in-incognito"],
    "it could be installed, but the driver's windows are private ones",
  );
  const files = front.asked.filter((request) => /^GET \/pkg\/.+\.[0-9a-f]{12}\./.test(request));
  assert.ok(files.length > 10, `${files.length}`);
  assert.deepEqual(
    files.filter((request, at) => files.indexOf(request) !== at),
    [],
    "no file is fetched twice",
  );

  await page.reload();
  await ready(page);
  assert.equal(await isStored(page), false, "the server's page is shown where there is one");
  assert.deepEqual(page.faults, []);
  const open = (await page.evaluate(() => window.insitu.selfTest())).filter(
    ({ fate }) => fate !== "refused",
  );
  neverBreached(() => assert.deepEqual(open, []));

  await front.down();
  await page.reload();
  await ready(page);
  assert.equal(await isStored(page), true);
  assert.equal(await page.evaluate(() => crossOriginIsolated), true);
  const sealed = page
    .frames()
    .find((frame) => frame.parentFrame()?.url().includes("/kernel/frame."));
  assert.deepEqual(await sealed?.evaluate(() => [self.origin, self.crossOriginIsolated]), [
    "null",
    true,
  ]);
  await page.locator(id("turn")).filter({ hasText: "monthly revenue as a chart" }).waitFor();
  assert.equal(
    (await run(page, "import sympy; str(sympy.Integer(6) * 7)")).results[0]?.text,
    "'42'",
  );
  await addFile(page, "t.csv", "city,amount\nOslo,3\nRome,4\n");
  assert.match(await (await ask(page, "total amount")).locator(id("answer")).innerText(), /\b7\b/);

  const left = (await page.evaluate(() => window.insitu.selfTest())).filter(
    ({ fate }) => fate !== "refused",
  );
  neverBreached(() =>
    assert.deepEqual(
      left.map(({ fate, name }) => [fate, name]),
      UNPROVEN.map((name) => ["unproven", name]),
    ),
  );
  assert.equal(
    await page.evaluate(() => {
      const { trustedTypes } =
        /** @type {{ trustedTypes: { createPolicy(name: string, rules: object): unknown } }} */ (
          /** @type {unknown} */ (window)
        );
      try {
        trustedTypes.createPolicy("insitu-service-worker", {
          createScriptURL: (/** @type {string} */ text) => text,
        });
        return "made";
      } catch (error) {
        return /** @type {Error} */ (error).name;
      }
    }),
    "TypeError",
  );

  const notice = page.locator(id("server-absent"));
  assert.match(await notice.innerText(), /The server cannot be reached/);
  const load = notice.locator("button.is-main");
  await load.click();
  await notice.filter({ hasText: "still cannot be reached" }).waitFor();
  assert.equal((await run(page, "6 * 7")).results[0]?.text, "42", "nothing was loaded");
  await page.context().setOffline(true);
  await page.waitForFunction(() =>
    document.querySelector('[data-testid="server-absent"] button.is-main')?.matches(":disabled"),
  );
  await page.context().setOffline(false);
  await front.up();
  await Promise.all([page.waitForEvent("load"), load.click()]);
  await ready(page);
  assert.equal(await isStored(page), false);
  assert.equal(await notice.count(), 0);
  for (const asked of ["monthly revenue as a chart", "total amount"])
    await page.locator(id("turn")).filter({ hasText: asked }).waitFor();
});

test("a server that takes the request and says nothing counts as one that cannot be reached", {
  timeout: 180_000,
}, async () => {
  await untilStored(page);
  front.beSilent(true);
  await page.reload({ timeout: 60_000 });
  assert.equal(await isStored(page), true);
  const absent = page.locator(id("server-absent"));
  await absent.waitFor();
  await ready(page);
  assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
  const load = absent.getByRole("button", { name: "Load the server's page" });
  await load.click();
  await absent.filter({ hasText: "Asking the server" }).waitFor();
  assert.equal(await load.isDisabled(), true);
  await absent.filter({ hasText: "still cannot be reached" }).waitFor({ timeout: 60_000 });
  front.beSilent(false);
  await Promise.all([page.waitForEvent("load"), load.click()]);
  assert.equal(await isStored(page), false);
  await page.waitForFunction(() => window.insitu !== undefined);
});

test("an answer of the server, an error or a way to a sign-in too, is never replaced", async () => {
  await untilStored(page);
  const made = () =>
    page.evaluate(() => {
      const { trustedTypes } =
        /** @type {{ trustedTypes: { createPolicy(name: string, rules: object): unknown } }} */ (
          /** @type {unknown} */ (window)
        );
      return trustedTypes.createPolicy("insitu-service-worker", {
        createScriptURL: (/** @type {string} */ text) => text,
      });
    });
  await assert.rejects(made(), /TypeError/, "the one name is used up");
  front.answer(502, "<p>Bad gateway</p>");
  await page.goto(front.url);
  assert.equal(await page.locator("body").innerText(), "Bad gateway");
  const elsewhere = await startFront(server.url);
  elsewhere.answer(200, "<p>Who are you?</p>");
  front.answer(302, "", { location: `${elsewhere.url}/sign-in` });
  await page.goto(front.url);
  assert.equal(await page.locator("body").innerText(), "Who are you?");
  await elsewhere.stop();
  front.passTo(server.url);
  await page.goto(front.url);
  await page.waitForFunction(() => window.insitu !== undefined);
});

/**
 * Returns the endings of a file's forms: its own, and the compressed ones that the build has made.
 *
 * @param {string} file
 */
async function formsOf(file) {
  const name = path.basename(file);
  const listed = await readdir(path.dirname(file));
  return ["", ".br", ".gz"].filter((form) => listed.includes(name + form));
}

/**
 * Makes the site of a next version: the same files, but for an editor under another name, and a
 * first script that says which version it is.
 *
 * @param {string} folder
 */
async function makeNext(folder) {
  const copied = ["pkg", "samples", "static_host"];
  for (const name of await readdir(site))
    if (!copied.includes(name)) await symlink(path.join(site, name), path.join(folder, name));
  for (const name of copied) {
    await mkdir(path.join(folder, name));
    for (const file of await readdir(path.join(site, name)))
      await symlink(path.join(site, name, file), path.join(folder, name, file));
  }
  const first = await readFile(path.join(site, "static_host/first.js"), "utf8");
  await rm(path.join(folder, "static_host/first.js"));
  await writeFile(path.join(folder, "static_host/first.js"), `globalThis.isNext = true;\n${first}`);
  const assets = await readFile(path.join(site, "assets.json"), "utf8");
  const [, editor] = /** @type {RegExpExecArray} */ (
    /"\/(pkg\/editor\.[0-9a-f]{12}\.js)"/.exec(assets)
  );
  for (const form of await formsOf(path.join(folder, editor)))
    await rename(
      path.join(folder, editor + form),
      path.join(folder, `pkg/editor.0123456789ab.js${form}`),
    );
  await rm(path.join(folder, "assets.json"));
  await writeFile(
    path.join(folder, "assets.json"),
    assets.replaceAll(editor, "pkg/editor.0123456789ab.js"),
  );
  return editor;
}

test("a new version is stored as a whole or not at all, and a tab of the old one finds its files", {
  timeout: 300_000,
}, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "insitu-next-"));
  const editor = await makeNext(folder);
  /** @type {import("../support/server.mjs").Server | undefined} */
  let next;
  const loads = () => page.evaluate(async () => typeof (await globalThis.insituPage.editor()));
  const isNext = () => page.evaluate(() => "isNext" in globalThis);
  try {
    await untilStored(page);
    const [first, ...others] = await versions(page);
    assert.deepEqual(others, []);

    // Its list is made, and then a file is another one: as where a site is replaced file by file.
    next = await startServer({ env: { INSITU_SITE: folder } });
    assert.equal((await fetch(`${next.url}/service-worker.js`)).status, 200);
    const sample = path.join(folder, "samples/sales.csv");
    const sales = await readFile(sample);
    for (const form of await formsOf(sample)) await rm(sample + form);
    await writeFile(sample, "region,amount\nNorth,1\n");
    front.asked.length = 0;
    front.passTo(next.url);
    assert.equal((await update(page))[0], "refused");
    assert.ok(front.asked.includes("GET /samples/sales.csv"));
    assert.deepEqual(await versions(page), [first]);
    await front.down();
    await page.reload();
    await ready(page);
    assert.deepEqual([await isStored(page), await isNext()], [true, false]);

    await writeFile(sample, sales);
    await front.up();
    const since = await now(page);
    // Chromium starts no new worker for the tab that has the stored page; a tab that has the
    // server's finds it.
    const other = await page.context().newPage();
    await other.goto(front.url);
    await other.waitForFunction(() => window.insitu !== undefined);
    assert.deepEqual(await update(other), ["newer", null]);
    await untilEvent(page, since, "offline", { state: "controlling" });
    await other.close();
    const [kept, second] = await versions(page);
    assert.equal(kept, first);
    assert.notEqual(second, first);
    assert.equal((await fetch(`${next.url}/${editor}`)).status, 404);
    assert.equal(await isNext(), false, "nothing is loaded by force");
    assert.equal(await loads(), "object", "the tab of the old version finds its files");

    await front.down();
    await page.reload();
    await ready(page);
    assert.deepEqual([await isStored(page), await isNext()], [true, true]);
    assert.equal(await loads(), "object");
    assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
    await front.up();
  } finally {
    await next?.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

test("where users sign in nothing is stored, and what was stored before is removed", {
  timeout: 180_000,
}, async () => {
  const closed = await startServer({ env: { INSITU_TOKEN: TOKEN } });
  try {
    assert.notDeepEqual(await versions(page), []);
    front.passTo(closed.url);
    await page.goto(front.url);
    await page.locator("input[type=password]").fill(TOKEN);
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => window.insitu !== undefined);
    await ready(page);
    const registrations = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    // The browser looks for a new version with each visit, which here removes what is stored. It
    // waits until no request has passed the service worker for a second, and so is asked to.
    await page.evaluate(async () => {
      for (const registration of await navigator.serviceWorker.getRegistrations())
        await registration.update().catch(() => {});
    });
    const isRemoved = async () =>
      (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length ===
      0;
    await until(page, "the removal", isRemoved, undefined);
    const { supported, why } = await page.evaluate(() => window.insitu.offline.status());
    assert.equal(supported, false, "the page has nothing that registers one");
    assert.match(String(why), /does not keep this page/);
    assert.deepEqual([await registrations(), await versions(page)], [0, []]);
    assert.equal((await fetch(`${closed.url}/offline.html`)).status, 404);
    await front.down();
    await assert.rejects(page.reload(), /ERR_CONNECTION_REFUSED/);
  } finally {
    await closed.stop();
  }
});
