// What the export module does for the page: `ExportJobs` in `web/types/page.ts`. Does not know
// where it runs, nor how bytes come and go.

import type { ExportJobs, ExportModule } from "../types/page.ts";

/** Returns the jobs of a module that has been loaded. */
export function jobsOf(module: ExportModule): ExportJobs {
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
