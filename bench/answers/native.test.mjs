import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";

import { Conversation } from "./conversation.mjs";
import { step } from "./lines.mjs";

const LIMIT = 60_000;
const python = new Conversation("python3", [path.join(import.meta.dirname, "native.py")]);
/** @type {string} */
let folder;

before(() => {
  folder = mkdtempSync(path.join(tmpdir(), "answers-"));
  writeFileSync(path.join(folder, "shop.csv"), "day,sales\n2024-01-01,3\n2024-01-02,4\n");
});

after(async () => {
  await python.stop();
  rmSync(folder, { recursive: true });
});

const open = () => python.ask({ open: path.join(folder, "shop.csv") }, LIMIT);

/** @param {string} code */
const run = async (code, seconds = 30) =>
  step({ purpose: "", code, outcome: await python.ask({ run: code, seconds }, LIMIT) });
const close = () => python.ask({ close: true }, LIMIT);

test("a table is profiled under its path in the page, with an expression that reads it", async () => {
  const { path: at, name, tables } = await open();
  assert.deepEqual(
    [at, name, tables[0].reader, tables[0].rows],
    ["/data/shop.csv", "shop.csv", 'pd.read_csv("shop.csv")', 2],
  );
  await close();
});

test("code shows tables, output and the values of its figures", async () => {
  await open();
  const code =
    'import pandas as pd\nimport matplotlib.pyplot as plt\ndf = pd.read_csv("shop.csv")\nplt.bar(df["day"], df["sales"])\nplt.show()\nprint("Note")\ndf';
  const { status, tables, figures, printed, error } = await run(code);
  await close();
  assert.deepEqual(
    { status, printed, error, rows: tables[0].rows.length, figures: figures.length },
    { status: "ok", printed: "Note\n", error: null, rows: 2, figures: 1 },
  );
  assert.match(JSON.stringify(figures[0]), /"value":4\b/);
});

test("code sees what it defined for the same question, and nothing of an earlier one", async () => {
  await open();
  await run("kept = 42");
  assert.deepEqual((await run("kept")).texts, ["42"]);
  await close();
  await open();
  assert.match((await run("kept")).error ?? "", /^NameError/);
  await close();
});

test("code that takes too long or ends the interpreter is killed, and later code runs", async () => {
  await open();
  assert.equal((await run("while True: pass", 1)).status, "killed");
  assert.equal((await run("import os\nos._exit(3)")).status, "killed");
  assert.deepEqual((await run('import pandas as pd\nlen(pd.read_csv("shop.csv"))')).texts, ["2"]);
  await close();
});
