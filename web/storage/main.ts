// The page's storage for sessions: logs, blobs, the user's files, saved functions and the index of
// sessions, in IndexedDB. Knows nothing of what records say, of the kernel and of the views.
// `web/types/storage.ts` describes its interface.

import { openBlobs } from "./blobs.ts";
import { connect } from "./connection.ts";
import { attempt } from "./errors.ts";
import { openFiles } from "./files.ts";
import { openFunctions } from "./functions.ts";
import { readLog } from "./log.ts";
import { openSessions } from "./sessions.ts";
import { openSession } from "./sharing.ts";
import { openSpace } from "./space.ts";
import type { OpenSession, Result, SessionStorage, StorageOptions } from "../types/storage.ts";

export { eraseEverything } from "./erase.ts";
export { takeHandle } from "./handles.ts";

/** Opens the storage, and deletes what was removed too long ago to be restored. */
export function openStorage({
  makeRoom,
  onLost,
}: StorageOptions = {}): Promise<Result<SessionStorage>> {
  return attempt(async () => {
    const connection = await connect({ onLost });
    const { onStored, report } = openSpace();
    const sessions = openSessions(connection, makeRoom);
    const open = new Set<OpenSession>();
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
