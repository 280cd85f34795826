// A read-only Emscripten file system over the person's files: they stay where they are, and Python reads pieces of them.
// The like of Emscripten's WORKERFS, with files that can come and go after mounting and with reading ahead.

const DIRECTORY = 0o40555;
const REGULAR = 0o100444;
const ENOENT = 44;
const EROFS = 69;
const EIO = 29;
const EINVAL = 28;
const SEEK_CUR = 1;
const SEEK_END = 2;
// Each read of a File is a call into the browser, about as dear for four megabytes as for four bytes.
const AHEAD = 4 << 20;

/**
 * Makes the file system.
 *
 * @param {object} FS Emscripten's
 * @param {(file: Blob, from: number, to: number) => ArrayBuffer} slice reads a piece of a file, at once
 * @returns {object} what `FS.mount` takes, with `add(name, file)` and `remove(name)` beside it
 */
export function inputsFilesystem(FS, slice) {
  let root = null;
  const refuse = () => {
    throw new FS.ErrnoError(EROFS);
  };

  const node_ops = {
    getattr: (node) => ({
      dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size: node.size,
      atime: node.time, mtime: node.time, ctime: node.time, blksize: 4096, blocks: Math.ceil(node.size / 4096),
    }),
    setattr: refuse,
    lookup: () => {
      throw new FS.ErrnoError(ENOENT);
    },
    readdir: (node) => [".", "..", ...Object.keys(node.contents)],
    mknod: refuse,
    rename: refuse,
    unlink: refuse,
    rmdir: refuse,
    symlink: refuse,
  };

  const stream_ops = {
    read(stream, buffer, offset, length, position) {
      const { node } = stream;
      const wanted = Math.min(length, node.size - position);
      if (wanted <= 0) return 0;
      const { from, bytes } = node.ahead;
      if (position < from || position + wanted > from + bytes.length) {
        node.ahead = { from: position, bytes: piece(node, position, Math.max(wanted, AHEAD)) };
      }
      const start = position - node.ahead.from;
      buffer.set(node.ahead.bytes.subarray(start, start + wanted), offset);
      return wanted;
    },
    write: refuse,
    llseek(stream, offset, whence) {
      let position = offset;
      if (whence === SEEK_CUR) position += stream.position;
      if (whence === SEEK_END) position += stream.node.size;
      if (position < 0) throw new FS.ErrnoError(EINVAL);
      return position;
    },
  };

  const piece = (node, from, length) => {
    try {
      return new Uint8Array(slice(node.file, from, Math.min(from + length, node.size)));
    } catch {
      // The file was moved, changed or removed since the person dropped it.
      throw new FS.ErrnoError(EIO);
    }
  };

  const make = (parent, name, mode, facts) => {
    const node = FS.createNode(parent, name, mode);
    return Object.assign(node, { mode, node_ops, stream_ops }, facts);
  };

  return {
    mount: () => {
      root = make(null, "/", DIRECTORY, { contents: Object.create(null), size: 4096, time: new Date() });
      return root;
    },
    add(name, file) {
      const time = new Date(file.lastModified ?? Date.now());
      root.contents[name] = make(root, name, REGULAR, { file, size: file.size, time, ahead: { from: 0, bytes: new Uint8Array() } });
    },
    remove(name) {
      FS.destroyNode(root.contents[name]);
      delete root.contents[name];
    },
  };
}

/** Reads a piece of a file where the browser allows that without waiting: in a worker. */
export function sliceSync(file, from, to) {
  return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
}
