import {
  fill,
  freshBrowser,
  kind,
  raw,
  refuseBlobs,
  value,
  withSession,
  writerOf,
} from "./fixture.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { connect, VERSION } from "../connection.ts";
import { eraseEverything, openStorage } from "../main.ts";

const BYTES = new TextEncoder().encode("a large output");
const DIGEST = createHash("sha256").update(BYTES).digest("hex");

/** Returns how many rows each store has. */
async function rows() {
  const counts: Record<string, number> = {};
  const ends: Promise<unknown>[] = [];
  await raw((database) => {
    const transaction = database.transaction([...database.objectStoreNames]);
    for (const name of database.objectStoreNames) {
      transaction.objectStore(name).count().onsuccess = ({ target }) => {
        counts[name] = (target as IDBRequest).result;
      };
    }
    ends.push(new Promise((resolve) => (transaction.oncomplete = resolve)));
  });
  await Promise.all(ends);
  return counts;
}

test("the index has titles, times, pins and sizes", async () => {
  const storage = await withSession();
  value(await storage.sessions.create({ id: "b", title: "Second" }));
  value(await storage.sessions.change("b", { pinned: true }));
  value(await storage.sessions.change("a", { title: "Renamed" }));
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "12345"));
  value(await storage.blobs.put("a", BYTES, "text/plain"));
  const copied = new File([BYTES], "a.csv");
  value(await storage.files.add("a", { file: copied, copy: true }));
  const list = value(await storage.sessions.list());
  assert.deepEqual(
    list.map(({ id, title, pinned, bytes, last }) => [id, title, pinned, bytes, last]),
    [
      ["a", "Renamed", false, 5 + 2 * BYTES.length, 0],
      ["b", "Second", true, 0, null],
    ],
  );
  assert.ok(list[0].changed >= list[0].created);
  assert.equal(kind(await storage.sessions.create({ id: "a", title: "Again" })), "conflict");
  assert.equal(kind(await storage.sessions.change("x", { title: "None" })), "gone");
  assert.equal(kind(await storage.open("x")), "gone");
  await storage.close();
  assert.equal(kind(await storage.sessions.list()), "closed");
});

test("a removed session can be restored until it is purged, and then nothing of it is left", async () => {
  const storage = await withSession();
  const { session, writer } = await writerOf(storage);
  value(await writer.append(0, "zero"));
  value(await storage.blobs.put("a", BYTES, "text/plain"));
  value(await storage.files.add("a", { file: new File(["x,y"], "a.csv"), copy: true }));
  await session.close();

  value(await storage.sessions.remove("a"));
  assert.equal(typeof value(await storage.sessions.list())[0].deleted, "number");
  assert.equal(kind(await storage.open("a")), "gone");
  assert.deepEqual(value(await storage.sessions.purge()), { sessions: [], blobs: 0 });
  value(await storage.sessions.restore("a"));
  assert.equal(kind(await storage.sessions.restore("a")), "gone");
  assert.deepEqual(value(await storage.read("a")).records, [{ seq: 0, text: "zero" }]);

  value(await storage.sessions.remove("a"));
  assert.deepEqual(value(await storage.sessions.purge(0)), { sessions: ["a"], blobs: 2 });
  assert.deepEqual(await rows(), {
    blobs: 0,
    contents: 0,
    files: 0,
    functions: 0,
    heads: 0,
    records: 0,
    references: 0,
    sessions: 0,
  });
  await storage.close();
});

test("the next start purges what was removed long ago, and only that", async () => {
  const storage = await withSession();
  value(await storage.sessions.create({ id: "b", title: "Second" }));
  for (const id of ["a", "b"]) value(await storage.sessions.remove(id));
  await storage.close();
  await raw((database) => {
    const store = database.transaction("sessions", "readwrite").objectStore("sessions");
    store.put({ id: "a", title: "First", created: 1, pinned: false, deleted: 2 });
  });
  const next = value(await openStorage());
  // Reads come after the purge that the start has begun.
  while (value(await next.sessions.list()).length > 1)
    await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(
    value(await next.sessions.list()).map(({ id }) => id),
    ["b"],
  );
  await next.close();
});

test("a duplicate shares blobs, and each is deleted with its last session", async () => {
  const storage = await withSession();
  const { writer } = await writerOf(storage);
  await Promise.all(Array.from({ length: 2_500 }, (_, seq) => writer.append(seq, `${seq}`)));
  assert.equal(value(await storage.blobs.put("a", BYTES, "text/plain")).digest, DIGEST);
  value(await storage.files.add("a", { file: new File(["x,y"], "a.csv"), copy: true }));
  const copy = value(await storage.sessions.duplicate("a", { id: "b", title: "Copy" }));
  assert.deepEqual(
    [copy.title, copy.last, copy.bytes],
    ["Copy", 2_499, value(await storage.sessions.list())[0].bytes],
  );
  assert.deepEqual(
    value(await storage.read("b", { limit: 9_999 })),
    value(await storage.read("a", { limit: 9_999 })),
  );
  assert.deepEqual((await rows()).contents, 2);
  assert.deepEqual(
    value(await storage.blobs.list("b")).map(({ digest, mediaType, size, sessions }) => [
      digest,
      mediaType,
      size,
      sessions,
    ]),
    [[DIGEST, "text/plain", BYTES.length, 2]],
  );

  value(await storage.blobs.drop("a", DIGEST));
  assert.equal(await value(await storage.blobs.get(DIGEST)).text(), "a large output");
  value(await storage.blobs.drop("b", DIGEST));
  assert.equal(kind(await storage.blobs.get(DIGEST)), "gone");
  value(await storage.files.remove("a", "a.csv"));
  assert.equal(await value(await storage.files.open("b", "a.csv")).text(), "x,y");
  value(await storage.files.remove("b", "a.csv"));
  assert.deepEqual((await rows()).contents, 0);
  assert.equal(kind(await storage.sessions.duplicate("x", { id: "c", title: "None" })), "gone");
  await storage.close();
});

test("a blob that nothing uses is collected", async () => {
  const storage = await withSession();
  value(await storage.blobs.put("a", BYTES, "text/plain"));
  value(await storage.blobs.put("a", new Uint8Array(3), "text/plain"));
  await raw((database) =>
    database.transaction("references", "readwrite").objectStore("references").delete(["a", DIGEST]),
  );
  assert.deepEqual(value(await storage.sessions.purge()), { sessions: [], blobs: 1 });
  assert.equal(kind(await storage.blobs.get(DIGEST)), "gone");
  assert.equal(value(await storage.blobs.list("a")).length, 1);
  await storage.close();
});

test("a blob without space or session leaves nothing behind", async () => {
  const storage = await withSession();
  const empty = fill("contents");
  const refused = await storage.blobs.put("a", BYTES, "text/plain");
  assert.equal(kind(refused), "quota");
  assert.deepEqual(refused.ok || [refused.error.during, refused.error.needed], [
    "blob",
    BYTES.length,
  ]);
  empty();
  assert.equal(kind(await storage.blobs.put("x", BYTES, "text/plain")), "gone");
  const { blobs, contents, references } = await rows();
  assert.deepEqual({ blobs, contents, references }, { blobs: 0, contents: 0, references: 0 });
  await storage.close();
});

test("where the browser stores no Blob, outputs and copies of files are stored as bytes", async () => {
  const storage = await withSession();
  const allow = refuseBlobs();
  value(await storage.blobs.put("a", BYTES, "text/plain"));
  assert.equal(
    value(
      await storage.files.add("a", {
        file: new File(["x,y"], "a.csv", { type: "text/csv" }),
        copy: true,
      }),
    ).keeping,
    "copy",
  );
  allow();
  const output = value(await storage.blobs.get(DIGEST));
  assert.deepEqual([output.type, await output.text()], ["text/plain", "a large output"]);
  const file = value(await storage.files.open("a", "a.csv"));
  assert.deepEqual([file.type, await file.text()], ["text/csv", "x,y"]);
  await storage.close();
});

test("a newer version closes the connection of the older page, which says so", async () => {
  const lost: string[] = [];
  freshBrowser();
  const storage = value(await openStorage({ onLost: ({ kind }) => lost.push(kind) }));
  value(await storage.sessions.create({ id: "a", title: "First" }));
  const { writer } = await writerOf(storage);
  value(await writer.append(0, "zero"));
  const newer = await connect({ version: VERSION + 1 });
  assert.deepEqual(lost, ["outdated"]);
  assert.equal(kind(await writer.append(1, "one")), "outdated");
  assert.equal(kind(await storage.sessions.list()), "outdated");
  assert.equal((await (await newer.use()).getAllKeys("records")).length, 1);
  await storage.close();
  newer.close();
  assert.equal(kind(await openStorage()), "newer");
});

test("an older page that does not let go blocks the newer one, which says so", async () => {
  freshBrowser();
  const storage = value(await openStorage());
  await storage.close();
  const request = indexedDB.open("insitu-sessions");
  await new Promise((resolve) => (request.onsuccess = resolve));
  await assert.rejects(
    connect({ version: VERSION + 1, patience: 20 }),
    ({ error }: any) => error.kind === "blocked" && /Close or reload/.test(error.message),
  );
  const proof = value(await eraseEverything({ patience: 20 }));
  assert.deepEqual(
    proof.failed.map(({ kind }) => kind),
    ["blocked"],
  );
  request.result.close();
});

test("a browser that denies storage is reported", async (context) => {
  const { indexedDB } = globalThis;
  context.after(() =>
    Object.defineProperty(globalThis, "indexedDB", {
      value: indexedDB,
      configurable: true,
      writable: true,
    }),
  );
  const denials: [string, PropertyDescriptor][] = [
    ["none", { value: undefined }],
    [
      "refused on reading",
      {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      },
    ],
    [
      "refused on opening",
      {
        value: {
          open() {
            throw new DOMException("Access is denied", "SecurityError");
          },
          deleteDatabase() {
            throw new DOMException("Access is denied", "SecurityError");
          },
        },
      },
    ],
  ];
  for (const [name, denial] of denials) {
    Object.defineProperty(globalThis, "indexedDB", { ...denial, configurable: true });
    const refused = await openStorage();
    assert.equal(kind(refused), "denied", name);
    assert.match(
      refused.ok ? "" : refused.error.message,
      /does not let this page store anything/,
      name,
    );
    const { deleted, left, failed } = value(await eraseEverything());
    // What cannot be listed is not shown as empty.
    assert.deepEqual(
      [deleted.databases, left.databases, failed.map(({ kind }) => kind)],
      [[], null, ["denied"]],
      name,
    );
  }
});

test("a database that fails is reported, and as denied where the user blocks what the site stores", async (context) => {
  freshBrowser();
  const { prototype } = indexedDB.constructor;
  const { open } = prototype;
  const local = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  context.after(() => {
    prototype.open = open;
    if (local) Object.defineProperty(globalThis, "localStorage", local);
    else Reflect.deleteProperty(globalThis, "localStorage");
  });
  prototype.open = function (...given: Parameters<IDBFactory["open"]>) {
    const request = open.apply(this, given);
    const { dispatchEvent } = request;
    request.dispatchEvent = (event: { type: string }) => {
      if (event.type === "success")
        Object.assign(request, {
          error: new DOMException("disk", "UnknownError"),
          result: undefined,
        });
      if (event.type === "success") event.type = "error";
      return dispatchEvent.call(request, event);
    };
    return request;
  };
  const failed = await openStorage();
  assert.equal(kind(failed), "unavailable");
  assert.match(failed.ok ? "" : failed.error.message, /storage does not work/);
  assert.equal(failed.ok ? "" : failed.error.cause, "UnknownError: disk");
  // All that Chromium says of its database then is that it failed.
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get() {
      throw new DOMException("Access is denied", "SecurityError");
    },
  });
  assert.equal(kind(await openStorage()), "denied");
});

test("after everything was deleted, nothing is listed, and other tabs say so", async () => {
  const lost: string[] = [];
  freshBrowser();
  const storage = value(await openStorage({ onLost: ({ kind }) => lost.push(kind) }));
  value(await storage.sessions.create({ id: "a", title: "First" }));
  const proof = value(await eraseEverything());
  assert.deepEqual(proof.deleted.databases, ["insitu-sessions"]);
  assert.deepEqual([proof.left.databases, proof.failed], [[], []]);
  assert.deepEqual(lost, ["erased"]);
  assert.equal(kind(await storage.sessions.list()), "erased");
});
