// Which cases of a table run: all of them in a full run, and in the gate a part that differs from
// commit to commit. Knows nothing of the cases.

import { execFileSync } from "node:child_process";

import { root } from "./server.mjs";

/** Whether everything runs. */
export const FULL = Boolean(process.env.INSITU_FULL);

/**
 * Where samples begin: different for each commit, so that a few changes together cover a table.
 * INSITU_SAMPLE repeats another commit's.
 */
export const OFFSET = Number(process.env.INSITU_SAMPLE ?? offset());

/**
 * Returns every `step`-th case; all in a full run.
 *
 * @template Case
 * @param {Case[]} cases
 * @param {number} step
 */
export function sample(cases, step) {
  return FULL ? cases : cases.filter((_, at) => (at + OFFSET) % step === 0);
}

/** Describes the samples of this run. */
export function sampled() {
  return FULL ? "all cases" : `a sample, the same again with INSITU_SAMPLE=${OFFSET}`;
}

function offset() {
  try {
    return Number.parseInt(
      execFileSync("git", ["rev-parse", "--short=6", "HEAD"], {
        cwd: root,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      }).slice(0, 6),
      16,
    );
  } catch {
    return 0;
  }
}
