// Packages and the standard library for Python: a read-only file system whose folders are known
// from the build's index, and whose files are ranges of archives. So every package can be imported,
// listed and read, and costs nothing until then. The user's wheels join them.

import { STANDARD_LIBRARY } from "./archives.ts";
import { DIRECTORY, REGULAR, readOnlyOperations } from "./readonly.ts";
import type { FS } from "pyodide/pyodide.asm.mjs";
import type { entriesOf } from "./archive.ts";
import type { Archives } from "./archives.ts";
import type { ReadOnlyNode } from "./readonly.ts";

/** The archive's index in `archives`, and bytes. */
export type FileEntry = [archive: number, offset: number, size: number];

export type FolderEntry = { [name: string]: Entry };
export type Entry = FileEntry | FolderEntry;

/** The build's index of the archives. */
export interface PackagesIndex {
  /** Names of the archives. */
  archives: string[];
  /** Folders as objects by name, files as `[archive, offset, size]`. */
  tree: FolderEntry;
  /** Each top-level module's package. */
  modules: Record<string, string>;
  /** Modules that this Python does not have, with what to use instead. */
  absent: Record<string, string>;
  /** Bytes of the standard library's archive. */
  standardLibrary: number;
}

type PackageNode = ReadOnlyNode & { entry: Entry };

/** The folder of installed packages. */
export const SITE = "/lib/python3.14/site-packages";
const STANDARD_LIBRARY_FILE = "/lib/python314.zip";

const EINTR = 27;
const EIO = 29;
const MAX_INTERRUPTS = 1000;
// Archives hold no modification times.
const TIME = new Date(Date.UTC(1980, 0, 1));

/**
 * Mounts packages where Python looks for them. Returns `add`, which adds the files of another
 * archive, the user's.
 *
 * @param FS Emscripten's file system
 * @param archives see `openArchives`
 * @param parts.trouble called with the reason why a file could not be read
 * @param parts.early files that are available before their archive, by `archive:offset`
 */
export function mountPackages(
  FS: FS,
  index: Pick<PackagesIndex, "archives" | "tree">,
  archives: Pick<Archives, "find">,
  {
    trouble,
    early = new Map(),
  }: { trouble: (sentence: string) => void; early?: Map<string, Uint8Array> },
) {
  const content = reader(FS, archives, trouble);
  const read = (
    { entry: [archive, offset] }: { entry: FileEntry },
    position: number,
    length: number,
  ): Uint8Array => {
    const file = early.get(`${archive}:${offset}`);
    if (file) return file.subarray(position, position + length);
    return content(index.archives[archive]).subarray(offset + position, offset + position + length);
  };
  const operations = readOnlyOperations(FS, {
    names: ({ entry }) => Object.keys(entry),
    find: (parent, name) =>
      Object.hasOwn(parent.entry, name)
        ? make(parent, name, (parent.entry as FolderEntry)[name])
        : null,
    read,
  } as Parameters<typeof readOnlyOperations<PackageNode>>[1]);
  const make = (parent: PackageNode | null, name: string, entry: Entry): PackageNode => {
    const isFile = Array.isArray(entry);
    const mode = isFile ? REGULAR : DIRECTORY;
    return Object.assign(FS.createNode(parent, name, mode), {
      mode,
      ...operations,
      entry,
      size: isFile ? entry[2] : 4096,
      time: TIME,
    });
  };
  FS.mkdirTree(SITE);
  const site = make(null, "/", index.tree);
  FS.mount({ mount: () => site }, {}, SITE);

  /**
   * Adds the files of an archive whose name nothing else has, or none of them.
   *
   * @throws {Error} with a message for the user, if a file or a folder of that name is there
   */
  const add = (archive: string, files: ReturnType<typeof entriesOf>) => {
    const tree = treeOf(index.archives.length, files);
    const taken = Object.keys(tree).find((name) => Object.hasOwn(index.tree, name));
    if (taken)
      throw new Error(
        `"${taken}" is there already. Restart Python if it is of a wheel that you have removed.`,
      );
    index.archives.push(archive);
    for (const name of Object.keys(tree)) define(index.tree, name, tree[name]);
    // Python keeps the names in a folder until its time changes.
    site.time = new Date(site.time.getTime() + 1000);
  };
  return { add };
}

/** Returns the folders of an archive's files. */
function treeOf(archive: number, files: ReturnType<typeof entriesOf>): FolderEntry {
  const tree: FolderEntry = {};
  for (const { path, offset, size } of files) {
    const folders = path.split("/");
    const name = folders.pop() as string;
    let folder = tree;
    for (const part of folders) {
      if (!Object.hasOwn(folder, part)) define(folder, part, {});
      const inner = folder[part];
      if (Array.isArray(inner)) throw new Error(`"${path}" is in a file.`);
      folder = inner;
    }
    if ([name, ...folders].some((part) => ["", ".", ".."].includes(part)))
      throw new Error(`"${path}" leads elsewhere.`);
    if (Object.hasOwn(folder, name)) throw new Error(`"${path}" is there twice.`);
    define(folder, name, [archive, offset, size]);
  }
  return tree;
}

// Not by assignment, since a name may be `__proto__`.
function define(folder: FolderEntry, name: string, entry: Entry) {
  Object.defineProperty(folder, name, {
    value: entry,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

/**
 * Mounts the standard library where Python looks for it: a file whose content is its archive, read
 * on first use.
 *
 * @param FS Emscripten's file system
 * @param index the archive's size in bytes
 * @param archives see `openArchives`
 * @param parts as above
 */
export function mountStandardLibrary(
  FS: FS,
  { standardLibrary: size }: { standardLibrary: number },
  archives: Pick<Archives, "find">,
  { trouble }: { trouble: (sentence: string) => void },
) {
  const content = reader(FS, archives, trouble);
  const read = (_: object, position: number, length: number): Uint8Array =>
    content(STANDARD_LIBRARY).subarray(position, position + length);
  const { stream_ops } = readOnlyOperations(FS, { names: () => [], read });
  const slash = STANDARD_LIBRARY_FILE.lastIndexOf("/");
  FS.unlink(STANDARD_LIBRARY_FILE);
  const file = FS.createFile(
    STANDARD_LIBRARY_FILE.slice(0, slash),
    STANDARD_LIBRARY_FILE.slice(slash + 1),
    {},
    true,
    false,
  );
  Object.assign(file, { stream_ops, size });
  Object.defineProperty(file, "usedBytes", { value: size });
}

// Returns a function that reads an archive's bytes, or throws an error of the file system.
function reader(
  FS: FS,
  archives: Pick<Archives, "find">,
  trouble: (sentence: string) => void,
): (name: string) => Uint8Array {
  let interrupts = 0;
  return (name) => {
    const { bytes, failed } = archives.find(name);
    if (bytes) {
      interrupts = 0;
      return bytes;
    }
    if (failed) trouble(failed);
    // After an interrupt Python handles signals and reads again; if it ignores them, that must
    // end.
    throw new FS.ErrnoError(failed || (interrupts += 1) > MAX_INTERRUPTS ? EIO : EINTR);
  };
}
