// What stands under the conversation: the question that was undone, running the code again, the variables and the functions.

import { element } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
import { button } from "./button.js";
import { replay } from "./runs.js";
import { shownSession } from "./open.js";
import { ownLog, shownId } from "./session.js";
import { drawSteps } from "./steps.js";
import { changeTurns, shownTurns } from "./turns.js";
import { showVariables } from "./variables.js";

/** What the last comparison has found, as a sentence, and the turns that were compared. */
let verdict = { text: "", turns: "" };

/** Tells the program what the log says of the turns that are shown, and draws what stands under them. */
export function drawChanges() {
  const { turns, undone } = shownTurns();
  shownSession()?.program.turnsChanged(ownLog() !== undefined);
  drawSteps(turns ?? []);
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
    ...whereRan("Functions", "List the saved functions", () => shownSession()?.program.showFunctions(), "show-functions"),
    ...(verdict.text && verdict.turns === ids(turns)
      ? [part(["verdict", verdict.text], () => element("p", { role: "status", "data-testid": "verdict" }, verdict.text))]
      : []),
  ]);
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
