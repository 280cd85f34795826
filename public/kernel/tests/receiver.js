// A thread that waits for files like the kernel's worker: it blocks in `receive` while the test's own thread sends.

import { Worker } from "node:worker_threads";

const PIPE = JSON.stringify(new URL("../worker/pipe.js", import.meta.url).href);
const SOURCE = `
import { parentPort, workerData } from "node:worker_threads";
import { receive } from ${PIPE};
parentPort.on("message", (ticket) => {
  const say = (what, value) => parentPort.postMessage({ ticket, what, value });
  const received = receive(workerData.pipe, {
    ticket,
    ask: () => say("asked"),
    more: () => say("more"),
    interrupted: () => Atomics.load(workerData.interrupts, 0) === ticket,
  });
  say("received", received);
});`;

/**
 * Starts the thread.
 *
 * @param {SharedArrayBuffer} pipe
 * @returns {{ receiving(ticket: number, more?: () => void): { asked: Promise<void>, received: Promise<object> }, interrupt(ticket: number): void,
 *   close(): Promise<void> }} `receiving` waits for a file and calls `more` for each further piece that is requested
 */
export function startReceiver(pipe) {
  const interrupts = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`), { workerData: { pipe, interrupts } });
  const listeners = new Map();
  worker.on("message", ({ ticket, what, value }) => listeners.get(ticket)[what](plain(value)));
  return {
    receiving(ticket, more = () => {}) {
      const asked = withResolvers();
      const received = withResolvers();
      worker.on("error", received.reject);
      listeners.set(ticket, { asked: asked.resolve, more, received: received.resolve });
      worker.postMessage(ticket);
      return { asked: asked.promise, received: received.promise };
    },
    interrupt: (ticket) => Atomics.store(interrupts, 0, ticket),
    close: () => worker.terminate(),
  };
}

function withResolvers() {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

// Makes the bytes comparable with buffers of `node:crypto`.
function plain(value) {
  return value?.bytes ? { ...value, bytes: Buffer.from(value.bytes) } : value;
}
