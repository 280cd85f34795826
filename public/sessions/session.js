// The session that the page shows, in the browser's storage: restores it when the page opens, and stores its events as they happen. The WebAssembly module of
// the log makes the records; `public/storage` stores them. Knows nothing of the kernel and decides nothing about turns.

import { attribute, busyWith, isUnrecorded } from "./attribution.js";
import { choose, chosen } from "./choice.js";
import { keep, remember } from "./files.js";
import { holder } from "./held.js";
import { piecesOf } from "./pieces.js";
import { copyContents, lines, recordsFrom, storeParts, withBodies, withContents, withParts, writtenFiles } from "./records.js";
import { roomMaker } from "./room.js";
import { askForFiles, forget, missingOf } from "./waiting.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/storage").OpenSession} OpenSession */
/** @typedef {import("../types/page").SessionModule} SessionModule */

/** How long further records are waited for before a session that another tab writes is shown anew, in milliseconds. */
const REFRESH_MS = 250;

/** Why nothing can be asked where another tab has the session. */
const ELSEWHERE = "This session is open in another tab, which is followed here. Ask there, or close the other tab to go on here.";

/** @type {SessionModule} */
let log;
/** @type {SessionStorage | undefined} */
let storage;
/** @type {OpenSession | undefined} */
let session;
/** The id of the session, which is created with its first event. */
let id = "";
/** The title as the list of sessions has it. */
let title = "";
/** Shows the session anew. @type {(session: object) => void} */
let follow = () => {};
/** Called when the turns that are shown have changed. */
let turnsChanged = () => {};
/** Whether the session is to be shown anew. */
let outdated = false;
/** @type {() => void} */
let open = () => {};
/** Resolves once the storage was opened, or has failed. @type {Promise<void>} */
const opening = new Promise((resolve) => {
  open = resolve;
});
/** Whether events are stored: not while another tab has the session, and not after a failure. */
let storing = false;
/** The failure after which nothing is stored. */
let unstored = "";
/** The requests of the stored session. @type {import("./records.js").Sent[]} */
let requests = [];
/** @type {Promise<unknown>} */
let queue = Promise.resolve();
/** The newest records being stored. @type {Promise<unknown>} */
let writing = Promise.resolve();
/** @type {(message: string) => void} */
let notify = () => {};
/** Called when there is no space for records. */
const hold = holder(
  () => session?.writer,
  (message) => notify(message),
);

/**
 * Sets the module of the log. Called once, before anything else.
 *
 * @param {SessionModule} module
 */
export function useLog(module) {
  log = module;
}

/**
 * Opens the storage and restores the session that this tab had, else the one that was changed last.
 *
 * @param {(message: string) => void} notifier reports a failure to the user
 * @param {(session: object) => void} show shows the session anew: another tab has changed it, or has left it to this one
 * @returns {Promise<object | null>} the session, see `session_module/src/restored.rs` and `withContents`; null if
 *   there is none
 */
export async function restore(notifier, show) {
  notify = notifier;
  follow = show;
  const { openStorage } = await globalThis.insituStorage();
  const opened = await openStorage({
    onLost: (error) => fail(error.message),
    makeRoom: roomMaker({ storage: () => storage, log, shown: shownId, record, notify }),
  });
  if (opened.ok) storage = opened.value;
  open();
  if (!opened.ok || !storage) return fail(opened.ok ? "" : opened.error.message);
  storing = true;
  const wanted = chosen();
  if (wanted === "new") return null;
  const listed = await storage.sessions.list();
  if (!listed.ok) return fail(listed.error.message);
  const candidates = listed.value.filter((one) => one.deleted === undefined && one.last !== null);
  const own = candidates.find((one) => one.id === wanted);
  const info = own ?? candidates.sort((one, other) => other.changed - one.changed)[0];
  if (!info) return null;
  const result = await storage.open(info.id, { onRecords: () => void refresh() });
  if (!result.ok) return fail(result.error.message);
  if (!result.value.writer && !own) {
    // Another tab has it, and this tab was not asked for it: it begins a session of its own.
    await result.value.close();
    return null;
  }
  return load(info.id, info.title, result.value);
}

/** Shows the session as the other tab has stored it by now. */
async function refresh() {
  if (outdated || !session || session.writer) return;
  outdated = true;
  await new Promise((resolve) => setTimeout(resolve, REFRESH_MS));
  outdated = false;
  const read = session.writer ? null : await current();
  if (read) follow(await complete(read.session, true));
}

/** Goes on with the session that the other tab has left. */
async function takeOver() {
  const taken = await session?.takeOver();
  const read = taken?.ok ? await current() : null;
  if (!read) return;
  storing = true;
  for (const record of read.ended) write(record);
  follow(await complete(read.session, false));
}

/** Reads the session's log as it is stored now. */
async function current() {
  const records = await recordsFrom(storage, id, { records: [], more: true, damage: null });
  try {
    return JSON.parse(log.open(records.text, Date.now(), session?.writer === null));
  } catch (error) {
    return fail(/** @type {Error} */ (error).message);
  }
}

/**
 * @param {string} stored
 * @param {string} name
 * @param {OpenSession} opened
 */
async function load(stored, name, opened) {
  const records = await recordsFrom(storage, stored, opened.log);
  /** @type {{ damage: string[], rewrite: string[] | null, ended: string[], session: any }} */
  let read;
  try {
    read = JSON.parse(log.open(records.text, Date.now(), opened.writer === null));
  } catch (error) {
    await opened.close();
    return fail(`This session cannot be opened: ${/** @type {Error} */ (error).message}. A new one begins in the list of sessions.`);
  }
  [id, title, session] = [stored, name, opened];
  choose(id);
  const damage = [...read.damage, ...(records.damage ? [records.damage.message] : [])];
  if (damage.length > 0) notify(`A part of this session could not be read: ${damage.join(" ")}`);
  if (!opened.writer) {
    storing = false;
    void takeOver();
  } else {
    const anew = read.rewrite ?? (records.damage && lines(records.text));
    if (anew) await rewrite(anew);
    for (const record of read.ended) write(record);
  }
  return complete(read.session, !opened.writer);
}

/**
 * Completes a session with what is stored apart from its log.
 *
 * @param {any} read
 * @param {boolean} reading whether another tab writes it
 * @param {string} [why] why it is shown
 */
async function complete(read, reading, why = "This session was stored.") {
  requests = read.requests;
  /** @type {{ files: import("./waiting.js").RestoredFile[] }} */
  const whole = await withContents(log, storage, id, read);
  askForFiles(reading ? [] : whole.files, { storage, session: id, mount: (files) => follow({ files }), record });
  const missing = missingOf(whole.files);
  const next = missing ? `Before its code can run again, ${missing}.` : "Its variables come back when its code runs again.";
  return { ...whole, reading, why: `${why} ${next}` };
}

/** Returns the requests that the stored session has sent, with their bodies where they are kept. */
export const storedRequests = () => withBodies(storage, requests);

/**
 * Stores the readable records of a damaged log, or of an older version, as a session in place of the stored one, with its outputs and files. The stored
 * one is deleted, which the list of sessions can undo.
 *
 * @param {string[]} records
 */
async function rewrite(records) {
  const old = id;
  const fresh = crypto.randomUUID();
  if (!(await begin(fresh)) || !storage) return;
  for (const record of records) await put(record);
  await copyContents(storage, old, fresh);
  if (storing) await storage.sessions.remove(old);
}

/** Creates and opens a session in the storage. @param {string} fresh its id */
async function begin(fresh) {
  if (!storage) return false;
  const created = await storage.sessions.create({ id: fresh, title });
  if (!created.ok) return fail(created.error.message) ?? false;
  const opened = await storage.open(fresh);
  if (!opened.ok) return fail(opened.error.message) ?? false;
  await session?.close();
  [id, session] = [fresh, opened.value];
  choose(id);
  return true;
}

/**
 * Stores an event. The first one creates the session.
 *
 * @param {{ kind: string, file?: number }} body the event's body
 */
export function record(body) {
  const event = attribute(body);
  if (!event) return;
  if (body.kind === "file-removed") forget((file) => file.id === body.file);
  const text = JSON.stringify(event);
  enqueue(() => append(() => log.append(Date.now(), text)));
}

/**
 * Stores a request that leaves the browser, and its body.
 *
 * @param {number} turn
 * @param {string} to the address
 * @param {string} sha256 of the body
 * @param {string} body
 */
export function keepRequest(turn, to, sha256, body) {
  enqueue(async () => {
    await created();
    const bytes = new TextEncoder().encode(body);
    const stored = await storage?.blobs.put(id, bytes, "application/json");
    const kept = stored?.ok ? { sha256: stored.value.digest, mediaType: "application/json", bytes: bytes.length } : null;
    const event = { kind: "request-sent", turn, to, bytes: bytes.length, sha256, body: kept };
    await append(() => log.append(Date.now(), JSON.stringify(event)));
  });
}

/** Stores text of a model, a sentence at a time. */
export const text = piecesOf({ log: () => log, enqueue, append });

/**
 * Stores the end of an execution with its outcome; large parts and the files that it wrote are stored apart.
 *
 * @param {number} execution
 * @param {string} outcome as JSON
 * @param {(Blob | null)[]} contents of the files that it wrote, in their order
 */
export function ended(execution, outcome, contents) {
  if (isUnrecorded(execution)) return;
  enqueue(async () => {
    await created();
    const { parts, lost } = await storeParts(log, storage, { session: id, outcome, contents, notify });
    await append(() => log.ended(Date.now(), execution, outcome, JSON.stringify(parts), lost));
  });
}

/**
 * Keeps a file as well as the browser allows, and stores the event.
 *
 * @param {number} number the file's id
 * @param {string} name
 * @param {File} given
 */
export function keepFile(number, name, given) {
  const file = remember(name, given);
  forget((waiting) => waiting.name === name);
  enqueue(async () => {
    await created();
    const kept = await keep(file, { storage, session: () => id, notify, enqueue });
    await append(() => log.append(Date.now(), JSON.stringify({ kind: "file-added", file: number, name, path: null, bytes: file.size, ...kept })));
  });
}

/** Sets what is called when the turns that are shown have changed. @param {() => void} act */
export function onTurns(act) {
  turnsChanged = act;
}

/** Reports that the page shows the turns of the log. */
export const turnsShown = () => turnsChanged();

/** Returns the module of the log, while this tab stores the session; else undefined. */
export const ownLog = () => (storing && session?.writer ? log : undefined);

/** Returns the module of the log of the session that is shown; undefined while nothing is stored. */
export const shownLog = () => (session ? log : undefined);

/** Returns whether another tab has the session, which is followed here. */
export const isReading = () => Boolean(session && !session.writer);

/** Reports something to the user. @param {string} message */
export const tell = (message) => notify(message);

/** Resolves once the storage was opened, or has failed. */
export const opened = () => opening;

/** Returns why nothing can be asked here at present; undefined where questions are answered. */
export const refusal = () => (session && !session.writer ? ELSEWHERE : busyWith());

/**
 * Shows the session as the log has it. The page's settings stay.
 *
 * @param {object} read what the log shows
 * @param {string} why why it is shown
 */
export async function show(read, why) {
  follow(await complete(read, false, why));
}

/** Returns a stored outcome with its large parts, as JSON. @param {import("./records.js").StoredOutcome} outcome */
export const wholeOutcome = (outcome) => withParts(log, storage, outcome);

/** Returns the files that an execution wrote, in the order of its outcome, as far as they are stored. @param {import("./records.js").StoredOutcome} outcome */
export const writtenBy = (outcome) => writtenFiles(storage, outcome);

/** Resolves once the page may be reloaded without losing anything recorded so far. */
export async function stored() {
  await queue;
  await writing;
  turnsChanged();
}

/** Resolves once everything recorded so far is on the disk. */
export async function settled() {
  await opening;
  await queue;
  await session?.writer?.flush();
}

/** Returns the id of the session that is shown; empty while it is not stored yet. */
export function shownId() {
  return session ? id : "";
}

/** Returns the storage, for the list of sessions. */
export function currentStorage() {
  return storage;
}

/** @param {() => Promise<void>} act */
function enqueue(act) {
  queue = queue.then(() => (storing ? act() : undefined)).catch((error) => fail(String(error)));
}

/** Creates the session if there is none yet. */
async function created() {
  if (session) return;
  const fresh = crypto.randomUUID();
  if (await begin(fresh)) await put(log.create(fresh, Date.now()));
}

/** @param {() => string} make makes the records */
async function append(make) {
  await created();
  if (!storing) return;
  write(make());
  // The first question is the title, until the user has named the session.
  if (!title && log.title()) {
    title = log.title();
    await storage?.sessions.change(id, { title });
  }
}

/** Stores records after those before them, without waiting. @param {string} records */
function write(records) {
  writing = put(records);
}

/** Stores records, all of them before any that is stored later. @param {string} records lines */
async function put(records) {
  const stored = await Promise.all(lines(records).map((line) => session?.writer?.append(JSON.parse(line).seq, line)));
  const failed = stored.find((one) => one && !one.ok);
  if (!failed || failed.ok || !storing) return;
  if (failed.error.kind === "quota" || failed.error.kind === "held") hold(failed.error);
  else fail(`${failed.error.message} What happens from now on is not stored.`);
}

/** Returns why nothing is stored; empty where something is. */
export const whyUnstored = () => unstored;

/** Reports a failure and stops storing. @param {string} message @returns {null} */
function fail(message) {
  [storing, unstored] = [false, message];
  notify(message);
  return null;
}
