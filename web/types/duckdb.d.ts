// The members of DuckDB's blocking bindings that are used here. The package exports the file for
// browsers under no name, so the bundler knows it by its path; under Node it is
// "@duckdb/duckdb-wasm/blocking".

declare module "@duckdb/duckdb-wasm/dist/duckdb-browser-blocking.mjs" {
  /** The engine, in this thread. Errors are DuckDB's messages. */
  export interface Bindings {
    instantiate(progress: () => void): Promise<unknown>;
    open(options: {
      path: string;
      maximumThreads: number;
      query: { queryPollingInterval: number } & Record<
        | "castBigIntToDouble"
        | "castDecimalToDouble"
        | "castDurationToTime64"
        | "castTimestampToDate",
        boolean
      >;
    }): void;
    connect(): { useUnsafe<R>(use: (bindings: unknown, connection: number) => R): R };
    disconnect(connection: number): void;
    runQuery(connection: number, sql: string): Uint8Array;
    /** Returns the schema of the result as Arrow has it, or null if the query has to be polled. */
    startPendingQuery(connection: number, sql: string, stream: boolean): Uint8Array | null;
    pollPendingQuery(connection: number): Uint8Array | null;
    cancelPendingQuery(connection: number): boolean;
    /** Returns the next batch; nothing, or no bytes, after the last one. */
    fetchQueryResults(connection: number): Uint8Array | null;
    /** Makes a file of the runtime known; `direct` has it read past the engine's own pages. */
    registerFileHandle(name: string, file: Blob, protocol: number, direct: boolean): void;
    dropFile(name: string): void;
    insertArrowFromIPCStream(
      connection: number,
      stream: Uint8Array,
      table: { schema: string; name: string; create: boolean },
    ): void;
  }

  export class VoidLogger {}

  type Files = { mainModule: string; mainWorker: string };

  export function createDuckDB(
    files: { mvp: Files; eh: Files },
    logger: VoidLogger,
    runtime: object,
  ): Promise<Bindings>;
}
