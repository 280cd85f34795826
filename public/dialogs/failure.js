// The dialog after the page's own program has failed: what happened, and a way to reload without
// losing the session's code. Works without that program.

import { element, open } from "./element.js";
import { visible } from "./visible.js";

/**
 * Divides pieces of code in the saved file; notebooks and editors read it as the beginning of a
 * cell.
 */
const CELL = "# %%";

/**
 * Shows the dialog.
 *
 * @param {string} message what failed, and where
 * @param {string[]} code the pieces of Python that were executed, in order
 */
export function showFailure(message, code) {
  const reload = () => location.reload();
  const save = () => {
    const address = URL.createObjectURL(new Blob([source(code)], { type: "text/x-python" }));
    element("a", { href: address, download: "insitu-session.py" }).click();
    // The download has begun once the click is over; the page goes after that.
    setTimeout(reload, 500);
  };
  open(
    element(
      "dialog",
      {
        class: "sheet",
        role: "alertdialog",
        "aria-labelledby": "failure-title",
        "aria-describedby": "failure-text",
        "data-testid": "failure",
      },
      element("h2", { id: "failure-title" }, "The page stopped working"),
      element(
        "p",
        { id: "failure-text", class: "sheet-text" },
        "A part of the page failed and cannot go on. Files on this device are untouched; Python's variables are lost.",
      ),
      element(
        "pre",
        { class: "failure-message", tabindex: "0", "aria-label": "What failed" },
        visible(message),
      ),
      element(
        "div",
        { class: "consent-choices" },
        ...(code.length > 0
          ? [
              element(
                "button",
                { class: "button is-main", type: "button", autofocus: "", click: save },
                "Save the code and reload",
              ),
            ]
          : []),
        element(
          "button",
          {
            class: code.length > 0 ? "button is-quiet" : "button is-main",
            type: "button",
            click: reload,
          },
          "Reload",
        ),
      ),
    ),
  );
}

/**
 * Returns the pieces as one Python file.
 *
 * @param {string[]} code
 */
export function source(code) {
  return code.map((piece) => `${CELL}\n${piece.replace(/\n*$/, "")}\n`).join("\n");
}
