// What a run comes to, and which failures are never tried again.

import { test } from "node:test";
import assert from "node:assert/strict";

import { isBreach, neverBreached } from "./breach.mjs";
import { longestFirst, outcome, runAgain } from "./runs.mjs";

const TODAY = "2026-11-27";
const failure = { test: "it works", message: "1 !== 2", breach: false };
const breach = { test: "nothing arrives", message: "BREACH: 1 !== 0", breach: true };
const passed = (/** @type {string} */ file) => ({ file, seconds: 1, tests: 1, failures: [] });
const failed = (/** @type {string} */ file, one = failure) => ({
  file,
  seconds: 1,
  tests: 1,
  failures: [one],
});
const quarantine = (/** @type {string} */ file, since = TODAY) => [
  { file, since, reason: "the driver hangs" },
];

test("a file that failed runs again, unless it is a breach, a full run, or one of too many", () => {
  const rules = { full: false, quarantine: [] };
  assert.deepEqual(runAgain([passed("a"), failed("b")], rules), ["b"]);
  assert.deepEqual(runAgain([failed("a"), failed("b", breach)], rules), ["a"]);
  assert.deepEqual(runAgain([failed("b")], { full: true, quarantine: [] }), []);
  assert.deepEqual(
    runAgain(
      ["a", "b", "c"].map((file) => failed(file)),
      rules,
    ),
    [],
  );
  assert.deepEqual(
    runAgain([failed("a"), failed("b")], { full: false, quarantine: quarantine("a") }),
    ["b"],
  );
});

test("a file that passes the second time is flaky, and one that does not has failed", () => {
  const rules = { quarantine: [], today: TODAY };
  const flaky = [{ file: "a", test: "it works", message: "1 !== 2" }];
  assert.deepEqual(outcome([failed("a"), failed("b")], [passed("a"), failed("b")], rules), {
    failed: ["b"],
    flaky,
    quarantined: [],
  });
  assert.deepEqual(outcome([failed("a", breach)], [], rules), {
    failed: ["a"],
    flaky: [],
    quarantined: [],
  });
});

test("a quarantined file does not decide for fourteen days, except by a breach", () => {
  const run = (/** @type {import("./runs.mjs").Ran} */ ran, since = TODAY) =>
    outcome([ran], [], { quarantine: quarantine("a", since), today: TODAY });
  assert.deepEqual(run(failed("a")), { failed: [], flaky: [], quarantined: ["a"] });
  assert.deepEqual(run(failed("a", breach)).failed, ["a"]);
  assert.deepEqual(run(passed("a"), "2026-11-13").failed, []);
  assert.deepEqual(run(passed("a"), "2026-11-12").failed, [
    "a: it is in quarantine since 2026-11-12",
  ]);
});

test("a file without tests has failed", () => {
  assert.deepEqual(
    outcome([{ file: "a", seconds: 1, tests: 0, failures: [] }], [], {
      quarantine: [],
      today: TODAY,
    }).failed,
    ["a: it has no tests"],
  );
});

test("the longest files come first, and a new one before all others", () => {
  assert.deepEqual(longestFirst(["a", "b", "c", "d"], { a: 1, b: 9, c: 5 }), ["d", "b", "c", "a"]);
});

test("a failed assertion within neverBreached is marked, once", () => {
  const arrived = () => assert.ok(false, "it arrived");
  assert.throws(() => neverBreached(() => neverBreached(arrived)), {
    message: "BREACH: it arrived",
  });
  neverBreached(() => assert.ok(true));
  assert.equal(isBreach("BREACH: it arrived"), true);
  assert.equal(isBreach("it arrived"), false);
});
