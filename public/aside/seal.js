// The promise that nothing gets out of the kernel, and a test of it that anybody can run.

import { element, open } from "./element.js";
import { visible } from "./visible.js";

const PLACES = [
  ["python", "From Python"],
  ["worker", "From JavaScript beside Python"],
  ["frame", "From JavaScript in the frame around it"],
];

/**
 * Shows the sheet.
 *
 * @param {() => Promise<Array<{ name: string, place: string, refused: boolean, how: string }>>} tryExits has every exit tried
 */
export async function showSeal(tryExits) {
  const word = element("p", { class: "seal-word", role: "status", "data-testid": "seal-word" });
  const list = element("div");
  const start = element("button", { class: "button", type: "button", click: () => run() }, "Try every exit");
  const run = async () => {
    start.disabled = true;
    word.textContent = "Trying every exit";
    try {
      const exits = await tryExits();
      list.replaceChildren(...PLACES.flatMap(([place, title]) => section(title, exits.filter((exit) => exit.place === place))));
      word.textContent = summary(exits);
    } catch (error) {
      word.textContent = visible(error.message);
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
      "See for yourself: the test tries every exit there is, towards an address that would answer.",
    ),
    start,
    word,
    list,
  );
  open(dialog);
}

/** What the test has shown, in a sentence. */
export function summary(exits) {
  const open = exits.filter(({ refused }) => !refused).length;
  if (exits.length === 0) return "No exit was tried.";
  return open === 0 ? `All ${exits.length} exits were refused.` : `${open} of ${exits.length} exits were not refused.`;
}

function section(title, exits) {
  const rows = exits.map(({ name, refused, how }) =>
    element(
      "li",
      { class: refused ? "exit" : "exit is-open", "data-testid": "exit" },
      element("span", { class: "exit-name" }, visible(name)),
      element("span", { class: "exit-fate" }, refused ? "refused" : "not refused"),
      element("span", { class: "exit-how" }, visible(how)),
    ),
  );
  return [element("h3", { class: "seal-place" }, title), element("ul", {}, ...rows)];
}
