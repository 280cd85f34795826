import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { currentKey, forgetKey, hasKey, sealKey, takeKey, unsealKey } from "./key.ts";
import { ITERATIONS, unseal } from "./vault.ts";
import type { SealedKey } from "../types/endpoint.ts";

const KEY = "sk-proj-secret-5e1f";
const PHRASE = { value: "correct horse" };
const BOUND = "chat-completions https://api.openai.com/v1";

beforeEach(forgetKey);

test("a key is in memory only, unless it is kept, and then encrypted", async () => {
  takeKey({ value: ` ${KEY}\n` });
  takeKey({ value: "" });
  assert.deepEqual([currentKey(), hasKey()], [KEY, true]);
  const sealed = await sealKey(PHRASE, BOUND);
  assert.ok(!sealed.includes("secret") && !sealed.includes(PHRASE.value), sealed);
  // The next visit: nothing in memory.
  forgetKey();
  assert.deepEqual([currentKey(), hasKey()], ["", false]);
  assert.equal(await unsealKey(sealed, { value: "correct hors" }, BOUND), false);
  assert.equal(hasKey(), false);
  assert.equal(await unsealKey(sealed, PHRASE, BOUND), true);
  assert.equal(currentKey(), KEY);
});

test("a kept key opens for the address that it was entered for, and for no other", async () => {
  takeKey({ value: KEY });
  const sealed = await sealKey(PHRASE, BOUND);
  forgetKey();
  for (const other of [
    "chat-completions https://evil.example/v1",
    "anthropic https://api.openai.com/v1",
  ]) {
    assert.equal(await unsealKey(sealed, PHRASE, other), false, other);
    assert.equal(currentKey(), "");
  }
});

test("encryption has enough rounds, and fresh salt and vector each time", async () => {
  takeKey({ value: KEY });
  const sealed = async (): Promise<SealedKey> => JSON.parse(await sealKey(PHRASE, BOUND));
  const [first, second] = [await sealed(), await sealed()];
  assert.ok(first.iterations >= 600_000 && first.iterations === ITERATIONS);
  assert.equal(Buffer.from(first.salt, "base64").length, 16);
  assert.equal(Buffer.from(first.iv, "base64").length, 12);
  for (const part of ["salt", "iv", "data"] as const)
    assert.notEqual(first[part], second[part], part);
  // A record that was changed to be fast, or to block the page, is not opened.
  for (const iterations of [1, 599_999, 10_000_001, Number.NaN]) {
    assert.equal(await unseal({ ...first, iterations }, PHRASE.value, BOUND), null);
  }
});

test("a short passphrase is refused in words", async () => {
  takeKey({ value: KEY });
  await assert.rejects(sealKey({ value: "1234567" }, BOUND), { message: /8 characters at least/ });
});
