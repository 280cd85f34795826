// Shows one result: its best form, and a menu with the others. Knows which forms there are, not what each looks like.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { fileOf, forms, isBinary, unshown } from "./forms.js";
import { menu } from "./menu.js";
import { copy, fileName, fromBase64, save } from "./save.js";
import { view } from "./views.js";

/** @typedef {import("./forms.js").Form} Form */
/** @typedef {import("./forms.js").Result} Result */

/**
 * A view that is shown, with its form, which is null if no form can be shown.
 *
 * @typedef {import("./views.js").View & { form?: Form | null }} Present
 */

/**
 * The function that releases what a place shows, for when the place is filled again.
 *
 * @type {WeakMap<HTMLElement, () => void>}
 */
const filled = new WeakMap();

/** How long a notice about an action is shown, in milliseconds. */
const NOTICE_TIME = 4_000;

/**
 * Fills `place` with the view of one result. Never throws: a form that cannot be shown says so and is offered as a file.
 *
 * @param {HTMLElement} place
 * @param {string | import("../types/kernel").Shown} shownJson a result as the kernel reports it, or its JSON
 * @param {import("./views.js").Page} page
 */
export function show(place, shownJson, page) {
  filled.get(place)?.();
  try {
    const shown = typeof shownJson === "string" ? JSON.parse(shownJson) : shownJson;
    filled.set(place, fill(place, { mime: {}, data: null, chart: null, text: "", ...shown }, page));
  } catch (error) {
    filled.delete(place);
    place.replaceChildren(element("p", { class: "result-note" }, `This result cannot be shown (${visible(/** @type {Error} */ (error).message)}).`));
  }
}

/**
 * Removes a place, and releases what it shows.
 *
 * @param {HTMLElement} place
 */
export function drop(place) {
  filled.get(place)?.();
  filled.delete(place);
  place.remove();
}

/**
 * Shows the best form; returns a function that releases it.
 *
 * @param {HTMLElement} place
 * @param {Result} shown
 * @param {import("./views.js").Page} page
 */
function fill(place, shown, page) {
  const known = forms(shown);
  const strange = unshown(shown);
  /** @type {Present | null} */
  let present = null;
  /** @type {ReturnType<typeof setTimeout> | 0} */
  let forget = 0;
  const word = element("p", { class: "result-notice", role: "status" });
  /** @param {string} sentence */
  const notify = (sentence) => {
    clearTimeout(forget);
    word.textContent = visible(sentence);
    forget = setTimeout(() => (word.textContent = ""), NOTICE_TIME);
  };
  const box = element("div", { class: "result", "data-testid": "result" });
  /**
   * @param {Form | null} form
   * @param {HTMLElement | null} before is shown above it
   * @returns {void}
   */
  const put = (form, before = null) => {
    present?.remove?.();
    try {
      present = form === null ? { node: element("div") } : view(shown, form, page, notify, (sentence) => instead(form, sentence));
    } catch (error) {
      return instead(/** @type {Form} */ (form), /** @type {Error} */ (error).message);
    }
    present.form = form;
    const more = menu("More about this result", () => groups(shown, known, /** @type {Present} */ (present), put), notify);
    present.bar?.append(more);
    box.dataset.form = form?.kind ?? "none";
    box.classList.toggle("has-bar", present.bar !== undefined);
    box.replaceChildren(...(before ? [before] : []), present.node, ...(present.bar ? [] : [more]), ...notes(shown, strange, known), word);
  };
  // Shows the next best form, under a note that says why the better one is not shown.
  /** @type {Set<Form>} */
  const failing = new Set();
  /**
   * @param {Form} form
   * @param {string} sentence
   */
  const instead = (form, sentence) => {
    failing.add(form);
    present = null;
    const words = element(
      "p",
      { class: "result-note" },
      `It has the form ${form.label}, which cannot be shown here: ${visible(sentence)} `,
      ...(form.type ? [keeper(shown, form.type)] : []),
    );
    put(known.find((other) => !failing.has(other)) ?? null, words);
  };
  put(known[0] ?? null);
  place.replaceChildren(box);
  return () => {
    clearTimeout(forget);
    present?.remove?.();
  };
}

/**
 * @param {Result} shown
 * @param {Form[]} known
 * @param {Present} present
 * @param {(form: Form) => void} put
 * @returns {import("./menu.js").Group[]}
 */
function groups(shown, known, present, put) {
  const again = known.map((form) => ({ label: titled(form, known), chosen: form === present.form, run: () => put(form) }));
  const doing = [...(present.entries?.() ?? [])];
  if (present.copy) doing.push({ label: "Copy", run: async () => (await copy(await /** @type {NonNullable<Present["copy"]>} */ (present.copy)()), "Copied.") });
  const made = (present.saves ?? []).map(({ label, run }) => ({ label, run }));
  const raw = Object.keys(shown.mime)
    .filter((type) => type !== "text/plain" || known.length === 1)
    .filter((type) => !(present.form?.kind === "figure" && type === present.type))
    .map((type) => ({ label: `Save ${fileOf(type).name}`, run: () => keep(shown, type) }));
  return [
    { title: "Show as", entries: known.length > 1 ? again : [] },
    { title: "Do", entries: doing },
    { title: "Save", entries: [...made, ...raw.filter(({ label }) => !made.some((one) => one.label === label))] },
  ];
}

/**
 * Returns the label of a form, with its type if another form has the same label.
 *
 * @param {Form} form
 * @param {Form[]} known
 */
function titled(form, known) {
  return known.filter(({ label }) => label === form.label).length > 1 ? `${form.label} (${fileOf(form.type ?? "").name})` : form.label;
}

/**
 * Saves one type of a result unchanged.
 *
 * @param {Result} shown
 * @param {string} type
 */
function keep(shown, type) {
  const content = shown.mime[type];
  const blob = isBinary(type) ? fromBase64(content.replace(/\s+/g, ""), type) : new Blob([content], { type });
  save(fileName(shown.text, "result", fileOf(type).ending), blob);
}

/**
 * Returns the notes about forms that cannot be shown.
 *
 * @param {Result} shown
 * @param {string[]} strange
 * @param {Form[]} known
 */
function notes(shown, strange, known) {
  if (strange.length === 0 || known.some(({ kind }) => kind !== "text")) return [];
  return strange.map((type) => element("p", { class: "result-note" }, `It has the form ${visible(type)}, which cannot be shown here. `, keeper(shown, type)));
}

/**
 * @param {Result} shown
 * @param {string} type
 */
const keeper = (shown, type) => element("button", { class: "button", type: "button", click: () => keep(shown, type) }, "Save it as a file");
