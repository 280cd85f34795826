// Has the interpreter read code: Python knows best which functions it has and which names it uses.

import SOURCE from "./describe.py";
import { checked } from "./description.js";

/** @typedef {import("../../types/automation").Insitu} Insitu */

/** How long the interpreter may take, in milliseconds. */
const PATIENCE = 10_000;

/** What is said where the answer is none. */
const UNREADABLE = "Python could not read the code. Restart Python, then try again.";

/**
 * Returns what a piece of code defines.
 *
 * @param {string} code
 * @returns {Promise<import("./description.js").Description>}
 */
export async function describe(code) {
  const { answer } = await asked({ describe: code });
  const description = checked(code, answer);
  if (!description) throw new Error(UNREADABLE);
  return description;
}

/**
 * Returns which of the names a piece of code uses, null where Python cannot compile it, and the names of the interpreter's variables.
 *
 * @param {string} code
 * @param {string[]} among
 * @param {Insitu} insitu what scripts have of the session whose interpreter is asked
 * @returns {Promise<{ names: string[] | null, variables: string[] }>}
 */
export async function usedNames(code, among, insitu) {
  const { answer, variables } = await asked({ uses: code, among }, insitu);
  const names = Array.isArray(answer?.names) ? among.filter((name) => answer.names.includes(name)) : null;
  return { names, variables };
}

/** Asks `describe.py`, which leaves no name in the session. @param {object} request @param {Insitu} [insitu] of the session; by default of the one that is shown */
async function asked(request, insitu = globalThis.insitu) {
  const names = `{"__name__": "insitu_functions", "REQUEST": ${JSON.stringify(JSON.stringify(request))}}`;
  const code = `__import__("builtins").exec(${JSON.stringify(SOURCE)}, ${names})`;
  const { stdout, variables } = await insitu.run(code, { silent: true, timeoutMs: PATIENCE });
  /** @type {any} */
  let answer = null;
  try {
    answer = JSON.parse(stdout);
  } catch {
    // Code may have replaced what answers; the caller does without.
  }
  return { answer, variables };
}
