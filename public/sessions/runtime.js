// The runtime in which this page runs code, as the log has it: the hash of its manifest, and the
// versions of Python and the packages.

import { pythonOf } from "./environment.js";

/** The events of which the log has the runtime. */
const KINDS = ["execution-began", "replayed"];

/**
 * The versions by name; undefined until the manifest was read.
 *
 * @type {Record<string, string> | undefined}
 */
let versions;

/** Reads the versions from the manifest. Where it cannot be fetched, the log has the hash alone. */
export async function readVersions() {
  try {
    versions ??= versionsOf(await globalThis.insituPage.runtime.manifest());
  } catch {
    // Tried again with the next session.
  }
}

/**
 * @param {Pick<import("../types/kernel").Manifest, "pyodide"> & { packages: { name: string,
 *   version: string }[] }} manifest
 */
export function versionsOf({ pyodide, packages }) {
  const python = pythonOf(pyodide);
  const named = Object.fromEntries(packages.map(({ name, version }) => [name, version]));
  return { ...(python ? { Python: python } : {}), Pyodide: pyodide, ...named };
}

/**
 * Returns an event with the runtime, if it is one of code that runs.
 *
 * @param {{ kind?: string }} body
 */
export function withRuntime(body) {
  if (!KINDS.includes(body.kind ?? "")) return body;
  const address =
    document.querySelector('meta[name="insitu:manifest"]')?.getAttribute("content") ?? "";
  const [, manifest] = /\.([0-9a-f]+)\.json$/.exec(address) ?? [];
  return manifest ? { ...body, runtime: { manifest, versions: versions ?? {} } } : body;
}
