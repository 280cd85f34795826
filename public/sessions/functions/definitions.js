// The saved functions as a model and the interpreter get them: their headings for the prompt, and the source that defines those which code uses and which the
// interpreter does not have. Asks the interpreter only where code mentions one of them.

import { usedNames } from "./kernel.js";
import { heading, inOrder, isOutdated, written } from "./order.js";
import { known, load } from "./saved.js";

/** @typedef {import("./order.js").Definer} Definer */
/** @typedef {import("../../types/automation").Insitu} Insitu */

/** The code that defined a function last, by session and name. @type {WeakMap<Insitu, Map<string, Definer>>} */
const definers = new WeakMap();

/** Notes which functions code defines that begins to run. @param {string} code @param {Insitu} insitu what scripts have of its session */
export function observe(code, insitu) {
  const definer = { code: code.replace(/\r\n?/g, "\n"), at: Date.now() };
  const own = definers.get(insitu) ?? new Map();
  definers.set(insitu, own);
  for (const [, name] of code.matchAll(/^(?:async[ \t]+)?def[ \t]+([\p{L}_][\p{L}\p{M}\p{N}_]*)/gmu)) own.set(name, definer);
}

/** Returns a line for each saved function, the one that was changed last first: `name(parameters): what it does`. */
export async function savedFunctions() {
  const saved = [...(await load())].sort((one, other) => other.changed - one.changed);
  return saved.map(heading);
}

/**
 * Returns source that defines the saved functions which code uses, directly or through others, and which the interpreter does not have, or has as they were
 * before they were edited; empty where there are none.
 *
 * @param {string} code
 * @param {Insitu} insitu what scripts have of its session
 */
export async function definitions(code, insitu) {
  const saved = known() ?? (await load());
  const words = new Set(code.normalize("NFKC").match(/[\p{L}_][\p{L}\p{M}\p{N}_]*/gu));
  const mentioned = saved.filter(({ name }) => words.has(name)).map(({ name }) => name);
  if (mentioned.length === 0) return "";
  const { names, variables } = await usedNames(code, mentioned, insitu);
  const there = new Set(variables);
  const missing = inOrder(saved, names ?? mentioned).filter((one) => !there.has(one.name) || isOutdated(one, definers.get(insitu)?.get(one.name)));
  return written(missing);
}
