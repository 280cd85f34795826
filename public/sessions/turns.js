// Other turns of the session: those that the log has after an event, or before another question is asked.

import { shownSession } from "./open.js";
import { ownLog } from "./session.js";

/** @typedef {"current" | "edited" | "stale" | "not-run" | "running"} Freshness how a step's outcome relates to the code, see `crates/session_log/src/state/freshness.rs` */
/** @typedef {{ step: number, code: string, freshness: Freshness, completed: boolean, dropped: string[]}} ShownStep */
/** @typedef {{ turn: number, steps: ShownStep[] }} ShownTurn */

/** What the page does before other turns are shown. */
const STARTS = "Python starts anew for other turns of this session.";

/**
 * Returns the turns that are shown, with their steps, and the newest turn that was undone after them; no turns while one is under way, or
 * while another tab has the session.
 *
 * @returns {{ turns: ShownTurn[] | null, undone: number | null }}
 */
export function shownTurns() {
  const log = ownLog();
  return log ? JSON.parse(log.turns()) : { turns: null, undone: null };
}

/**
 * Shows other turns of the session, in a fresh interpreter: stores the event that says so. The page's settings stay.
 *
 * @param {object} body the event's body
 */
export async function changeTurns(body) {
  const session = expectSession();
  await session.own.during(STARTS, async () => {
    await session.insitu.restart();
    session.record(/** @type {{ kind: string }} */ (body));
    await session.stored();
    await showTurns();
  });
}

/**
 * Shows the turns before one, in a fresh interpreter, so that another one can be asked in its place.
 *
 * @param {number} turn
 */
export async function showBefore(turn) {
  const session = expectSession();
  await session.own.during(STARTS, async () => {
    await session.insitu.restart();
    await showTurns({ before: turn });
  });
}

function expectSession() {
  const session = shownSession();
  if (!session) throw new Error("No session is stored here.");
  return session;
}

/**
 * Shows the turns of the log.
 *
 * @param {{ before?: number, complete?: boolean, changed?: Set<number> }} [how] the turn before which to end; whether the interpreter has the variables of
 *   these turns; and the steps whose outcome the page does not show yet
 */
export async function showTurns({ before, complete = false, changed = new Set() } = {}) {
  const log = ownLog();
  if (!log) return;
  const { model: _, disclosure: __, seconds: ___, memory: ____, options: _____, ...read } = JSON.parse(log.shown(before));
  for (const turn of read.turns) {
    for (const step of turn.steps) if (changed.has(step.id)) turn.changed = step.changed = true;
  }
  if (complete) read.replay = [];
  await shownSession()?.show(read, changed.size > 0 ? "Python was started afresh." : "Other turns of this session are shown.");
}
