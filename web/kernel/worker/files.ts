// Reads files that the page hands over by reference. The frame's document does so asynchronously
// for this thread. While Python waits, this thread reads synchronously, or, if the browser
// refuses that (WebKit, in a worker from a `data:` URL), receives the piece through shared memory.

import type { receive } from "./pipe.ts";

/**
 * Makes the reader.
 *
 * @param parts.port to the frame, see `serveFiles`
 * @param parts.sample any file from the frame, to test whether this thread can read files
 * @param parts.Reader the browser's reader
 * @param parts.wait requests a file and blocks until it has arrived; null if there is no shared
 *   memory
 */
export function openFiles({
  port,
  sample,
  wait,
  Reader = globalThis.FileReaderSync,
}: {
  port: MessagePort;
  sample: Blob;
  Reader?: typeof FileReaderSync;
  wait: ((ask: (ticket: number) => void) => ReturnType<typeof receive>) | null;
}) {
  const readers = new Map<
    number,
    { resolve: (bytes: ArrayBuffer) => void; reject: (error: Error) => void }
  >();
  // Files read in advance, for a thread that can neither read nor wait.
  const ahead = new WeakMap<Blob, ArrayBuffer>();
  const direct = canRead(sample, Reader);
  let reads = 0;
  port.onmessage = ({ data: { id, bytes, failed } }) => {
    const { resolve, reject } = readers.get(id) as NonNullable<ReturnType<typeof readers.get>>;
    readers.delete(id);
    if (bytes) resolve(bytes);
    else reject(new Error(failed));
  };

  const read = (file: Blob): Promise<ArrayBuffer> =>
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
     * @param file a `Blob`; anything else needs no preparation
     */
    async prepare(file: unknown) {
      if (!direct && !wait && file instanceof Blob) ahead.set(file, await read(file));
    },
    /**
     * Reads a piece of a file synchronously. Throws if the file has changed since it was handed
     * over.
     */
    slice(file: Blob, from: number, to: number): ArrayBuffer {
      if (direct) return new Reader().readAsArrayBuffer(file.slice(from, to));
      if (ahead.has(file)) return (ahead.get(file) as ArrayBuffer).slice(from, to);
      if (!wait) throw new Error("this browser reads no files here without shared memory");
      const { bytes, failed } = wait((ticket) =>
        port.postMessage({ ticket, file: file.slice(from, to) }),
      );
      if (failed !== undefined) throw new Error(failed);
      return (bytes as Uint8Array<ArrayBuffer>).buffer;
    },
  };
}

function canRead(sample: Blob, Reader: typeof FileReaderSync) {
  try {
    return new Reader().readAsArrayBuffer(sample).byteLength === sample.size;
  } catch {
    return false;
  }
}
