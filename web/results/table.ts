// A table that Python showed: its first rows from the result, the others from the kernel when they
// come into view. Combines the cells, the head, searching, copying and saving, and has a status
// line with the size and what the table waits for.

import { element } from "../elements/element.ts";
import { visible } from "../elements/visible.ts";
import { isNumeric, writers } from "./cells.ts";
import { filters } from "./filter.ts";
import { count, plural } from "./format.ts";
import { grid } from "./grid.ts";
import { head as heads } from "./head.ts";
import { icon } from "./icon.ts";
import { openCell } from "./open_cell.ts";
import { PAGE, pages } from "./pages.ts";
import { fileName, save } from "./save.ts";
import { here, kept } from "./source.ts";
import { asCsv, asTsv } from "./csv.ts";
import type { ColumnStats } from "../generated/automation.ts";
import type { Cell, Writer } from "./cells.ts";
import type { Page, View } from "./main.ts";
import type { Data, Query } from "./source.ts";

/** A column of a table; `index` is whether it is a level of the index. */
export type Column = {
  name: string;
  type: string;
  numeric: boolean;
  index: boolean;
  write: Writer;
};

/** What is shown as a table. Without `id` the page has all rows. */
export type ShownTable = {
  id?: string;
  text?: string;
  data: Data;
  /** The name of its file, if its text is not a title. */
  name?: string;
};

/** A table of more rows than this has its tools and summaries from the start. */
const SMALL = 30;
/** The largest number of rows that are copied if none are selected. */
const MAX_COPIED_ROWS = 1_000;

/**
 * Returns the view of a table.
 *
 * @param notify reports how copying and saving went
 */
export function table(
  shown: ShownTable,
  page: Pick<Page, "table" | "saveTable">,
  notify: (sentence: string) => void,
): View {
  const { data } = shown;
  const whole = data.rows.length >= data.totalRows;
  const source = whole ? here(data) : kept(shown.id as string, page);
  // A table of one page is a plain one, whose columns fit their content.
  const plain = whole && data.totalRows <= PAGE;
  const write = writers(data);
  const columns = data.columns.map((name, at) => ({
    name,
    type: data.types[at],
    numeric: isNumeric(data.types[at]),
    index: at < data.indexColumns,
    write: write[at],
  }));
  const large = data.totalRows > SMALL;
  let summaries = large;
  let stats: ColumnStats[] | null = null;

  const size = element("p", { class: "table-size" });
  const waiting = element("p", { class: "table-word", role: "status" });
  const word = element("p", { class: "table-word", role: "status" });
  const rows = pages(source, {
    arrived: () => {
      // Code that ran meanwhile may have changed the number of rows.
      if (failed || rows.total() !== held) resume();
      else view.refresh();
    },
    waits: (yes) => (waiting.textContent = yes ? "Waiting for Python" : ""),
    failed: (sentence) => freeze(sentence),
  });
  rows.seed(data.rows, data.totalRows);

  const top = heads(columns, (column, more) => sort(column, more));
  const view = grid(
    columns,
    { head: top.node, label: labelled(data.totalRows), virtual: !plain, sample: data.rows },
    {
      row: rows.row,
      seen: rows.want,
      open: ({ row, column }, cell) => {
        const values = rows.row(row);
        if (values)
          openCell(cell, columns[column].name, exact(values[column]), {
            notify,
            closed: view.focus,
            rest:
              isTruncated(values[column]) && shown.id
                ? () => wholeValue(row, column, values)
                : undefined,
          });
      },
      sort: (column, more) => sort(column, more),
      copy: () =>
        copiedText()
          .then((text) => navigator.clipboard.writeText(text))
          .then(
            () => notify("Copied."),
            (error) => notify(`The browser does not allow copying (${error.message}).`),
          ),
    },
  );

  // Changing the query.
  const change = async (query: Partial<Query>) => {
    if (!(await rows.ask(query))) return;
    if (failed) resume();
    top.sorted(rows.query().sort);
    view.top();
    show();
    if ("filter" in query || "search" in query) loadSummaries();
  };
  /** @param more whether the order so far stays in effect */
  const sort = (column: number, more: boolean) => {
    const order = rows.query().sort;
    const now = order.find((one) => one.column === column);
    const others = more ? order.filter((one) => one.column !== column) : [];
    // Ascending, descending, and the original order again.
    change({
      sort: now?.descending ? others : [...others, { column, descending: now !== undefined }],
    });
  };
  const show = () => {
    held = rows.total() as number;
    view.hold(held, held);
    size.textContent = worded(rows.total() as number, data.totalRows);
    view.table.setAttribute("aria-label", labelled(rows.total() as number));
  };

  // Summaries of the columns, once the table is visible.
  const loadSummaries = async () => {
    if (!summaries) return;
    const { filter, search } = rows.query();
    try {
      const asked = await source.rows({
        offset: 0,
        limit: 1,
        sort: [],
        filter,
        search,
        stats: true,
      });
      stats = asked.stats;
      if (summaries) top.summarise(stats, asked.totalRows);
    } catch {
      // The request for rows reports the reason.
      top.summarise(null);
    }
  };
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    loadSummaries();
  });

  let held = data.totalRows;
  // The kernel no longer has the table, or was terminated: the loaded rows stay.
  let failed = false;
  const freeze = (sentence: string) => {
    failed = true;
    const [first, last] = rows.around(view.first());
    const retry = element(
      "button",
      {
        class: "button is-quiet table-retry",
        type: "button",
        click: async () => (await rows.ask({})) && resume(),
      },
      "Try again",
    );
    word.replaceChildren(`${visible(sentence)} `, retry);
    if (last === first || whole) return;
    size.textContent = `Rows ${count(first + 1)} to ${count(last)} of ${plural(rows.total() as number, "row")} are still here`;
    view.hold(last - first, rows.total() as number, first);
  };
  const resume = () => {
    failed = false;
    word.textContent = "";
    show();
  };

  // Loads a value of which the table holds the beginning. Rows that are all in the page may be
  // sorted differently than by Python.
  /** @param values of the row */
  const wholeValue = async (row: number, column: number, values: Cell[]) => {
    const question = whole
      ? { offset: data.rows.indexOf(values) }
      : { ...rows.query(), offset: row };
    const {
      rows: [found],
      cut,
    } = await page.table(shown.id as string, {
      ...question,
      limit: 1,
      whole: column,
    });
    const text = found?.[column];
    if (typeof text !== "string" || !text.startsWith((values[column] as string).slice(0, -1)))
      throw new Error("The table has changed since it was shown.");
    return { text, length: (cut as NonNullable<typeof cut>)[0]?.length ?? null };
  };

  // Copying and saving.
  const copiedText = async () => {
    const range = view.selection();
    if (range) {
      const picked = [];
      for (let at = range.top; at <= range.bottom; at += 1)
        picked.push((rows.row(at) ?? []).slice(range.left, range.right + 1));
      return asTsv(null, picked);
    }
    const { rows: first } = await source.rows({
      ...rows.query(),
      offset: 0,
      limit: MAX_COPIED_ROWS,
      stats: false,
    });
    return asTsv(data.columns, first);
  };
  const saved = (format: "csv" | "xlsx") => async () => {
    const { sort: order, filter, search } = rows.query();
    try {
      const file = await page.saveTable(shown.id as string, {
        format,
        sort: order,
        filter,
        search,
      });
      save(named(shown, format), file);
    } catch (error) {
      if (!whole || format !== "csv") throw error;
      const { rows: all } = await source.rows({
        ...rows.query(),
        offset: 0,
        limit: data.totalRows,
      });
      save(named(shown, "csv"), new Blob([asCsv(data.columns, all)], { type: "text/csv" }));
    }
  };
  const tools = filters(columns, change);
  tools.node.hidden = true;
  const unfold = (open: boolean) => {
    tools.node.hidden = !open;
    finder.setAttribute("aria-expanded", String(open));
    if (open) tools.focus();
    else tools.clear();
  };
  const finder = element(
    "button",
    {
      class: "button is-quiet table-find",
      type: "button",
      "aria-label": "Search and filter",
      "aria-expanded": "false",
      click: () => unfold(tools.node.hidden as boolean),
    },
    icon("search"),
  );
  const bar = element("div", { class: "table-bar-tools" }, finder);
  const node = element(
    "div",
    { class: large ? "table-box" : "table-box is-small", "data-testid": "table" },
    tools.node,
    view.node,
    element("div", { class: "table-bar" }, size, waiting, word, bar),
  );
  show();
  observer.observe(node);
  const toggleSummaries = () => {
    summaries = !summaries;
    if (!summaries) top.summarise(null);
    else loadSummaries();
  };
  return {
    node,
    bar,
    copy: copiedText,
    go: view.go,
    entries: () => [
      {
        label: tools.node.hidden ? "Search and filter" : "Show all rows",
        run: () => unfold(tools.node.hidden as boolean),
      },
      {
        label: summaries ? "Hide the columns' summaries" : "Summarise the columns",
        run: toggleSummaries,
      },
    ],
    saves: shown.id
      ? [
          { label: "Save CSV", run: saved("csv") },
          { label: "Save Excel", run: saved("xlsx") },
        ]
      : [{ label: "Save CSV", run: saved("csv") }],
    remove: () => {
      observer.disconnect();
      rows.leave();
      view.remove();
    },
  };
}

/** Returns whether the kernel has truncated a value, which it does at 500 characters. */
const isTruncated = (value: Cell) =>
  typeof value === "string" && value.length >= 500 && value.endsWith("…");

const labelled = (total: number) => `Table, ${plural(total, "row")}`;

const worded = (found: number, all: number) =>
  found === all ? plural(all, "row") : `${count(found)} of ${plural(all, "row")}`;

const exact = (value: Cell) =>
  value === null
    ? "(missing)"
    : typeof value === "string"
      ? value
      : typeof value === "boolean"
        ? value
          ? "True"
          : "False"
        : JSON.stringify(value);

const named = ({ text = "", name = "" }: ShownTable, ending: string) =>
  fileName(/^[\p{L}\p{N} ._-]{1,60}$/u.test(text.split("\n")[0]) ? text : name, "table", ending);
