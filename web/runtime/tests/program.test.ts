// What the runtime's files wait for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { programArrived } from "../program.ts";

/** Returns a browser that reports what `report` is called with, and what its timers wait for. */
function browser() {
  let observed: (list: { getEntries: () => { name: string }[] }) => void = () => {};
  const timers: (() => void)[] = [];
  const state = { disconnected: false };
  class PerformanceObserver {
    constructor(callback: typeof observed) {
      observed = callback;
    }
    observe() {}
    disconnect() {
      state.disconnected = true;
    }
  }
  const setTimeout = (act: () => void) => timers.push(act);
  const report = (...names: string[]) =>
    observed({ getEntries: () => names.map((name) => ({ name })) });
  return { given: { PerformanceObserver, setTimeout } as any, report, timers, state };
}

/** Returns whether a promise is settled by now. */
const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(() => true),
    new Promise((resolve) => setImmediate(() => resolve(false))),
  ]);

test("the files wait until the program itself has arrived", async () => {
  const { given, report, state } = browser();
  const arrived = programArrived("https://a.example/pkg/insitu_bg.wasm", given);
  report("https://a.example/pkg/insitu.js", "https://a.example/pkg/insitu.css");
  assert.equal(await settled(arrived), false);
  report("https://a.example/pkg/insitu_bg.wasm");
  assert.equal(await settled(arrived), true);
  assert.ok(state.disconnected);
});

test("they do not wait for ever", async () => {
  const { given, timers } = browser();
  const arrived = programArrived("https://a.example/pkg/insitu_bg.wasm", given);
  assert.equal(await settled(arrived), false);
  timers.forEach((act) => void act());
  assert.equal(await settled(arrived), true);
});
