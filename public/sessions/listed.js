// What the list of sessions shows and does, for the page's program
// (`frontend/src/session_list.rs`): the stored sessions, and those of them that are open here.

import { choose } from "./choice.js";
import { exportAs, importFile } from "./handover.js";
import { openSessions, shownSession } from "./open.js";
import { currentStorage, settled, whyUnstored } from "./session.js";

/** @typedef {import("../types/page").StoredSessions} StoredSessions */

/** Returns the stored sessions, also those whose deletion can be undone; as JSON. */
export async function listed() {
  await settled();
  const storage = currentStorage();
  const found = await storage?.sessions.list();
  const space = await storage?.space();
  const sessions = found?.ok ? found.value : [];
  /** @type {StoredSessions} */
  const stored = {
    sessions: sessions.map(({ id, title, changed, pinned, deleted, bytes }) => ({
      id,
      title,
      changed,
      when: new Date(changed).toLocaleString(),
      pinned,
      deleted: deleted !== undefined,
      bytes,
    })),
    problem: found && !found.ok ? found.error.message : "",
    unstored: whyUnstored() ?? "",
    promised: space?.ok === true && space.value.persistence === "persisted",
  };
  return JSON.stringify(stored);
}

/** Returns what the sessions do that are open in this page; as JSON. */
export function doing() {
  /** @type {import("../types/page").OpenSession[]} */
  const open = openSessions().map((session) => {
    const isShown = session === shownSession();
    return {
      id: session.id(),
      doing: session.doing() || (isShown ? "" : session.news()) || "nothing",
      isShown,
    };
  });
  return JSON.stringify(open);
}

/** Stops what a session does. @param {string} id */
export const stop = (id) =>
  openSessions()
    .find((session) => session.id() === id)
    ?.program.stop();

/**
 * Changes what is stored of a session: its title, or whether it is pinned.
 *
 * @param {string} id
 * @param {"title" | "pinned"} what
 * @param {string | boolean} value
 */
export const change = async (id, what, value) =>
  done(await stored().sessions.change(id, { [what]: value }));

/** Stores a copy of a session. @param {string} id @param {string} title */
export const duplicate = async (id, title) =>
  done(await stored().sessions.duplicate(id, { id: crypto.randomUUID(), title }));

/** Takes a deletion back. @param {string} id */
export const restore = async (id) => done(await stored().sessions.restore(id));

/**
 * Exports a session. `notify` gets what is left out.
 *
 * @param {string} id
 * @param {import("./handover.js").Kind | "insitu-with-data"} form
 * @param {(sentence: string) => void} notify
 */
export async function exported(id, form, notify) {
  await settled();
  const withFiles = form === "insitu-with-data";
  return exportAs(withFiles ? "insitu" : form, { id, storage: stored(), withFiles, notify });
}

/**
 * Stores a session file as a session, and returns its id. `notify` gets what could not be read.
 *
 * @param {Blob} file
 * @param {(sentence: string) => void} notify
 */
export const imported = (file, notify) => importFile(file, stored(), notify);

/** Deletes everything of the site, and returns what is left; as JSON. */
export async function erase() {
  const { eraseEverything } = await globalThis.insituPage.storage();
  const proof = done(await eraseEverything());
  choose("new");
  return JSON.stringify(proof);
}

function stored() {
  const storage = currentStorage();
  if (!storage) throw new Error("This browser stores no sessions.");
  return storage;
}

/**
 * @template T
 * @param {import("../types/storage").Result<T>} result
 */
function done(result) {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
