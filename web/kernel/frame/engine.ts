// Starts and ends the worker of the SQL engine on behalf of the kernel's worker, which then speaks
// with it over a port of its own. Does not know what the engine does.

import { makePipe, makeSender } from "../worker/pipe.ts";
import { serveFiles } from "./files.ts";

/** The kernel worker's order to start the engine. */
export interface EngineOrder {
  /** The worker's script. */
  source: ArrayBuffer;
  /** The engine as WebAssembly. */
  wasm: ArrayBuffer;
  /** The memory in which the engine answers, see `pipe.ts`. */
  pipe: SharedArrayBuffer;
  /** See `shared.ts`. */
  interrupt: Int32Array;
  /** A number in shared memory that becomes 1 if the worker ends. */
  ended: Int32Array;
  /** See `openEngine`. */
  limits: { memory: number; first: number };
  /** The ticket of the answer that says that it has started. */
  ticket: number;
}

/**
 * Makes the starter.
 *
 * @param startWorker see `openFrame`
 * @param makeChannel the browser's
 */
export function makeEngines(
  startWorker: (source: string) => Promise<{ worker: Worker }>,
  makeChannel: () => MessageChannel,
) {
  let running: { order: EngineOrder; worker: Worker | null } | null = null;

  const end = () => {
    if (!running) return;
    running.worker?.terminate();
    Atomics.store(running.order.ended, 0, 1);
    running = null;
  };

  return {
    /** Starts the engine with the port for its requests. One that runs is ended first. */
    async start(order: EngineOrder, port: MessagePort) {
      end();
      const started: { order: EngineOrder; worker: Worker | null } = { order, worker: null };
      running = started;
      const fail = () => Atomics.store(order.ended, 0, 1);
      try {
        const { worker } = await startWorker(new TextDecoder().decode(order.source));
        if (running !== started) return worker.terminate();
        started.worker = worker;
        worker.onerror = worker.onmessageerror = fail;
        const { wasm, pipe, interrupt, limits, ticket } = order;
        const filesPipe = makePipe();
        const files = makeChannel();
        serveFiles(files.port1, makeSender(filesPipe));
        const sample = new Blob(["sample"]);
        worker.postMessage(
          { insitu: "engine", wasm, pipe, interrupt, limits, ticket, filesPipe, sample },
          [port, files.port2, wasm],
        );
      } catch {
        fail();
      }
    },
    end,
  };
}
