// Reads files that the page hands over by reference. The frame's document does so asynchronously
// for this thread. While Python waits, this thread reads synchronously, or, where the browser
// refuses that (WebKit, in a worker from a `data:` URL), receives the piece through shared memory.

/**
 * Makes the reader.
 *
 * @param {object} parts
 * @param {MessagePort} parts.port to the frame, see `serveFiles`
 * @param {Blob} parts.sample any file from the frame, to test whether this thread can read files
 * @param {((ask: (ticket: number) => void) => ReturnType<typeof import("./pipe.js").receive>) |
 *   null} parts.wait requests a file and blocks until it has arrived; null where there is no shared
 *   memory
 */
export function openFiles({ port, sample, wait }) {
  /**
   * @type {Map<number, { resolve: (bytes: ArrayBuffer) => void, reject: (error: Error) => void }>}
   */
  const readers = new Map();
  // Files read in advance, for a thread that can neither read nor wait.
  /** @type {WeakMap<Blob, ArrayBuffer>} */
  const ahead = new WeakMap();
  const direct = canRead(sample);
  let reads = 0;
  port.onmessage = ({ data: { id, bytes, failed } }) => {
    const { resolve, reject } = /** @type {NonNullable<ReturnType<typeof readers.get>>} */ (
      readers.get(id)
    );
    readers.delete(id);
    if (bytes) resolve(bytes);
    else reject(new Error(failed));
  };

  /** @type {(file: Blob) => Promise<ArrayBuffer>} */
  const read = (file) =>
    new Promise((resolve, reject) => {
      const id = (reads += 1);
      readers.set(id, { resolve, reject });
      port.postMessage({ id, file });
    });

  return {
    /** Reads a whole file. */
    read,
    /**
     * Prepares a file for `slice`. Must be called before it.
     *
     * @param {unknown} file a `Blob`; anything else needs no preparation
     */
    async prepare(file) {
      if (!direct && !wait && file instanceof Blob) ahead.set(file, await read(file));
    },
    /**
     * Reads a piece of a file synchronously. Throws where the file has changed since it was handed
     * over.
     *
     * @param {Blob} file
     * @param {number} from
     * @param {number} to
     * @returns {ArrayBuffer}
     */
    slice(file, from, to) {
      if (direct) return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
      if (ahead.has(file)) return /** @type {ArrayBuffer} */ (ahead.get(file)).slice(from, to);
      if (!wait) throw new Error("this browser reads no files here without shared memory");
      const { bytes, failed } = wait((ticket) =>
        port.postMessage({ ticket, file: file.slice(from, to) }),
      );
      if (failed !== undefined) throw new Error(failed);
      return /** @type {Uint8Array<ArrayBuffer>} */ (bytes).buffer;
    },
  };
}

/** @param {Blob} sample */
function canRead(sample) {
  try {
    return new FileReaderSync().readAsArrayBuffer(sample).byteLength === sample.size;
  } catch {
    return false;
  }
}
