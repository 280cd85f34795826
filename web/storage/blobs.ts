// Blobs: large outputs and copies of files, stored once by their digest, whichever sessions use
// them. A blob is used by the `references` of sessions and by copies of `files`; one that nothing
// uses is deleted in the transaction that ends its last use.

import { sha256 } from "../runtime/hash.ts";
import { attempt, refuse, withRoom } from "./errors.ts";
import type { IDBPTransaction, StoreNames } from "idb";
import type { BlobInfo, Blobs, Schema, StorageError } from "../types/storage.ts";
import type { Connection } from "./connection.ts";

type Writing = IDBPTransaction<Schema, StoreNames<Schema>[], "readwrite">;
type Reading = IDBPTransaction<Schema, StoreNames<Schema>[], IDBTransactionMode>;

/** The stores of a transaction that may end a blob's use. */
export const USES: ("sessions" | "blobs" | "contents" | "references" | "files")[] = [
  "sessions",
  "blobs",
  "contents",
  "references",
  "files",
];

/** Returns how many sessions use a blob, a copy of a file counted as a use of its own. */
export async function uses(transaction: Reading, digest: string) {
  // The types of indexes follow from a store's name only if the transaction's stores are written
  // out.
  const [references, files] = (["references", "files"] as const).map(
    (name) => transaction.objectStore(name) as any,
  );
  const counts: number[] = await Promise.all([
    references.index("digest").count(digest),
    files.index("copy").count(digest),
  ]);
  return counts[0] + counts[1];
}

/** Deletes those of the blobs that nothing uses any more. Returns how many. */
export async function collect(transaction: Writing, digests: Iterable<string>) {
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
 * if a request is refused before it is made.
 */
export async function wholly<T>(transaction: Writing, act: () => Promise<T>) {
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

/** Adds a blob to a transaction, if it is not stored yet. */
export async function store(transaction: Writing, info: BlobInfo, content: Blob | ArrayBuffer) {
  const known = await transaction.objectStore("blobs").get(info.digest);
  if (known) return known;
  await transaction.objectStore("contents").put(content, info.digest);
  await transaction.objectStore("blobs").add(info);
  return info;
}

/**
 * Writes content as it is, or its bytes if the browser refuses to store a Blob: WebKit does in a
 * private window.
 */
export async function asStorable<T>(
  content: Blob,
  write: (content: Blob | ArrayBuffer) => Promise<T>,
) {
  try {
    return await write(content);
  } catch (thrown) {
    if (!(thrown instanceof DOMException && thrown.name === "UnknownError")) throw thrown;
    return write(await content.arrayBuffer());
  }
}

/** Refuses if a session does not exist or has been deleted. */
export async function expectSession(transaction: Reading, session: string) {
  const row = await transaction.objectStore("sessions").get(session);
  if (!row || row.deleted !== undefined) throw refuse("gone");
}

export function openBlobs(
  connection: Connection,
  {
    makeRoom,
    onStored,
  }: { makeRoom?: (error: StorageError) => Promise<boolean>; onStored: () => void },
): Blobs {
  return {
    put: (session, bytes, mediaType) =>
      attempt(async () => {
        const content = new Blob([bytes], { type: mediaType });
        const digest = await sha256(content, crypto.subtle);
        const size = content.size;
        const write = async (content: Blob | ArrayBuffer) => {
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
