// The stored sessions and their list, loaded where a session is stored, and otherwise once Python
// runs.

import { shownSession } from "./open.js";
import * as session from "./session.js";

export { openExports } from "../exporting/main.js";
export {
  change,
  doing,
  duplicate,
  erase,
  exported,
  imported,
  listed,
  restore as restoreSession,
  stop,
} from "./listed.js";
export { record, settled } from "./session.js";
export { create, exportAs, import, list, open, openFile, remove } from "./surface.js";

/** Returns the session that is shown, once the page has one. */
export async function shown() {
  await session.opened();
  return /** @type {import("./stored_session.js").StoredSession} */ (shownSession());
}

/**
 * Returns the store of the saved functions, once the storage was opened; undefined without storage.
 */
export async function functionStore() {
  await session.opened();
  return session.currentStorage()?.functions;
}

/** Has the program show what the log says of the turns that are shown. */
const turnsChanged = () => shownSession()?.program.turnsChanged(session.ownLog() !== undefined);

session.onTurns(turnsChanged);

/**
 * Restores a session, see `restore` in `session.js`, and shows what the log says of its turns, also
 * where there is none yet, or another tab has it.
 *
 * @type {typeof session.restore}
 */
export async function restore(page) {
  const restored = await session.restore({
    ...page,
    follow: (read) => {
      page.follow(read);
      turnsChanged();
    },
  });
  turnsChanged();
  return restored;
}
