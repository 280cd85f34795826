import assert from "node:assert/strict";
import { test } from "node:test";

import { TALLEST, geometry, pieces } from "./geometry.ts";

test("few rows are not scaled", () => {
  const { real, scaled, toFull, toReal } = geometry(1000, 32, 300);
  assert.deepEqual([real, scaled, toFull(1234), toReal(1234)], [32_000, false, 1234, 1234]);
});

test("the real height is limited for any number of rows, and both ends are reached exactly", () => {
  for (const rows of [300_000, 1_000_000, 50_000_000]) {
    const scroll = geometry(rows, 32, 400);
    assert.equal(scroll.real, TALLEST);
    assert.deepEqual(scroll.rowAt(scroll.toFull(0)), { row: 0, hidden: 0 });
    const bottom = scroll.toFull(TALLEST - 400);
    assert.equal(bottom, rows * 32 - 400);
    // Near either end scrolling is not scaled.
    assert.equal(scroll.toFull(100), 100);
    assert.equal(scroll.toFull(TALLEST - 500), bottom - 100);
  }
});

test("the conversions are inverse to each other and monotonic", () => {
  const scroll = geometry(1_000_000, 32, 400);
  let last = -1;
  for (let real = 0; real <= TALLEST - 400; real += 13_337) {
    const full = scroll.toFull(real);
    assert.ok(full > last, `at ${real}`);
    assert.ok(Math.abs(scroll.toReal(full) - real) < 1e-6, `at ${real}`);
    last = full;
  }
});

test("offsets beyond the ends are limited to them", () => {
  const scroll = geometry(10, 32, 400);
  assert.deepEqual(
    [scroll.real, scroll.end, scroll.toFull(50), scroll.toReal(-5), scroll.rowAt(-9)],
    [320, 0, 0, 0, { row: 0, hidden: 0 }],
  );
  assert.equal(geometry(0, 32, 400).real, 0);
});

test("a row is revealed by the smallest movement", () => {
  const { reveal } = geometry(1000, 32, 320);
  for (const [place, row, wanted] of [
    [0, 5, 0],
    [0, 10, 32],
    [640, 3, 96],
    [640, 25, 640],
    [0, 999, 31_680],
  ]) {
    assert.equal(reveal(place, row), wanted, `row ${row} from ${place}`);
  }
});

test("pieces cover the requested rows and no others", () => {
  const cases: Array<[first: number, last: number, wanted: number[]]> = [
    [0, 20, [0]],
    [90, 110, [0, 1]],
    [100, 200, [1]],
    [-5, 1, [0]],
    [50, 50, [0]],
    [250, 260, [2]],
  ];
  for (const [first, last, wanted] of cases) {
    assert.deepEqual(pieces(first, last, 100), wanted, `${first} to ${last}`);
  }
});
