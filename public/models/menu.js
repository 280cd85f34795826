// The menu: which models there are, which one answers, whether it can be reached, how it is asked, and what the session has used.

import { element } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
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

/** The menus by their place, each of one session. @type {WeakMap<HTMLElement, () => Promise<void>>} */
const menus = new WeakMap();

/**
 * Shows the menu of a session, each time that it is opened: what it had stays and can be used while the server is asked.
 *
 * @param {HTMLElement} place
 * @param {Choice} choice
 */
export async function showMenu(place, choice) {
  const opened = menus.get(place) ?? menuIn(place, choice);
  menus.set(place, opened);
  await opened();
}

/**
 * Returns what is called when a menu is opened.
 *
 * @param {HTMLElement} place
 * @param {Choice} choice
 */
function menuIn(place, choice) {
  const asking = element("p", { class: "menu-note", role: "status" }, "Asking which models there are…");
  const list = element("div", { class: "models-list", role: "radiogroup", "aria-label": "Who answers" });
  const none = element("p", { class: "menu-note", role: "status" });
  const total = element("p", { class: "models-usage", "data-testid": "session-usage" });
  const tab = element("section", { class: "tab-model", "aria-label": "A model from a file" });
  const search = element("input", {
    type: "search",
    class: "models-search",
    placeholder: "Search models",
    "aria-label": "Search models",
    "data-testid": "models-search",
    input: () => draw(),
  });
  const signOut = element("div");
  /** @type {ListedModel[]} */
  let models = [];
  const form = settingsForm(choice, () => models.find((model) => model.chosen));
  /** @param {string} id */
  const choose = (id) => {
    if (!choice("choose", id)) return;
    for (const model of models) model.chosen = model.id === id;
    form.update();
  };
  const draw = () => {
    const shown = found(models, models.length >= MANY ? search.value : "");
    showParts(
      list,
      grouped(shown).map(({ title, models }) => group(title, models, choose, choice)),
    );
    none.textContent = shown.length === 0 ? "No model matches." : "";
  };
  /** Looks again for what the part of a model from a file can load. @type {(() => void) | undefined} */
  let look;
  const drawTab = async () => {
    const module = await globalThis.insituPage.localModel().catch(() => undefined);
    // A module of its own, which cannot be loaded where the server is away.
    if (module) (look ??= module.showPart(tab, choice, () => void refresh()))();
    tab.hidden = !module;
  };
  /** Counts the calls, of which the last one counts. */
  let asked = 0;
  const refresh = async () => {
    const turn = (asked += 1);
    const first = models.length === 0;
    if (first) place.replaceChildren(asking);
    list.setAttribute("aria-busy", "true");
    const now = await listed(choice);
    if (turn !== asked) return;
    list.removeAttribute("aria-busy");
    models = now;
    draw();
    form.refresh();
    search.hidden = models.length < MANY;
    if (asking.isConnected) place.replaceChildren(search, list, none, tab, form.element, total, signOut);
    settleOnClose(place.closest("[popover]"), form.settle);
    void drawTab();
    void drawUsage(total);
    void drawSignOut(signOut);
    if (first) scrollToChosen(list);
  };
  return () => {
    search.value = "";
    draw();
    scrollToChosen(list);
    return refresh();
  };
}

/** Lets the list show the model that answers; the list moves, not the page. @param {HTMLElement} list */
function scrollToChosen(list) {
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

/** Says what the session has used, once its log is there. @param {HTMLElement} total */
async function drawUsage(total) {
  // Where sessions cannot be stored, nothing is known.
  const usage = (await globalThis.insituPage.sessions().catch(() => undefined))?.usage();
  const text = usage && used(usage);
  total.textContent = text ? `This session: ${text}` : "";
  total.title = text ? usedInParts(usage) : "";
}

/**
 * Returns the part of the models that run in one place.
 *
 * @param {string} title
 * @param {ListedModel[]} models
 * @param {(id: string) => void} choose
 * @param {Choice} choice
 */
function group(title, models, choose, choice) {
  const make = () => {
    const id = `models-group-${(serial += 1)}`;
    return element("div", { role: "group", "aria-labelledby": id }, element("p", { id, class: "models-place" }, title), element("div"));
  };
  return part(title, make, (made) =>
    showParts(
      /** @type {Element} */ (made.lastElementChild),
      models.map((model) => row(model, choose, choice)),
    ),
  );
}

/**
 * @param {ListedModel} model
 * @param {(id: string) => void} choose
 * @param {Choice} choice
 */
function row(model, choose, choice) {
  const { chosen, ...facts } = model;
  const make = () => {
    const id = `models-about-${(serial += 1)}`;
    const name = `${id}-name`;
    const radio = element("input", { type: "radio", name: "model", "aria-labelledby": name, "aria-describedby": id, change: () => choose(model.id) });
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
      ...(model.id === PLANNER ? [] : tester(model, choice)),
    );
  };
  return part(facts, make, (made) => {
    const radio = made.querySelector("input");
    if (radio) radio.checked = chosen;
  });
}

/** Returns the button that tests a model, and where it says how that went. @param {ListedModel} model @param {Choice} choice */
function tester({ id, label }, choice) {
  const result = element("p", { class: "models-test", role: "status", "data-testid": "model-test" });
  const run = async () => {
    test.disabled = true;
    result.textContent = "Waiting for its first word…";
    try {
      result.textContent = visible(tested(await choice("test", id)));
    } catch (error) {
      result.textContent = visible(/** @type {Error} */ (error).message);
    }
    test.disabled = false;
  };
  const test = element("button", { class: "button is-quiet", type: "button", "aria-label": `Test ${label}`, click: () => run() }, "Test");
  return [test, result];
}
