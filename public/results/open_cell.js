// One cell's whole value, in front of the table, to be read and copied. Where the table holds only its beginning, that is there at once
// and the rest when it comes.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { count } from "./format.js";
import { copy } from "./save.js";

/**
 * @param {HTMLElement} cell where it stands
 * @param {string} name its column
 * @param {string} value as much of it as is here
 * @param {{ tell: (sentence: string) => void, closed: () => void, rest?: () => Promise<{ text: string, length: number | null }> }} on
 *   `rest` gets the whole of a value that was cut; `length` is how many characters it has where even that is too long to come; it
 *   rejects with a sentence
 */
export function openCell(cell, name, value, { tell, closed, rest }) {
  let known = value;
  let coming = null;
  const take = async () => {
    try {
      // A browser lets a press copy only for a while, so that a long wait ends in a sentence.
      await coming;
      await copy(known);
      tell("Copied.");
    } catch (error) {
      tell(error.message);
    }
    card.hidePopover();
  };
  const button = element("button", { class: "button", type: "button", autofocus: "", click: take }, "Copy");
  const content = element("pre", { class: "table-cell-value", tabindex: "0", role: "group", "aria-label": "Value" }, visible(value));
  const word = element("p", { class: "table-cell-word", role: "status" });
  const card = element(
    "div",
    { class: "menu table-cell", popover: "auto", role: "dialog", "aria-label": `${visible(name)}, whole value`, "data-testid": "table-cell" },
    element("div", { class: "table-cell-head" }, element("span", { class: "table-cell-name" }, visible(name)), button),
    content,
    word,
  );
  if (rest) {
    word.textContent = "The rest is on its way.";
    coming = rest().then(
      ({ text, length }) => {
        known = text;
        content.textContent = visible(text);
        word.textContent = length === null ? "" : `The first ${count([...text].length)} of ${count(length)} characters.`;
        if (card.isConnected && cell.isConnected) stand();
      },
      (error) => (word.textContent = `This is its beginning only. ${visible(error.message)}`),
    );
  }
  card.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    card.remove();
    closed();
  });
  // In the dialog that holds the table, where one does: behind it, it could not be seen.
  (cell.closest("dialog") ?? document.body).append(card);
  card.showPopover();
  stand();

  function stand() {
    const { left, bottom, top } = cell.getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const under = bottom + 4 + height <= innerHeight || top < height;
    card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    card.style.top = `${Math.max(8, under ? Math.min(bottom + 4, innerHeight - height - 8) : top - height - 4)}px`;
  }
}
