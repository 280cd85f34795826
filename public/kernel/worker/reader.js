// Reads files in a thread of its own: in the kernel's, which is busy with the start, each piece would wait for it. Fixed text; no code of anybody
// else's runs in it.

/**
 * Starts the thread.
 *
 * @param {{ Worker: Function, blobAddress: (source: string) => string }} scope the worker's, before it is sealed
 * @returns {{ read(file: Blob): Promise<ArrayBuffer>, close(): void }} files are read one after the other. Where there can be no such thread, this one
 *   reads
 */
export function startReader({ Worker, blobAddress }) {
  const waiting = [];
  let thread = null;
  const giveUp = () => {
    thread?.terminate();
    thread = null;
    for (const { file, resolve } of waiting.splice(0)) resolve(file.arrayBuffer());
  };
  try {
    thread = new Worker(blobAddress(`(${reading})()`), { name: "insitu-read" });
    thread.onerror = giveUp;
    thread.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) waiting.shift()?.resolve(data);
      else giveUp();
    };
  } catch {
    // Then there is none.
  }
  return {
    read: (file) => new Promise((resolve) => {
      if (!thread) return resolve(file.arrayBuffer());
      waiting.push({ file, resolve });
      thread.postMessage(file);
    }),
    close: giveUp,
  };
}

// Runs in a worker of its own, and so uses nothing but what it is given.
function reading() {
  self.onmessage = ({ data: file }) => {
    try {
      const bytes = new FileReaderSync().readAsArrayBuffer(file);
      self.postMessage(bytes, [bytes]);
    } catch (error) {
      self.postMessage(String(error));
    }
  };
}
