// Under each step: the button that saves a function of its code, and what the model proposes to keep. Nothing is saved without the user, since what is saved is
// sent to models in every later session.

import { element } from "../../dialogs/element.js";
import { part } from "../../dialogs/keyed.js";
import { visible } from "../../dialogs/visible.js";
import { button } from "../button.js";
import { proposals } from "./description.js";
import { editFunction } from "./edit.js";
import { definition } from "./order.js";
import { known, load } from "./saved.js";

/** @typedef {import("../turns.js").ShownStep} ShownStep */

/** Where this tab remembers which proposals the user has dismissed, and the most of them. */
const KEY = "insitu-dismissed";
const MAX_DISMISSED = 200;

/** The functions that were saved from the steps that are shown, by step. @type {Map<number, string>} */
const saved = new Map();

/**
 * Returns the parts of what is said under a step, and of the buttons that follow.
 *
 * @param {ShownStep} step
 * @param {() => void} redraw
 */
export function functionControls(step, redraw) {
  if (step.freshness === "not-run" || step.freshness === "running") return { notes: [], buttons: [] };
  const keep = (/** @type {string} */ name = "") =>
    editFunction({ code: step.code, name }, (name) => {
      saved.set(step.step, name);
      redraw();
      /** @type {HTMLElement | null} */ (document.querySelector(`#step-${step.step} [data-testid="save-function"]`))?.focus();
    });
  const done = saved.get(step.step);
  const sentence = `Saved as the function ${visible(done ?? "")}, for all sessions.`;
  const note = () => element("p", { class: "step-freshness", role: "status", "data-testid": "function-saved" }, sentence);
  const save = () => button("Save as function", "Save a function of this step, or its code as one, for all sessions", () => keep(), "save-function");
  return {
    notes: [
      ...(done ? [part(["function-saved", done], note)] : []),
      ...proposed(step, redraw).map((name) => part(["proposal", name, step.step, step.code], () => proposal(step, name, { keep, redraw }))),
    ],
    buttons: [part(["save-function", step.step, step.code], save)],
  };
}

/**
 * Returns the names of the functions that are proposed and neither saved nor dismissed.
 *
 * @param {ShownStep} step
 * @param {() => void} redraw
 */
function proposed(step, redraw) {
  const names = step.succeeded ? proposals(step.code) : [];
  if (names.length === 0) return [];
  const functions = known();
  if (!functions) {
    load().then(redraw);
    return [];
  }
  const code = step.code.replace(/\r\n?/g, "\n");
  const isSaved = (/** @type {string} */ name) =>
    functions.some((one) => one.name === name && (saved.get(step.step) === name || code.includes(definition(one.source).trim())));
  return names.filter((name) => !isSaved(name) && !dismissed().includes(mark(step, name)));
}

/**
 * @param {ShownStep} step
 * @param {string} name
 * @param {{ keep: (name: string) => void, redraw: () => void }} acts
 */
function proposal(step, name, { keep, redraw }) {
  const label = visible(name);
  const dismiss = () => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify([...dismissed(), mark(step, name)].slice(-MAX_DISMISSED)));
    } catch {
      // It is proposed again.
    }
    redraw();
  };
  return element(
    "div",
    { class: "function-proposal", role: "group", "aria-label": `The model proposes to keep ${label}`, "data-testid": "function-proposal" },
    element("span", {}, "The model proposes to keep ", element("code", {}, label), "."),
    element(
      "button",
      { class: "button", type: "button", "aria-label": `Look at ${label} and save it`, "data-testid": "keep-proposal", click: () => keep(name) },
      "Save…",
    ),
    button("Dismiss", `Dismiss the proposal to keep ${label}`, dismiss, "dismiss-proposal"),
  );
}

/** Says which proposal this is: the same code proposes the same. @param {ShownStep} step @param {string} name */
function mark(step, name) {
  let hash = 0;
  for (const letter of step.code) hash = (hash * 31 + Number(letter.codePointAt(0))) | 0;
  return `${step.step}:${hash}:${name}`;
}

/** @returns {string[]} */
function dismissed() {
  try {
    const marks = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(marks) ? marks : [];
  } catch {
    return [];
  }
}
