// Asks the questions of closed.jsonl and plain.jsonl in the real page and judges the answers (judge.mjs has the rule). Each question is asked in a
// fresh page with its table, so that no answer can come from an earlier turn. Prints a Markdown table, progress goes to stderr, and writes
// one line of JSON for each question: the answer, the steps, the verdict, seconds and tokens.
//
//   node bench/answers/run.mjs [--set closed,plain,file.jsonl] [--only regex] [--limit n] [--bare] [--seconds 120] [--out file.jsonl]
//                              [--endpoint URL --model NAME] [--judge file.jsonl]
//
// --bare asks closed questions without their format, for the built-in planner, which knows no formats: an answer is then judged like a plain one.
// Without --endpoint the planner answers. --endpoint is an OpenAI-compatible address such as http://127.0.0.1:8080/v1; INSITU_API_KEY
// is its key, INSITU_FENCED and INSITU_IMAGES are passed on. --judge asks nothing: it judges the answers in that file again.
// Needs what the journeys need (CHROMIUM, INSITU_BINARY, INSITU_SITE), and once:
//
//   python3 bench/answers/tables.py && INSITU_PYTHONPATH=target/python python3 bench/answers/expected.py

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { root, startServer } from "../../end2end/support/server.mjs";
import { openBrowser } from "../support/browser.mjs";
import { atEnd, benchmark } from "../support/cleanup.mjs";
import { judge } from "./judge.mjs";
import { askInFreshPage } from "./page.mjs";
import { report } from "./report.mjs";
import { startUsageProxy } from "./usage.mjs";

const TARGET = path.join(root, "target/answers");

const { values: options } = parseArgs({
  options: {
    set: { type: "string", default: "closed,plain" },
    only: { type: "string", default: "" },
    limit: { type: "string" },
    bare: { type: "boolean", default: false },
    seconds: { type: "string", default: "120" },
    out: { type: "string" },
    endpoint: { type: "string" },
    model: { type: "string", default: "model" },
    judge: { type: "string" },
  },
});

/**
 * A line of the output.
 *
 * @typedef {import("./judge.mjs").Question & { set: string, verdict: import("./judge.mjs").Verdict, stated: boolean, turn: import("./page.mjs").Asked | null,
 *   fault?: string, executions: number, tokens: { requests: number, prompt: number, completion: number } | null }} Line
 */

/** @type {Record<string, import("./judge.mjs").Expected>} */
const expected = JSON.parse(readFileSync(path.join(TARGET, "expected.json"), "utf8"));

await benchmark(async () => {
  const lines = options.judge ? jsonLines(options.judge).map(judged) : await asked();
  if (options.out && options.judge) writeFileSync(options.out, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  console.log(report(lines));
});

/** Asks all questions, and appends each line to the output as soon as it is known. */
async function asked() {
  const questions = options.set
    .split(",")
    .flatMap((set) =>
      jsonLines(existsSync(set) ? set : path.join(root, `bench/answers/${set}.jsonl`)).map((question) => ({ ...question, set: path.basename(set, ".jsonl") })),
    )
    .filter(({ id }) => new RegExp(options.only).test(id))
    .map((question) => (options.bare ? { ...question, bare: true } : question))
    .slice(0, options.limit === undefined ? undefined : Number(options.limit));
  const proxy = options.endpoint ? await startUsageProxy(options.endpoint) : null;
  if (proxy) atEnd(proxy.stop);
  const passed = Object.fromEntries(["INSITU_FENCED", "INSITU_IMAGES"].flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
  const server = await startServer(proxy ? { model: { url: proxy.url, key: process.env.INSITU_API_KEY ?? "none", name: options.model }, env: passed } : {});
  atEnd(server.stop);
  const { context } = await openBrowser();
  const out = options.out ?? path.join(TARGET, `${options.endpoint ? options.model.replace(/\W+/g, "-") : "planner"}.jsonl`);
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, "");
  /** @type {Line[]} */
  const lines = [];
  for (const question of questions) {
    /** @type {import("./page.mjs").Asked | null} */
    let turn = null;
    let fault;
    try {
      turn = await askInFreshPage(context, {
        url: server.url,
        file: { name: `${question.table}.csv`, content: readFileSync(path.join(TARGET, "tables", `${question.table}.csv`)) },
        question: question.format && !question.bare ? `${question.question} Answer format: ${question.format}` : question.question,
        model: options.endpoint && options.model,
        limit: Number(options.seconds) * 1000,
      });
    } catch (error) {
      fault = String(error);
    }
    const line = judged({ ...question, turn, fault, tokens: proxy?.take() ?? null });
    lines.push(line);
    appendFileSync(out, `${JSON.stringify(line)}\n`);
    console.error(
      `${lines.length}/${questions.length} ${line.id}: ${line.verdict} (${turn ? `${turn.seconds.toFixed(1)} s after a start of ${turn.start.toFixed(1)} s` : fault})`,
    );
  }
  return lines;
}

/**
 * Returns the line with its verdict.
 *
 * @param {Omit<Line, "verdict" | "stated" | "executions">} line
 * @returns {Line}
 */
function judged(line) {
  const { id, table, question, level, format, bare, program, expect, set, turn, fault, tokens } = line;
  const worked = (turn?.steps ?? []).filter(({ status }) => status === "ok");
  const view = { answer: turn?.answer ?? "", tables: worked.at(-1)?.tables ?? [], figures: worked.at(-1)?.figures ?? [] };
  const stopped = turn ? turn.stopped : "fault";
  const result = judge(line, expected[id], { ...view, executions: worked.length, stopped, marked: turn?.marked ?? false });
  return { set, id, table, level, question, format, bare, program, expect, ...result, executions: worked.length, tokens, fault, turn };
}

/**
 * Returns the values of a file with one of JSON on each line.
 *
 * @param {string} file
 * @returns {any[]}
 */
function jsonLines(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
