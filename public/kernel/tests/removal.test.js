// What is taken out of a global scope: own properties and those of its prototypes, with the other wall taken away.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PEERS, UNHELD, remove } from "../../frames/removal.js";
import { sealScope } from "../worker/seal.js";

/** A scope like a worker's: constructors of its own, and `caches` and `fonts` on a prototype, as getters that may throw. */
function scope() {
  const prototype = Object.create(null, {
    caches: { get() { throw new DOMException("not here", "SecurityError"); }, configurable: true, enumerable: true },
    fonts: { get: () => ({ load() {} }), configurable: true, enumerable: true },
    setTimeout: { value: setTimeout, configurable: true }, setInterval: { value: setInterval, configurable: true },
    clearTimeout: { value: clearTimeout, configurable: true }, clearInterval: { value: clearInterval, configurable: true },
  });
  return Object.assign(Object.create(prototype), {
    EventSource: class {}, FontFace: class {}, RTCPeerConnection: class {}, fetch: async () => {}, importScripts() {}, Blob, Response, URL,
  });
}

test("nothing that was removed can be had, without the seal that hides it besides", () => {
  const self = scope();
  remove(self, [...PEERS, ...UNHELD]);
  for (const name of [...PEERS, ...UNHELD]) assert.equal(name in self, false, name);
  assert.equal(typeof self.fetch, "function");
});

test("and what is hidden cannot be had, without the removal", () => {
  const self = scope();
  sealScope(self);
  for (const name of ["EventSource", "FontFace", "caches", "RTCPeerConnection"]) assert.equal(self[name], undefined, name);
  assert.throws(() => { self.EventSource = 1; }, TypeError);
});
