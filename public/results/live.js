// Shows results of the running step as Python reports them. The reports come from the kernel and are validated here; the views are
// those of finished results, which replace them with the step's outcome.

import { isShown } from "../kernel/worker/outcome.js";
import { drop, show } from "./show.js";

/** The largest number of results that are shown; the kernel keeps no more of one execution. */
const MAX_RESULTS = 100;
/** Minimum time between two updates, in milliseconds. */
const PAUSE = 100;
/** Steps run one after the other: all steps of an answer that wait for their outcome match, and the first of them is running. */
const RUNNING = '.step[data-state="running"]';

/**
 * What a step shows: its element, the results by place, the timer of the next update, and when the last one was.
 *
 * @typedef {{ box: HTMLElement, results: Shown[], waiting: ReturnType<typeof setTimeout> | 0, painted: number }} State
 */

/** @typedef {import("../types/kernel").Shown} Shown */

/**
 * What each step shows while it runs.
 *
 * @type {WeakMap<Element, State>}
 */
const steps = new WeakMap();

/**
 * What the running step of each session has reported, also while the session is not shown.
 *
 * @type {WeakMap<import("./views.js").Page, { step: number, results: Shown[] }>}
 */
const reported = new WeakMap();

/**
 * Shows a report of the running step, if its session is shown.
 *
 * @param {string} report `[place, result]` in JSON, or empty to remove all results
 * @param {import("./views.js").Page} page
 * @param {number} number the id of the step
 */
export function live(report, page, number) {
  const before = reported.get(page);
  const results = before?.step === number && report !== "" ? before.results : [];
  reported.set(page, { step: number, results });
  if (report !== "") {
    const [place, result] = read(report);
    // Results arrive in order, so a place beyond the next one is invalid.
    if (place === undefined || place > results.length || place >= MAX_RESULTS) return;
    results[place] = /** @type {Shown} */ (result);
  }
  const step = page.hidden ? null : document.querySelector(RUNNING);
  if (!step) return;
  if (!steps.has(step)) steps.set(step, start(step, page));
  const state = /** @type {State} */ (steps.get(step));
  state.results = results;
  state.waiting ||= setTimeout(() => paint(state, page), Math.max(0, state.painted + PAUSE - performance.now()));
}

/**
 * @param {Element} step
 * @param {import("./views.js").Page} page
 * @returns {State}
 */
function start(step, page) {
  const box = document.createElement("div");
  box.className = "live";
  /** @type {Element} */ (step.querySelector(".step-body")).append(box);
  /** @type {State} */
  const state = { box, results: [], waiting: 0, painted: -Infinity };
  const over = new MutationObserver(() => {
    if (step.matches(RUNNING)) return;
    over.disconnect();
    clearTimeout(state.waiting);
    state.results = [];
    paint(state, page);
    box.remove();
    steps.delete(step);
  });
  over.observe(step, { attributeFilter: ["data-state"] });
  return state;
}

/**
 * @param {State} state
 * @param {import("./views.js").Page} page
 */
function paint(state, page) {
  state.waiting = 0;
  state.painted = performance.now();
  const { children } = /** @type {{ children: HTMLCollectionOf<HTMLElement & { result?: Shown }> }} */ (/** @type {unknown} */ (state.box));
  for (const [at, result] of state.results.entries()) {
    const place = children[at] ?? state.box.appendChild(document.createElement("div"));
    if (place.result === result) continue;
    place.result = result;
    show(place, result, page);
  }
  while (children.length > state.results.length) drop(children[state.results.length]);
}

/**
 * @param {string} report
 * @returns {[place: number, result: Shown] | []} empty if it is not valid
 */
function read(report) {
  try {
    const [place, result] = JSON.parse(report);
    return Number.isInteger(place) && place >= 0 && isShown(result) ? [place, result] : [];
  } catch {
    return [];
  }
}
