// The stored session and the list of sessions, loaded where a session is stored, and otherwise once Python runs.

export { showSessions } from "./list.js";
export { ended, keepFile, keepRequest, record, restore, stored, storedRequests, text, useLog } from "./session.js";
export { create, exportAs, import, list, open, remove } from "./surface.js";
