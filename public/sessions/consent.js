// Asks, once, whether copies of the user's files are to be kept in the browser's storage.

import { element } from "../dialogs/element.js";

/**
 * Asks in the panel of files, unless the question is there already.
 *
 * @param {(keep: boolean) => void} decide
 */
export function askForCopies(decide) {
  const place = document.getElementById("files-keep");
  if (!place || place.querySelector("[data-testid='keep-copies']")) return;
  const answer = (/** @type {boolean} */ keep) => () => {
    question.remove();
    decide(keep);
  };
  const text =
    "Keep copies of your files in this browser, so that they are there after a reload? They are sent nowhere.";
  const question = element(
    "div",
    { class: "files-keep", role: "group", "aria-label": text, "data-testid": "keep-copies" },
    element("p", {}, text),
    element("button", { class: "button", type: "button", click: answer(true) }, "Keep copies"),
    element(
      "button",
      { class: "button is-quiet", type: "button", click: answer(false) },
      "Do not keep",
    ),
  );
  place.append(question);
}
