// Deletes everything that the page has stored, and lists what the browser has afterwards.

import { deleteDB } from "idb";

import { DATABASE, expectStorage } from "./connection.ts";
import { asError, attempt, refuse } from "./errors.ts";
import type { Proof } from "../types/storage.ts";

/** The window's storages of texts: choices, and the connection to an endpoint with its key. */
const TEXTS = ["localStorage", "sessionStorage"] as const;
/**
 * The folders in the origin private file system: the runtime's files (`web/runtime/store.ts`).
 */
const FOLDERS = ["runtime"];
/**
 * The database of the model that was loaded last (`web/local_model/remembered.ts`), and of its
 * state (`web/local_model/kept.ts`).
 */
const MODELS = "insitu-local-model";
/** The cache of the operator's models (`web/local_model/offered.ts`). */
const MODEL_COPIES = "insitu-models";
/**
 * How long other tabs may take to close their connections and to store what they have begun, in
 * milliseconds. They do so at once, unless they are busy or frozen.
 */
const PATIENCE = 10_000;
/** Errors of a folder in which a file is open, and of one that got a file while it was emptied. */
const IN_USE = ["NoModificationAllowedError", "InvalidModificationError"];
/** How long a folder in use is left before it is tried again, in milliseconds. */
const RETRY_MS = 100;

/**
 * Deletes the databases, the folders, copies of models, and what the window's storages have. Other
 * tabs close their connections and say that they must be reloaded.
 */
export function eraseEverything({ patience = PATIENCE }: { patience?: number } = {}) {
  return attempt(async () => {
    const proof: Proof = {
      deleted: { databases: [], folders: [] },
      left: { databases: null, folders: null, caches: null, keys: null, usage: null },
      failed: [],
    };
    try {
      expectStorage();
      await deleted(patience);
      proof.deleted.databases.push(DATABASE);
      await deleteDB(MODELS);
      await orNull(() => globalThis.caches.delete(MODEL_COPIES));
    } catch (thrown) {
      proof.failed.push(asError(thrown));
    }
    for (const name of TEXTS) await orNull(async () => globalThis[name].clear());
    const root = await folders();
    for (const name of FOLDERS) {
      try {
        if (!root) continue;
        await removed(root, name, patience);
        proof.deleted.folders.push(name);
      } catch (thrown) {
        // It was not there.
        if ((thrown as Error).name !== "NotFoundError") proof.failed.push(asError(thrown));
      }
    }
    proof.left = await listed(root);
    return proof;
  });
}

function deleted(patience: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const done = new Promise((resolve, reject) => {
    const blocked = (within = patience) => {
      clearTimeout(timer);
      timer = setTimeout(() => reject(refuse("blocked")), within);
    };
    // Behind a request that is blocked, this one waits without being reported as blocked.
    blocked(5 * patience);
    deleteDB(DATABASE, { blocked: () => blocked() }).then(resolve, reject);
  });
  return done.finally(() => clearTimeout(timer));
}

/**
 * Removes a folder. One in which a tab writes at the moment cannot be removed before that has
 * ended.
 */
async function removed(root: FileSystemDirectoryHandle, name: string, patience: number) {
  for (const end = Date.now() + patience; ; ) {
    try {
      return await root.removeEntry(name, { recursive: true });
    } catch (thrown) {
      if (!IN_USE.includes((thrown as Error).name) || Date.now() > end) throw thrown;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/** Returns the root of the origin private file system, null if the browser has none. */
async function folders() {
  return (await globalThis.navigator?.storage?.getDirectory?.().catch(() => null)) ?? null;
}

/**
 * Lists what the site has. What the browser cannot list, or denies, is null: it must not look
 * empty.
 */
async function listed(root: FileSystemDirectoryHandle | null) {
  const databases = await orNull(async () =>
    (await indexedDB.databases()).map(({ name }) => name ?? ""),
  );
  const folders = await orNull(async () => {
    const names = [];
    for await (const name of (root as FileSystemDirectoryHandle).keys()) names.push(name);
    return names;
  });
  const caches = await orNull(() => globalThis.caches.keys());
  const keys = await orNull(async () => TEXTS.flatMap((name) => Object.keys(globalThis[name])));
  const usage = await orNull(async () => (await navigator.storage.estimate()).usage ?? null);
  return { databases, folders, caches, keys, usage };
}

async function orNull<T>(list: () => Promise<T>): Promise<T | null> {
  try {
    return await list();
  } catch {
    return null;
  }
}
