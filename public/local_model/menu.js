// The part of the model menu for a model from a file: choosing it, what it needs, loading, and removing it. Knows the engine by what the tab says of it.

import { element } from "../dialogs/element.js";
import { part, showParts } from "../dialogs/keyed.js";
import { summary } from "../dialogs/seal.js";
import { visible } from "../dialogs/visible.js";
import { labelOf, pick } from "./file.js";
import { forgetCopy, offered } from "./offered.js";
import { forget, remembered, reopened } from "./remembered.js";

/** @typedef {import("./main.js").Tab} Tab */
/** @typedef {import("./remembered.js").Remembered} Remembered */
/** @typedef {import("../types/local_model").Candidate} Candidate */
/** @typedef {import("../types/page").Choice} Choice */

/** The name of the built-in planner, as the page's program has it: it sends nothing either. */
const PLANNER = "Built-in planner";

/**
 * Draws the part, and again with each change while it is on the page. Returns what looks again for the files that can be loaded.
 *
 * @param {HTMLElement} place
 * @param {Tab} tab
 * @param {Choice} choice
 * @param {() => void} changed
 */
export function drawPart(place, tab, choice, changed) {
  const input = element("input", { type: "file", accept: ".gguf", multiple: "", hidden: "", "data-testid": "tab-model-input" });
  const status = element("p", { class: "tab-model-status", role: "status", "data-testid": "tab-model-status" });
  const acts = element("div", { class: "tab-model-acts" });
  /** @type {Remembered | undefined} */
  let last;
  /** @type {import("./offered.js").Offered[]} */
  let offers = [];
  const choose = async () => {
    const picked = await pick(input);
    if (picked) await tab.choose(picked);
  };
  const again = async (/** @type {Remembered} */ model) => {
    try {
      await tab.choose(await reopened(model));
      await load();
    } catch (error) {
      status.textContent = visible(/** @type {Error} */ (error).message);
      status.classList.add("is-problem");
    }
  };
  const load = async () => {
    const id = await tab.load();
    if (!id) return;
    // The page's program learns of the model with the list.
    await choice("list");
    choice("choose", id);
    tab.begin(choice("constant", id));
    changed();
  };
  const remove = async () => {
    const state = tab.state();
    // Not the server's default: what was chosen to stay here would leave.
    if (state.is === "ready" && (await choice("list")).chosen === state.model.id) choice("choose", PLANNER);
    tab.remove();
    await choice("list");
    changed();
  };
  const exits = async () => {
    status.textContent = "Trying every exit";
    const probes = await tab.tryExits();
    if (probes) status.textContent = summary(probes);
  };
  const copyForgotten = async (/** @type {import("./offered.js").Offered} */ offer) => {
    await forgetCopy(offer);
    offers = await offered();
    draw();
  };
  const offerButtons = (/** @type {import("./offered.js").Offered} */ offer) => {
    const label = labelOf(offer.name);
    const words = `${offer.kept ? "Choose" : "Download"} ${label}, ${bytes(offer.bytes)}`;
    const get = button("offered", words, () => void tab.download(offer), { of: offer.name });
    if (!offer.kept) return [get];
    const more = { kind: "is-quiet", label: `Delete the copy of ${label} in this browser`, of: offer.name };
    return [get, button("forget-copy", "Delete the copy", () => void copyForgotten(offer), more)];
  };
  const forgotten = async () => {
    await forget();
    last = undefined;
    draw();
  };
  /** What each button does now. @type {Map<string, () => void>} */
  const doing = new Map();
  /** @param {string} name @param {string} words @param {() => void} act @param {{ kind?: string, label?: string, of?: string }} [more] */
  const button = (name, words, act, { kind = "", label = words, of = "" } = {}) => {
    const made = part([name, words, kind, label, of], () =>
      element(
        "button",
        { class: `button ${kind}`.trim(), type: "button", "data-testid": `tab-model-${name}`, "aria-label": label, click: () => doing.get(made.key)?.() },
        words,
      ),
    );
    doing.set(made.key, act);
    return made;
  };
  const draw = () => {
    const state = tab.state();
    const problem = state.is === "none" && state.problem !== "";
    status.classList.toggle("is-problem", problem);
    if (state.is === "none") {
      status.textContent = problem ? visible(state.problem) : "";
      const known = last && !problem ? last : undefined;
      showParts(acts, [
        ...(known ? [button("again", `Load ${visible(known.label)} again`, () => void again(known), { kind: "is-main" })] : []),
        button("choose", "Choose a model file", () => void choose()),
        ...(known ? [button("forget", "Forget it", () => void forgotten(), { kind: "is-quiet" })] : []),
        ...offers.flatMap((offer) => offerButtons(offer)),
      ]);
    } else if (state.is === "downloading") {
      status.textContent = `Downloading ${labelOf(state.name)}: ${bytes(state.come)} of ${bytes(state.bytes)}`;
      showParts(acts, [button("cancel", "Cancel", () => void remove())]);
    } else if (state.is === "comparing") {
      status.textContent = `Checking ${labelOf(state.name)}: ${bytes(state.come)} of ${bytes(state.bytes)}`;
      showParts(acts, [button("cancel", "Cancel", () => void remove())]);
    } else if (state.is === "checking") {
      status.textContent = `Reading ${visible(state.name)}…`;
      showParts(acts, []);
    } else if (state.is === "checked") {
      status.textContent = described(state.candidate);
      showParts(acts, [
        button("load", `Load ${state.candidate.label}`, () => void load(), { kind: "is-main" }),
        button("choose", "Choose another file", () => void choose(), { kind: "is-quiet" }),
      ]);
    } else if (state.is === "loading") {
      status.textContent = `Loading ${state.candidate.label}, ${bytes(state.candidate.size)}…`;
      showParts(acts, [button("cancel", "Cancel", () => void remove())]);
    } else {
      const { label, memory, engine } = state.model;
      status.textContent = `${label} is loaded, with ${threads(engine.threads)} and about ${bytes(memory)} of memory.`;
      showParts(acts, [
        button("remove", `Remove ${label}`, () => void remove()),
        button("exits", "Try every exit of its frame", () => void exits(), { kind: "is-quiet" }),
      ]);
    }
  };
  place.replaceChildren(
    element("p", { class: "models-place" }, "A model from a file, in this tab"),
    element("p", { class: "tab-model-note" }, "A GGUF file of yours is run by llama.cpp in this browser. Nothing leaves it, not even the question."),
    status,
    acts,
    input,
  );
  const drawOffers = () => tab.state().is === "none" && draw();
  const end = tab.watch(() => (place.isConnected ? draw() : end()));
  draw();
  /** Looks again for what can be loaded. */
  return () => {
    void remembered().then((model) => {
      last = model;
      drawOffers();
    });
    void offered().then((models) => {
      offers = models;
      drawOffers();
    });
  };
}

/** Says what a model is and needs. @param {Candidate} candidate */
export function described({ label, header, size, window, memory }) {
  const parts = [visible(header.architecture), `${count(header.parameters)} parameters`, bytes(size)];
  const little = device() < memory ? " This device may have too little: close other tabs first, or choose a smaller model." : "";
  return `${label}: ${parts.join(", ")}. With a window of ${window.toLocaleString("en-US")} tokens it needs about ${bytes(memory)} of memory.${little}`;
}

/** Returns what the browser says of the device's memory, which is never more than 8 GiB. */
function device() {
  const { deviceMemory } = /** @type {{ deviceMemory?: number }} */ (navigator);
  return deviceMemory === undefined ? Infinity : deviceMemory * 2 ** 30;
}

const threads = (/** @type {number} */ count) => (count === 1 ? "one thread" : `${count} threads`);

/** @param {number} size */
export const bytes = (size) => (size >= 1e9 ? `${(size / 1e9).toFixed(1)} GB` : `${Math.max(1, Math.round(size / 1e6))} MB`);

/** @param {number} of */
const count = (of) => (of >= 1e9 ? `${(of / 1e9).toFixed(1)} billion` : `${Math.round(of / 1e6)} million`);
