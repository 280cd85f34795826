// Starts threads from TypeScript. What they run is bundled before: if they loaded modules through
// Node's hooks, they would wait for the thread that started them, which Python keeps busy.

import { buildSync } from "esbuild";
import { Worker } from "node:worker_threads";
import type { WorkerOptions } from "node:worker_threads";

/** Starts a thread that runs `source`, a module in this folder. */
export function startThread(source: string, options: WorkerOptions = {}): Worker {
  const { outputFiles } = buildSync({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  const address = new URL(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return new Worker(address, { ...options, execArgv: [] });
}
