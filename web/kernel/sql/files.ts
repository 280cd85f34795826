// The files of the SQL engine: those that Python has named, by reference and read-only. They take
// the place of DuckDB's own file system, which would fetch addresses and write files.

/** What DuckDB's compiled code calls for files: the members of its runtime that can be reached. */
export type Runtime = Record<string, unknown>;

/** Of Emscripten's module, what the runtime uses. */
export interface Module {
  HEAPU8: Uint8Array;
  HEAPF64: Float64Array;
  ccall(name: string, result: null, types: string[], values: unknown[]): void;
  stackSave(): number;
  stackRestore(pointer: number): void;
  stackAlloc(bytes: number): number;
  _malloc(bytes: number): number;
}

/** The folder whose files SQL may name. It has nothing but them. */
export const FOLDER = "insitu-files/";

// Flags of DuckDB for opening a file.
const TO_WRITE = 2 | 8 | 16 | 32 | 512;
const NULL_IF_ABSENT = 128;
// DuckDB's protocol for files that a runtime reads.
export const BY_RUNTIME = 2;
// DuckDB's answers are three floats: for a file its size, its content if it is in memory, its time.
const ANSWER = 3 * Float64Array.BYTES_PER_ELEMENT;
const READ_ONLY = "SQL writes no files.";

/**
 * Makes the runtime.
 *
 * @param slice reads a piece of a file synchronously; throws if the file has changed since it was
 *   handed over
 * @returns the runtime for DuckDB, and `files`, which DuckDB's bindings fill as well
 */
export function makeRuntime(slice: (file: Blob, from: number, to: number) => ArrayBuffer): {
  runtime: Runtime;
  files: Map<string, Blob>;
} {
  const files = new Map<string, Blob>();
  const open = new Map<number, Blob>();
  const textAt = (module: Module, from: number, length: number) =>
    new TextDecoder().decode(module.HEAPU8.slice(from, from + length));
  const fail = (module: Module, message: string) => {
    module.ccall("duckdb_web_fail_with", null, ["string"], [message]);
    return 0;
  };
  const nameOf = (module: Module, id: number): string | null => {
    const stack = module.stackSave();
    const answer = module.stackAlloc(ANSWER);
    const types = ["number", "number", "number"];
    module.ccall("duckdb_web_fs_get_file_info_by_id", null, types, [answer, id, 0]);
    const [status, from, length] = module.HEAPF64.slice(answer / 8, answer / 8 + 3);
    module.stackRestore(stack);
    if (status !== 0 || length === 0) return null;
    const text = textAt(module, from, length);
    module.ccall("duckdb_web_clear_response", null, [], []);
    return JSON.parse(text)?.fileName ?? null;
  };
  const refuse = (module: Module) => fail(module, READ_ONLY);

  const runtime: Runtime = {
    _files: files,
    _udfFunctions: new Map(),
    // The only feature that is asked for: integers of 64 bits.
    testPlatformFeature: (_module: Module, feature: number) => feature === 1,
    getDefaultDataProtocol: () => BY_RUNTIME,
    openFile(module: Module, id: number, flags: number) {
      const name = nameOf(module, id);
      const file = name === null ? undefined : files.get(name);
      if (flags & TO_WRITE) return refuse(module);
      if (!file) return flags & NULL_IF_ABSENT ? 0 : fail(module, "There is no such file.");
      open.set(id, file);
      const answer = module._malloc(ANSWER);
      module.HEAPF64.set([file.size, 0, 0], answer / 8);
      return answer;
    },
    closeFile: (_module: Module, id: number) => void open.delete(id),
    readFile(module: Module, id: number, to: number, length: number, from: number) {
      const file = open.get(id);
      if (!file) return fail(module, "The file is not open.");
      try {
        const bytes = new Uint8Array(slice(file, from, Math.min(from + length, file.size)));
        module.HEAPU8.set(bytes, to);
        return bytes.length;
      } catch {
        return fail(module, "The file has changed or was moved. Drop it again.");
      }
    },
    dropFile: (module: Module, from: number, length: number) =>
      void files.delete(textAt(module, from, length)),
    checkFile: (module: Module, from: number, length: number) =>
      files.has(textAt(module, from, length)),
    // No patterns: a file is known by its whole name.
    glob(module: Module, from: number, length: number) {
      const name = textAt(module, from, length);
      if (files.has(name)) module.ccall("duckdb_web_fs_glob_add_path", null, ["string"], [name]);
    },
    getLastFileModificationTime: () => 0,
    checkDirectory: () => false,
    listDirectoryEntries: () => false,
    syncFile() {},
    progressUpdate() {},
    writeFile: refuse,
    truncateFile: refuse,
    createDirectory: refuse,
    removeDirectory: refuse,
    moveFile: refuse,
    removeFile: refuse,
    callScalarUDF: refuse,
  };
  return { runtime, files };
}
