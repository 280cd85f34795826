// The form of a session's settings, in the menu of models. Each value is taken over when it is left, if it is accepted.

import { element } from "../dialogs/element.js";
import { EFFORTS, MAX_INSTRUCTIONS, MAX_STEPS, STEPS, problem, set, settings } from "./settings.js";

/** @typedef {import("../types/page").ListedModel} ListedModel */
/** @typedef {import("../types/page").Choice} Choice */
/** @typedef {import("../types/page").SessionSettings} SessionSettings */

/** The efforts as the user reads them. */
const WORDS = { none: "None", minimal: "Minimal", low: "Low", medium: "Medium", high: "High", xhigh: "Very high" };

/** What was typed into the form of a session and not accepted. @type {{ of: Choice | undefined, texts: (string | undefined)[] }} */
let drafts = { of: undefined, texts: [] };

/** Whether the form is open, also when the menu is opened again. */
let open = false;

/**
 * @param {Choice} choice
 * @param {() => ListedModel | undefined} chosen the model that answers
 */
export function settingsForm(choice, chosen) {
  const now = settings(choice);
  const wrong = element("p", { class: "menu-problem", id: "models-problem", role: "alert", "data-testid": "settings-problem" });
  const count = element("span", { id: "models-count", class: "menu-note" });

  /** @param {HTMLElement} field @param {Partial<SessionSettings>} changes @returns {boolean} whether they are accepted */
  const take = (field, changes) => {
    const sentence = problem(changes);
    wrong.textContent = sentence;
    field.setAttribute("aria-invalid", String(sentence !== ""));
    if (sentence === "") set(choice, changes);
    summarise();
    return sentence === "";
  };
  /** @param {HTMLInputElement} field its value, or null where it is empty; NaN where it is no number */
  const number = (field) =>
    field.value.trim() === "" && !field.validity.badInput ? null : field.value.trim() === "" ? Number.NaN : Number(field.value.replace(",", "."));

  const temperature = element("input", {
    type: "text",
    inputmode: "decimal",
    placeholder: "The model’s default",
    "aria-describedby": "models-problem",
    "data-testid": "setting-temperature",
    change: () => takeTyped(0),
  });
  temperature.value = now.temperature === null ? "" : String(now.temperature);
  const steps = element("input", {
    type: "text",
    inputmode: "numeric",
    placeholder: String(STEPS),
    "aria-describedby": "models-problem",
    "data-testid": "setting-steps",
    change: () => takeTyped(1),
  });
  steps.value = now.steps === null ? "" : String(now.steps);
  const effort = element(
    "select",
    { "data-testid": "setting-effort", change: () => take(effort, { effort: /** @type {SessionSettings["effort"]} */ (effort.value || null) }) },
    element("option", { value: "" }, "The model’s default"),
    ...EFFORTS.map((one) => element("option", { value: one }, WORDS[one])),
  );
  effort.value = now.effort ?? "";
  const instructions = element("textarea", {
    rows: "4",
    "aria-describedby": "models-count models-problem",
    placeholder: "For example: amounts are in thousands of euros.",
    "data-testid": "setting-instructions",
    input: () => counted(),
    change: () => takeTyped(2),
  });
  instructions.value = now.instructions;

  const effortRow = row("Reasoning effort", effort);
  const title = element("summary", {}, "Settings of this session");
  const details = element(
    "details",
    { class: "menu-details models-settings", "data-testid": "settings", toggle: () => void (open = details.open) },
    title,
    row("Temperature, from 0 to 2", temperature),
    effortRow,
    row(`Steps of a turn that may run code, up to ${MAX_STEPS}`, steps),
    row("Added to the instructions of every question", instructions, count),
    wrong,
    element("p", { class: "menu-note" }, "They hold from the next question on. What you add is sent to the model, and the ledger shows it."),
  );
  details.open = open;

  const counted = () => {
    const length = Array.from(instructions.value).length;
    count.textContent = `${length.toLocaleString("en-US")} of ${MAX_INSTRUCTIONS.toLocaleString("en-US")} characters`;
  };
  const summarise = () => {
    const { temperature, effort, steps, instructions } = settings(choice);
    const changed = [
      temperature === null ? "" : `temperature ${temperature}`,
      effort === null || effortRow.hidden ? "" : `effort ${effort}`,
      steps === null ? "" : steps === 1 ? "1 step" : `${steps} steps`,
      instructions.trim() === "" ? "" : "own instructions",
    ].filter(Boolean);
    title.textContent = changed.length > 0 ? `Settings of this session: ${changed.join(", ")}` : "Settings of this session";
  };
  const update = () => {
    const model = chosen();
    // The planner has no settings.
    details.hidden = !model || model.place === "page";
    effortRow.hidden = !model?.reasoning;
    summarise();
  };
  /** @type {[HTMLInputElement | HTMLTextAreaElement, () => boolean][]} the fields into which text is typed */
  const typed = [
    [temperature, () => take(temperature, { temperature: number(temperature) })],
    [steps, () => take(steps, { steps: number(steps) })],
    [instructions, () => take(instructions, { instructions: instructions.value })],
  ];
  /** What each field had when its value was last accepted. */
  const accepted = typed.map(([field]) => field.value);
  /** Takes over what was typed into a field; returns whether that is accepted. @param {number} at */
  const takeTyped = (at) => {
    const [field, take] = typed[at];
    const isAccepted = take();
    if (isAccepted) accepted[at] = field.value;
    return isAccepted;
  };
  // What was typed last and not accepted is there again, with what is wrong with it.
  for (const [at, [field]] of typed.entries()) {
    const draft = drafts.of === choice ? drafts.texts[at] : undefined;
    if (draft === undefined) continue;
    field.value = draft;
    takeTyped(at);
  }
  counted();
  update();
  /** Shows the settings as they are now, but for what is being typed or was not accepted. */
  const refresh = () => {
    const now = settings(choice);
    const texts = [now.temperature === null ? "" : String(now.temperature), now.steps === null ? "" : String(now.steps), now.instructions];
    for (const [at, [field]] of typed.entries()) {
      if (field.value !== accepted[at] || field === document.activeElement) continue;
      accepted[at] = field.value = texts[at];
    }
    effort.value = now.effort ?? "";
    counted();
    update();
  };
  return {
    element: details,
    /** Follows the choice of another model. */
    update,
    refresh,
    /** Takes over what was typed, when the menu closes before a field is left; keeps what is not accepted for when it opens again. */
    settle: () => {
      drafts = { of: choice, texts: typed.map(([field], at) => (field.value === accepted[at] || takeTyped(at) ? undefined : field.value)) };
    },
  };
}

/**
 * @param {string} label
 * @param {HTMLElement} field
 * @param {...HTMLElement} more
 */
const row = (label, field, ...more) => element("label", { class: "menu-choice" }, element("span", {}, label), field, ...more);
