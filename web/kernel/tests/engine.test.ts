// The kernel's connection to the SQL engine: this thread waits while another one answers, as
// Python's waits for the engine's worker. What the frame does is in its place here.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Worker } from "node:worker_threads";

import { connectEngine, filesOfEngine } from "../worker/engine.ts";
import { makePipe } from "../worker/pipe.ts";
import { interrupt, isInterrupted, makeShared } from "../worker/shared.ts";
import { startThread } from "./thread.ts";
import type { EngineOrder } from "../frame/engine.ts";

// Answers `sql` with itself, and `big` with as many bytes as it says; says nothing to "hang".
const SOURCE = `
import { parentPort } from "node:worker_threads";
import { makeByteSender } from "../worker/pipe.ts";
parentPort.once("message", ({ pipe, ticket, limits, port }) => {
  const sender = makeByteSender(pipe);
  port.on("message", ({ more, ticket, sql, bytes }) => {
    if (more) return sender.next();
    if (sql === "hang") return;
    if (sql === "fail") return sender.send(ticket, "Parser Error: no");
    if (sql === "stop") return sender.send(ticket, "stopped");
    const content = sql === "big" ? new Uint8Array(3_000_000).fill(7) : bytes ?? new TextEncoder().encode(sql + limits.first);
    sender.send(ticket, content);
  });
  sender.send(ticket, new Uint8Array());
});`;

const shared = makeShared();
const threads: Worker[] = [];
let last: EngineOrder;
let ends = 0;
const engine = connectEngine({
  interrupt: shared,
  pipe: makePipe(),
  makeChannel: () => new MessageChannel(),
  clock: () => performance.now(),
  post(message, transfer) {
    const { engine: order } = message as { engine?: EngineOrder };
    if (!order) return (ends += 1);
    last = order;
    const thread = startThread(SOURCE);
    threads.push(thread);
    const port = transfer[0] as any;
    thread.postMessage({ ...order, port }, [port]);
  },
});
const files = () => ({ source: new ArrayBuffer(1), wasm: new ArrayBuffer(1) });
const ask = (sql: string, bytes: Uint8Array<ArrayBuffer> | null = null) =>
  engine.ask({ action: "run", connection: 1, sql }, bytes, { files, memory: 5 });
const said = ({ bytes }: ReturnType<typeof ask>) => new TextDecoder().decode(bytes);

after(() => Promise.all(threads.map((thread) => thread.terminate())));

test("the engine starts with the first request, and answers each", () => {
  assert.equal(said(ask("a")), "a1000000");
  assert.deepEqual([said(ask("b")), threads.length], ["b1000000", 1]);
  assert.deepEqual(ask("fail"), { failed: "Parser Error: no" });
  assert.equal(said(ask("c", new TextEncoder().encode("bytes"))), "bytes");
});

test("an answer of several pieces arrives whole", () => {
  const { bytes } = ask("big");
  assert.equal(bytes?.length, 3_000_000);
  assert.ok(bytes?.every((byte) => byte === 7));
});

test("an engine that stops by itself goes on, and the interrupt is used up", () => {
  interrupt(shared, 1);
  assert.deepEqual(ask("stop"), { stopped: true });
  assert.equal(isInterrupted(shared), false);
  assert.deepEqual([said(ask("d")), ends], ["d1000000", 0]);
});

test("an engine that does not stop is ended within a second, and a fresh one has other numbers", () => {
  interrupt(shared, 1);
  const from = performance.now();
  assert.deepEqual(ask("hang"), { stopped: true, lost: true });
  assert.ok(performance.now() - from < 1000);
  assert.deepEqual([ends, isInterrupted(shared)], [1, false]);
  assert.deepEqual([said(ask("e")), threads.length], ["e2000000", 2]);
});

test("the end of an engine's worker is an error and not a wait", () => {
  Atomics.store(last.ended, 0, 1);
  const { failed, lost } = ask("hang");
  assert.match(String(failed), /engine was ended/);
  assert.equal(lost, true);
  assert.equal(said(ask("f")), "f3000000");
});

test("the engine's files are those of its package, and a build may have none", () => {
  const bytes = new Uint8Array([0, 1, 2, 3, 4, 5]);
  const archives = { find: (name: string) => (name === "duckdb" ? { bytes } : {}) };
  const tree = { duckdb: { "engine.js": [1, 1, 2], "engine.wasm": [1, 3, 3] } } as any;
  const found = filesOfEngine({ archives: ["numpy", "duckdb"], tree }, archives);
  assert.ok(typeof found === "object");
  assert.deepEqual([...new Uint8Array(found.source)], [1, 2]);
  assert.deepEqual([...new Uint8Array(found.wasm)], [3, 4, 5]);
  assert.match(String(filesOfEngine({ archives: [], tree: {} }, archives)), /has no SQL engine/);
});
