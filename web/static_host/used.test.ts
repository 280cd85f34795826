import { test } from "node:test";
import assert from "node:assert/strict";

import { handOver } from "./used.ts";

test("what the page loads without the service worker is handed over, before and after that has started", async (context) => {
  const loaded = [{ name: "/runtime/heap.bin", workerStart: 0 }];
  let load: (entries: { name: string; workerStart: number }[]) => void = () => {};
  class Observer {
    constructor(seen: (list: { getEntries(): object[] }) => void) {
      load = (entries) => seen({ getEntries: () => entries });
    }

    observe({ type, buffered }: { type: string; buffered: boolean }) {
      if (type === "resource" && buffered) load(loaded);
    }
  }
  const { PerformanceObserver } = globalThis;
  context.after(() => Object.assign(globalThis, { PerformanceObserver }));
  Object.assign(globalThis, { PerformanceObserver: Observer });
  const posted: unknown[] = [];
  const active = { postMessage: (message: unknown) => posted.push(message) };
  await handOver({ ready: Promise.resolve({ active }) } as any);
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
