// Measures how long the page's main thread is blocked. In processor time rather than wall-clock time, so that other work of the machine
// does not count.

import assert from "node:assert/strict";

/**
 * An event of a trace, with the properties that are read here.
 *
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {number} pid
 * @property {number} tid
 * @property {number} [tdur] its processor time in microseconds
 * @property {{ name?: string, data: { frames: { url: string, processId: number }[] } }} args those of the two kinds of events that are looked for
 */

/**
 * Returns the longest task on the page's main thread while `act` runs, in milliseconds of processor time.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} act
 */
export async function longestTask(browser, page, act) {
  await browser.startTracing(page, { categories: ["toplevel", "disabled-by-default-devtools.timeline"] });
  try {
    await act();
  } finally {
    var trace = JSON.parse((await browser.stopTracing()).toString());
  }
  /** @type {TraceEvent[]} */
  const events = trace.traceEvents;
  const started = events.find(({ name }) => name === "TracingStartedInBrowser");
  const own = started?.args.data.frames.find(({ url }) => url === page.url());
  assert.ok(own, "the trace names the page's process");
  const main = events.find(({ name, pid, args }) => name === "thread_name" && pid === own.processId && args.name === "CrRendererMain");
  const tasks = events.filter(({ name, pid, tid }) => name === "RunTask" && pid === own.processId && tid === main?.tid);
  // A page without any task was not traced.
  assert.ok(
    tasks.some(({ tdur = 0 }) => tdur > 0),
    "the trace holds the main thread's tasks",
  );
  return Math.round(Math.max(...tasks.map(({ tdur }) => tdur ?? 0)) / 1000);
}
