// Starting a worker: the form that the engine accepts, and the replacement of a silent worker.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PATIENCE, startWorker } from "../frame/start_worker.ts";
import type { Scope } from "../frame/start_worker.ts";

type Order = Parameters<typeof startWorker>[0];

/**
 * Makes a document whose workers do what `acts` lists, one after the other: "speaks", "silent", or
 * refused with a message.
 */
function fakeScope(...acts: string[]) {
  const made: { form: string; name: string; worker: Worker }[] = [];
  const timers = new Map<NodeJS.Immediate, number>();
  class Worker {
    ended = false;
    onmessage: (event: object) => void = () => {};
    onerror: (event: { message: string }) => void = () => {};

    constructor(address: string, { name }: { name: string }) {
      const act = acts[made.length];
      made.push({ form: address.split(":")[0], name, worker: this });
      if (act === "speaks") queueMicrotask(() => this.onmessage({}));
      else if (act !== "silent") queueMicrotask(() => this.onerror({ message: act }));
    }

    terminate() {
      this.ended = true;
    }
  }
  const scope = {
    Worker,
    Blob,
    URL: { createObjectURL: () => "blob:1" },
    // A timer fires when nothing else is left to do.
    setTimeout: (act: () => void, milliseconds: number) => {
      const timer = setImmediate(() => timers.delete(timer) && act());
      timers.set(timer, milliseconds);
      return timer;
    },
    clearTimeout: (timer: NodeJS.Immediate | null) =>
      timer && timers.delete(timer) && clearImmediate(timer),
  };
  return { scope: scope as unknown as Scope, made, timers };
}

const ORDER: Order = { forms: ["blob", "data"], source: "postMessage(1)", name: "one" };

test("the first form that works is used", async () => {
  const cases: [acts: string[], form: string, forms: string[]][] = [
    [["speaks"], "blob", ["blob"]],
    [["not of that kind", "speaks"], "data", ["blob", "data"]],
  ];
  for (const [acts, form, forms] of cases) {
    const { scope, made, timers } = fakeScope(...acts);
    const started = await startWorker(ORDER, scope);
    assert.deepEqual(
      [started.form, started.worker, made.map((one) => one.form)],
      [form, made.at(-1)?.worker, forms],
    );
    assert.equal(timers.size, 0, "no timer is left");
  }
});

test("a silent worker is terminated and replaced, and the last attempt has no limit", async () => {
  const { scope, made } = fakeScope("silent", "silent", "speaks");
  const { worker, form } = await startWorker(ORDER, scope);
  const same = worker === (made[2].worker as unknown);
  assert.deepEqual(
    [made.map(({ worker }) => worker.ended === true), same, form],
    [[true, true, false], true, "blob"],
  );
  assert.equal(PATIENCE.at(-1), Infinity);
});

test("if every form is refused, the first reason is reported", async () => {
  const { scope, made } = fakeScope("no blob", "no data");
  await assert.rejects(startWorker(ORDER, scope), { message: "no blob" });
  assert.equal(made.length, 2);
});
