// What moves to the worker of the exports and back.

import assert from "node:assert/strict";
import { test } from "node:test";

import { buffersOf } from "./jobs.js";

test("the buffers of everything that holds bytes are moved, each once", () => {
  const [one, two, three] = [1, 2, 3].map((length) => new Uint8Array(length));
  const given = ["log", [one, "image/png", one], new Map([["digest", two]]), { blobs: [three], why: null }, 5, new ArrayBuffer(0)];
  assert.deepEqual(
    buffersOf(given).map(({ byteLength }) => byteLength),
    [1, 2, 3, 0],
  );
});
