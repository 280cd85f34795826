// A table that Python showed: its head from the result, and the rest of it from the kernel as far as it is looked at. Puts together the
// cells, the head, searching, copying and saving, and says in one line how much there is and what is being waited for.

import { element } from "../dialogs/element.js";
import { visible } from "../dialogs/visible.js";
import { isNumeric, writers } from "./cells.js";
import { filters } from "./filter.js";
import { count, plural } from "./format.js";
import { grid } from "./grid.js";
import { head as heads } from "./head.js";
import { FIND, icon } from "./icon.js";
import { openCell } from "./open_cell.js";
import { PAGE, pages } from "./pages.js";
import { fileName, save } from "./save.js";
import { here, kept } from "./source.js";
import { asCsv, asTsv } from "./csv.js";

/** A table of more rows than this is one to work in: its tools and summaries are there from the start. */
const SMALL = 30;
/** Rows that are copied at most where nothing is selected. */
const MOST_COPIED = 1_000;

/**
 * The view of a table.
 *
 * @param {{ id?: string, text?: string, data: object }} shown
 * @param {(sentence: string) => void} tell says how copying and saving went
 */
export function table(shown, tell) {
  const { data } = shown;
  const whole = data.rows.length >= data.totalRows;
  const source = whole ? here(data) : kept(shown.id);
  // What fits a page is a plain table, whose columns fit what stands in them.
  const plain = whole && data.totalRows <= PAGE;
  const write = writers(data);
  const columns = data.columns.map((name, at) => ({ name, type: data.types[at], numeric: isNumeric(data.types[at]), index: at < data.indexColumns, write: write[at] }));
  const large = data.totalRows > SMALL;
  let summaries = large;
  let stats = null;

  const size = element("p", { class: "table-size" });
  const waiting = element("p", { class: "table-word", role: "status" });
  const word = element("p", { class: "table-word", role: "status" });
  const rows = pages(source, {
    arrived: () => {
      // Code that ran meanwhile may have changed how many there are.
      if (failed || rows.total() !== held) again();
      else view.refresh();
    },
    waits: (yes) => (waiting.textContent = yes ? "Waiting for Python" : ""),
    failed: (sentence) => freeze(sentence),
  });
  rows.seed(data.rows, data.totalRows);

  const top = heads(columns, (column, more) => sort(column, more));
  const view = grid(columns, { head: top.node, label: labelled(data.totalRows), virtual: !plain, sample: data.rows }, {
    row: rows.row,
    seen: rows.want,
    open: ({ row, column }, cell) => {
      const values = rows.row(row);
      if (values) openCell(cell, columns[column].name, exact(values[column]), { tell, closed: view.focus, rest: isCut(values[column]) && shown.id ? () => entire(row, column, values) : undefined });
    },
    sort: (column, more) => sort(column, more),
    copy: () => taken().then((text) => navigator.clipboard.writeText(text)).then(() => tell("Copied."), (error) => tell(`The browser does not allow copying (${error.message}).`)),
  });

  // Asking for something else.
  const change = async (query) => {
    if (!(await rows.ask(query))) return;
    if (failed) again();
    top.sorted(rows.query().sort);
    view.top();
    show();
    if ("filter" in query || "search" in query) look();
  };
  const sort = (column, more) => {
    const order = rows.query().sort;
    const now = order.find((one) => one.column === column);
    const others = more ? order.filter((one) => one.column !== column) : [];
    // Up, down, and back to how the rows came.
    change({ sort: now?.descending ? others : [...others, { column, descending: now !== undefined }] });
  };
  const show = () => {
    held = rows.total();
    view.hold(held, held);
    size.textContent = worded(rows.total(), data.totalRows);
    view.table.setAttribute("aria-label", labelled(rows.total()));
  };

  // What the columns hold, once the table is looked at.
  const look = async () => {
    if (!summaries) return;
    const { filter, search } = rows.query();
    try {
      const asked = await source.rows({ offset: 0, limit: 1, sort: [], filter, search, stats: true });
      stats = asked.stats;
      if (summaries) top.summarise(stats, asked.totalRows);
    } catch {
      // The rows themselves say why nothing comes any more.
      top.summarise(null);
    }
  };
  const glance = new IntersectionObserver((entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    glance.disconnect();
    look();
  });

  let held = data.totalRows;
  // The kernel forgot the table, or is gone: what is here stays.
  let failed = false;
  const freeze = (sentence) => {
    failed = true;
    const [first, last] = rows.around(view.first());
    const retry = element("button", { class: "button is-quiet table-retry", type: "button", click: async () => (await rows.ask({})) && again() }, "Try again");
    word.replaceChildren(`${visible(sentence)} `, retry);
    if (last === first || whole) return;
    size.textContent = `Rows ${count(first + 1)} to ${count(last)} of ${plural(rows.total(), "row")} are still here`;
    view.hold(last - first, rows.total(), first);
  };
  const again = () => {
    failed = false;
    word.textContent = "";
    show();
  };

  // A value of which the table holds the beginning. Rows that are all here may be sorted otherwise than Python would.
  const entire = async (row, column, values) => {
    const question = whole ? { offset: data.rows.indexOf(values) } : { ...rows.query(), offset: row };
    const { rows: [found], cut } = await window.insitu.table(shown.id, { ...question, limit: 1, whole: column });
    const text = found?.[column];
    if (typeof text !== "string" || !text.startsWith(values[column].slice(0, -1))) throw new Error("The table has changed since it was shown.");
    return { text, length: cut[0]?.length ?? null };
  };

  // Copying and saving.
  const taken = async () => {
    const range = view.selection();
    if (range) {
      const picked = [];
      for (let at = range.top; at <= range.bottom; at += 1) picked.push((rows.row(at) ?? []).slice(range.left, range.right + 1));
      return asTsv(null, picked);
    }
    const { rows: first } = await source.rows({ ...rows.query(), offset: 0, limit: MOST_COPIED, stats: false });
    return asTsv(data.columns, first);
  };
  const saved = (format) => async () => {
    const { sort: order, filter, search } = rows.query();
    try {
      const file = await window.insitu.saveTable(shown.id, { format, sort: order, filter, search });
      save(named(shown, format), file);
    } catch (error) {
      if (!whole || format !== "csv") throw error;
      const { rows: all } = await source.rows({ ...rows.query(), offset: 0, limit: data.totalRows });
      save(named(shown, "csv"), new Blob([asCsv(data.columns, all)], { type: "text/csv" }));
    }
  };
  const tools = filters(columns, change);
  tools.node.hidden = true;
  const unfold = (open) => {
    tools.node.hidden = !open;
    finder.setAttribute("aria-expanded", String(open));
    if (open) tools.focus();
    else tools.clear();
  };
  const finder = element("button", { class: "button is-quiet table-find", type: "button", "aria-label": "Search and filter", "aria-expanded": "false", click: () => unfold(tools.node.hidden) }, icon(FIND));
  const bar = element("div", { class: "table-bar-tools" }, finder);
  const node = element("div", { class: large ? "table-box" : "table-box is-small", "data-testid": "table" }, tools.node, view.node, element("div", { class: "table-bar" }, size, waiting, word, bar));
  show();
  glance.observe(node);
  const flip = () => {
    summaries = !summaries;
    if (!summaries) top.summarise(null);
    else look();
  };
  return {
    node,
    bar,
    copy: taken,
    entries: () => [
      { label: tools.node.hidden ? "Search and filter" : "Show all rows", run: () => unfold(tools.node.hidden) },
      { label: summaries ? "Hide the columns' summaries" : "Summarise the columns", run: flip },
    ],
    saves: shown.id ? [{ label: "Save CSV", run: saved("csv") }, { label: "Save Excel", run: saved("xlsx") }] : [{ label: "Save CSV", run: saved("csv") }],
    remove: () => {
      glance.disconnect();
      rows.leave();
      view.remove();
    },
  };
}

/** Whether the kernel has cut a value, which it does at 500 characters. */
const isCut = (value) => typeof value === "string" && value.length >= 500 && value.endsWith("…");

const labelled = (total) => `Table, ${plural(total, "row")}`;

const worded = (found, all) => (found === all ? plural(all, "row") : `${count(found)} of ${plural(all, "row")}`);

const exact = (value) => (value === null ? "(missing)" : typeof value === "string" ? value : typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value));

const named = ({ text = "" }, ending) => fileName(/^[\p{L}\p{N} ._-]{1,60}$/u.test(text.split("\n")[0]) ? text : "", "table", ending);
