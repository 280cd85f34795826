// The dialog about the seal, from which the user runs the self-test.

import { element, open } from "./element.js";
import { visible } from "./visible.js";

/** @typedef {import("./egress.js").JudgedProbe} JudgedProbe */

const PLACES = [
  ["python", "From Python"],
  ["worker", "From JavaScript beside Python"],
  ["frame", "From JavaScript in the frame around it"],
];

/**
 * Shows the dialog.
 *
 * @param {() => Promise<JudgedProbe[]>} runEgressProbes runs every egress probe, see `judge`
 * @param {(text: string) => void} setBadge sets the text of the button that opens the dialog
 */
export async function showSeal(runEgressProbes, setBadge) {
  const word = element("p", { class: "seal-word", role: "status", "data-testid": "seal-word" });
  const list = element("div");
  const start = element("button", { class: "button", type: "button", click: () => run() }, "Try every exit");
  const run = async () => {
    start.disabled = true;
    word.textContent = "Trying every exit";
    try {
      const probes = await runEgressProbes();
      list.replaceChildren(
        ...PLACES.flatMap(([place, title]) =>
          section(
            title,
            probes.filter((probe) => probe.place === place),
          ),
        ),
      );
      word.textContent = summary(probes);
      setBadge(badge(probes));
    } catch (error) {
      word.textContent = visible(/** @type {Error} */ (error).message);
    }
    start.disabled = false;
  };
  const close = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close");
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "seal-title", "data-testid": "seal" },
    element("div", { class: "sheet-head" }, element("h2", { id: "seal-title" }, "Nothing gets out"), close),
    element(
      "p",
      { class: "sheet-text" },
      "Python runs in a sealed frame: it has no network, no storage, no cookies and no access to this page. ",
      "See for yourself: the test tries every exit there is, towards an address that would answer and counts who comes.",
    ),
    start,
    word,
    list,
  );
  open(dialog);
}

/**
 * Summarises the probes in a sentence.
 *
 * @param {Pick<JudgedProbe, "fate">[]} probes
 */
export function summary(probes) {
  if (probes.length === 0) return "No exit was tried.";
  const [open, unproven] = ["open", "unproven"].map((fate) => probes.filter((probe) => probe.fate === fate).length);
  const rest = unproven === 0 ? "" : ` Of ${unproven} more nothing can be known in this browser.`;
  if (open > 0) return `${open} of ${probes.length} exits ${open === 1 ? "is" : "are"} open.${rest}`;
  return unproven === 0 ? `All ${probes.length} exits were refused.` : `${probes.length - unproven} of ${probes.length} exits were refused.${rest}`;
}

/**
 * Summarises the probes in a few words, for the button.
 *
 * @param {Pick<JudgedProbe, "fate">[]} probes
 */
export function badge(probes) {
  if (probes.length === 0) return "Test the seal";
  const [open, unproven] = ["open", "unproven"].map((fate) => probes.filter((probe) => probe.fate === fate).length);
  if (open > 0) return `${open} ${open === 1 ? "exit" : "exits"} open`;
  return unproven > 0 ? `Sealed, ${unproven} unproven` : "Sealed, tested";
}

const FATES = { refused: "refused", open: "open", unproven: "not proven here" };

/**
 * Returns the view of the probes of one place.
 *
 * @param {string} title
 * @param {JudgedProbe[]} probes
 */
function section(title, probes) {
  // Probes that were not refused come first.
  const rows = [...probes]
    .sort((a, b) => /** @type {any} */ (a.fate === "refused") - /** @type {any} */ (b.fate === "refused"))
    .map(({ name, fate, how }) =>
      element(
        "li",
        { class: `exit is-${fate}`, "data-testid": "exit" },
        element("span", { class: "exit-name" }, visible(name)),
        element("span", { class: "exit-fate" }, FATES[fate]),
        element("span", { class: "exit-how" }, visible(how)),
      ),
    );
  return [element("h3", { class: "seal-place" }, title), element("ul", {}, ...rows)];
}
