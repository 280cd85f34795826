// What the runtime's files wait for.

import assert from "node:assert/strict";
import { test } from "node:test";
import { programArrived } from "../program.js";

/** Returns a browser that reports what `report` is called with, and what its timers wait for. */
function browser() {
  /** @type {(list: { getEntries: () => { name: string }[] }) => void} */
  let observed = () => {};
  /** @type {(() => void)[]} */
  const timers = [];
  const state = { disconnected: false };
  class PerformanceObserver {
    /** @param {typeof observed} callback */
    constructor(callback) {
      observed = callback;
    }
    observe() {}
    disconnect() {
      state.disconnected = true;
    }
  }
  const setTimeout = (/** @type {() => void} */ act) => timers.push(act);
  const report = (/** @type {string[]} */ ...names) =>
    observed({ getEntries: () => names.map((name) => ({ name })) });
  return { given: /** @type {any} */ ({ PerformanceObserver, setTimeout }), report, timers, state };
}

/** Returns whether a promise is settled by now. @param {Promise<unknown>} promise */
const settled = (promise) =>
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
