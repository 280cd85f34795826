// The functions of the worker that the harness calls. This object is all of our JavaScript that
// Python can reach: code that finds it (through `gc`, say) can print, sleep, ask for input and read
// the memory's size, all of which it can do anyway, and each print goes to the execution that runs.

import { joined } from "./bytes.js";
import { awaitLine, interruptBuffer, sleep } from "./shared.js";
import { watchChanges } from "./watch.js";

/** @typedef {ReturnType<typeof makeBridge>} Bridge */

/**
 * Makes the bridge.
 *
 * @param {import("pyodide/pyodide.mjs").Pyodide} pyodide
 * @param {object} parts
 * @param {(stream: import("../../generated/kernel").StreamName, text: string) => void} parts.stream
 *   takes output while code runs
 * @param {(prompt: string) => void} parts.ask notifies the page that the execution waits for a line
 * @param {Int32Array | null} parts.shared see `shared.js`, or null
 * @param {() => string[]} parts.troubles returns and clears the messages of the file systems for
 *   the user
 * @param {number} parts.memory the bound of the interpreter's memory, in bytes
 * @param {{ has(package: string): boolean, provide(package: string): string }} parts.archives see
 *   `openArchives`
 * @param {number} parts.rawBytes maximum bytes of output that bypassed Python's streams, kept until
 *   they are fetched
 */
export function makeBridge(pyodide, { stream, ask, shared, troubles, memory, rawBytes, archives }) {
  const { _module } = pyodide;
  // Where no interrupt can come, Python polls for one all the same: the poll calls JavaScript,
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
  for (const [name, method] of /** @type {const} */ ([
    ["stdout", "setStdout"],
    ["stderr", "setStderr"],
  ])) {
    pyodide[method]({
      isatty: false,
      write: (/** @type {Uint8Array} */ bytes) => raw[name].write(bytes),
    });
  }
  pyodide.setStdin({ error: true });

  return Object.freeze({
    emit: stream,
    // Returns the output that bypassed Python's streams since the last call, by C code for
    // instance.
    raw: () =>
      JSON.stringify(
        /** @type {const} */ (["stdout", "stderr"])
          .map((name) => [name, raw[name].take()])
          .filter(([, text]) => text),
      ),
    // Sets whether interrupts reach the code that runs. The harness's own work must not be
    // interrupted.
    listen: (/** @type {boolean} */ on) => pyodide.setInterruptBuffer(on ? buffer : undefined),
    canWait: () => shared !== null,
    // Whether the engine can suspend WebAssembly, so that a function that is not asynchronous can
    // wait for one that is.
    switching: Boolean(_module.jspiSupported),
    wait: (/** @type {number} */ milliseconds) =>
      sleep(/** @type {Int32Array} */ (shared), milliseconds),
    // Returns the user's line as JSON: a string, null where there is none, the empty text after an
    // interrupt.
    ask: (/** @type {string} */ prompt) =>
      JSON.stringify(awaitLine(/** @type {Int32Array} */ (shared), () => ask(prompt))) ?? "",
    // Returns whether a package's archive is here; and fetches it, returning a message for the user
    // where that fails.
    has: (/** @type {string} */ name) => archives.has(String(name)),
    provide: (/** @type {string} */ name) => archives.provide(String(name)),
    troubles: () => JSON.stringify(troubles()),
    // Which of the interpreter's parts have changed, for the repair.
    ...watchChanges(_module),
    memory: () =>
      JSON.stringify({ limit: memory, size: _module.HEAPU8.length, ...allocated(_module) }),
  });
}

// Returns the bytes that are allocated, and those that the allocator holds and does not use: the
// eighth and ninth number of C's `struct mallinfo`.
/** @param {import("pyodide/pyodide.asm.mjs").Module} module */
function allocated(module) {
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
  /** @param {number} limit in bytes */
  constructor(limit) {
    this.half = Math.max(limit / 2, 1);
    this.clear();
  }

  clear() {
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.head = [];
    /** @type {number} */
    this.headSize = 0;
    /** @type {Uint8Array<ArrayBuffer>[]} */
    this.tail = [];
    /** @type {number} */
    this.tailSize = 0;
    /** @type {number} */
    this.dropped = 0;
  }

  /** @param {Uint8Array} bytes */
  write(bytes) {
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
    const decode = (/** @type {Uint8Array<ArrayBuffer>[]} */ pieces) =>
      new TextDecoder().decode(joined(pieces));
    const text =
      this.dropped === 0
        ? decode([...this.head, ...this.tail])
        : `${decode(this.head)}\n… ${this.dropped.toLocaleString("en")} bytes of output left out …\n${decode(this.tail)}`;
    this.clear();
    return text;
  }
}
