// The kernel's folders: `/data` with the inputs by reference and read-only, `/out` as working directory with links to
// them, and `/mnt/data` as another name of `/out`.

import { inputsFilesystem, sliceSync } from "./inputs.js";
import { safeName, uniqueName } from "./names.js";

const O_ACCMODE = 3;
const O_TRUNC = 512;
const EROFS = 69;
// What the mode letters mean that Emscripten's own callers use instead of bits.
const MODES = { "r+": 2, w: 577, "w+": 578, a: 1089, "a+": 1090, wx: 705, "wx+": 706 };

/**
 * Makes the folders and returns how files come and go.
 *
 * @param {object} FS Emscripten's file system, changed in place: see `divertWrites`
 * @param {(file: Blob, from: number, to: number) => ArrayBuffer} [slice] how a piece of an input is read
 * @returns {{ mount(name: string, file: File): object, unmount(path: string): void, read(path: string): Promise<ArrayBuffer> }}
 */
export function openDisk(FS, slice = sliceSync) {
  for (const folder of ["/data", "/out", "/mnt"]) FS.mkdirTree(folder);
  FS.symlink("/out", "/mnt/data");
  const inputs = inputsFilesystem(FS, slice);
  FS.mount(inputs, {}, "/data");
  divertWrites(FS);
  FS.chdir("/out");
  const mounted = new Map();

  return {
    mount(wanted, file) {
      // A bare name must mean the input, so a name that Python's own files have is taken too.
      const taken = (name) => exists(FS, `/data/${name}`) || exists(FS, `/out/${name}`);
      const name = uniqueName(safeName(wanted), taken);
      const path = `/data/${name}`;
      inputs.add(name, file);
      FS.symlink(path, `/out/${name}`);
      mounted.set(path, file);
      return { name, path, bytes: file.size };
    },
    unmount(path) {
      if (!mounted.delete(path)) throw new Error(`There is no mounted file "${path}".`);
      const name = path.slice("/data/".length);
      const link = `/out/${name}`;
      if (exists(FS, link) && FS.isLink(FS.lstat(link).mode)) FS.unlink(link);
      inputs.remove(name);
    },
    async read(path) {
      const full = path.startsWith("/") ? path : `/out/${path}`;
      const { object, path: real } = FS.analyzePath(full);
      if (!object) throw new Error(`There is no file "${full}".`);
      if (FS.isDir(object.mode)) throw new Error(`"${full}" is a folder.`);
      const input = mounted.get(real);
      if (input) return input.arrayBuffer();
      // A copy: the reply's bytes are handed over for good.
      return FS.readFile(full).slice().buffer;
    },
  };
}

function exists(FS, path) {
  try {
    FS.lstat(path);
    return true;
  } catch {
    return false;
  }
}

// Writing to a name that links to an input must neither fail nor touch the input: the link gives way to a file of its own,
// empty where the program empties it anyway, and a copy where it wants to add to it or change it.
function divertWrites(FS) {
  const open = FS.open;
  FS.open = (path, flags, ...rest) => {
    const bits = typeof flags === "string" ? MODES[flags] ?? 0 : flags;
    const writes = (bits & O_ACCMODE) !== 0 || (bits & O_TRUNC) !== 0;
    const input = writes && typeof path === "string" ? find(FS, path, true) : null;
    if (input?.startsWith("/data/")) {
      const link = find(FS, path, false);
      if (!link?.startsWith("/out/")) throw new FS.ErrnoError(EROFS);
      const content = bits & O_TRUNC ? new Uint8Array() : FS.readFile(input);
      FS.unlink(link);
      FS.writeFile(link, content);
    }
    return open(path, flags, ...rest);
  };
}

function find(FS, path, follow) {
  try {
    return FS.lookupPath(path, { follow }).path;
  } catch {
    return null;
  }
}
