import assert from "node:assert/strict";
import { test } from "node:test";

import { readings, report } from "./report.mjs";

test("the report has a row for each level, the plain questions and all", () => {
  const turn = {
    answer: "",
    choices: [],
    steps: [],
    stopped: null,
    message: null,
    marked: false,
    start: 1,
    seconds: 2,
    firstCode: 0.5,
  };
  const line = {
    set: "closed",
    level: 1,
    verdict: /** @type {const} */ ("right"),
    stated: true,
    turn,
    tokens: null,
    executions: 1,
  };
  const lines = [
    line,
    { ...line, verdict: /** @type {const} */ ("wrong") },
    { ...line, verdict: /** @type {const} */ ("asked"), stated: false },
    {
      ...line,
      set: "plain",
      level: undefined,
      turn: null,
      verdict: /** @type {const} */ ("error"),
    },
  ];
  assert.equal(
    report(lines),
    [
      "| questions | all | right | wrong | asked | refused | not computed | error | stated without the format | seconds | first code, s | executions | prompt tokens | completion tokens |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
      "| closed, level 1 | 3 | 1 | 1 | 1 | 0 | 0 | 0 | 1 | 2.0 | 0.5 | 1 | – | – |",
      "| plain | 1 | 0 | 0 | 0 | 0 | 0 | 1 | – | – | – | 1 | – | – |",
      "| all | 4 | 1 | 1 | 1 | 0 | 0 | 1 | 1 | 2.0 | 0.5 | 1 | – | – |",
    ].join("\n"),
  );
});

test("the readings are counted in percent of the questions that have an answer", () => {
  const line = {
    set: "plain",
    level: undefined,
    verdict: /** @type {const} */ ("right"),
    doubtful: /** @type {boolean | null} */ (false),
    reached: null,
  };
  const wrong = { ...line, verdict: /** @type {const} */ ("wrong") };
  const lines = [
    { ...line, doubtful: true },
    { ...wrong, doubtful: true, reached: "Measure: sales" },
    wrong,
    { ...line, verdict: /** @type {const} */ ("refused"), doubtful: null },
    { ...wrong, expect: /** @type {const} */ ("ask") },
  ];
  assert.equal(
    readings(lines, true),
    [
      "| readings | all | right | wrong with doubt | wrong without | nothing | within one change |",
      "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
      "| plain | 4 | 25.0 % | 25.0 % | 25.0 % | 25.0 % | 50.0 % |",
    ].join("\n"),
  );
});
