// The keyboard control of a grid, as in spreadsheets. Knows positions, nothing of rows or of
// drawing.

/** The position of a cell; row -1 is the head. */
export type At = { row: number; column: number };

/** The first and the last available row, the number of columns, and the number of rows per page. */
export type Bounds = { first: number; last: number; columns: number; page: number };

/** Handles the keys of a grid. */
export function keys(
  table: HTMLElement,
  on: {
    active: () => At;
    bounds: () => Bounds;
    go: (row: number, column: number, extend: boolean) => void;
    open: (at: At, more: boolean) => void;
    copy: () => void;
    clear: () => boolean;
  },
) {
  table.addEventListener("keydown", (event) => {
    const all = event.ctrlKey || event.metaKey;
    if (all && event.key.toLowerCase() === "c" && window.getSelection()?.type !== "Range") {
      event.preventDefault();
      on.copy();
      return;
    }
    if (event.key === "Escape" && on.clear()) event.preventDefault();
    if (event.altKey) return;
    const at = on.active();
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      on.open(at, event.shiftKey);
      return;
    }
    const next = moved(at, event.key, all, on.bounds());
    if (next === null) return;
    event.preventDefault();
    on.go(next.row, next.column, event.shiftKey && next.row >= 0);
  });
}

/**
 * Returns the cell that a key moves to; row -1 is the head. Null if the key does not move.
 *
 * @param all whether the key moves to the end
 */
export function moved(
  { row, column }: At,
  key: string,
  all: boolean,
  { first, last, columns, page }: Bounds,
): At | null {
  const rightmost = columns - 1;
  const to = (wanted: number, side: number) => ({
    row: wanted < first ? (row <= first && wanted < row ? -1 : first) : Math.min(wanted, last),
    column: Math.min(Math.max(0, side), rightmost),
  });
  const under = row === -1 ? first : row + 1;
  switch (key) {
    case "ArrowDown":
      return last < first ? null : to(all ? last : under, column);
    case "ArrowUp":
      return row === -1 ? { row, column } : all ? to(first, column) : to(row - 1, column);
    case "ArrowLeft":
      return { row, column: all ? 0 : Math.max(0, column - 1) };
    case "ArrowRight":
      return { row, column: all ? rightmost : Math.min(rightmost, column + 1) };
    case "PageDown":
      return last < first ? null : to((row === -1 ? first : row) + page, column);
    case "PageUp":
      return row === -1 ? { row, column } : { row: Math.max(first, row - page), column };
    case "Home":
      return all ? { row: first, column: 0 } : { row, column: 0 };
    case "End":
      return all ? { row: last, column: rightmost } : { row, column: rightmost };
    default:
      return null;
  }
}
