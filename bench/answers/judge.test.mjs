import assert from "node:assert/strict";
import { test } from "node:test";

import { decimals, equals, judge, parsed } from "./judge.mjs";

const CLOSED = {
  id: "c",
  table: "t",
  question: "q",
  level: 1,
  format: "@mean[mean, rounded to two decimals], @state[state]",
};
const PLAIN = { id: "p", table: "t", question: "q" };
const VALUES = { program: { mean: 12.3456, state: "Texas" } };
const FACTS = { program: [3256], wrong: [42049] };

/** @typedef {import("./judge.mjs").Recorded} Recorded */

/**
 * @type {[name: string, question: import("./judge.mjs").Question, expected:
 *   import("./judge.mjs").Expected, turn: Partial<Recorded>, verdict: string, stated: boolean][]}
 */
const CASES = [
  ["a closed answer", CLOSED, VALUES, { answer: "@mean[12.35], @state[texas]" }, "right", true],
  [
    "a closed answer with more decimals",
    CLOSED,
    VALUES,
    { answer: "@mean[12.3456] @state[Texas]" },
    "right",
    true,
  ],
  ["a truncated value", CLOSED, VALUES, { answer: "@mean[12.34], @state[Texas]" }, "wrong", false],
  [
    "a closed answer in escaped Markdown",
    CLOSED,
    VALUES,
    { answer: "**@mean[12.35]**\n\n@state\\[Texas\\]".replaceAll("\\", "") },
    "right",
    true,
  ],
  [
    "a corrected answer",
    CLOSED,
    VALUES,
    { answer: "@mean[1] @state[Texas] no: @mean[12.35]" },
    "right",
    true,
  ],
  ["half of a closed answer", CLOSED, VALUES, { answer: "@mean[12.35]" }, "wrong", false],
  [
    "a closed answer without the format",
    CLOSED,
    VALUES,
    { answer: "The mean is 12.35, in Texas." },
    "wrong",
    true,
  ],
  [
    "a closed answer to a question without the format",
    { ...CLOSED, bare: true },
    VALUES,
    { answer: "The mean is 12.35, in Texas." },
    "right",
    true,
  ],
  [
    "half of such an answer",
    { ...CLOSED, bare: true },
    VALUES,
    { answer: "The mean is 12.35." },
    "wrong",
    false,
  ],
  [
    "a closed answer without execution",
    CLOSED,
    VALUES,
    { answer: "@mean[12.35], @state[Texas]", executions: 0 },
    "not computed",
    true,
  ],
  [
    "a closed answer that declines",
    CLOSED,
    VALUES,
    { answer: "I cannot compute that." },
    "refused",
    false,
  ],
  ["a plain answer", PLAIN, FACTS, { answer: "3,256 zip codes" }, "right", true],
  [
    "a plain answer that the page marks",
    PLAIN,
    FACTS,
    { answer: "3,256 zip codes", marked: true },
    "not computed",
    true,
  ],
  [
    "a plain answer without execution",
    PLAIN,
    FACTS,
    { answer: "3,256 zip codes", executions: 0 },
    "not computed",
    true,
  ],
  [
    "an invented number without execution",
    PLAIN,
    FACTS,
    { answer: "About 4,000.", executions: 0 },
    "not computed",
    false,
  ],
  ["another number", PLAIN, FACTS, { answer: "3,000 zip codes" }, "wrong", false],
  [
    "a forbidden number beside the right one",
    PLAIN,
    FACTS,
    { answer: "3,256 of 42,049" },
    "wrong",
    false,
  ],
  ["a question back", PLAIN, FACTS, { answer: "Which column do you mean?" }, "refused", false],
  [
    "an expected number in a suggestion",
    PLAIN,
    { program: [5] },
    { answer: "That is beyond me. You could ask:\n\n- Top 5 states", executions: 0 },
    "refused",
    false,
  ],
  [
    "a suggestion of other questions",
    PLAIN,
    FACTS,
    { answer: "That is beyond me. You could ask:\n\n- Top 5 states", executions: 0 },
    "refused",
    false,
  ],
  [
    "a question back where that is right",
    { ...PLAIN, expect: "ask" },
    {},
    { answer: "Which column do you mean?", executions: 0 },
    "right",
    true,
  ],
  [
    "a decline where that is right",
    { ...PLAIN, expect: "decline" },
    {},
    { answer: "The table has no column for prices." },
    "right",
    true,
  ],
  [
    "an answer where a decline is right",
    { ...PLAIN, expect: "decline" },
    {},
    { answer: "It is 12." },
    "wrong",
    false,
  ],
  [
    "a figure beside a decline where a decline is right",
    { ...PLAIN, expect: "decline" },
    {},
    { answer: "It is **12**.\n\nThe table has no column for prices." },
    "wrong",
    false,
  ],
  [
    "an answer without execution where a decline is right",
    { ...PLAIN, expect: "decline" },
    {},
    { answer: "It is 12.", executions: 0 },
    "not computed",
    false,
  ],
  [
    "a question back with choices where that is right",
    { ...PLAIN, expect: "ask" },
    {},
    { answer: "By sales or by profit.", choices: ["sales", "profit"], executions: 0 },
    "right",
    true,
  ],
  [
    "the same words without choices",
    { ...PLAIN, expect: "ask" },
    {},
    { answer: "By sales or by profit.", choices: [], executions: 0 },
    "wrong",
    false,
  ],
  [
    "a figure beside choices where a question back is right",
    { ...PLAIN, expect: "ask" },
    {},
    { answer: "Sales are **12**.", choices: ["profit"] },
    "wrong",
    false,
  ],
  [
    "a question back with choices where there is an answer",
    PLAIN,
    FACTS,
    { answer: "By sales or by profit.", choices: ["sales"], executions: 0 },
    "asked",
    false,
  ],
  [
    "a question back with choices after an execution",
    PLAIN,
    FACTS,
    { answer: "By sales or by profit.", choices: ["sales"] },
    "asked",
    false,
  ],
  [
    "an answer that offers choices too",
    PLAIN,
    FACTS,
    { answer: "**3,256** zip codes", choices: ["in Texas"] },
    "right",
    true,
  ],
  [
    "another number with choices",
    PLAIN,
    FACTS,
    { answer: "**3,000** zip codes", choices: ["in Texas"] },
    "wrong",
    false,
  ],
  ["a stopped turn", PLAIN, FACTS, { answer: "3,256", stopped: "limit" }, "error", false],
  ["an empty answer", PLAIN, FACTS, { answer: " " }, "error", false],
];

for (const [name, question, expected, turn, verdict, stated] of CASES) {
  test(`${name} is ${verdict}`, () => {
    /** @type {Recorded} */
    const recorded = {
      answer: "",
      tables: [],
      figures: [],
      executions: 1,
      stopped: null,
      marked: false,
      ...turn,
    };
    assert.deepEqual(judge(question, expected, recorded), { verdict, stated });
  });
}

test("a question without expected facts is refused", () => {
  assert.throws(
    () =>
      judge(
        PLAIN,
        {},
        { answer: "12", tables: [], figures: [], executions: 1, stopped: null, marked: false },
      ),
    /no facts/,
  );
});

test("values are parsed by name, and the format states their decimals", () => {
  assert.deepEqual(parsed("@mean_fare[ 34.65 ], @Name[St. John's] and @mean\\_fare[35]"), {
    mean_fare: "35",
    name: "St. John's",
  });
  assert.deepEqual(
    decimals(
      "@a[mean, rounded to three decimals], @b[count, an integer], @c[name], @d[median, rounded to an integer]",
    ),
    {
      a: 3,
      b: 0,
      c: null,
      d: 0,
    },
  );
});

test("values are compared with the stated rounding", () => {
  /** @type {[value: string, expected: string | number, places: number | null, same: boolean][]} */
  const cases = [
    ["1,580", 1580, 0, true],
    ["1581", 1580, 0, false],
    ["121968", 121967.61, 0, true],
    ["121967", 121967.61, 0, false],
    ["0.12", 0.125, 2, true],
    ["0.13", 0.125, 2, true],
    ["**9.7**", 9.7, 2, true],
    ["46.91%", 46.9136, 2, true],
    ["−0.18", -0.17807, 3, false],
    ["−0.178", -0.17807, 3, true],
    ["1982", 1982, null, true],
    ["", 0, 0, false],
    ["'CA'", "CA", null, true],
    ["California", "CA", null, false],
  ];
  for (const [value, expected, places, same] of cases)
    assert.equal(equals(value, expected, places), same, `${value} for ${expected}`);
});
