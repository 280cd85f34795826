// `window.insitu.functions`: the saved functions for scripts. Each function rejects with a sentence.

import { expectFunction, known, load, remove as removeFunction, save as saveFunction } from "./saved.js";

/** @typedef {import("../../types/storage").SavedFunction} SavedFunction */

/** Returns the saved functions, by name. */
export async function list() {
  return (await load()).map(listed);
}

/**
 * Saves a function for all sessions.
 *
 * @param {unknown} source imports, and one definition
 * @param {{ replace?: boolean }} [options] `replace` lets it take the place of one of its name
 */
export async function save(source, { replace = false } = {}) {
  if (typeof source !== "string") throw new Error("save wants the source of a function as a string.");
  const found = await expectFunction(source);
  await load();
  return listed(await saveFunction(found, { instead: replace ? known()?.find(({ name }) => name === found.name) : undefined }));
}

/** Deletes a saved function. @param {unknown} name */
export async function remove(name) {
  if (!(await load()).some((one) => one.name === name)) throw new Error("There is no saved function of this name.");
  await removeFunction(String(name));
}

/** @param {SavedFunction} saved */
const listed = ({ name, signature, docstring, source, created, changed }) => ({ name, signature, docstring, source, created, changed });
