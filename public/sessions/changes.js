// What corrects the conversation, under each turn: edit its question, ask it again, undo it, and choose among its branches.

import { element } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
import { used, usedInParts } from "../models/usage.js";
import { button } from "./button.js";
import { consoleButton, drawConsole, markConsole } from "./console.js";
import { showFunctions } from "./functions/list.js";
import { replay } from "./runs.js";
import { shownId } from "./session.js";
import { drawNotes } from "./notes.js";
import { drawSteps } from "./steps.js";
import { changeTurns, replaceQuestion, shownTurns } from "./turns.js";
import { showVariables } from "./variables.js";

/** How the message of a turn begins whose sign-in has ended, see `frontend/src/relay.rs`. */
const SIGNED_OUT = "Your sign-in has ended.";

/** What the last comparison has found, as a sentence, and the turns that were compared. */
let verdict = { text: "", turns: "" };

/** Adds the controls to the turns that are shown, in place of those that were there. */
export function drawChanges() {
  const { turns, undone, notes } = shownTurns();
  drawNotes(notes);
  const known = new Map(turns?.map((turn) => [String(turn.turn), turn]));
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".turn-changes"))) {
    const turn = known.get(place.dataset.turn ?? "");
    // A question that is being edited stays as it is.
    if (turn && place.querySelector("form")) continue;
    const ended = notes.find((note) => note.turn === turn?.turn)?.message?.startsWith(SIGNED_OUT);
    showParts(place, turn ? [...(ended ? [part("sign-in", signIn)] : []), ...controls(place, turn)] : []);
    if (turn?.usage) drawUsage(place, turn.usage);
  }
  drawSteps(turns ?? []);
  drawConsole();
  const end = document.getElementById("turn-undone");
  // While code runs again, the end shows how far it is.
  if (end?.querySelector("[data-testid='replay-progress']")) return;
  if (!end) return;
  const again = () => act(end, () => changeTurns({ kind: "branch-chosen", turn: undone }));
  const ran = turns?.some(({ steps }) => steps.some(({ freshness }) => freshness !== "not-run"));
  /** @param {string} text @param {string} label @param {(event: Event) => unknown} click @param {string} name */
  const whereRan = (text, label, click, name) => (ran ? [part(name, () => button(text, label, click, name))] : []);
  showParts(end, [
    ...(undone === null ? [] : [part(["redo", undone], () => button("Show the undone question again", "A question was undone", again, "redo"))]),
    ...whereRan("Check by running again", "Run all code again in a fresh Python and compare every result", () => check(end), "replay"),
    ...whereRan("Variables", "List the variables", showVariables, "show-variables"),
    part("console", consoleButton, markConsole),
    ...whereRan("Functions", "List the saved functions", showFunctions, "show-functions"),
    ...(verdict.text && verdict.turns === ids(turns)
      ? [part(["verdict", verdict.text], () => element("p", { role: "status", "data-testid": "verdict" }, verdict.text))]
      : []),
  ]);
}

/** Returns what lets the user sign in again beside the session. */
const signIn = () => element("a", { class: "button", href: "/login", target: "_blank", rel: "noopener", "data-testid": "sign-in-again" }, "Sign in again");

/** Says what a turn has used, after which model answered. @param {HTMLElement} place @param {import("../types/page").Usage} usage */
function drawUsage(place, usage) {
  const after = /** @type {HTMLElement | null} */ (place.parentElement?.querySelector(".turn-usage"));
  const text = used(usage);
  if (!after) return;
  after.textContent = text && `, ${text}`;
  after.title = usedInParts(usage);
}

/** Runs all code again, and says whether it produces the same. @param {HTMLElement | null} end */
async function check(end) {
  const progress = element("p", { role: "status", "data-testid": "replay-progress" }, "Python starts anew for this…");
  const stop = element("button", { class: "button", type: "button", click: () => globalThis.insitu.interrupt() }, "Stop");
  end?.replaceChildren(progress, stop);
  const turns = ids(shownTurns().turns);
  try {
    const found = await replay((at, of) => {
      progress.textContent = `Running piece ${at} of ${of} again…`;
    });
    verdict = { text: inWords(found), turns };
  } catch (error) {
    verdict = { text: /** @type {Error} */ (error).message, turns };
  }
  end?.replaceChildren();
  drawChanges();
}

/** Says which turns of which session these are, with which code. @param {import("./turns.js").ShownTurn[] | null} turns */
const ids = (turns) => JSON.stringify([shownId(), ...(turns ?? []).map(({ turn, steps }) => [turn, steps.map(({ code, freshness }) => [code, freshness])])]);

/** @param {import("../types/page").ReplayVerdict} found */
function inWords({ verdict, executions, compared, differences, tolerance }) {
  const all = executions === 1 ? "the result" : `all ${executions} results`;
  if (verdict === "same") return `Checked: the code produced ${all} again (numbers within ${tolerance}).`;
  const different = `${differences.length} of ${compared} ${differences.length === 1 ? "differs" : "differ"}; the steps say how.`;
  if (verdict === "different") return `Checked: ${different}`;
  return `Not all code has run: ${compared} of ${executions} results were compared. ${differences.length > 0 ? different : ""}`;
}

/**
 * Returns the parts of the controls.
 *
 * @param {HTMLElement} place
 * @param {import("./turns.js").ShownTurn} shown
 */
function controls(place, { turn, question, branches, stale }) {
  const at = branches.indexOf(turn);
  /** @param {number} step */
  const branch = (step) => () => act(place, () => changeTurns({ kind: "branch-chosen", turn: branches[at + step] }));
  const versions = () => {
    const older = button("‹", "Show the version before", branch(-1), "older");
    const newer = button("›", "Show the version after", branch(1), "newer");
    older.disabled = at <= 0;
    newer.disabled = at === branches.length - 1;
    const version = element("span", { "data-testid": "version" }, `Version ${at + 1} of ${branches.length}`);
    return element("span", { class: "turn-versions" }, older, version, newer);
  };
  const outdated = "This answer is out of date: code that it relies on was changed since. Ask again for a new one.";
  /** @param {string} text @param {string} label @param {() => unknown} click @param {string} name */
  const control = (text, label, click, name) => part([name, turn, question], () => button(text, `${label}: ${question}`, click, name));
  return [
    ...(stale ? [part("stale", () => element("p", { class: "step-freshness", "data-testid": "stale-answer" }, outdated))] : []),
    control("Edit question", "Edit the question", () => edit(place, turn, question), "edit-question"),
    control("Ask again", "Ask again", () => act(place, () => replaceQuestion(turn, question)), "ask-again"),
    control("Undo", "Undo the question", () => act(place, () => changeTurns({ kind: "turn-undone", turn })), "undo-turn"),
    ...(branches.length > 1 ? [part(["versions", turn, branches], versions)] : []),
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
