// The cells of a table: few rows as a plain table, many as a virtual one, a pane in front of a tall scroller that holds only the visible
// rows. Owns layout, scrolling, the active cell and the selection; knows nothing of where rows come from.

import { element } from "../dialogs/element.js";
import { geometry } from "./geometry.js";
import { keys } from "./keys.js";
import { widths } from "./widths.js";

/** How long after a wheel or touch event scrolling is attributed to it, and how long after the last scroll event it has ended, in milliseconds. */
const RECENT = 600;
const OVER = 200;
/** A table of more columns than this holds only the visible ones, with some on either side. */
const NARROW = 24;
const BESIDE = 3;
/** A distance that no wheel event scrolls, in viewport heights: beyond it the scroll bar was dragged. */
const FAR = 4;

/** A cell of a row that is not loaded yet. */
const AWAY = { text: "", exact: null, missing: false };

let made = 0;

/**
 * Returns the grid of a table.
 *
 * @param {Array<{ name: string, type: string, numeric: boolean, index: boolean, write: (value: unknown) => object }>} columns
 * @param {{ head: HTMLElement, label: string, virtual: boolean, sample: unknown[][] }} parts
 * @param {{ row: (at: number) => unknown[] | undefined, seen: (first: number, last: number, ahead: number) => void,
 *   open: (at: { row: number, column: number }, cell: HTMLElement) => void, sort: (column: number, more: boolean) => void, copy: () => void }} ask
 */
export function grid(columns, { head, label, virtual, sample }, ask) {
  made += 1;
  const activeId = `table-${made}-active`;
  const body = element("tbody");
  const group = element("colgroup", {}, ...columns.map(() => element("col")));
  const table = element("table", { role: "grid", tabindex: "0", "aria-label": label, "aria-colcount": String(columns.length) }, group, head, body);
  const pane = element("div", { class: "table-pane" }, table);
  const sizer = element("div", { class: "table-sizer" }, pane);
  const node = element("div", { class: virtual ? "table-scroll is-virtual" : "table-scroll" }, sizer);
  const state = { count: 0, base: 0, all: 0, place: 0, last: 0, ahead: 1, rowHeight: 32, active: null, anchor: null, touched: 0 };
  Object.assign(state, { from: 0, until: virtual && columns.length > NARROW ? Infinity : columns.length });
  const size = virtual ? widths(columns, sample) : null;
  let scroll = geometry(0, 32, 0);
  let frame = 0;
  let idle = 0;
  // The rows that the layout was made for.
  let laid = "";

  const cellOf = (row, column) => {
    if (row === -1) return head.rows[0].cells[column];
    const tr = [...body.rows].find((one) => one.at === row);
    return tr && [...tr.cells].find((cell) => cell.at === column);
  };

  // Rows.
  const newRow = () => {
    const tr = element("tr");
    const { from, until } = state;
    const gap = (width) => width > 0 && tr.append(element("td", { class: "table-gap", role: "presentation", colspan: String(width) }));
    for (const [at, { index, numeric }] of columns.entries()) {
      if (at === from) gap(from - sticky());
      if (at >= sticky() && (at < from || at >= until)) continue;
      const cell = element(index ? "th" : "td", { class: [numeric ? "is-number" : "", at < sticky() ? "is-sticky" : ""].filter(Boolean).join(" ") });
      if (index) cell.scope = "row";
      if (at > 0 && at < sticky()) cell.style.left = `${size.before(at)}px`;
      if (narrow()) cell.ariaColIndex = String(at + 1);
      cell.at = at;
      cell.append("");
      tr.append(cell);
    }
    gap(columns.length - until);
    return tr;
  };
  const fill = (tr, at) => {
    const values = ask.row(at);
    if (tr.at === at && tr.values === values) return;
    tr.at = at;
    tr.values = values;
    tr.ariaRowIndex = String(at + 2);
    tr.classList.toggle("is-away", values === undefined);
    for (const cell of tr.cells) {
      if (cell.at === undefined) continue;
      const { text, exact, missing } = values === undefined ? AWAY : columns[cell.at].write(values[cell.at]);
      cell.firstChild.data = text;
      if (exact !== null) cell.title = exact;
      else if (cell.title) cell.removeAttribute("title");
      cell.classList.toggle("is-missing", missing);
      if (size?.grows(cell.at, text)) layout();
    }
  };
  /** Returns whether rows hold only some of the columns. */
  const narrow = () => virtual && columns.length > NARROW;
  /** Removes the rows if they lack visible columns, so that they are created again. */
  const updateColumns = () => {
    if (!narrow() || node.clientWidth === 0) return;
    const kept = sticky();
    const left = node.scrollLeft + size.before(kept);
    const right = node.scrollLeft + node.clientWidth;
    let from = kept;
    while (from < columns.length - 1 && size.before(from + 1) <= left) from += 1;
    let until = from;
    while (until < columns.length && size.before(until) < right) until += 1;
    if (from >= state.from && until <= state.until && state.until < Infinity) return;
    state.from = Math.max(kept, from - BESIDE);
    state.until = Math.min(columns.length, until + BESIDE);
    body.replaceChildren();
  };
  const sticky = () => {
    const index = columns.filter((column) => column.index).length;
    if (!size) return Math.min(1, index);
    // Sticky columns must leave room for those that scroll.
    return size.before(index) <= 0.5 * (node.clientWidth || 600) ? index : 0;
  };

  // Drawing.
  const paint = () => {
    frame = 0;
    if (!virtual) return plain();
    updateColumns();
    const { row: first, hidden } = scroll.rowAt(state.place);
    const until = Math.min(state.count, first + Math.ceil((viewport() + hidden) / state.rowHeight));
    arrangeRows(first, until);
    for (const [at, tr] of [...body.rows].entries()) fill(tr, state.base + first + at);
    body.style.transform = `translateY(${-hidden}px)`;
    if (until > first) ask.seen(state.base + first, state.base + until, state.ahead);
    mark();
  };
  /** Makes as many rows as are visible; those that stay visible keep their elements, so that little is laid out again. */
  const arrangeRows = (first, until) => {
    const wanted = Math.max(0, until - first);
    const before = body.rows[0]?.at;
    const moved = before === undefined ? 0 : state.base + first - before;
    if (moved > 0 && moved < body.rows.length) for (let left = moved; left > 0; left -= 1) body.append(body.rows[0]);
    if (moved < 0 && -moved < body.rows.length) for (let left = -moved; left > 0; left -= 1) body.prepend(body.rows[body.rows.length - 1]);
    while (body.rows.length > wanted) body.rows[body.rows.length - 1].remove();
    while (body.rows.length < wanted) body.append(newRow());
  };
  const plain = () => {
    arrangeRows(0, state.count);
    for (const [at, tr] of [...body.rows].entries()) fill(tr, at);
    mark();
  };
  const later = () => (frame ||= requestAnimationFrame(paint));
  const viewport = () => Math.max(0, node.clientHeight - head.offsetHeight);
  const layout = () => {
    const total = size.total();
    sizer.style.width = `max(100%, ${total}px)`;
    for (const [at, column] of [...group.children].entries()) column.style.width = `${size.of(at)}px`;
    for (const row of head.rows) {
      for (const [at, cell] of [...row.cells].entries()) {
        cell.classList.toggle("is-sticky", at < sticky());
        cell.style.left = at > 0 && at < sticky() ? `${size.before(at)}px` : "";
      }
    }
  };
  /** Lays out and draws; returns whether it could, which it cannot if the table is not visible. */
  const measure = () => {
    if (!virtual || !node.isConnected || node.clientWidth === 0) return false;
    layout();
    if (body.rows.length === 0 && state.count > 0) {
      arrangeRows(0, 1);
      fill(body.rows[0], state.base);
    }
    state.rowHeight = body.rows[0]?.getBoundingClientRect().height || state.rowHeight;
    const headed = head.offsetHeight;
    // As tall as its rows, up to what the stylesheet allows.
    node.style.height = `${headed + state.count * state.rowHeight + node.offsetHeight - node.clientHeight}px`;
    // A view of the last row stays there, also if the head has grown.
    const ended = laid === `${state.base} ${state.count}` && scroll.end > 0 && state.place >= scroll.end - 1;
    laid = `${state.base} ${state.count}`;
    scroll = geometry(state.count, state.rowHeight, viewport());
    sizer.style.height = `${scroll.real + headed}px`;
    pane.style.height = `${node.clientHeight}px`;
    state.place = ended ? scroll.end : Math.min(state.place, scroll.end);
    settle();
    paint();
    return true;
  };

  // Scrolling. Wheel and touch move the rows by their own distance, also if a pixel of the scroll bar stands for several.
  const scrolled = () => {
    const offset = node.scrollTop;
    const moved = offset - state.last;
    if (narrow()) later();
    if (Math.abs(moved) < 0.5) return;
    const end = node.scrollHeight - node.clientHeight;
    const near = Math.abs(moved) < FAR * node.clientHeight && performance.now() - state.touched < RECENT;
    const relative = scroll.scaled && near && offset > 0 && offset < end;
    state.place = relative ? Math.min(Math.max(0, state.place + moved), scroll.end) : scroll.toFull(offset);
    state.ahead = Math.sign(moved);
    state.last = offset;
    if (relative) state.touched = performance.now();
    clearTimeout(idle);
    if (scroll.scaled) idle = setTimeout(settle, OVER);
    later();
  };
  /** Moves the scroll bar to the position of the rows. */
  const settle = () => {
    const real = scroll.toReal(state.place);
    if (Math.abs(node.scrollTop - real) >= 1) node.scrollTop = real;
    state.last = node.scrollTop;
  };
  const touch = () => (state.touched = performance.now());
  node.addEventListener("scroll", scrolled, { passive: true });
  // The target of a press on the scroll bar is the scroller itself.
  node.addEventListener("pointerdown", (event) => event.target === node && (state.touched = -RECENT));
  for (const event of ["wheel", "touchmove"]) node.addEventListener(event, touch, { passive: true });

  // The active cell and the selection.
  const mark = () => {
    for (const cell of table.querySelectorAll(".is-active, .is-selected")) {
      cell.classList.remove("is-active", "is-selected");
      cell.removeAttribute("aria-selected");
      if (cell.id === activeId) cell.removeAttribute("id");
    }
    const { active } = state;
    const cell = active && cellOf(active.row, active.column);
    if (cell) {
      cell.id = activeId;
      cell.classList.add("is-active");
    }
    if (cell) table.setAttribute("aria-activedescendant", activeId);
    else table.removeAttribute("aria-activedescendant");
    const range = selection();
    if (!range) return;
    for (const tr of body.rows) {
      if (tr.at < range.top || tr.at > range.bottom) continue;
      for (const cell of tr.cells) {
        if (!(cell.at >= range.left && cell.at <= range.right)) continue;
        cell.classList.add("is-selected");
        cell.setAttribute("aria-selected", "true");
      }
    }
  };
  const selection = () => {
    const { active, anchor } = state;
    if (!active || !anchor || active.row < 0 || anchor.row < 0) return null;
    const [top, bottom] = [Math.min(active.row, anchor.row), Math.max(active.row, anchor.row)];
    const [left, right] = [Math.min(active.column, anchor.column), Math.max(active.column, anchor.column)];
    return { top, bottom, left, right };
  };
  const go = (row, column, extend) => {
    state.anchor = extend ? (state.anchor ?? state.active) : null;
    state.active = { row, column };
    if (virtual && row >= 0) {
      state.place = scroll.reveal(state.place, row - state.base);
      settle();
    }
    if (virtual) revealColumn(column);
    paint();
    if (!virtual) cellOf(row, column)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  /** Scrolls horizontally until a column is visible beside the sticky ones. */
  const revealColumn = (column) => {
    const kept = sticky();
    if (column < kept) return;
    const [left, right] = [size.before(column) - size.before(kept), size.before(column) + size.of(column)];
    if (left < node.scrollLeft) node.scrollLeft = left;
    else if (right > node.scrollLeft + node.clientWidth) node.scrollLeft = Math.min(right - node.clientWidth, left);
  };
  const start = () => ({ row: state.base + (virtual ? Math.ceil(state.place / state.rowHeight) : 0), column: 0 });
  keys(table, {
    active: () => state.active ?? start(),
    bounds: () => ({ first: state.base, last: state.base + state.count - 1, columns: columns.length, page: Math.max(1, Math.floor(viewport() / state.rowHeight) - 1) }),
    go,
    open: ({ row, column }, more) => (row === -1 ? ask.sort(column, more) : cellOf(row, column) && ask.open({ row, column }, cellOf(row, column))),
    copy: ask.copy,
    clear: () => {
      const had = state.anchor !== null;
      state.anchor = null;
      mark();
      return had;
    },
  });
  table.addEventListener("focus", () => {
    state.active ??= state.count > 0 ? start() : { row: -1, column: 0 };
    mark();
  });
  body.addEventListener("click", (event) => {
    const cell = event.target.closest("td, th");
    if (cell?.at === undefined || window.getSelection()?.type === "Range") return;
    const at = { row: cell.parentNode.at, column: cell.at };
    state.anchor = event.shiftKey ? (state.anchor ?? state.active) : null;
    state.active = at;
    mark();
    // A cell whose text is truncated opens at once.
    if (!event.shiftKey && (cell.scrollWidth > cell.clientWidth + 1 || cell.title)) ask.open(at, cell);
  });
  body.addEventListener("dblclick", (event) => {
    const cell = event.target.closest("td, th");
    if (cell?.at !== undefined) ask.open({ row: cell.parentNode.at, column: cell.at }, cell);
  });

  const watch = new ResizeObserver(() => void measure());
  watch.observe(node);
  watch.observe(head);
  return {
    node,
    table,
    selection,
    /** Returns the keyboard focus to the table. */
    focus: () => table.focus({ preventScroll: true }),
    /** Shows `count` rows from `base` on, of `all`. */
    hold(count, all, base = 0) {
      const row = base - state.base;
      Object.assign(state, { count, base, all, place: Math.max(0, state.place - row * state.rowHeight) });
      table.setAttribute("aria-rowcount", String(all + 1));
      if (!measure()) paint();
    },
    /** Goes back to the first row. */
    top() {
      Object.assign(state, { place: 0, active: null, anchor: null });
      node.scrollTop = 0;
      state.last = 0;
    },
    /** Draws the rows that were loaded meanwhile. */
    refresh: later,
    /** Returns the first visible row. */
    first: () => state.base + scroll.rowAt(state.place).row,
    remove() {
      watch.disconnect();
      clearTimeout(idle);
      cancelAnimationFrame(frame);
    },
  };
}
