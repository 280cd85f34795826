// The page's storage for sessions: logs, blobs, the user's files, saved functions and the index of
// sessions, in IndexedDB. Knows nothing of what records say, of the kernel and of the views.
// `web/types/storage.d.ts` describes its interface.

import { openBlobs } from "./blobs.js";
import { connect } from "./connection.js";
import { attempt } from "./errors.js";
import { openFiles } from "./files.js";
import { openFunctions } from "./functions.js";
import { readLog } from "./log.js";
import { openSessions } from "./sessions.js";
import { openSession } from "./sharing.js";
import { openSpace } from "./space.js";

export { eraseEverything } from "./erase.js";
export { takeHandle } from "./handles.js";

/** @typedef {import("../types/storage").SessionStorage} SessionStorage */
/** @typedef {import("../types/storage").StorageOptions} StorageOptions */
/**
 * @template T
 * @typedef {import("../types/storage").Result<T>} Result
 */

/**
 * Opens the storage, and deletes what was removed too long ago to be restored.
 *
 * @param {StorageOptions} [options]
 * @returns {Promise<Result<SessionStorage>>}
 */
export function openStorage({ makeRoom, onLost } = {}) {
  return attempt(async () => {
    const connection = await connect({ onLost });
    const { onStored, report } = openSpace();
    const sessions = openSessions(connection, makeRoom);
    /** @type {Set<import("../types/storage").OpenSession>} */
    const open = new Set();
    // What it cannot delete now, it deletes at the next start.
    void sessions.purge();
    return {
      sessions,
      blobs: openBlobs(connection, { makeRoom, onStored }),
      functions: openFunctions(connection, { makeRoom }),
      files: openFiles(connection, { makeRoom, onStored, report }),
      read: (session, range) =>
        attempt(async () => readLog(await connection.use(), session, range)),
      open: (session, options) =>
        attempt(async () => {
          const opened = await openSession({ ...options, connection, session, onStored, makeRoom });
          open.add(opened);
          return opened;
        }),
      space: () => attempt(report),
      async close() {
        await Promise.all([...open].map((session) => session.close()));
        connection.close();
      },
    };
  });
}
