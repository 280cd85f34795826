// Searching and filtering a table: a line with a search field, the filters that hold, and a way to add one. Knows columns and
// conditions, nothing of rows.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";

/** How long a user stops typing before what they have typed is looked for, in milliseconds. */
const PAUSE = 250;

const OPS = [
  ["contains", "contains"],
  ["equals", "equals"],
  ["atLeast", "is at least"],
  ["atMost", "is at most"],
  ["missing", "is missing"],
  ["present", "is there"],
];

/** A condition in words. */
export function worded({ column, op, value }, columns) {
  const [, words] = OPS.find(([name]) => name === op);
  return `${columns[column].name} ${words}${takesValue(op) ? ` ${value}` : ""}`;
}

const takesValue = (op) => op !== "missing" && op !== "present";

/**
 * @param {Array<{ name: string, numeric: boolean }>} columns
 * @param {(query: { search?: string, filter?: object[] }) => void} changed
 */
export function filters(columns, changed) {
  let holding = [];
  let pause = 0;
  const search = element("input", { type: "search", class: "table-search", placeholder: "Search all columns", "aria-label": "Search all columns", autocomplete: "off", spellcheck: "false" });
  const find = () => {
    clearTimeout(pause);
    changed({ search: search.value.trim() });
  };
  search.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(find, PAUSE);
  });
  search.addEventListener("keydown", (event) => event.key === "Enter" && find());

  const column = element("select", { "aria-label": "Column" }, ...columns.map(({ name }, at) => element("option", { value: String(at) }, visible(name))));
  const op = element("select", { "aria-label": "Condition" }, ...OPS.map(([name, words]) => element("option", { value: name }, words)));
  const value = element("input", { type: "text", "aria-label": "Value", placeholder: "Value", autocomplete: "off", spellcheck: "false" });
  const add = element("button", { class: "button", type: "button" }, "Add filter");
  const list = element("ul", { class: "table-filters", "aria-label": "Filters" });
  const maker = element("div", { class: "table-filter", role: "group", "aria-label": "New filter" }, column, op, value, add);
  const suit = () => {
    value.hidden = !takesValue(op.value);
    add.disabled = takesValue(op.value) && value.value.trim() === "";
  };
  column.addEventListener("change", () => {
    if (op.value === "contains" && columns[column.value].numeric) op.value = "atLeast";
    suit();
  });
  op.addEventListener("change", suit);
  value.addEventListener("input", suit);
  const hold = () => {
    if (add.disabled) return;
    holding = [...holding, { column: Number(column.value), op: op.value, value: takesValue(op.value) ? value.value.trim() : "" }];
    value.value = "";
    suit();
    told();
  };
  add.addEventListener("click", hold);
  value.addEventListener("keydown", (event) => event.key === "Enter" && hold());
  const told = () => {
    list.replaceChildren(
      ...holding.map((one) => {
        const drop = () => {
          holding = holding.filter((other) => other !== one);
          told();
        };
        return element("li", {}, element("button", { class: "chip table-chip", type: "button", click: drop, "aria-label": `Remove the filter: ${visible(worded(one, columns))}` }, `${visible(worded(one, columns))} ×`));
      }),
    );
    changed({ filter: holding });
  };
  suit();
  const node = element("div", { class: "table-tools", "data-testid": "table-tools" }, search, maker, list);
  return {
    node,
    focus: () => search.focus(),
    /** Lets every row through again. */
    clear() {
      holding = [];
      search.value = "";
      list.replaceChildren();
      changed({ search: "", filter: [] });
    },
  };
}
