// What earlier versions have stored and exported: the page opens it, shows the old results and runs
// nothing; and where its code runs again and produces another number, the page says so, and whether
// the runtime has changed since. Of the versions before the newest one, the gate opens a different
// one with each commit: `crates/session/tests/fixtures` reads all of them.

import { test } from "node:test";
import assert from "node:assert/strict";
import { databaseOf, expectedOf, fileOf, FOLDERS } from "../fixtures/folders.mjs";
import { store, stored } from "../fixtures/stored.mjs";
import { changed } from "../fixtures/changed.mjs";
import { openPage, ready } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { shown } from "../support/kept.mjs";
import { sample } from "../support/sample.mjs";
import { drop, id, more, openSessions, profile, unfold } from "../support/user.mjs";

const { server, browser } = await journey({ boot: false });

const EVERYTHING = "Everything of a session";

/**
 * Opens the page in a browser that has this stored.
 *
 * @param {import("../fixtures/stored.mjs").Stored} database
 */
async function withStored(database) {
  const page = await openPage(browser, server.url, {
    boot: false,
    prepare: async (page) => {
      await page.goto(`${server.url}/healthz`);
      await page.evaluate(store, /** @type {any} */ (database));
    },
  });
  await page.locator(id("turn")).first().waitFor();
  return page;
}

/** Returns the words and numbers of a text, without the marks of Markdown. @param {string} text */
const words = (text) => (text.match(/\p{L}+|\d+(\.\d+)?/gu) ?? []).join(" ");

/** Shows a session. @param {import("playwright-core").Page} page @param {string} title */
async function open(page, title) {
  await openSessions(page);
  await page.locator(id("session")).filter({ hasText: title }).locator(".sessions-name").click();
  await page.locator(id("sessions")).waitFor({ state: "detached" });
}

/**
 * Returns the kinds of the records that the page has added to what was stored.
 *
 * @param {import("playwright-core").Page} page
 * @param {import("../fixtures/stored.mjs").Stored} before
 */
async function added(page, before) {
  await page.evaluate(() => window.insitu.sessions.list());
  const { stores } = await page.evaluate(stored);
  const known = new Set(before.stores.records.rows.map(({ key }) => String(key)));
  const fresh = stores.records.rows.filter(({ key }) => !known.has(String(key)));
  return new Set(fresh.map(({ value }) => JSON.parse(value.text).body.kind));
}

/**
 * Says what Python has run: an execution counts, whichever part of the page asked for it.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 */
async function isKnown(page, name) {
  await ready(page);
  const { error } = await page.evaluate((name) => window.insitu.run(name, { silent: true }), name);
  return error?.name !== "NameError";
}

/** Returns the id of the session that is shown. @param {import("playwright-core").Page} page */
const shownId = (page) =>
  page.evaluate(async () => (await window.insitu.sessions.list()).find(({ shown }) => shown)?.id);

const NEWEST = /** @type {string} */ (FOLDERS.at(-1));
const EARLIER = FOLDERS.slice(0, -1);

for (const folder of [...sample(EARLIER, EARLIER.length), NEWEST]) {
  /** @type {import("playwright-core").Page} */
  let page;

  test(`sessions of ${folder} show their old results, and nothing runs`, async () => {
    const database = databaseOf(folder);
    page = await withStored(database);
    for (const [title, { turns }] of Object.entries(expectedOf(folder))) {
      await open(page, title);
      const expected = turns.filter(({ shown }) => shown);
      await page
        .locator(id("turn"))
        .nth(expected.length - 1)
        .waitFor();
      const old = expected.map(({ question, answer, steps }) => ({
        question,
        answer: words(answer),
        steps: steps.length,
      }));
      // What the page says of numbers without support follows the answer, and of doubtful ones
      // their number.
      const found = (await shown(page)).map(({ question, answer, steps }, at) => ({
        question,
        answer: words(answer.replaceAll("(with a doubt)", "")).slice(0, old[at].answer.length),
        steps,
      }));
      assert.deepEqual(found, old, title);
    }
    await open(page, EVERYTHING);
    await page.locator(id("turn")).nth(6).waitFor();
    const turn = (/** @type {number} */ at) => page.locator(id("turn")).nth(at);
    await turn(0).locator(".highlights").getByText("50.25").first().waitFor();
    await turn(1)
      .locator(`.highlights ${id("figure")}`)
      .first()
      .waitFor();
    await unfold(page.locator("main"));
    await turn(0).locator(id("stdout")).filter({ hasText: "most: South 50.25" }).waitFor();
    await turn(2).locator(id("error")).filter({ hasText: "'profit'" }).waitFor();
    await turn(3).locator(id("stdout")).filter({ hasText: "81.0" }).waitFor();
    await turn(5).locator(id("stale-answer")).waitFor();
    await more(page, "console");
    await page.locator(id("console-entry")).filter({ hasText: "ZeroDivisionError" }).waitFor();
    assert.equal(
      await page
        .locator(`${id("differs")}, ${id("result-differs")}, ${id("console-differs")}`)
        .count(),
      0,
    );
    assert.equal(await isKnown(page, "totals"), false);
    const kinds = await added(page, database);
    // A turn during which the page was closed is ended; what a kernel has lost is noted, and how it
    // reads the files if an earlier one read them otherwise.
    assert.deepEqual(
      [...kinds].filter(
        (kind) => !["kernel-started", "turn-ended", "file-profiled"].includes(kind),
      ),
      [],
    );
  });

  test(`a session file of ${folder} opens with its data, shows the old results and runs nothing`, async () => {
    const before = await shownId(page);
    await drop(page, [
      { name: "handed-on.insitu", content: fileOf(folder, "session-with-data.insitu") },
    ]);
    await page.waitForFunction(
      async (before) =>
        (await window.insitu.sessions.list()).some(({ id, shown }) => shown && id !== before),
      before,
    );
    await page.locator(id("turn")).nth(6).waitFor();
    await page
      .locator(id("turn"))
      .nth(0)
      .locator(".highlights")
      .getByText("50.25")
      .first()
      .waitFor();
    await page
      .locator(id("turn"))
      .nth(1)
      .locator(`.highlights ${id("figure")}`)
      .first()
      .waitFor();
    await profile(page, "sales.csv");
    assert.equal(await isKnown(page, "totals"), false);
    await page.context().close();
  });
}

test("where the code runs again and a stored number was another one, the page says so beside it, and what the runtimes say", async () => {
  const page = await withStored(changed(databaseOf(NEWEST), EVERYTHING, await manifest()));
  await open(page, EVERYTHING);
  const turn = (/** @type {number} */ at) => page.locator(id("turn")).nth(at);
  await turn(6).waitFor();
  await profile(page, "sales.csv");
  await ready(page);
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await page
    .locator(id("rerun"))
    .filter({ hasText: "has run again" })
    .waitFor({ timeout: 120_000 });

  // Another runtime, by its versions: what was printed in the step, the table beside the answer,
  // and in the console.
  const version = await page.evaluate(
    async () =>
      (await window.insituPage.runtime.manifest()).packages.find(({ name }) => name === "numpy")
        ?.version,
  );
  // Packages that came after the fixture was made follow.
  const since = `The runtime has changed since: numpy 1.0.0 before, ${version} now`;
  const said = (/** @type {import("playwright-core").Locator} */ note) =>
    note.innerText().then((text) =>
      text
        .split(/\n+/)
        .filter(Boolean)
        .map((line) => (line.startsWith(since) ? since : line)),
    );
  await turn(0).locator(id("differs")).waitFor();
  assert.deepEqual(await said(turn(0).locator(id("differs"))), [
    "When this ran again, it was different:",
    "what it printed differs: “most: South 49.75” before, “most: South 50.25” now",
    "result 1: the table differs in row 2, “sum”: 49.75 before, 50.25 now",
    since,
  ]);
  assert.deepEqual(await said(turn(0).locator(`.highlights ${id("result-differs")}`)), [
    "When this ran again, it was different:",
    "the table differs in row 2, “sum”: 49.75 before, 50.25 now",
    since,
  ]);
  // The stored result is still what is shown.
  await unfold(turn(0));
  await turn(0).locator(id("stdout")).filter({ hasText: "most: South 49.75" }).waitFor();
  await more(page, "console");
  assert.deepEqual(await said(page.locator(id("console-differs"))), [
    "When this ran again, it was different:",
    "result 1: its text differs: “14” before, “15” now",
    since,
  ]);
  // A log of an earlier version has no runtime; and a difference in this one.
  assert.match(
    await turn(3).locator(id("differs")).innerText(),
    /“80.0” before, “81.0” now[^]*This was made with an earlier version of Insitu/,
  );
  assert.match(
    await turn(5).locator(id("differs")).innerText(),
    /“7” before, “6” now[^]*The runtime is the same/,
  );
  assert.equal(await page.locator(id("differs")).count(), 3);
  // It is stored: after a reload it is said again.
  await page.evaluate(() => window.insitu.sessions.list());
  await page.reload();
  await turn(0).locator(id("differs")).filter({ hasText: since }).waitFor();
  await page.context().close();
});

/** Returns the hash in the name of this build's manifest. */
async function manifest() {
  const document = await (await fetch(server.url)).text();
  return (
    /insitu:manifest" content="[^"]*\.([0-9a-f]+)\.json"/.exec(document)?.[1] ??
    assert.fail("the document names no manifest")
  );
}
