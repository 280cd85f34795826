// Measures what a user waits for on a first visit over a slow line: from the drop of a file until
// its first rows, its profile and its table as Python reads it are shown; and until a question that
// is asked as soon as there are rows is answered without a model. Prints a Markdown table of medians
// (and min..max), progress goes to stderr.
//
//   npx tsx bench/first_visit.mjs [--rounds 5] [--network 20] [--file FILE]
//     [--sites NAME=FOLDER,NAME=FOLDER]
//
// --network is in Mbit/s, with a latency of 40 ms. The file is the larger sample, unless another one
// is named. --sites compares several builds of the page in one interleaved run; otherwise
// INSITU_SITE is measured. Needs what the journeys need (CHROMIUM, INSITU_BINARY).
//
// Each visit is a new browser with an empty profile: one without a question, one with it. The file
// is dropped as soon as the page responds. Times are those of the first frame in which something is
// there.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";

import { within } from "../end2end/support/browser.mjs";
import { site, startServer } from "../end2end/support/server.mjs";
import { openBrowser } from "./support/browser.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { startRelay } from "./support/relay.mjs";
import { spread, table } from "./support/statistics.mjs";

/** The time limit of one visit, in milliseconds. */
const LIMIT = 180_000;
const QUESTION = "Revenue by region?";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    network: { type: "string", default: "20" },
    file: { type: "string", default: path.join(site, "samples/sales.csv") },
    sites: { type: "string" },
  },
});

await benchmark(async () => {
  const content = await readFile(path.resolve(options.file), "utf8");
  const name = path.basename(options.file);
  const sites = (options.sites ?? `page=${site}`).split(",").map((one) => one.split("="));
  /** @type {{ label: string, url: string, samples: Record<string, number>[] }[]} */
  const measured = [];
  for (const [label, folder] of sites) {
    const server = await startServer({ env: { INSITU_SITE: path.resolve(folder) } });
    atEnd(() => server.stop());
    const relay = await startRelay(server.url, { megabits: Number(options.network), latency: 40 });
    atEnd(relay.stop);
    measured.push({ label, url: relay.url, samples: [] });
  }
  for (let round = 0; round < Number(options.rounds); round += 1) {
    // Each round begins with another one, so that none always follows the same one.
    const first = round % measured.length;
    for (const one of [...measured.slice(first), ...measured.slice(0, first)]) {
      const look = (/** @type {string[]} */ until, question = "") =>
        within(LIMIT, one.label, visit(one.url, { name, content, question }, until));
      const times = await look(["rows", "profile", "table"]);
      const { answer } = await look(["answer"], QUESTION);
      one.samples.push({ ...times, answer });
      console.error(`round ${round + 1}, ${one.label}: ${JSON.stringify(times)}`);
    }
  }
  const seconds = (/** @type {Record<string, number>[]} */ samples, /** @type {string} */ what) =>
    spread(
      samples.map((times) => times[what] / 1000),
      2,
    );
  const columns = ["responds", "rows", "profile", "table", "answer"];
  console.log(
    table(
      ["page", "responds, s", "rows, s", "profile, s", "table, s", "answer, s"],
      measured.map(({ label, samples }) => [
        label,
        ...columns.map((column) => seconds(samples, column)),
      ]),
    ),
  );
});

/**
 * Opens the page in a new browser, drops a file, asks if there is a question, and waits until
 * things are there.
 *
 * @param {string} url
 * @param {Drop} drop
 * @param {string[]} until
 * @returns {Promise<Record<string, number>>} the milliseconds until the page responds, since the
 *   navigation, and until each thing is shown, since the drop

 */
async function visit(url, drop, until) {
  const { context, close } = await openBrowser();
  try {
    const page = await context.newPage();
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => window.insitu !== undefined);
    const responds = await page.evaluate(() => performance.now());
    await page.evaluate(dropFile, drop);
    const times = await page.evaluate((until) => window.whenSeen(until), until);
    return { responds: Math.round(responds), ...times };
  } finally {
    await close();
  }
}

/** Runs in the page first: `window.whenSeen(until)` resolves with when each thing was shown. */
function watch() {
  if (window !== window.top) return;
  /** @type {Record<string, () => unknown>} */
  const things = {
    rows: () => document.querySelector('[data-testid="tables-rows"] tbody td')?.textContent,
    profile: () => document.querySelector('[data-testid="file-profile"]'),
    table: () =>
      !document.querySelector('[data-testid="first-rows"]') &&
      document.querySelector('[data-testid="tables-rows"] .table-range')?.textContent?.trim(),
    answer: () =>
      document.querySelector('[data-testid="phase"]')?.textContent?.includes("Answer complete"),
  };
  /** @type {Record<string, number>} */
  const seen = {};
  const look = () => {
    const from = window.dropped;
    for (const [name, isThere] of Object.entries(things))
      if (from !== undefined && !(name in seen) && isThere())
        seen[name] = Math.round(performance.now() - from);
    if ("rows" in seen) window.ask?.();
    requestAnimationFrame(look);
  };
  look();
  window.whenSeen = async (until) => {
    while (!until.every((name) => name in seen))
      await new Promise((resolve) => requestAnimationFrame(resolve));
    return seen;
  };
}

/**
 * A file, and what is asked about it; nothing if the question is empty.
 *
 * @typedef {{ name: string, content: string, question: string }} Drop
 */

/**
 * Runs in the page: drops a file, and has the question asked once there are rows.
 *
 * @param {Drop} drop
 */
function dropFile({ name, content, question }) {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([content], name));
  const main = /** @type {HTMLElement} */ (document.querySelector("main"));
  if (question)
    window.ask = () => {
      window.ask = undefined;
      const field = /** @type {HTMLTextAreaElement} */ (document.querySelector("#question"));
      field.value = question;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      field.form?.requestSubmit();
    };
  window.dropped = performance.now();
  for (const kind of ["dragenter", "dragover", "drop"])
    main.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }));
}
