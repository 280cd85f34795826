// Which devices begin with less memory for Python.

import assert from "node:assert/strict";
import { test } from "node:test";

import { hasLittleMemory } from "../device.js";

const device = (finger, width, height, deviceMemory) => ({ matchMedia: () => ({ matches: finger }), screen: { width, height }, navigator: { deviceMemory } });

for (const [what, scope, little] of [
  ["a phone", device(true, 390, 844), true],
  ["a phone that lies on its side", device(true, 844, 390), true],
  ["a tablet", device(true, 820, 1180), false],
  ["a small window of a desktop's", device(false, 390, 844), false],
  ["a desktop that says that it has little", device(false, 1280, 800, 2), true],
  ["a desktop", device(false, 1280, 800, 8), false],
]) {
  test(what, () => assert.equal(hasLittleMemory(scope), little));
}
