// Which devices start with less memory for Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasLittleMemory } from "../device.ts";

/** Makes the part of a page's scope that the functions read. */
const device = (
  touch: boolean,
  width: number,
  height: number,
  deviceMemory?: number,
): Parameters<typeof hasLittleMemory>[0] => ({
  matchMedia: () => ({ matches: touch }),
  screen: { width, height },
  navigator: { deviceMemory },
});

for (const [what, scope, little] of [
  ["a phone", device(true, 390, 844), true],
  ["a phone in landscape orientation", device(true, 844, 390), true],
  ["a tablet", device(true, 820, 1180), false],
  ["a small window on a desktop", device(false, 390, 844), false],
  ["a desktop that reports little memory", device(false, 1280, 800, 2), true],
  ["a desktop", device(false, 1280, 800, 8), false],
] as [string, ReturnType<typeof device>, boolean][]) {
  test(`${what} ${little ? "has little" : "does not have little"} memory`, () =>
    assert.equal(hasLittleMemory(scope), little));
}
