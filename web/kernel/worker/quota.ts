// Quotas for what Python writes: total bytes, and new files in one execution. Enforced in
// Emscripten's in-memory file system, so that the call that writes too much raises OSError.

import type { AnyNode, FS, MemoryFile } from "pyodide/pyodide.asm.mjs";

// "Quota exceeded".
const EDQUOT = 19;
// The harness writes output spills there. They do not count as files that code creates; their bytes
// count.
const OUTPUTS = "/out/.outputs";

/**
 * Enforces the quotas in Emscripten's in-memory file system while an execution runs.
 *
 * @param FS Emscripten's file system; the operations of its MEMFS are replaced
 * @param limits.outBytes maximum of all files together, outside Python's own folders (`OWN`)
 * @param limits.newFiles maximum number of files that one execution may add under `/out`
 * @param trouble called with a message for the user when a quota is exceeded
 * @returns `open` before an execution, `close` after it; the quotas apply in between
 */
export function boundWrites(
  FS: FS,
  { outBytes, newFiles }: { outBytes: number; newFiles: number },
  trouble: (sentence: string) => void,
): { open(): void; close(): void } {
  const { MEMFS } = FS.filesystems;
  const { file, dir } = MEMFS.ops_table;
  let open = false;
  let used = 0;
  let added: AnyNode[] = [];

  const refuse: (sentence: string) => never = (sentence) => {
    trouble(sentence);
    throw new FS.ErrnoError(EDQUOT);
  };

  // `used` only grows, since deletions and closing are not seen here; so the files are counted
  // again before a write is refused.
  const reserve = (bytes: number): void => {
    if (!open || bytes <= 0) return;
    if (used + bytes > outBytes) {
      used = sizeOf(root(FS));
      if (used + bytes > outBytes) {
        refuse(
          `There is no space for this: files may take ${mega(outBytes)} in all; ${mega(used)} are in use, and ${mega(bytes)} more were to be written. Delete some, or write less.`,
        );
      }
    }
    used += bytes;
  };

  const admit = () => {
    if (added.length >= newFiles)
      added = added.filter((node) => node.parent.contents?.[node.name] === node);
    if (added.length >= newFiles) {
      refuse(
        `One execution may create ${newFiles} files in /out. Write fewer, or put them into one archive.`,
      );
    }
  };

  for (const operations of new Set([file.stream, MEMFS.stream_ops])) {
    const { write } = operations;
    operations.write = (stream, buffer, offset, length, position, canOwn) => {
      reserve(position + length - (stream.node.usedBytes ?? 0));
      return write(stream, buffer, offset, length, position, canOwn);
    };
  }
  const { setattr } = file.node;
  file.node.setattr = (node, attributes) => {
    if (attributes.size !== undefined) reserve(attributes.size - (node as MemoryFile).usedBytes);
    return setattr(node, attributes);
  };
  const { mknod } = dir.node;
  dir.node.mknod = (parent, name, mode, dev) => {
    const counts =
      open &&
      FS.isFile(mode) &&
      FS.getPath(parent).startsWith("/out") &&
      !FS.getPath(parent).startsWith(OUTPUTS);
    if (counts) admit();
    const node = mknod(parent, name, mode, dev);
    if (counts) added.push(node as AnyNode);
    return node;
  };

  return {
    open() {
      open = true;
      added = [];
    },
    close() {
      open = false;
      added = [];
    },
  };
}

// Python's own files and packages, and the mounted inputs, do not count.
const OWN = new Set(["lib", "usr", "data", "proc", "dev"]);

function root(FS: FS) {
  const { contents } = FS.lookupPath("/").node as { contents: Record<string, AnyNode> };
  return Object.keys(contents)
    .filter((name) => !OWN.has(name))
    .map((name) => contents[name]);
}

function sizeOf(nodes: AnyNode[]) {
  let total = 0;
  const left = [...nodes];
  while (left.length > 0) {
    const node = left.pop() as AnyNode;
    if (node.usedBytes !== undefined) total += node.usedBytes;
    // The contents of a mounted file system have another shape.
    else if (node.contents && !node.mounted) left.push(...Object.values(node.contents));
  }
  return total;
}

function mega(bytes: number) {
  return `${(bytes / 1048576).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
