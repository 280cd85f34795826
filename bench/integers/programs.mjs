// The programs of the differential test with what native Python printed, and the comparison of two
// outputs. Knows no runtime.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @typedef {{ kind: string, name: string, hash: string, code: string, native: string }} Program */

const here = fileURLToPath(new URL("./", import.meta.url));

// Floats are equal within this part of their size, and where they come from a sum in another order,
// within this part of the largest in the line.
const RELATIVE = 1e-9;
const OF_SIZE = 1e-12;

const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;

/** @param {Program} program */
export const title = ({ kind, name }) => `${kind}: ${name}`;

/**
 * Returns the programs of a set. Throws if one has no native output, since its template was
 * changed after `native.py` ran.
 *
 * @param {string} set `a` or `b`
 * @returns {Program[]}
 */
export function programs(set) {
  const natives = new Map(
    stored(set)
      .slice(1)
      .map(({ hash, out }) => [hash, out]),
  );
  const text = execFileSync("python3", [`${here}generate.py`, set], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  return lines(text).map((program) => {
    const native = natives.get(program.hash);
    if (native === undefined)
      throw new Error(
        `"${title(program)}" has no native output; run bench/integers/native.py ${set}.`,
      );
    return { ...program, native };
  });
}

/**
 * Returns the versions that a set's native outputs belong to, by name; `python` and `machine` are
 * among them.
 *
 * @param {string} set
 * @returns {Record<string, string>}
 */
export const versions = (set) => stored(set)[0];

/** @param {string} set */
const stored = (set) => lines(readFileSync(`${here}native-${set}.jsonl`, "utf8"));

/**
 * Returns the first pair of lines in which two outputs differ, or null. Words and whole numbers are
 * compared as they are printed, floats by value.
 *
 * @param {string} expected
 * @param {string} actual
 */
export function difference(expected, actual) {
  const [left, right] = [expected, actual].map((text) =>
    text.split("\n").map((line) => line.trim().replace(/\s+/g, " ")),
  );
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    if (!sameLine(left[at] ?? "", right[at] ?? ""))
      return { expected: left[at] ?? "", actual: right[at] ?? "" };
  }
  return null;
}

/** @param {string} left @param {string} right */
function sameLine(left, right) {
  if (left === right) return true;
  const [numbers, others] = [left, right].map((line) => line.match(NUMBER) ?? []);
  const [words, otherWords] = [left, right].map((line) =>
    line.replace(NUMBER, "#").replace(/ /g, ""),
  );
  if (words !== otherWords || numbers.length !== others.length) return false;
  const size = Math.max(...numbers.map((number) => Math.abs(Number(number))));
  return numbers.every((number, at) => sameNumber(number, others[at], size));
}

/** @param {string} left @param {string} right @param {number} size */
function sameNumber(left, right, size) {
  if (left === right) return true;
  if (!isFloat(left) || !isFloat(right)) return false;
  const [a, b] = [Number(left), Number(right)];
  return Math.abs(a - b) <= Math.max(RELATIVE * Math.max(Math.abs(a), Math.abs(b)), OF_SIZE * size);
}

/** @param {string} number */
const isFloat = (number) => /[.e]/i.test(number);

/** @param {string} text */
const lines = (text) =>
  text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
