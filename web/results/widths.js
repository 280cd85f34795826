// The column widths of a large table: as wide as the texts of its first rows, and never narrower
// than a number that comes later. Knows texts and pixels.

/** Rows that are measured. */
const SAMPLE = 40;
/**
 * The padding beside a text in its cell, and the minimum and maximum width of a column, in pixels.
 */
const AROUND = 28;
const MIN_WIDTH = 56;
const MAX_WIDTH = 320;

/**
 * Returns the widths of columns.
 *
 * @param {Array<{ name: string, numeric: boolean, type: string, write: import("./cells.js").Writer
 *   }>} columns
 * @param {import("./cells.js").Cell[][]} sample
 */
export function widths(columns, sample) {
  const pen = /** @type {CanvasRenderingContext2D} */ (
    document.createElement("canvas").getContext("2d")
  );
  const family = getComputedStyle(document.body).fontFamily;
  /**
   * @param {string} text
   * @param {string} font weight and size
   */
  const measured = (text, font) => {
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
    return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, most + AROUND)));
  });
  // Numbers and dates are never truncated: half a number is another number.
  const whole = columns.map(
    ({ numeric, type }) => numeric || type === "date" || type === "datetime",
  );
  /** @param {number} column */
  const before = (column) => known.slice(0, column).reduce((sum, width) => sum + width, 0);
  return {
    /** @param {number} column */
    of: (column) => known[column],
    before,
    total: () => before(known.length),
    /**
     * Widens a column for a text; returns whether that was necessary.
     *
     * @param {number} column
     * @param {string} text
     */
    grows(column, text) {
      if (!whole[column] || text.length <= longest[column]) return false;
      longest[column] = text.length;
      const width = Math.round(Math.min(MAX_WIDTH, measured(text, "14px") + AROUND));
      if (width <= known[column]) return false;
      known[column] = width;
      return true;
    },
  };
}
