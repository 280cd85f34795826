// The log of a session: records with consecutive sequence numbers, appended in batches. Each batch
// is one transaction and begins when the one before it has ended, so whatever happens, the stored
// log is a prefix of what was appended. Knows nothing of what a record says, nor of other tabs.

import { unwrap } from "idb";

import { asError, attempt, corrupt, failure, refuse, withRoom } from "./errors.ts";
import type {
  Database,
  Head,
  LogPart,
  LogRecord,
  Result,
  StorageError,
  Writer,
} from "../types/storage.ts";
import type { Connection } from "./connection.ts";

/** The most records of a batch, so that making its requests does not block the page for long. */
const BATCH = 64;
/** How many UTF-16 units of text end a batch. */
const BATCH_TEXT = 1 << 20;

/** How many records are read at once. */
const PAGE = 2_000;

/**
 * Returns a range of a store's keys: those of the session, from this sequence number to another.
 */
export function range(session: string, from = 0, until: number = Number.MAX_SAFE_INTEGER) {
  return IDBKeyRange.bound([session, from], [session, until]);
}

/** Returns a checksum of a text (FNV-1a over its UTF-16 units): it shows damage, not intent. */
export function checksum(text: string) {
  let sum = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1)
    sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return sum >>> 0;
}

/** Reads a part of a log, up to a record that is damaged or missing. */
export async function readLog(
  database: Database,
  session: string,
  { from = 0, limit = PAGE }: { from?: number; limit?: number } = {},
): Promise<LogPart> {
  const transaction = database.transaction(["heads", "records"]);
  const stored = transaction.objectStore("records");
  const keys = range(session, from);
  const [head, found, values] = await Promise.all([
    transaction.objectStore("heads").get(session),
    stored.getAllKeys(keys, limit),
    stored.getAll(keys, limit),
    transaction.done,
  ]);
  if (!head) throw refuse("gone");
  const records: LogRecord[] = [];
  if (head.first === null || head.last === null) return { records, more: false, damage: null };
  let next = Math.max(from, head.first);
  for (const [index, [, seq]] of found.entries()) {
    const { text, check } = values[index] ?? {};
    if (seq !== next || typeof text !== "string" || check !== checksum(text)) break;
    records.push({ seq, text });
    next += 1;
  }
  const complete = records.length === found.length && (found.length === limit || next > head.last);
  return { records, more: complete && next <= head.last, damage: complete ? null : corrupt(next) };
}

/** Reads a log from a record on to its end. */
export async function readRest(
  connection: Connection,
  session: string,
  from = 0,
): Promise<LogPart> {
  let records: LogRecord[] = [];
  for (;;) {
    const part = await readLog(await connection.use(), session, { from });
    records = records.concat(part.records);
    if (!part.more) return { ...part, records };
    from = part.records[part.records.length - 1].seq + 1;
  }
}

/** A record that waits, and what resolves its promise. */
type Waiting = LogRecord & { done: (result: Result<number>) => void };

/**
 * What a writer needs beside the connection: `announce` is called with the last sequence number
 * after each batch, `makeRoom` when space runs out.
 */
interface WriterOptions {
  connection: Connection;
  session: string;
  announce: (last: number) => void;
  makeRoom: ((error: StorageError) => Promise<boolean>) | undefined;
}

/**
 * Makes the writer of a session; the caller sees to it that there is only one.
 *
 * @throws {Refusal}
 */
export async function createWriter({
  connection,
  session,
  announce,
  makeRoom,
}: WriterOptions): Promise<{ writer: Writer; close: () => Promise<Result<void>> }> {
  const found = await (await connection.use()).get("heads", session);
  if (!found) throw refuse("gone");
  let head: Head = found;
  let next = head.last === null ? null : head.last + 1;
  let queue: Waiting[] = [];
  let held: StorageError | null = null;
  let running: Promise<void> | null = null;
  let newest: Promise<unknown> = Promise.resolve();
  let closed = false;

  const drain = () => {
    running ??= (async () => {
      // What is appended by the same piece of code goes into the same batch.
      await null;
      while (queue.length > 0 && !held) await storeBatch();
      running = null;
    })();
    return running;
  };

  async function storeBatch() {
    let [count, units] = [0, 0];
    while (count < Math.min(queue.length, BATCH) && units < BATCH_TEXT)
      units += queue[count++].text.length;
    const batch = queue.slice(0, count);
    const after = {
      ...head,
      first: head.first ?? batch[0].seq,
      last: batch[count - 1].seq,
      bytes: head.bytes + units,
      changed: Date.now(),
    };
    try {
      await withRoom(
        async () => commit(await connection.use(), after, batch),
        { during: "append", needed: 2 * units },
        makeRoom,
      );
    } catch (thrown) {
      hold(asError(thrown), batch.length);
      return;
    }
    head = after;
    queue = queue.slice(count);
    announce(after.last);
    for (const { seq, done } of batch) done({ ok: true, value: seq });
  }

  /**
   * Keeps all records that wait until `retry` or `discard`.
   *
   * @param error of the first `count` records
   */
  function hold(error: StorageError, count: number) {
    held = error;
    queue.forEach(({ done }, index) =>
      done({ ok: false, error: index < count ? error : failure("held", { cause: error.message }) }),
    );
    for (const record of queue) record.done = () => {};
  }

  const writer: Writer = {
    get next() {
      return next;
    },
    get unsaved() {
      return queue.length;
    },
    append(seq, text) {
      if (closed) return Promise.resolve({ ok: false, error: failure("closed") });
      if (!Number.isSafeInteger(seq) || seq < 0 || (next !== null && seq !== next)) {
        return Promise.resolve({
          ok: false,
          error: failure("order", {
            seq,
            cause: `record ${seq} came where ${next ?? "any"} was due`,
          }),
        });
      }
      next = seq + 1;
      if (held) {
        queue.push({ seq, text, done: () => {} });
        return Promise.resolve({ ok: false, error: failure("held", { cause: held.message }) });
      }
      const stored = new Promise((done: (result: Result<number>) => void) =>
        queue.push({ seq, text, done }),
      );
      newest = stored;
      drain();
      return stored;
    },
    async flush() {
      await newest;
      if (held) return { ok: false, error: held };
      if (closed) return { ok: false, error: failure("closed") };
      return attempt(async () => commit(await connection.use(), head, [], "strict"));
    },
    async retry() {
      held = null;
      await drain();
      return held ? { ok: false, error: held } : { ok: true, value: undefined };
    },
    discard() {
      if (!held) return [];
      const records = queue.map(({ seq, text }) => ({ seq, text }));
      [queue, held, next] = [[], null, head.last === null ? null : head.last + 1];
      return records;
    },
  };

  return {
    writer,
    /** Stores what waits, and refuses what comes later. */
    async close() {
      closed = true;
      await newest;
      await running;
      return held ? { ok: false, error: held } : { ok: true, value: undefined };
    },
  };
}

/**
 * Writes records and the log's end in one transaction.
 *
 * A commit is relaxed unless it is a barrier: the browser has handed it to the operating system
 * when it reports the commit, so that it survives the end of the browser's process, but not a loss
 * of power within the next seconds.
 */
async function commit(
  database: Database,
  head: Head,
  records: LogRecord[],
  durability: "relaxed" | "strict" = "relaxed",
) {
  const transaction = database.transaction(["sessions", "heads", "records"], "readwrite", {
    durability,
  });
  const plain = unwrap(transaction);
  // Of several causes, the first request's is the cause of the others.
  let cause: unknown = null;
  plain.onerror = ({ target }) => (cause ??= (target as IDBRequest).error);
  transaction.done.catch(() => {});
  const session = await transaction.objectStore("sessions").get(head.session);
  if (!session || session.deleted !== undefined) throw refuse("gone");
  try {
    // Without a promise for each request, which would cost the page more than the request. `add`
    // refuses a number that another tab has used.
    const store = plain.objectStore("records");
    for (const { seq, text } of records)
      store.add({ text, check: checksum(text) }, [head.session, seq]);
    plain.objectStore("heads").put(head);
    plain.commit();
  } catch (thrown) {
    plain.abort();
    throw thrown;
  }
  await transaction.done.catch((error) => {
    throw cause ?? error;
  });
}
