// Measures what a model is sent, without a browser: the product's own turn (example `turns` of
// crates/analyst) decides what the model reads and when the turn ends, native.py runs the code. So
// a change of the prompt is measured in minutes; run.mjs measures the product. Writes lines like
// those of run.mjs.
//
//   cargo build -p analyst --example turns
//   npx tsx bench/answers/turns.mjs --endpoint URL [--model NAME] [--lines odd|even]
//     [--only regex] [--limit n] [--way always|auto] [--seconds 120] [--add '{"temperature": 0}']
//     [--set closed,file.jsonl] [--out file.jsonl]
//
// --way is how the model calls tools, as in INSITU_FENCED. --add goes into each request, as what
// the relay adds. Closed questions are asked with their format. --lines keeps every other line of
// the sets, so that what was developed on one half is measured on the other. Needs what native.mjs
// needs.

import { appendFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { root } from "../../end2end/support/server.mjs";
import { atEnd, benchmark } from "../support/cleanup.mjs";
import { Conversation } from "./conversation.mjs";
import { expectedAnswers, judged, questions, step, TARGET } from "./lines.mjs";
import { report } from "./report.mjs";
import { usage } from "./usage.mjs";

const { values: options } = parseArgs({
  options: {
    endpoint: { type: "string", default: "" },
    model: { type: "string", default: "model" },
    lines: { type: "string" },
    set: { type: "string", default: "closed" },
    only: { type: "string", default: "" },
    limit: { type: "string" },
    way: { type: "string", default: "always" },
    add: { type: "string", default: "{}" },
    seconds: { type: "string", default: "120" },
    out: { type: "string", default: path.join(TARGET, "turns.jsonl") },
  },
});

/** The time limit of a message that runs no code and calls no model, in milliseconds. */
const SOON = 30_000;

await benchmark(async () => {
  if (!options.endpoint)
    throw new Error("--endpoint is missing; write an address such as http://127.0.0.1:8080/v1");
  const expected = expectedAnswers();
  const turns = new Conversation(
    process.env.TURNS ?? path.join(root, "target/debug/examples/turns"),
    [],
  );
  const python = new Conversation("python3", [path.join(root, "bench/answers/native.py")]);
  atEnd(async () => {
    await turns.stop();
    await python.stop();
  });
  const wanted = questions({ set: options.set, only: "" })
    .filter((_, at) => !options.lines || at % 2 === (options.lines === "odd" ? 0 : 1))
    .filter(({ id }) => new RegExp(options.only).test(id))
    .slice(0, options.limit === undefined ? undefined : Number(options.limit));
  writeFileSync(options.out, "");
  /** @type {import("./lines.mjs").Line[]} */
  const lines = [];
  /** @type {number[]} */
  const first = [];
  for (const question of wanted) {
    /** @type {Tokens} */
    const tokens = { requests: 0, prompt: 0, completion: 0, first: 0 };
    /** @type {import("./page.mjs").Asked | null} */
    let turn = null;
    let fault;
    try {
      turn = await asked(question, turns, python, tokens);
    } catch (error) {
      fault = String(error);
    }
    const line = judged({ ...question, turn, fault, tokens }, expected[question.id]);
    lines.push(line);
    first.push(tokens.first);
    appendFileSync(options.out, `${JSON.stringify(line)}\n`);
    console.error(
      `${lines.length}/${wanted.length} ${line.id}: ${line.verdict} (${turn?.seconds.toFixed(1) ?? fault}) ${JSON.stringify(turn?.answer ?? "")}`,
    );
  }
  console.log(report(lines));
  console.log(
    `Prompt tokens of the first call, median: ${first.sort((a, b) => a - b)[Math.floor(first.length / 2)]}`,
  );
});

/**
 * @typedef {{ requests: number, prompt: number, completion: number, first: number }} Tokens `first`
 *   are those of the first prompt.
 */

/**
 * Asks one question in a new session.
 *
 * @param {import("./judge.mjs").Question} question
 * @param {Conversation} turns
 * @param {Conversation} python
 * @param {Tokens} tokens
 * @returns {Promise<import("./page.mjs").Asked>}
 */
async function asked({ question, format, table }, turns, python, tokens) {
  const profile = await python.ask({ open: path.join(TARGET, "tables", `${table}.csv`) }, SOON);
  const from = performance.now();
  const seconds = () => (performance.now() - from) / 1000;
  const late = () => seconds() > Number(options.seconds);
  /** @type {any[]} */
  const steps = [];
  let firstCode = null;
  let next = await turns.ask(
    {
      question: format ? `${question} Answer format: ${format}` : question,
      profiles: [profile],
      way: options.way,
    },
    SOON,
  );
  while (!next.done) {
    if (next.call) {
      next = await turns.ask(
        late() ? { failed: "the time limit" } : await called(next.call, tokens),
        SOON,
      );
    } else {
      firstCode ??= seconds();
      const outcome = await python.ask(
        { run: next.run, seconds: Number(options.seconds) },
        Number(options.seconds) * 2000,
      );
      steps.push(step({ purpose: "", code: next.run, outcome }));
      next = await turns.ask(outcome, SOON);
    }
  }
  await python.ask({ close: true }, SOON);
  const { answer, stopped, message, marked } = next.done;
  return { answer, steps, stopped, message, marked, start: 0, seconds: seconds(), firstCode };
}

/**
 * Sends a request and returns the answer, or why there is none.
 *
 * @param {any} request
 * @param {Tokens} tokens
 */
async function called(request, tokens) {
  const { stream_options: _, ...body } = {
    ...request,
    model: options.model,
    ...JSON.parse(options.add),
    stream: false,
  };
  const answer = await fetch(`${options.endpoint}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${process.env.INSITU_API_KEY ?? "none"}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const { prompt, completion } = usage(text);
  tokens.requests += 1;
  tokens.prompt += prompt;
  tokens.completion += completion;
  tokens.first ||= prompt;
  return answer.ok ? JSON.parse(text) : { failed: text.slice(0, 300) };
}
