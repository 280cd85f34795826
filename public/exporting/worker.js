// The worker that exports: a classic script behind the export module's own (see `xtask/src/build/page.rs`), started by a frame as the kernel's worker is. It is
// sealed like that one: it gets bytes from the page, and reaches nothing else.

import { buffersOf, jobsOf } from "./jobs.js";

/** @typedef {{ id: number, name: string, given: any[] }} Job */

/** @type {import("../types/page").ExportJobs | undefined} */
let jobs;

self.onmessage = ({ data, ports: [port] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  port.onmessage = async ({ data: { id, name, given } }) => {
    try {
      const done = await run({ id, name, given });
      port.postMessage({ id, done }, buffersOf(done));
    } catch (error) {
      port.postMessage({ id, failed: /** @type {Partial<Error>} */ (error)?.message ?? String(error) });
    }
  };
};
self.postMessage("started");

/** @param {Job} job */
async function run({ name, given }) {
  if (name === "load") {
    await insituExportModule({ module_or_path: given[0] });
    jobs = jobsOf(insituExportModule);
    return;
  }
  const job = /** @type {Record<string, (...given: any[]) => unknown>} */ (/** @type {unknown} */ (jobs))[name];
  return job(...given);
}
