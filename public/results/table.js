// A table that Python showed, from its data and never from its HTML.

import { element } from "../aside/element.js";
import { visible } from "../aside/visible.js";
import { isNumeric, writers } from "./cells.js";
import { count, plural } from "./format.js";

/** The view of a table. */
export function table(data) {
  const write = writers(data);
  const numeric = data.types.map(isNumeric);
  const cell = (value, column) => {
    const { text, exact, missing } = write[column](value);
    const index = column < data.indexColumns;
    const made = element(index ? "th" : "td", { class: kind(numeric[column], missing) }, text);
    if (index) made.scope = "row";
    if (exact !== null) made.title = exact;
    return made;
  };
  const head = data.columns.map((name, column) => element("th", { scope: "col", class: kind(numeric[column]) }, visible(name)));
  const rows = data.rows.map((row) => element("tr", {}, ...row.map(cell)));
  const shown = data.rows.length;
  const size = shown < data.totalRows ? `Showing ${count(shown)} of ${plural(data.totalRows, "row")}` : plural(shown, "row");
  return element(
    "div",
    { class: "table-box", "data-testid": "table" },
    element(
      "div",
      { class: "table-scroll", tabindex: "0", role: "group", "aria-label": `Table, ${size.toLowerCase()}` },
      element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows)),
    ),
    element("p", { class: "table-size" }, size),
  );
}

const kind = (number, missing) => [number ? "is-number" : "", missing ? "is-missing" : ""].filter(Boolean).join(" ");
