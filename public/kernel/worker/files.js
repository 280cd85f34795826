// Reads what the page hands over by reference. The frame's document does so for this thread where nobody waits; where Python waits, this thread
// reads itself, or, in a browser that lets it read no file (WebKit, in a worker from a `data:` address), is sent the piece through shared memory.

/**
 * Makes the reader.
 *
 * @param {object} parts
 * @param {MessagePort} parts.port to the frame, see `serveFiles`
 * @param {Blob} parts.sample any file that came from the frame, by which is found out whether this thread can read
 * @param {((ask: (ticket: number) => void) => { bytes?: Uint8Array, failed?: string }) | null} parts.wait has a file sent and blocks until it is here; null
 *   where there is no shared memory
 */
export function openFiles({ port, sample, wait }) {
  const readers = new Map();
  // What was read ahead, where nothing can be read when it is wanted.
  const ahead = new WeakMap();
  const direct = canRead(sample);
  let reads = 0;
  port.onmessage = ({ data: { id, bytes, failed } }) => {
    const { resolve, reject } = readers.get(id);
    readers.delete(id);
    if (bytes) resolve(bytes);
    else reject(new Error(failed));
  };

  const read = (file) => new Promise((resolve, reject) => {
    const id = (reads += 1);
    readers.set(id, { resolve, reject });
    port.postMessage({ id, file });
  });

  return {
    /** The whole of a file. */
    read,
    /** To be called before a file is handed to whoever calls `slice`. */
    async prepare(file) {
      if (!direct && !wait && file instanceof Blob) ahead.set(file, await read(file));
    },
    /** A piece of a file, at once. Throws where the file has changed since it was handed over. */
    slice(file, from, to) {
      if (direct) return new FileReaderSync().readAsArrayBuffer(file.slice(from, to));
      if (ahead.has(file)) return ahead.get(file).slice(from, to);
      if (!wait) throw new Error("this browser reads no files here without shared memory");
      const { bytes, failed } = wait((ticket) => port.postMessage({ ticket, file: file.slice(from, to) }));
      if (failed !== undefined) throw new Error(failed);
      return bytes.buffer;
    },
  };
}

function canRead(sample) {
  try {
    return new FileReaderSync().readAsArrayBuffer(sample).byteLength === sample.size;
  } catch {
    return false;
  }
}
