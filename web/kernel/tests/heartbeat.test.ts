// The heartbeat: it is watched from the first beat on, and reported as lost once, after six ticks
// without one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LISTENER, listenFor, startHeartbeat } from "../worker/heartbeat.ts";

type Scope = Parameters<typeof startHeartbeat>[0];

/** A worker's own scope. */
type Inside = {
  postMessage(data: unknown): unknown;
  onmessage(event: { data: unknown; ports?: unknown[] }): void;
};

/** Makes a port whose handler the code under test sets. */
const fakePort = (): MessagePort & { onmessage(event: { data: unknown }): void } => ({}) as any;

/** Makes workers that run their source in this thread, with a clock that the test advances. */
function scope() {
  const workers: Worker[] = [];
  class Worker {
    name: string;
    inside: Inside;
    ended = false;
    ticks: [act: () => void, milliseconds: number][] = [];
    onmessage: (event: { data: unknown }) => void = () => {};
    onerror: (event: { message: string }) => void = () => {};

    constructor(source: string, { name }: { name: string }) {
      this.name = name;
      this.inside = {
        postMessage: (data: unknown) => !this.ended && this.onmessage({ data }),
      } as Inside;
      const setInterval = (act: () => void, milliseconds: number) =>
        this.ticks.push([act, milliseconds]);
      // tsx keeps the names of functions by a call of `__name`, the build does not.
      const keepName = (act: unknown) => act;
      new Function("self", "setInterval", "__name", source)(this.inside, setInterval, keepName);
      workers.push(this);
    }
    postMessage(data: unknown, ports?: unknown[]) {
      this.inside.onmessage({ data, ports });
    }
    terminate() {
      this.ended = true;
    }
    tick(times = 1) {
      for (; times > 0; times -= 1) this.ticks.forEach(([act]) => act());
    }
  }
  return { Worker, address: (source: string) => source, workers };
}

test("it beats immediately and with each tick, and is ready when its worker has started", async () => {
  const { workers, ...own } = scope();
  const beats: unknown[] = [];
  const beating = startHeartbeat(own as unknown as Scope);
  workers[0].onmessage({ data: null });
  await beating.ready;
  beating.beat({ postMessage: (data: unknown) => beats.push(data) } as any);
  workers[0].tick(3);
  const [counter, ...messages] = beats as [Int32Array, ...null[]];
  assert.deepEqual(
    [workers[0].name, workers[0].ticks[0][1], messages, counter[0]],
    ["insitu-beat", 200, [null, null, null, null], 4],
  );
});

test("it is ready without beats if nested workers do not exist or are refused", async () => {
  const none = startHeartbeat({ Worker: undefined, address: (source: string) => source } as any);
  none.beat(fakePort());
  await none.ready;
  const { workers, ...own } = scope();
  const refused = startHeartbeat(own as unknown as Scope);
  workers[0].onerror({ message: "refused" });
  await refused.ready;
});

test("it is reported as lost once, after four ticks in a row without a beat and three answers of the frame", () => {
  const { Worker } = scope();
  const port = fakePort();
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(listener as any, port, () => (lost += 1));
  listener.tick(20);
  assert.equal(lost, 0, "nothing has beaten yet");
  for (let round = 0; round < 3; round += 1) {
    port.onmessage({ data: null });
    listener.tick(5);
  }
  assert.equal(lost, 0);
  listener.tick(1);
  assert.deepEqual([lost, listener.ended, listener.ticks.length], [1, true, 1]);
});

test("beats that the frame's busy thread has delayed do not count as missing", () => {
  const { Worker } = scope();
  const port = fakePort();
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(listener as any, port, () => (lost += 1));
  const { postMessage } = listener;
  const held: [data: unknown, ports?: unknown[]][] = [];
  listener.postMessage = (...message) => held.push(message);
  port.onmessage({ data: null });
  listener.tick(40);
  assert.deepEqual([lost, held.length], [0, 37]);
  // The thread is free again: a beat arrives, and only then the answers.
  port.onmessage({ data: null });
  for (const message of held) postMessage.call(listener, ...message);
  assert.equal(lost, 0);
});

test("a counter that advances is a beat, whatever happens to the messages", () => {
  const { Worker } = scope();
  const port = fakePort();
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(listener as any, port, () => (lost += 1));
  const counter = new Int32Array(new SharedArrayBuffer(4));
  port.onmessage({ data: counter });
  for (let round = 0; round < 10; round += 1) {
    counter[0] += 1;
    listener.tick(5);
  }
  assert.equal(lost, 0, "no message came after the first");
  // An answer arrives while the counter has just advanced: the question was asked too early.
  const { postMessage } = listener;
  const held: [data: unknown, ports?: unknown[]][] = [];
  listener.postMessage = (...message) => held.push(message);
  listener.tick(8);
  counter[0] += 1;
  for (const message of held) postMessage.call(listener, ...message);
  assert.deepEqual([lost, held.length > 3], [0, true]);
  listener.postMessage = postMessage;
  listener.tick(8);
  assert.equal(lost, 1, "a counter that stands still does not count as a beat");
});
