// Keeps the user's files for a stored session: by handle, as copies if the user agrees, or by name,
// size and SHA-256 alone. Says why one is not there.

import { allowCopies, copies } from "./choice.js";
import { takeHandle } from "./handles.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */

/**
 * The package in a wheel; `confirmed` says that the user has confirmed it in this browser.
 *
 * @typedef {{ name: string, version: string, sha256: string, confirmed: boolean }} Wheel
 */

/**
 * Where files are kept: the storage, the id of the session, what reports a problem, and what runs
 * an action after those before it.
 *
 * @typedef {object} Place
 * @property {SessionStorage | undefined} storage
 * @property {() => string} session
 * @property {(message: string) => void} notify
 * @property {(act: () => Promise<void>) => void} enqueue
 * @property {() => boolean} isShown whether the user can be asked
 * @property {(decide: (keep: boolean) => void) => void} askForCopies asks the user whether copies
 *   are to be kept
 */

/**
 * The user's files of each session of this page, by name, for copies that the user agrees to later.
 *
 * @type {Map<string, Map<string, File>>}
 */
const added = new Map();
/** Those that are kept by their handles. @type {WeakSet<File>} */
const handled = new WeakSet();

/** @param {string} session */
function of(session) {
  const files = added.get(session) ?? new Map();
  added.set(session, files);
  return files;
}

/**
 * Returns a file under the name that the session has for it, and remembers it.
 *
 * @param {string} session
 * @param {string} name
 * @param {File} given
 */
export function remember(session, name, given) {
  const file =
    given.name === name
      ? given
      : new File([given], name, { type: given.type, lastModified: given.lastModified });
  of(session).set(name, file);
  return file;
}

/**
 * Returns a file that was added to a session of this page under this name.
 *
 * @param {string} session
 * @param {string} name
 */
export const remembered = (session, name) => of(session).get(name);

/**
 * Keeps a file as well as the browser and the user allow. A file that is another than the session
 * knew under its name is named.
 *
 * @param {File} file
 * @param {Place} place
 * @returns {Promise<{ sha256: string | null, kept: "copy" | "handle" | "none" }>} how it is kept,
 *   as the event says it
 */
export async function keep(file, place) {
  const { storage, session, notify } = place;
  const known = await storage?.files.compare(session(), file);
  if (known && !known.ok && known.error.kind === "changed")
    notify(
      `${file.name} is not the file that this session had under that name. Results that were computed from it may differ.`,
    );
  const handle = await takeHandle(file.name, file);
  const info = await store(file, place, handle);
  if (info?.keeping === "handle") handled.add(file);
  else handled.delete(file);
  if (copies() === null && place.isShown() && info?.keeping === "reference")
    place.askForCopies((wanted) => keepCopies(wanted, place));
  return {
    sha256: info?.digest ?? null,
    kept: info?.keeping === "copy" || info?.keeping === "handle" ? info.keeping : "none",
  };
}

/** @param {File} file @param {Place} place @param {FileSystemFileHandle} [handle] */
async function store(file, { storage, session, notify }, handle) {
  const kept = await storage?.files.add(session(), { file, handle, copy: copies() === true });
  const problem = kept && !kept.ok ? kept.error : kept?.value.reason;
  if (problem) notify(`${file.name} is not kept for later: ${problem.message}`);
  return kept?.ok ? kept.value : undefined;
}

/**
 * Keeps copies of the user's files from now on, also of those that were added already, or none.
 *
 * @param {boolean} wanted
 * @param {Place} place
 */
function keepCopies(wanted, place) {
  allowCopies(wanted);
  if (!wanted) return;
  place.enqueue(async () => {
    for (const file of of(place.session()).values())
      if (!handled.has(file)) await store(file, place);
  });
}

/**
 * Says why the content of a stored file is not there, and what the user is asked for: permission to
 * read it, or to go on with what it has become.
 *
 * @param {{ name: string, kept: string, wheel?: Wheel | null }} file
 * @param {import("../types/storage").StorageError | undefined} error
 * @returns {{ why: string, waits?: "permission" | "changed" }}
 */
export function absence({ name, kept, wheel }, error) {
  // Only the user confirms what a wheel has become, and what nobody has confirmed here.
  if (wheel && !(error?.kind === "permission" && error.askable))
    return { why: wanted(name, wheel, error) };
  if (error?.kind === "permission" && error.askable)
    return {
      why: "Waits until you allow reading it again, with the button below the files.",
      waits: "permission",
    };
  if (error?.kind === "changed") return { why: error.message, waits: "changed" };
  if (error?.kind === "permission" || (error?.kind === "missing" && kept === "handle"))
    return { why: error.message };
  return { why: "Its content is not stored in this browser. Add it again to go on with it." };
}

/**
 * Asks for a wheel.
 *
 * @param {string} name of its file
 * @param {Wheel} wheel
 * @param {import("../types/storage").StorageError | undefined} error
 */
function wanted(name, wheel, error) {
  const changed =
    error?.kind === "changed" ? "The file is no longer the wheel that you have confirmed. " : "";
  return `${changed}The session uses ${wheel.name} ${wheel.version} from this wheel, which is not installed. Drop ${name} with the SHA-256 ${wheel.sha256} onto the page to go on with it.`;
}
