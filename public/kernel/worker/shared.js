// The memory that frame and worker share: an interrupt, and a line that the user typed. Both sides read this file, so the
// layout stands here alone. Where memory cannot be shared there is none of it.

// Pyodide looks at the first number for interrupts; the second says what is with the line, the third which execution was meant.
const SIGNAL = 0;
const LINE = 1;
const TARGET = 2;
const SIGINT = 2;
const WAITING = 0;
const CANCELLED = -1;
// Characters (UTF-16 units) that a line may have; what is longer is cut.
const LONGEST = 1 << 18;
const TEXT = 3 * Int32Array.BYTES_PER_ELEMENT;
// An interrupt wakes whoever waits; this is how often, in milliseconds, it is looked for all the same.
const LOOK = 50;

/** Makes the memory. */
export function makeShared() {
  return new Int32Array(new SharedArrayBuffer(TEXT + 2 * LONGEST));
}

/** Interrupts the execution `id`, and wakes it if it sleeps or waits. */
export function interrupt(shared, id) {
  Atomics.store(shared, TARGET, id);
  Atomics.store(shared, SIGNAL, SIGINT);
  Atomics.notify(shared, SIGNAL);
  Atomics.notify(shared, LINE);
}

/** Whether there is an interrupt, which stays. */
export function isInterrupted(shared) {
  return Atomics.load(shared, SIGNAL) === SIGINT;
}

/** Takes the interrupt back. Says whether there was one. */
export function takeInterrupt(shared) {
  return Atomics.exchange(shared, SIGNAL, 0) === SIGINT;
}

/** Takes back whatever interrupt there is before the execution `id` begins. Says whether it was meant for this one. */
export function takeInterruptOf(shared, id) {
  return takeInterrupt(shared) && Atomics.load(shared, TARGET) === (id | 0);
}

/**
 * The memory as Pyodide looks at it: it reads the signal and then writes a zero, and what came in between, which in a tight loop
 * happens once in some dozen times, would be lost. So reading takes the signal, and writing does nothing.
 */
export function interruptBuffer(shared) {
  return Object.freeze({
    get [SIGNAL]() {
      return shared[SIGNAL] === 0 ? 0 : Atomics.exchange(shared, SIGNAL, 0);
    },
    set [SIGNAL](_) {},
  });
}

/** Sleeps without using the processor, until the time is up or an interrupt comes. */
export function sleep(shared, milliseconds) {
  Atomics.wait(shared, SIGNAL, 0, milliseconds);
}

/** Answers the worker's question; null stands for no answer. */
export function giveLine(shared, line) {
  if (line !== null) {
    const text = new Uint16Array(shared.buffer, TEXT);
    const length = Math.min(line.length, LONGEST);
    for (let at = 0; at < length; at += 1) text[at] = line.charCodeAt(at);
    Atomics.store(shared, LINE, length + 1);
  } else {
    Atomics.store(shared, LINE, CANCELLED);
  }
  Atomics.notify(shared, LINE);
}

/**
 * Asks, and blocks this thread until there is an answer.
 *
 * @param {Int32Array} shared
 * @param {() => void} ask puts the question; an answer from before is forgotten
 * @returns {string | null | undefined} the line, null where the user gave none, undefined after an interrupt
 */
export function awaitLine(shared, ask) {
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
