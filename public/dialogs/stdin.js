// The dialog for code that calls `input()`. Knows nothing of how the answer is used.

import { element, open } from "./element.js";
import { visible } from "./visible.js";

/** @type {HTMLDialogElement | null} */
let shown = null;

/**
 * Asks the user for a line.
 *
 * @param {string} prompt of the code, possibly empty
 * @returns {Promise<string | null | undefined>} the line, null if the user enters none, undefined if the dialog was
 *   withdrawn
 */
export function askLine(prompt) {
  takeBack();
  return new Promise((resolve) => {
    const field = element("input", { autocomplete: "off", autofocus: "", "aria-label": "Your line", "aria-describedby": "line-prompt" });
    /** @param {string | null} answer */
    const end = (answer) => {
      resolve(answer);
      dialog.close();
    };
    const form = element(
      "form",
      {
        submit: (event) => {
          event.preventDefault();
          end(field.value);
        },
      },
      element("p", { id: "line-prompt", class: "line-prompt" }, visible(prompt)),
      field,
      element(
        "div",
        { class: "consent-choices" },
        element("button", { class: "button is-main", type: "submit" }, "Answer"),
        element("button", { class: "button is-quiet", type: "button", click: () => end(null) }, "No answer"),
      ),
    );
    const dialog = element(
      "dialog",
      { class: "sheet line", "aria-labelledby": "line-title", "data-testid": "line", cancel: () => resolve(null) },
      element("h2", { id: "line-title" }, "The code asks you for a line"),
      form,
    );
    // The promise is settled however the dialog is closed.
    dialog.addEventListener("close", () => resolve(undefined));
    shown = dialog;
    open(dialog);
  });
}

/** Closes the dialog, since its answer is no longer needed. */
export async function takeBack() {
  shown?.close();
  shown = null;
}
