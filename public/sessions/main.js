// The stored session and the list of sessions, loaded where a session is stored, and otherwise once Python runs.

import { drawChanges } from "./changes.js";
import { onTurns, restore as restoreSession } from "./session.js";

export { showSessions } from "./list.js";
export { replay, reran } from "./runs.js";
export { ended, keepFile, keepRequest, record, refusal, stored, storedRequests, text, turnsShown, useLog } from "./session.js";
export { create, exportAs, import, list, open, remove } from "./surface.js";

onTurns(drawChanges);

/**
 * Restores the session, see `restore` in `session.js`, and draws what the page adds to it, also where there is none yet, or another tab has it.
 *
 * @type {typeof restoreSession}
 */
export async function restore(notify, show) {
  const restored = await restoreSession(notify, (session) => {
    show(session);
    drawChanges();
  });
  drawChanges();
  return restored;
}
