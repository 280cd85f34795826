// What a model can do, what it costs and what a test has found, in words. Knows no view.

import { PLANNER } from "./models.js";
import { money } from "./usage.js";

/** @typedef {import("../types/page").ListedModel} ListedModel */
/** @typedef {import("../types/page").ConnectionTest} ConnectionTest */

/** What holds for the models that run in this page, and for no other. */
const STAYS = "Nothing leaves this browser, not even the question.";

/** Returns a large number as it is usually said: 128k, 1M, 7.6B. @param {number} count */
export function short(count) {
  const [unit, size] = /** @type {[string, number][]} */ ([
    ["B", 1e9],
    ["M", 1e6],
    ["k", 1e3],
  ]).find(([, size]) => count >= 0.9995 * size) ?? ["", 1];
  const amount = count / size;
  return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)}${unit}`;
}

/**
 * Returns a model's marks: a word or two for each thing that it can do.
 *
 * @param {ListedModel} model
 * @returns {string[]}
 */
export function marks(model) {
  if (model.id === PLANNER) return [];
  const { tools, codeBlocks, images, reasoning, window, parameters, price } = model;
  return [
    codeBlocks ? "code blocks" : tools ? "tools" : "",
    images ? "figures" : "",
    reasoning ? "reasoning" : "",
    window ? `${short(window)} window` : "",
    parameters ? `${short(parameters)} parameters` : "",
    price ? `${money(price.input, price.currency)} in, ${money(price.output, price.currency)} out` : "",
  ].filter(Boolean);
}

/** Says what a model can do, in a sentence or two. @param {ListedModel} model */
export function about(model) {
  if (model.id === PLANNER) return `Rules, not a language model. ${STAYS}`;
  const { tools, codeBlocks, images, reasoning, window, price } = model;
  const calls = codeBlocks || tools === false ? "writes code blocks" : tools ? "calls tools" : "calls tools or writes code blocks";
  const can = [calls, images ? "sees figures" : "does not see figures", ...(reasoning ? ["thinks before it answers"] : [])];
  const parts = [`A language model that ${joined(can)}.`];
  if (window) parts.push(`Its window has ${window.toLocaleString("en-US")} tokens.`);
  if (price) {
    const cached = price.cached_input === null ? "" : `${money(price.cached_input, price.currency)} from a cache`;
    // Most providers charge nothing more for it.
    const written = price.cache_write === null || price.cache_write === price.input ? "" : `${money(price.cache_write, price.currency)} into a cache`;
    const other = [cached, written].filter(Boolean).join(", ");
    parts.push(`A million tokens cost ${money(price.input, price.currency)}${other && ` (${other})`} read and ${money(price.output, price.currency)} written.`);
  }
  if (model.place === "page") parts.push(STAYS);
  return parts.join(" ");
}

/** @param {string[]} parts */
const joined = (parts) => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`);

/**
 * Says what the test of a connection has found.
 *
 * @param {ConnectionTest} test
 */
export function tested({ ms, called, error }) {
  if (error !== null) return `It does not answer. ${error}`;
  if (ms === null) return "It answered without a word. Choose another model.";
  const tools =
    called === null
      ? "It writes code blocks; tools were not tried."
      : called
        ? "It calls tools."
        : "It did not call the tool that it was offered; it may write code blocks.";
  return `It answers: ${(ms / 1000).toLocaleString("en-US", { maximumFractionDigits: ms < 10_000 ? 1 : 0, minimumFractionDigits: ms < 10_000 ? 1 : 0 })} s to the first word. ${tools}`;
}
