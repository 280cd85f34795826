// Blobs: large outputs and copies of files, stored once by their digest, whichever sessions use
// them. A blob is used by the `references` of sessions and by copies of `files`; one that nothing
// uses is deleted in the transaction that ends its last use.

import { sha256 } from "../runtime/hash.js";
import { attempt, refuse, withRoom } from "./errors.js";

/** @typedef {import("../types/storage").BlobInfo} BlobInfo */
/** @typedef {import("../types/storage").Blobs} Blobs */
/** @typedef {import("../types/storage").Schema} Schema */
/** @typedef {import("../types/storage").StorageError} StorageError */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("idb").IDBPTransaction<Schema, any, "readwrite">} Writing */
/** @typedef {import("idb").IDBPTransaction<Schema, any, IDBTransactionMode>} Reading */

/**
 * The stores of a transaction that may end a blob's use.
 *
 * @type {("sessions" | "blobs" | "contents" | "references" | "files")[]}
 */
export const USES = ["sessions", "blobs", "contents", "references", "files"];

/**
 * Returns how many sessions use a blob, a copy of a file counted as a use of its own.
 *
 * @param {Reading} transaction
 * @param {string} digest
 */
export async function uses(transaction, digest) {
  // The types of indexes follow from a store's name only where the transaction's stores are written
  // out.
  const [references, files] = ["references", "files"].map(
    (name) => /** @type {any} */ (transaction.objectStore(name)),
  );
  /** @type {number[]} */
  const counts = await Promise.all([
    references.index("digest").count(digest),
    files.index("copy").count(digest),
  ]);
  return counts[0] + counts[1];
}

/**
 * Deletes those of the blobs that nothing uses any more. Returns how many.
 *
 * @param {Writing} transaction
 * @param {Iterable<string>} digests
 */
export async function collect(transaction, digests) {
  let count = 0;
  for (const digest of new Set(digests)) {
    if ((await uses(transaction, digest)) > 0) continue;
    await Promise.all([
      transaction.objectStore("blobs").delete(digest),
      transaction.objectStore("contents").delete(digest),
    ]);
    count += 1;
  }
  return count;
}

/**
 * Runs the requests of a transaction and waits for its end; what fails undoes all of them, also
 * where a request is refused before it is made.
 *
 * @template T
 * @param {Writing} transaction
 * @param {() => Promise<T>} act
 */
export async function wholly(transaction, act) {
  transaction.done.catch(() => {});
  try {
    const result = await act();
    await transaction.done;
    return result;
  } catch (thrown) {
    try {
      transaction.abort();
    } catch {
      // It has ended already.
    }
    throw thrown;
  }
}

/**
 * Adds a blob to a transaction, if it is not stored yet.
 *
 * @param {Writing} transaction
 * @param {BlobInfo} info
 * @param {Blob | ArrayBuffer} content
 */
export async function store(transaction, info, content) {
  const known = await transaction.objectStore("blobs").get(info.digest);
  if (known) return known;
  await transaction.objectStore("contents").put(content, info.digest);
  await transaction.objectStore("blobs").add(info);
  return info;
}

/**
 * Writes content as it is, or its bytes where the browser refuses to store a Blob: WebKit does in a
 * private window.
 *
 * @template T
 * @param {Blob} content
 * @param {(content: Blob | ArrayBuffer) => Promise<T>} write
 */
export async function asStorable(content, write) {
  try {
    return await write(content);
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === "UnknownError")) throw thrown;
    return write(await content.arrayBuffer());
  }
}

/**
 * Refuses if a session does not exist or has been deleted.
 *
 * @param {Reading} transaction
 * @param {string} session
 */
export async function expectSession(transaction, session) {
  const row = await transaction.objectStore("sessions").get(session);
  if (!row || row.deleted !== undefined) throw refuse("gone");
}

/**
 * @param {Connection} connection
 * @param {{ makeRoom?: (error: StorageError) => Promise<boolean>, onStored: () => void }} options
 * @returns {Blobs}
 */
export function openBlobs(connection, { makeRoom, onStored }) {
  return {
    put: (session, bytes, mediaType) =>
      attempt(async () => {
        const content = new Blob([bytes], { type: mediaType });
        const digest = await sha256(content, crypto.subtle);
        const size = content.size;
        /** @param {Blob | ArrayBuffer} content */
        const write = async (content) => {
          const transaction = (await connection.use()).transaction(USES, "readwrite", {
            durability: "relaxed",
          });
          return wholly(transaction, async () => {
            await expectSession(transaction, session);
            const stored = await store(
              transaction,
              { digest, mediaType, size, created: Date.now() },
              content,
            );
            await transaction.objectStore("references").put({ session, digest, size });
            return stored;
          });
        };
        const info = await withRoom(
          () => asStorable(content, write),
          { during: "blob", needed: size },
          makeRoom,
        );
        onStored();
        return info;
      }),

    get: (digest) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(["blobs", "contents"]);
        const [info, content] = await Promise.all([
          transaction.objectStore("blobs").get(digest),
          transaction.objectStore("contents").get(digest),
        ]);
        if (!info || !content) throw refuse("gone");
        return content instanceof Blob ? content : new Blob([content], { type: info.mediaType });
      }),

    list: (session) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(["blobs", "references", "files"]);
        const references = await transaction
          .objectStore("references")
          .getAll(IDBKeyRange.bound([session], [session, []]));
        const infos = references.map(async ({ digest }) => {
          const [info, sessions] = await Promise.all([
            transaction.objectStore("blobs").get(digest),
            uses(transaction, digest),
          ]);
          return info && { ...info, sessions };
        });
        return (await Promise.all(infos)).filter((info) => info !== undefined);
      }),

    drop: (session, digest) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(USES, "readwrite");
        transaction.done.catch(() => {});
        await transaction.objectStore("references").delete([session, digest]);
        await collect(transaction, [digest]);
        await transaction.done;
      }),
  };
}
