// One result in its best form. Decides which form that is; what each looks like is its own file's.

import { element } from "../aside/element.js";
import { visible } from "../aside/visible.js";
import { figure } from "./figure.js";
import { picture } from "./picture.js";
import { table } from "./table.js";

/**
 * Fills `place` with the view of one result. Never throws.
 *
 * @param {HTMLElement} place
 * @param {string | object} shownJson a result as the kernel tells it, or its JSON
 */
export function show(place, shownJson) {
  const shown = typeof shownJson === "string" ? JSON.parse(shownJson) : shownJson;
  const drawn = picture(shown);
  const view = drawn ? figure(shown, drawn) : shown.data ? table(shown.data) : text(shown.text);
  place.replaceChildren(view);
}

function text(content) {
  return element("pre", { class: "output is-value", tabindex: "0", role: "group", "aria-label": "Value" }, visible(content));
}
