// Measures the cost of scrolling a million rows: the time between frames, the main thread's work
// per frame, and the page's memory before and after. Needs what the journeys need (CHROMIUM,
// INSITU_BINARY, INSITU_SITE).
//
//   npx tsx bench/table.mjs [rows]

import { openPage, startBrowser } from "../end2end/support/browser.mjs";
import { ask, choose, id, unfold } from "../end2end/support/user.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { MODEL, python, startUpstream } from "../end2end/support/upstream.mjs";

const ROWS = Number(process.argv[2] ?? 1_000_000);

const CODE = `import numpy as np, pandas as pd
n = ${ROWS}
pd.DataFrame({"order": np.arange(1, n + 1), "region": np.array(["north", "south", "east", "west"])[np.arange(n) % 4], "amount": (np.arange(n) * 104_729 % 1_000_003) / 100, "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(n) % 1000, unit="D"), "customer": ("customer " + pd.Series(np.arange(n) % 5000).astype(str)), "paid": np.arange(n) % 3 == 0})`;

/**
 * The ways of scrolling: what each does every 16 milliseconds.
 *
 * @type {[name: string, move: (page: import("playwright-core").Page, scroller:
 *   import("playwright-core").Locator) => Promise<unknown>][]}
 */
const WAYS = [
  ["wheel, 3 rows a frame", (page) => page.mouse.wheel(0, 96)],
  ["wheel, a page a frame", (page) => page.mouse.wheel(0, 320)],
  [
    "the bar, 1 % a frame",
    (_page, scroller) =>
      scroller.evaluate(
        (one) =>
          (one.scrollTop =
            (one.scrollTop + one.scrollHeight / 100) % (one.scrollHeight - one.clientHeight)),
      ),
  ],
];

const upstream = await startUpstream();
const server = await startServer({ model: upstream.model });
const browser = await startBrowser();
try {
  const page = await openPage(browser, server.url, { background: true });
  await choose(page, MODEL);
  const metrics = await page.context().newCDPSession(page);
  // Processor time, so that other work of the machine does not count.
  await metrics.send("Performance.enable", { timeDomain: "threadTicks" });
  const before = await memory(metrics);
  upstream.script({ calls: [python(CODE)] }, { text: "Here it is." });
  const turn = await ask(page, "show a million rows", 120_000);
  await unfold(turn);
  const scroller = turn.locator(`${id("table")} .table-scroll`).first();
  await turn.locator(".table-summary").waitFor({ timeout: 120_000 });
  await scroller.hover();
  console.log(
    `${"way".padEnd(24)} ${"frames".padStart(7)} ${"median".padStart(9)} ${"95 %".padStart(9)} ${"script".padStart(9)} ${"layout".padStart(9)} ${"task".padStart(9)}   (ms a frame)`,
  );
  for (const [name, move] of WAYS) {
    const from = await values(metrics);
    const frames = measured(page, 4_000);
    for (const until = Date.now() + 4_000; Date.now() < until; )
      await Promise.all([move(page, scroller), new Promise((resolve) => setTimeout(resolve, 16))]);
    const gaps = (await frames).sort((a, b) => a - b);
    const to = await values(metrics);
    const each = (/** @type {string} */ metric) =>
      (((to[metric] - from[metric]) * 1000) / gaps.length).toFixed(2).padStart(9);
    const at = (/** @type {number} */ part) =>
      gaps[Math.floor(gaps.length * part)].toFixed(1).padStart(9);
    console.log(
      `${name.padEnd(24)} ${String(gaps.length).padStart(7)} ${at(0.5)} ${at(0.95)} ${each("ScriptDuration")} ${each("LayoutDuration")} ${each("TaskDuration")}`,
    );
  }
  const after = await memory(metrics);
  console.log(
    `page's memory: ${before.heap} MB and ${before.nodes} nodes before, ${after.heap} MB and ${after.nodes} nodes after`,
  );
} finally {
  await browser.close();
  await server.stop();
  await upstream.stop();
}

/**
 * Returns the times between the frames of the next milliseconds.
 *
 * @param {import("playwright-core").Page} page
 * @param {number} milliseconds
 * @returns {Promise<number[]>}
 */
function measured(page, milliseconds) {
  return page.evaluate(
    (milliseconds) =>
      new Promise((resolve) => {
        /** @type {number[]} */
        const gaps = [];
        let last = performance.now();
        const until = last + milliseconds;
        const frame = (/** @type {number} */ now) => {
          gaps.push(now - last);
          last = now;
          if (now < until) requestAnimationFrame(frame);
          else resolve(gaps.slice(1));
        };
        requestAnimationFrame(frame);
      }),
    milliseconds,
  );
}

/** @param {import("playwright-core").CDPSession} metrics */
async function values(metrics) {
  const { metrics: list } = await metrics.send("Performance.getMetrics");
  return Object.fromEntries(list.map(({ name, value }) => [name, value]));
}

/**
 * Returns the page's memory after a garbage collection.
 *
 * @param {import("playwright-core").CDPSession} metrics
 */
async function memory(metrics) {
  await metrics.send("HeapProfiler.collectGarbage");
  const { JSHeapUsedSize, Nodes } = await values(metrics);
  return { heap: (JSHeapUsedSize / 1e6).toFixed(1), nodes: Nodes };
}
