// The menu: which models there are, which one answers, whether it can be reached, how it is asked, and what the session has used.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { PLANNER, found, grouped, listed } from "./models.js";
import { settingsForm } from "./settings_form.js";
import { drawSignOut } from "./sign_out.js";
import { used, usedInParts } from "./usage.js";
import { about, marks, tested } from "./words.js";

/** @typedef {import("../types/page").ListedModel} ListedModel */
/** @typedef {import("../types/page").Choice} Choice */

/** From how many models on there is a search. */
const MANY = 8;

/** Distinguishes the ids of elements. */
let serial = 0;

/**
 * Fills the menu of a session, each time that it is opened.
 *
 * @param {HTMLElement} place
 * @param {Choice} choice
 */
export async function showMenu(place, choice) {
  const asking = element("p", { class: "menu-note", role: "status" }, "Asking which models there are…");
  place.replaceChildren(asking);
  const models = await listed(choice);
  // It was opened again meanwhile.
  if (asking.parentElement !== place) return;
  const list = element("div", { class: "models-list", role: "radiogroup", "aria-label": "Who answers" });
  const none = element("p", { class: "menu-note", role: "status" });
  const total = element("p", { class: "models-usage", "data-testid": "session-usage" });
  const tab = element("section", { class: "tab-model", "aria-label": "A model from a file" });
  const form = settingsForm(choice, () => models.find((model) => model.chosen));
  const draw = (search = "") => {
    const shown = found(models, search);
    const groups = grouped(shown).map(({ title, models }) => group(title, models, choose));
    list.replaceChildren(...groups);
    none.textContent = shown.length === 0 ? "No model matches." : "";
  };
  /** @param {ListedModel} chosen */
  const choose = (chosen) => {
    if (!choice("choose", chosen.id)) return;
    for (const model of models) model.chosen = model === chosen;
    form.update();
  };
  /** @param {string} title @param {ListedModel[]} models @param {(model: ListedModel) => void} choose */
  const group = (title, models, choose) => {
    const id = `models-group-${(serial += 1)}`;
    return element(
      "div",
      { role: "group", "aria-labelledby": id },
      element("p", { id, class: "models-place" }, title),
      ...models.map((model) => row(model, choose, choice)),
    );
  };
  draw();
  const search = element("input", {
    type: "search",
    class: "models-search",
    placeholder: "Search models",
    "aria-label": "Search models",
    "data-testid": "models-search",
    input: () => draw(search.value),
  });
  place.replaceChildren(...(models.length >= MANY ? [search] : []), list, none, tab, form.element, total);
  settleOnClose(place.closest("[popover]"), form.settle);
  void drawTab(tab, choice, () => void showMenu(place, choice));
  void drawUsage(total);
  void drawSignOut(place);
  // The list moves to the one that answers, not the page.
  const chosen = list.querySelector("input:checked")?.closest(".models-row");
  if (chosen instanceof HTMLElement && chosen.offsetTop + chosen.offsetHeight > list.offsetTop + list.clientHeight) {
    list.scrollTop = chosen.offsetTop - list.offsetTop - list.clientHeight / 2;
  }
}

/** What takes over what was typed in a menu, when that closes. @type {WeakMap<Element, () => void>} */
const settling = new WeakMap();

/** @param {Element | null} popover @param {() => void} settle */
function settleOnClose(popover, settle) {
  if (!popover) return;
  if (!settling.has(popover)) {
    popover.addEventListener("beforetoggle", (event) => {
      if (/** @type {ToggleEvent} */ (event).newState === "closed") settling.get(popover)?.();
    });
  }
  settling.set(popover, settle);
}

/** Adds the part for a model from a file, which has a module of its own. @param {HTMLElement} part @param {Choice} choice @param {() => void} changed */
async function drawTab(part, choice, changed) {
  const module = await globalThis.insituLocalModel().catch(() => undefined);
  if (module) module.showPart(part, choice, changed);
  else part.remove();
}

/** Says what the session has used, once its log is there. @param {HTMLElement} total */
async function drawUsage(total) {
  // Where sessions cannot be stored, nothing is known.
  const usage = (await globalThis.insituSessions().catch(() => undefined))?.usage();
  if (!usage || !used(usage)) return;
  total.textContent = `This session: ${used(usage)}`;
  total.title = usedInParts(usage);
}

/**
 * @param {ListedModel} model
 * @param {(model: ListedModel) => void} choose
 * @param {Choice} choice
 */
function row(model, choose, choice) {
  const id = `models-about-${(serial += 1)}`;
  const name = `${id}-name`;
  const radio = element("input", { type: "radio", name: "model", "aria-labelledby": name, "aria-describedby": id, change: () => choose(model) });
  radio.checked = model.chosen;
  const result = element("p", { class: "models-test", role: "status", "data-testid": "model-test" });
  const test = element("button", { class: "button is-quiet", type: "button", "aria-label": `Test ${model.label}`, click: () => run() }, "Test");
  const run = async () => {
    test.disabled = true;
    result.textContent = "Waiting for its first word…";
    try {
      result.textContent = visible(tested(await choice("test", model.id)));
    } catch (error) {
      result.textContent = visible(/** @type {Error} */ (error).message);
    }
    test.disabled = false;
  };
  const shown = marks(model);
  return element(
    "div",
    { class: "models-row", "data-testid": "model" },
    element(
      "label",
      { class: "choice" },
      radio,
      element(
        "span",
        { class: "choice-text" },
        element("span", { id: name, class: "choice-name" }, model.label),
        ...(shown.length > 0
          ? [element("span", { class: "models-marks", "aria-hidden": "true" }, ...shown.map((mark) => element("span", { class: "models-mark" }, mark)))]
          : []),
        element("span", { id, class: shown.length > 0 ? "visually-hidden" : "choice-more" }, about(model)),
      ),
    ),
    ...(model.id === PLANNER ? [] : [test, result]),
  );
}
