// Sends a file to a blocked thread: the frame writes it into shared memory piece by piece, and the
// worker, whose Python cannot go on without it, reads each piece. Both sides import this file, so
// the layout is defined only here. If memory cannot be shared there is no pipe.

import { joined } from "./bytes.ts";

// The header before the piece: its state and its request's ticket, in one number so that they
// change atomically; and its length in bytes.
const STATE = 0;
const LENGTH = 1;
const HEADER = 2 * Int32Array.BYTES_PER_ELEMENT;
// States, in the lowest two bits; the ticket is in the bits above.
const EMPTY = 0;
const PIECE = 1;
const LAST = 2;
const FAILED = 3;
const CAPACITY = 1 << 20;
// How often the receiver checks for an interrupt, in milliseconds.
const LOOK = 50;

/** Allocates the shared memory. */
export function makePipe() {
  return new SharedArrayBuffer(HEADER + CAPACITY);
}

/**
 * Makes a sender of files through a pipe, one at a time. A new file replaces the current one, which
 * nobody waits for any more; one with a lower ticket than the newest is ignored.
 *
 * @returns `send` starts with a file, or sends the reason why there is none; `next` sends the next
 *   piece, when the receiver has read one
 */
export function makeSender(pipe: SharedArrayBuffer): {
  send(ticket: number, content: Blob | string): Promise<void>;
  next(): Promise<void>;
} {
  const { put, fail } = makeWriter(pipe);
  let current: { ticket: number; blob: Blob; at: number } | null = null;
  let newest = 0;

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
      fail(ticket, String((error as Error | undefined)?.message ?? error));
    }
  };

  return {
    async send(ticket, content) {
      // A late file for an import that was stopped must not replace the one that is awaited now.
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
 * Makes a sender of bytes that are in memory, one answer at a time, for a thread that answers each
 * request before it reads the next.
 *
 * @returns as `makeSender`
 */
export function makeByteSender(pipe: SharedArrayBuffer): {
  send(ticket: number, content: Uint8Array | string): void;
  next(): void;
} {
  const { put, fail } = makeWriter(pipe);
  let current: { ticket: number; bytes: Uint8Array } | null = null;
  const next = () => {
    if (!current) return;
    const { ticket, bytes } = current;
    const piece = bytes.subarray(0, CAPACITY);
    const last = piece.length === bytes.length;
    current = last ? null : { ticket, bytes: bytes.subarray(CAPACITY) };
    put(last ? LAST : PIECE, ticket, piece);
  };
  return {
    send(ticket, content) {
      current = null;
      if (typeof content === "string") return fail(ticket, content);
      current = { ticket, bytes: content };
      next();
    },
    next,
  };
}

function makeWriter(pipe: SharedArrayBuffer) {
  const header = new Int32Array(pipe, 0, 2);
  const put = (state: number, ticket: number, bytes: Uint8Array) => {
    new Uint8Array(pipe, HEADER).set(bytes);
    header[LENGTH] = bytes.length;
    Atomics.store(header, STATE, (ticket << 2) | state);
    Atomics.notify(header, STATE);
  };
  const fail = (ticket: number, sentence: string) =>
    put(FAILED, ticket, new TextEncoder().encode(sentence).subarray(0, CAPACITY));
  return { put, fail };
}

/**
 * Requests a file and blocks this thread until it has arrived.
 *
 * @param parts.ticket identifies this request
 * @param parts.ask requests the file
 * @param parts.more requests the next piece
 * @param parts.interrupted whether to give up
 * @returns the file, or the reason why there is none; neither after an interrupt
 */
export function receive(
  pipe: SharedArrayBuffer,
  {
    ticket,
    ask,
    more,
    interrupted,
  }: { ticket: number; ask: () => void; more: () => void; interrupted: () => boolean },
): { bytes?: Uint8Array<ArrayBuffer>; failed?: string } {
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
      // A piece for an earlier request; one that has replaced it since is kept.
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
