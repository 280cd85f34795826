// The SQL engine: DuckDB with a locked configuration, SQL text in, Arrow bytes out. Knows neither
// workers nor messages, nor Python.

import { BY_RUNTIME, FOLDER } from "./files.ts";
import type { Bindings } from "@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs";

export type Engine = ReturnType<typeof openEngine>;

/** Raised by a query that was stopped. */
export class Stopped extends Error {}

/** The schema of tables that are not the user's own: files, and frames of Python. */
export const SHADOW = "_insitu";

// The end of a stream of Arrow's messages.
const END = new Uint8Array([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
// How long a query computes before it looks for an interrupt, in milliseconds.
const POLL = 50;
const MEGABYTE = 1_000_000;
// How much of the memory the result of a query may take, which is copied on its way to Python.
const RESULT = 0.25;

/**
 * Opens a database in memory that reaches nothing outside except the files that `refer` names, and
 * whose configuration nobody can change.
 *
 * @param bindings of DuckDB, instantiated
 * @param parts.memory the limit for tables and queries, in bytes
 * @param parts.interrupted whether a running query is to be given up
 * @param parts.first the number before that of the first connection, so that those of another
 *   engine are not taken for this one's
 */
export function openEngine(
  bindings: Bindings,
  {
    memory,
    interrupted,
    first = 0,
  }: { memory: number; interrupted: () => boolean; first?: number },
) {
  bindings.open({
    path: ":memory:",
    maximumThreads: 1,
    query: {
      queryPollingInterval: POLL,
      castBigIntToDouble: false,
      castDecimalToDouble: false,
      castDurationToTime64: false,
      castTimestampToDate: false,
    },
  });
  const connect = () => bindings.connect().useUnsafe((_, handle) => handle);
  const own = connect();
  for (const setting of [
    "autoinstall_known_extensions = false",
    "autoload_known_extensions = false",
    "allow_community_extensions = false",
    `memory_limit = '${Math.floor(memory / MEGABYTE)}MB'`,
    // What `files.ts` has. It is set first, since nothing can be allowed later.
    `allowed_directories = ['${FOLDER}']`,
    // Extensions, other files, and addresses.
    "enable_external_access = false",
    "lock_configuration = true",
  ])
    bindings.runQuery(own, `SET ${setting}`);

  const handles = new Map<number, number>();
  let last = first;
  let referred = 0;
  const handleOf = (connection: number) => {
    const handle = handles.get(connection);
    if (handle === undefined) throw new Error("Connection Error: This connection is closed.");
    return handle;
  };

  /** Runs one statement. Returns its result as a stream of Arrow's messages. */
  const run = (connection: number, sql: string): Uint8Array => {
    const handle = handleOf(connection);
    let header = bindings.startPendingQuery(handle, sql, false);
    while (header === null) {
      if (interrupted()) {
        bindings.cancelPendingQuery(handle);
        throw new Stopped();
      }
      header = bindings.pollPendingQuery(handle);
    }
    const parts = [header];
    let size = 0;
    for (;;) {
      const part = bindings.fetchQueryResults(handle);
      if (part === null || part.length === 0) return joined([...parts, END]);
      if (interrupted()) throw new Stopped();
      parts.push(part);
      size += part.length;
      if (size > memory * RESULT) throw new Error(tooLarge(memory * RESULT));
    }
  };

  return {
    run,
    /**
     * Runs one statement without a look at interrupts. Returns its result as an Arrow file, which,
     * unlike the stream, has what the codes of an ENUM mean.
     */
    runWhole: (connection: number, sql: string) => bindings.runQuery(handleOf(connection), sql),
    /** Opens a connection, to a database of its own. */
    connect() {
      const handle = connect();
      const connection = (last += 1);
      handles.set(connection, handle);
      bindings.runQuery(handle, `ATTACH ':memory:' AS ${databaseOf(connection)}`);
      bindings.runQuery(handle, `USE ${databaseOf(connection)}`);
      return connection;
    },
    /** Closes a connection, with its tables. */
    close(connection: number) {
      bindings.disconnect(handleOf(connection));
      handles.delete(connection);
      bindings.runQuery(own, `DETACH ${databaseOf(connection)}`);
    },
    /** Makes a file known to SQL, by reference. Returns the name by which it can be read. */
    refer(file: Blob) {
      const name = `${FOLDER}${(referred += 1)}`;
      bindings.registerFileHandle(name, file, BY_RUNTIME, true);
      return name;
    },
    /** Has SQL forget a file. */
    forget: (name: string) => bindings.dropFile(name),
    /** Makes a table in `SHADOW` from a stream of Arrow's messages. */
    insert(connection: number, table: string, stream: Uint8Array) {
      const handle = handleOf(connection);
      bindings.runQuery(handle, `CREATE SCHEMA IF NOT EXISTS ${SHADOW}`);
      bindings.insertArrowFromIPCStream(handle, stream, {
        schema: SHADOW,
        name: table,
        create: true,
      });
    },
  };
}

const tooLarge = (bytes: number) =>
  `Out of Memory Error: The result has more than ${Math.floor(bytes / MEGABYTE)} MB. Aggregate or filter it in SQL, or add a LIMIT.`;

const databaseOf = (connection: number) => `database_${connection}`;

function joined(parts: Uint8Array[]) {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
