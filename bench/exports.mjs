// Measures what exporting a large session, and opening it from its file, costs the main thread: the
// duration, the longest task, and the sum of the tasks of more than 50 ms. Prints a Markdown table.
//
//   npx tsx bench/exports.mjs [--executions 12] [--megabytes 87] [--rounds 3]
//
// Half of the outputs are pictures, half are printed text. Needs Chromium (CHROMIUM) and what the
// journeys need (INSITU_BINARY, INSITU_SITE).

import { parseArgs } from "node:util";

import { ready } from "../end2end/support/browser.mjs";
import { mainThreadTasks } from "../end2end/support/main-thread.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { newProfile } from "../end2end/support/storage.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { spread, table } from "./support/statistics.mjs";

const { values: options } = parseArgs({
  options: {
    executions: { type: "string", default: "12" },
    megabytes: { type: "string", default: "87" },
    rounds: { type: "string", default: "3" },
  },
});
const [executions, megabytes, rounds] = [options.executions, options.megabytes, options.rounds].map(
  Number,
);

/** A task that is longer delays what the user does, in milliseconds. */
const LONG = 50;

/**
 * Returns code with an output of about this many bytes.
 *
 * @param {number} at the execution's number
 * @param {number} bytes
 */
function code(at, bytes) {
  const setUp = `import numpy as np\nrng = np.random.default_rng(${at})`;
  if (at % 2 === 1) {
    const writing = `with open('/out/numbers-${at}.txt', 'w') as file:\n    for row in rng.random((${Math.round(bytes / 165)}, 8)).tolist(): print(*row, file=file)`;
    return `${setUp}\n${writing}`;
  }
  const side = Math.round(Math.sqrt(bytes / 3));
  return `${setUp}\nfrom PIL import Image\nImage.fromarray(rng.integers(0, 256, (${side}, ${side}, 3), dtype=np.uint8))`;
}

await benchmark(async () => {
  const server = await startServer();
  atEnd(server.stop);
  const profile = newProfile();
  atEnd(profile.remove);
  const { context } = await profile.start();
  atEnd(() => context.close());
  const browser = context.browser();
  if (!browser) throw new Error("the browser cannot be traced");
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => window.insitu !== undefined);
  await ready(page);
  for (let at = 0; at < executions; at += 1) {
    const { status, error } = await page.evaluate(
      (code) => window.insitu.run(code),
      code(at, (megabytes * 1e6) / executions),
    );
    if (status !== "ok") throw new Error(error?.traceback ?? status);
  }
  const [{ bytes }] = await page.evaluate(() => window.insitu.sessions.list());

  /** @type {Record<string, (page: import("playwright-core").Page) => Promise<unknown>>} */
  const acts = {
    "export as .insitu": (page) =>
      page.evaluate(async () =>
        Object.assign(globalThis, { exported: await window.insitu.sessions.exportAs("insitu") }),
      ),
    "open the .insitu file": (page) =>
      page.evaluate(async () =>
        window.insitu.sessions.remove(
          await window.insitu.sessions.import(/** @type {any} */ (globalThis).exported),
        ),
      ),
    "export as an audit report": (page) =>
      page.evaluate(async () => void (await window.insitu.sessions.exportAs("audit"))),
    "export as a notebook": (page) =>
      page.evaluate(async () => void (await window.insitu.sessions.exportAs("notebook"))),
  };
  const rows = [];
  for (const [name, act] of Object.entries(acts)) {
    const [took, longest, blocked] = [
      /** @type {number[]} */ ([]),
      /** @type {number[]} */ ([]),
      /** @type {number[]} */ ([]),
    ];
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now();
      const tasks = await mainThreadTasks(browser, page, () => act(page));
      took.push(performance.now() - begun);
      const durations = tasks.map(({ duration }) => duration);
      longest.push(Math.max(...durations));
      blocked.push(
        durations
          .filter((duration) => duration > LONG)
          .reduce((sum, duration) => sum + duration, 0),
      );
    }
    rows.push([name, spread(took, 0), spread(longest, 0), spread(blocked, 0)]);
  }
  console.log(`${(bytes / 1e6).toFixed(1)} MB stored; median (min..max) of ${rounds} rounds\n`);
  console.log(table(["", "duration, ms", "longest task, ms", `tasks over ${LONG} ms, ms`], rows));
});
