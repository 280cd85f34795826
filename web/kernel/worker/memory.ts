// The bounds of the interpreter's memory and stack, and the notice when the memory fills.

import type { Module } from "pyodide/pyodide.asm.mjs";

const PAGE = 65_536;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
// The maximum for WebAssembly with 32-bit addresses.
const MOST = 65_536 * PAGE;
// The share in use at which a warning still leaves memory to save something.
const FULL = 0.75;
// Measured in Chromium, see docs/decisions/0011-a-shorter-stack.md: from 384 KiB on, some
// recursions crash the interpreter, as do more levels of plain recursion.
const STACK = 256 << 10;
const LEVELS = 5_000;
// The recursion depth that `recurse` reaches in a browser with as much stack; and its module, where
// `recurse(n)` calls itself n times.
const DEPTH = 3_700;
const RECURSE =
  "AGFzbQEAAAABCQFgBH9/f38BfwMCAQAGBgF/AUEACwcTAgdyZWN1cnNlAAAFZGVwdGgDAAopAScBCH4gAEUEQEEADwsjAEEBaiQAIABBAWsgACABIAIQACAAIANqags=";
// With less, Python would not start.
const LEAST = 128 << 10;

/**
 * Writes a maximum for its memory into a WebAssembly module, in place. The memory never grows
 * beyond it, whatever runs in it, and Python sees a failed allocation, which is a MemoryError.
 *
 * @param wasm the module
 * @param limit in bytes; 0 leaves the module as it is
 * @returns the effective bound, in bytes
 * @throws {Error} if the module's initial memory is larger, or it has no memory of its own whose
 *   bound could be changed
 */
export function boundMemory(wasm: ArrayBuffer, limit: number): number {
  if (!limit) return MOST;
  const bytes = new Uint8Array(wasm);
  let at = 8;
  while (at < bytes.length) {
    const section = bytes[at];
    const size = number(bytes, at + 1);
    if (section === MEMORY_SECTION) {
      const count = number(bytes, size.next);
      if (count.value !== 1 || bytes[count.next] !== HAS_MAXIMUM) break;
      const least = number(bytes, count.next + 1);
      const most = number(bytes, least.next);
      const pages = Math.min(Math.floor(limit / PAGE), most.value);
      if (pages < least.value) {
        throw new Error(
          `Python needs at least ${(least.value * PAGE) / 1048576} MB of memory; the limit is ${Math.round(limit / 1048576)} MB. Raise it.`,
        );
      }
      rewrite(bytes, least.next, most.next, pages);
      return pages * PAGE;
    }
    at = size.next + size.value;
  }
  throw new Error("The WebAssembly module has no memory of its own whose bound can be set.");
}

// Decodes LEB128: seven bits a byte, the lowest first; a number may have more bytes than it needs.
function number(bytes: Uint8Array, at: number) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

function rewrite(bytes: Uint8Array, from: number, to: number, value: number) {
  for (let at = from; at < to; at += 1) {
    bytes[at] = (value & 127) | (at + 1 < to ? 128 : 0);
    value >>>= 7;
  }
}

/**
 * Sets Python's stack limit to the browser's actual stack, so that code which recurses through C
 * (`sorted` with a key that sorts, a `repr` of itself) gets a RecursionError. Python assumes the
 * ten megabytes that it was linked with; the browser's own stack, which no page can enlarge,
 * overflows long before, and that crashes the interpreter.
 *
 * @param module Pyodide's, once Python is started
 * @param part what `measureStack` returned
 * @returns the maximum number of levels of plain recursion
 * @throws {Error} if Python refuses
 */
export function boundStack(module: Module, part = 1): number {
  const top = module._emscripten_stack_get_base();
  const size = Math.max(Math.floor(STACK * part), LEAST);
  if (
    module._PyUnstable_ThreadState_SetStackProtection(
      module._PyThreadState_Get(),
      top - size,
      size,
    ) !== 0
  ) {
    throw new Error("Python refused the bound of its stack.");
  }
  return Math.floor(LEVELS * part);
}

/**
 * Measures this thread's stack with a recursive function. Returns its size as a fraction, at most
 * 1, of the stack that the bounds above were measured with.
 */
export function measureStack() {
  const bytes = Uint8Array.from(atob(RECURSE), (letter) => letter.charCodeAt(0));
  const { depth, recurse } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as {
    depth: WebAssembly.Global<"i32">;
    recurse: (...values: number[]) => number;
  };
  try {
    recurse(DEPTH, 0, 0, 0);
  } catch {
    // Stack overflow.
  }
  return depth.value / DEPTH;
}

/**
 * Watches a memory grow.
 *
 * @param memory its `grow` is replaced
 * @param limit in bytes
 * @param full called once, when three quarters are in use
 */
export function watchMemory(
  memory: WebAssembly.Memory,
  limit: number,
  full: (bytes: number, limit: number) => void,
) {
  const grow = memory.grow.bind(memory);
  let reported = false;
  memory.grow = (pages) => {
    const before = grow(pages);
    const bytes = (before + pages) * PAGE;
    if (!reported && bytes > limit * FULL) {
      reported = true;
      full(bytes, limit);
    }
    return before;
  };
}
