// The sessions of the page in the browser's storage, and functions of the one that is shown.
// Restores a session when the page opens, and when another one is shown.

import { add, openSessions, shownSession } from "./open.js";
import { chosen } from "./choice.js";
import { roomMaker } from "./room.js";
import { readVersions } from "./runtime.js";
import { storedSession } from "./stored_session.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("./stored_session.js").StoredSession} StoredSession */

/** @type {SessionStorage | undefined} */
let storage;
/** Called when the turns that are shown have changed. */
let turnsChanged = () => {};
/**
 * Opens the storage, once.
 *
 * @type {Promise<{ ok: true } | { ok: false, error: { message: string } }> | undefined}
 */
let opening;
/** @type {() => void} */
let restored = () => {};
/** Resolves once the first session was restored, or could not be. @type {Promise<void>} */
const restoring = new Promise((resolve) => {
  restored = resolve;
});
/**
 * The session that the page is to open next, and what is called with it.
 *
 * @type {{ id: string, arrived: (session: StoredSession) => void } | undefined}
 */
let expected;

/**
 * Opens the storage.
 *
 * @param {StoredSession} first the session that the page begins with
 * @param {import("../types/page").SessionLog} log its log
 */
function openStorage(first, log) {
  opening ??= (async () => {
    const { openStorage: open } = await globalThis.insituPage.storage();
    const shown = () => shownSession() ?? first;
    const result = await open({
      onLost: (error) => openSessionsFail(error.message),
      makeRoom: roomMaker({
        storage: () => storage,
        log: () => shown().ownLog() ?? log,
        stores: () => shown().ownLog() !== undefined,
        shown: shownId,
        record,
        notify: (message) => shown().notify(message),
      }),
    });
    if (result.ok) storage = result.value;
    return result;
  })();
  return opening;
}

/** @param {string} message */
function openSessionsFail(message) {
  for (const session of openSessions()) session.fail(message);
}

/**
 * Restores the session that this tab had, else the one that was changed last; or, where another
 * session is to be shown, that one.
 *
 * @param {import("./stored_session.js").Page} page
 * @returns {Promise<{ session: StoredSession, shown: object | null }>} the session, and what of it
 *   is shown, see `frontend/src/log/restored.rs` and `withContents`; null if there is nothing
 */
export async function restore(page) {
  const wanted = expected;
  expected = undefined;
  const session = storedSession(
    page,
    () => storage,
    () => turnsChanged(),
  );
  add(session);
  const result = await openStorage(session, page.log);
  const shown = result.ok
    ? await read(session, wanted?.id ?? chosen(), wanted !== undefined)
    : session.fail(result.error.message);
  restored();
  void readVersions();
  // Afterwards, so that the page has what is shown.
  if (wanted) setTimeout(() => wanted.arrived(session));
  return { session, shown };
}

/**
 * @param {StoredSession} session
 * @param {string | null} id of the session that is wanted, "new", or null
 * @param {boolean} only whether no other one will do
 */
async function read(session, id, only) {
  if (id === "new" || !storage) return null;
  const listed = await storage.sessions.list();
  if (!listed.ok) return session.fail(listed.error.message);
  const candidates = listed.value.filter((one) => one.deleted === undefined && one.last !== null);
  const own = candidates.find((one) => one.id === id);
  const info =
    own ?? (only ? undefined : candidates.sort((one, other) => other.changed - one.changed)[0]);
  return info ? session.open(info, own !== undefined) : null;
}

/**
 * Says which session the page's program is about to begin.
 *
 * @param {string} id of a stored session, or "new"
 * @returns {Promise<StoredSession>} resolves once it is restored
 */
export function expectSession(id) {
  return new Promise((arrived) => {
    expected = { id, arrived };
  });
}

/** Sets what is called when the turns that are shown have changed. @param {() => void} act */
export function onTurns(act) {
  turnsChanged = act;
}

/** Stores an event of the session that is shown. @param {{ kind: string }} body the event's body */
export const record = (body) => shownSession()?.record(body);

/** Returns the log of the session that is shown, while this tab stores it; else undefined. */
export const ownLog = () => shownSession()?.ownLog();

/** Returns why nothing of the session that is shown is stored; empty where something is. */
export const whyUnstored = () => shownSession()?.whyUnstored() ?? "";

/** Reports something to the user. @param {string} message */
export const tell = (message) => shownSession()?.notify(message);

/** Resolves once the storage was opened, or has failed. */
export const opened = () => restoring;

/**
 * Resolves once everything that happened in the page's sessions is on the disk, with why something
 * is not, as a sentence; empty where all of it is.
 */
export async function settled() {
  await restoring;
  const reasons = await Promise.all(openSessions().map((session) => session.settled()));
  return reasons.find(Boolean) ?? "";
}

/** Returns the id of the session that is shown; empty while it is not stored yet. */
export const shownId = () => shownSession()?.id() ?? "";

/** Returns the storage, for the list of sessions. */
export const currentStorage = () => storage;
