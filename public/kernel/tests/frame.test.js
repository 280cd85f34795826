// The frame with fake ports: it takes the page's ports once, starts one worker, and passes interrupts on.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { openFrame } from "../frame/frame.js";
import { awaitLine } from "../worker/shared.js";
import { startReceiver } from "./receiver.js";

function fakeFrame({ isolated = true, startWorker } = {}) {
  const pulse = {};
  const life = {};
  const handlers = new Set();
  const parent = {};
  const told = [];
  const workers = [];
  const control = { postMessage: ({ message }) => told.push(JSON.parse(message)) };
  const workerPort = {};
  openFrame({
    listen: (handler) => handlers.add(handler),
    unlisten: (handler) => handlers.delete(handler),
    parent,
    isolated,
    listenForLife: (lost) => {
      life.lost = lost;
      return pulse;
    },
    startWorker: startWorker ?? ((source) => {
      const worker = { source, posted: [], postMessage: (data, ports) => worker.posted.push([data, ports]) };
      workers.push(worker);
      return worker;
    }),
  });
  const say = (event) => [...handlers].forEach((handler) => handler(event));
  const adopt = () => say({ source: parent, data: { insitu: "ports" }, ports: [control, workerPort] });
  const order = (message, attachments = []) => control.onmessage({ data: { message: JSON.stringify(message), attachments } });
  return { say, adopt, order, parent, control, workerPort, pulse, life, told, workers, handlers };
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

test("start hands the worker its port and the interrupt buffer, once", () => {
  const frame = fakeFrame();
  frame.adopt();
  const source = new ArrayBuffer(2);
  frame.order({ type: "start" }, [source]);
  frame.order({ type: "start" }, [source]);
  assert.equal(frame.workers.length, 1);
  const [[data, ports]] = frame.workers[0].posted;
  assert.deepEqual([frame.workers[0].source, data.insitu, ports], [source, "start", [frame.workerPort, frame.pulse]]);
  assert.ok(data.interrupt.buffer instanceof SharedArrayBuffer);
  assert.ok(data.pipe instanceof SharedArrayBuffer);
  frame.order({ type: "interrupt", id: 7 });
  assert.equal(data.interrupt[0], 2);
  assert.deepEqual(frame.told, [{ type: "started", isolated: true }]);
});

test("the page's answer to a question goes into shared memory", () => {
  const frame = fakeFrame();
  frame.adopt();
  frame.order({ type: "start" }, [new ArrayBuffer(2)]);
  const [[{ interrupt: shared }]] = frame.workers[0].posted;
  for (const [text, expected] of [["two words", "two words"], [null, null], [7, null]]) {
    assert.equal(awaitLine(shared, () => frame.order({ type: "input", text })), expected);
  }
});

test("the archive that an import waits for comes through the pipe, piece by piece, and so does the reason why it cannot come", async () => {
  const frame = fakeFrame();
  frame.adopt();
  frame.order({ type: "start" }, [new ArrayBuffer(2)]);
  const [[{ pipe }]] = frame.workers[0].posted;
  const { receiving, close } = startReceiver(pipe);
  const more = () => frame.workers[0].onmessage({ data: { insitu: "more" } });
  const content = randomBytes(2_500_000);
  const cases = [
    [{ type: "archive", ticket: 1, failed: null }, [new Blob([content])], { bytes: content }],
    [{ type: "archive", ticket: 2, failed: "There is no connection." }, [], { failed: "There is no connection." }],
  ];
  for (const [message, attachments, expected] of cases) {
    const wanted = receiving(message.ticket, more);
    await wanted.asked;
    frame.order({ ...message, ticket: String(message.ticket) }, attachments);
    frame.order(message, attachments);
    assert.deepEqual(await wanted.received, expected);
  }
  await close();
});

test("without shared memory there is no buffer, and an interrupt does nothing", () => {
  const frame = fakeFrame({ isolated: false });
  frame.adopt();
  frame.order({ type: "start" }, [new ArrayBuffer(2)]);
  frame.order({ type: "interrupt", id: 7 });
  frame.order({ type: "input", text: "nobody waits" });
  frame.order({ type: "archive", ticket: 1, failed: "nobody waits" });
  frame.workers[0].onmessage({ data: { insitu: "more" } });
  assert.deepEqual(frame.workers[0].posted[0][0], { insitu: "start", interrupt: null, pipe: null });
  assert.deepEqual(frame.told, [{ type: "started", isolated: false }]);
});

test("a worker that breaks or cannot start is reported", () => {
  const frame = fakeFrame();
  frame.adopt();
  frame.order({ type: "start" }, [new ArrayBuffer(2)]);
  frame.workers[0].onerror({ message: "Uncaught RuntimeError: memory access out of bounds" });
  frame.workers[0].onmessageerror();
  frame.life.lost();
  const broken = fakeFrame({
    startWorker: () => {
      throw new Error("refused");
    },
  });
  broken.adopt();
  broken.order({ type: "start" }, [new ArrayBuffer(2)]);
  const sourceless = fakeFrame();
  sourceless.adopt();
  sourceless.order({ type: "start" });
  assert.deepEqual(
    [...frame.told.slice(1), ...broken.told, ...sourceless.told],
    [
      { type: "died", message: "Uncaught RuntimeError: memory access out of bounds" },
      { type: "died", message: "The Python worker received a message that it could not read." },
      { type: "died", message: "the browser ended its worker" },
      { type: "died", message: "The Python worker could not be started: refused" },
      { type: "died", message: "The page did not attach the worker's source." },
    ],
  );
});
