// The pipe between two threads: one blocks in `receive` while the other sends.

import assert from "node:assert/strict";
import { createHash, randomBytes } from "node:crypto";
import { after, test } from "node:test";

import { makePipe, makeSender, receive } from "../worker/pipe.ts";
import { startReceiver } from "./receiver.ts";

const PIECE = 1 << 20;
const pipe = makePipe();
const sender = makeSender(pipe);
const { receiving, interrupt, close } = startReceiver(pipe);
after(close);

let tickets = 0;
const digest = (bytes: Uint8Array | undefined) =>
  createHash("sha256")
    .update(bytes as Uint8Array)
    .digest("hex");
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Makes a file whose pieces are read when `release` is called, or fail if it is called with an
 * error. `release` waits until a piece is asked for, and until this thread has handled the read.
 * `asked` returns how many pieces are asked for and not released.
 */
function slowFile(size: number): Blob & { release(error?: Error): Promise<void>; asked(): number } {
  const reads: { resolve(): void; reject(error: Error): void }[] = [];
  let arrived = () => {};
  const slice = (from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> } => ({
    arrayBuffer: () =>
      new Promise((resolve, reject) => {
        reads.push({ resolve: () => resolve(new ArrayBuffer(to - from)), reject });
        arrived();
      }),
  });
  const release = async (error: Error | undefined) => {
    if (reads.length === 0) await new Promise((resolve) => (arrived = () => resolve(undefined)));
    const { resolve, reject } = reads.shift() as (typeof reads)[number];
    if (error) reject(error);
    else resolve();
    await new Promise(setImmediate);
  };
  return { size, slice, release, asked: () => reads.length } as any;
}

test("a file arrives byte for byte, in as many pieces as it needs", async () => {
  const cases = [
    [0, 0],
    [1, 0],
    [PIECE - 1, 0],
    [PIECE, 0],
    [PIECE + 1, 1],
    [3 * PIECE, 2],
    [3.5 * PIECE, 3],
  ];
  for (const [size, further] of cases) {
    const ticket = (tickets += 1);
    const content = randomBytes(size);
    let asked = 0;
    const wanted = receiving(ticket, () => {
      asked += 1;
      sender.next();
    });
    await wanted.asked;
    await sender.send(ticket, new Blob([content]));
    const { bytes, ...rest } = await wanted.received;
    assert.deepEqual(
      [bytes?.length, digest(bytes), rest, asked],
      [size, digest(content), {}, further],
    );
  }
});

test("the reason why there is no file arrives unchanged", async () => {
  for (const sentence of [
    "scipy could not be fetched (Failed to fetch). Check the connection.",
    "売上 😀",
    "null",
  ]) {
    const ticket = (tickets += 1);
    const wanted = receiving(ticket);
    await wanted.asked;
    await sender.send(ticket, sentence);
    assert.deepEqual(await wanted.received, { failed: sentence });
  }
});

test("a piece that cannot be read ends the transfer with the reason", async () => {
  for (const readable of [0, 1, 2]) {
    const ticket = (tickets += 1);
    const file = slowFile(3 * PIECE);
    const wanted = receiving(ticket, () => sender.next());
    await wanted.asked;
    sender.send(ticket, file);
    for (let piece = 0; piece < readable; piece += 1) await file.release();
    await file.release(new Error("NotReadableError: the file was changed"));
    assert.deepEqual(await wanted.received, { failed: "NotReadableError: the file was changed" });
  }
});

test("an interrupt ends the wait, before the file and in the middle of it", async () => {
  for (const pieces of [0, 1]) {
    const ticket = (tickets += 1);
    const wanted = receiving(ticket);
    await wanted.asked;
    if (pieces) await sender.send(ticket, new Blob([randomBytes(3 * PIECE)]));
    await pause(100);
    interrupt(ticket);
    assert.deepEqual(await wanted.received, {});
  }
});

test("pieces for an earlier request are ignored", async () => {
  const [earlier, ticket] = [(tickets += 1), (tickets += 1)];
  const wanted = receiving(earlier);
  await wanted.asked;
  await sender.send(earlier, new Blob([randomBytes(3 * PIECE)]));
  await pause(50);
  interrupt(earlier);
  await wanted.received;
  const content = randomBytes(2 * PIECE);
  const next = receiving(ticket, () => sender.next());
  await next.asked;
  // For the earlier request: the piece that it still asked for, its last piece, and a reason why
  // there is none.
  await sender.next();
  await pause(50);
  await sender.next();
  await pause(50);
  await sender.send(earlier, "Nobody waits for this.");
  await pause(50);
  await sender.send(ticket, new Blob([content]));
  assert.equal(digest((await next.received).bytes), digest(content));
});

test("a new file replaces the current one, whether that one's next piece is read or fails", async () => {
  for (const error of [undefined, new Error("NotReadableError")]) {
    const [earlier, ticket] = [(tickets += 1), (tickets += 1)];
    const file = slowFile(2 * PIECE);
    const wanted = receiving(ticket, () => sender.next());
    await wanted.asked;
    sender.send(earlier, file);
    const content = randomBytes(PIECE + 5);
    await sender.send(ticket, new Blob([content]));
    await file.release(error);
    assert.equal(digest((await wanted.received).bytes), digest(content));
    // Nothing more is read from the first file, and nothing is left to send.
    await sender.next();
    assert.equal(file.asked(), 0);
  }
});

test("a request discards what is left in the pipe", async () => {
  await sender.send((tickets += 1), "Nobody has asked for this.");
  const ticket = (tickets += 1);
  const wanted = receiving(ticket);
  await wanted.asked;
  await sender.send(ticket, new Blob(["mine"]));
  assert.deepEqual(await wanted.received, { bytes: Buffer.from("mine") });
});

test("a file that arrives while an earlier one is being discarded is not lost", () => {
  const own = makePipe();
  const from = makeSender(own);
  const atomics = Atomics as unknown as Record<string, (...values: unknown[]) => unknown>;
  for (const method of ["load", "compareExchange"]) {
    const earlier = (tickets += 1);
    const ticket = (tickets += 1);
    let looks = 0;
    // The other thread sends right after this one has read the state, or right before it clears it.
    const original = atomics[method];
    let calls = 0;
    atomics[method] = (...values) => {
      if (method === "load") {
        const seen = original(...values);
        if ((calls += 1) === 1) from.send(ticket, "mine");
        return seen;
      }
      if ((calls += 1) === 1) from.send(ticket, "mine");
      return original(...values);
    };
    try {
      const received = receive(own, {
        ticket,
        ask: () => from.send(earlier, "another's"),
        more() {},
        interrupted: () => (looks += 1) > 20,
      });
      assert.deepEqual(received, { failed: "mine" }, method);
    } finally {
      atomics[method] = original;
    }
  }
});

test("a late file for an earlier request does not replace the current one", async () => {
  const pipe = makePipe();
  const sender = makeSender(pipe);
  const header = new Int32Array(pipe, 0, 2);
  const large = new Blob([new Uint8Array(3 << 20)]);
  await sender.send(2, large);
  await sender.send(1, new Blob(["late"]));
  // The first piece for the second request.
  assert.deepEqual([header[0] >> 2, header[1]], [2, 1 << 20]);
  await sender.next();
  assert.deepEqual([header[0] >> 2, header[1]], [2, 1 << 20]);
});
