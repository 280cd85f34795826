// How much Python may write: bytes in all, and new files in one execution. Holds Emscripten's in-memory file system to it, so that
// the code that writes too much gets an OSError there and then.

// "Quota exceeded".
const EDQUOT = 19;
// What the harness writes there, the whole of long outputs, is none of the files that code creates; its bytes count.
const OUTPUTS = "/out/.outputs";

/**
 * Bounds what is written to Emscripten's in-memory file system while an execution runs.
 *
 * @param {object} FS Emscripten's file system; the operations of its MEMFS are replaced
 * @param {object} limits
 * @param {number} limits.outBytes bytes of all files under `folders` together
 * @param {number} limits.newFiles files that one execution may add under `/out`
 * @param {(sentence: string) => void} trouble told once an execution when a bound is reached
 * @returns {{ open(): void, close(): void }} `open` before an execution, `close` after it; in between the bounds hold
 */
export function boundWrites(FS, { outBytes, newFiles }, trouble) {
  const { MEMFS } = FS.filesystems;
  const { file, dir } = MEMFS.ops_table;
  let open = false;
  let used = 0;
  let added = [];

  const refuse = (sentence) => {
    trouble(sentence);
    throw new FS.ErrnoError(EDQUOT);
  };

  // `used` only grows, since deleting and closing pass by here; so what is there is counted anew before anything is refused.
  const reserve = (bytes) => {
    if (!open || bytes <= 0) return;
    if (used + bytes > outBytes) {
      used = sizeOf(root(FS));
      if (used + bytes > outBytes) {
        refuse(`There is no space for this: files may take ${mega(outBytes)} in all; ${mega(used)} are in use, and ${mega(bytes)} more were to be written. Delete some, or write less.`);
      }
    }
    used += bytes;
  };

  const admit = () => {
    if (added.length >= newFiles) added = added.filter((node) => node.parent.contents?.[node.name] === node);
    if (added.length >= newFiles) {
      refuse(`One execution may create ${newFiles} files in /out. Write fewer, or put them into one archive.`);
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
    if (attributes.size !== undefined) reserve(attributes.size - node.usedBytes);
    return setattr(node, attributes);
  };
  const { mknod } = dir.node;
  dir.node.mknod = (parent, name, mode, dev) => {
    const counts = open && FS.isFile(mode) && FS.getPath(parent).startsWith("/out") && !FS.getPath(parent).startsWith(OUTPUTS);
    if (counts) admit();
    const node = mknod(parent, name, mode, dev);
    if (counts) added.push(node);
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

// What Python itself and its packages take is not the user's.
const OWN = new Set(["lib", "usr", "data", "proc", "dev"]);

function root(FS) {
  const { contents } = FS.lookupPath("/").node;
  return Object.keys(contents).filter((name) => !OWN.has(name)).map((name) => contents[name]);
}

function sizeOf(nodes) {
  let total = 0;
  const left = [...nodes];
  while (left.length > 0) {
    const node = left.pop();
    if (node.usedBytes !== undefined) total += node.usedBytes;
    // A mounted file system has contents of another kind.
    else if (node.contents && !node.mounted) left.push(...Object.values(node.contents));
  }
  return total;
}

function mega(bytes) {
  return `${(bytes / 1048576).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;
}
