// The operations that the read-only file systems share: every write is refused here, whatever a
// mode bit says. Does not know where content comes from.

export const DIRECTORY = 0o40555;
export const REGULAR = 0o100444;

const ENOENT = 44;
const EROFS = 69;
const EINVAL = 28;
const SEEK_CUR = 1;
const SEEK_END = 2;
const BLOCK = 4096;

/** @typedef {import("pyodide/pyodide.asm.mjs").FS} FS */
/** @typedef {import("pyodide/pyodide.asm.mjs").Node} Node */
/** @typedef {import("pyodide/pyodide.asm.mjs").NodeOperations} NodeOperations */
/** @typedef {import("pyodide/pyodide.asm.mjs").Stream} Stream */
/** @typedef {import("pyodide/pyodide.asm.mjs").StreamOperations} StreamOperations */
/**
 * @typedef {Node & { size: number, time: Date }} ReadOnlyNode a node with its size in bytes and its
 *   time of change
 */

/**
 * Returns the operations of a read-only file system, as Emscripten calls them.
 *
 * @template {ReadOnlyNode} N
 * @param {FS} FS Emscripten's
 * @param {object} content
 * @param {(node: N) => string[]} content.names returns the names in a folder
 * @param {(node: N, position: number, length: number) => Uint8Array} content.read reads at most
 *   `length` bytes of a file; throws an `FS.ErrnoError` where they cannot be read
 * @param {(node: N, name: string) => N | null} [content.find] makes the node of an entry that has
 *   none yet
 * @returns {{ node_ops: NodeOperations, stream_ops: StreamOperations }} nodes carry `size` (bytes)
 *   and `time` (a `Date`)
 */
export function readOnlyOperations(FS, { names, read, find = () => null }) {
  /** @type {(errno: number) => never} */
  const fail = (errno) => {
    throw new FS.ErrnoError(errno);
  };
  const refuse = () => fail(EROFS);
  return {
    node_ops: {
      getattr: (/** @type {N} */ node) => ({
        dev: 1,
        ino: node.id,
        mode: node.mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size: node.size,
        atime: node.time,
        mtime: node.time,
        ctime: node.time,
        blksize: BLOCK,
        blocks: Math.ceil(node.size / BLOCK),
      }),
      setattr: refuse,
      lookup: (/** @type {N} */ parent, name) => find(parent, name) ?? fail(ENOENT),
      readdir: (/** @type {N} */ node) => [".", "..", ...names(node)],
      mknod: refuse,
      rename: refuse,
      unlink: refuse,
      rmdir: refuse,
      symlink: refuse,
    },
    stream_ops: {
      read(/** @type {Stream & { node: N }} */ { node }, buffer, offset, length, position) {
        const wanted = Math.min(length, node.size - position);
        if (wanted <= 0) return 0;
        buffer.set(read(node, position, wanted), offset);
        return wanted;
      },
      write: refuse,
      llseek(/** @type {Stream & { node: N }} */ stream, offset, whence) {
        let position = offset;
        if (whence === SEEK_CUR) position += stream.position;
        if (whence === SEEK_END) position += stream.node.size;
        if (position < 0) fail(EINVAL);
        return position;
      },
    },
  };
}
