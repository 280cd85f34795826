// The objects that Python could change for every script of the worker, each tried in a separate
// thread, since hardening cannot be undone.

import test from "node:test";
import assert from "node:assert/strict";
import { startThread } from "./thread.ts";

/**
 * Runs an expression in a hardened realm. Resolves to its value as text, or the name of the error
 * that it throws.
 */
function inHardenedRealm(expression: string): Promise<string> {
  const source = `
    import { parentPort } from "node:worker_threads";
    import { harden } from "../worker/harden.ts";
    import { sealScope } from "../worker/seal.ts";
    harden(globalThis);
    const tried = async () => { try { return await (${expression}); } catch (error) { return error.name; } };
    parentPort.postMessage(String(await tried()));`;
  return new Promise((resolve, reject) => {
    const worker = startThread(source);
    worker.on("message", resolve);
    worker.on("error", reject);
  });
}

test("no object that scripts share can be changed", async () => {
  for (const change of [
    "Object.prototype.toJSON = () => 1",
    "Object.prototype.toString = () => 1",
    "Object.defineProperty(Object.prototype, 'x', { value: 1 })",
    "Object.setPrototypeOf(Array.prototype, {})",
    "Array.prototype.push = () => 1",
    "Array.prototype[Symbol.iterator] = () => 1",
    "Object.getPrototypeOf([][Symbol.iterator]()).next = () => 1",
    "Object.getPrototypeOf(async function () {}).x = 1",
    "Object.getPrototypeOf(Uint8Array).prototype.set = () => 1",
    "Promise.prototype.then = () => 1",
    "Promise.resolve = () => 1",
    "Function.prototype.call = () => 1",
    "JSON.stringify = () => 1",
    "Atomics.store = () => 1",
    "Reflect.apply = () => 1",
    "Error.prepareStackTrace = () => 1",
    "EventTarget.prototype.addEventListener = () => 1",
    "String.prototype.slice.call = () => 1",
  ]) {
    assert.equal(await inHardenedRealm(change), "TypeError", change);
  }
});

test("own properties can still be assigned", async () => {
  for (const [expression, wanted] of [
    ["(() => { const o = {}; o.toString = () => 'own'; return `${o}`; })()", "own"],
    [
      "(() => { class Mine extends Error {} const e = new Mine('m'); e.name = 'Mine'; return `${e}`; })()",
      "Mine: m",
    ],
    ["(() => { function F() {} F.prototype.constructor = 5; return new F().constructor; })()", "5"],
    ["(() => { Error.stackTraceLimit = 3; return Error.stackTraceLimit; })()", "3"],
    ["JSON.stringify([...new Map([[1, { a: 'b' }]])])", '[[1,{"a":"b"}]]'],
  ]) {
    assert.equal(await inHardenedRealm(expression), wanted, expression);
  }
});

test("a timer's function does not receive the scope, and source text is refused", async () => {
  const scope =
    "sealScope({ setTimeout(act) { act.call('the scope'); }, setInterval(act) { act.call('the scope'); }, clearTimeout() {}, clearInterval() {} })";
  const receiver = (timer: string) =>
    `(() => { let seen = 'nothing'; ${scope}.${timer}(function () { seen = this; }, 0); return seen; })()`;
  assert.equal(await inHardenedRealm(receiver("setTimeout")), "undefined");
  assert.equal(await inHardenedRealm(receiver("setInterval")), "undefined");
  assert.equal(await inHardenedRealm(`${scope}.setTimeout("fetch('x')", 0)`), "TypeError");
});
