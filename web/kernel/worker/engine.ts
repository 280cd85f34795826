// The SQL engine as Python reaches it: a worker of its own, started with the first request, which
// answers while this thread waits. Does not know SQL.

import { receive } from "./pipe.ts";
import { isInterrupted, takeInterrupt } from "./shared.ts";
import type { Archives } from "./archives.ts";
import type { FileEntry, FolderEntry, PackagesIndex } from "./packages.ts";

/** An answer: bytes, the reason why there are none, or that the request was stopped. */
export type Answer = { bytes?: Uint8Array; failed?: string; lost?: boolean; stopped?: boolean };

/** See `sql/requests.ts`. */
export type EngineRequest = {
  action: string;
  connection?: number;
  sql?: string;
  table?: string;
  /** A file of the user's, by reference. */
  file?: Blob;
};

/** The files of the engine: the script of its worker, and WebAssembly. */
export type EngineFiles = { source: ArrayBuffer; wasm: ArrayBuffer };

// How long a query that is to stop may go on before its worker is ended, in milliseconds. The
// engine itself looks for an interrupt more often.
const PATIENCE = 600;
// More connections than an engine ever has.
const CONNECTIONS = 1_000_000;
// The package that has the engine's files, and their names in it.
const PACKAGE = "duckdb";
const SOURCE = "engine.js";
const WASM = "engine.wasm";
const LOST =
  "The SQL engine was ended, and its tables with it: it ran out of memory, or did not stop.";

export type Engine = ReturnType<typeof connectEngine>;

/**
 * Makes the connection to the engine.
 *
 * @param parts.post sends the frame an order, see `frame/engine.ts`
 * @param parts.interrupt see `shared.ts`
 * @param parts.pipe memory for the answers
 * @param parts.makeChannel the browser's, which is hidden from Python
 */
export function connectEngine({
  post,
  interrupt,
  pipe,
  makeChannel,
  clock,
}: {
  post: (message: object, transfer: Transferable[]) => void;
  interrupt: Int32Array;
  pipe: SharedArrayBuffer;
  makeChannel: () => MessageChannel;
  clock: () => number;
}) {
  let port: MessagePort | null = null;
  let ended = new Int32Array(new SharedArrayBuffer(4));
  let tickets = 0;
  let starts = 0;

  const drop = () => {
    port?.close();
    port = null;
    post({ endEngine: true }, []);
  };

  const wait = (send: (ticket: number) => void): Answer => {
    const ticket = (tickets += 1);
    let since: number | null = null;
    let late = false;
    const giveUp = () => {
      if (Atomics.load(ended, 0) !== 0) return true;
      if (since === null) since = isInterrupted(interrupt) ? clock() : null;
      late = since !== null && clock() - since > PATIENCE;
      return late;
    };
    const { bytes, failed } = receive(pipe, {
      ticket,
      ask: () => send(ticket),
      more: () => port?.postMessage({ more: true }),
      interrupted: giveUp,
    });
    if (bytes) return { bytes };
    if (failed === "stopped") {
      takeInterrupt(interrupt);
      return { stopped: true };
    }
    if (failed !== undefined) return { failed };
    drop();
    if (!late) return { failed: LOST, lost: true };
    takeInterrupt(interrupt);
    return { stopped: true, lost: true };
  };

  /** Starts the engine. Returns the reason if that fails. */
  const start = ({ source, wasm }: EngineFiles, memory: number): Answer => {
    ended = new Int32Array(new SharedArrayBuffer(4));
    const limits = { memory, first: (starts += 1) * CONNECTIONS };
    const { port1, port2 } = makeChannel();
    port = port1;
    const answer = wait((ticket) =>
      post({ engine: { source, wasm, pipe, interrupt, ended, limits, ticket } }, [port2, wasm]),
    );
    if (!answer.bytes && port) drop();
    return answer;
  };

  return {
    /**
     * Sends a request and blocks this thread until it is answered.
     *
     * @param files returns those of the engine, if it does not run
     * @param memory the engine's limit, in bytes
     */
    ask(
      request: EngineRequest,
      bytes: Uint8Array<ArrayBuffer> | null,
      { files, memory }: { files: () => EngineFiles | string; memory: number },
    ): Answer {
      if (!port) {
        const found = files();
        if (typeof found === "string") return { failed: found };
        const started = start(found, memory);
        if (!started.bytes) return started;
      }
      return wait((ticket) =>
        (port as unknown as MessagePort).postMessage(
          { ...request, bytes, ticket },
          bytes ? [bytes.buffer] : [],
        ),
      );
    },
  };
}

/**
 * Returns copies of the engine's files from their package, or the reason why they cannot be read.
 */
export function filesOfEngine(
  index: Pick<PackagesIndex, "archives" | "tree">,
  archives: Pick<Archives, "find">,
): EngineFiles | string {
  const folder = index.tree[PACKAGE] as FolderEntry | undefined;
  if (!folder?.[WASM]) return "This build has no SQL engine.";
  const [source, wasm] = [SOURCE, WASM].map((name) => {
    const [archive, offset, size] = folder[name] as FileEntry;
    const { bytes } = archives.find(index.archives[archive]);
    return bytes?.slice(offset, offset + size).buffer as ArrayBuffer | undefined;
  });
  return source && wasm ? { source, wasm } : "The SQL engine could not be read.";
}
