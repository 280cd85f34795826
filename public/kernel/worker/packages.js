// Puts wheels where Python finds them. Does not resolve dependencies: the page hands over what is needed.

import { unzip } from "./archive.js";

/**
 * Unpacks a wheel into `site`, the directory of installed packages.
 *
 * @param {object} FS Emscripten's file system
 * @param {string} site an absolute path
 * @param {ArrayBuffer} wheel the wheel; it must not be changed afterwards, since stored files stay views into it
 */
export async function installWheel(FS, site, wheel) {
  const made = new Set();
  for (const { path, bytes } of await unzip(wheel)) {
    const target = place(site, path);
    if (!target) continue;
    const folder = target.slice(0, target.lastIndexOf("/"));
    if (!made.has(folder)) {
      FS.mkdirTree(folder);
      made.add(folder);
    }
    FS.writeFile(target, bytes, { canOwn: true });
  }
}

// `name.data/` holds parts for elsewhere: libraries go with the rest, data to the prefix, scripts nowhere.
function place(site, path) {
  if (path.split("/").some((part) => part === "..") || path.startsWith("/")) return null;
  const match = /^[^/]+\.data\/([^/]+)\/(.+)$/.exec(path);
  if (!match) return `${site}/${path}`;
  const [, scheme, rest] = match;
  if (scheme === "purelib" || scheme === "platlib") return `${site}/${rest}`;
  return scheme === "data" ? `/usr/${rest}` : null;
}
