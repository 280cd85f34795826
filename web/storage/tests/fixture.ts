// A fresh IndexedDB for each test, and short ways to what results contain.

import "fake-indexeddb/auto";
import assert from "node:assert/strict";
import { afterEach } from "node:test";
import { IDBFactory } from "fake-indexeddb";

import { openStorage } from "../main.ts";
import type { Result, SessionStorage, StorageOptions } from "../../types/storage.ts";

/** Empties the browser's storage. */
export function freshBrowser() {
  globalThis.indexedDB = new IDBFactory();
}

/** The storages of the running test. */
const opened: SessionStorage[] = [];

// A test that fails leaves its storage open, and the process would never end.
afterEach(() => Promise.all(opened.splice(0).map((storage) => storage.close())));

/** Opens the storage with one session, `a`, in an empty browser. */
export async function withSession(options?: StorageOptions) {
  freshBrowser();
  const storage = value(await openStorage(options));
  opened.push(storage);
  value(await storage.sessions.create({ id: "a", title: "First" }));
  return storage;
}

/** Opens a session as its writer. */
export async function writerOf(storage: SessionStorage, id = "a") {
  const session = value(await storage.open(id));
  assert.ok(session.writer);
  return { session, writer: session.writer };
}

/** Returns the value of a result that has one. */
export function value<T>(result: Result<T>): T {
  assert.ok(
    result.ok,
    result.ok ? "" : `${result.error.kind}: ${result.error.message} ${result.error.cause ?? ""}`,
  );
  return result.value;
}

/** Returns the kind of a result's error, after a look at its sentence. */
export function kind(result: Result<unknown>) {
  assert.ok(!result.ok, "it succeeded");
  assert.match(result.error.message, /\.$/);
  return result.error.kind;
}

/** Returns the raw database, to damage it. */
export function raw(use: (database: IDBDatabase) => void, name = "insitu-sessions") {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const database = request.result;
      use(database);
      database.close();
      resolve(undefined);
    };
  });
}

/** Makes writes to a store fail for lack of space, until the returned function is called. */
export function fill(store: string) {
  const prototype = IDBObjectStore.prototype;
  const { add, put } = prototype;
  for (const name of ["add", "put"] as const) {
    const original = prototype[name];
    prototype[name] = function (...parameters) {
      if (this.name === store) throw new DOMException("The disk is full", "QuotaExceededError");
      return original.apply(this, parameters);
    };
  }
  return () => Object.assign(prototype, { add, put });
}

/**
 * Makes the browser refuse to store a Blob, as WebKit does in a private window, until the returned
 * function is called.
 */
export function refuseBlobs() {
  const prototype = IDBObjectStore.prototype;
  const { put } = prototype;
  prototype.put = function (...parameters) {
    if (parameters[0] instanceof Blob)
      throw new DOMException(
        "Error preparing Blob/File data to be stored in object store",
        "UnknownError",
      );
    return put.apply(this, parameters);
  };
  return () => Object.assign(prototype, { put });
}
