// A thread that waits for files like the kernel's worker: it blocks in `receive` while the test's
// own thread sends.

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
 * @typedef {ReturnType<typeof import("../worker/pipe.js").receive>} Received
 * @typedef {{ asked(): void, more(): void, received(value: Received): void }} Listener
 */

/**
 * Starts the thread.
 *
 * @param {SharedArrayBuffer} pipe
 * @returns {{ receiving(ticket: number, more?: () => void): { asked: Promise<void>, received:
 *   Promise<Received> }, interrupt(ticket: number): void, close(): Promise<unknown> }} `receiving`
 *   waits for a file and calls `more` for each further piece that is requested
 */
export function startReceiver(pipe) {
  const interrupts = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(SOURCE)}`), {
    workerData: { pipe, interrupts },
  });
  /** @type {Map<number, Listener>} */
  const listeners = new Map();
  worker.on(
    "message",
    (
      /** @type {{ ticket: number, what: keyof Listener, value: Received }} */ {
        ticket,
        what,
        value,
      },
    ) => {
      /** @type {Listener} */ (listeners.get(ticket))[what](plain(value));
    },
  );
  return {
    receiving(ticket, more = () => {}) {
      /** @type {Resolvers<void>} */
      const asked = withResolvers();
      /** @type {Resolvers<Received>} */
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

/**
 * @template T
 * @typedef {{ promise: Promise<T>, resolve(value: T): void, reject(error: Error): void }} Resolvers
 */

/**
 * @template T
 * @returns {Resolvers<T>}
 */
function withResolvers() {
  const made = /** @type {Resolvers<T>} */ ({});
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/**
 * Makes the bytes comparable with buffers of `node:crypto`.
 *
 * @param {Received} value
 * @returns {Received}
 */
function plain(value) {
  return value?.bytes ? { ...value, bytes: Buffer.from(value.bytes) } : value;
}
