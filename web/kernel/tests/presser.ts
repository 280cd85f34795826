// Presses Stop from another thread, as the frame does, since the thread with Python is busy.

import { startThread } from "./thread.ts";

// From the request to the press, in milliseconds, so that the code is in its loop or its sleep by
// then. A press that comes earlier stops it too, since it names the execution.
const DELAY = 100;

const SOURCE = `
  import { parentPort, workerData } from "node:worker_threads";
  import { interrupt } from "../worker/shared.ts";
  const { shared, delay } = workerData;
  parentPort.on("message", (id) => setTimeout(interrupt, delay, shared, id));`;

/** Starts the thread. `press` stops the execution `id` soon. */
export function startPresser(shared: Int32Array): {
  press(id: number): void;
  end(): Promise<number>;
} {
  const thread = startThread(SOURCE, { workerData: { shared, delay: DELAY } });
  return { press: (id) => thread.postMessage(id), end: () => thread.terminate() };
}

/** Lets this process end while long timers are left: those of code that was stopped in a sleep. */
export function forgetLongTimers() {
  const { setTimeout } = globalThis;
  const forgetting = (...given: Parameters<typeof setTimeout>) => {
    const timer = setTimeout(...given);
    return Number(given[1]) > 60_000 ? timer.unref() : timer;
  };
  globalThis.setTimeout = forgetting as unknown as typeof setTimeout;
}
