import assert from "node:assert/strict";
import { test } from "node:test";

import { namesDay, namesIn, numbersIn, rounds } from "./text.mjs";

const states = (/** @type {string} */ text, /** @type {number} */ wanted) =>
  numbersIn(text).some((written) => rounds(written, wanted));

test("numbers are read as people and programs write them", () => {
  /** @type {[text: string, values: number[]][]} */
  const cases = [
    ["There are **42,049** rows", [42049]],
    ["about 7.3 billion people, 1.2M cars and 3k boats", [7.3e9, 1.2e6, 3000]],
    ["a loss of -$17,725.48 (−3.5 %)", [-17725.48, -3.5]],
    ["r = -0.22, p = 1.5e-3", [-0.22, 0.0015]],
    ["1\u00a0234 and 1’234.5", [1234, 1234.5]],
    ["2012-01-05 and 2010–2015", [2012, 1, 5, 2010, 2015]],
    ["B737, s1 and x2", []],
    ["the 1920s, .5", [1920, 0.5]],
  ];
  for (const [text, values] of cases)
    assert.deepEqual(
      numbersIn(text).map(({ value }) => value),
      values,
      text,
    );
});

test("a number is stated exactly, or rounded correctly to two significant digits at least", () => {
  /** @type {[text: string, wanted: number, stated: boolean][]} */
  const cases = [
    ["154.3", 154.316, true],
    ["154", 154.316, true],
    ["154.4", 154.316, false],
    ["150", 154.316, false],
    ["-0.22", -0.2195, true],
    ["0.22", -0.2195, false],
    ["-0.2", -0.2195, false],
    ["3256", 3256, true],
    ["3,260", 3256, false],
    ["7.3 billion", 7309618600, true],
    ["7 billion", 7309618600, false],
    ["7.4 billion", 7309618600, false],
    ["0", 0, true],
    ["2.37", 2.3699999999999992, true],
  ];
  for (const [text, wanted, stated] of cases)
    assert.equal(states(text, wanted), stated, `${text} for ${wanted}`);
});

test("names are whole words, the longest counts, and abbreviations keep their capitals", () => {
  /** @type {[text: string, names: string[], found: string[]][]} */
  const cases = [
    [
      "Guinea-Bissau is poorer than Niger",
      ["Guinea", "Guinea-Bissau", "Niger", "Nigeria"],
      ["Guinea-Bissau", "Niger"],
    ],
    ["In 2010 it was TX, then CA; is that OK?", ["CA", "IN", "TX", "OR"], ["TX", "CA"]],
    ["**McDonald’s** leads", ["MCDONALD'S"], ["MCDONALD'S"]],
    ["sub\\_saharan\\_africa", ["sub_saharan_africa"], ["sub_saharan_africa"]],
    ["droughts, not floods", ["Flood", "Drought"], ["Drought", "Flood"]],
    ["Timothy Bruce D'Annunzio", ["D'ANNUNZIO, TIMOTHY BRUCE"], ["D'ANNUNZIO, TIMOTHY BRUCE"]],
    ["Australasia", ["Asia"], []],
    ["a model 747-451", ["747-451"], ["747-451"]],
  ];
  for (const [text, names, found] of cases) assert.deepEqual(namesIn(text, names), found, text);
});

test("a day is named in digits or with its month", () => {
  for (const text of [
    "2014-04-30",
    "on 30 April 2014",
    "Apr 30th, 2014",
    "30.04.2014",
    "2014-04-30T00:00:00",
    "the 30th of April 2014",
  ])
    assert.ok(namesDay(text, "2014-04-30"), text);
  for (const text of ["2014-04-03", "April 2014", "30 April", "130 April 2014"])
    assert.ok(!namesDay(text, "2014-04-30"), text);
});
