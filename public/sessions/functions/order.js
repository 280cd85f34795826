// Which saved functions are to be defined, in which order and as what source, and what a model reads of each. Asks nobody.

import { visible } from "../../dialogs/visible.js";
import { summary } from "./description.js";

/** @typedef {import("../../types/storage").SavedFunction} SavedFunction */
/** @typedef {{ code: string, at: number }} Definer code that defines a function, and when it ran */

/** How the comment begins that says what the code is. */
export const MARK = "# Saved functions of the user";
/** The longest description of a function in a prompt, in characters. */
const MAX_DESCRIPTION = 240;
/** The most characters of definitions that run at once. */
const MAX_DEFINITIONS = 512 << 10;

/** Returns the line that stands for a function in a prompt. @param {SavedFunction} saved */
export function heading({ signature, docstring }) {
  const what = visible(summary(docstring)).slice(0, MAX_DESCRIPTION);
  return visible(signature) + (what ? `: ${what}` : "");
}

/** @param {SavedFunction[]} functions */
export function written(functions) {
  if (functions.length === 0) return "";
  const text = `${MARK}: ${functions.map(({ name }) => name).join(", ")}.\n${functions.map(({ source }) => source).join("\n\n")}`;
  // Without the definitions, the code's error says which function is missing.
  return text.length > MAX_DEFINITIONS ? "" : text;
}

/**
 * Returns the functions of these names and those which they use, each after those that it uses.
 *
 * @param {SavedFunction[]} saved
 * @param {string[]} names
 */
export function inOrder(saved, names) {
  const byName = new Map(saved.map((one) => [one.name, one]));
  /** @type {Set<SavedFunction>} */
  const ordered = new Set();
  /** @type {Set<string>} */
  const visited = new Set();
  // Functions that call each other are found again at the time of the call, in any order.
  const visit = (/** @type {string} */ name) => {
    const one = byName.get(name);
    if (!one || visited.has(name)) return;
    visited.add(name);
    one.names.forEach(visit);
    ordered.add(one);
  };
  names.forEach(visit);
  return [...ordered];
}

/**
 * Returns whether the interpreter has a function as it was before it was edited. Code of the session that defines a function of that name by itself keeps it.
 *
 * @param {SavedFunction} saved
 * @param {Definer | undefined} definer
 */
export function isOutdated({ source, changed }, definer) {
  if (!definer || definer.code.includes(definition(source).trimEnd())) return false;
  return definer.code.startsWith(MARK) || definer.at < changed;
}

/** Returns a source without its imports. @param {string} source */
export const definition = (source) => source.slice(Math.max(source.search(/^(?:@|def\s|async\s)/m), 0));
