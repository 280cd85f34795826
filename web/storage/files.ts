// The user's files of a session: by handle if the browser has handles, else as a copy if the
// user agrees and space allows, else by name, size and digest. A file that is not the one that was
// added is named, and never handed out in its place.

import { PIECE, sha256, treeHash } from "../runtime/hash.ts";
import { asStorable, collect, expectSession, store, USES, wholly } from "./blobs.ts";
import { attempt, asError, failure, full, Refusal, refuse, withRoom } from "./errors.ts";
import { RESERVE } from "./space.ts";
import type { FileInfo, Files, Space, StorageError, StoredFile } from "../types/storage.ts";
import type { Connection } from "./connection.ts";

/** What the files need: `report` of the space, and what else writes need. */
interface Options {
  report: () => Promise<Space>;
  onStored: () => void;
  makeRoom: ((error: StorageError) => Promise<boolean>) | undefined;
}

export function openFiles(connection: Connection, { report, onStored, makeRoom }: Options): Files {
  /**
   * Writes the row of a file, its copy if there is one, and ends the use of the copy that it had
   * before.
   */
  async function write(row: StoredFile, content?: Blob | ArrayBuffer) {
    const transaction = (await connection.use()).transaction(USES, "readwrite", {
      durability: "relaxed",
    });
    await wholly(transaction, async () => {
      await expectSession(transaction, row.session);
      const files = transaction.objectStore("files");
      const before = await files.get([row.session, row.name]);
      const { digest, mediaType, size } = row;
      if (content)
        await store(transaction, { digest, mediaType, size, created: Date.now() }, content);
      await files.put(row);
      if (before?.copy !== undefined) await collect(transaction, [before.copy]);
    });
    onStored();
  }

  /** Stores a file in the best way that works. */
  async function keep(
    known: StoredFile,
    { file, handle, copy }: { file: File; handle?: FileSystemFileHandle; copy?: boolean },
  ): Promise<FileInfo> {
    let reason: StorageError | null = null;
    if (handle) {
      try {
        await write({ ...known, keeping: "handle", handle });
        return described(known, "handle", null);
      } catch (thrown) {
        // Some browsers have handles that they do not store.
        if (!(thrown instanceof DOMException && thrown.name === "DataCloneError")) throw thrown;
        reason = failure("unsupported", { cause: thrown.message });
      }
    }
    if (copy) {
      const writing = { during: "file", needed: file.size } as const;
      try {
        await withRoom(
          async () => {
            const { usage, quota } = await report();
            if (usage !== null && quota !== null && quota - usage < file.size + RESERVE)
              throw new Refusal(full("file", file.size));
            await asStorable(file, (content) =>
              write({ ...known, keeping: "copy", copy: known.digest }, content),
            );
          },
          writing,
          makeRoom,
        );
        return described(known, "copy", null);
      } catch (thrown) {
        const error = asError(thrown, writing);
        if (error.kind !== "quota") throw thrown;
        reason = error;
      }
    }
    await write(known);
    return described(known, "reference", reason);
  }

  async function find(session: string, name: string) {
    const row = await (await connection.use()).get("files", [session, name]);
    if (!row) throw refuse("gone");
    return row;
  }

  return {
    add: (session, added) =>
      attempt(async () => {
        const { name, size, lastModified, type: mediaType } = added.file;
        const digest = await digestOf(added.file).catch(() => {
          throw unreadable(name);
        });
        return keep(
          { session, name, size, lastModified, mediaType, digest, keeping: "reference" },
          added,
        );
      }),

    list: (session) =>
      attempt(async () => {
        const rows = await (await connection.use()).getAll(
          "files",
          IDBKeyRange.bound([session], [session, []]),
        );
        return rows.map((row) => described(row, row.keeping, null));
      }),

    open: (session, name, { ask = false, accept = false } = {}) =>
      attempt(async () => {
        const row = await find(session, name);
        if (row.copy !== undefined) {
          const content = await (await connection.use()).get("contents", row.copy);
          if (!content) throw missing(name);
          return new File([content], name, { type: row.mediaType, lastModified: row.lastModified });
        }
        if (!row.handle) {
          throw new Refusal({
            kind: "missing",
            message: `This session knows ${name} only by its name. Add the file again.`,
          });
        }
        await expectPermission(row.handle, name, ask);
        const file = await row.handle.getFile().catch((error) => {
          throw error.name === "NotFoundError" ? missing(name) : unreadable(name);
        });
        if (file.size === row.size && file.lastModified === row.lastModified) return file;
        const { digest, why } = await difference(row, file);
        if (why && !accept) throw changed(name, why, file);
        const { size, lastModified } = file;
        await write({ ...row, size, lastModified, digest: digest ?? (await digestOf(file)) });
        return file;
      }),

    compare: (session, file) =>
      attempt(async () => {
        const row = await find(session, file.name);
        const { why } = await difference(row, file);
        if (why) throw changed(file.name, why, file);
        return described(row, row.keeping, null);
      }),

    share: (from, to) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(USES, "readwrite");
        await wholly(transaction, async () => {
          await expectSession(transaction, to);
          const files = transaction.objectStore("files");
          for (const row of await files.getAll(IDBKeyRange.bound([from], [from, []])))
            await files.put({ ...row, session: to });
        });
      }),

    release: (session, name) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(USES, "readwrite");
        return wholly(transaction, async () => {
          const files = transaction.objectStore("files");
          const rows = await files.getAll(IDBKeyRange.bound([session], [session, []]));
          const kept = rows.filter(
            (row) => row.copy !== undefined && (name === undefined || row.name === name),
          );
          for (const { copy: _, ...row } of kept) await files.put({ ...row, keeping: "reference" });
          await collect(
            transaction,
            kept.map(({ copy }) => copy as string),
          );
          return kept.length;
        });
      }),

    remove: (session, name) =>
      attempt(async () => {
        const transaction = (await connection.use()).transaction(USES, "readwrite");
        transaction.done.catch(() => {});
        const files = transaction.objectStore("files");
        const row = await files.get([session, name]);
        await files.delete([session, name]);
        if (row?.copy !== undefined) await collect(transaction, [row.copy]);
        await transaction.done;
      }),
  };
}

/** Returns the digest of a file, see `FileInfo`. */
export async function digestOf(file: Blob) {
  return file.size > PIECE
    ? `tree:${await treeHash(file, crypto.subtle)}`
    : sha256(file, crypto.subtle);
}

/**
 * Returns what differs between a file and what is known of it, in words, null if nothing does;
 * and its digest, if it was computed.
 */
async function difference(known: StoredFile, file: File) {
  if (file.size !== known.size)
    return { why: `has ${file.size} bytes instead of ${known.size}`, digest: null };
  const digest = await digestOf(file).catch(() => {
    throw unreadable(known.name);
  });
  return { why: digest === known.digest ? null : "has other content", digest };
}

async function expectPermission(handle: FileSystemFileHandle, name: string, ask: boolean) {
  let state = (await handle.queryPermission?.({ mode: "read" })) ?? "granted";
  // Without a click, the browser refuses to ask.
  if (state === "prompt" && ask)
    state = (await handle.requestPermission?.({ mode: "read" }).catch(() => "prompt")) ?? "granted";
  if (state === "granted") return;
  const todo =
    state === "denied"
      ? `Allow it in the browser's settings for this page, or add the file again.`
      : `Click on the file to allow it.`;
  throw new Refusal({
    kind: "permission",
    message: `The page may not read ${name}. ${todo}`,
    askable: state === "prompt",
  });
}

function missing(name: string) {
  return new Refusal({
    kind: "missing",
    message: `${name} is not where it was. Move it back, or add it again.`,
  });
}

function unreadable(name: string) {
  return new Refusal({
    kind: "missing",
    message: `${name} cannot be read. It may have been moved, deleted or changed; add it again.`,
  });
}

function changed(name: string, why: string, file: File) {
  return new Refusal({
    kind: "changed",
    message: `${name} ${why} since it was added. Go on with the file as it is now, or put the earlier one back.`,
    file,
  });
}

function described(
  { name, size, lastModified, mediaType, digest }: StoredFile,
  keeping: FileInfo["keeping"],
  reason: StorageError | null,
): FileInfo {
  return { name, size, lastModified, mediaType, digest, keeping, reason };
}
