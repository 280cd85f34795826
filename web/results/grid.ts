// The cells of a table: few rows as a plain table, many as a virtual one, a pane in front of a tall
// scroller that holds only the visible rows. Owns the elements around the rows, which part of the
// rows is held, and drawing; combines rows, scrolling and selection. Knows nothing of where rows
// come from.

import { element } from "../elements/element.ts";
import { gridRows } from "./grid_rows.ts";
import { gridScroll } from "./grid_scroll.ts";
import { gridSelection } from "./grid_selection.ts";
import type { Cell } from "./cells.ts";
import type { At } from "./keys.ts";
import type { Column } from "./table.ts";

/** Returns the grid of a table. */
export function grid(
  columns: Column[],
  {
    head,
    label,
    virtual,
    sample,
  }: { head: HTMLTableSectionElement; label: string; virtual: boolean; sample: Cell[][] },
  ask: {
    row: (at: number) => Cell[] | undefined;
    seen: (first: number, last: number, ahead: number) => void;
    open: (at: At, cell: HTMLElement) => void;
    sort: (column: number, more: boolean) => void;
    copy: () => void;
  },
) {
  const body = element("tbody");
  const group = element("colgroup", {}, ...columns.map(() => element("col")));
  const table = element(
    "table",
    { role: "grid", tabindex: "0", "aria-label": label, "aria-colcount": String(columns.length) },
    group,
    head,
    body,
  );
  const pane = element("div", { class: "table-pane" }, table);
  const sizer = element("div", { class: "table-sizer" }, pane);
  const node = element(
    "div",
    { class: virtual ? "table-scroll is-virtual" : "table-scroll" },
    sizer,
  );
  const parts = { node, sizer, table, group, head, body };
  // The rows that are held: `count` of them, the first being row `base` of the table.
  let count = 0;
  let base = 0;
  let frame = 0;

  // Drawing.
  const viewport = () => Math.max(0, node.clientHeight - head.offsetHeight);
  const paint = () => {
    frame = 0;
    if (virtual) paintVisible();
    else drawn.show(0, count);
    selection.mark();
  };
  const paintVisible = () => {
    drawn.updateColumns();
    const { row: first, hidden } = scroll.top();
    const until = Math.min(count, first + Math.ceil((viewport() + hidden) / scroll.rowHeight()));
    drawn.show(base + first, base + until);
    body.style.transform = `translateY(${-hidden}px)`;
    if (until > first) ask.seen(base + first, base + until, scroll.ahead());
  };
  const later = () => (frame ||= requestAnimationFrame(paint));
  /** Lays out and draws; returns whether it could, which it cannot if the table is not visible. */
  const measure = () => {
    if (!virtual || !node.isConnected || node.clientWidth === 0) return false;
    drawn.layout();
    if (body.rows.length === 0 && count > 0) drawn.show(base, base + 1);
    const rowHeight = body.rows[0]?.getBoundingClientRect().height || scroll.rowHeight();
    const headed = head.offsetHeight;
    // As tall as its rows, up to what the stylesheet allows.
    node.style.height = `${headed + count * rowHeight + node.offsetHeight - node.clientHeight}px`;
    const real = scroll.fit({ base, count }, rowHeight, viewport());
    sizer.style.height = `${real + headed}px`;
    pane.style.height = `${node.clientHeight}px`;
    scroll.settle();
    paint();
    return true;
  };

  const drawn = gridRows(columns, parts, { virtual, sample }, ask.row);
  const scroll = gridScroll(node, drawn.narrow, later);
  const selection = gridSelection(parts, drawn, {
    bounds: () => ({
      first: base,
      last: base + count - 1,
      columns: columns.length,
      page: Math.max(1, Math.floor(viewport() / scroll.rowHeight()) - 1),
    }),
    isEmpty: () => count === 0,
    start: () => ({ row: base + (virtual ? scroll.firstWhole() : 0), column: 0 }),
    reveal: (row, column) => {
      if (virtual && row >= 0) scroll.reveal(row - base);
      if (virtual) drawn.revealColumn(column);
      paint();
      if (!virtual)
        drawn.cellOf(row, column)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    },
    open: ask.open,
    sort: ask.sort,
    copy: ask.copy,
  });

  const watch = new ResizeObserver(() => void measure());
  watch.observe(node);
  watch.observe(head);
  return {
    node,
    table,
    /** Returns the selected cells; null if there is only an active cell. */
    selection: selection.range,
    /** Returns the keyboard focus to the table. */
    focus: () => table.focus({ preventScroll: true }),
    /** Makes a cell active, scrolls to it and focuses the table. */
    go(row: number, column: number) {
      table.focus();
      selection.go(row, column);
    },
    /** Shows `rows` rows from row `first` on, of `all`. */
    hold(rows: number, all: number, first = 0) {
      scroll.removed(first - base);
      count = rows;
      base = first;
      table.setAttribute("aria-rowcount", String(all + 1));
      if (!measure()) paint();
    },
    /** Goes back to the first row. */
    top() {
      selection.reset();
      scroll.reset();
    },
    /** Draws the rows that were loaded meanwhile. */
    refresh: later,
    /** Returns the first visible row. */
    first: () => base + scroll.top().row,
    remove() {
      watch.disconnect();
      scroll.leave();
      cancelAnimationFrame(frame);
    },
  };
}
