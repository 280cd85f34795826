// The archives of packages and of the standard library: handed over by reference, and read as a
// whole on the first use of anything in one. A use waits for an archive that has not been handed
// over. Does not know what is in them.

/** The name of the standard library's archive; the others are named after their packages. */
export const STANDARD_LIBRARY = "python_stdlib";

/** The bytes, or the reason why there are none; neither after an interrupt. */
export type Found = { bytes?: Uint8Array; failed?: string };

export type Archives = ReturnType<typeof openArchives>;

/**
 * Makes the collection of archives.
 *
 * @param names of all archives that exist, except the standard library's
 * @param parts.readSync reads a `Blob` synchronously
 * @param parts.fetch blocks until the page has fetched an archive: its bytes, or the reason why
 *   there are none; neither after an interrupt. Null if this thread cannot wait.
 */
export function openArchives(
  names: string[],
  {
    readSync,
    fetch,
  }: { readSync: (blob: Blob) => ArrayBuffer; fetch: ((name: string) => Found) | null },
) {
  const known = new Set([...names, STANDARD_LIBRARY]);
  const added = new Map<string, ArrayBuffer | Blob>();
  const open = new Map<string, Uint8Array>();

  const read = (name: string) => {
    const content = added.get(name) as ArrayBuffer | Blob;
    return new Uint8Array(content instanceof ArrayBuffer ? content : readSync(content));
  };

  /**
   * Returns the bytes as `{ bytes }`, `{ failed }` with a message for the user, or `{}` after an
   * interrupt.
   */
  const find = (name: string): Found => {
    if (!open.has(name)) {
      if (added.has(name)) {
        try {
          open.set(name, read(name));
        } catch (error) {
          return {
            failed: `${name} can no longer be read from this browser's storage (${(error as Error).message ?? error}). Reload the page.`,
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
    /** Adds an archive that the page has handed over. */
    add(name: string, content: ArrayBuffer | Blob) {
      added.set(name, content);
    },
    /** Returns whether an archive is here. */
    has: (name: string) => added.has(name) || open.has(name),
    find,
    /**
     * Fetches an archive that is not here. Returns a message for the user if that fails, else
     * the empty string.
     */
    provide: (name: string) => (added.has(name) || open.has(name) ? "" : (find(name).failed ?? "")),
    /** Frees the memory of archives that can be read again. */
    close() {
      for (const name of open.keys()) if (added.has(name)) open.delete(name);
    },
  };
}

const UNREACHABLE = (name: string) =>
  `${name} is part of this Python but had not been loaded when the code asked for it, and it could not be fetched while the code ran: this page has no ` +
  `shared memory, since it is not cross-origin isolated. Write the import at the top of the code (\`import …\`) and run it again.`;
