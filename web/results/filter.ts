// The search and filter bar of a table: a search field, the active filters, and controls to add
// one. Knows columns and conditions, nothing of rows.

import { element } from "../elements/element.ts";
import { visible } from "../elements/visible.ts";
import type { Filter } from "./source.ts";

/** How long the user must pause typing before the search runs, in milliseconds. */
const PAUSE = 250;

const OPS: Array<[Filter["op"], string]> = [
  ["contains", "contains"],
  ["equals", "equals"],
  ["atLeast", "is at least"],
  ["atMost", "is at most"],
  ["missing", "is missing"],
  ["present", "is there"],
];

/** Returns a condition in words. */
export function worded({ column, op, value }: Filter, columns: Array<{ name: string }>) {
  const [, words] = OPS.find(([name]) => name === op) as [Filter["op"], string];
  return `${columns[column].name} ${words}${takesValue(op) ? ` ${value}` : ""}`;
}

const takesValue = (op: string) => op !== "missing" && op !== "present";

/** Returns the search and filter bar. */
export function filters(
  columns: Array<{ name: string; numeric: boolean }>,
  changed: (query: { search?: string; filter?: Filter[] }) => void,
) {
  let active: Filter[] = [];
  let pause: ReturnType<typeof setTimeout> | 0 = 0;
  const search = element("input", {
    type: "search",
    class: "table-search",
    placeholder: "Search all columns",
    "aria-label": "Search all columns",
    autocomplete: "off",
    spellcheck: "false",
  });
  const find = () => {
    clearTimeout(pause);
    changed({ search: search.value.trim() });
  };
  search.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(find, PAUSE);
  });
  search.addEventListener("keydown", (event) => event.key === "Enter" && find());

  const column = element(
    "select",
    { "aria-label": "Column" },
    ...columns.map(({ name }, at) => element("option", { value: String(at) }, visible(name))),
  );
  const op = element(
    "select",
    { "aria-label": "Condition" },
    ...OPS.map(([name, words]) => element("option", { value: name }, words)),
  );
  const value = element("input", {
    type: "text",
    "aria-label": "Value",
    placeholder: "Value",
    autocomplete: "off",
    spellcheck: "false",
  });
  const add = element("button", { class: "button", type: "button" }, "Add filter");
  const list = element("ul", { class: "table-filters", "aria-label": "Filters" });
  const maker = element(
    "div",
    { class: "table-filter", role: "group", "aria-label": "New filter" },
    column,
    op,
    value,
    add,
  );
  const updateControls = () => {
    value.hidden = !takesValue(op.value);
    add.disabled = takesValue(op.value) && value.value.trim() === "";
  };
  column.addEventListener("change", () => {
    if (op.value === "contains" && columns[Number(column.value)].numeric) op.value = "atLeast";
    updateControls();
  });
  op.addEventListener("change", updateControls);
  value.addEventListener("input", updateControls);
  const addFilter = () => {
    if (add.disabled) return;
    active = [
      ...active,
      {
        column: Number(column.value),
        op: op.value as Filter["op"],
        value: takesValue(op.value) ? value.value.trim() : "",
      },
    ];
    value.value = "";
    updateControls();
    refresh();
  };
  add.addEventListener("click", addFilter);
  value.addEventListener("keydown", (event) => event.key === "Enter" && addFilter());
  const refresh = () => {
    list.replaceChildren(
      ...active.map((one) => {
        const drop = () => {
          active = active.filter((other) => other !== one);
          refresh();
        };
        return element(
          "li",
          {},
          element(
            "button",
            {
              class: "chip table-chip",
              type: "button",
              click: drop,
              "aria-label": `Remove the filter: ${visible(worded(one, columns))}`,
            },
            `${visible(worded(one, columns))} ×`,
          ),
        );
      }),
    );
    changed({ filter: active });
  };
  updateControls();
  const node = element(
    "div",
    { class: "table-tools", "data-testid": "table-tools" },
    search,
    maker,
    list,
  );
  return {
    node,
    focus: () => search.focus(),
    /** Clears the search and removes all filters. */
    clear() {
      active = [];
      search.value = "";
      list.replaceChildren();
      changed({ search: "", filter: [] });
    },
  };
}
