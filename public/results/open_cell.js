// One cell's whole value, in front of the table, to be read and copied.

import { element } from "../aside/element.js";
import { visible } from "../aside/visible.js";
import { copy } from "./save.js";

/**
 * @param {HTMLElement} cell where it stands
 * @param {string} name its column
 * @param {string} whole its value
 * @param {{ tell: (sentence: string) => void, closed: () => void }} on
 */
export function openCell(cell, name, whole, { tell, closed }) {
  const take = async () => {
    try {
      await copy(whole);
      tell("Copied.");
    } catch (error) {
      tell(error.message);
    }
    card.hidePopover();
  };
  const button = element("button", { class: "button", type: "button", autofocus: "", click: take }, "Copy");
  const card = element(
    "div",
    { class: "menu table-cell", popover: "auto", role: "dialog", "aria-label": `${visible(name)}, whole value`, "data-testid": "table-cell" },
    element("div", { class: "table-cell-head" }, element("span", { class: "table-cell-name" }, visible(name)), button),
    element("pre", { class: "table-cell-value", tabindex: "0", role: "group", "aria-label": "Value" }, visible(whole)),
  );
  card.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    card.remove();
    closed();
  });
  // In the dialog that holds the table, where one does: behind it, it could not be seen.
  (cell.closest("dialog") ?? document.body).append(card);
  card.showPopover();
  const { left, bottom, top } = cell.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const under = bottom + 4 + height <= innerHeight || top < height;
  card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  card.style.top = `${Math.max(8, under ? Math.min(bottom + 4, innerHeight - height - 8) : top - height - 4)}px`;
}
