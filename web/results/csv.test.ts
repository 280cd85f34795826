import assert from "node:assert/strict";
import { test } from "node:test";

import { asCsv, asTsv } from "./csv.ts";

const ROWS = [
  ["a\tb\nc", 1.5, null],
  ['say "hi"', true, { x: [1] }],
  ["comma, here", -2, "=1+1"],
];

test("copied rows are lines of cells, whatever a cell contains", () => {
  assert.equal(
    asTsv(["t", "n", "o"], ROWS),
    't\tn\to\na b c\t1.5\t\nsay "hi"\tTrue\t{"x":[1]}\ncomma, here\t-2\t=1+1',
  );
  assert.equal(asTsv(null, [["x", 1]]), "x\t1");
});

test("saved rows are quoted where necessary", () => {
  assert.equal(
    asCsv(["t", "n", "o"], ROWS),
    't,n,o\r\n"a\tb\nc",1.5,\r\n"say ""hi""",True,"{""x"":[1]}"\r\n"comma, here",-2,=1+1\r\n',
  );
});
