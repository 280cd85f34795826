// Presses Stop from another thread, as the frame does, since the thread with Python is busy.

import { Worker } from "node:worker_threads";

// From the request to the press, in milliseconds, so that the code is in its loop or its sleep by
// then. A press that comes earlier stops it too, since it names the execution.
const DELAY = 100;

const SOURCE = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { module, shared, delay } = workerData;
  import(module).then(({ interrupt }) => {
    parentPort.on("message", (id) => setTimeout(interrupt, delay, shared, id));
  });`;

/**
 * Starts the thread. `press` stops the execution `id` soon.
 *
 * @param {Int32Array} shared
 * @returns {{ press(id: number): void, end(): Promise<number> }}
 */
export function startPresser(shared) {
  const module = new URL("../worker/shared.js", import.meta.url).href;
  const thread = new Worker(SOURCE, { eval: true, workerData: { module, shared, delay: DELAY } });
  return { press: (id) => thread.postMessage(id), end: () => thread.terminate() };
}

/** Lets this process end while long timers are left: those of code that was stopped in a sleep. */
export function forgetLongTimers() {
  const { setTimeout } = globalThis;
  const forgetting = (/** @type {Parameters<typeof setTimeout>} */ ...given) => {
    const timer = setTimeout(...given);
    return Number(given[1]) > 60_000 ? timer.unref() : timer;
  };
  globalThis.setTimeout = /** @type {typeof setTimeout} */ (/** @type {unknown} */ (forgetting));
}
