// The saved functions in the browser's storage, as this tab knows them.

import { currentStorage, opened, shownId } from "../session.js";
import { describe } from "./kernel.js";
import { normalised, objection } from "./description.js";

/** @typedef {import("../../types/storage").SavedFunction} SavedFunction */
/** @typedef {import("./description.js").Found} Found */

/** @type {SavedFunction[] | null} */
let functions = null;

/** Returns the functions as they were read last; null while they have not been read. */
export const known = () => functions;

/** Reads the functions, by name. Without storage there are none. */
export async function load() {
  await opened();
  const listed = await currentStorage()?.functions.list();
  functions = listed?.ok ? listed.value : [];
  return functions;
}

/**
 * Returns the function that this source defines.
 *
 * @param {string} source
 * @returns {Promise<Found>} with the whole source
 * @throws {Error} with a sentence that says why it cannot be saved
 */
export async function expectFunction(source) {
  const text = normalised(source);
  const description = await describe(text);
  const why = objection(description);
  if (why) throw new Error(why);
  return { ...description.functions[0], source: text };
}

/**
 * Saves a function.
 *
 * @param {Found} found
 * @param {{ instead?: SavedFunction }} [options] the function whose place it takes
 */
export async function save({ name, signature, doc, source, names }, { instead } = {}) {
  const row = { name, signature, docstring: doc, source, names, session: instead?.session ?? shownId() };
  return settle(() => expectStorage().functions.put(row, { instead: instead?.name }));
}

/** Deletes a function. @param {string} name */
export const remove = (name) => settle(() => expectStorage().functions.remove(name));

/** Stores a function again that was deleted. @param {SavedFunction} saved */
export const restore = (saved) => settle(() => expectStorage().functions.put(saved));

/** Returns the names that a function needs and that no saved function has. @param {Pick<Found, "name" | "names">} found */
export const missing = ({ name, names }) => names.filter((one) => one !== name && !functions?.some((saved) => saved.name === one));

function expectStorage() {
  const storage = currentStorage();
  if (!storage) throw new Error("This browser stores nothing, so that no function can be saved.");
  return storage;
}

/**
 * @template T
 * @param {() => Promise<import("../../types/storage").Result<T>>} act
 */
async function settle(act) {
  await opened();
  const result = await act();
  await load();
  if (!result.ok) throw Object.assign(new Error(result.error.message), { kind: result.error.kind });
  return result.value;
}
