// Describes the packages' archives and takes the snapshot from which the kernel starts.
//
//   npx tsx snapshot.mjs < { "core": { role: path }, "packages": [{ "name", "path", "upFront" }],
//     "absent": { module: sentence }, "target": folder }
//
// Writes index.json, facts.json, heap.bin and libraries.bin into the folder. It is called by `cargo
// xtask runtime`, which knows the packages.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { capture } from "../../web/kernel/build/capture.ts";
import { nodeScope } from "../../web/kernel/build/node-scope.ts";
import { indexPackages } from "../../web/kernel/build/packages-index.ts";

/**
 * The order of the build, with paths of files.
 *
 * @typedef {object} Job
 * @property {Record<string, string>} core
 * @property {{ name: string, path: string, upFront: boolean }[]} packages
 * @property {Record<string, string>} absent
 * @property {string} target
 */

/** @param {string} path */
const read = (path) => {
  const { buffer, byteOffset, byteLength } = readFileSync(path);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

/** @type {Job} */
const job = JSON.parse(readFileSync(0, "utf8"));
/** @type {(name: string, content: string | Uint8Array) => void} */
const write = (name, content) => writeFileSync(join(job.target, name), content);
const packages = job.packages.map(({ name, path, upFront }) => ({
  name,
  upFront,
  bytes: read(path),
}));
const core = Object.fromEntries(Object.entries(job.core).map(([role, path]) => [role, read(path)]));
const index = indexPackages(packages, core.stdlib.byteLength, job.absent);
core.index = /** @type {ArrayBuffer} */ (
  /** @type {BufferSource} */ (new TextEncoder().encode(JSON.stringify(index)))
);
write("index.json", /** @type {Uint8Array} */ (/** @type {BufferSource} */ (core.index)));

try {
  const { facts, heap, libraries } = await capture({
    core,
    packages: packages.filter(({ upFront }) => upFront),
    index,
    scope: nodeScope(),
  });
  write("facts.json", JSON.stringify(facts));
  write("heap.bin", heap);
  write("libraries.bin", libraries);
  /** @param {number} bytes */
  const mega = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  console.log(
    `snapshot: ${mega(facts.heap)} of memory, ${mega(heap.length)} not zero; ${facts.libraries.length} side modules and ${facts.files.length} files in ${mega(libraries.length)}`,
  );
} catch (error) {
  // If it were rethrown, Node would first print Pyodide's source, which is one long line.
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
process.exit(0);
