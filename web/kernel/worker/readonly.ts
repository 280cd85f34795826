// The operations that the read-only file systems share: every write is refused here, whatever a
// mode bit says. Does not know where content comes from.

import type { FS, Node, NodeOperations, Stream, StreamOperations } from "pyodide/pyodide.asm.mjs";

export const DIRECTORY = 0o40555;
export const REGULAR = 0o100444;

const ENOENT = 44;
const EROFS = 69;
const EINVAL = 28;
const SEEK_CUR = 1;
const SEEK_END = 2;
const BLOCK = 4096;

/** A node with its size in bytes and its time of change. */
export type ReadOnlyNode = Node & { size: number; time: Date };

/**
 * Returns the operations of a read-only file system, as Emscripten calls them.
 *
 * @param FS Emscripten's
 * @param content.names returns the names in a folder
 * @param content.read reads at most `length` bytes of a file; throws an `FS.ErrnoError` if they
 *   cannot be read
 * @param content.find makes the node of an entry that has none yet
 * @returns nodes carry `size` (bytes) and `time` (a `Date`)
 */
export function readOnlyOperations<N extends ReadOnlyNode>(
  FS: FS,
  {
    names,
    read,
    find = () => null,
  }: {
    names: (node: N) => string[];
    read: (node: N, position: number, length: number) => Uint8Array;
    find?: (node: N, name: string) => N | null;
  },
): { node_ops: NodeOperations; stream_ops: StreamOperations } {
  const fail: (errno: number) => never = (errno) => {
    throw new FS.ErrnoError(errno);
  };
  const refuse = () => fail(EROFS);
  return {
    node_ops: {
      getattr: (node: N) => ({
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
      lookup: (parent: N, name) => find(parent, name) ?? fail(ENOENT),
      readdir: (node: N) => [".", "..", ...names(node)],
      mknod: refuse,
      rename: refuse,
      unlink: refuse,
      rmdir: refuse,
      symlink: refuse,
    },
    stream_ops: {
      read({ node }: Stream & { node: N }, buffer, offset, length, position) {
        const wanted = Math.min(length, node.size - position);
        if (wanted <= 0) return 0;
        buffer.set(read(node, position, wanted), offset);
        return wanted;
      },
      write: refuse,
      llseek(stream: Stream & { node: N }, offset, whence) {
        let position = offset;
        if (whence === SEEK_CUR) position += stream.position;
        if (whence === SEEK_END) position += stream.node.size;
        if (position < 0) fail(EINVAL);
        return position;
      },
    },
  };
}
