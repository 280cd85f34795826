// Makes the index of the packages' archives for `mountPackages`, in the build and in the tests.

import { entriesOf } from "../worker/archive.ts";
import type { FolderEntry, PackagesIndex } from "../worker/packages.ts";

// Wheels put files for other folders into `name.data/`: libraries, which join the rest, and
// programs and manual pages, which nothing here uses.
const LIBRARIES = /^[^/]+\.data\/(purelib|platlib)\//;
const ELSEWHERE = /^[^/]+\.data\//;
const MODULE = /^([^.]+)(\.[^.]+)*\.(py|pyc|so)$/;

/** The archive of a package. */
export type Archive = { name: string; bytes: ArrayBuffer };

/**
 * Indexes archives.
 *
 * @param packages every archive with the name of its package; entries have to be stored, not
 *   compressed
 * @param standardLibrary bytes of the standard library's archive
 * @param absent modules that this Python does not have, with what to use instead
 * @returns `{ archives, tree, modules, absent, standardLibrary }`: see `mountPackages`; `modules`
 *   maps each top-level module to its package, and the modules of a namespace that several packages
 *   share to theirs
 * @throws {Error} if an entry is compressed, leads out of the folder, or is in two archives
 */
export function indexPackages(
  packages: Archive[],
  standardLibrary: number,
  absent: Record<string, string> = {},
): PackagesIndex {
  const tree: FolderEntry = {};
  /** the parts of each top-level module, with their packages */
  const parts = new Map<string, Map<string, string>>();
  for (const [archive, { name: packageName, bytes }] of packages.entries()) {
    for (const { path: stored, offset, size } of entriesOf(bytes)) {
      const path = stored.replace(LIBRARIES, "");
      if (ELSEWHERE.test(path)) continue;
      const names = path.split("/");
      if (names.some((name) => ["", ".", ".."].includes(name)))
        throw new Error(`${packageName} holds the path "${path}", which leads elsewhere.`);
      const top = names.length > 1 ? names[0] : moduleOf(names[0]);
      const part = names.length > 2 ? names[1] : moduleOf(names[1]);
      const file = names.pop() as string;
      const folder = names.reduce((parent, part) => (parent[part] ??= {}) as FolderEntry, tree);
      if (folder[file]) throw new Error(`${path} is in ${packageName} and in another package.`);
      folder[file] = [archive, offset, size];
      if (!top || top.includes(".")) continue;
      const inside = parts.get(top) ?? new Map();
      parts.set(top, inside);
      if (!inside.has(part)) inside.set(part, packageName);
    }
  }
  const modules: Record<string, string> = {};
  for (const [top, inside] of parts) {
    const owners = new Set(inside.values());
    if (owners.size === 1) [modules[top]] = owners;
    else
      for (const [part, owner] of inside)
        if (part) modules[part === "__init__" ? top : `${top}.${part}`] = owner;
  }
  return { archives: packages.map(({ name }) => name), tree, modules, absent, standardLibrary };
}

/** Returns the module that a file of this name is, and an empty text if it is not a module. */
function moduleOf(file = "") {
  return MODULE.exec(file)?.[1] ?? "";
}
