// What the export module does for the page, in the form in which both sides pass it: `Exports` in `public/types/page.d.ts`. Does not know where it runs.

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
    exportAs: (kind, log, blobs, interpreter) => encoder.encode(module.exportAs(kind, log, (sha256) => blobs.get(sha256), interpreter)),
    packFile: (log, blobs, files) => module.packFile(log, blobs, files),
    unpackFile: (file) => module.unpackFile(file),
  };
}

/**
 * Returns the buffers of a value that moves to another thread, each once: of the bytes in it, in its lists, maps and objects.
 *
 * @param {unknown} value
 * @param {Set<ArrayBuffer>} [found]
 */
export function buffersOf(value, found = new Set()) {
  if (value instanceof Uint8Array) found.add(/** @type {ArrayBuffer} */ (value.buffer));
  else if (value instanceof ArrayBuffer) found.add(value);
  else if (value instanceof Map) for (const part of value.values()) buffersOf(part, found);
  else if (value !== null && typeof value === "object") for (const part of Object.values(value)) buffersOf(part, found);
  return [...found];
}
