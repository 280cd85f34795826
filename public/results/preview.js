// A document in a dialog.

import { element, open } from "../aside/element.js";
import { visible } from "../aside/visible.js";
import { save } from "./save.js";

/**
 * Shows a document.
 *
 * @param {string} name of the file
 * @param {string} path where the kernel has it, under `/out` or `/data`
 * @param {Blob} blob its content
 */
export function preview(name, path, blob) {
  const close = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close");
  const keep = element("button", { class: "button", type: "button", click: () => save(name, blob) }, "Save");
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "preview-title", "data-testid": "preview" },
    element("div", { class: "sheet-head" }, element("h2", { id: "preview-title" }, visible(name)), close),
    keep,
  );
  open(dialog);
}
