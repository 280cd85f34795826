// Stops everything that a benchmark started, in reverse order: when it succeeds, when it fails and
// on a signal to end.

import { constants } from "node:os";

/** How long stopping one thing may take, in milliseconds. */
const PATIENCE = 10_000;

/** @type {(() => Promise<void>)[]} */
const started = [];
/** @type {Promise<void> | null} */
let stopping = null;

/**
 * Registers `stop` for the end, and returns a function that calls it earlier; it is called once.
 *
 * @param {() => unknown} stop
 */
export function atEnd(stop) {
  const once = async () => {
    const index = started.indexOf(once);
    if (index < 0) return;
    started.splice(index, 1);
    await stop();
  };
  started.push(once);
  return once;
}

/**
 * Runs a benchmark and stops what it started.
 *
 * @param {() => Promise<void>} work
 */
export async function benchmark(work) {
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(signal, () => stopAll().then(() => process.exit(128 + constants.signals[signal])));
  }
  try {
    await work();
  } catch (error) {
    // An error while everything is being stopped is not a failure of the benchmark.
    if (!stopping) {
      console.error(error);
      process.exitCode = 1;
    }
  }
  await stopAll();
}

function stopAll() {
  stopping ??= (async () => {
    while (started.length > 0) {
      const late = new Promise((resolve) => setTimeout(resolve, PATIENCE).unref());
      await Promise.race([/** @type {() => Promise<void>} */ (started.at(-1))(), late]).catch(
        (error) => console.error(error),
      );
    }
  })();
  return stopping;
}
