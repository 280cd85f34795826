// The models of a session in one form, whatever the server says of them. Knows no view.

import { visible } from "../dialogs/visible.js";

/** @typedef {import("../types/page").ListedModel} ListedModel */
/** @typedef {import("../types/page").Choice} Choice */
/** @typedef {import("../types/page").OfferedModel} OfferedModel */

/** The name of the built-in planner, as the page's program has it. */
export const PLANNER = "Built-in planner";

/**
 * Asks the server which models there are. Those on this machine come and go.
 *
 * @param {Choice} choice
 * @returns {Promise<ListedModel[]>} the built-in planner first
 */
export async function listed(choice) {
  const { chosen, models } = await choice("list");
  return [planner(), ...models.map(known)].map((model) => ({ ...model, chosen: model.id === chosen }));
}

/** @returns {ListedModel} */
function planner() {
  return {
    id: PLANNER,
    label: PLANNER,
    place: "page",
    provider: "",
    host: "",
    chosen: false,
    tools: true,
    images: false,
    reasoning: false,
    codeBlocks: false,
    window: null,
    maxOutput: null,
    parameters: null,
    price: null,
  };
}

/**
 * Returns what is known of a model. A server of an older version says less.
 *
 * @param {OfferedModel} offered
 * @returns {ListedModel}
 */
export function known({ id, owned_by: owner, insitu = {} }) {
  const host = visible(insitu.host ?? "");
  return {
    id,
    label: visible(insitu.label ?? id),
    place: insitu.tab ? "page" : insitu.direct ? "direct" : insitu.local || isLoopback(host) ? "machine" : "elsewhere",
    provider: visible(insitu.provider ?? owner ?? ""),
    host,
    chosen: false,
    tools: insitu.tools ?? null,
    images: insitu.images ?? false,
    reasoning: insitu.reasoning ?? false,
    codeBlocks: insitu.fenced === "always",
    window: insitu.window ?? null,
    maxOutput: insitu.max_output ?? null,
    parameters: insitu.parameters ?? null,
    price: insitu.price ? priceOf(insitu.price) : null,
  };
}

/** Returns a price in which nothing is left out. @param {NonNullable<NonNullable<OfferedModel["insitu"]>["price"]>} price */
const priceOf = (price) => ({ ...price, cached_input: price.cached_input ?? null, cache_write: price.cache_write ?? null, currency: price.currency ?? "USD" });

/** Returns whether a host with its port is the machine that the server runs on. @param {string} host */
function isLoopback(host) {
  const name = host.replace(/:\d+$/, "");
  return name === "localhost" || name === "[::1]" || /^127(\.\d+){3}$/.test(name);
}

/**
 * Returns the models by where they run, nearest first: in this browser, on the server's machine, and elsewhere by provider and host.
 *
 * @param {ListedModel[]} models
 * @returns {{ title: string, models: ListedModel[] }[]}
 */
export function grouped(models) {
  /** @type {Map<string, ListedModel[]>} */
  const groups = new Map();
  const order = ["page", "direct", "machine", "elsewhere"];
  for (const model of [...models].sort((one, other) => order.indexOf(one.place) - order.indexOf(other.place))) {
    const title = place(model);
    groups.set(title, [...(groups.get(title) ?? []), model]);
  }
  return Array.from(groups, ([title, models]) => ({ title, models }));
}

/** Says where a model runs. @param {ListedModel} model */
function place({ place, provider, host }) {
  if (place === "page") return "In this browser";
  if (place === "direct") return `Asked by this browser, without this server: ${host || provider}`;
  if (place === "machine") return provider && host ? `On the server’s machine: ${provider}, ${host}` : "On the server’s machine";
  return [provider, host].filter(Boolean).join(", ") || "Behind this server";
}

/** Returns the models that a search finds. @param {ListedModel[]} models @param {string} search */
export function found(models, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return models.filter((model) => {
    const text = `${model.label} ${model.id} ${place(model)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
