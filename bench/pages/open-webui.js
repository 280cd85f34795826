// Creates Open WebUI's Python as its frontend does: with `?worker=` its worker
// (ENABLE_PYODIDE_FILE_PERSISTENCE=true), with `?chunk=` through its own createPyodideWorker, which
// without that setting (the default) makes a sandboxed frame that replies like the worker.

import { requester } from "./request-reply.js";

const names = new URLSearchParams(location.search);
const worker = names.has("worker")
  ? new Worker(/** @type {string} */ (names.get("worker")), { type: "module" })
  : Object.values(await import(/** @type {string} */ (names.get("chunk"))))[0]();
const send = requester(worker);

/**
 * Returns the packages that the frontend requests for this code; only those that the benchmarks
 * use.
 *
 * @param {string} code
 */
function packages(code) {
  return [
    /\bimport\s+numpy\b|\bfrom\s+numpy\b/.test(code) ? "numpy" : null,
    /\bimport\s+pandas\b|\bfrom\s+pandas\b/.test(code) ? "pandas" : null,
    /\bimport\s+matplotlib\b|\bfrom\s+matplotlib\b/.test(code) ? "matplotlib" : null,
  ].filter(Boolean);
}

const run = (/** @type {string} */ code) =>
  send({ type: "execute", code, packages: packages(code), files: undefined });
window.contender = { ready: run("1+1"), run };
