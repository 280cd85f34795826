// The connection to the database: its schema, and how it ends when another tab brings a newer one
// or deletes everything.

import { openDB } from "idb";

import { asError, Refusal, refuse, failure } from "./errors.ts";
import type { Database, StorageError } from "../types/storage.ts";

/** The database's name. */
export const DATABASE = "insitu-sessions";
/** The version of its schema; each has a step in `upgrade`. */
export const VERSION = 2;

/**
 * How long another tab may take to close its older connection, in milliseconds. It closes at once
 * unless it is frozen or very old.
 */
const PATIENCE = 3_000;

/**
 * Makes the stores that a version before this one lacks.
 *
 * @param from the version that the browser has, 0 if it has none
 */
function upgrade(database: Database, from: number) {
  if (from < 1) {
    database.createObjectStore("sessions", { keyPath: "id" });
    database.createObjectStore("heads", { keyPath: "session" });
    database.createObjectStore("records");
    database.createObjectStore("blobs", { keyPath: "digest" });
    database.createObjectStore("contents");
    database
      .createObjectStore("references", { keyPath: ["session", "digest"] })
      .createIndex("digest", "digest");
    database
      .createObjectStore("files", { keyPath: ["session", "name"] })
      .createIndex("copy", "copy");
  }
  if (from < 2) database.createObjectStore("functions", { keyPath: "name" });
}

/**
 * The connection. `use` returns the database, and connects again if the browser had interrupted
 * the connection.
 */
export type Connection = { use: () => Promise<Database>; close: () => void };

/**
 * Connects to the database.
 *
 * @param options.onLost called when the connection has ended for good
 * @throws {Refusal}
 */
export async function connect({
  onLost = () => {},
  version = VERSION,
  patience = PATIENCE,
}: {
  onLost?: (error: StorageError) => void;
  version?: number;
  patience?: number;
} = {}): Promise<Connection> {
  let lost: StorageError | null = null;
  let current: Promise<Database> | null = null;

  const open = () =>
    opened({ version, patience }, (error) => {
      current = null;
      if (error.kind === "interrupted") return;
      lost = error;
      onLost(error);
    });

  const use = (): Promise<Database> => {
    if (lost) return Promise.reject(new Refusal(lost));
    current ??= open().catch((error) => {
      current = null;
      throw error;
    });
    return current;
  };
  await use();
  return {
    use,
    close() {
      lost ??= failure("closed");
      current?.then(
        (database) => database.close(),
        () => {},
      );
    },
  };
}

/**
 * Refuses if the browser has no storage, or denies it to this page.
 *
 * @throws {Refusal}
 */
export function expectStorage() {
  let cause = "there is no IndexedDB";
  try {
    // Reading the property throws if storage is disabled.
    if (globalThis.indexedDB) return;
  } catch (thrown) {
    cause = String(thrown);
  }
  throw refuse("denied", { cause });
}

/**
 * Opens the database once.
 *
 * @param onEnd called when the connection has ended without the page's doing
 */
async function opened(
  { version, patience }: { version: number; patience: number },
  onEnd: (error: StorageError) => void,
): Promise<Database> {
  let tooLate: (error: unknown) => void = () => {};
  const late = new Promise<never>((_, reject) => (tooLate = reject));
  // Behind a request that is blocked, this one waits without being reported as blocked.
  let timer = setTimeout(() => tooLate(refuse("blocked")), 5 * patience);
  let request: Promise<Database>;
  try {
    expectStorage();
    request = openDB(DATABASE, version, {
      upgrade,
      blocked() {
        clearTimeout(timer);
        timer = setTimeout(() => tooLate(refuse("blocked")), patience);
      },
      blocking(_, wanted, event) {
        // Transactions that have begun still end.
        (event.target as IDBDatabase).close();
        onEnd(failure(wanted === null ? "erased" : "outdated"));
      },
      terminated: () => onEnd(failure("interrupted")),
    });
  } catch (thrown) {
    clearTimeout(timer);
    throw thrown instanceof Refusal
      ? thrown
      : new Refusal({ ...failure("denied"), cause: String(thrown) });
  }
  try {
    return await Promise.race([request, late]);
  } catch (thrown) {
    // A connection that comes too late would block others.
    request.then(
      (database) => database.close(),
      () => {},
    );
    const error = asError(thrown);
    // What a browser without storage says, in a private window for instance, or if the user
    // blocks it.
    throw new Refusal(
      error.kind === "interrupted" || (error.kind === "unavailable" && isBlocked())
        ? { ...failure("denied"), cause: error.cause }
        : error,
    );
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns whether the user blocks what this site stores: Chromium then says of its database only
 * that it failed.
 */
function isBlocked() {
  try {
    void globalThis.localStorage;
    return false;
  } catch {
    return true;
  }
}
