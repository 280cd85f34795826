// What the export module does for the page: `ExportJobs` in `web/types/page.d.ts`. Does not know
// where it runs, nor how bytes come and go.

/** @typedef {import("../types/page").ExportModule} ExportModule */
/** @typedef {import("../types/page").ExportJobs} ExportJobs */

/**
 * Returns the jobs of a module that has been loaded.
 *
 * @param {ExportModule} module
 * @returns {ExportJobs}
 */
export function jobsOf(module) {
  const encoder = new TextEncoder();
  return {
    needs: (kind, log) => module.needs(kind, log),
    exportAs: (kind, log, blobs, interpreter) =>
      encoder.encode(module.exportAs(kind, log, (sha256) => blobs.get(sha256), interpreter)),
    packFile: (log, blobs, files) => module.packFile(log, blobs, files),
    unpackFile: (file) => module.unpackFile(file),
    inspectWheel: (...given) => module.inspectWheel(...given),
  };
}
