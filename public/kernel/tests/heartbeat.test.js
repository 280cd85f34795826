// The heartbeat: it is watched from the first beat on, and reported as lost once, after six ticks without one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LISTENER, listenFor, startHeartbeat } from "../worker/heartbeat.js";

/** Makes workers that run their source in this thread, with a clock that the test advances. */
function scope() {
  const workers = [];
  class Worker {
    constructor(source, { name }) {
      const inside = { postMessage: (data) => !this.ended && this.onmessage?.({ data }) };
      Object.assign(this, { name, inside, ticks: [], ended: false });
      new Function("self", "setInterval", source)(inside, (act, milliseconds) => this.ticks.push([act, milliseconds]));
      workers.push(this);
    }
    postMessage(data, ports) {
      this.inside.onmessage({ data, ports });
    }
    terminate() {
      this.ended = true;
    }
    tick(times = 1) {
      for (; times > 0; times -= 1) this.ticks.forEach(([act]) => act());
    }
  }
  return { Worker, address: (source) => source, workers };
}

test("it beats immediately and with each tick, and is ready when its worker has started", async () => {
  const { workers, ...own } = scope();
  const beats = [];
  const beating = startHeartbeat(own);
  workers[0].onmessage({ data: null });
  await beating.ready;
  beating.beat({ postMessage: (data) => beats.push(data) });
  workers[0].tick(3);
  assert.deepEqual([workers[0].name, workers[0].ticks[0][1], beats], ["insitu-beat", 200, [null, null, null, null]]);
});

test("it is ready without beats if nested workers do not exist or are refused", async () => {
  const none = startHeartbeat({ Worker: undefined, address: (source) => source });
  none.beat({});
  await none.ready;
  const { workers, ...own } = scope();
  const refused = startHeartbeat(own);
  workers[0].onerror({ message: "refused" });
  await refused.ready;
});

test("it is reported as lost once, after four ticks in a row without a beat and three answers of the frame", () => {
  const { Worker } = scope();
  const port = {};
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(listener, port, () => (lost += 1));
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
  const port = {};
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(listener, port, () => (lost += 1));
  const { postMessage } = listener;
  const held = [];
  listener.postMessage = (...message) => held.push(message);
  port.onmessage({ data: null });
  listener.tick(40);
  assert.deepEqual([lost, held.length], [0, 37]);
  // The thread is free again: a beat arrives, and only then the answers.
  port.onmessage({ data: null });
  for (const message of held) postMessage.call(listener, ...message);
  assert.equal(lost, 0);
});
