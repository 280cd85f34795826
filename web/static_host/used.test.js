import { test } from "node:test";
import assert from "node:assert/strict";

import { handOver } from "./used.js";

test("what the page loads without the service worker is handed over, before and after that has started", async (context) => {
  const loaded = [{ name: "/runtime/heap.bin", workerStart: 0 }];
  /** @type {(entries: { name: string, workerStart: number }[]) => void} */
  let load = () => {};
  class Observer {
    /** @param {(list: { getEntries(): object[] }) => void} seen */
    constructor(seen) {
      load = (entries) => seen({ getEntries: () => entries });
    }

    /** @param {{ type: string, buffered: boolean }} options */
    observe({ type, buffered }) {
      if (type === "resource" && buffered) load(loaded);
    }
  }
  const { PerformanceObserver } = globalThis;
  context.after(() => Object.assign(globalThis, { PerformanceObserver }));
  Object.assign(globalThis, { PerformanceObserver: Observer });
  /** @type {unknown[]} */
  const posted = [];
  const active = { postMessage: (/** @type {unknown} */ message) => posted.push(message) };
  await handOver(/** @type {any} */ ({ ready: Promise.resolve({ active }) }));
  load([
    { name: "/runtime/fonts.whl", workerStart: 0 },
    { name: "/runtime/numpy.whl", workerStart: 12 },
  ]);
  load([{ name: "/runtime/pandas.whl", workerStart: 15 }]);
  assert.deepEqual(posted, [
    { insitu: "used", addresses: ["/runtime/heap.bin"] },
    { insitu: "used", addresses: ["/runtime/fonts.whl"] },
  ]);
});
