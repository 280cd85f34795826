// Processor time of the processes that a test has started, from Linux's /proc.

import { readFileSync, readdirSync } from "node:fs";

/** Ticks of the Linux kernel's clock per second. */
const TICKS = 100;

/** The names of worker threads in Chromium, in Firefox and in WebKit. */
const WORKER = /^(DedicatedWorker|DOM Worker|WebCore: Worker)/;

/**
 * Returns the seconds of processor time that workers use in so many milliseconds, in all
 * descendants of this process.
 *
 * @param {number} milliseconds
 */
export async function usedByWorkers(milliseconds) {
  const before = workers();
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  return (
    [...workers()].reduce((sum, [thread, ticks]) => sum + ticks - (before.get(thread) ?? 0), 0) /
    TICKS
  );
}

// Returns the ticks of each worker thread.
function workers() {
  const all = numbersIn("/proc").map((pid) => ({ pid, ...statOf(`/proc/${pid}`) }));
  const ours = new Set([process.pid]);
  // Parents may come after their children in the list.
  for (let before = 0; before < ours.size; ) {
    before = ours.size;
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid);
  }
  const threads = [...ours].flatMap((pid) =>
    numbersIn(`/proc/${pid}/task`).map((id) => ({
      thread: `${pid}/${id}`,
      ...statOf(`/proc/${pid}/task/${id}`),
    })),
  );
  return new Map(
    threads.filter(({ name }) => WORKER.test(name)).map(({ thread, ticks }) => [thread, ticks]),
  );
}

/** @param {string} folder */
function numbersIn(folder) {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/**
 * Returns zero ticks for a thread that has ended.
 *
 * @param {string} folder
 */
function statOf(folder) {
  try {
    const text = readFileSync(`${folder}/stat`, "utf8");
    // A name may contain spaces and brackets.
    const end = text.lastIndexOf(")");
    const [, parent, ...rest] = text.slice(end + 2).split(" ");
    return {
      name: text.slice(text.indexOf("(") + 1, end),
      parent: Number(parent),
      ticks: Number(rest[9]) + Number(rest[10]),
    };
  } catch {
    return { name: "", parent: 0, ticks: 0 };
  }
}
