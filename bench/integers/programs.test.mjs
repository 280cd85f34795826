// A sample of the programs of the differential test in the built runtime: each prints what native
// Python printed. And how two outputs are compared.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { sample, sampled } from "../../end2end/support/sample.mjs";
import { manifest, needsRuntime } from "../../web/kernel/tests/built-runtime.ts";
import { difference, programs, title, versions } from "./programs.mjs";
import { run } from "./run.mjs";

// Every sixteenth of about a thousand programs runs in the gate.
const STEP = 16;

describe("two outputs", () => {
  /** @type {[what: string, expected: string, actual: string, same: boolean][]} */
  const CASES = [
    [
      "are the same if they have the same words and numbers",
      "total 3 [ 1 22]\n",
      "total 3 [1 22]\n",
      true,
    ],
    ["differ in a whole number", "total 3000000000", "total -1294967296", false],
    [
      "differ in the last digit of a large whole number",
      "9007199254740993",
      "9007199254740992",
      false,
    ],
    ["differ in a type", "[1 2] int64", "[1 2] int32", false],
    ["differ in a whole number that became a float", "3", "3.0", false],
    [
      "are the same if floats differ by a billionth of a billionth",
      "mean 0.1",
      "mean 0.10000000000000000001",
      true,
    ],
    ["differ if floats differ by a millionth", "mean 1.000001", "mean 1.000002", false],
    [
      "are the same if a sum near zero differs by little of the line's size",
      "[1.0 2.1e-17]",
      "[1.0 0.0]",
      true,
    ],
    ["differ if a small float alone differs", "2.1e-17", "4.2e-17", false],
    ["differ in a missing line", "1\n2\n", "1\n", false],
    ["differ in an error", "1\n", "OverflowError: too large\n", false],
    ["differ in a sign", "[-1 1]", "[1 1]", false],
    ["differ in what is not a number", "nan", "inf", false],
  ];
  for (const [what, expected, actual, same] of CASES)
    test(what, () => assert.equal(difference(expected, actual) === null, same));
});

describe("programs that print integers", needsRuntime, () => {
  const all = ["a", "b"].flatMap(programs);
  /** @type {Awaited<ReturnType<typeof run>>} */
  let differences;
  before(async () => {
    differences = await run(sample(all, STEP));
  });

  test(`print what native Python prints: ${sampled()}`, () => {
    assert.deepEqual(
      differences.map(({ program, found }) => ({ program: title(program), ...found })),
      [],
    );
  });

  test("have each a native output, of CPython with the versions that the runtime has", () => {
    for (const set of ["a", "b"]) {
      const { python, machine, ...libraries } = versions(set);
      assert.match(`${python} ${machine}`, /^3\.1[2-9]\.\d+ Linux x86_64$/);
      for (const name of ["numpy", "pandas", "scikit-learn", "scipy"]) {
        assert.equal(
          libraries[name],
          manifest.packages.find((item) => item.name === name)?.version,
        );
      }
    }
  });
});
