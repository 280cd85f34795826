// `node --test public/console/`: what needs no interpreter. The completion is tested in browsers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { helper } from "./help.js";
import { answerOf, loading, packed, request } from "./request.js";

/** @param {object} outcome @returns {any} */
const outcome = (outcome) => ({ status: "ok", stderr: "", error: null, ...outcome });

/** Returns what a literal holds. @param {string} literal */
const unpacked = (literal) => JSON.parse(Buffer.from(literal.slice(1, -1), "base64").toString());

test("a request has the user's text as data only", () => {
  for (const code of ['"); import os\n(', "'''\\", "🎉\ud800", "x".repeat(100_000)]) {
    const literal = packed({ code });
    assert.match(literal, /^"[A-Za-z0-9+/=]*"$/);
    assert.deepEqual(unpacked(literal), { code });
  }
  assert.match(
    request("complete", '"\n', 1),
    /^[^\n"]*"sys"[^\n"]*"insitu_completion\.request"[^\n"]*"[A-Za-z0-9+/=]*"[^\n"]*$/,
  );
  assert.match(
    loading("def f(): pass", [["text", "x = 1"]]),
    /^def f\(\): pass\n__insitu_load__\("[A-Za-z0-9+/=]*"\)\ndel __insitu_load__$/,
  );
});

test("of what Python answers, only an object in the first line counts", () => {
  assert.deepEqual(answerOf('{"from":0}\nA warning.\n'), { from: 0 });
  for (const text of ["", "null\n", "3\n", "{", "<b>"]) assert.equal(answerOf(text), null, text);
});

test("a fresh interpreter receives the modules once, and is then asked again", async () => {
  /** @type {string[]} */
  const ran = [];
  let loaded = false;
  const { complete, signature } = helper({
    isIdle: () => true,
    load: "LOAD",
    run: async (code) => {
      ran.push(code === "LOAD" ? code : "ask");
      if (code === "LOAD") loaded = true;
      return code === "LOAD" || loaded
        ? outcome({ stderr: '{"text":"f()"}\n' })
        : outcome({ status: "error", error: { name: "KeyError" } });
    },
  });
  const signal = new AbortController().signal;
  assert.deepEqual(await complete("d", 1, signal), { text: "f()" });
  assert.deepEqual(await signature("f(", 2, signal), { text: "f()" });
  assert.deepEqual(ran, ["ask", "LOAD", "ask", "ask"]);
});

test("while other code runs nothing is asked, also where it began after the request", async () => {
  let idle = false;
  /** @type {(() => void)[]} */
  const waiting = [];
  let asked = 0;
  const { complete } = helper({
    isIdle: () => idle,
    load: "",
    run: () => {
      asked += 1;
      return new Promise((resolve) => waiting.push(() => resolve(outcome({ stderr: "{}\n" }))));
    },
  });
  const aborter = new AbortController();
  assert.equal(await complete("a", 1, aborter.signal), null);
  assert.equal(asked, 0);
  idle = true;
  const [first, second] = [complete("a", 1, aborter.signal), complete("ab", 2, aborter.signal)];
  await Promise.resolve();
  idle = false;
  waiting[0]();
  assert.deepEqual([await first, await second, asked], [{}, null, 1]);
  idle = true;
  aborter.abort();
  assert.deepEqual([await complete("a", 1, aborter.signal), asked], [null, 1]);
});

test("after an answer that took too long, nothing is asked for a minute", async () => {
  let time = 0;
  let asked = 0;
  const { complete } = helper({
    isIdle: () => true,
    load: "",
    now: () => time,
    run: async () => {
      asked += 1;
      return outcome({ status: "timeout" });
    },
  });
  const signal = new AbortController().signal;
  for (const now of [0, 59_000, 61_000]) {
    time = now;
    assert.equal(await complete("a", 1, signal), null);
  }
  assert.equal(asked, 2);
});
