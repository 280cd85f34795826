// The memory that frame and worker share: an interrupt, and a line that the user typed. Both sides
// import this file, so the layout is defined only here. If memory cannot be shared there is none
// of it.

// Pyodide reads interrupts from the first number; the second is the state of the line, the third
// the execution to interrupt.
const SIGNAL = 0;
const LINE = 1;
const TARGET = 2;
const SIGINT = 2;
const WAITING = 0;
const CANCELLED = -1;
// The maximum length of a line in UTF-16 code units; a longer one is truncated.
const MAX_LINE_LENGTH = 1 << 18;
const TEXT = 3 * Int32Array.BYTES_PER_ELEMENT;
// An interrupt wakes a waiting thread, which also checks for one at this interval, in milliseconds.
const LOOK = 50;

/** Allocates the shared memory. */
export function makeShared() {
  return new Int32Array(new SharedArrayBuffer(TEXT + 2 * MAX_LINE_LENGTH));
}

/** Interrupts the execution `id`, and wakes it if it sleeps or waits. */
export function interrupt(shared: Int32Array, id: number) {
  Atomics.store(shared, TARGET, id);
  Atomics.store(shared, SIGNAL, SIGINT);
  Atomics.notify(shared, SIGNAL);
  Atomics.notify(shared, LINE);
}

/** Returns whether there is an interrupt, without clearing it. */
export function isInterrupted(shared: Int32Array) {
  return Atomics.load(shared, SIGNAL) === SIGINT;
}

/** Clears the interrupt. Returns whether there was one. */
export function takeInterrupt(shared: Int32Array) {
  return Atomics.exchange(shared, SIGNAL, 0) === SIGINT;
}

/**
 * Clears any interrupt before the execution `id` begins. Returns whether it was for this execution.
 */
export function takeInterruptOf(shared: Int32Array, id: number) {
  return takeInterrupt(shared) && Atomics.load(shared, TARGET) === (id | 0);
}

/**
 * Returns the interrupt buffer for Pyodide, which reads the signal and then writes a zero. An
 * interrupt in between, which in a tight loop happens once in some dozen times, would be lost. So
 * reading clears the signal, and writing does nothing.
 */
export function interruptBuffer(shared: Int32Array) {
  return Object.freeze({
    get [SIGNAL]() {
      return shared[SIGNAL] === 0 ? 0 : Atomics.exchange(shared, SIGNAL, 0);
    },
    set [SIGNAL](_) {},
  });
}

/** Sleeps without using the processor, until the time is up or an interrupt comes. */
export function sleep(shared: Int32Array, milliseconds: number) {
  Atomics.wait(shared, SIGNAL, 0, milliseconds);
}

/** Sends the user's line to the waiting worker; null means that there is none. */
export function sendLine(shared: Int32Array, line: string | null) {
  if (line !== null) {
    const text = new Uint16Array(shared.buffer, TEXT);
    const length = Math.min(line.length, MAX_LINE_LENGTH);
    for (let at = 0; at < length; at += 1) text[at] = line.charCodeAt(at);
    Atomics.store(shared, LINE, length + 1);
  } else {
    Atomics.store(shared, LINE, CANCELLED);
  }
  Atomics.notify(shared, LINE);
}

/**
 * Asks for a line, and blocks this thread until it arrives.
 *
 * @param ask asks the question; an earlier answer is discarded
 * @returns the line, null if the user entered none, undefined after an interrupt
 */
export function awaitLine(shared: Int32Array, ask: () => void): string | null | undefined {
  Atomics.store(shared, LINE, WAITING);
  ask();
  for (;;) {
    if (takeInterrupt(shared)) return undefined;
    const state = Atomics.exchange(shared, LINE, WAITING);
    if (state === CANCELLED) return null;
    if (state !== WAITING) {
      // Decoders refuse shared memory, so this is a copy.
      const text = new Uint16Array(shared.buffer, TEXT, state - 1).slice();
      return new TextDecoder("utf-16le").decode(text);
    }
    Atomics.wait(shared, LINE, WAITING, LOOK);
  }
}
