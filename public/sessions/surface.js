// `window.insitu.sessions`: the stored sessions for scripts. Each function rejects with a sentence.

import { exportAs as exportSession, importFile } from "./handover.js";
import { openSessions } from "./open.js";
import { currentStorage, settled, shownId, tell } from "./session.js";
import { leave } from "./switching.js";

/**
 * Returns the stored sessions, the one that was changed last first. Deleted ones are left out, also
 * while that can be undone.
 */
export async function list() {
  await settled();
  const listed = value(await stored().sessions.list());
  return listed
    .filter(({ deleted }) => deleted === undefined)
    .sort((one, other) => other.changed - one.changed)
    .map(({ id, title, created, changed, pinned, bytes }) => ({
      id,
      title,
      created,
      changed,
      pinned,
      bytes,
      shown: id === shownId(),
      computing: isComputing(id),
    }));
}

/** Shows a stored session. @param {unknown} id */
export async function open(id) {
  await expect(id);
  await leave(String(id));
}

/** Shows a new session. It is stored with the first that happens in it. */
export function create() {
  return leave("new");
}

/** Deletes a session; the list of sessions offers to undo that. @param {unknown} id */
export async function remove(id) {
  await expect(id);
  if (id !== shownId() && isComputing(String(id)))
    throw new Error("This session is computing. Stop it first.");
  value(await stored().sessions.remove(String(id)));
}

/**
 * Returns the session that is shown, or the one with that id, as a file.
 *
 * @param {unknown} kind `notebook`, `script`, `markdown`, `report`, `insitu`, or `insitu-with-data`
 * @param {unknown} [id]
 */
export async function exportAs(kind, id = shownId()) {
  const known = ["notebook", "script", "markdown", "report", "insitu"];
  const withFiles = kind === "insitu-with-data";
  const form = /** @type {import("./handover.js").Kind} */ (withFiles ? "insitu" : kind);
  if (!known.includes(form))
    throw new Error(`exportAs wants one of ${known.join(", ")} and insitu-with-data.`);
  await expect(id);
  return exportSession(form, { id: String(id), storage: stored(), withFiles });
}

/**
 * Stores an `.insitu` file as a new session and returns its id. Nothing of it runs.
 *
 * @param {unknown} file
 */
async function importSession(file) {
  if (!(file instanceof Blob)) throw new Error("import wants a File.");
  await settled();
  return importFile(file, stored());
}
export { importSession as import };

/**
 * Stores a session file that the user has dropped or picked, and shows it. Nothing of it runs.
 *
 * @param {File} file
 */
export async function openFile(file) {
  /** @type {string[]} */
  const notices = [];
  try {
    await settled();
    const id = await importFile(file, stored(), (sentence) => notices.push(sentence));
    await open(id);
  } catch (error) {
    notices.push(`${file.name} was not opened. ${/** @type {Error} */ (error).message}`);
  }
  notices.forEach(tell);
}

/**
 * Returns whether a session does something in this page, or waits in it for the user.
 *
 * @param {string} id
 */
export const isComputing = (id) =>
  openSessions().some((session) => session.id() === id && session.doing() !== "");

function stored() {
  const storage = currentStorage();
  if (!storage) throw new Error("This browser stores no sessions.");
  return storage;
}

/** @param {unknown} id */
async function expect(id) {
  if (!(await list()).some((one) => one.id === id))
    throw new Error("There is no session with this id.");
}

/**
 * @template T
 * @param {import("../types/storage").Result<T>} result
 */
function value(result) {
  if (result.ok) return result.value;
  throw new Error(result.error.message);
}
