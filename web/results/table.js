// A table that Python showed: its first rows from the result, the others from the kernel when they
// come into view. Combines the cells, the head, searching, copying and saving, and has a status
// line with the size and what the table waits for.

import { element } from "../elements/element.js";
import { visible } from "../elements/visible.js";
import { isNumeric, writers } from "./cells.js";
import { filters } from "./filter.js";
import { count, plural } from "./format.js";
import { grid } from "./grid.js";
import { head as heads } from "./head.js";
import { icon } from "./icon.js";
import { openCell } from "./open_cell.js";
import { PAGE, pages } from "./pages.js";
import { fileName, save } from "./save.js";
import { here, kept } from "./source.js";
import { asCsv, asTsv } from "./csv.js";

/** @typedef {import("./cells.js").Cell} Cell */

/**
 * A column of a table; `index` is whether it is a level of the index.
 *
 * @typedef {{ name: string, type: string, numeric: boolean, index: boolean, write:
 *   import("./cells.js").Writer }} Column
 */

/**
 * What is shown as a table. Without `id` the page has all rows.
 *
 * @typedef {{ id?: string, text?: string, data: import("./source.js").Data }} ShownTable
 */

/** A table of more rows than this has its tools and summaries from the start. */
const SMALL = 30;
/** The largest number of rows that are copied if none are selected. */
const MAX_COPIED = 1_000;

/**
 * Returns the view of a table.
 *
 * @param {ShownTable} shown
 * @param {Pick<import("./main.js").Page, "table" | "saveTable">} page
 * @param {(sentence: string) => void} notify reports how copying and saving went
 * @returns {import("./main.js").View}
 */
export function table(shown, page, notify) {
  const { data } = shown;
  const whole = data.rows.length >= data.totalRows;
  const source = whole ? here(data) : kept(/** @type {string} */ (shown.id), page);
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
  /** @type {import("../generated/automation").ColumnStats[] | null} */
  let stats = null;

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
  /** @param {Partial<import("./source.js").Query>} query */
  const change = async (query) => {
    if (!(await rows.ask(query))) return;
    if (failed) resume();
    top.sorted(rows.query().sort);
    view.top();
    show();
    if ("filter" in query || "search" in query) loadSummaries();
  };
  /**
   * @param {number} column
   * @param {boolean} more whether the order so far stays in effect
   */
  const sort = (column, more) => {
    const order = rows.query().sort;
    const now = order.find((one) => one.column === column);
    const others = more ? order.filter((one) => one.column !== column) : [];
    // Ascending, descending, and the original order again.
    change({
      sort: now?.descending ? others : [...others, { column, descending: now !== undefined }],
    });
  };
  const show = () => {
    held = /** @type {number} */ (rows.total());
    view.hold(held, held);
    size.textContent = worded(/** @type {number} */ (rows.total()), data.totalRows);
    view.table.setAttribute("aria-label", labelled(/** @type {number} */ (rows.total())));
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
  /** @param {string} sentence */
  const freeze = (sentence) => {
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
    size.textContent = `Rows ${count(first + 1)} to ${count(last)} of ${plural(/** @type {number} */ (rows.total()), "row")} are still here`;
    view.hold(last - first, /** @type {number} */ (rows.total()), first);
  };
  const resume = () => {
    failed = false;
    word.textContent = "";
    show();
  };

  // Loads a value of which the table holds the beginning. Rows that are all in the page may be
  // sorted differently than by Python.
  /**
   * @param {number} row
   * @param {number} column
   * @param {Cell[]} values of the row
   */
  const wholeValue = async (row, column, values) => {
    const question = whole
      ? { offset: data.rows.indexOf(values) }
      : { ...rows.query(), offset: row };
    const {
      rows: [found],
      cut,
    } = await page.table(/** @type {string} */ (shown.id), {
      ...question,
      limit: 1,
      whole: column,
    });
    const text = found?.[column];
    if (
      typeof text !== "string" ||
      !text.startsWith(/** @type {string} */ (values[column]).slice(0, -1))
    )
      throw new Error("The table has changed since it was shown.");
    return { text, length: /** @type {NonNullable<typeof cut>} */ (cut)[0]?.length ?? null };
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
      limit: MAX_COPIED,
      stats: false,
    });
    return asTsv(data.columns, first);
  };
  /** @param {"csv" | "xlsx"} format */
  const saved = (format) => async () => {
    const { sort: order, filter, search } = rows.query();
    try {
      const file = await page.saveTable(/** @type {string} */ (shown.id), {
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
  /** @param {boolean} open */
  const unfold = (open) => {
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
      click: () => unfold(/** @type {boolean} */ (tools.node.hidden)),
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
    entries: () => [
      {
        label: tools.node.hidden ? "Search and filter" : "Show all rows",
        run: () => unfold(/** @type {boolean} */ (tools.node.hidden)),
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

/**
 * Returns whether the kernel has truncated a value, which it does at 500 characters.
 *
 * @param {Cell} value
 */
const isTruncated = (value) =>
  typeof value === "string" && value.length >= 500 && value.endsWith("…");

/** @param {number} total */
const labelled = (total) => `Table, ${plural(total, "row")}`;

/**
 * @param {number} found
 * @param {number} all
 */
const worded = (found, all) =>
  found === all ? plural(all, "row") : `${count(found)} of ${plural(all, "row")}`;

/** @param {Cell} value */
const exact = (value) =>
  value === null
    ? "(missing)"
    : typeof value === "string"
      ? value
      : typeof value === "boolean"
        ? value
          ? "True"
          : "False"
        : JSON.stringify(value);

/**
 * @param {ShownTable} shown
 * @param {string} ending
 */
const named = ({ text = "" }, ending) =>
  fileName(/^[\p{L}\p{N} ._-]{1,60}$/u.test(text.split("\n")[0]) ? text : "", "table", ending);
