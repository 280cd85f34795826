import assert from "node:assert/strict";
import { test } from "node:test";

import { moved } from "./keys.ts";
import type { At } from "./keys.ts";

const BOUNDS = { first: 0, last: 99, columns: 5, page: 10 };
const at = (row: number, column: number) => ({ row, column });

test("keys move as in a spreadsheet, and stop at the edges", () => {
  const cases: Array<[from: At, key: string, all: boolean, wanted: At | null]> = [
    [at(0, 0), "ArrowDown", false, at(1, 0)],
    [at(99, 0), "ArrowDown", false, at(99, 0)],
    [at(5, 2), "ArrowUp", false, at(4, 2)],
    [at(0, 2), "ArrowUp", false, at(-1, 2)],
    [at(-1, 2), "ArrowUp", false, at(-1, 2)],
    [at(-1, 2), "ArrowDown", false, at(0, 2)],
    [at(5, 0), "ArrowLeft", false, at(5, 0)],
    [at(5, 4), "ArrowRight", false, at(5, 4)],
    [at(5, 1), "ArrowRight", true, at(5, 4)],
    [at(5, 1), "PageDown", false, at(15, 1)],
    [at(95, 1), "PageDown", false, at(99, 1)],
    [at(5, 1), "PageUp", false, at(0, 1)],
    [at(5, 3), "Home", false, at(5, 0)],
    [at(5, 3), "End", false, at(5, 4)],
    [at(5, 3), "Home", true, at(0, 0)],
    [at(5, 3), "End", true, at(99, 4)],
    [at(5, 3), "ArrowDown", true, at(99, 3)],
    [at(5, 3), "a", false, null],
  ];
  for (const [from, key, all, wanted] of cases) {
    assert.deepEqual(
      moved(from, key, all, BOUNDS),
      wanted,
      `${key} at ${from.row}, ${from.column}`,
    );
  }
});

test("if only some rows are available, keys stay within them", () => {
  const left = { first: 200, last: 299, columns: 3, page: 10 };
  assert.deepEqual(moved(at(200, 1), "ArrowUp", false, left), at(-1, 1));
  assert.deepEqual(moved(at(-1, 1), "ArrowDown", false, left), at(200, 1));
  assert.deepEqual(moved(at(205, 1), "PageUp", false, left), at(200, 1));
});

test("in an empty table keys stay in the head", () => {
  const none = { first: 0, last: -1, columns: 3, page: 10 };
  assert.equal(moved(at(-1, 1), "ArrowDown", false, none), null);
  assert.deepEqual(moved(at(-1, 1), "ArrowRight", false, none), at(-1, 2));
});
