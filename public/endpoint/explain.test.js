// node --test public/endpoint/

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseBase } from "./addresses.js";
import { unanswered } from "./explain.js";

const PAGE = "https://data.example.org";

test("a local server is allowed in its own way", () => {
  for (const [base, wanted] of [
    ["http://localhost:11434/v1", `OLLAMA_ORIGINS=${PAGE}`],
    ["http://127.0.0.1:1234/v1", "lms server start --cors"],
    ["http://localhost:8080/v1", "llama-server --port 8080"],
    ["http://localhost:8000/v1", `vllm serve MODEL --allowed-origins '["${PAGE}"]'`],
  ]) {
    const { ok, steps } = unanswered(parseBase(base), "blocked", PAGE);
    assert.equal(ok, false);
    assert.deepEqual(steps.map(({ code }) => code).filter(Boolean), [wanted], base);
    assert.match(steps[0].text, /whether the server runs/);
    assert.match(steps.at(-1)?.text ?? "", /Safari/, "an encrypted page and an address that is not");
  }
  const { steps } = unanswered(parseBase("http://localhost:5000"), "blocked", "http://localhost:3000");
  assert.equal(steps.filter(({ code }) => code).length, 4, "at an unknown port it may be any of them");
  assert.doesNotMatch(steps.at(-1)?.text ?? "", /Safari/);
});

test("another host has to allow the page's origin, or the server asks it", () => {
  const { sentence, steps } = unanswered(parseBase("https://api.example.com/v1"), "blocked", PAGE);
  assert.match(sentence, /^api\.example\.com gave this page no answer that it may read\. .*\(CORS\)/);
  assert.deepEqual(
    steps.map(({ code }) => code),
    [undefined, PAGE, undefined],
  );
});

test("the page's own policy and silence are no matter of the endpoint's settings", () => {
  assert.match(unanswered(parseBase("https://a.example"), "policy", PAGE).sentence, /may not connect to a\.example yet/);
  assert.match(unanswered(parseBase("https://a.example"), "silent", PAGE).sentence, /did not answer in time/);
});
