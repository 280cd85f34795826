import assert from "node:assert/strict";
import { test } from "node:test";

import { writers } from "./cells.ts";
import type { Cell } from "./cells.ts";

/** Checks how a column's values are written: text, and the exact value if the text shortens it. */
function check(
  name: string,
  type: string,
  cases: Array<[value: Cell, text: string, exact?: string]>,
) {
  const [write] = writers({
    columns: [name],
    types: [type],
    indexColumns: 0,
    rows: cases.map(([value]) => [value]),
  });
  const wanted = cases.map(([value, text, exact = null]) => ({
    text,
    exact,
    missing: value === null,
  }));
  assert.deepEqual(
    cases.map(([value]) => write(value)),
    wanted,
  );
}

test("amounts are grouped and share their decimals", () => {
  check("revenue", "number", [
    [1234567.891, "1,234,567.89", "1234567.891"],
    [20.5, "20.50"],
    [-3, "-3.00"],
    [null, "–"],
  ]);
  check("share", "number", [
    [0.5, "0.5000"],
    [0.33333, "0.3333", "0.33333"],
  ]);
  check("rows", "integer", [[45000, "45,000"]]);
});

test("identifiers that are numbers are not grouped", () => {
  check("year", "integer", [[2026, "2026"]]);
  check("customer_id", "integer", [[100234, "100234"]]);
});

test("a tiny number is not rounded to zero, and a huge one keeps its digits", () => {
  check("p", "number", [
    [0.00000012, "1.2e-7"],
    [0.51234, "0.5123", "0.51234"],
  ]);
  check("big", "number", [
    [1e15, "1,000,000,000,000,000"],
    [1e22, "1e+22"],
    ["inf", "inf"],
  ]);
  check("big", "integer", [["12345678901234567890", "12345678901234567890"]]);
});

test("dates are written without the time only if all are at midnight", () => {
  check("d", "date", [["2026-01-31", "2026-01-31"]]);
  check("d", "datetime", [["2026-01-31T00:00:00", "2026-01-31"]]);
  check("d", "datetime", [
    ["2026-01-31T00:00:00", "2026-01-31 00:00:00"],
    ["2026-01-31T08:15:00", "2026-01-31 08:15:00"],
    ["2026-02-01", "2026-02-01 00:00:00"],
  ]);
});

test("other values are written as they are", () => {
  check("t", "text", [
    ["a\u202Eb", "a⟨U+202E⟩b"],
    ["1234", "1234"],
    ["2026-01-31T00:00:00", "2026-01-31T00:00:00"],
  ]);
  check("b", "boolean", [[true, "True"]]);
  check("o", "other", [[{ a: [1] }, '{"a":[1]}']]);
});

test("an index of numbers is not grouped", () => {
  const write = writers({
    columns: ["order", "sum"],
    types: ["integer", "integer"],
    indexColumns: 1,
    rows: [[10000, 10000]],
  });
  assert.deepEqual(
    write.map((writer) => writer(10000).text),
    ["10000", "10,000"],
  );
});
