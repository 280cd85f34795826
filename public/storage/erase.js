// Deletes everything that the page has stored, and lists what the browser has afterwards.

import { deleteDB } from "idb";

import { DATABASE } from "./connection.js";
import { asError, attempt, refuse } from "./errors.js";

/** @typedef {import("../types/storage").Proof} Proof */
/** @typedef {import("../types/storage").StorageError} StorageError */

/** The folders in the origin private file system: the runtime's files (`public/runtime/store.js`). */
const FOLDERS = ["runtime"];
/** How long other tabs may take to close their connections, in milliseconds. They do so at once, unless they are frozen. */
const PATIENCE = 3_000;

/**
 * Deletes the database and the folders. Other tabs close their connections and say that they must be reloaded.
 *
 * @param {{ patience?: number }} [options]
 */
export function eraseEverything({ patience = PATIENCE } = {}) {
  return attempt(async () => {
    /** @type {Proof} */
    const proof = { deleted: { databases: [], folders: [] }, left: { databases: null, folders: null, caches: null, usage: null }, failed: [] };
    try {
      await deleted(patience);
      proof.deleted.databases.push(DATABASE);
    } catch (thrown) {
      proof.failed.push(asError(thrown));
    }
    const root = await folders();
    for (const name of FOLDERS) {
      try {
        await root?.removeEntry(name, { recursive: true });
        if (root) proof.deleted.folders.push(name);
      } catch (thrown) {
        // It was not there.
        if (/** @type {Error} */ (thrown).name !== "NotFoundError") proof.failed.push(asError(thrown));
      }
    }
    proof.left = await listed(root);
    return proof;
  });
}

/** @param {number} patience */
function deleted(patience) {
  let timer = 0;
  const done = new Promise((resolve, reject) => {
    const blocked = () => (timer = Number(setTimeout(() => reject(refuse("blocked")), patience)));
    deleteDB(DATABASE, { blocked }).then(resolve, reject);
  });
  return done.finally(() => clearTimeout(timer));
}

/** Returns the root of the origin private file system, null where the browser has none. */
async function folders() {
  return (await globalThis.navigator?.storage?.getDirectory?.().catch(() => null)) ?? null;
}

/** @param {FileSystemDirectoryHandle | null} root */
async function listed(root) {
  const databases = (await indexedDB.databases?.())?.map(({ name }) => name ?? "") ?? null;
  let names = null;
  if (root) {
    names = [];
    for await (const name of root.keys()) names.push(name);
  }
  const caches = (await globalThis.caches?.keys?.().catch(() => null)) ?? null;
  const usage = (await globalThis.navigator?.storage?.estimate?.())?.usage ?? null;
  return { databases, folders: names, caches, usage };
}
