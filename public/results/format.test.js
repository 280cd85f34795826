// `node --test public/results/`; the shared cases are the same in `app/src/format.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bytes, count, fixed, grouped, plural, share, short } from "./format.js";

/**
 * @template Value
 * @param {(value: Value) => string} write
 * @param {Array<[value: Value, text: string]>} cases
 */
const check = (write, cases) =>
  assert.deepEqual(
    cases.map(([value]) => write(value)),
    cases.map(([, text]) => text),
  );

test("counts are grouped in thousands, and one is singular", () => {
  check(count, [
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [1234567, "1,234,567"],
  ]);
  check(
    (number) => plural(number, "row"),
    [
      [0, "0 rows"],
      [1, "1 row"],
      [45000, "45,000 rows"],
    ],
  );
});

test("sizes have a unit that keeps them short", () => {
  check(bytes, [
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1 KB"],
    [12345, "12 KB"],
    [999499, "999 KB"],
    [999500, "1.0 MB"],
    [3449000, "3.4 MB"],
    [2100000000, "2.1 GB"],
  ]);
});

test("rounding to decimals reports whether it is exact", () => {
  /** @type {Array<[number: number, digits: number, text: string, same: boolean]>} */
  const cases = [
    [20.5, 2, "20.50", true],
    [-3, 2, "-3.00", true],
    [-0.001, 2, "0.00", false],
    [0.07, 2, "0.07", true],
    [1234567.891, 2, "1234567.89", false],
    [99.996, 2, "100.00", false],
    [5, 0, "5", true],
  ];
  for (const [number, digits, text, same] of cases) {
    assert.deepEqual(fixed(number, digits), { text, same });
  }
});

test("grouping keeps sign and fraction", () => {
  check(grouped, [
    ["-1234.5678", "-1,234.5678"],
    ["12", "12"],
    ["-100000", "-100,000"],
  ]);
});

test("a share never rounds a small part to 0 % or an incomplete one to 100 %", () => {
  check(share, [
    [0, "0 %"],
    [0.0001, "< 1 %"],
    [0.124, "12 %"],
    [0.9999, "> 99 %"],
    [1, "100 %"],
  ]);
});

test("numbers of any size have about four digits", () => {
  check(short, [
    [0, "0"],
    [12, "12"],
    [1234, "1,234"],
    [1234.567, "1,235"],
    [0.03125, "0.03125"],
    [-2.5, "-2.5"],
    [123456789, "123,456,789"],
    [1.5e13, "1.5e+13"],
    [0.00001234, "1.23e-5"],
  ]);
});
