// The heartbeat: it is watched from the first beat on, and reported as lost once, after six ticks
// without one.

import assert from "node:assert/strict";
import { test } from "node:test";

import { LISTENER, listenFor, startHeartbeat } from "../worker/heartbeat.js";

/**
 * @typedef {Parameters<typeof startHeartbeat>[0]} Scope
 * @typedef {{ postMessage(data: unknown): unknown, onmessage(event: { data: unknown, ports?:
 *   unknown[] }): void }} Inside a worker's own scope
 */

/**
 * Makes a port whose handler the code under test sets.
 *
 * @returns {MessagePort & { onmessage(event: { data: unknown }): void }}
 */
const fakePort = () => /** @type {any} */ ({});

/** Makes workers that run their source in this thread, with a clock that the test advances. */
function scope() {
  /** @type {Worker[]} */
  const workers = [];
  class Worker {
    ended = false;
    /** @type {[act: () => void, milliseconds: number][]} */
    ticks = [];
    /** @type {(event: { data: unknown }) => void} */
    onmessage = () => {};
    /** @type {(event: { message: string }) => void} */
    onerror = () => {};

    /**
     * @param {string} source
     * @param {{ name: string }} options
     */
    constructor(source, { name }) {
      this.name = name;
      this.inside = /** @type {Inside} */ ({
        postMessage: (/** @type {unknown} */ data) => !this.ended && this.onmessage({ data }),
      });
      const setInterval = (/** @type {() => void} */ act, /** @type {number} */ milliseconds) =>
        this.ticks.push([act, milliseconds]);
      new Function("self", "setInterval", source)(this.inside, setInterval);
      workers.push(this);
    }
    /**
     * @param {unknown} data
     * @param {unknown[]} [ports]
     */
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
  return { Worker, address: (/** @type {string} */ source) => source, workers };
}

test("it beats immediately and with each tick, and is ready when its worker has started", async () => {
  const { workers, ...own } = scope();
  /** @type {unknown[]} */
  const beats = [];
  const beating = startHeartbeat(/** @type {Scope} */ (/** @type {unknown} */ (own)));
  workers[0].onmessage({ data: null });
  await beating.ready;
  beating.beat(
    /** @type {any} */ ({ postMessage: (/** @type {unknown} */ data) => beats.push(data) }),
  );
  workers[0].tick(3);
  const [counter, ...messages] = /** @type {[Int32Array, ...null[]]} */ (beats);
  assert.deepEqual(
    [workers[0].name, workers[0].ticks[0][1], messages, counter[0]],
    ["insitu-beat", 200, [null, null, null, null], 4],
  );
});

test("it is ready without beats if nested workers do not exist or are refused", async () => {
  const none = startHeartbeat(
    /** @type {any} */ ({ Worker: undefined, address: (/** @type {string} */ source) => source }),
  );
  none.beat(fakePort());
  await none.ready;
  const { workers, ...own } = scope();
  const refused = startHeartbeat(/** @type {Scope} */ (/** @type {unknown} */ (own)));
  workers[0].onerror({ message: "refused" });
  await refused.ready;
});

test("it is reported as lost once, after four ticks in a row without a beat and three answers of the frame", () => {
  const { Worker } = scope();
  const port = fakePort();
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(/** @type {any} */ (listener), port, () => (lost += 1));
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
  listenFor(/** @type {any} */ (listener), port, () => (lost += 1));
  const { postMessage } = listener;
  /** @type {[data: unknown, ports?: unknown[]][]} */
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

test("a counter that advances is a beat, whatever happens to the messages", () => {
  const { Worker } = scope();
  const port = fakePort();
  let lost = 0;
  const listener = new Worker(LISTENER, { name: "insitu-listen" });
  listenFor(/** @type {any} */ (listener), port, () => (lost += 1));
  const counter = new Int32Array(new SharedArrayBuffer(4));
  port.onmessage({ data: counter });
  for (let round = 0; round < 10; round += 1) {
    counter[0] += 1;
    listener.tick(5);
  }
  assert.equal(lost, 0, "no message came after the first");
  // An answer arrives while the counter has just advanced: the question was asked too early.
  const { postMessage } = listener;
  /** @type {[data: unknown, ports?: unknown[]][]} */
  const held = [];
  listener.postMessage = (...message) => held.push(message);
  listener.tick(8);
  counter[0] += 1;
  for (const message of held) postMessage.call(listener, ...message);
  assert.deepEqual([lost, held.length > 3], [0, true]);
  listener.postMessage = postMessage;
  listener.tick(8);
  assert.equal(lost, 1, "a counter that stands still is none");
});
