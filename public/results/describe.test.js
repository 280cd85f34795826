// `node --test public/results/`; what a description says is tested in `crates/summaries`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describe } from "./describe.js";

const CHART = /** @type {import("../types/kernel").Chart} */ (/** @type {unknown} */ ({ type: "line", elements: [] }));

/** @param {Promise<unknown>} module */
const load = (module) => {
  globalThis.insituLazyModule = /** @type {Promise<import("../types/page").LazyModule>} */ (module);
};

test("a description arrives with the lazy module", async () => {
  /** @type {(module: unknown) => void} */
  let arrive = () => {};
  load(new Promise((resolve) => (arrive = resolve)));
  const sentences = describe(CHART);
  arrive({ describe: (/** @type {string} */ json) => JSON.stringify([JSON.parse(json).type, "2"]) });
  assert.deepEqual(await sentences, ["line", "2"]);
});

test("without the lazy module there is an error with its reason", async () => {
  load(Promise.reject(new Error("offline")));
  await assert.rejects(describe(CHART), /offline/);
});
