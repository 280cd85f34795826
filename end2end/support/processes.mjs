// What the processes that a test has started do, by Linux's own account. Knows nothing of browsers.

import { readFileSync, readdirSync } from "node:fs";

/** Ticks of the kernel's clock in a second. */
const TICKS = 100;

/** Seconds of processor time that all processes have used that descend from this one. */
export function processorTime() {
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(statOf).filter(Boolean);
  const ours = new Set([process.pid]);
  // Parents may come after their children in the list.
  for (let before = 0; before < ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  return all.filter(({ pid }) => pid !== process.pid && ours.has(pid)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS;
}

function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name before it may have spaces and brackets.
    const [, parent, ...rest] = text.slice(text.lastIndexOf(")") + 2).split(" ");
    return { pid: Number(pid), parent: Number(parent), ticks: Number(rest[9]) + Number(rest[10]) };
  } catch {
    return null;
  }
}
