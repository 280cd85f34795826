// A read-only Emscripten file system over the user's files: they stay where they are, and Python
// reads pieces of them. Like Emscripten's WORKERFS, with files that can be added and removed after
// mounting, and with read-ahead.

import { DIRECTORY, REGULAR, readOnlyOperations } from "./readonly.js";

/** @typedef {import("pyodide/pyodide.asm.mjs").FS} FS */
/** @typedef {import("pyodide/pyodide.asm.mjs").FileSystemType} FileSystemType */
/** @typedef {import("./readonly.js").ReadOnlyNode} ReadOnlyNode */
/**
 * @typedef {object} InputFacts
 * @property {number} size
 * @property {Date} time
 * @property {Record<string, InputNode>} contents of a folder only
 * @property {string} path this and the rest of a file only
 * @property {Blob} file
 * @property {{ from: number, bytes: Uint8Array }} ahead what was read last
 */
/**
 * @typedef {ReadOnlyNode & InputFacts & { parent: InputNode }} InputNode a file or a folder of the
 *   inputs
 */

const EIO = 29;
// Each read of a File is a call into the browser, which costs about as much for four megabytes as
// for four bytes.
const AHEAD = 4 << 20;

/**
 * Makes the file system.
 *
 * @param {FS} FS Emscripten's
 * @param {(file: Blob, from: number, to: number) => ArrayBuffer} slice reads a piece of a file
 *   synchronously; throws where the user has moved, changed or removed it since
 * @param {(path: string) => void} changed called with the path of such a file
 * @returns {FileSystemType & { add(path: string, file: Blob): void, remove(path: string): void }}
 *   what `FS.mount` takes, with `add(path, file)` and `remove(path)`; folders in a path are created
 *   with their first file and removed with their last
 */
export function inputsFilesystem(FS, slice, changed) {
  /** @type {InputNode | null} */
  let root = null;
  const { node_ops, stream_ops } = readOnlyOperations(FS, {
    names: (/** @type {InputNode} */ node) => Object.keys(node.contents),
    read(node, position, length) {
      const { from, bytes } = node.ahead;
      if (position < from || position + length > from + bytes.length) {
        node.ahead = { from: position, bytes: piece(node, position, Math.max(length, AHEAD)) };
      }
      const start = position - node.ahead.from;
      return node.ahead.bytes.subarray(start, start + length);
    },
  });

  /** @type {(node: InputNode, from: number, length: number) => Uint8Array} */
  const piece = (node, from, length) => {
    try {
      return new Uint8Array(slice(node.file, from, Math.min(from + length, node.size)));
    } catch {
      changed(node.path);
      throw new FS.ErrnoError(EIO);
    }
  };

  /**
   * @type {(parent: InputNode | null, name: string, mode: number, facts: Partial<InputFacts>) =>
   *   InputNode}
   */
  const make = (parent, name, mode, facts) => {
    const node = FS.createNode(parent, name, mode);
    return /** @type {InputNode} */ (Object.assign(node, { mode, node_ops, stream_ops }, facts));
  };

  /** @type {(parent: InputNode | null, name: string) => InputNode} */
  const folder = (parent, name) =>
    make(parent, name, DIRECTORY, { contents: Object.create(null), size: 4096, time: new Date() });

  return {
    mount: () => {
      root = folder(null, "/");
      return root;
    },
    add(path, file) {
      const parts = path.split("/");
      const name = /** @type {string} */ (parts.pop());
      let parent = /** @type {InputNode} */ (root);
      for (const part of parts) parent = parent.contents[part] ??= folder(parent, part);
      const time = new Date(/** @type {Partial<File>} */ (file).lastModified ?? Date.now());
      parent.contents[name] = make(parent, name, REGULAR, {
        path,
        file,
        size: file.size,
        time,
        ahead: { from: 0, bytes: new Uint8Array() },
      });
    },
    remove(path) {
      let node = path
        .split("/")
        .reduce((parent, part) => parent.contents[part], /** @type {InputNode} */ (root));
      do {
        const { parent, name } = node;
        FS.destroyNode(node);
        delete parent.contents[name];
        node = parent;
      } while (node !== root && Object.keys(node.contents).length === 0);
    },
  };
}

/**
 * Reads a piece of a file synchronously, which browsers allow only in a worker.
 *
 * @param {Blob} file
 * @param {number} from
 * @param {number} to
 */
export function sliceSync(file, from, to) {
  return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
}
