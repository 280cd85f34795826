// Runs the export module apart from the page: in a worker of a sealed frame like the kernel's, so that a large session does not block the page. The page's policy
// allows no worker, that of the frame does.

import { openFrame } from "../runtime/frame.js";
import { buffersOf } from "./jobs.js";

/** @typedef {import("../types/page").Exports} Exports */

/**
 * Starts the worker. `close` ends it.
 *
 * @param {string} script the address of its script
 * @param {string} wasm the address of the module
 * @returns {Promise<Exports>}
 * @throws {Error} with a sentence for the user
 */
export async function openExports(script, wasm) {
  const [[source, module], frame] = await Promise.all([Promise.all([script, wasm].map(content)), openFrame(document)]);
  /** @type {Map<number, { resolve: (done: any) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();
  let jobs = 0;
  /** @type {Error | undefined} */
  let ended;
  const end = (/** @type {string} */ why) => {
    ended ??= new Error(why);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    frame.element.remove();
  };
  frame.control.onmessage = ({ data }) => {
    const { type, message } = JSON.parse(data.message);
    if (type === "died") end(`The export was ended by the browser: ${message} Load the page again, or try it in another browser.`);
  };
  frame.worker.onmessage = ({ data: { id, done, failed } }) => {
    const job = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) job?.resolve(done);
    else job?.reject(new Error(failed));
  };
  /** @param {string} name @param {...any} given @returns {Promise<any>} */
  const run = (name, ...given) =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      jobs += 1;
      waiting.set(jobs, { resolve, reject });
      frame.worker.postMessage({ id: jobs, name, given }, buffersOf(given));
    });
  frame.control.postMessage({ message: JSON.stringify({ type: "start" }), attachments: [source] }, [source]);
  await run("load", module);
  return {
    needs: (...given) => run("needs", ...given),
    exportAs: (...given) => run("exportAs", ...given),
    packFile: (...given) => run("packFile", ...given),
    unpackFile: (...given) => run("unpackFile", ...given),
    close: () => end("The export has ended."),
  };
}

/** @param {string} address */
async function content(address) {
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok) throw new Error("The exports could not be loaded. Check the connection, and try again.");
  return response.arrayBuffer();
}
