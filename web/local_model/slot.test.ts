// The task that waits in the engine's queue: the builds that are known are the installed ones, and
// only a task that looks as it must is changed. That the engine then saves and restores is shown
// with a real model, in each engine (`end2end/engines/tab_model.test.mjs`, journey 50).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { afterEach, test } from "node:test";

import { LAYOUTS, MAX_STATE_BYTES, restore, save, serveStates } from "./slot.ts";
import type { Layout, Nested } from "./slot.ts";

const [wide, narrow] = Object.values(LAYOUTS);
const MARK = "abcdefghij";
/** Where the task's prompt is in the engine's memory. */
const AT = 4096;

afterEach(() => {
  for (const name of ["self", "Module"]) delete (globalThis as any)[name];
});

/** The engine's worker with a memory and files. */
function workerOf(layout: Layout) {
  const posted: any[] = [];
  const dispatched: any[] = [];
  const listening: ((event: any) => void)[] = [];
  const files = new Map<string, Uint8Array>();
  const file = (path: string) => {
    const bytes = files.get(path);
    if (!bytes) throw new Error("no such file");
    return bytes;
  };
  const scope = {
    postMessage: (message: any) => posted.push(message),
    addEventListener: (_type: string, receive: (event: any) => void) => listening.push(receive),
    dispatchEvent: (event: any) => dispatched.push(event.data),
  };
  const memory = { buffer: new ArrayBuffer(65_536) };
  const FS = {
    lookupPath: (path: string) => ({ node: { usedBytes: file(path).length } }),
    readFile: file,
    writeFile: (path: string, bytes: Uint8Array) => files.set(path, bytes),
    unlink: (path: string) => files.delete(path),
  };
  Object.assign(globalThis, { self: scope, Module: { wasmMemory: memory, FS } });
  serveStates(layout, 1000);
  const send = (data: object) => listening[0]({ data, stopImmediatePropagation() {} });
  /** Writes a short string. */
  const write = (at: number, text: string) => {
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(new TextEncoder().encode(text), at);
    bytes[at + layout.string - 1] = text.length;
  };
  return {
    scope,
    posted,
    dispatched,
    files,
    send,
    write,
    bytes: new Uint8Array(memory.buffer),
    view: new DataView(memory.buffer),
  };
}

test("the builds that are known are those that are installed", async () => {
  const installed = ["wllama/esm/wasm/wllama.wasm", "wllama-compat/wasm/wllama.wasm"];
  const hashes = installed.map(async (file) =>
    createHash("sha256")
      .update(await readFile(new URL(`../../node_modules/@wllama/${file}`, import.meta.url)))
      .digest("hex"),
  );
  assert.deepEqual(
    await Promise.all(hashes),
    Object.keys(LAYOUTS),
    "find the places of the fields in the new build, and the numbers of the kinds",
  );
});

for (const [name, layout] of [
  ["64-bit", wide],
  ["32-bit", narrow],
] as const) {
  test(`a task of the ${name} build is made one that saves into the file`, () => {
    const { send, write, bytes, view } = workerOf(layout);
    write(AT, MARK);
    view.setInt32(AT + layout.slot, 384, true);
    send({ insitu: "change", kind: layout.save, mark: MARK });
    assert.equal(view.getInt32(AT + layout.kind, true), layout.save);
    assert.equal(view.getInt32(AT + layout.slot, true), 0);
    const path = AT + layout.filename + layout.string;
    assert.deepEqual([...bytes.slice(path, path + 3)], [47, 115, 0]);
    assert.equal(bytes[path + layout.string - 1], 2);
  });

  test(`what is not such a task of the ${name} build stays as it is`, () => {
    const cases: [string, (worker: ReturnType<typeof workerOf>) => void][] = [
      ["another text", ({ write }) => write(AT, "abcdefghik")],
      ["another length", ({ bytes }) => void (bytes[AT + layout.string - 1] = 9)],
      ["files", ({ bytes }) => void (bytes[AT + layout.string] = 1)],
      ["another kind", ({ view }) => view.setInt32(AT + layout.kind, 2, true)],
      ["a name", ({ write }) => write(AT + layout.filename, "x")],
    ];
    for (const [what, change] of cases) {
      const worker = workerOf(layout);
      worker.write(AT, MARK);
      change(worker);
      const before = worker.bytes.slice();
      worker.send({ insitu: "change", kind: layout.save, mark: MARK });
      assert.deepEqual(worker.bytes, before, what);
    }
  });
}

test("a state is read by the engine from its file, in pieces where it asks for them, and is gone afterwards", () => {
  const { scope, posted, dispatched, files, send } = workerOf(wide);
  send({ insitu: "give", state: Uint8Array.of(1, 2, 3, 4, 5).buffer });
  assert.deepEqual([...(files.get("/s") ?? [])], [1, 2, 3, 4, 5]);
  scope.postMessage({ verb: "fs.read_req", args: ["/s", 1, 3] });
  assert.deepEqual(dispatched, [{ verb: "fs.read_res", args: [Uint8Array.of(2, 3, 4).buffer] }]);
  const other = { verb: "fs.read_req", args: ["model.gguf", 0, 8] };
  scope.postMessage(other);
  send({ insitu: "drop" });
  assert.deepEqual(posted, [{ insitu: "answer" }, other, { insitu: "answer" }]);
  assert.equal(files.size, 0);
});

test("a state that was saved is taken once, and one that is too large is not", () => {
  const { posted, files, send } = workerOf(wide);
  files.set("/s", Uint8Array.of(7));
  send({ insitu: "take" });
  send({ insitu: "take" });
  files.set("/s", new Uint8Array(1001));
  send({ insitu: "take" });
  assert.deepEqual(
    posted,
    [Uint8Array.of(7).buffer, null, null].map((state) => ({ insitu: "answer", state })),
  );
  assert.equal(files.size, 0);
  assert.ok(MAX_STATE_BYTES > 1001);
});

/** The engine's worker as an order reaches it, and what the engine answers. */
function engineOf(result: any, state: ArrayBuffer | null = null) {
  const orders: any[] = [];
  const nested: Nested = {
    before: (action, message) => void orders.push([action, message]),
    ask: async (message) => (orders.push(message), { state }),
  };
  const complete = async (options: any) => (orders.push(options), result);
  return { orders, nested, complete };
}

test("the order goes ahead of the engine's next step, with a mark that is new each time", async () => {
  const state = new ArrayBuffer(8);
  const { orders, nested, complete } = engineOf({ n_saved: 3, n_written: 8 }, state);
  assert.deepEqual(await save(wide, nested, complete), { tokens: 3, state });
  const [[action, { mark, ...order }], completion, take] = orders;
  assert.deepEqual(
    [action, order, completion, take],
    [
      "get_result",
      { insitu: "change", kind: 12 },
      { prompt: mark, max_tokens: 1 },
      { insitu: "take" },
    ],
  );
  assert.match(mark, /^[a-z]{10}$/);
  await save(wide, nested, complete);
  assert.notEqual(orders[3][1].mark, mark);
});

test("an answer of another kind, and one that does not fit the state, saves and restores nothing", async () => {
  const state = new ArrayBuffer(8);
  for (const [result, made] of [
    [{ choices: [{ text: "x" }] }, null],
    [{ n_saved: 3, n_written: 8 }, null],
    [{ n_saved: 3, n_written: 7 }, state],
    [null, state],
  ] as [any, ArrayBuffer | null][]) {
    const { nested, complete } = engineOf(result, made);
    assert.equal(await save(wide, nested, complete), null);
  }
  for (const result of [
    { choices: [] },
    { n_restored: 3, n_read: 7 },
    { n_restored: 0, n_read: 8 },
    null,
  ]) {
    const { nested, complete } = engineOf(result);
    assert.equal(await restore(wide, nested, complete, state), 0);
  }
  const { orders, nested, complete } = engineOf({ n_restored: 3, n_read: 8 });
  assert.equal(await restore(wide, nested, complete, state), 3);
  assert.deepEqual(
    orders.map((order) => order.insitu ?? order[1]?.insitu),
    ["give", "change", undefined, "drop"],
  );
});
