// The cases in `crates/text/tests` hold in both languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { bytes, count, fixed, grouped, plural, share, short } from "./format.ts";

/** Each function's cases: its arguments, then the text. */
const { visible: _, ...shared }: Record<string, any[][]> = JSON.parse(
  readFileSync(new URL("../../crates/text/tests/cases.json", import.meta.url), "utf8"),
);

test("the cases that are shared with Rust hold", () => {
  const functions: Record<string, (...values: any[]) => string> = {
    count,
    plural,
    bytes,
    fixed: (number, digits) => fixed(number, digits).text,
    grouped,
    share,
    short,
  };
  assert.deepEqual(Object.keys(shared).sort(), Object.keys(functions).sort());
  for (const [name, cases] of Object.entries(shared)) {
    for (const values of cases) {
      const text = values.pop();
      assert.equal(functions[name](...values), text, `${name}(${values.join(", ")})`);
    }
  }
});

test("rounding to decimals reports whether it is exact", () => {
  const cases: Array<[number: number, digits: number, text: string, same: boolean]> = [
    [20.5, 2, "20.50", true],
    [-3, 2, "-3.00", true],
    [-0.001, 2, "0.00", false],
    [-0, 1, "0.0", true],
    [0.07, 2, "0.07", true],
    [0.125, 2, "0.12", false],
    [-2.5, 0, "-2", false],
    [1234567.891, 2, "1234567.89", false],
    [5, 0, "5", true],
  ];
  for (const [number, digits, text, same] of cases) {
    assert.deepEqual(fixed(number, digits), { text, same });
  }
});
