// `window.insitu.models` and `window.insitu.settings`: the models of a session and how they are asked, for scripts.

import { PLANNER, listed } from "./models.js";
import { set, settings } from "./settings.js";

/** @typedef {import("../types/page").Choice} Choice */

/**
 * Returns both for one session. Each function rejects with a sentence.
 *
 * @param {Choice} choice
 */
export function surface(choice) {
  /** @param {unknown} id */
  const expect = async (id) => {
    if (!(await listed(choice)).some((model) => model.id === id)) throw new Error(`There is no model with the id “${id}”.`);
  };
  return {
    models: {
      list: () => listed(choice),
      /** @param {unknown} id */
      async choose(id) {
        await expect(id);
        choice("choose", id);
      },
      /** @param {unknown} id */
      async test(id) {
        await expect(id);
        if (id === PLANNER) throw new Error("The built-in planner is part of this page; there is no connection to test.");
        return choice("test", id);
      },
    },
    settings: {
      get: async () => settings(choice),
      /** @param {any} changes */
      set: async (changes) => set(choice, changes),
    },
  };
}
