// What is removed from a global scope: own properties and those of its prototypes; removal and seal
// are tested separately.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PEERS, UNCONTROLLED, remove } from "../../frames/removal.ts";
import { sealScope } from "../worker/seal.ts";

/**
 * Makes a scope like a worker's: constructors as own properties, and `caches` and `fonts` on a
 * prototype, as getters that may throw.
 */
function scope() {
  const prototype = Object.create(null, {
    caches: {
      get() {
        throw new DOMException("not here", "SecurityError");
      },
      configurable: true,
      enumerable: true,
    },
    fonts: { get: () => ({ load() {} }), configurable: true, enumerable: true },
    setTimeout: { value: setTimeout, configurable: true },
    setInterval: { value: setInterval, configurable: true },
    clearTimeout: { value: clearTimeout, configurable: true },
    clearInterval: { value: clearInterval, configurable: true },
  });
  return Object.assign(Object.create(prototype), {
    EventSource: class {},
    FontFace: class {},
    RTCPeerConnection: class {},
    fetch: async () => {},
    importScripts() {},
    Blob,
    Response,
    URL,
  });
}

test("removed globals are not available, even without the seal", () => {
  const self = scope();
  remove(self, [...PEERS, ...UNCONTROLLED]);
  for (const name of [...PEERS, ...UNCONTROLLED]) assert.equal(name in self, false, name);
  assert.equal(typeof self.fetch, "function");
});

test("sealed globals are not available, even without the removal", () => {
  const self = scope();
  sealScope(self);
  for (const name of ["EventSource", "FontFace", "caches", "RTCPeerConnection"])
    assert.equal(self[name], undefined, name);
  assert.throws(() => {
    self.EventSource = 1;
  }, TypeError);
});
