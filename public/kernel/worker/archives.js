// The archives that packages and the standard library come in: handed over by reference, and read as a whole when something in one is wanted
// for the first time. What has not come yet is waited for. Knows nothing of what is in them.

/** The archive of the standard library; the others have the names of their packages. */
export const STANDARD_LIBRARY = "python_stdlib";

/**
 * Keeps archives.
 *
 * @param {string[]} names of all archives that there are, but for the standard library's
 * @param {object} parts
 * @param {(blob: Blob) => ArrayBuffer} parts.readSync reads a `Blob` at once
 * @param {((name: string) => { bytes?: Uint8Array, failed?: string }) | null} parts.fetch blocks until the page has fetched an archive: its bytes, or a
 *   sentence that says why there are none; neither after an interrupt. Null where this thread cannot wait.
 */
export function openArchives(names, { readSync, fetch }) {
  const known = new Set([...names, STANDARD_LIBRARY]);
  const given = new Map();
  const open = new Map();

  const read = (name) => {
    const content = given.get(name);
    return new Uint8Array(content instanceof ArrayBuffer ? content : readSync(content));
  };

  /** The bytes as `{ bytes }`, `{ failed }` with a sentence, or `{}` after an interrupt. */
  const find = (name) => {
    if (!open.has(name)) {
      if (given.has(name)) {
        try {
          open.set(name, read(name));
        } catch (error) {
          return { failed: `${name} can no longer be read from this browser's storage (${error.message ?? error}). Reload the page.` };
        }
      } else {
        // Code can ask for anything.
        if (!known.has(name)) return { failed: "There is no package of that name." };
        if (!fetch) return { failed: UNREACHABLE(name) };
        const { bytes, failed } = fetch(name);
        if (!bytes) return { failed };
        open.set(name, bytes);
      }
    }
    return { bytes: open.get(name) };
  };

  return {
    /** Takes an archive that the page has handed over. */
    give(name, content) {
      given.set(name, content);
    },
    /** Whether an archive is here. */
    has: (name) => given.has(name) || open.has(name),
    find,
    /** Has an archive come if it is not here. Returns a sentence where that failed, else the empty text. */
    provide: (name) => (given.has(name) || open.has(name) ? "" : find(name).failed ?? ""),
    /** Lets go of the memory of what can be read again. */
    close() {
      for (const name of open.keys()) if (given.has(name)) open.delete(name);
    },
  };
}

const UNREACHABLE = (name) =>
  `${name} is part of this Python but had not been loaded when the code asked for it, and it could not be fetched while the code ran: this page has no ` +
  `shared memory, since it is not cross-origin isolated. Write the import at the top of the code (\`import …\`) and run it again.`;
