// Measures the time until numpy, pandas and pyplot can be used: Insitu, Open WebUI's Python and
// stock Pyodide, first visit, repeat visit and restart, in one interleaved run. Prints Markdown
// tables of medians (and min..max), progress goes to stderr.
//
//   npx tsx bench/start.mjs [--rounds 5] [--busy] [--network 20]
//     [--only insitu,ordinary,open-webui,open-webui-frame,pyodide]
//
// --busy keeps one core busy meanwhile; --network is in Mbit/s, with a latency of 40 ms. With
// --network 20 the run fails if Insitu's page responds later than 1.5 s after the beginning of a
// first visit (docs/decisions/0007-a-page-that-starts-small.md). Needs what the journeys need
// (CHROMIUM, INSITU_BINARY, INSITU_SITE) and Open WebUI's wheel: OPEN_WEBUI_WHEEL, or
// target/downloads/carrier, or else pip downloads it. The first run compresses Pyodide for its
// servers, which takes a minute; the result is kept in target/bench.
//
// A first visit starts a browser with an empty profile; a repeat visit opens the page in a new tab
// of the same browser, after three seconds of silence on its network. "ready" is when code can run:
// window.insitu.ready, or the result of 1+1. Transferred bytes are counted until the outcome, and
// memory (USS of all the browser's processes) is read a second after it.

import { cpus } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";

import { within } from "../end2end/support/browser.mjs";
import { openBrowser } from "./support/browser.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { startContenders } from "./support/contenders.mjs";
import { keepBusy, privateMemory } from "./support/processes.mjs";
import { quantile, spread, table } from "./support/statistics.mjs";
import { timing } from "./support/timing.mjs";

const CODE = "import numpy as np\nimport pandas as pd\nimport matplotlib.pyplot as plt\n6*7";

/** The time limit of one start on a slow network and a busy machine, in milliseconds. */
const LIMIT = 180_000;

/** When the page has to respond on a first visit at 20 Mbit/s and 40 ms, in milliseconds. */
const HYDRATED = 1_500;

/**
 * How long the network has to be silent until a visit's background work counts as complete, in
 * milliseconds.
 */
const SETTLE = 3_000;

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    busy: { type: "boolean", default: false },
    network: { type: "string" },
    only: { type: "string" },
  },
});

/**
 * One measurement: its times, transferred bytes and requests, and the browser's memory in MB.
 *
 * @typedef {import("./support/timing.mjs").Times & { bytes: number, requests: number, memory:
 *   number }} Sample
 */

/**
 * The samples of each contender and kind of start, by `name kind`.
 *
 * @type {Map<string, Sample[]>}
 */
const series = new Map();
let chromium = "";

await benchmark(async () => {
  const network = options.network ? { megabits: Number(options.network), latency: 40 } : {};
  const contenders = await startContenders(options.only?.split(","), network);
  if (options.busy) atEnd(keepBusy());
  const rounds = Number(options.rounds);
  for (let round = 0; round < rounds; round += 1) {
    // Each round begins with another contender, so that none always follows the same one.
    const first = round % contenders.length;
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      console.error(`round ${round + 1} of ${rounds}: ${contender.label}`);
      await visits(contender);
    }
  }
  report(contenders);
  const first = (series.get("insitu first visit") ?? []).map(
    ({ hydrated = Number.NaN }) => hydrated,
  );
  if (options.network === "20" && !options.busy && quantile(first, 0.5) > HYDRATED) {
    console.error(
      `the page responds after ${Math.round(quantile(first, 0.5))} ms, at most ${HYDRATED} are meant`,
    );
    process.exitCode = 1;
  }
});

/**
 * Runs a first visit, a repeat visit and, for Insitu, a restart, in a new browser.
 *
 * @param {import("./support/contenders.mjs").Contender} contender
 */
async function visits(contender) {
  const { context, profile, version, close } = await openBrowser();
  chromium = version;
  await context.addInitScript(timing, CODE);
  if (contender.ordinary) await context.addInitScript(refuseSnapshot);
  for (const kind of ["first visit", "repeat visit"]) {
    const page = await context.newPage();
    await record(contender, kind, profile, async () => {
      await page.goto(contender.url, { waitUntil: "domcontentloaded" });
      return page.evaluate(() => window.benchmark.started);
    });
    // Playwright's "networkidle" never occurs on Insitu's page, and does not see a worker's
    // requests.
    await within(LIMIT, `${contender.label}'s background work`, contender.relay.silent(SETTLE));
    if (kind === "repeat visit" && contender.name === "insitu")
      await record(contender, "restart", profile, () =>
        page.evaluate(() => window.benchmark.restart()),
      );
    await page.close();
  }
  await close();
}

/**
 * Runs in the page before its own scripts: refuses the snapshot's file, so Insitu starts without
 * it. `context.route` would disable the browser's cache.
 */
function refuseSnapshot() {
  const { fetch } = globalThis;
  globalThis.fetch = (address, options) =>
    String(address).includes("/runtime/heap.")
      ? Promise.resolve(new Response("", { status: 404 }))
      : fetch(address, options);
}

/**
 * @param {import("./support/contenders.mjs").Contender} contender
 * @param {string} kind
 * @param {string} profile
 * @param {() => Promise<import("./support/timing.mjs").Times>} start
 */
async function record({ name, label, relay }, kind, profile, start) {
  relay.take();
  const { hydrated, ready, usable, marks } = await within(LIMIT, `${label}, ${kind}`, start());
  const { bytes, requests } = relay.take();
  await sleep(1_000);
  const memory = privateMemory(profile);
  const key = `${name} ${kind}`;
  if (!series.has(key)) series.set(key, []);
  /** @type {Sample[]} */ (series.get(key)).push({
    hydrated,
    ready,
    usable,
    marks,
    bytes,
    requests,
    memory,
  });
  console.error(
    `  ${kind}: ready ${(ready / 1000).toFixed(2)} s, usable ${(usable / 1000).toFixed(2)} s`,
  );
}

/** @param {import("./support/contenders.mjs").Contender[]} contenders */
function report(contenders) {
  const rows = contenders.flatMap(({ name, label }) =>
    ["first visit", "repeat visit", "restart"]
      .filter((kind) => series.has(`${name} ${kind}`))
      .map((kind) => ({
        label: `${label}: ${kind}`,
        samples: /** @type {Sample[]} */ (series.get(`${name} ${kind}`)),
      })),
  );
  const load = options.busy ? ", one of them kept busy" : "";
  const network = options.network ? `${options.network} Mbit/s, 40 ms` : "loopback";
  console.log(
    `Chromium ${chromium}, ${cpus().length} cores${load}, network: ${network}; ${options.rounds} rounds, median (min..max).\n`,
  );
  console.log(
    table(
      [
        "start",
        "responds, s",
        "ready, s",
        "numpy, pandas, pyplot usable, s",
        "over the wire, MB",
        "requests",
        "memory, MB",
      ],
      rows.map(({ label, samples }) => {
        const of = (
          /** @type {(sample: Sample) => number} */ value,
          /** @type {number} */ digits,
        ) => spread(samples.map(value), digits);
        return [
          label,
          samples[0].hydrated === undefined
            ? "–"
            : of(({ hydrated = Number.NaN }) => hydrated / 1000, 2),
          of(({ ready }) => ready / 1000, 2),
          of(({ usable }) => usable / 1000, 2),
          of(({ bytes }) => bytes / 1e6, 1),
          of(({ requests }) => requests, 0),
          of(({ memory }) => memory, 0),
        ];
      }),
    ),
  );
  const staged = rows.filter(({ samples }) =>
    samples.some(({ marks }) => Object.keys(marks).length > 0),
  );
  if (staged.length === 0) return;
  const names = [
    ...new Set(staged.flatMap(({ samples }) => samples.flatMap(({ marks }) => Object.keys(marks)))),
  ];
  const times = (/** @type {Sample[]} */ samples, /** @type {string} */ name) =>
    samples.map(({ marks }) => marks[name]).filter((time) => time !== undefined);
  console.log(`\nStages, ms since the start.\n`);
  console.log(
    table(
      ["stage", ...staged.map(({ label }) => label)],
      names.map((name) => [name, ...staged.map(({ samples }) => spread(times(samples, name), 0))]),
    ),
  );
}
