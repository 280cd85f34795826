// A read-only Emscripten file system over the user's files: they stay where they are, and Python
// reads pieces of them. Like Emscripten's WORKERFS, with files that can be added and removed after
// mounting, and with read-ahead.

import { DIRECTORY, REGULAR, readOnlyOperations } from "./readonly.ts";
import type { FS, FileSystemType } from "pyodide/pyodide.asm.mjs";
import type { ReadOnlyNode } from "./readonly.ts";

interface InputFacts {
  size: number;
  time: Date;
  /** Of a folder only. */
  contents: Record<string, InputNode>;
  /** This and the rest of a file only. */
  path: string;
  file: Blob;
  /** What was read last. */
  ahead: { from: number; bytes: Uint8Array };
}

/** A file or a folder of the inputs. */
type InputNode = ReadOnlyNode & InputFacts & { parent: InputNode };

const EIO = 29;
// Each read of a File is a call into the browser, which costs about as much for four megabytes as
// for four bytes.
const AHEAD = 4 << 20;

/**
 * Makes the file system.
 *
 * @param FS Emscripten's
 * @param slice reads a piece of a file synchronously; throws if the user has moved, changed or
 *   removed it since
 * @param changed called with the path of such a file
 * @returns what `FS.mount` takes, with `add(path, file)` and `remove(path)`; folders in a path are
 *   created with their first file and removed with their last
 */
export function inputsFilesystem(
  FS: FS,
  slice: (file: Blob, from: number, to: number) => ArrayBuffer,
  changed: (path: string) => void,
): FileSystemType & { add(path: string, file: Blob): void; remove(path: string): void } {
  let root: InputNode | null = null;
  const { node_ops, stream_ops } = readOnlyOperations(FS, {
    names: (node: InputNode) => Object.keys(node.contents),
    read(node, position, length) {
      const { from, bytes } = node.ahead;
      if (position < from || position + length > from + bytes.length) {
        node.ahead = { from: position, bytes: piece(node, position, Math.max(length, AHEAD)) };
      }
      const start = position - node.ahead.from;
      return node.ahead.bytes.subarray(start, start + length);
    },
  });

  const piece = (node: InputNode, from: number, length: number): Uint8Array => {
    try {
      return new Uint8Array(slice(node.file, from, Math.min(from + length, node.size)));
    } catch {
      changed(node.path);
      throw new FS.ErrnoError(EIO);
    }
  };

  const make = (
    parent: InputNode | null,
    name: string,
    mode: number,
    facts: Partial<InputFacts>,
  ): InputNode => {
    const node = FS.createNode(parent, name, mode);
    return Object.assign(node, { mode, node_ops, stream_ops }, facts) as InputNode;
  };

  const folder = (parent: InputNode | null, name: string): InputNode =>
    make(parent, name, DIRECTORY, { contents: Object.create(null), size: 4096, time: new Date() });

  return {
    mount: () => {
      root = folder(null, "/");
      return root;
    },
    add(path, file) {
      const parts = path.split("/");
      const name = parts.pop() as string;
      let parent = root as InputNode;
      for (const part of parts) parent = parent.contents[part] ??= folder(parent, part);
      const time = new Date((file as Partial<File>).lastModified ?? Date.now());
      parent.contents[name] = make(parent, name, REGULAR, {
        path,
        file,
        size: file.size,
        time,
        ahead: { from: 0, bytes: new Uint8Array() },
      });
    },
    remove(path) {
      let node = path.split("/").reduce((parent, part) => parent.contents[part], root as InputNode);
      do {
        const { parent, name } = node;
        FS.destroyNode(node);
        delete parent.contents[name];
        node = parent;
      } while (node !== root && Object.keys(node.contents).length === 0);
    },
  };
}

/** Reads a piece of a file synchronously, which browsers allow only in a worker. */
export function sliceSync(file: Blob, from: number, to: number) {
  return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
}
