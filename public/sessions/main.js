// The stored session and the list of sessions, loaded where a session is stored, and otherwise once Python runs.

import { drawChanges } from "./changes.js";
import { observe } from "./functions/definitions.js";
import * as runs from "./runs.js";
import * as session from "./session.js";

export { openExports } from "../exporting/main.js";
export { showSessions } from "./list.js";
export { definitions, savedFunctions } from "./functions/definitions.js";
export * as functions from "./functions/surface.js";
export { replay } from "./runs.js";
export { ended, keepFile, keepRequest, refusal, stored, storedRequests, text, turnsShown, useLog } from "./session.js";
export { create, exportAs, import, list, open, openFile, remove } from "./surface.js";

session.onTurns(drawChanges);

/**
 * Restores the session, see `restore` in `session.js`, and draws what the page adds to it, also where there is none yet, or another tab has it.
 *
 * @type {typeof session.restore}
 */
export async function restore(notify, show) {
  const restored = await session.restore(notify, (read) => {
    show(read);
    drawChanges();
  });
  drawChanges();
  return restored;
}

/** Stores an event. @param {{ kind: string, code?: string }} body the event's body */
export function record(body) {
  if (body.kind === "execution-began") observe(String(body.code));
  session.record(body);
}

/** Compares the outcome of code that has run again for its variables. @param {string} code @param {string} outcome as JSON */
export function reran(code, outcome) {
  observe(code);
  runs.reran(code, outcome);
}
