// What exports say of the interpreter: the versions of Python and of the packages that a session's
// code imports, from the site's manifest, and the seed of its random numbers, from its log.

/**
 * @typedef {{ pyodide: string, packages: { name: string, version: string, imports: string[] }[] }}
 *   Manifest
 */

/**
 * Returns the environment of a session, see `Interpreter` in
 * `crates/session_file/src/transcript.rs`; empty where the manifest cannot be fetched.
 *
 * @param {string} log its records
 */
export async function environmentOf(log) {
  const manifest = await globalThis.insituPage.runtime.manifest().catch(() => undefined);
  return manifest ? described(manifest, log) : {};
}

/**
 * Returns the version of Python, which is the first number of Pyodide's without the point;
 * undefined where it is not.
 *
 * @param {string} pyodide
 */
export function pythonOf(pyodide) {
  const [, major, minor] = /^(\d)(\d+)\./.exec(pyodide) ?? [];
  return major ? `${major}.${minor}` : undefined;
}

/**
 * Returns the first seed that the records of a session set, see `app/src/session/seed.rs`;
 * undefined where there is none.
 *
 * @param {string} log
 */
function seedOf(log) {
  const found = /_session_seed = (\d+)/.exec(log);
  return found ? Number(found[1]) : undefined;
}

/**
 * @param {Manifest} manifest
 * @param {string} log
 */
export function described({ pyodide, packages }, log) {
  // In a record a line break is written as \n.
  const imported = new Set(
    [...log.matchAll(/(?:\\n|\b)(?:import|from)\s+(\w+)/g)].map(([, name]) => name),
  );
  const used = packages.filter(({ imports }) => imports.some((name) => imported.has(name)));
  return {
    python: pythonOf(pyodide),
    seed: seedOf(log),
    packages: Object.fromEntries(used.map(({ name, version }) => [name, version])),
  };
}
