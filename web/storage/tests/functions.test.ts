import { fill, freshBrowser, kind, value, withSession, writerOf } from "./fixture.ts";
import assert from "node:assert/strict";
import { test } from "node:test";

import { eraseEverything, openStorage } from "../main.ts";
import { MAX_FUNCTIONS, MAX_SOURCE_BYTES } from "../functions.ts";

const saved = (name: string, source = `def ${name}(a):\n    return a\n`) => ({
  name,
  signature: `${name}(a)`,
  docstring: "Returns it.",
  source,
  names: [],
  session: "a",
});

test("functions are listed by name, and outlive the session that they were saved in", async () => {
  const storage = await withSession();
  value(await storage.functions.put(saved("net")));
  const { created, changed, ...first } = value(await storage.functions.put(saved("gross")));
  assert.deepEqual(first, saved("gross"));
  assert.ok(created > 0 && changed === created);
  value(await storage.sessions.remove("a"));
  value(await storage.sessions.purge(0));
  await storage.close();
  const again = value(await openStorage());
  assert.deepEqual(
    value(await again.functions.list()).map(({ name }) => name),
    ["gross", "net"],
  );
  await again.close();
});

test("a function is replaced only where that is asked for, and keeps the time of its creation", async () => {
  const storage = await withSession();
  const before = value(await storage.functions.put(saved("net")));
  const other = saved("net", "def net(b):\n    return b\n");
  assert.equal(kind(await storage.functions.put(other)), "taken");
  const after = value(await storage.functions.put(other, { instead: "net" }));
  assert.deepEqual([after.source, after.created], [other.source, before.created]);
  value(await storage.functions.put(saved("gross")));
  assert.equal(kind(await storage.functions.put(saved("gross"), { instead: "net" })), "taken");
  value(await storage.functions.put(saved("margin"), { instead: "net" }));
  assert.deepEqual(
    value(await storage.functions.list()).map(({ name }) => name),
    ["gross", "margin"],
  );
  await storage.close();
});

test("a removed function is stored again as it was", async () => {
  const storage = await withSession();
  const before = value(await storage.functions.put({ ...saved("net"), created: 1, changed: 2 }));
  value(await storage.functions.remove("net"));
  assert.deepEqual(value(await storage.functions.list()), []);
  assert.equal(kind(await storage.functions.remove("net")), "gone");
  assert.deepEqual(value(await storage.functions.put(before)), before);
  await storage.close();
});

test("too many, too long and too large functions are refused with a sentence", async () => {
  const storage = await withSession();
  const edge = "#".repeat(MAX_SOURCE_BYTES);
  value(await storage.functions.put(saved("edge", edge)));
  assert.equal(kind(await storage.functions.put(saved("large", `${edge}#`))), "bounds");
  assert.equal(
    kind(await storage.functions.put(saved("wide", "ä".repeat(MAX_SOURCE_BYTES / 2 + 1)))),
    "bounds",
  );
  assert.equal(kind(await storage.functions.put(saved("n".repeat(81)))), "bounds");
  assert.equal(
    kind(await storage.functions.put({ ...saved("words"), docstring: "w".repeat(20_000) })),
    "bounds",
  );
  for (let at = 1; at < MAX_FUNCTIONS; at += 1) value(await storage.functions.put(saved(`f${at}`)));
  assert.equal(kind(await storage.functions.put(saved("more"))), "bounds");
  value(await storage.functions.put(saved("f1", "def f1(): pass"), { instead: "f1" }));
  value(await storage.functions.remove("f2"));
  value(await storage.functions.put(saved("more")));
  await storage.close();
});

test("without space a function is not stored, and the sentence says what to do", async () => {
  const storage = await withSession();
  const restore = fill("functions");
  const result = await storage.functions.put(saved("net"));
  restore();
  assert.equal(kind(result), "quota");
  assert.ok(!result.ok && /this function.*Delete sessions/.test(result.error.message));
  await storage.close();
});

test("a database of the first version keeps everything and gets a place for functions", async () => {
  freshBrowser();
  await new Promise((resolve, reject) => {
    const request = indexedDB.open("insitu-sessions", 1);
    request.onerror = () => reject(request.error);
    // As the first version made it.
    request.onupgradeneeded = () => {
      const database = request.result;
      database.createObjectStore("sessions", { keyPath: "id" });
      database.createObjectStore("heads", { keyPath: "session" });
      database.createObjectStore("records");
      database.createObjectStore("blobs", { keyPath: "digest" });
      database.createObjectStore("contents");
      database
        .createObjectStore("references", { keyPath: ["session", "digest"] })
        .createIndex("digest", "digest");
      database
        .createObjectStore("files", { keyPath: ["session", "name"] })
        .createIndex("copy", "copy");
      const { transaction } = request;
      transaction
        ?.objectStore("sessions")
        .add({ id: "a", title: "From before", created: 1, pinned: true });
      transaction
        ?.objectStore("heads")
        .add({ session: "a", first: null, last: null, bytes: 0, changed: 1 });
    };
    request.onsuccess = () => {
      request.result.close();
      resolve(undefined);
    };
  });
  const storage = value(await openStorage());
  const [session] = value(await storage.sessions.list());
  assert.deepEqual([session.title, session.pinned, session.created], ["From before", true, 1]);
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "zero"));
  value(await storage.functions.put(saved("net")));
  assert.equal(value(await storage.functions.list()).length, 1);
  await storage.close();
});

test("deleting everything deletes the functions, and the proof lists nothing that is left", async () => {
  const storage = await withSession();
  value(await storage.functions.put(saved("net")));
  const proof = value(await eraseEverything());
  assert.deepEqual(
    [proof.deleted.databases, proof.left.databases, proof.failed],
    [["insitu-sessions"], [], []],
  );
  assert.equal(kind(await storage.functions.list()), "erased");
  const again = value(await openStorage());
  assert.deepEqual(value(await again.functions.list()), []);
  await again.close();
});
