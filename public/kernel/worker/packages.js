// Packages and the standard library for Python: a read-only file system whose folders are known from the build's index, and whose
// files are ranges of archives. So every package can be imported, listed and read, and costs nothing until then.

import { STANDARD_LIBRARY } from "./archives.js";
import { DIRECTORY, REGULAR, readOnlyOperations } from "./readonly.js";

/** The folder of installed packages. */
export const SITE = "/lib/python3.14/site-packages";
const STANDARD_LIBRARY_FILE = "/lib/python314.zip";

const EINTR = 27;
const EIO = 29;
const MOST_INTERRUPTS = 1000;
// Archives hold no modification times.
const TIME = new Date(Date.UTC(1980, 0, 1));

/**
 * Mounts packages where Python looks for them.
 *
 * @param {object} FS Emscripten's file system
 * @param {object} index the build's index of the archives
 * @param {string[]} index.archives names of the archives
 * @param {object} index.tree folders as objects by name, files as `[archive, offset, size]`: the archive's index in `archives`, and bytes
 * @param {object} archives see `openArchives`
 * @param {object} parts
 * @param {(sentence: string) => void} parts.trouble called with the reason why a file could not be read
 * @param {Map<string, Uint8Array>} [parts.early] files that are available before their archive, by `archive:offset`
 */
export function mountPackages(FS, index, archives, { trouble, early = new Map() }) {
  const content = reader(FS, archives, trouble);
  const read = ({ entry: [archive, offset] }, position, length) => {
    const file = early.get(`${archive}:${offset}`);
    if (file) return file.subarray(position, position + length);
    return content(index.archives[archive]).subarray(offset + position, offset + position + length);
  };
  const operations = readOnlyOperations(FS, {
    names: ({ entry }) => Object.keys(entry),
    find: (parent, name) => (Object.hasOwn(parent.entry, name) ? make(parent, name, parent.entry[name]) : null),
    read,
  });
  const make = (parent, name, entry) => {
    const isFile = Array.isArray(entry);
    const mode = isFile ? REGULAR : DIRECTORY;
    return Object.assign(FS.createNode(parent, name, mode), { mode, ...operations, entry, size: isFile ? entry[2] : 4096, time: TIME });
  };
  FS.mkdirTree(SITE);
  FS.mount({ mount: () => make(null, "/", index.tree) }, {}, SITE);
}

/**
 * Mounts the standard library where Python looks for it: a file whose content is its archive, read on first use.
 *
 * @param {object} FS Emscripten's file system
 * @param {{ standardLibrary: number }} index the archive's size in bytes
 * @param {object} archives see `openArchives`
 * @param {{ trouble: (sentence: string) => void }} parts as above
 */
export function mountStandardLibrary(FS, { standardLibrary: size }, archives, { trouble }) {
  const content = reader(FS, archives, trouble);
  const read = (_, position, length) => content(STANDARD_LIBRARY).subarray(position, position + length);
  const { stream_ops } = readOnlyOperations(FS, { names: () => [], read });
  const slash = STANDARD_LIBRARY_FILE.lastIndexOf("/");
  FS.unlink(STANDARD_LIBRARY_FILE);
  const file = FS.createFile(STANDARD_LIBRARY_FILE.slice(0, slash), STANDARD_LIBRARY_FILE.slice(slash + 1), {}, true, false);
  Object.assign(file, { stream_ops, size });
  Object.defineProperty(file, "usedBytes", { value: size });
}

// Returns a function that reads an archive's bytes, or throws an error of the file system.
function reader(FS, archives, trouble) {
  let interrupts = 0;
  return (name) => {
    const { bytes, failed } = archives.find(name);
    if (bytes) {
      interrupts = 0;
      return bytes;
    }
    if (failed) trouble(failed);
    // After an interrupt Python handles signals and reads again; where it ignores them, that must end.
    throw new FS.ErrnoError(failed || (interrupts += 1) > MOST_INTERRUPTS ? EIO : EINTR);
  };
}
