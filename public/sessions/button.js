// A quiet button, for what corrects the conversation.

import { element } from "../dialogs/element.js";

/**
 * @param {string} text
 * @param {string} label its accessible name
 * @param {(event: Event) => unknown} click
 * @param {string} testid
 */
export const button = (text, label, click, testid) =>
  element("button", { class: "button is-quiet", type: "button", "aria-label": label, "data-testid": testid, click }, text);
