// Shows JSON as a tree of nodes to open. Only open nodes are laid out, a hundred entries at a time.

import { element } from "../elements/element.ts";
import { visible } from "../elements/visible.ts";
import { count, plural } from "./format.ts";
import type { JsonValue } from "../generated/kernel.ts";

const AT_ONCE = 100;
/** Nodes of few entries are open at first down to this depth. */
const OPEN_DEPTH = 3;
const FEW = 12;
/** A longer text is truncated; the whole of it can be copied and saved. */
const MAX_TEXT_LENGTH = 2_000;

/** Returns the tree of a JSON text; null if the text is not JSON. */
export function json(content: string) {
  let value: JsonValue;
  try {
    value = JSON.parse(content);
  } catch {
    return null;
  }
  return element(
    "div",
    { class: "json", role: "group", "aria-label": "JSON" },
    entry(null, value, 0),
  );
}

/** Returns one entry at a depth of the tree. */
function entry(name: string | null, value: JsonValue, depth: number): HTMLElement {
  const key = name === null ? [] : [element("span", { class: "json-key" }, visible(name)), ": "];
  if (value === null || typeof value !== "object")
    return element("div", { class: "json-leaf" }, ...key, leaf(value));
  const list = Array.isArray(value);
  const names = (list ? null : Object.keys(value)) as string[];
  const size = list ? value.length : names.length;
  if (size === 0) return element("div", { class: "json-leaf" }, ...key, list ? "[]" : "{}");
  const inside = element("div", { class: "json-inside" });
  const more = (from: number) => {
    const until = Math.min(size, from + AT_ONCE);
    for (let at = from; at < until; at += 1)
      inside.append(
        entry(
          list ? String(at) : names[at],
          (value as Record<string | number, JsonValue>)[list ? at : names[at]],
          depth + 1,
        ),
      );
    if (until === size) return;
    const next = element(
      "button",
      { class: "button is-quiet json-more", type: "button" },
      `Show more, ${count(size - until)} left`,
    );
    next.addEventListener("click", () => {
      next.remove();
      more(until);
    });
    inside.append(next);
  };
  const summary = element(
    "summary",
    {},
    ...key,
    element(
      "span",
      { class: "json-size" },
      list ? `[ ${plural(size, "item")} ]` : `{ ${plural(size, "field")} }`,
    ),
  );
  const made = element("details", { class: "json-node" }, summary, inside);
  const fill = () => {
    if (inside.childElementCount === 0) more(0);
  };
  made.addEventListener("toggle", () => made.open && fill());
  if (depth === 0 || (depth < OPEN_DEPTH && size <= FEW)) {
    fill();
    made.open = true;
  }
  return made;
}

function leaf(value: string | number | boolean | null) {
  if (typeof value !== "string")
    return element(
      "span",
      { class: value === null ? "keyword" : typeof value === "number" ? "number" : "keyword" },
      String(value),
    );
  const shown = value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)}…` : value;
  return element("span", { class: "string" }, visible(JSON.stringify(shown)));
}
