// The archives of packages and of the standard library: handed over by reference, and read as a
// whole on the first use of anything in one. A use waits for an archive that has not been handed
// over. Does not know what is in them.

/** The name of the standard library's archive; the others are named after their packages. */
export const STANDARD_LIBRARY = "python_stdlib";

/**
 * @typedef {{ bytes?: Uint8Array, failed?: string }} Found the bytes, or the reason why there are
 *   none; neither after an interrupt
 */
/** @typedef {ReturnType<typeof openArchives>} Archives */

/**
 * Makes the collection of archives.
 *
 * @param {string[]} names of all archives that exist, except the standard library's
 * @param {object} parts
 * @param {(blob: Blob) => ArrayBuffer} parts.readSync reads a `Blob` synchronously
 * @param {((name: string) => Found) | null} parts.fetch blocks until the page has fetched an
 *   archive: its bytes, or the reason why there are none; neither after an interrupt. Null where
 *   this thread cannot wait.
 */
export function openArchives(names, { readSync, fetch }) {
  const known = new Set([...names, STANDARD_LIBRARY]);
  /** @type {Map<string, ArrayBuffer | Blob>} */
  const added = new Map();
  /** @type {Map<string, Uint8Array>} */
  const open = new Map();

  /** @param {string} name */
  const read = (name) => {
    const content = /** @type {ArrayBuffer | Blob} */ (added.get(name));
    return new Uint8Array(content instanceof ArrayBuffer ? content : readSync(content));
  };

  /**
   * Returns the bytes as `{ bytes }`, `{ failed }` with a message for the user, or `{}` after an
   * interrupt.
   *
   * @type {(name: string) => Found}
   */
  const find = (name) => {
    if (!open.has(name)) {
      if (added.has(name)) {
        try {
          open.set(name, read(name));
        } catch (error) {
          return {
            failed: `${name} can no longer be read from this browser's storage (${/** @type {Error} */ (error).message ?? error}). Reload the page.`,
          };
        }
      } else {
        // Code can pass any name.
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
    /**
     * Adds an archive that the page has handed over.
     *
     * @param {string} name
     * @param {ArrayBuffer | Blob} content
     */
    add(name, content) {
      added.set(name, content);
    },
    /**
     * Returns whether an archive is here.
     *
     * @param {string} name
     */
    has: (name) => added.has(name) || open.has(name),
    find,
    /**
     * Fetches an archive that is not here. Returns a message for the user where that fails, else
     * the empty string.
     *
     * @param {string} name
     */
    provide: (name) => (added.has(name) || open.has(name) ? "" : (find(name).failed ?? "")),
    /** Frees the memory of archives that can be read again. */
    close() {
      for (const name of open.keys()) if (added.has(name)) open.delete(name);
    },
  };
}

/** @param {string} name */
const UNREACHABLE = (name) =>
  `${name} is part of this Python but had not been loaded when the code asked for it, and it could not be fetched while the code ran: this page has no ` +
  `shared memory, since it is not cross-origin isolated. Write the import at the top of the code (\`import …\`) and run it again.`;
