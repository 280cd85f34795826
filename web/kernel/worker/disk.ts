// The kernel's folders: `/data` with the inputs by reference and read-only, `/out` as working
// directory with links to them, and `/mnt/data` as an alias of `/out`.

import { inputsFilesystem, sliceSync } from "./inputs.ts";
import { safePath, uniqueName } from "./names.ts";
import type { AnyNode, FS } from "pyodide/pyodide.asm.mjs";

export type Disk = ReturnType<typeof openDisk>;

const O_ACCMODE = 3;
const O_TRUNC = 512;
const EROFS = 69;
// The flags of the mode strings that Emscripten's own callers use instead of bits.
const MODES: Record<string, number> = {
  "r+": 2,
  w: 577,
  "w+": 578,
  a: 1089,
  "a+": 1090,
  wx: 705,
  "wx+": 706,
};

/**
 * Makes the folders and returns the operations on their files.
 *
 * @param FS Emscripten's file system, changed in place: see `divertWrites`
 * @param parts.slice reads a piece of an input
 * @param parts.read reads a whole input
 * @param parts.trouble called with a message for the user when a read fails
 */
export function openDisk(
  FS: FS,
  {
    slice = sliceSync,
    read = (file) => file.arrayBuffer(),
    trouble = () => {},
  }: {
    slice?: (file: Blob, from: number, to: number) => ArrayBuffer;
    read?: (file: Blob) => Promise<ArrayBuffer>;
    trouble?: (sentence: string) => void;
  } = {},
) {
  for (const folder of ["/data", "/out", "/mnt"]) FS.mkdirTree(folder);
  FS.symlink("/out", "/mnt/data");
  const inputs = inputsFilesystem(FS, slice, (name) => trouble(changed(name)));
  const root = FS.mount(inputs, {}, "/data");
  divertWrites(FS);
  FS.chdir("/out");
  const mounted = new Map<string, Blob>();

  // A bare name must refer to the input, so the name of a file that Python wrote is taken too.
  const taken = (name: string) => exists(FS, `/data/${name}`) || exists(FS, `/out/${name}`);
  const noFolder = (name: string) =>
    ["/data", "/out"].some(
      (top) => exists(FS, `${top}/${name}`) && !FS.isDir(FS.lstat(`${top}/${name}`).mode),
    );

  return {
    /** Mounts a file under its name, or a unique variant of it. Returns `{ name, path, bytes }`. */
    mount(wanted: string, file: Blob) {
      const parts = safePath(wanted).split("/");
      const last = parts.pop() as string;
      const folder = parts.reduce(
        (before, part) => `${before}${uniqueName(part, (name) => noFolder(before + name))}/`,
        "",
      );
      const name = folder + uniqueName(last, (candidate) => taken(folder + candidate));
      const path = `/data/${name}`;
      inputs.add(name, file);
      FS.mkdirTree(`/out/${folder}`);
      FS.symlink(path, `/out/${name}`);
      mounted.set(path, file);
      return { name, path, bytes: file.size };
    },
    /**
     * Restores the links from bare names to the inputs if code has removed them. A file that has
     * replaced a link is kept.
     */
    relink() {
      for (const path of mounted.keys()) {
        const link = `/out/${path.slice("/data/".length)}`;
        if (exists(FS, link)) continue;
        try {
          FS.mkdirTree(parent(link));
          FS.symlink(path, link);
        } catch {
          // Code has put a file where the link's folder was; the path below /data still works.
        }
      }
    },
    /** Unmounts a file. Throws if none is mounted at that path. */
    unmount(path: string) {
      if (!mounted.delete(path)) throw new Error(`There is no mounted file "${path}".`);
      const name = path.slice("/data/".length);
      const link = `/out/${name}`;
      if (exists(FS, link) && FS.isLink(FS.lstat(link).mode)) FS.unlink(link);
      for (let folder = parent(link); folder !== "/out"; folder = parent(folder)) {
        if (exists(FS, folder) && FS.readdir(folder).length === 2) FS.rmdir(folder);
      }
      inputs.remove(name);
    },
    /** Reads a file, an input or one that Python wrote. */
    async read(path: string) {
      const full = path.startsWith("/") ? path : `/out/${path}`;
      const { object, path: real } = FS.analyzePath(full);
      if (!object) throw new Error(`There is no file "${full}".`);
      if (FS.isDir(object.mode)) throw new Error(`"${full}" is a folder.`);
      const input = mounted.get(real);
      if (!input) return content(object, FS, full).slice().buffer;
      try {
        return await read(input);
      } catch {
        throw new Error(changed(real.slice("/data/".length)));
      }
    },
    /** Returns the user's file that is mounted at a path. */
    fileAt: (path: string) => mounted.get(path),
    /** Returns whether the inputs are still mounted. */
    sound() {
      try {
        return FS.lookupPath("/data").node === root;
      } catch {
        return false;
      }
    },
    /**
     * Returns the current content of a file that Python wrote, or null if the path is not such
     * a file.
     */
    snapshot(path: string) {
      const { object } = FS.analyzePath(path, true);
      return object && FS.isFile(object.mode) && !mounted.has(path)
        ? new Blob([content(object, FS, path)])
        : null;
    },
    /** Reads and removes a file outside the folders that the harness has made for the page. */
    take(path: string) {
      const blob = new Blob([FS.readFile(path)]);
      FS.unlink(path);
      return blob;
    },
    /** Writes a file under `/out`. Throws if the name leads outside. */
    restore(name: string, bytes: ArrayBuffer) {
      const parts = name.split("/");
      if (name.includes("\0") || parts.some((part) => ["", ".", ".."].includes(part))) {
        throw new Error(
          `A file named ${JSON.stringify(name)} cannot be put back: the name is not one of a file below /out.`,
        );
      }
      FS.mkdirTree(`/out/${parts.slice(0, -1).join("/")}`);
      FS.writeFile(`/out/${name}`, new Uint8Array(bytes));
    },
  };
}

function changed(name: string) {
  return `"${name}" was changed or removed on disk since it was added; add it again.`;
}

function parent(path: string) {
  return path.slice(0, path.lastIndexOf("/"));
}

// Files in memory are read without a copy.
function content(node: AnyNode, FS: FS, path: string) {
  return node.usedBytes === undefined
    ? FS.readFile(path)
    : node.contents.subarray(0, node.usedBytes);
}

function exists(FS: FS, path: string) {
  try {
    FS.lstat(path);
    return true;
  } catch {
    return false;
  }
}

// Writing to a link to an input must neither fail nor touch the input: the link is replaced by a
// regular file, empty if the program truncates it anyway, else a copy.
function divertWrites(FS: FS) {
  const open = FS.open;
  FS.open = (path, flags, ...rest) => {
    const bits = typeof flags === "string" ? (MODES[flags] ?? 0) : flags;
    const writes = (bits & O_ACCMODE) !== 0 || (bits & O_TRUNC) !== 0;
    const input = writes && typeof path === "string" ? find(FS, path, true) : null;
    if (input?.startsWith("/data/")) {
      const link = find(FS, path as string, false);
      if (!link?.startsWith("/out/")) throw new FS.ErrnoError(EROFS);
      const content = bits & O_TRUNC ? new Uint8Array() : FS.readFile(input);
      FS.unlink(link);
      FS.writeFile(link, content);
    }
    return open(path, flags, ...rest);
  };
}

function find(FS: FS, path: string, follow: boolean) {
  try {
    return FS.lookupPath(path, { follow }).path;
  } catch {
    return null;
  }
}
