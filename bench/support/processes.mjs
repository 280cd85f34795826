// Processes of a benchmark: the memory of a browser's processes, and a process that keeps a core
// busy.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";

/** Code that spins until its process is killed, or until the parent process has ended. */
const SPIN = "const parent = process.ppid; while (process.ppid === parent);";

/** Keeps one core busy until the returned function is called. */
export function keepBusy() {
  const child = spawn(process.execPath, ["-e", SPIN], { stdio: "ignore" });
  return async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
}

/**
 * Returns the private memory (USS) of the processes of the browser with this profile, in MB.
 *
 * @param {string} profile
 */
export function privateMemory(profile) {
  /** @type {Map<number, number>} */
  const processes = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const status = content(`/proc/${id}/status`);
    if (status)
      processes.set(
        Number(id),
        Number(/** @type {RegExpExecArray} */ (/PPid:\s+(\d+)/.exec(status))[1]),
      );
  }
  const roots = [...processes.keys()].filter((id) =>
    content(`/proc/${id}/cmdline`).split("\0").includes(`--user-data-dir=${profile}`),
  );
  /** @type {(id: number) => boolean} */
  const inside = (id) =>
    roots.includes(id) || (processes.has(id) && inside(/** @type {number} */ (processes.get(id))));
  let kilobytes = 0;
  for (const id of processes.keys()) {
    if (!inside(id)) continue;
    for (const [, part] of content(`/proc/${id}/smaps_rollup`).matchAll(
      /^Private_(?:Clean|Dirty):\s+(\d+)/gm,
    ))
      kilobytes += Number(part);
  }
  return kilobytes / 1024;
}

/**
 * Returns the file's content, or an empty text for a process that has ended.
 *
 * @param {string} file
 */
function content(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
