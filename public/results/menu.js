// The menu of a result: its other forms, copying, saving.

import { element } from "../dialogs/element.js";
import { icon } from "./icon.js";

/**
 * An entry of the menu. `run` acts, and may return a sentence about how that went; `chosen` is whether the entry is the current choice.
 *
 * @typedef {{ label: string, chosen?: boolean, run: () => unknown }} Entry
 */

/** @typedef {{ title: string, entries: Entry[] }} Group */

let made = 0;

/**
 * Returns a button with its menu. The entries are created when it opens, since the available actions change.
 *
 * @param {string} label
 * @param {() => Group[]} groups
 * @param {(sentence: string) => void} notify reports how an action went
 */
export function menu(label, groups, notify) {
  made += 1;
  const id = `result-menu-${made}`;
  const inside = element("div", { id, class: "menu result-menu", popover: "auto", "aria-label": label, role: "group" });
  const button = element(
    "button",
    { class: "button is-quiet result-more", type: "button", popovertarget: id, "aria-label": label, "data-testid": "result-menu" },
    icon("more"),
  );
  inside.addEventListener("beforetoggle", (event) => {
    if (event.newState !== "open") return;
    inside.replaceChildren(
      ...groups()
        .filter(({ entries }) => entries.length > 0)
        .map((group) => section(group, inside, notify)),
    );
  });
  return element("span", { class: "result-menu-place" }, button, inside);
}

/**
 * @param {Group} group
 * @param {HTMLElement} inside
 * @param {(sentence: string) => void} notify
 */
function section({ title, entries }, inside, notify) {
  /** @param {() => unknown} run */
  const act = (run) => async () => {
    inside.hidePopover();
    try {
      const sentence = await run();
      if (typeof sentence === "string") notify(sentence);
    } catch (error) {
      notify(/** @type {Error} */ (error).message);
    }
  };
  const items = entries.map(({ label, chosen, run }) => {
    /** @type {Record<string, string>} */
    const state = chosen === undefined ? {} : { "aria-pressed": String(chosen) };
    return element("button", { class: "result-menu-entry", type: "button", ...state, click: act(run) }, label, ...(chosen ? [icon("check")] : []));
  });
  return element(
    "div",
    { class: "result-menu-group", role: "group", "aria-label": title },
    element("p", { class: "result-menu-title", "aria-hidden": "true" }, title),
    ...items,
  );
}
