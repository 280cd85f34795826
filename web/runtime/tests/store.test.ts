// The store over a file system in memory: it holds whole files or none, and never throws for a
// failure of the disk.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openStore } from "../store.ts";
import { fakeStorage } from "./fakes.ts";

const fails = (name: string) => async () => {
  throw new DOMException("The disk is full.", name);
};

test("a file is returned as it was stored", async () => {
  const { storage } = fakeStorage();
  assert.equal(await (await openStore(storage)).put("heap", new Blob(["12345678"])), true);
  const file = await (await openStore(storage)).get("heap", 8);
  assert.equal(await (file as Blob).text(), "12345678");
});

test("an incomplete or missing file is null", async () => {
  const store = await openStore(fakeStorage({ runtime: { heap: "1234" } }).storage);
  assert.deepEqual(
    [await store.get("heap", 8), await store.get("heap", 2), await store.get("loader", 4)],
    [null, null, null],
  );
});

for (const call of ["getFileHandle", "createWritable", "write", "close"]) {
  test(`a put whose ${call} fails returns false and leaves nothing behind`, async () => {
    const { storage, files } = fakeStorage(
      { runtime: { loader: "abcd" } },
      { [call]: fails("QuotaExceededError") },
    );
    assert.equal(await (await openStore(storage)).put("heap", new Blob(["12345678"])), false);
    assert.deepEqual(await files(), { runtime: { loader: "abcd" } });
  });
}

test("a put that fails returns false even if its remains cannot be removed", async () => {
  const { storage } = fakeStorage(
    {},
    { write: fails("QuotaExceededError"), removeEntry: fails("NoModificationAllowedError") },
  );
  const store = await openStore(storage);
  assert.deepEqual(
    [await store.put("heap", new Blob(["12345678"])), await store.get("heap", 8)],
    [false, null],
  );
});

test("a write that is aborted leaves the old file", async () => {
  // The page is closed meanwhile: no call ever returns.
  let reached: (value?: unknown) => void;
  const writing = new Promise((resolve) => (reached = resolve));
  const { storage, files } = fakeStorage(
    { runtime: { heap: "1234" } },
    {
      write: () => {
        reached();
        return new Promise(() => {});
      },
    },
  );
  (await openStore(storage)).put("heap", new Blob(["12345678"]));
  await writing;
  assert.deepEqual(await files(), { runtime: { heap: "1234" } });
});

test("files of earlier builds are removed, and no other files", async () => {
  const { storage, files } = fakeStorage({
    runtime: { "heap.1": "1", "heap.2": "2", "loader.1": "1" },
    sessions: { "heap.1": "1" },
  });
  await (await openStore(storage)).keepOnly(new Set(["heap.2", "wasm.2"]));
  assert.deepEqual(await files(), { runtime: { "heap.2": "2" }, sessions: { "heap.1": "1" } });
});

const without: [name: string, storage: StorageManager | undefined][] = [
  ["no storage", undefined],
  ["a storage without a file system", {} as StorageManager],
  [
    "a file system that cannot be opened",
    fakeStorage({}, { getDirectory: fails("SecurityError") }).storage,
  ],
  [
    "a file system that refuses writing",
    fakeStorage({}, { getDirectoryHandle: fails("NoModificationAllowedError") }).storage,
  ],
];
for (const [name, storage] of without) {
  test(`with ${name} nothing is stored and nothing throws`, async () => {
    const store = await openStore(storage);
    const put = await store.put("heap", new Blob(["12345678"]));
    await store.keepOnly(new Set());
    assert.deepEqual([put, await store.get("heap", 8)], [false, null]);
  });
}
