// The sessions that are open in this page, and which of them is shown. Knows nothing of what they
// are.

/** @typedef {import("./stored_session.js").StoredSession} StoredSession */

/** @type {Set<StoredSession>} */
const sessions = new Set();
/** @type {StoredSession | undefined} */
let shown;

/** Returns the session that the page shows; undefined until one was restored. */
export const shownSession = () => shown;

/** Returns the sessions that are open. */
export const openSessions = () => [...sessions];

/** Adds a session; the first one is shown. @param {StoredSession} session */
export function add(session) {
  sessions.add(session);
  shown ??= session;
}

/** Forgets a session that is closed. @param {StoredSession} session */
export function forget(session) {
  sessions.delete(session);
}

/** Says that the page shows this session. @param {StoredSession} session */
export function setShown(session) {
  shown = session;
}
