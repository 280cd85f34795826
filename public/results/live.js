// Results of the step that runs, as Python tells them. What is told comes from the kernel and is checked here; the views are
// those of finished results, which take their place with the step's outcome.

import { isShown } from "../kernel/worker/outcome.js";
import { drop, show } from "./show.js";

/** Results that are shown at once; the kernel holds no more of one execution. */
const MOST = 100;
/** Between two paintings, in milliseconds. */
const PAUSE = 100;
/** Steps run one after the other; those of one answer all wait for their outcome, and the first of them is at work. */
const RUNNING = '.step[data-state="running"]';

/** What each step shows while it runs. */
const steps = new WeakMap();

/**
 * Takes what the running step tells.
 *
 * @param {string} told `[place, result]` in JSON, or nothing at all where everything is taken away
 */
export function live(told) {
  const step = document.querySelector(RUNNING);
  if (!step) return;
  if (!steps.has(step)) steps.set(step, start(step));
  const state = steps.get(step);
  if (told === "") {
    state.results = [];
  } else {
    const [place, result] = read(told);
    // They come in order, so that a place further on is none.
    if (place === undefined || place > state.results.length || place >= MOST) return;
    state.results[place] = result;
  }
  state.waiting ||= setTimeout(() => paint(state), Math.max(0, state.painted + PAUSE - performance.now()));
}

function start(step) {
  const box = document.createElement("div");
  box.className = "live";
  step.querySelector(".step-body").append(box);
  const state = { box, results: [], waiting: 0, painted: -Infinity };
  const over = new MutationObserver(() => {
    if (step.matches(RUNNING)) return;
    over.disconnect();
    clearTimeout(state.waiting);
    state.results = [];
    paint(state);
    box.remove();
    steps.delete(step);
  });
  over.observe(step, { attributeFilter: ["data-state"] });
  return state;
}

function paint(state) {
  state.waiting = 0;
  state.painted = performance.now();
  const { children } = state.box;
  for (const [at, result] of state.results.entries()) {
    const place = children[at] ?? state.box.appendChild(document.createElement("div"));
    if (place.result === result) continue;
    place.result = result;
    show(place, result);
  }
  while (children.length > state.results.length) drop(children[state.results.length]);
}

function read(told) {
  try {
    const [place, result] = JSON.parse(told);
    return Number.isInteger(place) && place >= 0 && isShown(result) ? [place, result] : [];
  } catch {
    return [];
  }
}
