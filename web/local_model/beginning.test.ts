// The order of what the engine gets: what each session begins with, and only then questions.

import assert from "node:assert/strict";
import { test } from "node:test";

import { beginningOf } from "./beginning.ts";
import { MAX_STATE_BYTES } from "./slot.ts";
import type { FromWorker } from "../types/local_model.ts";

const BEGUN = { by: "text", tokens: 3 } as const;
const none = () => Promise.resolve(null);

/** An engine whose answers come from the test. */
function engineOf() {
  const sent: object[] = [];
  const receiving: ((message: FromWorker) => void)[] = [];
  const { begin, before } = beginningOf((order, receive) => {
    sent.push(order);
    receiving.push(receive);
  });
  const ask = () => before().then(() => void sent.push({ ask: "question" }));
  return {
    sent,
    begin,
    ask,
    answer: (message: FromWorker) => receiving.shift()?.(message),
  };
}

/** Lets what is ready run. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

test("a question is sent only after the state has come back, also while the kept one is still looked for", async () => {
  const { sent, begin, ask, answer } = engineOf();
  let find: (state: ArrayBuffer | null) => void = () => {};
  const begun = begin("constant", new Promise((resolve) => (find = resolve)));
  const asked = ask();
  await turns();
  assert.deepEqual(sent, []);
  find(null);
  await turns();
  assert.deepEqual(sent, [{ begin: { body: "constant", state: null } }]);
  const state = new ArrayBuffer(8);
  answer({ id: 1, begun: BEGUN, state });
  assert.deepEqual(await begun, { begun: BEGUN, state });
  await asked;
  assert.deepEqual(sent.at(-1), { ask: "question" });
});

test("after a question, and a second time, nothing begins, so that no state has anything of a session", async () => {
  const asked = engineOf();
  await asked.ask();
  assert.equal(await asked.begin("constant", none()), null);
  assert.deepEqual(asked.sent, [{ ask: "question" }]);
  const twice = engineOf();
  const first = twice.begin("constant", none());
  assert.equal(await twice.begin("constant", none()), null);
  await turns();
  twice.answer({ id: 1, begun: BEGUN, state: null });
  assert.deepEqual(await first, { begun: BEGUN, state: null });
});

test("questions are asked although nothing could be read, or the kept state could not be found", async () => {
  const failed = engineOf();
  const begun = failed.begin("constant", Promise.reject(new Error("no storage")));
  await turns();
  assert.deepEqual(failed.sent, [{ begin: { body: "constant", state: null } }]);
  failed.answer({ id: 1, failed: "The template has no place for instructions." });
  assert.equal(await begun, null);
  await failed.ask();
  assert.equal(failed.sent.length, 2);
});

test("a state that is larger than any may be is not taken", async () => {
  const { begin, answer } = engineOf();
  const begun = begin("constant", none());
  await turns();
  answer({ id: 1, begun: BEGUN, state: new ArrayBuffer(MAX_STATE_BYTES + 1) });
  assert.deepEqual(await begun, { begun: BEGUN, state: null });
});
