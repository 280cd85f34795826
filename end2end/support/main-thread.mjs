// Measures how long the page's main thread is blocked. In processor time rather than wall-clock
// time, so that other work of the machine does not count.

import assert from "node:assert/strict";

/**
 * An event of a trace, with the properties that are read here.
 *
 * @typedef {object} TraceEvent
 * @property {string} name
 * @property {string} cat
 * @property {number} pid
 * @property {number} tid
 * @property {number} ts when it began, in microseconds
 * @property {number} [dur] how long it lasted
 * @property {number} [tdur] its processor time in microseconds
 * @property {{ name?: string, data: { frames: { url: string, processId: number }[] } }} args those
 *   of the two kinds of events that are looked for
 */

/**
 * A task of the main thread: when it began, its processor time, both in milliseconds, and whether
 * it has set a mark (`performance.mark`).
 *
 * @typedef {{ start: number, duration: number, mark: boolean }} Task
 */

/**
 * Returns the longest task on the page's main thread while `act` runs, in milliseconds of processor
 * time.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} act
 */
export async function longestTask(browser, page, act) {
  const tasks = await mainThreadTasks(browser, page, act);
  return Math.round(Math.max(...tasks.map(({ duration }) => duration)));
}

/**
 * Returns the tasks of the page's main thread while `act` runs, in their order.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {import("playwright-core").Page} page
 * @param {() => Promise<unknown>} act
 * @returns {Promise<Task[]>}
 */
export async function mainThreadTasks(browser, page, act) {
  await browser.startTracing(page, {
    categories: ["toplevel", "blink.user_timing", "disabled-by-default-devtools.timeline"],
  });
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
  const main = events.find(
    ({ name, pid, args }) =>
      name === "thread_name" && pid === own.processId && args.name === "CrRendererMain",
  );
  const ofMain = events
    .filter(({ pid, tid }) => pid === own.processId && tid === main?.tid)
    .sort((a, b) => a.ts - b.ts);
  const marks = ofMain.filter(({ cat }) => cat === "blink.user_timing").values();
  let mark = marks.next();
  const tasks = ofMain
    .filter(({ name }) => name === "RunTask")
    .map(({ ts, dur = 0, tdur = 0 }) => {
      let marked = false;
      for (; !mark.done && mark.value.ts <= ts + dur; mark = marks.next()) marked = true;
      return { start: ts / 1000, duration: tdur / 1000, mark: marked };
    });
  // A page without any task was not traced.
  assert.ok(
    tasks.some(({ duration }) => duration > 0),
    "the trace holds the main thread's tasks",
  );
  return tasks;
}
