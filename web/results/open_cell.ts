// Shows the whole value of a cell in front of the table, to read and copy. If the table holds only
// its beginning, that is shown at once, and the rest when it arrives.

import { element } from "../elements/element.ts";
import { visible } from "../elements/visible.ts";
import { count } from "./format.ts";
import { copy } from "./save.ts";

/**
 * Opens the value of a cell.
 *
 * @param name of its column
 * @param value or its beginning
 * @param on `rest` loads the whole of a truncated value, or rejects with a sentence; `length` is
 *   its number of characters if even this text is truncated
 */
export function openCell(
  cell: HTMLElement,
  name: string,
  value: string,
  {
    notify,
    closed,
    rest,
  }: {
    notify: (sentence: string) => void;
    closed: () => void;
    rest?: () => Promise<{ text: string; length: number | null }>;
  },
) {
  let known = value;
  let coming: Promise<unknown> | null = null;
  const take = async () => {
    try {
      // Browsers allow a click to copy only for a short time, so a long wait ends in an error
      // message.
      await coming;
      await copy(known);
      notify("Copied.");
    } catch (error) {
      notify((error as Error).message);
    }
    card.hidePopover();
  };
  const button = element(
    "button",
    { class: "button", type: "button", autofocus: "", click: take },
    "Copy",
  );
  const content = element(
    "pre",
    { class: "table-cell-value", tabindex: "0", role: "group", "aria-label": "Value" },
    visible(value),
  );
  const word = element("p", { class: "table-cell-word", role: "status" });
  const card = element(
    "div",
    {
      class: "menu table-cell",
      popover: "auto",
      role: "dialog",
      "aria-label": `${visible(name)}, whole value`,
      "data-testid": "table-cell",
    },
    element(
      "div",
      { class: "table-cell-head" },
      element("span", { class: "table-cell-name" }, visible(name)),
      button,
    ),
    content,
    word,
  );
  if (rest) {
    word.textContent = "The rest is on its way.";
    coming = rest().then(
      ({ text, length }) => {
        known = text;
        content.textContent = visible(text);
        word.textContent =
          length === null
            ? ""
            : `The first ${count([...text].length)} of ${count(length)} characters.`;
        if (card.isConnected && cell.isConnected) position();
      },
      (error) => (word.textContent = `This is its beginning only. ${visible(error.message)}`),
    );
  }
  card.addEventListener("toggle", (event) => {
    if (event.newState !== "closed") return;
    card.remove();
    closed();
  });
  // Within the dialog that contains the table, if there is one: the dialog would cover it
  // otherwise.
  (cell.closest("dialog") ?? document.body).append(card);
  card.showPopover();
  position();

  function position() {
    const { left, bottom, top } = cell.getBoundingClientRect();
    const { width, height } = card.getBoundingClientRect();
    const under = bottom + 4 + height <= innerHeight || top < height;
    card.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    card.style.top = `${Math.max(8, under ? Math.min(bottom + 4, innerHeight - height - 8) : top - height - 4)}px`;
  }
}
