// The entry of the SQL engine's worker: receives the compiled engine's bytes, the shared memory and
// a port to the kernel's worker, whose requests it answers, and one to the frame, which reads files
// where this thread cannot.

import { BASE, Reader, postMessage, serve, unserve } from "./first.ts";

import { VoidLogger, createDuckDB } from "@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs";

import { openFiles } from "../worker/files.ts";
import { harden } from "../worker/harden.ts";
import { makeByteSender, receive } from "../worker/pipe.ts";
import { isInterrupted } from "../worker/shared.ts";
import { openEngine } from "./engine.ts";
import { makeRuntime } from "./files.ts";
import { makeRequests } from "./requests.ts";

const WASM = "duckdb.wasm";
// How much of the memory tables and queries may take; the rest is for what comes and goes.
const SHARE = 0.8;
const PAGE = 65_536;

/** Starts the engine, once. */
async function start({ data, ports: [port, filesPort] }: MessageEvent) {
  const sender = makeByteSender(data.pipe);
  let reads = 0;
  const { slice } = openFiles({
    port: filesPort,
    sample: data.sample,
    Reader,
    wait(ask) {
      const ticket = (reads += 1);
      return receive(data.filesPipe, {
        ticket,
        ask: () => ask(ticket),
        more: () => filesPort.postMessage({ more: true }),
        interrupted: () => false,
      });
    },
  });
  try {
    serve(WASM, data.wasm, "application/wasm");
    const files = { mainModule: BASE + WASM, mainWorker: "" };
    const bindings = await createDuckDB(
      { mvp: files, eh: files },
      new VoidLogger(),
      makeRuntime(slice).runtime,
    );
    const { memory, first } = data.limits;
    const release = boundMemories(memory);
    await bindings.instantiate(() => {});
    release();
    unserve();
    const interrupted = () => isInterrupted(data.interrupt);
    const engine = openEngine(bindings, { memory: memory * SHARE, interrupted, first });
    const receive = makeRequests(engine, sender);
    harden(self);
    port.onmessage = (event) => receive(event.data);
    sender.send(data.ticket, new Uint8Array());
  } catch (error) {
    sender.send(data.ticket, `The SQL engine could not be started: ${(error as Error).message}`);
  }
}

/**
 * Has memories that are made from now on never grow beyond a limit in bytes. Returns a function
 * that ends this.
 */
function boundMemories(limit: number) {
  const { Memory } = WebAssembly;
  const most = Math.floor(limit / PAGE);
  WebAssembly.Memory = class extends Memory {
    constructor(shape: WebAssembly.MemoryDescriptor) {
      super({ ...shape, maximum: Math.min(shape.maximum ?? most, most) });
    }
  };
  return () => {
    WebAssembly.Memory = Memory;
  };
}

// Not by `onmessage`, which is hidden.
self.addEventListener("message", start, { once: true });
postMessage({ insitu: "here" });
