import assert from "node:assert/strict";
import { test } from "node:test";

import { report } from "./report.mjs";

test("the report has a row for each level, the plain questions and all", () => {
  const turn = { answer: "", choices: [], steps: [], stopped: null, message: null, marked: false, start: 1, seconds: 2, firstCode: 0.5 };
  const line = { set: "closed", level: 1, verdict: /** @type {const} */ ("right"), stated: true, turn, tokens: null, executions: 1 };
  const lines = [
    line,
    { ...line, verdict: /** @type {const} */ ("wrong") },
    { ...line, verdict: /** @type {const} */ ("asked"), stated: false },
    { ...line, set: "plain", level: undefined, turn: null, verdict: /** @type {const} */ ("error") },
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
