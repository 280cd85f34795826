// What has to run before code of a session: what seeds its random numbers, and the saved functions that it calls. Both are executions of their own in the log,
// so that whatever runs the session again runs them too.

import { definitions as definitionsOf, observe as observeFunctions } from "./functions/definitions.js";
import { needsSeed, seeding, setsSeed, VARIABLE } from "./seed.js";
import SOURCE from "./seed.py";

/** @typedef {import("../types/automation").Insitu} Insitu */

/** The sessions whose code sets a seed itself. @type {WeakSet<Insitu>} */
const own = new WeakSet();

/** Notes that code begins to run. @param {string} code @param {Insitu} insitu what scripts have of its session */
export function observe(code, insitu) {
  observeFunctions(code, insitu);
  if (setsSeed(code)) own.add(insitu);
}

/**
 * Returns what has to run before this code; empty where nothing has to.
 *
 * @param {string} code
 * @param {Insitu} insitu what scripts have of its session
 */
export async function definitions(code, insitu) {
  const parts = [needsSeed(code) && !own.has(insitu) ? await seed(insitu) : "", await definitionsOf(code, insitu)];
  return parts.filter(Boolean).join("\n\n");
}

/** Returns what seeds the interpreter; empty where it has a seed. @param {Insitu} insitu */
async function seed(insitu) {
  const { error } = await insitu.run(VARIABLE, { silent: true });
  // Where it cannot be asked, for instance since it was stopped, nothing is seeded.
  if (error?.name !== "NameError") return "";
  return seeding(SOURCE, crypto.getRandomValues(new Uint32Array(1))[0]);
}
