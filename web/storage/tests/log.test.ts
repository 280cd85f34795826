import { fill, kind, raw, value, withSession, writerOf } from "./fixture.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import { checksum } from "../log.ts";
import { openStorage } from "../main.ts";

const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({
    seq: from + index,
    text: `{"line":${from + index}}`,
  }));

test("records are read as they were appended, also by the next visit", async () => {
  const storage = await withSession();
  const { session, writer } = await writerOf(storage);
  assert.equal(writer.next, null);
  const wanted = lines(500, 1);
  const stored = await Promise.all(wanted.map(({ seq, text }) => writer.append(seq, text)));
  assert.deepEqual(
    stored.map(value),
    wanted.map(({ seq }) => seq),
  );
  assert.equal(writer.next, 501);
  value(await writer.flush());
  value(await session.close());
  assert.equal(kind(await writer.append(501, "late")), "closed");
  await storage.close();

  const next = value(await openStorage());
  assert.deepEqual(value(await next.read("a", { limit: 1_000 })), {
    records: wanted,
    more: false,
    damage: null,
  });
  assert.deepEqual(value(await next.read("a", { from: 100, limit: 2 })), {
    records: wanted.slice(99, 101),
    more: true,
    damage: null,
  });
  const again = value(await next.open("a"));
  assert.deepEqual(again.log.records, wanted);
  assert.equal(again.writer?.next, 501);
  await next.close();
});

test("a log of several pages is opened as a whole", async () => {
  const storage = await withSession();
  const { session, writer } = await writerOf(storage);
  const wanted = lines(4_500);
  await Promise.all(wanted.map(({ seq, text }) => writer.append(seq, text)));
  value(await session.close());
  assert.deepEqual(value(await storage.open("a")).log.records, wanted);
  await storage.close();
});

test("a record that does not follow is refused and not stored", async () => {
  const storage = await withSession();
  const { writer } = await writerOf(storage);
  value(await writer.append(7, "first"));
  for (const seq of [7, 9, -1, 8.5, Number.NaN])
    assert.equal(kind(await writer.append(seq, "x")), "order");
  value(await writer.append(8, "second"));
  assert.deepEqual(value(await storage.read("a")).records, [
    { seq: 7, text: "first" },
    { seq: 8, text: "second" },
  ]);
  await storage.close();
});

test("a damaged or missing record ends the log, and is named", async () => {
  const damages: [string, (store: IDBObjectStore) => void, number][] = [
    ["other text", (store) => store.put({ text: "other", check: checksum("same") }, ["a", 3]), 3],
    ["no text", (store) => store.put({ check: 1 }, ["a", 5]), 5],
    ["no record", (store) => store.delete(["a", 2]), 2],
    ["no first record", (store) => store.delete(["a", 0]), 0],
    ["no last record", (store) => store.delete(["a", 9]), 9],
  ];
  for (const [name, damage, seq] of damages) {
    const storage = await withSession();
    const { session, writer } = await writerOf(storage);
    await Promise.all(lines(10).map(({ seq, text }) => writer.append(seq, text)));
    await session.close();
    await raw((database) =>
      damage(database.transaction("records", "readwrite").objectStore("records")),
    );
    const part = value(await storage.read("a"));
    assert.deepEqual(
      [part.records, part.more, part.damage?.kind, part.damage?.seq],
      [lines(seq), false, "corrupt", seq],
      name,
    );
    assert.match(part.damage?.message ?? "", new RegExp(`Record ${seq} .* Duplicate`), name);
    if (seq > 0) {
      // The way out that the sentence names.
      value(await storage.sessions.duplicate("a", { id: "b", title: "Copy", until: seq - 1 }));
      assert.deepEqual(
        value(await storage.read("b")),
        { records: lines(seq), more: false, damage: null },
        name,
      );
    }
    await storage.close();
  }
});

test("without space, records are held in their order until there is some", async () => {
  const storage = await withSession();
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "zero"));
  const empty = fill("records");
  const first = await writer.append(1, "one");
  assert.equal(kind(first), "quota");
  assert.deepEqual(first.ok || [first.error.during, first.error.needed], ["append", 6]);
  assert.equal(kind(await writer.append(2, "two")), "held");
  assert.equal(kind(await writer.flush()), "quota");
  assert.equal(kind(await writer.retry()), "quota");
  assert.equal(writer.unsaved, 2);
  empty();
  value(await writer.retry());
  assert.equal(writer.unsaved, 0);
  value(await writer.append(3, "three"));
  assert.deepEqual(
    value(await storage.read("a")).records.map(({ text }) => text),
    ["zero", "one", "two", "three"],
  );
  await storage.close();
});

test("records that are held can be discarded, and the log goes on where it is stored", async () => {
  const storage = await withSession();
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "zero"));
  const empty = fill("records");
  await Promise.all(lines(100, 1).map(({ seq, text }) => writer.append(seq, text)));
  empty();
  assert.deepEqual(writer.discard(), lines(100, 1));
  assert.deepEqual([writer.next, writer.unsaved], [1, 0]);
  value(await writer.append(1, "one"));
  await storage.close();
});

test("the caller decides what is deleted to make room", async () => {
  let empty: (() => void) | undefined;
  const asked: unknown[] = [];
  const storage = await withSession({
    makeRoom: async ({ kind, during, needed }) => {
      asked.push([kind, during, needed]);
      empty?.();
      return true;
    },
  });
  const { writer } = await writerOf(storage);
  empty = fill("records");
  value(await writer.append(0, "zero"));
  empty = fill("contents");
  value(await storage.blobs.put("a", new Uint8Array(9), "text/plain"));
  assert.deepEqual(asked, [
    ["quota", "append", 8],
    ["quota", "blob", 9],
  ]);
  await storage.close();
});

test("where nothing keeps a second writer off, it cannot overwrite a record", async () => {
  // Node has no Web Locks before version 24, which is the case of this test.
  const { navigator } = globalThis;
  Object.defineProperty(globalThis, "navigator", { value: {}, configurable: true });
  const storage = await withSession();
  const other = value(await openStorage());
  const [first, second] = [value(await storage.open("a")), value(await other.open("a"))];
  assert.deepEqual([first.locks, second.locks], [false, false]);
  value((await first.writer?.append(0, "mine")) ?? assert.fail());
  assert.equal(kind((await second.writer?.append(0, "theirs")) ?? assert.fail()), "conflict");
  assert.deepEqual(value(await storage.read("a")).records, [{ seq: 0, text: "mine" }]);
  await first.close();
  await second.close();
  await storage.close();
  await other.close();
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
});

test("a deleted session takes no records", async () => {
  const storage = await withSession();
  const { writer } = await writerOf(storage);
  await raw((database) =>
    database.transaction("sessions", "readwrite").objectStore("sessions").delete("a"),
  );
  assert.equal(kind(await writer.append(0, "zero")), "gone");
  assert.deepEqual(value(await storage.read("a")).records, []);
  await storage.close();
});
