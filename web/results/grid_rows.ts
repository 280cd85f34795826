// The elements of a grid's rows and columns. Owns which rows and columns have elements, what the
// cells show, and how wide and how sticky columns are; knows nothing of vertical scrolling, of the
// active cell, or of where rows come from.

import { element } from "../elements/element.ts";
import { widths } from "./widths.ts";
import type { Cell } from "./cells.ts";
import type { Column } from "./table.ts";

/** A table of more columns than this holds only the visible ones, with some on either side. */
const NARROW = 24;
const BESIDE = 3;

/** A cell of a row that is not loaded yet. */
const AWAY = { text: "", exact: null, missing: false };

/** A cell's element; `at` is its column, and undefined in the gap for columns that are left out. */
export type GridCell = HTMLTableCellElement & { at?: number };

/** A row's element, with its position in the table and the values that it shows. */
export type GridRow = Omit<HTMLTableRowElement, "cells"> & {
  at: number;
  values: Cell[] | undefined;
  cells: HTMLCollectionOf<GridCell>;
};

/**
 * The elements of a grid that its modules share: `node` scrolls, `sizer` is as large as all rows
 * and columns.
 */
export type Parts = {
  node: HTMLElement;
  sizer: HTMLElement;
  table: HTMLTableElement;
  group: HTMLElement;
  head: HTMLTableSectionElement;
  body: HTMLTableSectionElement;
};

/**
 * Returns the rows of a grid.
 *
 * @param how `sample` are the rows that columns are measured by
 * @param valuesOf returns the values of a row, or undefined if it is not loaded
 */
export function gridRows(
  columns: Column[],
  { node, sizer, group, head, body }: Parts,
  { virtual, sample }: { virtual: boolean; sample: Cell[][] },
  valuesOf: (at: number) => Cell[] | undefined,
) {
  const rows = body.rows as HTMLCollectionOf<Element> as HTMLCollectionOf<GridRow & Element>;
  const size = virtual ? widths(columns, sample) : null;
  /** Whether rows hold only some of the columns, those from `from` to before `until`. */
  const narrow = virtual && columns.length > NARROW;
  let from = 0;
  let until = narrow ? Infinity : columns.length;

  const sticky = () => {
    const index = columns.filter((column) => column.index).length;
    if (!size) return Math.min(1, index);
    // Sticky columns must leave room for those that scroll.
    return size.before(index) <= 0.5 * (node.clientWidth || 600) ? index : 0;
  };

  const newRow = () => {
    const tr = element("tr");
    const gap = (width: number) =>
      width > 0 &&
      tr.append(
        element("td", { class: "table-gap", role: "presentation", colspan: String(width) }),
      );
    for (const [at, { index, numeric }] of columns.entries()) {
      if (at === from) gap(from - sticky());
      if (at >= sticky() && (at < from || at >= until)) continue;
      const look = [numeric ? "is-number" : "", at < sticky() ? "is-sticky" : ""]
        .filter(Boolean)
        .join(" ");
      const cell: GridCell = element(index ? "th" : "td", { class: look });
      if (index) cell.scope = "row";
      if (size && at > 0 && at < sticky()) cell.style.left = `${size.before(at)}px`;
      if (narrow) cell.ariaColIndex = String(at + 1);
      cell.at = at;
      cell.append("");
      tr.append(cell);
    }
    gap(columns.length - until);
    return tr;
  };

  const fill = (tr: GridRow, at: number) => {
    const values = valuesOf(at);
    if (tr.at === at && tr.values === values) return;
    tr.at = at;
    tr.values = values;
    tr.ariaRowIndex = String(at + 2);
    tr.classList.toggle("is-away", values === undefined);
    for (const cell of tr.cells) {
      if (cell.at === undefined) continue;
      const { text, exact, missing } =
        values === undefined ? AWAY : columns[cell.at].write(values[cell.at]);
      (cell.firstChild as Text).data = text;
      if (exact !== null) cell.title = exact;
      else if (cell.title) cell.removeAttribute("title");
      cell.classList.toggle("is-missing", missing);
      if (size?.grows(cell.at, text)) layout();
    }
  };

  /**
   * Makes as many rows as are visible; those that stay visible keep their elements, so that little
   * is laid out again.
   */
  const arrange = (first: number, last: number) => {
    const wanted = Math.max(0, last - first);
    const before = rows[0]?.at;
    const moved = before === undefined ? 0 : first - before;
    if (moved > 0 && moved < rows.length)
      for (let left = moved; left > 0; left -= 1) body.append(rows[0]);
    if (moved < 0 && -moved < rows.length)
      for (let left = -moved; left > 0; left -= 1) body.prepend(rows[rows.length - 1]);
    while (rows.length > wanted) rows[rows.length - 1].remove();
    while (rows.length < wanted) body.append(newRow());
  };

  /** Sets the widths of the columns, and which of them are sticky in the head. */
  const layout = () => {
    if (!size) return;
    const total = size.total();
    sizer.style.width = `max(100%, ${total}px)`;
    const columnsOf = group.children as HTMLCollectionOf<HTMLElement>;
    for (const [at, column] of [...columnsOf].entries()) column.style.width = `${size.of(at)}px`;
    for (const row of head.rows) {
      for (const [at, cell] of [...row.cells].entries()) {
        cell.classList.toggle("is-sticky", at < sticky());
        cell.style.left = at > 0 && at < sticky() ? `${size.before(at)}px` : "";
      }
    }
  };

  return {
    rows,
    narrow,
    layout,
    /** Shows the rows from `first` to before `last` of the table. */
    show(first: number, last: number) {
      arrange(first, last);
      for (const [at, tr] of [...rows].entries()) fill(tr, first + at);
    },
    /** Removes the rows if they lack visible columns, so that they are created again. */
    updateColumns() {
      if (!size || !narrow || node.clientWidth === 0) return;
      const kept = sticky();
      const left = node.scrollLeft + size.before(kept);
      const right = node.scrollLeft + node.clientWidth;
      let first = kept;
      while (first < columns.length - 1 && size.before(first + 1) <= left) first += 1;
      let last = first;
      while (last < columns.length && size.before(last) < right) last += 1;
      if (first >= from && last <= until && until < Infinity) return;
      from = Math.max(kept, first - BESIDE);
      until = Math.min(columns.length, last + BESIDE);
      body.replaceChildren();
    },
    /** Returns the element of a cell, if it has one; row -1 is the head. */
    cellOf(row: number, column: number): HTMLTableCellElement | undefined {
      if (row === -1) return head.rows[0].cells[column];
      const tr = [...rows].find((one) => one.at === row);
      return tr && [...tr.cells].find((cell) => cell.at === column);
    },
    /** Scrolls horizontally until a column is visible beside the sticky ones. */
    revealColumn(column: number) {
      const kept = sticky();
      if (!size || column < kept) return;
      const [left, right] = [
        size.before(column) - size.before(kept),
        size.before(column) + size.of(column),
      ];
      if (left < node.scrollLeft) node.scrollLeft = left;
      else if (right > node.scrollLeft + node.clientWidth)
        node.scrollLeft = Math.min(right - node.clientWidth, left);
    },
  };
}
