// The interpreter's memory and stack: their bounds, and who is told when the memory fills.

const PAGE = 65_536;
const MEMORY_SECTION = 5;
const HAS_MAXIMUM = 1;
// What WebAssembly with addresses of 32 bits can have at most.
const MOST = 65_536 * PAGE;
// Where a warning still leaves room to save something.
const FULL = 0.75;
// Found by trying in Chromium, see docs/decisions/0011: from 384 KiB on, some recursions end the interpreter, and of plain recursion so do more levels.
const STACK = 256 << 10;
const LEVELS = 5_000;
// How deep this module's function can call itself there, in a browser that has as much stack; and the module, whose `recurse(n)` does so n times.
const DEPTH = 3_700;
const RECURSE = "AGFzbQEAAAABCQFgBH9/f38BfwMCAQAGBgF/AUEACwcTAgdyZWN1cnNlAAAFZGVwdGgDAAopAScBCH4gAEUEQEEADwsjAEEBaiQAIABBAWsgACABIAIQACAAIANqags=";
// With less, Python would not start.
const LEAST = 128 << 10;

/**
 * Writes a bound into a WebAssembly module, in place: its memory then never grows beyond it, whatever runs in it, and
 * Python sees a failing allocation, which is a MemoryError.
 *
 * @param {ArrayBuffer} wasm the module
 * @param {number} limit in bytes; 0 leaves the module as it is
 * @returns {number} the bound that holds, in bytes
 * @throws {Error} where the module needs more from the start, or has no memory of its own whose bound could be changed
 */
export function boundMemory(wasm, limit) {
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
        throw new Error(`Python needs at least ${least.value * PAGE / 1048576} MB of memory; the limit is ${Math.round(limit / 1048576)} MB. Raise it.`);
      }
      rewrite(bytes, least.next, most.next, pages);
      return pages * PAGE;
    }
    at = size.next + size.value;
  }
  throw new Error("The WebAssembly module has no memory of its own whose bound can be set.");
}

// WebAssembly's numbers have seven bits a byte, the lowest first; they may be longer than they need.
function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, next: at };
  }
}

function rewrite(bytes, from, to, value) {
  for (let at = from; at < to; at += 1) {
    bytes[at] = (value & 127) | (at + 1 < to ? 128 : 0);
    value >>>= 7;
  }
}

/**
 * Tells Python that its stack is as short as the browser's really is, so that code which recurses through C (`sorted` with a key
 * that sorts, a `repr` of itself) gets a RecursionError. Python believes in the ten megabytes that it was linked with; the
 * browser's own stack, which no page can lengthen, is spent long before, and that ends the interpreter.
 *
 * @param {object} module Pyodide's, once Python is started
 * @param {number} [part] what `measureStack` gave
 * @returns {number} the most levels of plain recursion that may be allowed
 * @throws {Error} where Python refuses
 */
export function boundStack(module, part = 1) {
  const top = module._emscripten_stack_get_base();
  const size = Math.max(Math.floor(STACK * part), LEAST);
  if (module._PyUnstable_ThreadState_SetStackProtection(module._PyThreadState_Get(), top - size, size) !== 0) {
    throw new Error("Python refused the bound of its stack.");
  }
  return Math.floor(LEVELS * part);
}

/** Measures this thread's stack by calling a function that calls itself: 1 where there is as much as the bounds above were found with, else the part of it. */
export function measureStack() {
  const bytes = Uint8Array.from(atob(RECURSE), (letter) => letter.charCodeAt(0));
  const { depth, recurse } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  try {
    recurse(DEPTH, 0, 0, 0);
  } catch {
    // The end of the stack.
  }
  return depth.value / DEPTH;
}

/**
 * Watches a memory grow.
 *
 * @param {WebAssembly.Memory} memory its `grow` is replaced
 * @param {number} limit in bytes
 * @param {(bytes: number, limit: number) => void} full called once, when three quarters are in use
 */
export function watchMemory(memory, limit, full) {
  const grow = memory.grow.bind(memory);
  let told = false;
  memory.grow = (pages) => {
    const before = grow(pages);
    const bytes = (before + pages) * PAGE;
    if (!told && bytes > limit * FULL) {
      told = true;
      full(bytes, limit);
    }
    return before;
  };
}
