// Code of the session that is shown, which runs again in a fresh interpreter: from a step on whose code the user has changed, and all of it to compare what it
// produces.

import { alone } from "./hold.js";
import { definitions, differencesOf, execute, expectWheels, ownLog, record, stored } from "./session.js";
import { shownTurns, showTurns } from "./turns.js";

/** @typedef {import("../types/page").Rerun} Rerun */
/** @typedef {import("../types/page").ReplayVerdict} ReplayVerdict */
/** @typedef {(done: number, of: number) => void} OnProgress */

/** The statuses after which an interpreter cannot be relied on. */
const BROKEN = ["interrupted", "timeout", "killed"];

/**
 * Puts the files under /out away, so that the code begins without them, or puts those back that it did not write again. The names are the harness's own kind, so
 * that no variable of the user is touched.
 *
 * @param {string} from
 * @param {string} to
 */
const move = (from, to) => `def __insitu_move__():
    import os, shutil
    for root, _, names in os.walk("${from}"):
        for name in names:
            old = os.path.join(root, name)
            new = os.path.join("${to}", os.path.relpath(old, "${from}"))
            if not os.path.exists(new):
                os.makedirs(os.path.dirname(new), exist_ok=True)
                shutil.copyfile(old, new)
            os.remove(old)
__insitu_move__()
del __insitu_move__`;
const AWAY = "/tmp/.insitu-out";

/**
 * Runs the changed code of a step, and what comes after it, in a fresh interpreter in which the code before it has run again.
 *
 * @param {number} turn
 * @param {number} step
 * @param {string} code
 * @param {OnProgress} onProgress
 * @returns {Promise<string>} how it ended, as a sentence; empty where all code ran as it should
 */
export function runFrom(turn, step, code, onProgress) {
  const log = expectLog();
  /** @type {{ before: Rerun[], after: Rerun[] } | null} */
  const around = JSON.parse(log.around(turn, step));
  const turns = shownTurns().turns ?? [];
  const earlier = turns[turns.findIndex((shown) => shown.turn === turn) - 1]?.turn ?? null;
  const before = turns.flatMap(({ steps }) => steps).find((shown) => shown.step === step);
  if (!around || !before) throw new Error("This step is not shown any more. Load the page again.");
  return alone("The code of the session runs again.", async () => {
    await expectWheels();
    await globalThis.insitu.restart();
    if (code !== before.code) record(/** @type {{ kind: string }} */ ({ kind: "code-edited", turn, step, code }));
    await stored();
    await showTurns({ complete: true });
    /** @type {Set<number>} */
    const changed = new Set([step]);
    const earlierPieces = around.before.map((piece) => ({ ...piece, step: null }));
    const pieces = [...earlierPieces, { turn, step, code, outcome: null }, ...around.after];
    let why = "";
    for (const [at, piece] of pieces.entries()) {
      onProgress(at + 1, pieces.length);
      const origin = piece.step === null ? null : { from: /** @type {const} */ ("step"), turn: Number(piece.turn), step: piece.step };
      if (origin) changed.add(origin.step);
      // Code that was changed may call other saved functions than before.
      const needed = piece.outcome === null ? await definitions(piece.code) : "";
      if (needed) await execute(needed, { from: "console", after: earlier });
      const outcome = await execute(piece.code, origin);
      if (at < earlierPieces.length && !BROKEN.includes(outcome.status)) await compare(earlierPieces[at], outcome);
      // Code that had failed before may fail again; and what the console showed ends nothing.
      if (outcome.status === "ok" || (piece.turn === null && outcome.status === "error") || (piece.outcome && outcome.status === piece.outcome.inline.status))
        continue;
      why = `${BROKEN.includes(outcome.status) ? "It was stopped" : `${outcome.error?.name ?? "An error"} ended it`} at piece ${at + 1} of ${pieces.length}; those after it did not run.`;
      break;
    }
    await stored();
    await showTurns({ complete: !why, changed });
    return why;
  });
}

/**
 * Compares the outcome of code that has run again as it was with the stored one, and stores the result.
 *
 * @param {Pick<Rerun, "execution" | "outcome">} piece
 * @param {import("../types/kernel").Outcome} outcome
 */
async function compare({ execution, outcome: before }, outcome) {
  const compared = [{ execution, differences: await differencesOf(execution, before, JSON.stringify(outcome), Date.now()) }];
  record(/** @type {{ kind: string }} */ ({ kind: "replayed", executions: outcome.status === "ok" ? [execution] : [], failed: null, compared }));
}

/**
 * Runs all code that is shown again in a fresh interpreter, without the files that it wrote, and compares every outcome with the stored one.
 *
 * @this {import("../types/automation").Insitu | void} where a script calls it, what it has of its session
 * @param {OnProgress} [onProgress]
 * @returns {Promise<ReplayVerdict>}
 * @throws {Error} with a sentence, if there is nothing to run, or a turn is under way
 */
export async function replay(onProgress = () => {}) {
  if (this && this !== globalThis.insitu) throw new Error("This session is not shown. Open it first: insitu.sessions.open(id).");
  const log = expectLog();
  const { turns } = shownTurns();
  if (!turns) throw new Error("Wait until the answer is complete, or stop it.");
  /** @type {Rerun[]} */
  const pieces = JSON.parse(log.reruns(false));
  if (pieces.length === 0) throw new Error("No code of this session has run yet, so there is nothing to compare.");
  return alone("The code of the session runs again, to compare what it produces.", async () => {
    await expectWheels();
    const began = performance.now();
    await globalThis.insitu.restart();
    await showTurns({ complete: true });
    await globalThis.insitu.run(move("/out", AWAY), { silent: true });
    /** @type {{ execution: number, differences: string[] }[]} */
    const compared = [];
    const succeeded = [];
    let failed = null;
    for (const [at, { execution, code, outcome }] of pieces.entries()) {
      onProgress(at + 1, pieces.length);
      const now = await execute(code, null);
      if (BROKEN.includes(now.status)) {
        failed = execution;
        break;
      }
      if (now.status === "ok") succeeded.push(execution);
      compared.push({ execution, differences: await differencesOf(execution, outcome, JSON.stringify(now), Date.now()) });
    }
    await globalThis.insitu.run(move(AWAY, "/out"), { silent: true });
    record(/** @type {{ kind: string }} */ ({ kind: "replayed", executions: succeeded, failed, compared }));
    await stored();
    await showTurns({ complete: failed === null });
    const differing = compared.filter(({ differences }) => differences.length > 0);
    return {
      verdict: failed !== null ? "incomplete" : differing.length > 0 ? "different" : "same",
      executions: pieces.length,
      compared: compared.length,
      differences: differing.map(({ execution, differences }) => ({ ...placeOf(pieces, execution, turns), differences, why: log.cause(execution) })),
      tolerance: log.tolerance(),
      durationMs: performance.now() - began,
    };
  });
}

/**
 * Returns where an execution is shown.
 *
 * @param {Rerun[]} pieces
 * @param {number} execution
 * @param {import("./turns.js").ShownTurn[]} turns
 */
function placeOf(pieces, execution, turns) {
  const piece = /** @type {Rerun} */ (pieces.find((one) => one.execution === execution));
  const turn = turns.findIndex((one) => one.turn === piece.turn);
  const step = turns[turn]?.steps.findIndex((one) => one.step === piece.step) ?? -1;
  return { turn: turn < 0 ? null : turn, step: step < 0 ? null : step, code: piece.code };
}

function expectLog() {
  const log = ownLog();
  if (!log) throw new Error("The session is not stored here, or another tab has it.");
  return log;
}
