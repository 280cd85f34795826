// Under each step: the button that edits its code and runs the session from there, whether its outcome is that of the code, and what of it is no longer stored.

import { element } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
import { visible } from "../dialogs/visible.js";
import { button } from "./button.js";
import { shownSession } from "./open.js";
import { runFrom } from "./runs.js";
import { shownTurns } from "./turns.js";

/** @typedef {import("./turns.js").ShownStep} ShownStep */
/** @typedef {import("./turns.js").ShownTurn} ShownTurn */

/** What is said of an outcome that is not that of the code that is shown. */
const SENTENCES = {
  current: "",
  running: "",
  "not-run": "",
  edited: "The code was changed since this ran. What is shown is from the code before.",
  stale: "Out of date: code before this step was changed since it ran.",
};

/** Adds the controls to the steps that are shown, in place of those that were there. @param {ShownTurn[]} turns */
export function drawSteps(turns) {
  for (const { turn, steps } of turns) {
    for (const step of steps) {
      const item = document.getElementById(`step-${step.step}`);
      if (!item) continue;
      const known = item.querySelector(":scope > .step-changes:not(.step-functions)");
      // Code that is being edited stays as it is.
      if (known?.querySelector(".step-edit")) continue;
      const place = known ?? item.appendChild(element("div", { class: "step-changes" }));
      showParts(place, controls(turn, step));
    }
  }
}

/** Returns the parts of the controls. @param {number} turn @param {ShownStep} step */
function controls(turn, step) {
  const sentence = SENTENCES[step.freshness];
  const dropped = `Not stored any more: ${step.dropped.map(visible).join(", ")}. Run the code again to see it after a reload.`;
  /** @param {string} name @param {string} text @param {Record<string, string>} [more] */
  const said = (name, text, more = {}) => part([name, text, more], () => element("p", { class: "step-freshness", "data-testid": name, ...more }, text));
  // The comment keeps the code as it is; what it then reads otherwise is said.
  const written = { ...step, code: `# as written\n${step.code}` };
  const asWritten = () =>
    button("Run as written", "Run the code of this step without the added arguments", (event) => edit(event, turn, written), "run-as-written");
  const editCode = () => button("Edit code", `Edit the code of this step`, (event) => edit(event, turn, step), "edit-code");
  return [
    ...(sentence ? [said("freshness", sentence, { "data-state": step.freshness })] : []),
    ...(step.dropped.length > 0 ? [said("dropped", dropped)] : []),
    ...(step.freshness === "not-run" ? [] : [part(["edit-code", turn, step.step, step.code], editCode)]),
    ...(step.completed && step.freshness !== "not-run" ? [part(["run-as-written", turn, step.step, step.code], asWritten)] : []),
  ];
}

/**
 * Lets the user edit the code of a step, and run it with what follows.
 *
 * @param {Event} event
 * @param {number} turn
 * @param {ShownStep} step
 */
async function edit(event, turn, step) {
  const place = /** @type {HTMLElement} */ (/** @type {Element} */ (event.currentTarget).closest(".step-changes"));
  const field = element("div", { class: "step-edit" });
  const status = element(
    "p",
    { class: "step-edit-note", role: "status" },
    "Python starts anew: the code before this step runs again, then this step and those after it.",
  );
  const run = element("button", { class: "button", type: "button", "data-testid": "run-from", click: () => start() }, "Run from here");
  const stop = element("button", { class: "button", type: "button", click: () => globalThis.insitu.interrupt() }, "Stop");
  const cancel = element("button", { class: "button is-quiet", type: "button", click: () => close() }, "Cancel");
  const buttons = element("div", { class: "step-edit-buttons" }, run, cancel);
  place.replaceChildren(field, status, buttons);
  const { openEditor } = await globalThis.insituPage.editor();
  const editor = openEditor(field, { code: step.code, label: "The code of this step", onRun: () => start(), ...(await shownSession()?.program.codeHelp()) });
  editor.focus();

  const close = () => {
    editor.destroy();
    place.replaceChildren();
    drawSteps(shownTurns().turns ?? []);
    /** @type {HTMLElement | null} */ (document.querySelector(`#step-${step.step} [data-testid="edit-code"]`))?.focus();
  };
  const start = async () => {
    if (!shownTurns().turns) {
      status.textContent = "Wait until the answer is complete, or stop it.";
      return;
    }
    buttons.replaceChildren(stop);
    try {
      const why = await runFrom(turn, step.step, editor.code(), (at, of) => {
        status.textContent = `Running piece ${at} of ${of}…`;
      });
      if (!why) return close();
      status.textContent = why;
    } catch (error) {
      status.textContent = /** @type {Error} */ (error).message;
    }
    buttons.replaceChildren(run, cancel);
  };
}
