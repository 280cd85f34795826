// One writer of a session among the tabs, by Web Locks, and its readers, which follow by
// BroadcastChannel. A message says only how far the stored log goes; readers read it from the
// database, so that they show nothing that is not stored.

import { asError, attempt, Refusal, refuse } from "./errors.js";
import { createWriter, readRest } from "./log.js";

/** @typedef {import("../types/storage").LogRecord} LogRecord */
/** @typedef {import("../types/storage").OpenSession} OpenSession */
/** @typedef {import("../types/storage").StorageError} StorageError */
/** @typedef {import("../types/storage").Writer} Writer */
/** @typedef {import("./connection.js").Connection} Connection */

/** Returns the name of a session's lock and channel. @param {string} session */
const nameOf = (session) => `insitu-session:${session}`;

/** Returns whether the browser has Web Locks. */
export function hasLocks() {
  return globalThis.navigator?.locks !== undefined;
}

/**
 * Takes a session's lock and returns the function that releases it; null where another tab has it.
 * Without Web Locks there is nothing to take.
 *
 * @param {string} session
 * @param {{ wait?: boolean, signal?: AbortSignal }} [options]
 * @returns {Promise<(() => void) | null>}
 */
export function takeLock(session, { wait = false, signal } = {}) {
  if (!hasLocks()) return Promise.resolve(() => {});
  return new Promise((resolve, reject) => {
    const held = (/** @type {Lock | null} */ lock) => {
      if (!lock) return resolve(null);
      return new Promise((/** @type {(value?: undefined) => void} */ release) => resolve(release));
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
 *
 * @typedef {import("../types/storage").OpenOptions & {
 *   connection: Connection,
 *   session: string,
 *   onStored: () => void,
 *   makeRoom: ((error: StorageError) => Promise<boolean>) | undefined,
 * }} Opening
 */

/**
 * Opens a session: as its writer if no other tab is, else as a reader.
 *
 * @param {Opening} opening
 * @returns {Promise<OpenSession>}
 * @throws {Refusal}
 */
export async function openSession({
  connection,
  session,
  onStored,
  makeRoom,
  onRecords = () => {},
  onError = () => {},
}) {
  const database = await connection.use();
  const row = await database.get("sessions", session);
  if (!row || row.deleted !== undefined) throw refuse("gone");
  const channel = globalThis.BroadcastChannel && new BroadcastChannel(nameOf(session));
  /** @type {Awaited<ReturnType<typeof createWriter>> | null} */
  let writing = null;
  /** @type {(() => void) | null} */
  let release = null;
  let closed = false;
  const closing = new AbortController();

  const write = async (/** @type {() => void} */ unlock) => {
    try {
      const announce = (/** @type {number} */ last) => {
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
  /** @type {Promise<void> | null} */
  let following = null;
  const follow = () => {
    following ??= (async () => {
      // Ends after it has been stored, even where there is nothing to read.
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
        return (
          /** @type {Awaited<ReturnType<typeof createWriter>> | null} */ (writing)?.writer ?? null
        );
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
          return /** @type {Awaited<ReturnType<typeof createWriter>>} */ (
            /** @type {unknown} */ (writing)
          ).writer;
        }),
      async close() {
        if (closed) return { ok: true, value: undefined };
        const result = writing
          ? await writing.close()
          : { ok: /** @type {const} */ (true), value: undefined };
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
 *
 * @param {AbortSignal[]} signals
 */
function either(signals) {
  const controller = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) controller.abort();
    signal.addEventListener("abort", () => controller.abort(), { once: true });
  }
  return controller.signal;
}
