// How the models of a session are asked: the values that are accepted, and a sentence for each that is not. Knows no view.

/** @typedef {import("../types/page").SessionSettings} SessionSettings */
/** @typedef {import("../types/page").Choice} Choice */

/** How many replies of a turn may run code unless the user sets it, as `crates/agent` has it. */
export const STEPS = 8;
/** The most that can be set. */
export const MAX_STEPS = 50;
/** The most characters of additions to the system prompt. */
export const MAX_INSTRUCTIONS = 4000;
/** How much a model thinks, from least to most. */
export const EFFORTS = /** @type {const} */ (["none", "minimal", "low", "medium", "high", "xhigh"]);

/** @type {SessionSettings} */
const DEFAULTS = { temperature: null, effort: null, steps: null, instructions: "" };

/** Returns the settings of a session. @param {Choice} choice @returns {SessionSettings} */
export const settings = (choice) => ({ ...DEFAULTS, ...choice("options") });

/**
 * Sets some of the settings of a session. They hold from the next question on.
 *
 * @param {Choice} choice
 * @param {Partial<SessionSettings>} changes
 */
export function set(choice, changes) {
  const wrong = problem(changes);
  if (wrong) throw new Error(wrong);
  choice("options", { ...settings(choice), ...changes });
}

/** @param {unknown} value @param {number} least @param {number} most */
const within = (value, least, most) => typeof value === "number" && value >= least && value <= most;

/**
 * Returns what is wrong with settings, as a sentence; empty if nothing is.
 *
 * @param {Partial<SessionSettings>} changes
 */
export function problem(changes) {
  const unknown = Object.keys(changes ?? {}).find((name) => !(name in DEFAULTS));
  if (typeof changes !== "object" || changes === null || unknown !== undefined) {
    return `${unknown === undefined ? "This" : `“${unknown}”`} is not a setting: there are ${Object.keys(DEFAULTS).join(", ")}.`;
  }
  const { temperature = null, effort = null, steps = null, instructions = "" } = changes;
  if (temperature !== null && !within(temperature, 0, 2)) return "The temperature is a number from 0 to 2, or empty for the model’s default.";
  if (effort !== null && !EFFORTS.includes(effort)) return `The reasoning effort is one of ${EFFORTS.join(", ")}, or empty for the model’s default.`;
  if (steps !== null && !(Number.isInteger(steps) && within(steps, 1, MAX_STEPS))) return `The step limit is a whole number from 1 to ${MAX_STEPS}.`;
  if (typeof instructions !== "string") return "The instructions are a text.";
  const length = Array.from(instructions).length;
  if (length > MAX_INSTRUCTIONS) {
    return `The instructions have ${length.toLocaleString("en-US")} characters; ${MAX_INSTRUCTIONS.toLocaleString("en-US")} are the most. Shorten them.`;
  }
  return "";
}
