// The worker that exports: a classic script behind the export module's own (see
// `xtask/src/build/page.rs`), started by a frame as the kernel's worker is. It is sealed like that
// one: it gets bytes from the page, and reaches nothing else.

import { jobsOf } from "./jobs.js";
import { collector, joined, PIECE, replaced } from "./parts.js";

/** @typedef {{ id: number, name: string, given: any[] }} Job */

/** @type {import("../types/page").ExportJobs | undefined} */
let jobs;

self.onmessage = ({ data, ports: [port] }) => {
  if (data?.insitu !== "start" || !port) return;
  self.onmessage = null;
  /** @type {ReturnType<typeof collector<ArrayBuffer>>} */
  const pieces = collector();
  port.onmessage = async ({ data: { id, piece, name, given } }) => {
    if (piece) return pieces.add(id, piece);
    try {
      const whole = await replaced(given, (part) => {
        const found = pieces.take(id, part);
        return found && joined(found);
      });
      pieces.forget(id);
      const done = await replaced(await run({ id, name, given: whole }), (part) =>
        part instanceof Uint8Array ? send(port, id, part) : undefined,
      );
      port.postMessage({ id, done });
    } catch (error) {
      port.postMessage({
        id,
        failed: /** @type {Partial<Error>} */ (error)?.message ?? String(error),
      });
    }
  };
};
self.postMessage("started");

/**
 * Sends bytes ahead of the message that refers to them.
 *
 * @param {MessagePort} port
 * @param {number} id
 * @param {Uint8Array} bytes
 * @returns {import("./parts.js").Part}
 */
function send(port, id, bytes) {
  let pieces = 0;
  for (let at = 0; at < bytes.length; at += PIECE) {
    const { buffer } = bytes.slice(at, at + PIECE);
    port.postMessage({ id, piece: buffer }, [buffer]);
    pieces += 1;
  }
  return { pieces };
}

/** @param {Job} job */
async function run({ name, given }) {
  if (name === "load") {
    await insituExportModule({ module_or_path: given[0] });
    jobs = jobsOf(insituExportModule);
    return;
  }
  const job = /** @type {Record<string, (...given: any[]) => unknown>} */ (
    /** @type {unknown} */ (jobs)
  )[name];
  return job(...given);
}
