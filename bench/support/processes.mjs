// The processes of a benchmark: how much memory a browser's hold, and one that keeps a core busy.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, readdirSync } from "node:fs";

/** Spins until it is killed, or until the process that started it is gone. */
const SPIN = "const parent = process.ppid; while (process.ppid === parent);";

/** Keeps one core busy until `stop()`. */
export function keepBusy() {
  const child = spawn(process.execPath, ["-e", SPIN], { stdio: "ignore" });
  return async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
}

/** The memory in MB that the processes of the browser with this profile hold for themselves (USS). */
export function privateMemory(profile) {
  const processes = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const status = content(`/proc/${id}/status`);
    if (status) processes.set(Number(id), Number(/PPid:\s+(\d+)/.exec(status)[1]));
  }
  const roots = [...processes.keys()].filter((id) => content(`/proc/${id}/cmdline`).split("\0").includes(`--user-data-dir=${profile}`));
  const inside = (id) => roots.includes(id) || (processes.has(id) && inside(processes.get(id)));
  let kilobytes = 0;
  for (const id of processes.keys()) {
    if (!inside(id)) continue;
    for (const [, part] of content(`/proc/${id}/smaps_rollup`).matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)) kilobytes += Number(part);
  }
  return kilobytes / 1024;
}

/** Empty for a process that ended meanwhile. */
function content(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
