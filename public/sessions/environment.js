// What exports say of the interpreter: the versions of Python and of the packages that a session's code imports, from the site's manifest, and the seed of its
// random numbers, from its log.

import { relative } from "../runtime/address.js";
import { seedOf } from "./seed.js";

/** @typedef {{ pyodide: string, packages: { name: string, version: string, imports: string[] }[] }} Manifest */

/**
 * Returns the environment of a session, see `Interpreter` in `crates/session_file/src/transcript.rs`; empty where the manifest cannot be fetched.
 *
 * @param {string} log its records
 */
export async function environmentOf(log) {
  const address = document.querySelector('meta[name="insitu:manifest"]')?.getAttribute("content");
  const response = address ? await fetch(relative(address)).catch(() => undefined) : undefined;
  return response?.ok ? described(await response.json(), log) : {};
}

/**
 * @param {Manifest} manifest
 * @param {string} log
 */
export function described({ pyodide, packages }, log) {
  // In a record a line break is written as \n.
  const imported = new Set([...log.matchAll(/(?:\\n|\b)(?:import|from)\s+(\w+)/g)].map(([, name]) => name));
  const used = packages.filter(({ imports }) => imports.some((name) => imported.has(name)));
  // Pyodide's first number is that of Python without the point.
  const [, major, minor] = /^(\d)(\d+)\./.exec(pyodide) ?? [];
  return { python: major ? `${major}.${minor}` : undefined, seed: seedOf(log), packages: Object.fromEntries(used.map(({ name, version }) => [name, version])) };
}
