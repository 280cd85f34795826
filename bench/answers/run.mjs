// Asks the questions of closed.jsonl, plain.jsonl and more.jsonl in the real page and judges the
// answers (judge.mjs has the rule). Each question is asked in a fresh page with its table, so that
// no answer can come from an earlier turn; a follow-up (`after`) is asked after the questions that
// it follows. Prints a Markdown table, progress goes to stderr, and writes one line of JSON for
// each question: the answer, the steps, the verdict, seconds and tokens.
//
// unseen.jsonl, blind.jsonl and fresh.jsonl (--set unseen, --set blind, --set fresh) are held out:
// they measure what was developed on the other sets, so whoever writes rules or prompts does not
// read them. So are the sets of first_sight, with tables of their own: first_sight/README.md says
// how they are run.
//
//   npx tsx bench/answers/run.mjs [--set closed,plain,more,file.jsonl] [--only regex]
//     [--half odd|even] [--limit n] [--bare] [--seconds 120] [--out file.jsonl]
//     [--endpoint URL --model NAME] [--judge file.jsonl]
//
// --bare asks closed questions without their format, for the built-in planner, which knows no
// formats: an answer is then judged like a plain one. Without --endpoint the planner answers.
// --endpoint is an OpenAI-compatible address such as http://127.0.0.1:8080/v1; INSITU_API_KEY is its
// key, INSITU_FENCED and INSITU_IMAGES are passed on. --judge asks nothing: it judges the answers in
// that file again. Needs what the journeys need (CHROMIUM, INSITU_BINARY, INSITU_SITE), and once:
//
//   python3 bench/answers/tables.py
//   INSITU_PYTHONPATH=target/python python3 bench/answers/expected.py

import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { startServer } from "../../end2end/support/server.mjs";
import { openBrowser } from "../support/browser.mjs";
import { atEnd, benchmark } from "../support/cleanup.mjs";
import { expectedAnswers, jsonLines, judged, questions, TARGET } from "./lines.mjs";
import { askInFreshPage } from "./page.mjs";
import { report } from "./report.mjs";
import { startUsageProxy } from "./usage.mjs";

const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: "closed,plain" },
    only: { type: "string", default: "" },
    half: { type: "string" },
    limit: { type: "string" },
    bare: { type: "boolean", default: false },
    seconds: { type: "string", default: "120" },
    out: { type: "string" },
    endpoint: { type: "string" },
    model: { type: "string", default: "model" },
    judge: { type: "string" },
  },
});

const expected = expectedAnswers();

await benchmark(async () => {
  const lines = options.judge
    ? jsonLines(options.judge).map((line) => judged(line, expected[line.id]))
    : await asked();
  if (options.out && options.judge)
    writeFileSync(options.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  console.log(report(lines));
});

/** Asks all questions, and appends each line to the output as soon as it is known. */
async function asked() {
  const selected = questions(options).map((question) =>
    options.bare ? { ...question, bare: true } : question,
  );
  const proxy = options.endpoint ? await startUsageProxy(options.endpoint) : null;
  if (proxy) atEnd(proxy.stop);
  const passed = Object.fromEntries(
    ["INSITU_FENCED", "INSITU_IMAGES"].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
  const server = await startServer(
    proxy
      ? {
          model: { url: proxy.url, key: process.env.INSITU_API_KEY ?? "none", name: options.model },
          env: passed,
        }
      : {},
  );
  atEnd(server.stop);
  const { context } = await openBrowser();
  const out =
    options.out ??
    path.join(TARGET, `${options.endpoint ? options.model.replace(/\W+/g, "-") : "planner"}.jsonl`);
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, "");
  /** @type {import("./lines.mjs").Line[]} */
  const lines = [];
  for (const question of selected) {
    /** @type {import("./page.mjs").Asked | null} */
    let turn = null;
    let fault;
    try {
      turn = await askInFreshPage(context, {
        url: server.url,
        files: (question.tables ?? [question.table]).map((table) => ({
          name: `${table}.csv`,
          content: readFileSync(path.join(TARGET, "tables", `${table}.csv`)),
        })),
        before: question.before,
        question:
          question.format && !question.bare
            ? `${question.question} Answer format: ${question.format}`
            : question.question,
        model: options.endpoint && options.model,
        limit: Number(options.seconds) * 1000,
      });
    } catch (error) {
      fault = String(error);
    }
    const line = judged(
      { ...question, turn, fault, tokens: proxy?.take() ?? null },
      expected[question.id],
    );
    lines.push(line);
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    console.error(
      `${lines.length}/${selected.length} ${line.id}: ${line.verdict} (${turn ? `${turn.seconds.toFixed(1)} s after a start of ${turn.start.toFixed(1)} s` : fault})`,
    );
  }
  return lines;
}
