// The frame with fake ports: it accepts the page's ports once, starts one worker, and forwards
// interrupts.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { openFrame } from "../frame/frame.js";
import { awaitLine } from "../worker/shared.js";
import { startReceiver } from "./receiver.js";

const SOURCE = new TextEncoder().encode("let kernel").buffer;

/**
 * @typedef {import("../../generated/kernel").Control} Control
 * @typedef {import("../../generated/kernel").FrameNotice} FrameNotice
 * @typedef {Parameters<typeof openFrame>[0]} Browser
 * @typedef {{ source: unknown, data: unknown, ports: unknown[] }} FakeMessage a window message
 * @typedef {{ insitu: string, interrupt: Int32Array | null, pipe: SharedArrayBuffer | null, sample:
 *   Blob }} Order what the frame posts to the worker
 */
/**
 * A worker that records what it receives.
 *
 * @typedef {object} FakeWorker
 * @property {string} source
 * @property {[Order, unknown[]][]} posted
 * @property {(data: Order, ports: unknown[]) => unknown} postMessage
 * @property {(event: { message: string }) => void} onerror
 * @property {() => void} onmessageerror
 */
/**
 * The channel of the files, whose first port records what the frame answers.
 *
 * @typedef {object} FakeChannel
 * @property {{ postMessage(data: Answer, transfer: unknown[]): unknown, onmessage(event: { data:
 *   object }): Promise<void> }} port1
 * @property {object} port2
 * @property {[Answer, unknown[]][]} posted
 */
/** @typedef {{ id: number, bytes?: ArrayBuffer, failed?: string }} Answer */

/** @param {{ isolated?: boolean, startWorker?: Browser["startWorker"] }} [parts] */
function fakeFrame({ isolated = true, startWorker } = {}) {
  const heartbeat = {};
  const life = { lost() {} };
  /** @type {Set<Function>} */
  const handlers = new Set();
  const parent = {};
  /** @type {FrameNotice[]} */
  const notices = [];
  /** @type {FakeWorker[]} */
  const workers = [];
  const files = /** @type {FakeChannel} */ ({
    port1: {
      postMessage: (/** @type {Answer} */ data, /** @type {unknown[]} */ transfer) =>
        files.posted.push([data, transfer]),
    },
    port2: {},
    posted: /** @type {FakeChannel["posted"]} */ ([]),
  });
  const control =
    /** @type {{ postMessage(packet: { message: string }): unknown, onmessage(event: { data: unknown }): void }} */ ({
      postMessage: (/** @type {{ message: string }} */ { message }) =>
        notices.push(JSON.parse(message)),
    });
  const workerPort = {};
  openFrame({
    listen: (handler) => handlers.add(handler),
    unlisten: (handler) => handlers.delete(handler),
    parent,
    isolated,
    listenForHeartbeat: async (lost) => {
      life.lost = lost;
      return /** @type {MessagePort} */ (heartbeat);
    },
    startWorker:
      startWorker ??
      (async (source) => {
        const worker = /** @type {FakeWorker} */ ({
          source,
          posted: /** @type {FakeWorker["posted"]} */ ([]),
          postMessage: (/** @type {Order} */ data, /** @type {unknown[]} */ ports) =>
            worker.posted.push([data, ports]),
        });
        workers.push(worker);
        return { worker: /** @type {any} */ (worker), form: "data" };
      }),
    makeChannel: () => /** @type {any} */ (files),
    runEgressProbes: async () => [],
  });
  const say = (/** @type {FakeMessage} */ event) =>
    [...handlers].forEach((handler) => handler(event));
  const adopt = () =>
    say({ source: parent, data: { insitu: "ports" }, ports: [control, workerPort] });
  /** @type {(message: object, attachments?: (ArrayBuffer | Blob)[]) => void} */
  const order = (message, attachments = []) =>
    control.onmessage({ data: { message: JSON.stringify(message), attachments } });
  const start = async () => {
    adopt();
    order({ type: "start" }, [SOURCE]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    say,
    adopt,
    order,
    start,
    parent,
    control,
    workerPort,
    heartbeat,
    life,
    notices,
    workers,
    handlers,
    files,
  };
}

test("only the page's first message with two ports counts", () => {
  const frame = fakeFrame();
  frame.say({ source: {}, data: { insitu: "ports" }, ports: [{}, {}] });
  frame.say({ source: frame.parent, data: { insitu: "other" }, ports: [{}, {}] });
  frame.say({ source: frame.parent, data: { insitu: "ports" }, ports: [{}] });
  assert.equal(frame.handlers.size, 1);
  frame.adopt();
  assert.equal(frame.handlers.size, 0);
});

test("start passes the worker its ports and the shared memory, once", async () => {
  const frame = fakeFrame();
  await frame.start();
  frame.order({ type: "start" }, [SOURCE]);
  assert.equal(frame.workers.length, 1);
  const [[data, ports]] = frame.workers[0].posted;
  assert.deepEqual([frame.workers[0].source, data.insitu], ["let kernel", "start"]);
  assert.deepEqual(ports, [frame.workerPort, frame.heartbeat, frame.files.port2]);
  assert.ok(data.interrupt?.buffer instanceof SharedArrayBuffer);
  assert.ok(data.pipe instanceof SharedArrayBuffer);
  assert.ok(data.sample.size > 0);
  frame.order({ type: "interrupt", id: 7 });
  assert.equal(data.interrupt[0], 2);
  assert.deepEqual(frame.notices, [{ type: "started", isolated: true }]);
});

test("the page's answer to a question goes into shared memory", async () => {
  const frame = fakeFrame();
  await frame.start();
  const [[{ interrupt: shared }]] = frame.workers[0].posted;
  for (const [text, expected] of [
    ["two words", "two words"],
    [null, null],
    [7, null],
  ]) {
    assert.equal(
      awaitLine(/** @type {Int32Array} */ (shared), () => frame.order({ type: "input", text })),
      expected,
    );
  }
});

test("the archive that an import waits for, or the reason why it is not available, comes through the pipe", async () => {
  const frame = fakeFrame();
  await frame.start();
  const [[{ pipe }]] = frame.workers[0].posted;
  const { receiving, close } = startReceiver(/** @type {SharedArrayBuffer} */ (pipe));
  const more = () => frame.files.port1.onmessage({ data: { more: true } });
  const content = randomBytes(2_500_000);
  /** @type {[Extract<Control, { type: "archive" }>, Blob[], import("./receiver.js").Received][]} */
  const cases = [
    [{ type: "archive", ticket: 1, failed: null }, [new Blob([content])], { bytes: content }],
    [
      { type: "archive", ticket: 2, failed: "There is no connection." },
      [],
      { failed: "There is no connection." },
    ],
  ];
  for (const [message, attachments, expected] of cases) {
    const wanted = receiving(message.ticket, more);
    await wanted.asked;
    frame.order({ ...message, ticket: String(message.ticket) }, attachments);
    frame.order(message, attachments);
    assert.deepEqual(await wanted.received, expected);
  }
  // A piece of a mounted file, which the worker requests from the frame.
  const wanted = receiving(3, more);
  await wanted.asked;
  frame.files.port1.onmessage({ data: { ticket: 3, file: new Blob([content]).slice(10, 20) } });
  assert.deepEqual(await wanted.received, { bytes: content.subarray(10, 20) });
  await close();
});

test("files are read for the worker, and one that cannot be read is answered with the reason", async () => {
  const { files, start } = fakeFrame();
  await start();
  await files.port1.onmessage({ data: { id: 1, file: new Blob(["abc"]) } });
  const unreadable = {
    arrayBuffer: async () => {
      throw new DOMException("It has changed.", "NotReadableError");
    },
  };
  await files.port1.onmessage({ data: { id: 2, file: unreadable } });
  const [[{ bytes, ...read }, transfer], [failed]] = files.posted;
  assert.deepEqual([read, new TextDecoder().decode(bytes), transfer], [{ id: 1 }, "abc", [bytes]]);
  assert.deepEqual(failed, { id: 2, failed: "NotReadableError: It has changed." });
});

test("without shared memory there is no buffer, and an interrupt does nothing", async () => {
  const frame = fakeFrame({ isolated: false });
  await frame.start();
  frame.order({ type: "interrupt", id: 7 });
  frame.order({ type: "input", text: "nobody waits" });
  frame.order({ type: "archive", ticket: 1, failed: "nobody waits" });
  frame.files.port1.onmessage({ data: { more: true } });
  const [[{ interrupt, pipe }]] = frame.workers[0].posted;
  assert.deepEqual([interrupt, pipe], [null, null]);
  assert.deepEqual(frame.notices, [{ type: "started", isolated: false }]);
});

test("a worker that breaks or cannot start is reported", async () => {
  const frame = fakeFrame();
  await frame.start();
  frame.workers[0].onerror({ message: "Uncaught RuntimeError: memory access out of bounds" });
  frame.workers[0].onmessageerror();
  frame.life.lost();
  const broken = fakeFrame({
    startWorker: async () => {
      throw new Error("refused");
    },
  });
  await broken.start();
  const sourceless = fakeFrame();
  sourceless.adopt();
  sourceless.order({ type: "start" });
  assert.deepEqual(
    [...frame.notices.slice(1), ...broken.notices, ...sourceless.notices],
    [
      { type: "died", message: "Uncaught RuntimeError: memory access out of bounds" },
      { type: "died", message: "The Python worker received a message that it could not read." },
      { type: "died", message: "the browser ended its worker" },
      { type: "died", message: "The Python worker could not be started: refused" },
      { type: "died", message: "The page did not attach the worker's source." },
    ],
  );
});
