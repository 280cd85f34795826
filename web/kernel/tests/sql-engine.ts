// The SQL engine in this thread, with the checks of its worker, for tests under Node: the same
// engine and bindings as in the browser, in the package's build for Node.

import { openAsBlob, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import { openEngine } from "../sql/engine.ts";
import { makeRuntime } from "../sql/files.ts";
import { makeRequests } from "../sql/requests.ts";
import type { Engine as Database } from "../sql/engine.ts";
import type { Answer, Engine } from "../worker/engine.ts";

// What a page's files are opened from, for a thread that reads them synchronously.
const descriptors = new WeakMap<Blob, number>();

/** Returns a file as the page hands it over. */
export async function fileAt(path: string): Promise<Blob> {
  const file = await openAsBlob(path);
  descriptors.set(file, openSync(path, "r"));
  return file;
}

function slice(file: Blob, from: number, to: number): ArrayBuffer {
  const bytes = new Uint8Array(to - from);
  readSync(descriptors.get(file) as number, bytes, 0, bytes.length, from);
  return bytes.buffer;
}

/** Opens the engine. */
export async function openNodeEngine(
  options: Partial<Parameters<typeof openEngine>[1]> = {},
): Promise<Database> {
  const require = createRequire(import.meta.url);
  const duckdb = require("@duckdb/duckdb-wasm/blocking");
  const folder = dirname(require.resolve("@duckdb/duckdb-wasm/dist/duckdb-eh.wasm"));
  const files = { mainModule: join(folder, "duckdb-eh.wasm"), mainWorker: "" };
  const bindings = await duckdb.createDuckDB(
    { mvp: files, eh: files },
    new duckdb.VoidLogger(),
    makeRuntime(slice).runtime,
  );
  await bindings.instantiate(() => {});
  return openEngine(bindings, { memory: 1 << 30, interrupted: () => false, ...options });
}

/** Returns a function that sends a request, as the worker receives it, and returns its answer. */
export function requestsOf(database: Database): (request: object) => Answer {
  let answer: Answer = {};
  const receive = makeRequests(database, {
    send(_ticket, content) {
      answer = typeof content === "string" ? { failed: content } : { bytes: content };
    },
    next() {},
  });
  return (request) => {
    answer = {};
    receive({ ...request, ticket: 1 });
    return answer;
  };
}

/** Opens the engine as `startInterpreter` takes it. */
export async function engineHere(): Promise<Engine> {
  const send = requestsOf(await openNodeEngine());
  return { ask: (request, bytes) => send({ ...request, bytes }) };
}
