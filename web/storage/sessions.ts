// The index of sessions: what there is, how it is copied, deleted and restored. Knows nothing of
// what records say.

import { collect, expectSession } from "./blobs.ts";
import { attempt, refuse, withRoom } from "./errors.ts";
import { range } from "./log.ts";
import { takeLock } from "./sharing.ts";
import type {
  Database,
  Head,
  Schema,
  SessionInfo,
  Sessions,
  StorageError,
} from "../types/storage.ts";
import type { Connection } from "./connection.ts";

/**
 * How long a deletion can be undone, in milliseconds, unless the caller of `purge` says otherwise.
 */
const UNDO = 10 * 60_000;
/** How many records are copied at once. */
const COPIED = 1_000;

const ALL: ("sessions" | "heads" | "records" | "blobs" | "contents" | "references" | "files")[] = [
  "sessions",
  "heads",
  "records",
  "blobs",
  "contents",
  "references",
  "files",
];

/** Returns the range of a session's keys in the stores whose keys begin with it. */
const within = (session: string) => IDBKeyRange.bound([session], [session, []]);

export function openSessions(
  connection: Connection,
  makeRoom: ((error: StorageError) => Promise<boolean>) | undefined,
): Sessions {
  const sessions: Sessions = {
    list: () => attempt(async () => list(await connection.use())),

    create: ({ id, title }) =>
      attempt(() =>
        withRoom(
          async () => {
            const transaction = (await connection.use()).transaction(
              ["sessions", "heads"],
              "readwrite",
            );
            transaction.done.catch(() => {});
            const now = Date.now();
            const row = { id, title, created: now, pinned: false };
            await Promise.all([
              transaction.objectStore("sessions").add(row),
              transaction
                .objectStore("heads")
                .add({ session: id, first: null, last: null, bytes: 0, changed: now }),
              transaction.done,
            ]);
            return { ...row, changed: now, bytes: 0, last: null };
          },
          { during: "append", needed: 0 },
          makeRoom,
        ),
      ),

    change: (id, { title, pinned }) =>
      edit(
        connection,
        id,
        (row) => ({ ...row, title: title ?? row.title, pinned: pinned ?? row.pinned }),
        { deleted: false },
      ),

    duplicate: (id, copy) =>
      attempt(async () => {
        const database = await connection.use();
        await duplicate(database, id, copy);
        const info = (await list(database)).find((session) => session.id === copy.id);
        if (!info) throw refuse("gone");
        return info;
      }),

    async remove(id) {
      // A session that a tab writes to must not disappear under it.
      const release = await takeLock(id);
      if (!release) return attempt(() => Promise.reject(refuse("locked")));
      let result = await edit(connection, id, (row) => ({ ...row, deleted: Date.now() }), {
        deleted: false,
      });
      // Without space even for that, it goes at once: what the user does to make room must not need
      // room.
      if (!result.ok && result.error.kind === "quota")
        result = await attempt(async () => void (await purge(await connection.use(), id)));
      release();
      // Under Node, a timer would keep the process.
      const timer = setTimeout(() => sessions.purge(), UNDO + 1_000) as unknown as {
        unref?: () => void;
      };
      timer.unref?.();
      return result;
    },

    restore: (id) => edit(connection, id, ({ deleted: _, ...row }) => row, { deleted: true }),

    purge: (age = UNDO) =>
      attempt(async () => {
        const database = await connection.use();
        const before = Date.now() - age;
        const due = (await database.getAll("sessions")).filter(
          ({ deleted }) => deleted !== undefined && deleted <= before,
        );
        const purged = [];
        let blobs = 0;
        for (const { id } of due) {
          const count = await purge(database, id, before);
          if (count === null) continue;
          purged.push(id);
          blobs += count;
        }
        return { sessions: purged, blobs: blobs + (await collectOrphans(database)) };
      }),
  };
  return sessions;
}

async function list(database: Database): Promise<SessionInfo[]> {
  const transaction = database.transaction(["sessions", "heads", "references", "files"]);
  const [rows, heads, references, files] = await Promise.all([
    transaction.objectStore("sessions").getAll(),
    transaction.objectStore("heads").getAll(),
    transaction.objectStore("references").getAll(),
    transaction.objectStore("files").getAll(),
  ]);
  const byId = new Map(heads.map((head) => [head.session, head]));
  const sizes = new Map<string, number>();
  const copies = files.filter(({ copy }) => copy !== undefined);
  for (const { session, size } of [...references, ...copies])
    sizes.set(session, (sizes.get(session) ?? 0) + size);
  return rows.map((row) => {
    const head = byId.get(row.id);
    return {
      ...row,
      changed: head?.changed ?? row.created,
      bytes: (head?.bytes ?? 0) + (sizes.get(row.id) ?? 0),
      last: head?.last ?? null,
    };
  });
}

/** Changes the row of a session that is marked as deleted, or that is not. */
function edit(
  connection: Connection,
  id: string,
  change: (row: Schema["sessions"]["value"]) => Schema["sessions"]["value"],
  { deleted }: { deleted: boolean },
) {
  return attempt(async () => {
    const transaction = (await connection.use()).transaction("sessions", "readwrite");
    transaction.done.catch(() => {});
    const row = await transaction.store.get(id);
    if (!row || (row.deleted !== undefined) !== deleted) throw refuse("gone");
    await transaction.store.put(change(row));
    await transaction.done;
  });
}

/** Copies a session in one transaction. */
async function duplicate(
  database: Database,
  id: string,
  { id: to, title, until }: { id: string; title: string; until?: number },
) {
  const transaction = database.transaction(
    ["sessions", "heads", "records", "references", "files"],
    "readwrite",
  );
  transaction.done.catch(() => {});
  await expectSession(transaction, id);
  const head = await transaction.objectStore("heads").get(id);
  if (!head) throw refuse("gone");
  const now = Date.now();
  await transaction.objectStore("sessions").add({ id: to, title, created: now, pinned: false });
  const records = transaction.objectStore("records");
  const end: Head = { session: to, first: null, last: null, bytes: 0, changed: now };
  const most = until ?? Number.MAX_SAFE_INTEGER;
  for (let from = 0; from <= most; ) {
    const keys = range(id, from, most);
    const [found, values] = await Promise.all([
      records.getAllKeys(keys, COPIED),
      records.getAll(keys, COPIED),
    ]);
    await Promise.all(found.map(([, seq], index) => records.add(values[index], [to, seq])));
    for (const [index, [, seq]] of found.entries()) {
      end.first ??= seq;
      end.last = seq;
      end.bytes += values[index]?.text?.length ?? 0;
    }
    if (found.length < COPIED) break;
    from = found[found.length - 1][1] + 1;
  }
  await transaction.objectStore("heads").add(end);
  for (const name of ["references", "files"] as const) {
    const rows = await transaction.objectStore(name).getAll(within(id));
    for (const row of rows)
      await (transaction.objectStore(name) as any).add({ ...row, session: to });
  }
  await transaction.done;
}

/**
 * Deletes a session with its records, and the blobs that only it used. Returns how many, null if
 * it has been restored meanwhile.
 *
 * @param before when it must have been removed at the latest; without, it need not have been
 */
async function purge(database: Database, id: string, before?: number) {
  const transaction = database.transaction(ALL, "readwrite");
  transaction.done.catch(() => {});
  const row = await transaction.objectStore("sessions").get(id);
  if (before !== undefined && (row?.deleted === undefined || row.deleted > before)) return null;
  const [references, files] = await Promise.all([
    transaction.objectStore("references").getAllKeys(within(id)),
    transaction.objectStore("files").getAll(within(id)),
  ]);
  await Promise.all([
    transaction.objectStore("sessions").delete(id),
    transaction.objectStore("heads").delete(id),
    ...(["records", "references", "files"] as const).map((name) =>
      transaction.objectStore(name).delete(within(id)),
    ),
  ]);
  const used = [...references.map(([, digest]) => digest), ...files.map(({ copy }) => copy)];
  const count = await collect(
    transaction,
    used.filter((digest) => digest !== undefined),
  );
  await transaction.done;
  return count;
}

/** Deletes every blob that nothing uses. Returns how many. */
async function collectOrphans(database: Database) {
  const transaction = database.transaction(
    ["blobs", "contents", "references", "files"],
    "readwrite",
  );
  transaction.done.catch(() => {});
  const count = await collect(transaction, await transaction.objectStore("blobs").getAllKeys());
  await transaction.done;
  return count;
}
