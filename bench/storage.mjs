// Measures what the storage for sessions costs the page: the main thread's time for each append,
// the time until it is stored, with relaxed and with strict durability, and the time and
// main-thread time to copy a large file into IndexedDB and into the origin private file system.
// Prints Markdown tables.
//
//   npx tsx bench/storage.mjs [--appends 2000] [--pause 5] [--megabytes 200]
//
// Times of the main thread are those of its tasks in a trace, between one append and the next.
// `--pause` is the time between appends, in milliseconds, so that each is a batch of its own, which
// is the dearest case; a burst appends all at once. Needs Chromium (CHROMIUM).

import { randomBytes } from "node:crypto";
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { newProfile, openBare, serveStorage } from "../end2end/support/storage.mjs";
import { mainThreadTasks } from "../end2end/support/main-thread.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { quantile, table } from "./support/statistics.mjs";

const { values: options } = parseArgs({
  options: {
    appends: { type: "string", default: "2000" },
    pause: { type: "string", default: "5" },
    megabytes: { type: "string", default: "200" },
  },
});
const [appends, pause, megabytes] = [options.appends, options.pause, options.megabytes].map(Number);

/**
 * The lengths of the records that are appended: an event, and a long output that is just not a
 * blob.
 */
const LENGTHS = [500, 20_000];

await benchmark(async () => {
  const server = await serveStorage();
  atEnd(server.stop);
  const profile = newProfile();
  atEnd(profile.remove);
  const { context } = await profile.start();
  atEnd(() => context.close());
  const browser = context.browser();
  if (!browser) throw new Error("the browser cannot be traced");
  const page = await openBare(context, server.url);
  await page.evaluate(async () => {
    globalThis.storage = value(await storageModule.openStorage());
  });

  const rows = [];
  for (const length of LENGTHS) {
    for (const burst of [false, true]) {
      const id = `${length}-${burst}`;
      /** @type {number[]} */
      let stored = [];
      const tasks = await mainThreadTasks(browser, page, async () => {
        stored = await page.evaluate(append, { id, length, appends, pause: burst ? 0 : pause });
      });
      const way = `${length.toLocaleString("en")} units, ${burst ? "in a burst" : `every ${pause} ms`}`;
      rows.push([
        way,
        ...(burst ? inBurst(tasks) : apart(tasks)),
        ms(quantile(stored, 0.5)),
        ms(quantile(stored, 0.99)),
      ]);
    }
  }
  console.log(
    table(
      ["records", "main thread, median", "99 %", "longest", "stored after, median", "99 %"],
      rows,
    ),
  );

  const strict = await page.evaluate(flushes, 200);
  console.log(
    `\nflush (strict): ${ms(quantile(strict, 0.5))} ms, 99 % ${ms(quantile(strict, 0.99))} ms, 200 times\n`,
  );

  // A file of the user's disk, as an input element has it.
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-copy-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const source = path.join(folder, "source.bin");
  for (let written = 0; written < megabytes; written += 1) appendFileSync(source, randomBytes(1e6));
  await page.evaluate(() =>
    document.body.append(Object.assign(document.createElement("input"), { type: "file" })),
  );
  await page.setInputFiles("input", source);
  const copies = [];
  for (const way of /** @type {const} */ ([
    "IndexedDB",
    "OPFS, one write",
    "OPFS, piece by piece",
  ])) {
    let took = 0;
    const tasks = await mainThreadTasks(browser, page, async () => {
      took = await page.evaluate(copy, way);
    });
    const durations = tasks.map(({ duration }) => duration);
    copies.push([
      way,
      took.toFixed(0),
      ms(durations.reduce((sum, one) => sum + one, 0)),
      ms(Math.max(...durations)),
    ]);
  }
  console.log(table([`copy of ${megabytes} MB`, "ms", "main thread", "longest task"], copies));
});

/** @param {number} value */
function ms(value) {
  return value.toFixed(2);
}

/**
 * Returns the quantiles of the main thread's time between one append and the next, and the longest.
 *
 * @param {import("../end2end/support/main-thread.mjs").Task[]} tasks
 */
function apart(tasks) {
  const marks = tasks.filter(({ mark }) => mark);
  // What follows the last one is the end of the session.
  const costs = marks.slice(0, -1).map(({ start }, index) => {
    const end = marks[index + 1].start;
    return tasks.reduce(
      (sum, task) => sum + (task.start >= start && task.start < end ? task.duration : 0),
      0,
    );
  });
  if (marks.length < appends)
    throw new Error(`the trace has ${marks.length} of ${appends} appends`);
  return [ms(quantile(costs, 0.5)), ms(quantile(costs, 0.99)), ms(Math.max(...costs))];
}

/**
 * Returns the main thread's time per append, which only the sum of all yields.
 *
 * @param {import("../end2end/support/main-thread.mjs").Task[]} tasks
 */
function inBurst(tasks) {
  return [ms(tasks.reduce((total, { duration }) => total + duration, 0) / appends), "–", "–"];
}

/**
 * Appends records, in the page, and returns after which time each was stored.
 *
 * @param {{ id: string, length: number, appends: number, pause: number }} how
 */
async function append({ id, length, appends, pause }) {
  value(await storage.sessions.create({ id, title: id }));
  const session = value(await storage.open(id));
  const writer = session.writer;
  if (!writer) throw new Error("another tab writes");
  const text = "x".repeat(length);
  /** @type {Promise<number>[]} */
  const stored = [];
  const one = async (/** @type {number} */ seq) => {
    performance.mark("append");
    const since = performance.now();
    value(await writer.append(seq, text));
    return performance.now() - since;
  };
  for (let seq = 0; seq < appends; seq += 1) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    stored.push(one(seq));
  }
  const times = await Promise.all(stored);
  value(await session.close());
  return times;
}

/** @param {number} count */
async function flushes(count) {
  value(await storage.sessions.create({ id: "strict", title: "strict" }));
  const writer = value(await storage.open("strict")).writer;
  const times = [];
  for (let seq = 0; seq < count; seq += 1) {
    await writer?.append(seq, "x".repeat(500));
    const since = performance.now();
    await writer?.flush();
    times.push(performance.now() - since);
  }
  return times;
}

/**
 * Copies a file, in the page, and returns how long that took.
 *
 * @param {"IndexedDB" | "OPFS, one write" | "OPFS, piece by piece"} way
 */
async function copy(way) {
  const root = await navigator.storage.getDirectory();
  const file = document.querySelector("input")?.files?.[0];
  if (!file) throw new Error("no file was chosen");
  const since = performance.now();
  if (way === "IndexedDB") {
    const request = indexedDB.open("copies", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("copies");
    await new Promise((resolve) => (request.onsuccess = resolve));
    const transaction = request.result.transaction("copies", "readwrite");
    transaction.objectStore("copies").put(file, 1);
    await new Promise((resolve, reject) =>
      Object.assign(transaction, { oncomplete: resolve, onabort: () => reject(transaction.error) }),
    );
    request.result.close();
  } else {
    const writable = await (await root.getFileHandle("copy", { create: true })).createWritable();
    if (way === "OPFS, one write") {
      await writable.write(file);
      await writable.close();
    } else {
      await file.stream().pipeTo(writable);
    }
  }
  return performance.now() - since;
}
