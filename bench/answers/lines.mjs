// Reads the questions, and makes a line of the output of what was asked. Knows neither the page nor
// how code is run.

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

import { judge } from "./judge.mjs";

const FOLDER = import.meta.dirname;

/** The folder with the tables and the expected answers. */
export const TARGET = path.join(FOLDER, "../../target/answers");

/**
 * A step of a turn: its code, how it ended (null if it was not run), and what it showed, without
 * images.
 *
 * @typedef {{ purpose: string, code: string, status: string | null, tables:
 *   import("./facts.mjs").Table[], figures: unknown[], texts: string[], printed: string, error:
 *   string | null }} Step
 */

/**
 * A line of the output.
 *
 * @typedef {import("./judge.mjs").Question & { set: string, verdict: import("./judge.mjs").Verdict,
 *   stated: boolean, turn: import("./page.mjs").Asked | null, fault?: string, executions: number,
 *   tokens: { requests: number, prompt: number, completion: number } | null }} Line
 */

/** The most characters of a text in a step. */
const TEXT = 300;

/**
 * Returns the values of a file with one of JSON on each line.
 *
 * @param {string} file
 * @returns {any[]}
 */
export function jsonLines(file) {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/**
 * Returns the questions of the sets: names of files in this folder, or paths.
 *
 * `half` keeps those whose number at the end of the id is odd or even, so that a rule that was
 * developed on one half is measured on the other.
 *
 * @param {{ set: string, only: string, limit?: string, half?: string }} options
 * @returns {(import("./judge.mjs").Question & { set: string })[]}
 */
export function questions({ set: sets, only, limit, half }) {
  if (half !== undefined && half !== "odd" && half !== "even")
    throw new Error(`--half is ${half}; write odd or even`);
  const all = sets.split(",").flatMap((set) =>
    jsonLines(existsSync(set) ? set : path.join(FOLDER, `${set}.jsonl`)).map((question) => ({
      ...question,
      set: path.basename(set, ".jsonl"),
    })),
  );
  return all
    .map((question) =>
      question.after ? { ...question, before: earlier(question, all) } : question,
    )
    .filter(({ id }) => new RegExp(only).test(id))
    .filter(
      ({ id }) =>
        half === undefined || Number(/\d+$/.exec(id)?.[0]) % 2 === (half === "odd" ? 1 : 0),
    )
    .slice(0, limit === undefined ? undefined : Number(limit));
}

/**
 * Returns the texts of the questions that a follow-up follows, the first one first.
 *
 * @param {{ id: string, after?: string }} question
 * @param {{ id: string, question: string, after?: string }[]} all
 * @returns {string[]}
 */
function earlier({ id, after }, all) {
  if (!after) return [];
  const found = all.find((other) => other.id === after);
  if (!found) throw new Error(`${id} follows ${after}, which none of the sets has`);
  return [...earlier(found, all), found.question];
}

/**
 * Returns the answers that expected.py computed, by the questions' ids.
 *
 * @returns {Record<string, import("./judge.mjs").Expected>}
 */
export function expectedAnswers() {
  return JSON.parse(readFileSync(path.join(TARGET, "expected.json"), "utf8"));
}

/**
 * Returns a step as it is recorded.
 *
 * @param {{ purpose: string, code: string, outcome: import("../../web/generated/kernel").Outcome |
 *   null }} step
 * @returns {Step}
 */
export function step({ purpose, code, outcome }) {
  const results = outcome?.results ?? [];
  return {
    purpose,
    code,
    status: outcome?.status ?? null,
    tables: results.flatMap(({ data }) => (data ? [data] : [])),
    figures: results.flatMap(figures),
    texts: results.map(({ text }) => text.slice(0, TEXT)),
    printed: (outcome?.stdout ?? "").slice(0, TEXT),
    error: outcome?.error ? `${outcome.error.name}: ${outcome.error.value}`.slice(0, TEXT) : null,
  };
}

/**
 * Returns the data of the figures in a result; null for one that is only an image.
 *
 * @param {import("../../web/generated/kernel").Shown} shown
 * @returns {unknown[]}
 */
function figures({ chart, mime }) {
  const documents = Object.entries(mime).filter(([type]) => /plotly|vega/.test(type));
  if (chart) return [chart];
  if (documents.length > 0) return documents.map(([, json]) => JSON.parse(json));
  return Object.keys(mime).some((type) => type.startsWith("image/")) ? [null] : [];
}

/**
 * Returns the line with its verdict. An answer comes with the tables and figures of its last
 * execution that ended without an error.
 *
 * @param {Omit<Line, "verdict" | "stated" | "executions">} line
 * @param {import("./judge.mjs").Expected | undefined} expected
 * @returns {Line}
 */
export function judged(line, expected) {
  if (!expected)
    throw new Error(`expected.json has no answer for ${line.id}; run expected.py with its set`);
  const { id, table, question, level, format, bare, program, expect, set, turn, fault, tokens } =
    line;
  const worked = (turn?.steps ?? []).filter(({ status }) => status === "ok");
  const view = {
    answer: turn?.answer ?? "",
    tables: worked.at(-1)?.tables ?? [],
    figures: worked.at(-1)?.figures ?? [],
  };
  const stopped = turn ? turn.stopped : "fault";
  const result = judge(line, expected, {
    ...view,
    executions: worked.length,
    stopped,
    marked: turn?.marked ?? false,
    choices: turn?.choices,
  });
  return {
    set,
    id,
    table,
    level,
    question,
    format,
    bare,
    program,
    expect,
    ...result,
    executions: worked.length,
    tokens,
    fault,
    turn,
  };
}
