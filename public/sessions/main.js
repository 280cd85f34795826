// The stored session and the list of sessions, loaded where a session is stored, and otherwise once Python runs.

import { drawChanges } from "./changes.js";
import { onTurns } from "./session.js";

export { openExports } from "../exporting/main.js";
export { showSessions } from "./list.js";
export { replay, reran } from "./runs.js";
export { ended, keepFile, keepRequest, record, refusal, restore, stored, storedRequests, text, turnsShown, useLog } from "./session.js";
export { create, exportAs, import, list, open, remove } from "./surface.js";

onTurns(drawChanges);
