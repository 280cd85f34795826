// Runs native Python, to compute the values that the page's answers are compared with, and to make
// files.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import path from "node:path";
import { root } from "./server.mjs";

/** The folder where pip has installed the packages of requirements.txt. */
const library = path.resolve(root, process.env.INSITU_PYTHONPATH ?? "target/python");

const execute = promisify(execFile);

/**
 * Runs Python source with `args` as `sys.argv[1:]`; parses its output, which has to be JSON.
 *
 * @param {string} source
 * @param {...string} args
 * @returns {Promise<any>} whatever the source prints
 */
export async function native(source, ...args) {
  const { stdout } = await execute("python3", ["-c", source, ...args], {
    env: { ...process.env, PYTHONPATH: library, PYTHONDONTWRITEBYTECODE: "1" },
    maxBuffer: 1 << 26,
  });
  return JSON.parse(stdout);
}

/**
 * Returns the numbers in a text, with or without commas as thousands separators.
 *
 * @param {string} text
 */
export function numbersIn(text) {
  return Array.from(text.matchAll(/-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/g), ([digits]) =>
    Number(digits.replaceAll(",", "")),
  );
}

/**
 * Returns whether one of the numbers equals `wanted` to the cent.
 *
 * @param {number[]} numbers
 * @param {number} wanted
 */
export function includesAmount(numbers, wanted) {
  return numbers.some((number) => Math.round(number * 100) === Math.round(wanted * 100));
}
