// Makes room when the browser's storage is full: deletes sessions that were deleted already, then
// drops the oldest outputs of all sessions, and says which. The module of the log decides what
// goes; `public/storage` deletes it.

import { recordsFrom } from "./records.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/storage").OpenSession} OpenSession */
/** @typedef {{ sha256: string, name: string, bytes: number, sessions: string[] }} Droppable */

/** What is freed beyond what is needed, in bytes. */
const MARGIN = 1 << 20;

/**
 * How long the browser gets to give space back, and how often it is asked whether it has, in
 * milliseconds.
 */
const FREED_MS = 3_000;
const ASKED_MS = 100;

/** How many outputs the notice names. */
const NAMED = 5;

/**
 * Returns what frees space for a write that failed, and resolves with whether there may be some
 * now.
 *
 * @param {object} page
 * @param {() => SessionStorage | undefined} page.storage
 * @param {() => import("../types/page").SessionLog} page.log of the session that is shown, if this
 *   tab stores it; else of another one
 * @param {() => boolean} page.stores whether this tab stores the session that is shown
 * @param {() => string} page.shown the id of the session that is shown; empty if none is
 * @param {(event: { kind: string }) => void} page.record stores an event of the session that is
 *   shown, later: what is being written waits for the space
 * @param {(message: string) => void} page.notify
 */
export function roomMaker({ storage, log, stores, shown, record, notify }) {
  /** @type {Promise<boolean> | undefined} */
  let making;

  /** @param {SessionStorage} stored @param {number} needed */
  const make = async (stored, needed) => {
    const before = (await navigator.storage.estimate()).usage ?? 0;
    const purged = await stored.sessions.purge(0);
    if (purged.ok && (purged.value.sessions.length > 0 || purged.value.blobs > 0)) {
      await freed(before);
      return true;
    }
    const listed = await stored.sessions.list();
    if (!listed.ok) return false;
    /** @type {{ id: string, log: string | null, pinned: boolean }[]} */
    const sessions = [];
    /** @type {Map<string, OpenSession>} */
    const opened = new Map();
    for (const { id, pinned, deleted, last } of listed.value) {
      if (deleted !== undefined || last === null) continue;
      if (id === shown()) {
        if (stores()) sessions.push({ id, log: null, pinned });
        continue;
      }
      const result = await stored.open(id);
      if (!result.ok) continue;
      // One that another tab has open is left as it is.
      if (result.value.writer) {
        const { text, damage } = await recordsFrom(stored, id, result.value.log);
        opened.set(id, result.value);
        if (!damage) sessions.push({ id, log: text, pinned });
      } else await result.value.close();
    }
    /** @type {{ dropped: Droppable[], records: Record<string, string> }} */
    const { dropped, records } = JSON.parse(
      log().toDrop(Date.now(), needed + MARGIN, JSON.stringify(sessions)),
    );
    for (const { sha256, sessions } of dropped)
      for (const session of sessions) await stored.blobs.drop(session, sha256);
    const own = dropped.filter(({ sessions }) => sessions.includes(shown()));
    if (own.length > 0) record(dropping(own));
    for (const [id, session] of opened) void end(session, records[id]);
    if (dropped.length === 0) return false;
    notify(sentence(dropped));
    await freed(before);
    return true;
  };

  return (/** @type {{ needed?: number }} */ { needed = 0 }) => {
    const stored = storage();
    if (!stored) return Promise.resolve(false);
    making ??= make(stored, needed).finally(() => {
      making = undefined;
    });
    return making;
  };
}

/** Returns the event that says what was dropped. @param {Droppable[]} dropped */
function dropping(dropped) {
  return {
    kind: "outputs-dropped",
    dropped: dropped.map(({ sha256, name }) => ({ sha256, name })),
  };
}

/**
 * Stores what was dropped of a session that is not shown, and closes it. Not awaited: the record
 * may have to wait for the space itself.
 *
 * @param {OpenSession} session
 * @param {string | undefined} record
 */
async function end(session, record) {
  if (record) await session.writer?.append(JSON.parse(record).seq, record);
  await session.close();
}

/**
 * Waits until the browser uses less than it did, but not for long.
 *
 * @param {number} before in bytes
 */
async function freed(before) {
  for (const until = Date.now() + FREED_MS; Date.now() < until; ) {
    const { usage = 0 } = await navigator.storage.estimate();
    if (usage < before) return;
    await new Promise((resolve) => setTimeout(resolve, ASKED_MS));
  }
}

/** Says what was dropped. @param {Droppable[]} dropped */
export function sentence(dropped) {
  const names = dropped.slice(0, NAMED).map(({ name }) => name);
  const more = dropped.length - names.length;
  const bytes = dropped.reduce((sum, one) => sum + one.bytes, 0);
  const size =
    bytes < 1 << 20 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
  return `The browser's storage is full. The oldest outputs were dropped to make room (${size}): ${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}. Run their code again to see them; pin a session to keep its outputs.`;
}
