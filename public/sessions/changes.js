// What corrects the conversation, under each turn: edit its question, ask it again, undo it, and choose among its branches.

import { element } from "../dialogs/element.js";
import { changeTurns, replaceQuestion, shownTurns } from "./session.js";

/** Adds the controls to the turns that are shown, in place of those that were there. */
export function drawChanges() {
  const { turns, undone } = shownTurns();
  const known = new Map(turns?.map((turn) => [String(turn.turn), turn]));
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".turn-changes"))) {
    const turn = known.get(place.dataset.turn ?? "");
    // A question that is being edited stays as it is.
    if (turn && place.querySelector("form")) continue;
    place.replaceChildren(...(turn ? controls(place, turn) : []));
  }
  const again = () => act(document.getElementById("turn-undone"), () => changeTurns({ kind: "branch-chosen", turn: undone }));
  const shown = undone === null ? [] : [button("Show the undone question again", "A question was undone", again, "redo")];
  document.getElementById("turn-undone")?.replaceChildren(...shown);
}

/**
 * @param {HTMLElement} place
 * @param {{ turn: number, question: string, branches: number[] }} shown
 */
function controls(place, { turn, question, branches }) {
  const at = branches.indexOf(turn);
  /** @param {number} step */
  const branch = (step) => () => act(place, () => changeTurns({ kind: "branch-chosen", turn: branches[at + step] }));
  const older = button("‹", "Show the version before", branch(-1), "older");
  const newer = button("›", "Show the version after", branch(1), "newer");
  older.disabled = at <= 0;
  newer.disabled = at === branches.length - 1;
  const version = element("span", { "data-testid": "version" }, `Version ${at + 1} of ${branches.length}`);
  return [
    button("Edit question", `Edit the question: ${question}`, () => edit(place, turn, question), "edit-question"),
    button("Ask again", `Ask again: ${question}`, () => act(place, () => replaceQuestion(turn, question)), "ask-again"),
    button("Undo", `Undo the question: ${question}`, () => act(place, () => changeTurns({ kind: "turn-undone", turn })), "undo-turn"),
    ...(branches.length > 1 ? [older, version, newer] : []),
  ];
}

/**
 * Lets the user edit the question.
 *
 * @param {HTMLElement} place
 * @param {number} turn
 * @param {string} question
 */
function edit(place, turn, question) {
  const field = element("textarea", { class: "turn-edit", rows: "2", "aria-label": "The question", "data-testid": "edited-question" });
  field.value = question;
  const cancel = () => {
    place.replaceChildren();
    drawChanges();
    /** @type {HTMLElement | null} */ (place.querySelector("[data-testid='edit-question']"))?.focus();
  };
  const form = element(
    "form",
    {
      class: "turn-edit-form",
      submit: (event) => {
        event.preventDefault();
        const text = field.value.trim();
        if (text) act(place, () => replaceQuestion(turn, text));
        else field.focus();
      },
      keydown: (event) => {
        if (event.key === "Escape") cancel();
      },
    },
    field,
    element("p", { class: "turn-edit-note" }, "This version and what follows it are kept; you can return to them."),
    element("button", { class: "button", type: "submit" }, "Ask"),
    element("button", { class: "button is-quiet", type: "button", click: cancel }, "Cancel"),
  );
  place.replaceChildren(form);
  field.focus();
}

/**
 * Shows that a change is under way, until the page shows the other turns.
 *
 * @param {HTMLElement | null} place
 * @param {() => Promise<void>} change
 */
function act(place, change) {
  if (!shownTurns().turns) return place?.replaceChildren(element("p", { role: "status" }, "Wait until the answer is complete, or stop it."));
  place?.replaceChildren(element("p", { role: "status" }, "Python starts anew for this…"));
  change().catch((error) => place?.replaceChildren(element("p", { role: "alert" }, /** @type {Error} */ (error).message)));
}

/** @param {string} text @param {string} label @param {() => unknown} click @param {string} testid */
const button = (text, label, click, testid) =>
  element("button", { class: "button is-quiet", type: "button", "aria-label": label, "data-testid": testid, click }, text);
