import { test } from "node:test";
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { presence } from "./presence.js";

/** Returns a session that is not shown, with what was asked of it. */
function hidden() {
  /** @type {string[]} */
  const done = [];
  const state = { shown: false, doing: /** @type {"" | "computing" | "consent"} */ ("") };
  const session = presence({
    program: {
      doing: () => state.doing,
      setAsleep: (asleep) => void done.push(asleep ? "sleep" : "wake"),
    },
    isShown: () => state.shown,
    close: async () => done.push("close"),
    reopen: async () => void done.push("reopen"),
  });
  return { done, state, session };
}

test("a session that is left and computes nothing loses its interpreter at once, and has it back when it is needed", async () => {
  const { done, session } = hidden();
  session.idle(0);
  assert.deepEqual(done, ["sleep", "close"]);
  await Promise.all([session.awake(), session.awake()]);
  assert.deepEqual(done, ["sleep", "close", "wake", "reopen"]);
  assert.equal(session.awake(), undefined);
});

test("a session that computes, or that is shown, keeps its interpreter", async () => {
  const { done, state, session } = hidden();
  state.doing = "computing";
  session.idle(0);
  state.doing = "";
  state.shown = true;
  session.idle(0);
  session.idle(1);
  await sleep(20);
  assert.deepEqual(done, []);
});

test("what begins before the interpreter would be ended keeps it", async () => {
  const { done, state, session } = hidden();
  session.idle(1);
  state.doing = "consent";
  await sleep(20);
  assert.deepEqual(done, []);
  state.doing = "";
  session.idle(1);
  await sleep(20);
  assert.deepEqual(done, ["sleep", "close"]);
});

test("a turn that ended while its session was not shown is news until it is", () => {
  const { state, session } = hidden();
  session.turnEnded(true);
  assert.equal(session.news(), "answer");
  session.turnEnded(false);
  assert.equal(session.news(), "end");
  state.shown = true;
  session.seen();
  session.turnEnded(true);
  assert.equal(session.news(), "");
});
