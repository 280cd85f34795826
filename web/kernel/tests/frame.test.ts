// The frame with fake ports: it accepts the page's ports once, starts one worker, and forwards
// interrupts.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";

import { openFrame } from "../frame/frame.ts";
import { awaitLine } from "../worker/shared.ts";
import { startReceiver } from "./receiver.ts";
import type { Control, FrameNotice } from "../../generated/kernel.ts";
import type { Received } from "./receiver.ts";

const SOURCE = new TextEncoder().encode("let kernel").buffer;

type Browser = Parameters<typeof openFrame>[0];

/** A window message. */
type FakeMessage = { source: unknown; data: unknown; ports: unknown[] };

/** What the frame posts to the worker. */
type Order = {
  insitu: string;
  interrupt: Int32Array | null;
  pipe: SharedArrayBuffer | null;
  sample: Blob;
};

/** A worker that records what it receives. */
interface FakeWorker {
  source: string;
  posted: [Order, unknown[]][];
  postMessage: (data: Order, ports: unknown[]) => unknown;
  onerror: (event: { message: string }) => void;
  onmessageerror: () => void;
}

/** The channel of the files, whose first port records what the frame answers. */
interface FakeChannel {
  port1: {
    postMessage(data: Answer, transfer: unknown[]): unknown;
    onmessage(event: { data: object }): Promise<void>;
  };
  port2: object;
  posted: [Answer, unknown[]][];
}

type Answer = { id: number; bytes?: ArrayBuffer; failed?: string };

function fakeFrame({
  isolated = true,
  startWorker,
}: {
  isolated?: boolean;
  startWorker?: Browser["startWorker"];
} = {}) {
  const heartbeat = {};
  const life = { lost() {} };
  const handlers = new Set<CallableFunction>();
  const parent = {};
  const notices: FrameNotice[] = [];
  const workers: FakeWorker[] = [];
  const files = {
    port1: {
      postMessage: (data: Answer, transfer: unknown[]) => files.posted.push([data, transfer]),
    },
    port2: {},
    posted: [] as FakeChannel["posted"],
  } as FakeChannel;
  const control = {
    postMessage: ({ message }: { message: string }) => notices.push(JSON.parse(message)),
  } as {
    postMessage(packet: { message: string }): unknown;
    onmessage(event: { data: unknown }): void;
  };
  const workerPort = {};
  openFrame({
    listen: (handler) => handlers.add(handler),
    unlisten: (handler) => handlers.delete(handler),
    parent,
    isolated,
    listenForHeartbeat: async (lost) => {
      life.lost = lost;
      return heartbeat as MessagePort;
    },
    startWorker:
      startWorker ??
      (async (source) => {
        const worker = {
          source,
          posted: [] as FakeWorker["posted"],
          postMessage: (data: Order, ports: unknown[]) => worker.posted.push([data, ports]),
        } as FakeWorker;
        workers.push(worker);
        return { worker: worker as any, form: "data" };
      }),
    startEngine: async () => ({ worker: {} as Worker }),
    makeChannel: () => files as any,
    runEgressProbes: async () => [],
  });
  const say = (event: FakeMessage) => [...handlers].forEach((handler) => handler(event));
  const adopt = () =>
    say({ source: parent, data: { insitu: "ports" }, ports: [control, workerPort] });
  const order = (message: object, attachments: (ArrayBuffer | Blob)[] = []) =>
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
      awaitLine(shared as Int32Array, () => frame.order({ type: "input", text })),
      expected,
    );
  }
});

test("the archive that an import waits for, or the reason why it is not available, comes through the pipe", async () => {
  const frame = fakeFrame();
  await frame.start();
  const [[{ pipe }]] = frame.workers[0].posted;
  const { receiving, close } = startReceiver(pipe as SharedArrayBuffer);
  const more = () => frame.files.port1.onmessage({ data: { more: true } });
  const content = randomBytes(2_500_000);
  const cases: [Extract<Control, { type: "archive" }>, Blob[], Received][] = [
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
