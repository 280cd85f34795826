// The sign of life: it is listened for from the first beat on, and told to be lost once, after six ticks without one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LISTENER, listenFor, startHeartbeat } from "../worker/heartbeat.js";

/** Runs what a worker of that source would, with a clock that is turned by hand. */
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

test("it beats at once and with each tick, and is ready when it is there", async () => {
  const { workers, ...own } = scope();
  const heard = [];
  const beating = startHeartbeat(own);
  workers[0].onmessage({ data: null });
  await beating.ready;
  beating.beat({ postMessage: (data) => heard.push(data) });
  workers[0].tick(3);
  assert.deepEqual([workers[0].name, workers[0].ticks[0][1], heard], ["insitu-beat", 200, [null, null, null, null]]);
});

test("a worker that can have none of its own goes without, and one that is refused holds nobody up", async () => {
  const none = startHeartbeat({ Worker: undefined, address: (source) => source });
  none.beat({});
  await none.ready;
  const { workers, ...own } = scope();
  const refused = startHeartbeat(own);
  workers[0].onerror({ message: "refused" });
  await refused.ready;
});

test("four ticks in a row without a beat, and three answers of the frame, mean that it is lost, and that is told once", () => {
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

test("beats that the frame's busy thread held up are none that are missing", () => {
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
  // The thread is free again: a beat comes, and only then the answers.
  port.onmessage({ data: null });
  for (const message of held) postMessage.call(listener, ...message);
  assert.equal(lost, 0);
});
