// `window.insitu` as docs/automation.md describes it: the exact shapes, and the behaviour of Python as in a notebook.

import { test } from "node:test";
import assert from "node:assert/strict";
import { addFile, run, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";

const { page } = await journey();

/** @typedef {keyof import("../../public/types/automation").Insitu} Name */

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
  assert.ok(durationMs >= 0 && durationMs < 60_000);
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
  assert.deepEqual([result, more], [{ main: true, text: "{'a': 1}", mime: { "text/plain": "{'a': 1}" }, data: null, chart: null, display: null }, []]);
  assert.deepEqual((await run(page, "import os\nos.remove('f.txt')")).removed, ["/out/f.txt"]);
});

test("an error carries name, value and a traceback of the user's own lines", async () => {
  const { status, error } = await run(page, "def inner():\n    return {}['missing']\n\ninner()");
  assert.equal(status, "error");
  assert.deepEqual([error?.name, error?.value], ["KeyError", "'missing'"]);
  assert.match(error?.traceback ?? "", /line 4[^]*inner\(\)[^]*line 2[^]*\['missing'\][^]*KeyError: 'missing'/);
  assert.doesNotMatch(error?.traceback ?? "", /insitu\/|_pyodide|harness|eval_code/);
  const syntax = await run(page, "x = (1,\ny = 2");
  assert.equal(syntax.error?.name, "SyntaxError");
});

test("executions are counted, also failing ones", async () => {
  const first = await run(page, "1");
  await run(page, "1/0");
  assert.equal((await run(page, "1")).executionCount, first.executionCount + 2);
});

test("top-level await, indented code, an assignment and a semicolon work as in a notebook", async () => {
  for (const [code, wanted] of /** @type {[code: string, wanted: string | undefined][]} */ ([
    ["import asyncio\nawait asyncio.sleep(0)\n'awaited'", "'awaited'"],
    ["    indented = 3\n    indented + 1", "4"],
    ["quiet = 5", undefined],
    ["quiet;", undefined],
    ["quiet", "5"],
    ["# only a comment", undefined],
    ["", undefined],
    ["None", undefined],
    ["def f():\n    '''doc'''\nf.__doc__", "'doc'"],
    ["'é'.encode()", String.raw`b'\xc3\xa9'`],
  ])) {
    const outcome = await run(page, code);
    assert.deepEqual([outcome.error, outcome.results.find((result) => result.main)?.text], [null, wanted], code);
  }
});

test("magics and shell commands raise an error that says what to write instead", async () => {
  for (const code of ["%matplotlib inline\n1", "!pip install polars", "%%time\n1", "df?"]) {
    const { status, error } = await run(page, code);
    assert.equal(status, "error", code);
    assert.match(`${error?.name} ${error?.value}`, /magic|notebook|shell|pip|help|Python/i, code);
    assert.doesNotMatch(error?.value ?? "", /^invalid syntax/, code);
  }
});

test("a figure is a result once, shown or left open, with its text", async () => {
  const code =
    "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('First'); plt.show()\nplt.figure(); plt.plot([2, 1]); plt.title('Second'); plt.ylabel('euros')\nfig, ax = plt.subplots(); ax.set_title('Third')\nfig";
  const { results, error } = await run(page, code);
  assert.equal(error, null);
  const figures = results.filter((result) => result.mime["image/png"]);
  assert.deepEqual(figures.map(({ text }) => /First|Second|Third/.exec(text)?.[0]).sort(), ["First", "Second", "Third"]);
  assert.match(figures.find(({ text }) => text.includes("Second"))?.text ?? "", /euros/);
  for (const { mime } of figures) assert.equal(Buffer.from(mime["image/png"], "base64").subarray(1, 4).toString(), "PNG");
  assert.equal((await run(page, "1")).results.filter((result) => result.mime["image/png"]).length, 0, "none comes again");
});

test("a table comes as data, text and HTML", async () => {
  const { results } = await run(page, "import pandas as pd\npd.DataFrame({'n': [1, 2], 'x': [0.5, None], 't': ['<b>', 'é']})");
  const [{ main, data, mime }] = results;
  assert.equal(main, true);
  assert.deepEqual(
    [data?.columns, data?.rows, data?.totalRows, data?.indexColumns],
    [
      ["n", "x", "t"],
      [
        [1, 0.5, "<b>"],
        [2, null, "é"],
      ],
      2,
      0,
    ],
  );
  assert.match(mime["text/html"], /<table/);
  assert.match(mime["text/plain"], /0\.5/);
});

test("addFile resolves with the file's path, and overlapping calls all resolve", async () => {
  assert.deepEqual(await addFile(page, "tiny.csv", "a\n1\n"), { name: "tiny.csv", path: "/data/tiny.csv", bytes: 4 });
  const texts = await within(
    30_000,
    "overlapping calls",
    page.evaluate(async () => (await Promise.all([1, 2, 3, 4].map((n) => window.insitu.run(`${n} * 10`)))).map((outcome) => outcome.results[0].text)),
  );
  assert.deepEqual(texts, ["10", "20", "30", "40"]);
});

test("ask resolves with the documented turn", async () => {
  const turn = await within(
    60_000,
    "the turn",
    page.evaluate(() => window.insitu.ask("what is 6 * 7?")),
  );
  assert.deepEqual(Object.keys(turn).sort(), ["answer", "choices", "claims", "message", "notComputed", "question", "steps", "stopped"]);
  assert.deepEqual([turn.question, turn.stopped, turn.message], ["what is 6 * 7?", null, null]);
  assert.match(turn.answer, /\b42\b/);
  for (const step of turn.steps) assert.deepEqual(Object.keys(step).sort(), ["code", "outcome", "purpose", "refused"]);
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
      page.evaluate(`(async () => { try { await ${call}; return "accepted"; } catch (error) { return String(error.message ?? error); } })()`),
    );
    assert.match(message, pattern, call);
    assert.notEqual(message, "accepted", call);
  }
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
