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
 * @param {(file: Blob, from: number, to: number) => ArrayBuffer} slice reads a piece of a file, at once; throws where the
 *   person has moved, changed or removed it since
 * @param {(path: string) => void} changed told of such a file
 * @returns {object} what `FS.mount` takes, with `add(path, file)` and `remove(path)` beside it; a path may name folders,
 *   which come with their first file and go with their last
 */
export function inputsFilesystem(FS, slice, changed) {
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
      changed(node.path);
      throw new FS.ErrnoError(EIO);
    }
  };

  const make = (parent, name, mode, facts) => {
    const node = FS.createNode(parent, name, mode);
    return Object.assign(node, { mode, node_ops, stream_ops }, facts);
  };

  const folder = (parent, name) => make(parent, name, DIRECTORY, { contents: Object.create(null), size: 4096, time: new Date() });

  return {
    mount: () => {
      root = folder(null, "/");
      return root;
    },
    add(path, file) {
      const parts = path.split("/");
      const name = parts.pop();
      let parent = root;
      for (const part of parts) parent = parent.contents[part] ??= folder(parent, part);
      const time = new Date(file.lastModified ?? Date.now());
      parent.contents[name] = make(parent, name, REGULAR, { path, file, size: file.size, time, ahead: { from: 0, bytes: new Uint8Array() } });
    },
    remove(path) {
      let node = path.split("/").reduce((parent, part) => parent.contents[part], root);
      do {
        const { parent, name } = node;
        FS.destroyNode(node);
        delete parent.contents[name];
        node = parent;
      } while (node !== root && Object.keys(node.contents).length === 0);
    },
  };
}

/** Reads a piece of a file where the browser allows that without waiting: in a worker. */
export function sliceSync(file, from, to) {
  return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
}
