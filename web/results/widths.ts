// The column widths of a large table: as wide as the texts of its first rows, and never narrower
// than a number that comes later. Knows texts and pixels.

import type { Cell, Writer } from "./cells.ts";

/** Rows that are measured. */
const SAMPLE = 40;
/**
 * The padding beside a text in its cell, and the minimum and maximum width of a column, in pixels.
 */
const AROUND = 28;
const MIN_COLUMN_WIDTH = 56;
const MAX_COLUMN_WIDTH = 320;

/** Returns the widths of columns. */
export function widths(
  columns: Array<{ name: string; numeric: boolean; type: string; write: Writer }>,
  sample: Cell[][],
) {
  const pen = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  const family = getComputedStyle(document.body).fontFamily;
  /** @param font weight and size */
  const measured = (text: string, font: string) => {
    pen.font = `${font} ${family}`;
    return pen.measureText(text).width;
  };
  const longest = columns.map(() => 0);
  const known = columns.map(({ name, write }, column) => {
    let most = measured(name, "600 13px") + 14;
    for (const row of sample.slice(0, SAMPLE)) {
      const { text } = write(row[column]);
      if (text.length + 2 < longest[column]) continue;
      longest[column] = Math.max(longest[column], text.length);
      most = Math.max(most, measured(text.slice(0, 80), "14px"));
    }
    return Math.round(Math.min(MAX_COLUMN_WIDTH, Math.max(MIN_COLUMN_WIDTH, most + AROUND)));
  });
  // Numbers and dates are never truncated: half a number is another number.
  const whole = columns.map(
    ({ numeric, type }) => numeric || type === "date" || type === "datetime",
  );
  const before = (column: number) => known.slice(0, column).reduce((sum, width) => sum + width, 0);
  return {
    of: (column: number) => known[column],
    before,
    total: () => before(known.length),
    /** Widens a column for a text; returns whether that was necessary. */
    grows(column: number, text: string) {
      if (!whole[column] || text.length <= longest[column]) return false;
      longest[column] = text.length;
      const width = Math.round(Math.min(MAX_COLUMN_WIDTH, measured(text, "14px") + AROUND));
      if (width <= known[column]) return false;
      known[column] = width;
      return true;
    },
  };
}
