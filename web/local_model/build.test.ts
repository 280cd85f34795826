// Which build of the engine runs in which browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { runsLargeBuild } from "./build.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";
const CHROME =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const large = {
  Memory: class {
    buffer = { byteLength: 65_536 };
  },
};
const small = {
  Memory: class {
    constructor() {
      throw new TypeError("no 64-bit memory");
    }
  },
};
const suspending = { Suspending: class {} };

for (const [what, agent, wasm, expected] of [
  ["Chrome", CHROME, { ...large, ...suspending }, true],
  ["Chrome before it could suspend", CHROME, large, false],
  ["Firefox", FIREFOX, large, true],
  ["Firefox before 64-bit memory", FIREFOX, small, false],
  ["Safari", SAFARI, small, false],
  ["Safari with 64-bit memory", SAFARI, large, false],
  ["Safari with both", SAFARI, { ...large, ...suspending }, true],
] as [string, string, object, boolean][]) {
  test(`${what} runs the ${expected ? "64" : "32"}-bit build`, () =>
    assert.equal(runsLargeBuild(agent, wasm as any), expected));
}
