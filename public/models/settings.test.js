// Which settings are accepted, the sentence for each that is not, and what is said of usage.

import { test } from "node:test";
import assert from "node:assert/strict";
import { problem, set, settings } from "./settings.js";
import { money, used, usedInParts } from "./usage.js";

test("a setting that is not accepted is named with what it may be", () => {
  const temperature = "The temperature is a number from 0 to 2, or empty for the model’s default.";
  const steps = "The step limit is a whole number from 1 to 50.";
  const cases = /** @type {[any, string][]} */ ([
    [{}, ""],
    [{ temperature: 0, effort: "high", steps: 50, instructions: "a".repeat(4000) }, ""],
    [{ temperature: null, effort: null, steps: null, instructions: "" }, ""],
    [{ temperature: 2.1 }, temperature],
    [{ temperature: -1 }, temperature],
    [{ temperature: Number.NaN }, temperature],
    [{ temperature: "0.5" }, temperature],
    [{ effort: "much" }, "The reasoning effort is one of none, minimal, low, medium, high, xhigh, or empty for the model’s default."],
    [{ steps: 0 }, steps],
    [{ steps: 51 }, steps],
    [{ steps: 2.5 }, steps],
    [{ instructions: "👩".repeat(4001) }, "The instructions have 4,001 characters; 4,000 are the most. Shorten them."],
    [{ instructions: 5 }, "The instructions are a text."],
    [{ temprature: 1 }, "“temprature” is not a setting: there are temperature, effort, steps, instructions."],
    [null, "This is not a setting: there are temperature, effort, steps, instructions."],
  ]);
  for (const [changes, sentence] of cases) assert.equal(problem(changes), sentence);
});

test("what is set is kept with the rest, and what is refused changes nothing", () => {
  /** @type {any} */
  let stored;
  /** @type {any} */
  const choice = (/** @type {string} */ _wanted, /** @type {any} */ value) => (stored = value ?? stored);
  assert.deepEqual(settings(choice), { temperature: null, effort: null, steps: null, instructions: "" });
  set(choice, { temperature: 0.2 });
  set(choice, { steps: 3 });
  assert.throws(() => set(choice, { steps: 99 }), /1 to 50/);
  assert.deepEqual(settings(choice), { temperature: 0.2, effort: null, steps: 3, instructions: "" });
});

test("money has as many digits as it needs", () => {
  const cases = /** @type {[number, string, string][]} */ ([
    [0, "USD", "$0.00"],
    [0.003_123, "USD", "$0.0031"],
    [0.25, "EUR", "€0.25"],
    [12.345, "USD", "$12.35"],
    [1.5, "credits", "1.50 credits"],
  ]);
  for (const [amount, currency, words] of cases) assert.equal(money(amount, currency), words);
});

test("usage is said shortly, and in all its parts", () => {
  const usage = { replies: 2, reported: 2, priced: 2, input: 1100, cached: 0, output: 140, reasoning: 0, costs: { USD: 0.003 } };
  const cases = /** @type {[object, string, string][]} */ ([
    [{}, "1,240 tokens, $0.003", "2 requests; 1,100 tokens read; 140 tokens written."],
    [
      { cached: 900, reasoning: 60, costs: {}, priced: 0 },
      "1,240 tokens",
      "2 requests; 1,100 tokens read, 900 of them from the provider’s cache; 140 tokens written, 60 of them reasoning; the price is not known.",
    ],
    [
      { cached: 500, cacheWritten: 300 },
      "1,240 tokens, $0.003",
      "2 requests; 1,100 tokens read, 500 of them from the provider’s cache, 300 of them written into it; 140 tokens written.",
    ],
    [{ replies: 3 }, "at least 1,240 tokens, $0.003", "3 requests; 1,100 tokens read; 140 tokens written; no tokens reported for 1 of the requests."],
    [{ priced: 1 }, "at least 1,240 tokens, $0.003", "2 requests; 1,100 tokens read; 140 tokens written; the price of 1 of the requests is not known."],
    [{ reported: 0, priced: 0, input: 0, output: 0, costs: {} }, "no usage reported", "2 requests; the provider reported no tokens."],
    [{ replies: 0, reported: 0 }, "", "No model elsewhere was asked."],
    [{ costs: { USD: 0.5, EUR: 2 } }, "1,240 tokens, $0.50, €2.00", "2 requests; 1,100 tokens read; 140 tokens written."],
  ]);
  for (const [changes, words, parts] of cases) {
    assert.deepEqual([used({ ...usage, ...changes }), usedInParts({ ...usage, ...changes })], [words, parts]);
  }
});
