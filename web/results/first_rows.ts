// The first rows of a file that Python has not read yet: cells as the file has them, in the grid
// that the table will have. Nothing is computed of them: no order, no search, no summaries.

import { element } from "../elements/element.ts";
import { asTsv } from "./csv.ts";
import { count, plural } from "./format.ts";
import { grid } from "./grid.ts";
import { head } from "./head.ts";
import { openCell } from "./open_cell.ts";
import { PAGE } from "./pages.ts";
import { writers } from "./cells.ts";
import type { View } from "./main.ts";
import type { Data } from "./source.ts";

/** Returns the view of the first rows of a file. */
export function firstRows(data: Data, notify: (sentence: string) => void): View {
  const { rows } = data;
  const write = writers(data);
  const columns = data.columns.map((name, at) => ({
    name,
    type: "",
    numeric: false,
    index: false,
    write: write[at],
  }));
  const label = `First ${plural(rows.length, "row")}`;
  const top = head(columns);
  top.reserve();
  const copied = () => {
    const range = view.selection();
    if (!range) return asTsv(data.columns, rows);
    const picked = rows.slice(range.top, range.bottom + 1);
    return asTsv(
      null,
      picked.map((row) => row.slice(range.left, range.right + 1)),
    );
  };
  const view = grid(
    columns,
    { head: top.node, label, virtual: rows.length > PAGE, sample: rows },
    {
      row: (at) => rows[at],
      seen: () => {},
      open: ({ row, column }, cell) =>
        openCell(cell, columns[column].name, String(rows[row][column]), {
          notify,
          closed: view.focus,
        }),
      sort: () => {},
      copy: () =>
        navigator.clipboard.writeText(copied()).then(
          () => notify("Copied."),
          (error) => notify(`The browser does not allow copying (${error.message}).`),
        ),
    },
  );
  const all = data.allColumns ?? columns.length;
  const wide =
    all > columns.length ? `, first ${count(columns.length)} of ${count(all)} columns` : "";
  const size = element("p", { class: "table-size" }, label + wide);
  const node = element(
    "div",
    { class: "table-box", "data-testid": "table" },
    view.node,
    element("div", { class: "table-bar" }, size),
  );
  view.hold(rows.length, rows.length);
  return { node, copy: copied, go: view.go, remove: view.remove };
}
