// The functions of the worker that the harness calls. This object is all of our JavaScript that
// Python can reach: code that finds it (through `gc`, say) can print, sleep, ask for input and read
// the memory's size, all of which it can do anyway, and each print goes to the execution that runs.

import { joined } from "./bytes.ts";
import { awaitLine, interruptBuffer, sleep } from "./shared.ts";
import { watchChanges } from "./watch.ts";
import type { Answer, EngineRequest } from "./engine.ts";
import type { Module } from "pyodide/pyodide.asm.mjs";
import type { Pyodide } from "pyodide/pyodide.mjs";
import type { StreamName } from "../../generated/kernel.ts";

export type Bridge = ReturnType<typeof makeBridge>;

type Bytes = Uint8Array<ArrayBuffer>;
/** Sends a request to the SQL engine, with bytes for some. */
type AskEngine = (request: EngineRequest, bytes: Bytes | null) => Answer;
/** A proxy of Python's bytes. */
type PythonBytes = { getBuffer(type: "u8"): { data: Uint8Array; release(): void } };

/**
 * Makes the bridge.
 *
 * @param parts.stream takes output while code runs
 * @param parts.ask notifies the page that the execution waits for a line
 * @param parts.shared see `shared.ts`, or null
 * @param parts.troubles returns and clears the messages of the file systems for the user
 * @param parts.memory the bound of the interpreter's memory, in bytes
 * @param parts.archives see `openArchives`
 * @param parts.engine sends a request to the SQL engine; null if this thread cannot wait
 * @param parts.fileAt returns the user's file that is mounted at a path
 * @param parts.rawBytes maximum bytes of output that bypassed Python's streams, kept until they are
 *   fetched
 */
export function makeBridge(
  pyodide: Pyodide,
  {
    stream,
    ask,
    shared,
    troubles,
    memory,
    rawBytes,
    archives,
    engine,
    fileAt,
  }: {
    stream: (stream: StreamName, text: string) => void;
    ask: (prompt: string) => void;
    shared: Int32Array | null;
    troubles: () => string[];
    memory: number;
    archives: { has(name: string): boolean; provide(name: string): string };
    rawBytes: number;
    engine: AskEngine | null;
    fileAt: (path: string) => Blob | undefined;
  },
) {
  const { _module } = pyodide;
  // If no interrupt can come, Python polls for one all the same: the poll calls JavaScript,
  // without which JavaScriptCore does not end the thread of a worker that was terminated while it
  // computes.
  const buffer = shared
    ? interruptBuffer(shared)
    : Object.freeze({
        get 0() {
          return 0;
        },
        set 0(_) {},
      });
  const raw = { stdout: new Raw(rawBytes), stderr: new Raw(rawBytes) };
  for (const [name, method] of [
    ["stdout", "setStdout"],
    ["stderr", "setStderr"],
  ] as const) {
    pyodide[method]({
      isatty: false,
      write: (bytes: Uint8Array) => raw[name].write(bytes),
    });
  }
  pyodide.setStdin({ error: true });

  return Object.freeze({
    emit: stream,
    // Returns the output that bypassed Python's streams since the last call, by C code for
    // instance.
    raw: () =>
      JSON.stringify(
        (["stdout", "stderr"] as const)
          .map((name) => [name, raw[name].take()])
          .filter(([, text]) => text),
      ),
    // Sets whether interrupts reach the code that runs. The harness's own work must not be
    // interrupted.
    listen: (on: boolean) => pyodide.setInterruptBuffer(on ? buffer : undefined),
    canWait: () => shared !== null,
    // Whether the engine can suspend WebAssembly, so that a function that is not asynchronous can
    // wait for one that is.
    switching: Boolean(_module.jspiSupported),
    wait: (milliseconds: number) => sleep(shared as Int32Array, milliseconds),
    // Returns the user's line as JSON: a string, null if there is none, the empty text after an
    // interrupt.
    ask: (prompt: string) =>
      JSON.stringify(awaitLine(shared as Int32Array, () => ask(prompt))) ?? "",
    // Returns whether a package's archive is here; and fetches it, returning a message for the user
    // if that fails.
    has: (name: string) => archives.has(String(name)),
    provide: (name: string) => archives.provide(String(name)),
    // Sends a request to the SQL engine, as JSON, with bytes. Returns bytes, or JSON that says why
    // there are none.
    sql: (request: string, bytes?: PythonBytes) => {
      if (!engine) return JSON.stringify({ failed: NO_ENGINE });
      const { action, connection, sql, table, path } = JSON.parse(String(request));
      // Python names a file and gets no handle of it.
      const file = typeof path === "string" ? fileAt(path) : undefined;
      const { bytes: found, ...rest } = engine(
        { action, connection, sql, table, file },
        bytes ? copied(bytes) : null,
      );
      return found ?? JSON.stringify(rest);
    },
    troubles: () => JSON.stringify(troubles()),
    // Which of the interpreter's parts have changed, for the repair.
    ...watchChanges(_module),
    memory: () =>
      JSON.stringify({ limit: memory, size: _module.HEAPU8.length, ...allocated(_module) }),
  });
}

const NO_ENGINE =
  "duckdb needs shared memory, which this page does not have, since it is not cross-origin isolated. Python's own sqlite3 runs SQL: df.to_sql(name, connection), then pd.read_sql(query, connection).";

// Python's memory changes, so this is a copy.
function copied(bytes: PythonBytes): Bytes {
  const buffer = bytes.getBuffer("u8");
  try {
    return buffer.data.slice() as Bytes;
  } finally {
    buffer.release();
  }
}

// Returns the bytes that are allocated, and those that the allocator holds and does not use: the
// eighth and ninth number of C's `struct mallinfo`.
function allocated(module: Module) {
  const stack = module.stackSave();
  try {
    const facts = module.stackAlloc(40);
    module._mallinfo(facts);
    const [used, free] = module.HEAPU32.subarray(facts / 4 + 7, facts / 4 + 9);
    return { used, free };
  } finally {
    module.stackRestore(stack);
  }
}

// A buffer for output in bytes that keeps only what the user will be shown: the beginning and the
// end.
class Raw {
  head!: Uint8Array<ArrayBuffer>[];
  headSize!: number;
  tail!: Uint8Array<ArrayBuffer>[];
  tailSize!: number;
  dropped!: number;
  half: number;

  /** @param limit in bytes */
  constructor(limit: number) {
    this.half = Math.max(limit / 2, 1);
    this.clear();
  }

  clear() {
    this.head = [];
    this.headSize = 0;
    this.tail = [];
    this.tailSize = 0;
    this.dropped = 0;
  }

  write(bytes: Uint8Array) {
    // A copy, since the bytes are in Python's memory, which changes.
    const piece = bytes.slice();
    if (this.headSize < this.half) {
      this.head.push(piece);
      this.headSize += piece.length;
    } else {
      this.tail.push(piece);
      this.tailSize += piece.length;
      if (this.tailSize > 2 * this.half) this.trim();
    }
    return bytes.length;
  }

  trim() {
    const all = joined(this.tail);
    const excess = Math.max(all.length - Math.ceil(this.half), 0);
    this.dropped += excess;
    this.tail = [all.slice(excess)];
    this.tailSize = all.length - excess;
  }

  take() {
    const decode = (pieces: Uint8Array<ArrayBuffer>[]) => new TextDecoder().decode(joined(pieces));
    const text =
      this.dropped === 0
        ? decode([...this.head, ...this.tail])
        : `${decode(this.head)}\n… ${this.dropped.toLocaleString("en")} bytes of output left out …\n${decode(this.tail)}`;
    this.clear();
    return text;
  }
}
