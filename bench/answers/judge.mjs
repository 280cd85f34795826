// Judges a turn:
//
// - error: the turn was stopped, or no answer came
// - right: every `@name[value]` of the answer to a closed question is the expected value, rounded as
//   the question says (texts: whatever their case); the answer to a plain question states every
//   expected fact (see facts.mjs), and none that it must not state; or the right reaction was to
//   decline or to ask back, and the answer does
// - not computed: the answer has the facts, or other numbers, but no code ran without an error in
//   this turn, or the page marks it so
// - asked: the answer asks back by offering choices, although the question has an answer
// - refused: the answer declines or asks back in words, although the question has an answer
// - wrong: everything else
//
// An answer declines or asks back if it comes with choices (the page's buttons) or one of the
// phrases below says so, and no number is in bold: a figure that is presented as an answer is one.
// An answer that is right in substance but lacks the format of a closed question is wrong; `stated`
// says so.

import { states } from "./facts.mjs";
import { bold, numbersIn } from "./text.mjs";

/** @typedef {"right" | "wrong" | "asked" | "refused" | "not computed" | "error"} Verdict */

/**
 * A question of closed.jsonl or plain.jsonl; `bare` is a closed question that was asked without its
 * format, `tables` are its files if it needs several, `after` is the question that a follow-up
 * follows, `before` are the texts of all earlier ones.
 *
 * @typedef {{ id: string, table: string, tables?: string[], question: string, after?: string,
 *   before?: string[], level?: number, format?: string, bare?: boolean, program?: string, expect?:
 *   "ask" | "decline" }} Question
 */

/**
 * The values that `expected.py` computed.
 *
 * @typedef {{ program?: Record<string, string | number> | import("./facts.mjs").Fact[], wrong?:
 *   import("./facts.mjs").Fact[] }} Expected
 */

/**
 * What a turn was, as it is recorded: what it shows, how many executions ended without an error,
 * how it was stopped, if it was, and the choices that it offers if it asks back.
 *
 * @typedef {import("./facts.mjs").View & { executions: number, stopped: string | null, marked:
 *   boolean, choices?: string[] }} Recorded
 */

/** Phrases of an answer that declines or asks back. */
const REACTION =
  /\b(?:can ?not|can['’]t|could(?: not|n['’]t)|unable to|not able to|(?:do|does|did)(?: not|n['’]t) (?:contain|have|include|say|hold|know|understand|record|cover|list|mention)|no (?:such )?(?:columns?|information|data)\b|(?:has|have|with|there (?:is|are)) no [^.]{0,40}\b(?:column|data|information|dates?)|(?:is|are)(?: not|n['’]t) (?:in|part of|recorded|available|included)\b|which (?:column|of|one|measure|file|table|two)|(?:do|did|would) you (?:mean|like|want)|(?:could|can|would) you|you (?:could|can|may|might) (?:ask|try)|ask again|beyond (?:me|my)|please (?:say|clarify|specify|name|rephrase|ask|choose))|\?\s*$/i;

/**
 * Returns the values in `@name[value]` form in an answer, by their names in lower case; the last
 * one of a name counts.
 *
 * @param {string} answer
 * @returns {Record<string, string>}
 */
export function parsed(answer) {
  return Object.fromEntries(
    Array.from(
      answer.replaceAll("\\_", "_").matchAll(/@\s*(\w+)\s*\[([^\]]*)\]/g),
      ([, name, value]) => [name.toLowerCase(), value.trim()],
    ),
  );
}

/**
 * Returns the decimals that a closed question's format states for each name; null if the value
 * is a text or an unrounded number.
 *
 * @param {string} format
 * @returns {Record<string, number | null>}
 */
export function decimals(format) {
  const WORDS = {
    "an integer": 0,
    "one decimal": 1,
    "two decimals": 2,
    "three decimals": 3,
    "four decimals": 4,
  };
  return Object.fromEntries(
    Object.entries(parsed(format)).map(([name, description]) => [
      name,
      Object.entries(WORDS).find(([words]) => description.endsWith(words))?.[1] ?? null,
    ]),
  );
}

/**
 * Returns whether a value of an answer is the expected one, to the decimals that the question
 * states.
 *
 * @param {string} value
 * @param {string | number} expected
 * @param {number | null} places
 */
export function equals(value, expected, places) {
  const bare = value.replace(/[*`"']/g, "").trim();
  if (typeof expected === "string") return bare.toLowerCase() === expected.toLowerCase();
  const digits = bare.replace(/[,$€%\s]/g, "").replace("−", "-");
  if (digits === "" || !Number.isFinite(Number(digits))) return false;
  return (
    Math.abs(Number(digits) - expected) <=
    (places ? 0.5 * 10 ** -places : places === 0 && !Number.isInteger(expected) ? 0.5 : 0) +
      1e-9 * Math.max(1, Math.abs(expected))
  );
}

/**
 * Judges the turn; `stated` is whether its answer states everything that is expected, in whatever
 * form.
 *
 * @param {Question} question
 * @param {Expected} expected
 * @param {Recorded} turn
 * @returns {{ verdict: Verdict, stated: boolean }}
 */
export function judge(question, expected, turn) {
  if (turn.stopped || !turn.answer.trim()) return { verdict: "error", stated: false };
  const offers = (turn.choices ?? []).length > 0;
  const reacts =
    (offers || REACTION.test(turn.answer.trim())) &&
    !bold(turn.answer).some((part) => /\d/.test(part));
  const reaction = offers ? "asked" : "refused";
  const computed = turn.executions > 0 && !turn.marked;
  const forbidden = (expected.wrong ?? []).some((fact) => states(turn, fact));
  const uncomputed = () => !computed && numbersIn(turn.answer).length > 0;
  if (question.expect)
    return {
      verdict: reacts && !forbidden ? "right" : uncomputed() ? "not computed" : "wrong",
      stated: reacts,
    };
  const closed = question.format !== undefined && !question.bare;
  // What an answer without execution suggests ("You could ask for the top 5") is not a statement.
  if (!closed && reacts && turn.executions === 0) return { verdict: reaction, stated: false };
  const stated = closed
    ? statesValues(question, expected, turn)
    : facts(expected).every((fact) => states(turn, fact)) && !forbidden;
  if (closed ? answersFormat(question, expected, turn) : stated)
    return { verdict: computed ? "right" : "not computed", stated };
  if (reacts && !(closed && Object.keys(parsed(turn.answer)).length > 0))
    return { verdict: reaction, stated };
  return { verdict: uncomputed() ? "not computed" : "wrong", stated };
}

/**
 * Returns the facts of a plain question, or the values of a closed one as facts.
 *
 * @param {Expected} expected
 * @returns {import("./facts.mjs").Fact[]}
 */
function facts({ program }) {
  if (!program) throw new Error("expected.json has no facts for a question");
  return Object.values(program);
}

/**
 * @param {Expected} expected
 * @returns {Record<string, string | number>}
 */
function values({ program }) {
  if (!program || Array.isArray(program))
    throw new Error("expected.json has no values for a closed question");
  return program;
}

/**
 * @param {Question} question
 * @param {Expected} expected
 * @param {Recorded} turn
 */
function answersFormat({ format = "" }, expected, { answer }) {
  const given = parsed(answer);
  const places = decimals(format);
  return Object.entries(values(expected)).every(
    ([name, value]) =>
      name.toLowerCase() in given &&
      equals(given[name.toLowerCase()], value, places[name.toLowerCase()]),
  );
}

/**
 * Returns whether the answer states the values of a closed question in any form, numbers at least
 * as exactly as the question asks.
 *
 * @param {Question} question
 * @param {Expected} expected
 * @param {Recorded} turn
 */
function statesValues({ format = "" }, expected, turn) {
  const places = decimals(format);
  return Object.entries(values(expected)).every(([name, value]) =>
    typeof value === "number"
      ? numbersIn(turn.answer).some((written) =>
          equals(String(written.value), value, places[name.toLowerCase()]),
        )
      : states(turn, value),
  );
}
