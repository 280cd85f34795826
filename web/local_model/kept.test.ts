// The state that is kept over visits: what it is bound to, and that one which differs is deleted,
// never given to an engine.

import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { IDBFactory } from "fake-indexeddb";

import { begin, hashesOf } from "./kept.ts";
import { remember, remembered, within } from "./remembered.ts";
import { MAX_STATE_BYTES } from "./slot.ts";
import type { Engine } from "../types/local_model.ts";

const MADE = Uint8Array.of(1, 2, 3, 4).buffer;
const BODY = JSON.stringify({ messages: [{ role: "system", content: "You are Insitu." }] });

/** What the browser says of its room. */
let room = { quota: 1e9, usage: 0 };
Object.defineProperty(globalThis, "navigator", {
  configurable: true,
  value: { storage: { estimate: async () => room } },
});

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  room = { quota: 1e9, usage: 0 };
});

/** An engine that takes any state, unless it is broken. */
function engineOf({
  build = "b1",
  broken = false,
  makes = MADE,
}: {
  build?: string;
  broken?: boolean;
  makes?: ArrayBuffer | null;
} = {}) {
  const given: (ArrayBuffer | null)[] = [];
  return {
    given,
    build,
    async begin(_body: string, found: Promise<ArrayBuffer | null>): ReturnType<Engine["begin"]> {
      const state = await found;
      given.push(state);
      if (state) return broken ? null : { begun: { by: "state", tokens: 3 }, state: null };
      return { begun: { by: "text", tokens: 3 }, state: makes };
    },
  };
}

const model = (bytes: string) => hashesOf([new Blob([bytes])]);

/** Begins, and returns by what. */
const by = async (engine: ReturnType<typeof engineOf>, bytes = "model", body: string = BODY) =>
  (await begin(engine, model(bytes), body))?.by;

const stored = () => within((database) => database.get("states", "state"));

test("what a model has read at one visit is given back at the next", async () => {
  const engine = engineOf();
  assert.equal(await by(engine), "text");
  assert.equal(await by(engine), "state");
  assert.deepEqual(engine.given, [null, MADE]);
});

test("another model, another build of the engine and another text have no state, and the one that was kept is deleted", async () => {
  for (const [what, engine, bytes, body] of [
    ["model", engineOf({ makes: null }), "models", BODY],
    ["engine", engineOf({ build: "b2", makes: null }), "model", BODY],
    ["text", engineOf({ makes: null }), "model", `${BODY} `],
  ] as const) {
    assert.equal(await by(engineOf()), "text", what);
    assert.equal(await by(engine, bytes, body), "text", what);
    assert.deepEqual(engine.given, [null], what);
    assert.equal(await stored(), undefined, what);
  }
});

test("a state that was changed where it is stored is deleted, and not given to the engine", async () => {
  for (const [what, change] of [
    ["a byte", (state) => ({ ...state, bytes: Uint8Array.of(1, 2, 3, 5).buffer })],
    ["its hash", (state) => ({ ...state, hash: state.of })],
    ["no bytes", ({ of, hash }) => ({ of, hash })],
    ["too long", (state) => ({ ...state, bytes: new ArrayBuffer(MAX_STATE_BYTES + 1) })],
  ] as [string, (state: any) => unknown][]) {
    await by(engineOf());
    const state = await stored();
    await within((database) => database.put("states", change(state), "state"));
    const engine = engineOf({ makes: null });
    assert.equal(await by(engine), "text", what);
    assert.deepEqual(engine.given, [null], what);
    assert.equal(await stored(), undefined, what);
  }
});

test("a state by which the engine ended is not tried again", async () => {
  await by(engineOf());
  assert.equal(await by(engineOf({ broken: true })), undefined);
  assert.equal(await stored(), undefined);
});

test("nothing is kept of a build that is not known, of files that cannot be read, and where there is no room", async () => {
  await by(engineOf({ build: "" }));
  assert.equal(await stored(), undefined);
  await begin(engineOf(), Promise.resolve(null), BODY);
  assert.equal(await stored(), undefined);
  room = { quota: 100, usage: 93 };
  await by(engineOf());
  assert.equal(await stored(), undefined);
  room = { quota: 100, usage: 92 };
  await by(engineOf());
  assert.deepEqual((await stored()).bytes, MADE);
});

test("a model that an earlier page has remembered stays", async () => {
  await new Promise((resolve, reject) => {
    const request = indexedDB.open("insitu-local-model", 1);
    request.onerror = reject;
    request.onupgradeneeded = () =>
      request.result.createObjectStore("models").put({ label: "Model", handles: [] }, "last");
    request.onsuccess = () => resolve(request.result.close());
  });
  assert.equal((await remembered())?.label, "Model");
  await by(engineOf());
  await remember({ label: "Other", handles: [] });
  assert.equal(await by(engineOf()), "state");
});
