// The stored sessions and their list, loaded where a session is stored, and otherwise once Python runs.

import { drawChanges } from "./changes.js";
import { onTurns } from "./session.js";

export { showSessions } from "./list.js";
export { replay } from "./runs.js";
export { record, restore, useLog } from "./session.js";
export { create, exportAs, import, list, open, remove } from "./surface.js";

onTurns(drawChanges);
