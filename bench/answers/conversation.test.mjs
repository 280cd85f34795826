import assert from "node:assert/strict";
import { test } from "node:test";

import { Conversation } from "./conversation.mjs";

const ECHO = `
let count = 0;
for await (const line of require("node:readline").createInterface({ input: process.stdin })) {
  const { say } = JSON.parse(line);
  if (say === "end") process.exit(0);
  if (say !== "nothing") console.log(JSON.stringify({ said: say, count: ++count }));
}`;

/** @param {(echo: Conversation) => Promise<void>} work */
async function withEcho(work) {
  const echo = new Conversation(process.execPath, ["--eval", `(async () => {${ECHO}})()`]);
  try {
    await work(echo);
  } finally {
    await echo.stop();
  }
}

test("one process replies to all requests", () =>
  withEcho(async (echo) => {
    assert.deepEqual(await echo.ask({ say: "a" }, 10_000), { said: "a", count: 1 });
    assert.deepEqual(await echo.ask({ say: "b" }, 10_000), { said: "b", count: 2 });
  }));

test("a process that ended is an error, and starts again", () =>
  withEcho(async (echo) => {
    await assert.rejects(echo.ask({ say: "end" }, 10_000), /ended without a reply/);
    assert.deepEqual(await echo.ask({ say: "c" }, 10_000), { said: "c", count: 1 });
  }));

test("a missing reply is an error, and its process is replaced", () =>
  withEcho(async (echo) => {
    await assert.rejects(echo.ask({ say: "nothing" }, 300), /no reply .* within 0.3 s/);
    assert.deepEqual(await echo.ask({ say: "d" }, 10_000), { said: "d", count: 1 });
  }));
