// Measures the time until Python is ready in each engine, on a first and a repeat visit, and the
// time to read and group a table of 50 MB, in one interleaved run. Prints a Markdown table of
// medians (and min..max), progress goes to stderr.
//
//   npx tsx bench/engines.mjs [--rounds 3]
//
// Needs what the journeys need (CHROMIUM, INSITU_BINARY, INSITU_SITE) and the other engines where
// the tests look for them.

import { parseArgs } from "node:util";

import { within } from "../end2end/support/browser.mjs";
import { enginesHere, openEngine } from "../end2end/support/engines.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { spread, table } from "./support/statistics.mjs";

const LIMIT = 120_000;
/** How long to wait for the browser's background work after a start, in milliseconds. */
const SETTLE = 8_000;
const GROUP = "import pandas as pd\nlen(pd.read_csv('big.csv').groupby('b')['a'].sum())";

const { values: options } = parseArgs({ options: { rounds: { type: "string", default: "3" } } });

await benchmark(async () => {
  const server = await startServer();
  atEnd(server.stop);
  const engines = enginesHere().filter(({ skip }) => !skip);
  /** @type {Map<string, Record<string, number[]>>} */
  const times = new Map(
    engines.map(({ name }) => [
      name,
      { "first visit": [], "repeat visit": [], "50 MB read and grouped": [] },
    ]),
  );
  const versions = new Map();
  for (let round = 0; round < Number(options.rounds); round += 1) {
    for (const { name } of engines) {
      const engine = await openEngine(name);
      versions.set(name, await engine.version());
      const own = /** @type {Record<string, number[]>} */ (times.get(name));
      /** @type {import("../end2end/support/engines.mjs").Page | null} */
      let before = null;
      for (const visit of ["first visit", "repeat visit"]) {
        const page = await engine.newPage();
        // Not earlier: WebKit's driver ends with its last tab.
        await before?.close();
        before = page;
        await page.goto(server.url);
        await page.waits(() => window.insitu !== undefined);
        const ready = await within(
          LIMIT,
          name,
          page.evaluate(() =>
            window.insitu.ready.then(
              () => performance.getEntriesByName("insitu:ready")[0].startTime,
            ),
          ),
        );
        own[visit].push(ready / 1000);
        console.error(`${name}, ${visit}: ${(ready / 1000).toFixed(2)} s`);
        if (visit === "repeat visit")
          own["50 MB read and grouped"].push(
            await within(LIMIT, name, page.evaluate(group, GROUP)),
          );
        else await new Promise((resolve) => setTimeout(resolve, SETTLE));
      }
      await engine.close();
    }
  }
  const rows = engines.map(({ name }) => {
    const own = /** @type {Record<string, number[]>} */ (times.get(name));
    return [
      `${name} ${versions.get(name)}`,
      ...Object.values(own).map((samples) => spread(samples, 2)),
    ];
  });
  console.log(
    table(["engine", "first visit, s", "repeat visit, s", "50 MB read and grouped, s"], rows),
  );
});

/**
 * Runs in the page. The table is added and profiled before the measurement begins.
 *
 * @param {string} code
 */
async function group(code) {
  const lines = Array.from(
    { length: 100_000 },
    (_, row) => `${row * 7919},${row % 97},text number ${row % 1000}`,
  ).join("\n");
  await window.insitu.addFile(new File(["a,b,c\n", ...Array(17).fill(`${lines}\n`)], "big.csv"));
  const from = performance.now();
  const { status, error } = await window.insitu.run(code);
  if (status !== "ok") throw new Error(error?.value ?? status);
  return (performance.now() - from) / 1000;
}
