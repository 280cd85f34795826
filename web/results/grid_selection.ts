// The active cell of a grid and the selection, as in spreadsheets. Owns both, with keyboard focus,
// keys and clicks that change them; knows nothing of how rows are drawn and scrolled.

import { keys } from "./keys.ts";
import type { GridCell, GridRow, Parts, gridRows } from "./grid_rows.ts";
import type { At, Bounds } from "./keys.ts";

let made = 0;

/**
 * Returns the selection of a grid.
 *
 * @param ask `start` returns the cell that becomes active first, `reveal` scrolls to a cell and
 *   draws
 */
export function gridSelection(
  { table, body }: Pick<Parts, "table" | "body">,
  drawn: ReturnType<typeof gridRows>,
  ask: {
    bounds: () => Bounds;
    isEmpty: () => boolean;
    start: () => At;
    reveal: (row: number, column: number) => void;
    open: (at: At, cell: HTMLElement) => void;
    sort: (column: number, more: boolean) => void;
    copy: () => void;
  },
) {
  made += 1;
  const activeId = `table-${made}-active`;
  let active: At | null = null;
  // The corner of the selection that stays when the active cell moves.
  let anchor: At | null = null;

  /** Returns the selected cells; null if there is only an active cell. */
  const range = () => {
    if (!active || !anchor || active.row < 0 || anchor.row < 0) return null;
    const [top, bottom] = [Math.min(active.row, anchor.row), Math.max(active.row, anchor.row)];
    const [left, right] = [
      Math.min(active.column, anchor.column),
      Math.max(active.column, anchor.column),
    ];
    return { top, bottom, left, right };
  };

  /** Marks the active cell and the selected ones among those that have elements. */
  const mark = () => {
    for (const cell of table.querySelectorAll(".is-active, .is-selected")) {
      cell.classList.remove("is-active", "is-selected");
      cell.removeAttribute("aria-selected");
      if (cell.id === activeId) cell.removeAttribute("id");
    }
    const cell = active && drawn.cellOf(active.row, active.column);
    if (cell) {
      cell.id = activeId;
      cell.classList.add("is-active");
    }
    if (cell) table.setAttribute("aria-activedescendant", activeId);
    else table.removeAttribute("aria-activedescendant");
    const selected = range();
    if (!selected) return;
    for (const tr of drawn.rows) {
      if (tr.at < selected.top || tr.at > selected.bottom) continue;
      for (const cell of tr.cells) {
        if (cell.at === undefined || cell.at < selected.left || cell.at > selected.right) continue;
        cell.classList.add("is-selected");
        cell.setAttribute("aria-selected", "true");
      }
    }
  };

  /** Makes a cell active; `extend` keeps the other corner of the selection. */
  const activate = (at: At, extend: boolean) => {
    anchor = extend ? (anchor ?? active) : null;
    active = at;
  };

  const go = (row: number, column: number, extend = false) => {
    activate({ row, column }, extend);
    ask.reveal(row, column);
  };

  keys(table, {
    active: () => active ?? ask.start(),
    bounds: ask.bounds,
    go,
    open: (at, more) => {
      if (at.row === -1) return ask.sort(at.column, more);
      const cell = drawn.cellOf(at.row, at.column);
      if (cell) ask.open(at, cell);
    },
    copy: ask.copy,
    clear: () => {
      const had = anchor !== null;
      anchor = null;
      mark();
      return had;
    },
  });
  table.addEventListener("focus", () => {
    active ??= ask.isEmpty() ? { row: -1, column: 0 } : ask.start();
    mark();
  });

  /** Returns the cell that an event belongs to, and its position; null beside the cells. */
  const cellOf = (event: Event) => {
    const cell = (event.target as Element).closest("td, th") as GridCell | null;
    if (cell?.at === undefined) return null;
    return {
      cell,
      at: {
        row: (cell.parentNode as unknown as GridRow).at,
        column: cell.at,
      },
    };
  };
  body.addEventListener("click", (event) => {
    const clicked = cellOf(event);
    if (!clicked || window.getSelection()?.type === "Range") return;
    const { cell, at } = clicked;
    activate(at, event.shiftKey);
    mark();
    // A cell whose text is truncated opens at once.
    if (!event.shiftKey && (cell.scrollWidth > cell.clientWidth + 1 || cell.title))
      ask.open(at, cell);
  });
  body.addEventListener("dblclick", (event) => {
    const clicked = cellOf(event);
    if (clicked) ask.open(clicked.at, clicked.cell);
  });

  return {
    mark,
    range,
    /** Makes a cell active and shows it. */
    go: (row: number, column: number) => go(row, column),
    /** Makes no cell active or selected, from the next `mark` on. */
    reset() {
      active = null;
      anchor = null;
    },
  };
}
