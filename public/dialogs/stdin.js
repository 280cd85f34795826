// The question of code that calls `input()`, and the user's line. Knows nothing of what happens to it.

import { element, open } from "./element.js";
import { visible } from "./visible.js";

let shown = null;

/**
 * Asks the user.
 *
 * @param {string} prompt what the code says, perhaps nothing
 * @returns {Promise<string | null | undefined>} the line, null where the user gives none, undefined where the question was taken
 *   back
 */
export function askLine(prompt) {
  takeBack();
  return new Promise((resolve) => {
    const field = element("input", { autocomplete: "off", autofocus: "", "aria-label": "Your line", "aria-describedby": "line-prompt" });
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
    // Whatever closes it, somebody is answered.
    dialog.addEventListener("close", () => resolve(undefined));
    shown = dialog;
    open(dialog);
  });
}

/** Takes the question back: nobody waits for its answer any more. */
export async function takeBack() {
  shown?.close();
  shown = null;
}
