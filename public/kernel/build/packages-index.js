// Makes the index of the packages' archives for `mountPackages`, in the build and in the tests.

import { entriesOf } from "../worker/archive.js";

// Wheels put files for other folders into `name.data/`: libraries, which join the rest, and programs and manual pages, which nothing here uses.
const LIBRARIES = /^[^/]+\.data\/(purelib|platlib)\//;
const ELSEWHERE = /^[^/]+\.data\//;
const MODULE = /^([^.]+)(\.[^.]+)*\.(py|pyc|so)$/;

/**
 * The archive of a package.
 *
 * @typedef {{ name: string, bytes: ArrayBuffer }} Archive
 */

/**
 * @typedef {import("../worker/packages.js").FolderEntry} FolderEntry
 * @typedef {import("../worker/packages.js").PackagesIndex} PackagesIndex
 */

/**
 * Indexes archives.
 *
 * @param {Archive[]} packages every archive with the name of its package; entries have to be stored, not compressed
 * @param {number} standardLibrary bytes of the standard library's archive
 * @param {Record<string, string>} absent modules that this Python does not have, with what to use instead
 * @returns {PackagesIndex} `{ archives, tree, modules, absent, standardLibrary }`: see `mountPackages`; `modules` maps each top-level module to its package
 * @throws {Error} where an entry is compressed, leads out of the folder, or is in two archives
 */
export function indexPackages(packages, standardLibrary, absent = {}) {
  /** @type {FolderEntry} */
  const tree = {};
  /** @type {Record<string, string>} */
  const modules = {};
  for (const [archive, { name: packageName, bytes }] of packages.entries()) {
    for (const { path: stored, offset, size } of entriesOf(bytes)) {
      const path = stored.replace(LIBRARIES, "");
      if (ELSEWHERE.test(path)) continue;
      const parts = path.split("/");
      if (parts.some((part) => ["", ".", ".."].includes(part))) throw new Error(`${packageName} holds the path "${path}", which leads elsewhere.`);
      const file = /** @type {string} */ (parts.pop());
      const folder = parts.reduce((parent, part) => /** @type {FolderEntry} */ ((parent[part] ??= {})), tree);
      if (folder[file]) throw new Error(`${path} is in ${packageName} and in another package.`);
      folder[file] = [archive, offset, size];
      const module = parts.length > 0 ? parts[0] : MODULE.exec(file)?.[1];
      if (module && !module.includes(".")) modules[module] ??= packageName;
    }
  }
  return { archives: packages.map(({ name }) => name), tree, modules, absent, standardLibrary };
}
