// Hands a session on: writes it down as a document or a session file, and makes a session of a
// file. The export module knows the forms; it is started for each of them (`public/exporting`).
// Shows nothing and runs nothing.

import { withFigures } from "../render/report_figures.js";
import { environmentOf } from "./environment.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {"notebook" | "script" | "markdown" | "report" | "insitu"} Kind */
/**
 * @typedef {{ title: string, blobs: { sha256: string, mediaType: string, bytes: number }[], files:
 *   string[] }} Needs
 */

/**
 * What is exported, and how.
 *
 * @typedef {object} Options
 * @property {string} id the session's
 * @property {SessionStorage} storage
 * @property {boolean} [withFiles] whether a session file contains the user's data files
 * @property {object} [environment] versions of Python and packages and the random seed, see
 *   `Interpreter` in `crates/session_file/src/transcript.rs`; by default those of this site
 * @property {(sentence: string) => void} [notify] reports what is left out
 */

/**
 * The ending and the media type of each kind. That of a session file is not zip, since a browser
 * may unpack what has it.
 *
 * @type {Record<Kind, [ending: string, mediaType: string]>}
 */
const FORMS = {
  notebook: ["ipynb", "application/x-ipynb+json"],
  script: ["py", "text/x-python"],
  markdown: ["md", "text/markdown"],
  report: ["html", "text/html"],
  insitu: ["insitu", "application/octet-stream"],
};

/**
 * The largest output of a document, in bytes; each kind of document leaves larger ones out. A
 * session file has all.
 */
const MAX_OUTPUT = 64 << 20;
/** How an interactive figure of a report begins, see `crates/exports/src/report.rs`. */
const FIGURE = '<figure class="drawing" data-kind=';
/** How much of a report is looked through at once, in bytes. */
const PIECE = 4 << 20;
/** The largest session file, in bytes, see `MAX_TOTAL` in `crates/session_file/src/bounds.rs`. */
const MAX_FILE = 512 << 20;

/**
 * Exports a stored session.
 *
 * @param {Kind} kind
 * @param {Options} options
 * @returns {Promise<File>}
 * @throws {Error} with a sentence for the user
 */
export async function exportAs(
  kind,
  { id, storage, withFiles = false, environment, notify = () => {} },
) {
  const exports = await globalThis.insituPage.exports();
  try {
    return await write(exports, kind, { id, storage, withFiles, environment, notify });
  } finally {
    exports.close();
  }
}

/**
 * @param {import("../types/page").Exports} exports
 * @param {Kind} kind
 * @param {Options & { notify: (sentence: string) => void }} options
 */
async function write(exports, kind, { id, storage, withFiles, environment, notify }) {
  const log = await records(storage, id, notify);
  /** @type {Needs} */
  const needs = JSON.parse(await exports.needs(kind, log));
  /** @type {Map<string, Blob>} */
  const bytes = new Map();
  for (const blob of needs.blobs) {
    if (kind !== "insitu" && blob.bytes > MAX_OUTPUT) continue;
    const found = await storage.blobs.get(blob.sha256);
    if (found.ok) bytes.set(blob.sha256, found.value);
    else if (found.error.kind !== "gone") throw new Error(found.error.message);
  }
  const absent = needs.blobs.filter(({ sha256 }) => !bytes.has(sha256)).length;
  if (absent > 0)
    notify(
      `${absent === 1 ? "One output is" : `${absent} outputs are`} no longer stored or too large, and not part of the file.`,
    );
  const [ending, type] = FORMS[kind];
  const name = `${stem(needs.title)}.${ending}`;
  if (kind !== "insitu") {
    const interpreter = JSON.stringify(environment ?? (await environmentOf(log)));
    const written = await exports.exportAs(kind, log, bytes, interpreter);
    if (kind !== "report" || !(await hasFigures(written))) return asFile(written, name, type);
    return asFile(new Blob([await withFigures(await written.text())]), name, type);
  }
  const blobs = needs.blobs.flatMap(({ sha256, mediaType }) => {
    const content = bytes.get(sha256);
    return content ? [mediaType, content] : [];
  });
  const files = withFiles ? await dataFiles(storage, id, needs.files, notify) : [];
  return asFile(await exports.packFile(log, blobs, files), name, type);
}

/**
 * Returns whether a report has interactive figures; piece by piece, since it may be large.
 *
 * @param {Blob} report
 */
async function hasFigures(report) {
  for (let at = 0; at < report.size; at += PIECE) {
    const text = await report.slice(at, at + PIECE + FIGURE.length).text();
    if (text.includes(FIGURE)) return true;
  }
  return false;
}

/** @param {Blob} bytes @param {string} name @param {string} type */
const asFile = (bytes, name, type) => new File([bytes], name, { type });

/**
 * Stores a session file as a new session, with its outputs and data files. Nothing of it runs.
 *
 * @param {Blob} file
 * @param {SessionStorage} storage
 * @param {(sentence: string) => void} [notify] reports what could not be read
 * @returns {Promise<string>} the new session's id
 * @throws {Error} with a sentence for the user; nothing is left of the session then
 */
export async function importFile(file, storage, notify = () => {}) {
  if (file.size > MAX_FILE)
    throw new Error(
      "The file is larger than 512 MB, which no Insitu file is. Choose a file that was exported as .insitu.",
    );
  const exports = await globalThis.insituPage.exports();
  const unpacked = await exports.unpackFile(file).finally(() => exports.close());
  // The id that the log has may be that of a session that is stored here.
  const id = crypto.randomUUID();
  const { title } = JSON.parse(unpacked.manifest);
  value(await storage.sessions.create({ id, title }));
  try {
    await fill(storage, id, unpacked);
  } catch (error) {
    await storage.sessions.remove(id);
    throw error;
  }
  if (unpacked.damage.length > 0)
    notify(`A part of the session could not be read: ${unpacked.damage.join(" ")}`);
  return id;
}

/**
 * Stores what a file contains; the records last, since they refer to the rest.
 *
 * @param {SessionStorage} storage
 * @param {string} id
 * @param {import("../types/page").Unpacked} unpacked
 */
async function fill(storage, id, { log, blobs, files }) {
  for (let at = 0; at < blobs.length; at += 2)
    value(await storage.blobs.put(id, blobs[at + 1], blobs[at]));
  for (let at = 0; at < files.length; at += 3) {
    const [name, type, bytes] = files.slice(at, at + 3);
    const kept = value(
      await storage.files.add(id, { file: new File([bytes], name, { type }), copy: true }),
    );
    if (kept.keeping !== "copy")
      throw new Error(kept.reason?.message ?? `There is no copy of ${name}. Try again.`);
  }
  const opened = value(await storage.open(id));
  try {
    const { writer } = opened;
    if (!writer) throw new Error("The new session is open in another tab. Try again.");
    const lines = log.split(/(?<=\n)/).filter(Boolean);
    for (const stored of await Promise.all(
      lines.map((line) => writer.append(JSON.parse(line).seq, line)),
    ))
      value(stored);
    value(await writer.flush());
  } finally {
    await opened.close();
  }
}

/**
 * Returns the records of a session, as one text.
 *
 * @param {SessionStorage} storage
 * @param {string} id
 * @param {(sentence: string) => void} notify
 */
async function records(storage, id, notify) {
  const texts = [];
  for (let from = 0, more = true; more; ) {
    const part = value(await storage.read(id, { from }));
    texts.push(...part.records.map(({ text }) => text));
    if (part.damage) notify(part.damage.message);
    from = (part.records.at(-1)?.seq ?? 0) + 1;
    more = part.more;
  }
  return texts.join("");
}

/**
 * Returns the data files of a session as `packFile` takes them. The browser may ask the user for
 * permission to read one.
 *
 * @param {SessionStorage} storage
 * @param {string} id
 * @param {string[]} names of those that the user has not removed
 * @param {(sentence: string) => void} notify
 */
async function dataFiles(storage, id, names, notify) {
  /** @type {(string | Blob)[]} */
  const files = [];
  for (const name of new Set(names)) {
    const found = await storage.files.open(id, name, { ask: true });
    if (found.ok) files.push(name, found.value.type, found.value);
    else notify(`${name} is not part of the file. ${found.error.message}`);
  }
  return files;
}

/**
 * Returns the first words of a title as the name of a file, without its ending.
 *
 * @param {string} title
 */
function stem(title) {
  const words = title.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ["session"];
  return words.slice(0, 8).join("-").slice(0, 80);
}

/**
 * Returns what the storage resolved with, or throws its error as a sentence.
 *
 * @template T
 * @param {import("../types/storage").Result<T>} result
 */
function value(result) {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
