// One writer of a session among the tabs, by Web Locks, and its readers, which follow by
// BroadcastChannel. A message says only how far the stored log goes; readers read it from the
// database, so that they show nothing that is not stored.

import { asError, attempt, Refusal, refuse } from "./errors.ts";
import { createWriter, readRest } from "./log.ts";
import type { OpenOptions, OpenSession, StorageError } from "../types/storage.ts";
import type { Connection } from "./connection.ts";

/** Returns the name of a session's lock and channel. */
const nameOf = (session: string) => `insitu-session:${session}`;

/** Returns whether the browser has Web Locks. */
export function hasLocks() {
  return globalThis.navigator?.locks !== undefined;
}

/**
 * Takes a session's lock and returns the function that releases it; null if another tab has it.
 * Without Web Locks there is nothing to take.
 */
export function takeLock(
  session: string,
  { wait = false, signal }: { wait?: boolean; signal?: AbortSignal } = {},
): Promise<(() => void) | null> {
  if (!hasLocks()) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null) => {
      if (!lock) return resolve(null);
      return new Promise((release: (value?: undefined) => void) => resolve(release));
    };
    // The interface does not allow both options.
    navigator.locks
      .request(nameOf(session), wait ? { signal } : { ifAvailable: true }, held)
      .catch(reject);
  });
}

/**
 * What opening a session needs; `onRecords` and `onError` are the caller's, see `OpenOptions`;
 * `onStored` is called after each batch of this tab.
 */
type Opening = OpenOptions & {
  connection: Connection;
  session: string;
  onStored: () => void;
  makeRoom: ((error: StorageError) => Promise<boolean>) | undefined;
};

/**
 * Opens a session: as its writer if no other tab is, else as a reader.
 *
 * @throws {Refusal}
 */
export async function openSession({
  connection,
  session,
  onStored,
  makeRoom,
  onRecords = () => {},
  onError = () => {},
}: Opening): Promise<OpenSession> {
  const database = await connection.use();
  const row = await database.get("sessions", session);
  if (!row || row.deleted !== undefined) throw refuse("gone");
  const channel = globalThis.BroadcastChannel && new BroadcastChannel(nameOf(session));
  let writing: Awaited<ReturnType<typeof createWriter>> | null = null;
  let release: (() => void) | null = null;
  let closed = false;
  const closing = new AbortController();

  const write = async (unlock: () => void) => {
    try {
      const announce = (last: number) => {
        channel?.postMessage(last);
        onStored();
      };
      writing = await createWriter({ connection, session, announce, makeRoom });
      release = unlock;
    } catch (thrown) {
      unlock();
      throw thrown;
    }
  };

  // Messages that arrive while the log is read are not lost: they say how far it goes.
  let next = 0;
  let wanted = -1;
  let following: Promise<void> | null = null;
  const follow = () => {
    following ??= (async () => {
      // Ends after it has been stored, even if there is nothing to read.
      await null;
      try {
        while (!closed && !writing && wanted >= next) {
          const { records, damage } = await readRest(connection, session, next);
          if (records.length > 0) {
            next = records[records.length - 1].seq + 1;
            onRecords(records);
          }
          if (damage) onError(damage);
          if (damage || records.length === 0) wanted = -1;
        }
      } catch (thrown) {
        if (!closed) onError(asError(thrown));
        wanted = -1;
      }
      following = null;
    })();
  };
  let reading = true;
  if (channel)
    channel.onmessage = ({ data }) => {
      wanted = Math.max(wanted, Number(data));
      if (!reading) follow();
    };

  const end = () => {
    closed = true;
    closing.abort();
    channel?.close();
    release?.();
  };

  try {
    const unlock = await takeLock(session);
    if (unlock) await write(unlock);
    const log = await readRest(connection, session);
    next = (log.records.at(-1)?.seq ?? -1) + 1;
    reading = false;
    if (!writing && !log.damage) follow();
    return {
      get writer() {
        return (writing as Awaited<ReturnType<typeof createWriter>> | null)?.writer ?? null;
      },
      locks: hasLocks(),
      log,
      takeOver: ({ now = false, signal } = {}) =>
        attempt(async () => {
          if (closed) throw refuse("closed");
          if (writing) return writing.writer;
          const signals = [closing.signal, ...(signal ? [signal] : [])];
          const unlock = await takeLock(
            session,
            now ? {} : { wait: true, signal: either(signals) },
          ).catch(() => {
            throw refuse(closed ? "closed" : "locked");
          });
          if (!unlock) throw refuse("locked");
          if (closed) {
            unlock();
            throw refuse("closed");
          }
          // What the other tab wrote last comes before what this one writes.
          wanted = Number.MAX_SAFE_INTEGER;
          follow();
          await following;
          await write(unlock);
          return (writing as unknown as Awaited<ReturnType<typeof createWriter>>).writer;
        }),
      async close() {
        if (closed) return { ok: true, value: undefined };
        const result = writing ? await writing.close() : { ok: true as const, value: undefined };
        end();
        return result;
      },
    };
  } catch (thrown) {
    end();
    throw thrown instanceof Refusal ? thrown : new Refusal(asError(thrown));
  }
}

/**
 * Returns a signal that is aborted with the first of these. `AbortSignal.any` is not in every
 * browser.
 */
function either(signals: AbortSignal[]) {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    signal.addEventListener("abort", () => controller.abort(), { once: true });
  }
  return controller.signal;
}
