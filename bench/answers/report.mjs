// Sums up the judged answers as a Markdown table: one row for each level of the closed questions,
// one for the plain ones, and the totals.

import { quantile, table } from "../support/statistics.mjs";

/** @type {import("./judge.mjs").Verdict[]} */
const VERDICTS = ["right", "wrong", "asked", "refused", "not computed", "error"];

/**
 * Returns the table. Seconds and tokens are medians a question; `stated` counts the closed answers
 * that have the values but not the format.
 *
 * @param {Pick<import("./lines.mjs").Line, "set" | "level" | "verdict" | "stated" | "turn" |
 *   "tokens" | "executions">[]} lines
 */
export function report(lines) {
  const groups = grouped(lines);
  const header = [
    "questions",
    "all",
    ...VERDICTS,
    "stated without the format",
    "seconds",
    "first code, s",
    "executions",
    "prompt tokens",
    "completion tokens",
  ];
  return table(
    header,
    [
      ...groups,
      .../** @type {[string, typeof lines][]} */ (groups.length > 1 ? [["all", lines]] : []),
    ].map(([name, group]) => {
      const median = (
        /** @type {(number | null | undefined)[]} */ values,
        /** @type {number} */ digits,
      ) => {
        const known = values.filter((value) => value !== null && value !== undefined);
        return known.length > 0 ? quantile(known, 0.5).toFixed(digits) : "–";
      };
      const formless = group.filter(
        ({ set, stated, verdict }) => set === "closed" && stated && verdict !== "right",
      ).length;
      return [
        name,
        String(group.length),
        ...VERDICTS.map((verdict) =>
          String(group.filter((line) => line.verdict === verdict).length),
        ),
        group.some(({ set }) => set === "closed") ? String(formless) : "–",
        median(
          group.map(({ turn }) => turn?.seconds),
          1,
        ),
        median(
          group.map(({ turn }) => turn?.firstCode),
          1,
        ),
        median(
          group.map(({ executions }) => executions),
          0,
        ),
        median(
          group.map(({ tokens }) => tokens?.prompt),
          0,
        ),
        median(
          group.map(({ tokens }) => tokens?.completion),
          0,
        ),
      ];
    }),
  );
}

/**
 * @template {{ set: string, level?: number }} L
 * @param {L[]} lines
 * @returns {[string, L[]][]}
 */
function grouped(lines) {
  /** @type {Map<string, L[]>} */
  const groups = new Map();
  for (const line of lines) {
    const name = line.level === undefined ? line.set : `${line.set}, level ${line.level}`;
    groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  return [...groups];
}

/**
 * What is known of the reading of a question: whether it was shown as doubtful (null if there
 * was none), and the change that made its answer right.
 *
 * @typedef {{ doubtful: boolean | null, reached: string | null }} Read
 */

/**
 * Returns the table of readings for each set, in percent of the questions that have an answer:
 * right at first, wrong with a stated doubt, wrong without one, nothing (no reading, a refusal or
 * an error), and right within one change.
 *
 * @param {(Read & Pick<import("./lines.mjs").Line, "set" | "verdict" | "level" | "expect">)[]}
 *   lines
 * @param {boolean} changed whether changes were tried
 */
export function readings(lines, changed) {
  const answerable = lines.filter(({ expect }) => expect === undefined);
  const groups = grouped(answerable);
  return table(
    [
      "readings",
      "all",
      "right",
      "wrong with doubt",
      "wrong without",
      "nothing",
      "within one change",
    ],
    [
      ...groups,
      .../** @type {typeof groups} */ (groups.length > 1 ? [["all", answerable]] : []),
    ].map(([name, group]) => {
      const part = (/** @type {(line: (typeof lines)[number]) => boolean} */ is) =>
        `${((100 * group.filter(is).length) / group.length).toFixed(1)} %`;
      const right = (/** @type {(typeof lines)[number]} */ line) => line.verdict === "right";
      const wrong = (/** @type {(typeof lines)[number]} */ line) =>
        !right(line) && line.verdict === "wrong" && line.doubtful !== null;
      return [
        name,
        String(group.length),
        part(right),
        part((line) => wrong(line) && line.doubtful === true),
        part((line) => wrong(line) && line.doubtful === false),
        part((line) => !right(line) && !wrong(line)),
        changed ? part((line) => right(line) || line.reached !== null) : "–",
      ];
    }),
  );
}
