// A thread that waits for files like the kernel's worker: it blocks in `receive` while the test's
// own thread sends.

import { startThread } from "./thread.ts";
import type { receive } from "../worker/pipe.ts";

const SOURCE = `
import { parentPort, workerData } from "node:worker_threads";
import { receive } from "../worker/pipe.ts";
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

export type Received = ReturnType<typeof receive>;
type Listener = { asked(): void; more(): void; received(value: Received): void };

/**
 * Starts the thread.
 *
 * @returns `receiving` waits for a file and calls `more` for each further piece that is requested
 */
export function startReceiver(pipe: SharedArrayBuffer): {
  receiving(
    ticket: number,
    more?: () => void,
  ): { asked: Promise<void>; received: Promise<Received> };
  interrupt(ticket: number): void;
  close(): Promise<unknown>;
} {
  const interrupts = new Int32Array(new SharedArrayBuffer(4));
  const worker = startThread(SOURCE, { workerData: { pipe, interrupts } });
  const listeners = new Map<number, Listener>();
  worker.on(
    "message",
    ({ ticket, what, value }: { ticket: number; what: keyof Listener; value: Received }) => {
      (listeners.get(ticket) as Listener)[what](plain(value));
    },
  );
  return {
    receiving(ticket, more = () => {}) {
      const asked: Resolvers<void> = withResolvers();
      const received: Resolvers<Received> = withResolvers();
      worker.on("error", received.reject);
      listeners.set(ticket, { asked: asked.resolve, more, received: received.resolve });
      worker.postMessage(ticket);
      return { asked: asked.promise, received: received.promise };
    },
    interrupt: (ticket) => Atomics.store(interrupts, 0, ticket),
    close: () => worker.terminate(),
  };
}

type Resolvers<T> = { promise: Promise<T>; resolve(value: T): void; reject(error: Error): void };

function withResolvers<T>(): Resolvers<T> {
  const made = {} as Resolvers<T>;
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
}

/** Makes the bytes comparable with buffers of `node:crypto`. */
function plain(value: Received): Received {
  return value?.bytes ? { ...value, bytes: Buffer.from(value.bytes) } : value;
}
