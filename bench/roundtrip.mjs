// Measures how long short code takes from the call to the outcome, in Insitu, in Open WebUI's
// Python and in stock Pyodide, by the page's clock; and in Insitu, how long code that would not end
// takes from Stop to the outcome. The contenders alternate, a block of calls each. Prints Markdown
// tables; progress goes to stderr.
//
//   npx tsx bench/roundtrip.mjs [--calls 300] [--pause 10] [--busy]
//     [--only insitu,open-webui,open-webui-frame,pyodide]
//
// --pause is the time between calls, in milliseconds, so that a call's work after its reply (Open
// WebUI's worker then writes its files into IndexedDB) does not count for the next call. Needs what
// bench/start.mjs needs. The replies differ: Insitu's outcome of `df.head()` has the table's cells,
// its HTML and its text, Open WebUI's the frame as Pyodide converts it to JavaScript, stock
// Pyodide's only the text.

import { cpus } from "node:os";
import { parseArgs } from "node:util";

import { within } from "../end2end/support/browser.mjs";
import { openBrowser } from "./support/browser.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { startContenders } from "./support/contenders.mjs";
import { keepBusy } from "./support/processes.mjs";
import { quantile, table } from "./support/statistics.mjs";

const SETUP = `import pandas as pd
df = pd.DataFrame({"region": ["north", "south", "east", "west"] * 25, "amount": range(100), "day": pd.date_range("2025-01-01", periods=100)})`;

const CODES = ["1+1", "x = 1", "df.head()"];

/** What is stopped: code that computes, sleeps and awaits. */
const ENDLESS = [
  "while True: pass",
  "import time\ntime.sleep(3600)",
  "import asyncio\nawait asyncio.sleep(3600)",
];
const STOPS = 30;

const WARM_UP = 30;
const BLOCKS = 10;

/** The longest that a start, or a block of calls, may take, in milliseconds. */
const LIMIT = 180_000;

const { values: options } = parseArgs({
  options: {
    calls: { type: "string", default: "300" },
    pause: { type: "string", default: "10" },
    busy: { type: "boolean", default: false },
    only: { type: "string", default: "insitu,open-webui,open-webui-frame,pyodide" },
  },
});

/**
 * A contender whose page is open.
 *
 * @typedef {import("./support/contenders.mjs").Contender & { chromium: string, page:
 *   import("playwright-core").Page }} Opened
 */

await benchmark(async () => {
  const contenders = /** @type {Opened[]} */ (await startContenders(options.only.split(",")));
  for (const contender of contenders) await open(contender);
  if (options.busy) atEnd(keepBusy());
  const calls = Math.ceil(Number(options.calls) / BLOCKS);
  /** @type {Map<string, number[]>} */
  const samples = new Map();
  for (const code of CODES) {
    for (const contender of contenders) await block(contender, code, WARM_UP);
    for (let round = 0; round < BLOCKS; round += 1) {
      for (const contender of contenders) {
        const key = `${contender.label}: ${code}`;
        samples.set(key, [...(samples.get(key) ?? []), ...(await block(contender, code, calls))]);
      }
    }
    console.error(`measured ${code}`);
  }
  report(contenders, samples, calls * BLOCKS);
  const insitu = contenders.find(({ name }) => name === "insitu");
  if (!insitu) return;
  const rows = [];
  for (const code of ENDLESS) {
    const times = await stops(insitu, code);
    rows.push([
      `\`${code.split("\n").at(-1)}\``,
      ...[0.5, 0.05, 0.95].map((part) => quantile(times, part).toFixed(1)),
    ]);
  }
  console.log(
    `\nInsitu, ${STOPS} stops; ms from Stop to the outcome.\n\n${table(["code", "median", "5 %", "95 %"], rows)}`,
  );
});

/**
 * Opens the contender's page in a separate browser, until it can run code.
 *
 * @param {Opened} contender
 */
async function open(contender) {
  console.error(`starting ${contender.label}`);
  const { context, version } = await openBrowser();
  contender.chromium = version;
  contender.page = await context.newPage();
  await contender.page.goto(contender.url, { waitUntil: "domcontentloaded" });
  await contender.page.waitForFunction(() => window.insitu ?? window.contender);
  const started = contender.page.evaluate(async (code) => {
    const one = window.insitu ?? window.contender;
    await one.ready;
    return one.run(code);
  }, SETUP);
  const { status } = await within(LIMIT, `the start of ${contender.label}`, started);
  if (status !== "ok") throw new Error(`${contender.label} could not make the frame`);
}

/**
 * Returns the milliseconds of each call, of `calls` consecutive ones.
 *
 * @param {Opened} contender
 * @param {string} code
 * @param {number} calls
 */
async function block({ label, page }, code, calls) {
  const measured = page.evaluate(
    async ([code, calls, pause]) => {
      const one = window.insitu ?? window.contender;
      const times = [];
      for (let call = 0; call < calls; call += 1) {
        if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
        const from = performance.now();
        const { status, stderr, error } = await one.run(code);
        times.push(performance.now() - from);
        if (status !== "ok")
          throw new Error(`${code} came back as ${status}: ${error?.value ?? stderr}`);
      }
      return times;
    },
    /** @type {const} */ ([code, calls, Number(options.pause)]),
  );
  return within(LIMIT, `${calls} calls of ${code} in ${label}`, measured);
}

/**
 * Returns the milliseconds from each of `STOPS` stops to the outcome.
 *
 * @param {Opened} insitu
 * @param {string} code
 */
async function stops({ page }, code) {
  const measured = page.evaluate(
    async ([code, count]) => {
      const times = [];
      for (let stop = 0; stop < count; stop += 1) {
        let from = 0;
        const onOutput = async () => {
          // Until the code is in its loop or its sleep.
          await new Promise((resolve) => setTimeout(resolve, 100));
          from = performance.now();
          window.insitu.interrupt();
        };
        const { status } = await window.insitu.run(`print("begun")\n${code}`, { onOutput });
        times.push(performance.now() - from);
        if (status !== "interrupted") throw new Error(`${code} came back as ${status}`);
      }
      return times;
    },
    /** @type {const} */ ([code, STOPS]),
  );
  return within(LIMIT, `${STOPS} stops of ${code}`, measured);
}

/**
 * @param {Opened[]} contenders
 * @param {Map<string, number[]>} samples
 * @param {number} calls
 */
function report(contenders, samples, calls) {
  const load = options.busy ? ", one of them kept busy" : "";
  console.log(
    `Chromium ${contenders[0].chromium}, ${cpus().length} cores${load}; ${calls} calls after ${WARM_UP}, ${options.pause} ms apart; ms from the call to the outcome.\n`,
  );
  const rows = CODES.flatMap((code) =>
    contenders.map(({ label }) => {
      const times = /** @type {number[]} */ (samples.get(`${label}: ${code}`));
      return [
        `\`${code}\``,
        label,
        ...[0.5, 0.05, 0.95].map((part) => quantile(times, part).toFixed(2)),
      ];
    }),
  );
  console.log(table(["code", "where", "median", "5 %", "95 %"], rows));
}
