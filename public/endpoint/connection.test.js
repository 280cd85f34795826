// node --test public/endpoint/

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { current, currentKey, forgetKey, forgetTab, isKept, keep, kept, remember, setKey, unlock } from "./connection.js";
import { ITERATIONS, unseal } from "./vault.js";

/** A storage as browsers have it. @returns {Storage} */
function storage() {
  const items = new Map();
  return /** @type {Storage} */ (
    /** @type {unknown} */ ({
      getItem: (/** @type {string} */ name) => items.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ value) => void items.set(name, value),
      removeItem: (/** @type {string} */ name) => void items.delete(name),
    })
  );
}

const KEY = "sk-proj-secret-5e1f";
const PHRASE = "correct horse";
/** @type {import("../types/endpoint").Connection} */
const OPENAI = { kind: "chat-completions", base: "https://api.openai.com/v1", models: [{ id: "gpt-5-mini", images: true, fenced: false }], keyless: false };
const everything = () => [sessionStorage, localStorage].map((one) => one.getItem("insitu-endpoint")).join("\n");

beforeEach(() => {
  globalThis.sessionStorage = storage();
  globalThis.localStorage = storage();
  setKey("");
});

test("a key is in memory only, unless it is kept, and then encrypted", async () => {
  remember(OPENAI);
  setKey(` ${KEY}\n`);
  assert.deepEqual([current(), currentKey(), isKept(OPENAI)], [OPENAI, KEY, false]);
  assert.ok(!everything().includes("secret"), everything());
  await keep(OPENAI, PHRASE);
  assert.equal(isKept(OPENAI), true);
  assert.ok(!everything().includes("secret") && !everything().includes(PHRASE), everything());
  // The next visit: another tab, nothing in memory.
  forgetTab();
  assert.deepEqual([currentKey(), current()?.base], ["", OPENAI.base]);
  assert.equal(await unlock("correct hors"), false);
  assert.equal(currentKey(), "");
  assert.equal(await unlock(PHRASE), true);
  assert.equal(currentKey(), KEY);
  forgetKey();
  assert.deepEqual([currentKey(), kept(), current()], ["", null, null]);
});

test("a kept key opens for the address that it was entered for, and for no other", async () => {
  setKey(KEY);
  await keep(OPENAI, PHRASE);
  const stored = /** @type {import("../types/endpoint").Kept} */ (kept());
  setKey("");
  for (const change of [{ base: "https://evil.example/v1" }, { kind: "anthropic" }]) {
    localStorage.setItem("insitu-endpoint", JSON.stringify({ ...stored, ...change }));
    assert.equal(await unlock(PHRASE), false, JSON.stringify(change));
    assert.equal(currentKey(), "");
  }
  assert.equal(isKept({ ...OPENAI, base: "https://api.openai.com/v2" }), false);
});

test("encryption has enough rounds, and fresh salt and vector each time", async () => {
  setKey(KEY);
  await keep(OPENAI, PHRASE);
  const first = /** @type {import("../types/endpoint").Kept} */ (kept()).key;
  await keep(OPENAI, PHRASE);
  const second = /** @type {import("../types/endpoint").Kept} */ (kept()).key;
  assert.ok(first.iterations >= 600_000 && first.iterations === ITERATIONS);
  assert.equal(Buffer.from(first.salt, "base64").length, 16);
  assert.equal(Buffer.from(first.iv, "base64").length, 12);
  for (const part of /** @type {const} */ (["salt", "iv", "data"])) assert.notEqual(first[part], second[part], part);
  // A record that was changed to be fast, or to block the page, is not opened.
  for (const iterations of [1, 599_999, 10_000_001, Number.NaN]) {
    assert.equal(await unseal({ ...first, iterations }, PHRASE, `${OPENAI.kind} ${OPENAI.base}`), null);
  }
});

test("a short passphrase and a browser without storage are refused in words", async () => {
  setKey(KEY);
  await assert.rejects(keep(OPENAI, "1234567"), { message: /8 characters at least/ });
  localStorage.setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await assert.rejects(keep(OPENAI, PHRASE), { message: /does not store anything/ });
});

test("what is stored and no connection is ignored", () => {
  for (const text of ["", "{", "null", "[]", '{"base":"https://a.example"}', '{"kind":"anthropic","base":"http://evil.example","models":[]}']) {
    sessionStorage.setItem("insitu-endpoint", text);
    localStorage.setItem("insitu-endpoint", text);
    assert.deepEqual([current(), kept()], [null, null], text);
  }
});
