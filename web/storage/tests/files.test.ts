import { kind, raw, value, withSession } from "./fixture.ts";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { digestOf } from "../files.ts";
import type { SessionStorage } from "../../types/storage.ts";

const csv = (content: string | Uint8Array<ArrayBuffer>, lastModified = 1_000) =>
  new File([content], "a.csv", { type: "text/csv", lastModified });
const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes);

/** What a handle does, put in the database's place, since only a browser can store one. */
async function withHandle(
  storage: SessionStorage,
  {
    file,
    state = "granted",
    answer = "granted",
  }: { file: () => Promise<File>; state?: PermissionState; answer?: PermissionState },
) {
  value(await storage.files.add("a", { file: csv("x,y") }));
  const handle = {
    getFile: file,
    queryPermission: async () => state,
    requestPermission: async () => answer,
  };
  const { get } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.get = function (key) {
    const request = get.call(this, key);
    if (this.name === "files")
      request.addEventListener("success", () =>
        Object.defineProperty(request.result, "handle", { value: handle }),
      );
    return request;
  };
  return () => Object.assign(IDBObjectStore.prototype, { get });
}

test("a file is hashed as a whole, and a large one in pieces", async () => {
  const large = new Uint8Array((4 << 20) + 5).fill(7);
  const pieces = [large.subarray(0, 4 << 20), large.subarray(4 << 20)].map((piece) =>
    sha256(piece).digest(),
  );
  assert.equal(await digestOf(csv("x,y")), sha256("x,y").digest("hex"));
  assert.equal(await digestOf(csv(large)), `tree:${sha256(Buffer.concat(pieces)).digest("hex")}`);
});

test("without a handle, a file is copied if the user agrees, else known by name, size and digest", async () => {
  const storage = await withSession();
  const known = {
    name: "a.csv",
    size: 3,
    lastModified: 1_000,
    mediaType: "text/csv",
    digest: sha256("x,y").digest("hex"),
    reason: null,
  };
  assert.deepEqual(value(await storage.files.add("a", { file: csv("x,y") })), {
    ...known,
    keeping: "reference",
  });
  assert.equal(kind(await storage.files.open("a", "a.csv")), "missing");
  assert.deepEqual(value(await storage.files.add("a", { file: csv("x,y"), copy: true })), {
    ...known,
    keeping: "copy",
  });
  assert.deepEqual(value(await storage.files.list("a")), [{ ...known, keeping: "copy" }]);
  const file = value(await storage.files.open("a", "a.csv"));
  assert.deepEqual(
    [file.name, file.type, file.lastModified, await file.text()],
    ["a.csv", "text/csv", 1_000, "x,y"],
  );
  assert.equal(kind(await storage.files.open("a", "b.csv")), "gone");
  assert.equal(kind(await storage.files.add("x", { file: csv("x,y") })), "gone");
  await storage.close();
});

test("a copy is deleted by itself, and its file is known by name from then on", async () => {
  const storage = await withSession();
  value(await storage.files.add("a", { file: csv("x,y"), copy: true }));
  value(await storage.files.add("a", { file: new File(["1"], "b.csv"), copy: true }));
  assert.equal(value(await storage.files.release("a", "c.csv")), 0);
  assert.equal(value(await storage.files.release("a", "a.csv")), 1);
  assert.equal(kind(await storage.files.open("a", "a.csv")), "missing");
  assert.equal(await value(await storage.files.open("a", "b.csv")).text(), "1");
  assert.equal(value(await storage.files.release("a")), 1);
  assert.deepEqual(
    value(await storage.files.list("a")).map(({ name, keeping }) => [name, keeping]),
    [
      ["a.csv", "reference"],
      ["b.csv", "reference"],
    ],
  );
  assert.equal(kind(await storage.blobs.get(sha256("x,y").digest("hex"))), "gone");
});

test("a copy that is replaced does not stay", async () => {
  const storage = await withSession();
  value(await storage.files.add("a", { file: csv("x,y"), copy: true }));
  value(await storage.files.add("a", { file: csv("z"), copy: true }));
  assert.equal(kind(await storage.blobs.get(sha256("x,y").digest("hex"))), "gone");
  assert.equal(await value(await storage.files.open("a", "a.csv")).text(), "z");
  await storage.close();
});

test("where the quota does not allow a copy, the file is known by name, and the reason is named", async () => {
  const { navigator } = globalThis;
  Object.defineProperty(globalThis, "navigator", {
    value: { storage: { estimate: async () => ({ usage: 10, quota: 64 << 20 }) } },
    configurable: true,
  });
  const storage = await withSession();
  const info = value(await storage.files.add("a", { file: csv("x,y"), copy: true }));
  assert.deepEqual(
    [info.keeping, info.reason?.kind, info.reason?.during, info.reason?.needed],
    ["reference", "quota", "file", 3],
  );
  assert.deepEqual(value(await storage.space()), {
    usage: 10,
    quota: 64 << 20,
    persistence: "unsupported",
  });
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  await storage.close();
});

test("persistence is asked for once, when there is something to lose", async () => {
  const { navigator } = globalThis;
  let asked = 0;
  const persist = async () => (asked++, false);
  Object.defineProperty(globalThis, "navigator", {
    value: { storage: { persist, persisted: async () => false } },
    configurable: true,
  });
  const storage = await withSession();
  assert.deepEqual([asked, value(await storage.space()).persistence], [0, "unasked"]);
  for (const text of ["1", "2"])
    value(await storage.blobs.put("a", new TextEncoder().encode(text), "text/plain"));
  assert.deepEqual([value(await storage.space()).persistence, asked], ["refused", 1]);
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  await storage.close();
});

test("while the user is being asked for persistence, copies are stored and space is reported", async () => {
  const { navigator } = globalThis;
  const persist = () => new Promise(() => {});
  Object.defineProperty(globalThis, "navigator", {
    value: { storage: { persist, persisted: async () => false } },
    configurable: true,
  });
  const storage = await withSession();
  for (const content of ["x,y", "x,z"])
    assert.equal(
      value(await storage.files.add("a", { file: csv(content), copy: true })).keeping,
      "copy",
    );
  assert.equal(value(await storage.space()).persistence, "unasked");
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  await storage.close();
});

test("a file that the user adds again is compared", async () => {
  const storage = await withSession();
  value(await storage.files.add("a", { file: csv("x,y") }));
  assert.equal(value(await storage.files.compare("a", csv("x,y", 2_000))).name, "a.csv");
  for (const [content, why] of [
    ["x,z", /^a\.csv has other content since/],
    ["x,y,z", /^a\.csv has 5 bytes instead of 3 since/],
  ]) {
    const result = await storage.files.compare("a", csv(content as string));
    assert.equal(kind(result), "changed");
    assert.match(result.ok ? "" : result.error.message, why as RegExp);
  }
  await storage.close();
});

test("a handle's file is opened as it was added, and anything else is named", async () => {
  const gone = async () => Promise.reject(new DOMException("", "NotFoundError"));
  const unreadable = async () => Promise.reject(new DOMException("", "NotReadableError"));
  const cases: [string, Parameters<typeof withHandle>[1], { ask?: boolean }, string, RegExp?][] = [
    ["the same", { file: async () => csv("x,y") }, {}, "x,y"],
    ["touched", { file: async () => csv("x,y", 2_000) }, {}, "x,y"],
    ["changed", { file: async () => csv("x,z", 2_000) }, {}, "changed", /a\.csv has other content/],
    ["gone", { file: gone }, {}, "missing", /a\.csv is not where it was/],
    ["unreadable", { file: unreadable }, {}, "missing", /a\.csv cannot be read/],
    [
      "not asked",
      { file: async () => csv("x,y"), state: "prompt" },
      {},
      "permission",
      /read a\.csv\. Click/,
    ],
    ["asked", { file: async () => csv("x,y"), state: "prompt" }, { ask: true }, "x,y"],
    [
      "refused",
      { file: async () => csv("x,y"), state: "prompt", answer: "denied" },
      { ask: true },
      "permission",
      /settings/,
    ],
    [
      "refused for good",
      { file: async () => csv("x,y"), state: "denied" },
      { ask: true },
      "permission",
      /settings/,
    ],
  ];
  for (const [name, handle, options, expected, sentence] of cases) {
    const storage = await withSession();
    const restore = await withHandle(storage, handle);
    const result = await storage.files.open("a", "a.csv", options);
    restore();
    if (sentence) {
      assert.equal(kind(result), expected, name);
      assert.match(result.ok ? "" : result.error.message, sentence, name);
      if (expected === "permission")
        assert.equal(!result.ok && result.error.askable, name === "not asked", name);
    } else {
      assert.equal(await value(result).text(), expected, name);
    }
    await storage.close();
  }
});

test("a copy whose bytes are gone is named", async () => {
  const storage = await withSession();
  const { digest } = value(await storage.files.add("a", { file: csv("x,y"), copy: true }));
  await raw((database) =>
    database.transaction("contents", "readwrite").objectStore("contents").delete(digest),
  );
  assert.equal(kind(await storage.files.open("a", "a.csv")), "missing");
  await storage.close();
});

test("another session shares a session's files, and keeps them when the first is gone", async () => {
  const storage = await withSession();
  value(await storage.files.add("a", { file: csv("x,y") }));
  value(await storage.files.add("a", { file: new File(["1"], "b.csv"), copy: true }));
  value(await storage.sessions.create({ id: "b", title: "" }));
  value(await storage.files.share("a", "b"));
  value(await storage.sessions.remove("a"));
  value(await storage.sessions.purge(0));
  assert.deepEqual(
    value(await storage.files.list("b")).map(({ name, keeping }) => [name, keeping]),
    [
      ["a.csv", "reference"],
      ["b.csv", "copy"],
    ],
  );
  assert.equal(await value(await storage.files.open("b", "b.csv")).text(), "1");
  assert.equal(kind(await storage.files.share("b", "c")), "gone");
  await storage.close();
});
