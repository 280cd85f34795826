// `window.insitu` as docs/automation.md describes it: its members and the exact shapes. What Python
// does with code is tested in Node and under CPython.

import { test } from "node:test";
import assert from "node:assert/strict";
import { addFile, run, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";

const { page } = await journey();

/** @typedef {keyof import("../../web/generated/automation").Insitu} Name */

test("window.insitu has the documented members", async () => {
  const kinds = await page.evaluate(() =>
    Object.fromEntries(
      /** @type {Name[]} */ (Object.getOwnPropertyNames(window.insitu)).map((name) => [
        name,
        window.insitu[name] instanceof Promise ? "promise" : typeof window.insitu[name],
      ]),
    ),
  );
  assert.deepEqual(kinds, {
    ready: "promise",
    startup: "function",
    addFile: "function",
    run: "function",
    ask: "function",
    interrupt: "function",
    restart: "function",
    selfTest: "function",
    table: "function",
    saveTable: "function",
    saveVector: "function",
    preview: "function",
    settled: "function",
    idle: "function",
    events: "function",
    offline: "object",
    sessions: "object",
    functions: "object",
    replay: "function",
    models: "object",
    settings: "object",
  });
});

test("an outcome has the documented shape and nothing else", async () => {
  const { durationMs, executionCount, memoryBytes, variables, results, ...outcome } = await run(
    page,
    "import sys\nprint('out')\nprint('err', file=sys.stderr)\nopen('f.txt', 'w').write('abc')\n{'a': 1}",
  );
  assert.ok(durationMs >= 0);
  assert.ok(Number.isInteger(executionCount) && executionCount >= 1);
  assert.ok(Number.isInteger(memoryBytes) && memoryBytes > 10_000_000);
  assert.ok(Array.isArray(variables));
  assert.deepEqual(outcome, {
    status: "ok",
    stdout: "out\n",
    stderr: "err\n",
    error: null,
    files: [{ path: "/out/f.txt", bytes: 3 }],
    lineage: { files: true, made: [] },
    output: null,
    removed: [],
  });
  const [{ id, ...result }, ...more] = results;
  assert.match(id, /^[0-9a-f]{8}-\d+$/);
  assert.deepEqual(
    [result, more],
    [
      {
        main: true,
        text: "{'a': 1}",
        mime: { "text/plain": "{'a': 1}" },
        data: null,
        chart: null,
        display: null,
      },
      [],
    ],
  );
  assert.deepEqual((await run(page, "import os\nos.remove('f.txt')")).removed, ["/out/f.txt"]);
});

test("addFile resolves with the file's path, and overlapping calls all resolve", async () => {
  assert.deepEqual(await addFile(page, "tiny.csv", "a\n1\n"), {
    name: "tiny.csv",
    path: "/data/tiny.csv",
    bytes: 4,
  });
  const texts = await within(
    30_000,
    "overlapping calls",
    page.evaluate(async () =>
      (await Promise.all([1, 2, 3, 4].map((n) => window.insitu.run(`${n} * 10`)))).map(
        (outcome) => outcome.results[0].text,
      ),
    ),
  );
  assert.deepEqual(texts, ["10", "20", "30", "40"]);
});

test("ask resolves with the documented turn", async () => {
  const turn = await within(
    60_000,
    "the turn",
    page.evaluate(() => window.insitu.ask("what is 6 * 7?")),
  );
  assert.deepEqual(Object.keys(turn).sort(), [
    "answer",
    "choices",
    "claims",
    "message",
    "notComputed",
    "question",
    "steps",
    "stopped",
  ]);
  assert.deepEqual([turn.question, turn.stopped, turn.message], ["what is 6 * 7?", null, null]);
  assert.match(turn.answer, /\b42\b/);
  for (const step of turn.steps)
    assert.deepEqual(Object.keys(step).sort(), ["code", "outcome", "purpose", "refused"]);
});

test("invalid arguments are rejected with a sentence", async () => {
  for (const [call, pattern] of /** @type {[string, RegExp][]} */ ([
    ["window.insitu.run(5)", /text|string|code/i],
    ["window.insitu.addFile('a.csv')", /File/],
    ["window.insitu.ask('')", /question|empty|text/i],
  ])) {
    const message = await within(
      10_000,
      call,
      page.evaluate(
        `(async () => { try { await ${call}; return "accepted"; } catch (error) { return String(error.message ?? error); } })()`,
      ),
    );
    assert.match(message, pattern, call);
    assert.notEqual(message, "accepted", call);
  }
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
