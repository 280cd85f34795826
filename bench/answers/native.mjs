// Asks the questions of the sets without a browser, in about a minute: a planner's process answers
// them, native.py profiles the tables and runs the code with the project's harness, and judge.mjs
// judges. Prints the table of report.mjs, progress goes to stderr, and writes lines like those of
// run.mjs, with the expected answers, so that `run.mjs --judge` reads them too.
//
//   npx tsx bench/answers/native.mjs --planner CMD
//     [--set plain,more,closed,unseen,blind,fresh,file.jsonl] [--only regex] [--half odd|even]
//     [--limit n] [--seconds 60] [--out file.jsonl] [--quiet] [--changes]
//
// CMD is run by the shell once, and speaks JSON, one line a message. A request is
//
//   {"question": text, "history": [exchange], "files": [profile],
//    "attempts": [{"call": {"id", "name", "arguments"}, "outcome": outcome}]}
//
// with profiles and outcomes as the harness makes them, without images; a call comes back as the
// planner sent it. Its reply is
//
//   {"text": answer, "calls": [{"id", "name", "arguments": {"purpose", "code"}}],
//    "choices": [text]}
//
// A reply without calls ends the turn; `calls` and `choices` may be left out, and `arguments` may
// be JSON in a string. Closed questions are asked without their format, as the planner knows none.
// The questions that a follow-up follows are asked first, in the same process; of several files, only
// the first is read. If a reply has a `reading`, it is counted if it is `doubtful`. --changes asks for what the query
// of a wrong answer becomes by one change (the request has "changes": true, the reply
// {"changes": [{"label", "query"}]}), and carries each out until one is right. Needs once:
//
//   python3 bench/answers/tables.py
//   INSITU_PYTHONPATH=target/python python3 bench/answers/expected.py

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";

import { atEnd, benchmark } from "../support/cleanup.mjs";
import { Conversation } from "./conversation.mjs";
import { expectedAnswers, judged, questions, step, TARGET } from "./lines.mjs";
import { readings, report } from "./report.mjs";

/**
 * The most replies with calls in a turn; the planner needs one, and a second one after an error.
 */
const MAX_REPLIES = 8;

const { values: options } = parseArgs({
  options: {
    planner: { type: "string" },
    set: { type: "string", default: "plain" },
    only: { type: "string", default: "" },
    half: { type: "string" },
    limit: { type: "string" },
    seconds: { type: "string", default: "60" },
    out: { type: "string", default: path.join(TARGET, "native.jsonl") },
    quiet: { type: "boolean", default: false },
    changes: { type: "boolean", default: false },
  },
});

/**
 * A planner's call, as it sends it.
 *
 * @typedef {{ id: string, name: string, arguments: { code: string, purpose?: string } | string }}
 *   Call
 */

/** @typedef {{ label: string, query: unknown }} Change */

/**
 * @typedef {{ text: string, calls?: Call[], choices?: string[], reading?: { doubtful: boolean,
 *   query: unknown }, changes?: Change[] }} Reply
 */

/** @typedef {{ question: string, answer: string, query: unknown }} Exchange */

/** @typedef {{ profile: unknown, query: unknown, history: Exchange[] }} Context */

/** @typedef {{ python: Conversation, planner: Conversation, seconds: number }} Processes */

await benchmark(async () => {
  if (!options.planner) throw new Error("--planner is missing: the command that answers");
  const seconds = Number(options.seconds);
  const expected = expectedAnswers();
  const python = new Conversation("python3", [path.join(import.meta.dirname, "native.py")]);
  const planner = new Conversation("/bin/sh", ["-c", options.planner]);
  atEnd(() => python.stop());
  atEnd(() => planner.stop());
  mkdirSync(path.dirname(path.resolve(options.out)), { recursive: true });
  writeFileSync(options.out, "");
  const selected = questions(options);
  /** @type {(import("./lines.mjs").Line & import("./report.mjs").Read)[]} */
  const lines = [];
  for (const question of selected) {
    const bare = question.format !== undefined || undefined;
    const asks = async (/** @type {unknown} */ profile, /** @type {unknown} */ query) => {
      const turn = await asked(question, { python, planner, seconds }, { profile, query, history });
      return {
        ...judged({ ...question, bare, turn, tokens: null }, expected[question.id]),
        turn,
        doubtful: turn.doubtful,
      };
    };
    /** @type {Exchange[]} */
    const history = [];
    let reached = null;
    let line;
    try {
      const profile = await python.ask(
        { open: path.join(TARGET, "tables", `${question.table}.csv`) },
        seconds * 1000,
      );
      for (const earlier of question.before ?? []) {
        const processes = { python, planner, seconds };
        const turn = await asked({ ...question, question: earlier }, processes, {
          profile,
          query: undefined,
          history,
        });
        history.push({ question: earlier, answer: turn.answer, query: turn.query });
      }
      line = await asks(profile, undefined);
      for (const { label, query } of line.verdict === "right" ? [] : line.turn.changes) {
        if ((await asks(profile, query)).verdict !== "right") continue;
        reached = label;
        break;
      }
      await python.ask({ close: true }, seconds * 1000);
    } catch (error) {
      // What comes after a fault is not a reply to the next request.
      await Promise.all([python.stop(), planner.stop()]);
      if (line) console.error(`${question.id}: a change failed: ${String(error)}`);
      line ??= {
        ...judged(
          { ...question, bare, turn: null, fault: String(error), tokens: null },
          expected[question.id],
        ),
        doubtful: null,
      };
    }
    const recorded = { ...line, reached };
    lines.push(recorded);
    appendFileSync(
      options.out,
      `${JSON.stringify({ ...recorded, expected: expected[question.id] })}\n`,
    );
    if (!options.quiet) {
      const more = [line.doubtful && "doubtful", reached && `right by ${reached}`, line.fault]
        .filter(Boolean)
        .join(", ");
      console.error(
        `${lines.length}/${selected.length} ${line.id}: ${line.verdict}${more && ` (${more})`}`,
      );
    }
  }
  console.log(report(lines));
  if (lines.some(({ doubtful }) => doubtful !== null))
    console.log(`\n${readings(lines, options.changes)}`);
});

/**
 * Asks a question about its table, which is open, after those of the history, or carries out a
 * changed query of it, and returns the turn as run.mjs records it, with what the reading says.
 *
 * @param {import("./judge.mjs").Question} question
 * @param {Processes} processes
 * @param {Context} context
 * @returns {Promise<import("./page.mjs").Asked & { doubtful: boolean | null, query: unknown,
 *   changes: Change[] }>}
 */
async function asked({ question }, { python, planner, seconds }, { profile, query, history }) {
  const limit = seconds * 1000;
  const from = performance.now();
  const since = () => (performance.now() - from) / 1000;
  let firstCode = null;
  const attempts = [];
  const changes = options.changes && query === undefined;
  /** @type {Reply} */
  let reply;
  for (;;) {
    reply = await planner.ask(
      { question, history, files: [profile], attempts, query, changes },
      limit,
    );
    if (typeof reply?.text !== "string")
      throw new Error(`the planner's reply has no text: ${JSON.stringify(reply).slice(0, 200)}`);
    const calls = reply.calls ?? [];
    if (calls.length === 0 || attempts.length >= MAX_REPLIES) break;
    firstCode ??= since();
    for (const call of calls) {
      const { code } = argumentsOf(call);
      attempts.push({ call, outcome: await python.ask({ run: code, seconds }, limit + 5000) });
    }
  }
  const steps = attempts.map(({ call, outcome }) => {
    const { code, purpose } = argumentsOf(call);
    return step({ purpose: purpose ?? "", code, outcome });
  });
  const stopped = (reply.calls ?? []).length > 0 ? "limit" : null;
  const read = {
    doubtful: reply.reading?.doubtful ?? null,
    query: reply.reading?.query,
    changes: reply.changes ?? [],
  };
  const view = {
    answer: reply.text,
    choices: reply.choices ?? [],
    steps,
    stopped,
    message: null,
    marked: false,
  };
  return { ...view, ...read, start: 0, seconds: since(), firstCode };
}

/**
 * @param {Call} call
 * @returns {{ code: string, purpose?: string }}
 */
function argumentsOf(call) {
  return typeof call.arguments === "string" ? JSON.parse(call.arguments) : call.arguments;
}
