// Which outputs go, and in which order, is the choice of the log's module (`crates/session_log`).
// Here: that deleted sessions go before, and what is done with that choice.

import { value, withSession, writerOf } from "../storage/tests/fixture.js";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { roomMaker, sentence } from "./room.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {{ sha256: string, name: string, bytes: number, sessions: string[] }} Droppable */

beforeEach(() => {
  // The browser frees space later than it is asked to.
  const used = [100, 100, 60];
  const storage = { estimate: async () => ({ usage: used.shift() ?? 60 }) };
  Object.defineProperty(globalThis, "navigator", { value: { storage }, configurable: true });
});

/**
 * Makes room in a storage whose session `a` is shown.
 *
 * @param {SessionStorage} storage
 * @param {{ dropped: Droppable[], records: Record<string, string> }} choice of the log's module
 * @param {boolean} [stores] whether this tab stores the session that is shown
 */
function room(storage, choice, stores = true) {
  /** @type {{ bytes: number, sessions: object[] }[]} */
  const asked = [];
  /** @type {object[]} */
  const recorded = [];
  /** @type {string[]} */
  const said = [];
  const toDrop = (
    /** @type {number} */ _ms,
    /** @type {number} */ bytes,
    /** @type {string} */ sessions,
  ) => {
    asked.push({ bytes, sessions: JSON.parse(sessions) });
    return JSON.stringify(choice);
  };
  const make = roomMaker({
    storage: () => storage,
    log: () =>
      /** @type {import("../types/page").SessionLog} */ (/** @type {unknown} */ ({ toDrop })),
    stores: () => stores,
    shown: () => "a",
    record: (event) => recorded.push(event),
    notify: (message) => said.push(message),
  });
  return { make, asked, recorded, said };
}

/**
 * Stores an output of a session, and returns its digest.
 *
 * @param {SessionStorage} storage
 * @param {string} session
 * @param {string} content
 */
async function output(storage, session, content) {
  const bytes = new TextEncoder().encode(content);
  return value(await storage.blobs.put(session, bytes, "text/plain")).digest;
}

test("sessions that the user has deleted go first, and no output of another one is dropped", async (context) => {
  const storage = await withSession();
  context.after(() => storage.close());
  const kept = await output(storage, "a", "kept");
  value(await storage.sessions.create({ id: "b", title: "Second" }));
  await output(storage, "b", "deleted");
  value(await storage.sessions.remove("b"));
  const { make, asked, said } = room(storage, {
    dropped: [{ sha256: kept, name: "kept", bytes: 4, sessions: ["a"] }],
    records: {},
  });
  assert.equal(await make({ needed: 10 }), true);
  assert.deepEqual([asked, said], [[], []]);
  assert.deepEqual(
    value(await storage.sessions.list()).map(({ id }) => id),
    ["a"],
  );
  assert.equal(await value(await storage.blobs.get(kept)).text(), "kept");
});

test("the chosen outputs are dropped, each session's log says so, and the notice names them", async (context) => {
  const storage = await withSession();
  context.after(() => storage.close());
  for (const id of ["b", "c", "empty"]) value(await storage.sessions.create({ id, title: id }));
  value(await storage.sessions.change("b", { pinned: true }));
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "of a\n"));
  for (const id of ["b", "c"]) {
    const { session, writer } = await writerOf(storage, id);
    value(await writer.append(0, `of ${id}\n`));
    await session.close();
  }
  const [first, second, newest] = [
    await output(storage, "a", "first"),
    await output(storage, "b", "second"),
    await output(storage, "a", "newest"),
  ];
  // Another tab has it open.
  const open = async (/** @type {string} */ id) =>
    id === "c"
      ? { ok: true, value: { writer: null, close: async () => ({ ok: true, value: undefined }) } }
      : storage.open(id);
  const { make, asked, recorded, said } = room(
    /** @type {SessionStorage} */ ({ ...storage, open }),
    {
      dropped: [
        { sha256: first, name: "/out/part1.bin", bytes: 3 << 20, sessions: ["a"] },
        { sha256: second, name: "/out/part2.bin", bytes: 1 << 19, sessions: ["b"] },
      ],
      records: { b: '{"seq":1,"kind":"outputs-dropped"}' },
    },
  );
  // Two writes that fail at the same moment.
  assert.deepEqual(await Promise.all([make({ needed: 3_000_000 }), make({ needed: 5 })]), [
    true,
    true,
  ]);
  const sessions = [
    { id: "a", log: null, pinned: false },
    { id: "b", log: "of b\n", pinned: true },
  ];
  assert.deepEqual(asked, [{ bytes: 3_000_000 + (1 << 20), sessions }]);
  assert.deepEqual(recorded, [
    { kind: "outputs-dropped", dropped: [{ sha256: first, name: "/out/part1.bin" }] },
  ]);
  assert.deepEqual(said, [
    "The browser's storage is full. The oldest outputs were dropped to make room (3.5 MiB): /out/part1.bin, /out/part2.bin. Run their code again to see them; pin a session to keep its outputs.",
  ]);
  assert.deepEqual(
    [
      (await storage.blobs.get(first)).ok,
      (await storage.blobs.get(second)).ok,
      (await storage.blobs.get(newest)).ok,
    ],
    [false, false, true],
  );
  assert.deepEqual(value(await storage.read("b")).records, [
    { seq: 0, text: "of b\n" },
    { seq: 1, text: '{"seq":1,"kind":"outputs-dropped"}' },
  ]);
});

test("where nothing may be dropped, there is no room, and nothing is said", async (context) => {
  const storage = await withSession();
  context.after(() => storage.close());
  const { make, asked, recorded, said } = room(storage, { dropped: [], records: {} });
  assert.equal(await make({}), false);
  assert.deepEqual([asked.length, recorded, said], [1, [], []]);
  await storage.close();
  assert.equal(await make({}), false, "a storage that is closed has none either");
});

test("outputs of a session that is shown and that another tab stores are not chosen from", async (context) => {
  const storage = await withSession();
  context.after(() => storage.close());
  value(await (await writerOf(storage)).writer.append(0, "of a\n"));
  const { make, asked } = room(storage, { dropped: [], records: {} }, false);
  assert.equal(await make({ needed: 10 }), false);
  assert.deepEqual(asked, [{ bytes: 10 + (1 << 20), sessions: [] }]);
});

test("the notice names five outputs, and how many more there are", () => {
  const dropped = Array.from({ length: 7 }, (_, at) => ({
    sha256: `${at}`,
    name: `n${at}`,
    bytes: 100,
    sessions: ["a"],
  }));
  assert.match(sentence(dropped), /\(1 KiB\): n0, n1, n2, n3, n4 and 2 more\. /);
  assert.match(sentence(dropped.slice(0, 5)), /\(1 KiB\): n0, n1, n2, n3, n4\. /);
});
