// A file for a thread that waits: the frame writes it into shared memory piece by piece, and the worker, whose Python cannot go on without
// it, takes each piece. Both sides read this file, so the layout stands here alone. Where memory cannot be shared there is none of it.

import { joined } from "./bytes.js";

// Numbers in front of the piece: what is there and for which request, in one, so that neither is seen without the other; and how many bytes.
const STATE = 0;
const LENGTH = 1;
const HEADER = 2 * Int32Array.BYTES_PER_ELEMENT;
// States: the lowest two bits; the ticket is in those above.
const EMPTY = 0;
const PIECE = 1;
const LAST = 2;
const FAILED = 3;
const CAPACITY = 1 << 20;
// How often, in milliseconds, who waits looks for an interrupt.
const LOOK = 50;

/** Makes the memory. */
export function makePipe() {
  return new SharedArrayBuffer(HEADER + CAPACITY);
}

/**
 * Sends files through a pipe, one at a time: a new one takes the place of one that nobody waits for any more, which one of a lower ticket is itself.
 *
 * @param {SharedArrayBuffer} pipe
 * @returns {{ send(ticket: number, content: Blob | string): Promise<void>, next(): Promise<void> }} `send` begins with a file, or says in a sentence
 *   why there is none; `next` goes on, when the receiver has taken a piece
 */
export function makeSender(pipe) {
  const header = new Int32Array(pipe, 0, 2);
  let current = null;
  let newest = 0;

  const put = (state, ticket, bytes) => {
    new Uint8Array(pipe, HEADER).set(bytes);
    header[LENGTH] = bytes.length;
    Atomics.store(header, STATE, (ticket << 2) | state);
    Atomics.notify(header, STATE);
  };

  const fail = (ticket, sentence) => put(FAILED, ticket, new TextEncoder().encode(sentence).subarray(0, CAPACITY));

  const next = async () => {
    const sending = current;
    if (!sending) return;
    const { ticket, blob, at } = sending;
    const end = Math.min(at + CAPACITY, blob.size);
    try {
      const bytes = new Uint8Array(await blob.slice(at, end).arrayBuffer());
      if (current !== sending) return;
      sending.at = end;
      if (end === blob.size) current = null;
      put(end === blob.size ? LAST : PIECE, ticket, bytes);
    } catch (error) {
      if (current !== sending) return;
      current = null;
      fail(ticket, String(error?.message ?? error));
    }
  };

  return {
    async send(ticket, content) {
      // What comes late for an import that was stopped must not displace what is waited for now.
      if (ticket < newest) return;
      newest = ticket;
      current = null;
      if (typeof content === "string") return fail(ticket, content);
      current = { ticket, blob: content, at: 0 };
      return next();
    },
    next,
  };
}

/**
 * Asks for a file and blocks this thread until it has come.
 *
 * @param {SharedArrayBuffer} pipe
 * @param {object} parts
 * @param {number} parts.ticket tells this request from those before
 * @param {() => void} parts.ask asks for the file
 * @param {() => void} parts.more asks for the next piece
 * @param {() => boolean} parts.interrupted whether to give up
 * @returns {{ bytes?: Uint8Array, failed?: string }} the file, or a sentence that says why there is none; neither after an interrupt
 */
export function receive(pipe, { ticket, ask, more, interrupted }) {
  const header = new Int32Array(pipe, 0, 2);
  const pieces = [];
  Atomics.store(header, STATE, EMPTY);
  ask();
  for (;;) {
    if (interrupted()) return {};
    const state = Atomics.load(header, STATE);
    if (state === EMPTY) {
      Atomics.wait(header, STATE, EMPTY, LOOK);
      continue;
    }
    if (state >> 2 !== ticket) {
      // Of an earlier request; what has come since then stays.
      Atomics.compareExchange(header, STATE, state, EMPTY);
      continue;
    }
    // Decoders refuse shared memory, so this is a copy.
    const bytes = new Uint8Array(pipe, HEADER, header[LENGTH]).slice();
    Atomics.store(header, STATE, EMPTY);
    if ((state & 3) === FAILED) return { failed: new TextDecoder().decode(bytes) };
    pieces.push(bytes);
    if ((state & 3) === LAST) return { bytes: joined(pieces) };
    more();
  }
}
