// A session and the space that the browser has for it: files that code wrote come back after a
// reload; if space ends, the oldest outputs go first and are named; and without any room, what
// happens stays in the tab until there is some.

import { after, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { settled } from "../support/done.mjs";
import { keptJourney } from "../support/kept.mjs";
import { startServer } from "../support/server.mjs";
import { python } from "../support/upstream.mjs";
import { ask, id } from "../support/user.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => kept.closeAll());

/**
 * Opens the page at an origin of its own that may store only so much: what a visit stores (the page
 * itself and the runtime apart), these bytes of something else, and what is left. @param {number}
 * left
 * @param {number} [other]
 */
async function openWith(left, other = 0) {
  const limited = await startServer({ model: upstream.model });
  after(() => limited.stop());
  const first = await kept.openReady(limited.url);
  const used = await storing(first, other);
  await first.close();
  // The browser reads the limit when an origin opens its database.
  await kept.limit(limited.url, used + left);
  return kept.openReady(limited.url);
}

/** Code that writes a file of so many random bytes. @param {string} name @param {number} bytes */
const writing = (name, bytes) =>
  python(
    `import os\nwith open('/out/${name}', 'wb') as file:\n    file.write(os.urandom(${bytes}))\nprint('wrote')`,
  );

/**
 * Saves a file that the last turn shows, and returns its bytes.
 *
 * @param {import("playwright-core").Page} page
 * @param {RegExp} name
 */
async function saved(page, name) {
  const link = page.locator(id("turn")).last().getByRole("button", { name }).first();
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  return readFile(await download.path());
}

/**
 * Stores something else in the page's origin, and resolves with the bytes that the origin uses once
 * the page has stored what happened.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} bytes
 */
const storing = (page, bytes) =>
  page.evaluate(async (bytes) => {
    const database = await new Promise((resolve, reject) => {
      const request = indexedDB.open("something else", 1);
      request.onupgradeneeded = () => request.result.createObjectStore("bytes");
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const content = new Uint8Array(bytes);
    for (let from = 0; from < bytes; from += 65_536)
      crypto.getRandomValues(content.subarray(from, from + 65_536));
    const transaction = database.transaction("bytes", "readwrite");
    transaction.objectStore("bytes").put(new Blob([content]), 0);
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    database.close();
    await window.insitu.idle();
    return (await navigator.storage.estimate()).usage ?? 0;
  }, bytes);

test("a file that code wrote is there after a reload", async () => {
  const page = await kept.openReady();
  upstream.script(
    { calls: [python("open('/out/total.csv', 'w').write('total\\n46.5\\n')\nprint('done')")] },
    { text: "Written." },
  );
  await ask(page, "Write the total to a file");
  await settled(page);
  await page.reload();
  assert.equal((await saved(page, /^Save.*total\.csv/)).toString(), "total\n46.5\n");
});

test("with the storage full, the oldest outputs go and are named, in the page and at their steps; the newest stay", async () => {
  const page = await openWith(9_000_000);
  for (const name of ["part1\\u202enib.bin", "part2.bin", "part3.bin"]) {
    upstream.script({ calls: [writing(name, 4_000_000)] }, { text: `${name} is written.` });
    await ask(page, `Write ${name}`);
  }
  const notice = page
    .locator(id("notice"))
    .filter({ hasText: "The oldest outputs were dropped to make room" })
    .first();
  await notice.waitFor();
  assert.match((await notice.textContent()) ?? "", /part1⟨U\+202E⟩nib\.bin/);
  await settled(page);
  await page.reload();
  const dropped = page.locator(id("dropped"));
  await dropped.first().waitFor({ state: "attached" });
  assert.match(
    (await dropped.first().textContent()) ?? "",
    /Not stored any more: \/out\/part1⟨U\+202E⟩nib\.bin/,
  );
  assert.equal((await saved(page, /^Save.*part3\.bin/)).length, 4_000_000);
});

test("without any room, what happens stays in the tab, and is stored once there is some", async () => {
  const page = await openWith(30_000, 8_000_000);
  for (let at = 0; at < 2; at += 1) {
    upstream.script({ text: "An answer that says much. ".repeat(1200) });
    await ask(page, `Question ${at}`);
  }
  const notice = page.locator(id("notice"));
  await notice.filter({ hasText: "in this tab only" }).first().waitFor();
  assert.equal(await page.locator(id("turn")).count(), 2);
  await page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase("something else");
        request.onsuccess = () => resolve(undefined);
        request.onerror = () => reject(request.error);
      }),
  );
  await notice.filter({ hasText: "There is space again" }).first().waitFor({ timeout: 60_000 });
  await page.reload();
  await page.waitForFunction(
    (selector) => document.querySelectorAll(selector).length === 2,
    id("turn"),
  );
  assert.match(
    (await page.locator(id("turn")).last().textContent()) ?? "",
    /Question 1[^]*An answer that says much/,
  );
});
