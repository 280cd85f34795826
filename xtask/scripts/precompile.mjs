// Starts Pyodide under Node and lets bytecode.py repack the archives that a job file lists.
//
//   node precompile.mjs <folder of pyodide> <jobs.json>
//
// jobs.json: [{ source, target, root, drop: [regex], pure }], paths absolute. It is called by
// `cargo xtask runtime`, which knows the packages; nothing here does.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const [, , pyodideFolder, jobsFile] = process.argv;
/** @type {typeof import("pyodide")} */
const { loadPyodide } = await import(pathToFileURL(join(pyodideFolder, "pyodide.mjs")).href);
/** @type {{ source: string, target: string, root: string, drop: string[], pure: boolean }[]} */
const jobs = JSON.parse(readFileSync(jobsFile, "utf8"));

const python = await loadPyodide({ indexURL: pyodideFolder });
const mounted = new Map();

/**
 * Returns the path inside Pyodide of a host path, whose folder is mounted on first use.
 *
 * @param {string} path
 */
function inside(path) {
  const folder = dirname(path);
  if (!mounted.has(folder)) {
    const point = `/mounted/${mounted.size}`;
    python.FS.mkdirTree(point);
    python.mountNodeFS(point, folder);
    mounted.set(folder, point);
  }
  return `${mounted.get(folder)}/${path.slice(folder.length + 1)}`;
}

python.runPython(
  readFileSync(join(dirname(fileURLToPath(import.meta.url)), "bytecode.py"), "utf8"),
);
const repack = python.runPython("lambda text: repack(json.loads(text))");
try {
  for (const job of jobs) {
    const report = repack(
      JSON.stringify({ ...job, source: inside(job.source), target: inside(job.target) }),
    );
    /** @type {{ compiled: number, dropped: number }} */
    const { compiled, dropped } = JSON.parse(report);
    const left = dropped ? `, left out ${(dropped / 1e6).toFixed(1)} MB` : "";
    console.log(`${job.target.split(/[\\/]/).pop()}: ${compiled} modules${left}`);
  }
} catch (error) {
  // If it were rethrown, Node would first print Pyodide's source, which is one long line.
  console.error(/** @type {Error} */ (error).message);
  process.exit(1);
}
