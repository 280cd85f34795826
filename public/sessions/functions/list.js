// The dialog with the saved functions: new, edit, and delete with undo. What they are called and say is shown as text only.

import { element, open } from "../../dialogs/element.js";
import { part, showParts } from "../../dialogs/keyed.js";
import { visible } from "../../dialogs/visible.js";
import { button } from "../button.js";
import { summary } from "./description.js";
import { editFunction } from "./edit.js";
import { load, remove, restore } from "./saved.js";

/** @typedef {import("../../types/storage").SavedFunction} SavedFunction */

/** What a new function begins with. */
const TEMPLATE = 'def my_function(table):\n    """Say here what it does."""\n    return table\n';

/** Shows the dialog. */
export async function showFunctions() {
  const list = element("ul", { class: "sessions-list" });
  const status = element("p", { class: "sheet-text", role: "status", "data-testid": "functions-status" });
  const fresh = element("button", { class: "button", type: "button", "data-testid": "new-function", click: () => edit({ code: TEMPLATE }) }, "New function");
  const close = element("button", { class: "button is-quiet", type: "button", click: () => dialog.close() }, "Close");
  const about = "Saved in this browser for all sessions. A model reads the name, parameters and description of each in every session, and can call it.";
  const dialog = element(
    "dialog",
    { class: "sheet", "aria-labelledby": "functions-title", "data-testid": "functions" },
    element("div", { class: "sheet-head" }, element("h2", { id: "functions-title" }, "Functions"), close),
    element("p", { class: "sheet-text" }, about),
    element("div", { class: "sessions-bar" }, fresh),
    list,
    status,
  );
  /** Those that were deleted here, which can be stored again. @type {SavedFunction[]} */
  let deleted = [];

  const draw = async () => {
    const saved = await load();
    deleted = deleted.filter(({ name }) => !saved.some((one) => one.name === name));
    const all = [...saved.map((one) => ({ one, gone: false })), ...deleted.map((one) => ({ one, gone: true }))];
    all.sort((left, right) => (left.one.name < right.one.name ? -1 : 1));
    const none = "No function is saved yet. Choose “Save as function” under a step, or write a new one.";
    const rows = all.map(({ one, gone }) => part([one, gone], () => (gone ? removed(one) : row(one))));
    showParts(list, rows.length > 0 ? rows : [part("none", () => element("li", { class: "sheet-text" }, none))]);
  };
  /** @param {import("./edit.js").Edited} edited */
  const edit = (edited) =>
    editFunction(edited, async (name) => {
      await draw();
      status.textContent = `${visible(name)} is saved.`;
    });
  /** @param {() => Promise<unknown>} act @param {string} sentence */
  const act = async (act, sentence) => {
    const at = [...list.children].findIndex((row) => row.contains(document.activeElement));
    try {
      await act();
      status.textContent = sentence;
    } catch (error) {
      status.textContent = visible(/** @type {Error} */ (error).message);
    }
    await draw();
    // The row is another one now, in the same place.
    /** @type {HTMLElement | null | undefined} */ (list.children[at]?.querySelector("button"))?.focus();
  };
  /** @param {SavedFunction} one */
  const row = (one) => {
    const name = visible(one.name);
    return element(
      "li",
      { class: "sessions-row", "data-testid": "function" },
      element(
        "div",
        { class: "function-text" },
        element("code", { class: "function-signature" }, visible(one.signature)),
        element("span", { class: "sessions-facts" }, visible(summary(one.docstring)) || "No description"),
      ),
      element(
        "div",
        { class: "function-acts" },
        button("Edit", `Edit ${name}`, () => edit({ saved: one }), "edit-function"),
        button(
          "Delete",
          `Delete ${name}`,
          () => act(() => discard(one), `${name} is deleted. Until you close this list, you can undo that.`),
          "delete-function",
        ),
      ),
    );
  };
  /** @param {SavedFunction} one */
  const discard = async (one) => {
    await remove(one.name);
    deleted.push(one);
  };
  /** @param {SavedFunction} one */
  const removed = (one) => {
    const name = visible(one.name);
    const undo = button("Undo", `Undo deleting ${name}`, () => act(() => restore(one), `${name} is saved again.`), "undo-function");
    return element("li", { class: "sessions-row" }, element("span", { class: "sessions-name is-deleted" }, `${name}: deleted`), undo);
  };
  open(dialog);
  await draw();
}
