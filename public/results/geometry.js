// How a scroll bar that browsers keep short stands for rows without end. Numbers only.
//
// Two heights: the real one, which the browser scrolls and which must stay below what it can lay out, and the full one, which all rows
// would have. Near both ends a real pixel is a full pixel, so that the first and the last rows are reached exactly; between these the
// real one stands for several.

/** Browsers lay out at most some 17 (Firefox) to 33 million pixels; a tenth of a million more or less changes nothing. */
export const TALLEST = 8_000_000;

/** How far from either end a real pixel is a full one. */
const EXACT = 100_000;

/**
 * @param {number} rows
 * @param {number} rowHeight pixels
 * @param {number} viewport the height that rows are seen through, in pixels
 */
export function geometry(rows, rowHeight, viewport, tallest = TALLEST, exact = EXACT) {
  const full = Math.max(0, rows * rowHeight);
  const real = Math.min(full, tallest);
  const fullEnd = Math.max(0, full - viewport);
  const realEnd = Math.max(0, real - viewport);
  const edge = full === real ? 0 : Math.min(exact, realEnd / 4);
  const factor = full === real ? 1 : (fullEnd - 2 * edge) / (realEnd - 2 * edge);
  const between = (value, end) => Math.min(Math.max(0, value), end);
  return {
    /** The height to give to the browser. */
    real,
    /** The largest offset among all rows. */
    end: fullEnd,
    /** Whether one real pixel stands for more than one. */
    scaled: full !== real,
    /** Where among all rows a real scroll offset is. */
    toFull(offset) {
      const at = between(offset, realEnd);
      if (at <= edge) return at;
      if (realEnd - at <= edge) return fullEnd - (realEnd - at);
      return edge + (at - edge) * factor;
    },
    /** The real scroll offset for a place among all rows. */
    toReal(place) {
      const at = between(place, fullEnd);
      if (at <= edge) return at;
      if (fullEnd - at <= edge) return realEnd - (fullEnd - at);
      return edge + (at - edge) / factor;
    },
    /** The first row that is seen at a place, and how much of it is scrolled away, in pixels. */
    rowAt(place) {
      const at = between(place, fullEnd);
      const row = Math.floor(at / rowHeight);
      return { row, cut: at - row * rowHeight };
    },
    /** The nearest place to `place` at which a row is seen whole. */
    reveal(place, row) {
      const top = row * rowHeight;
      return between(Math.min(top, Math.max(place, top + rowHeight - viewport)), fullEnd);
    },
  };
}

/** The pieces of `size` rows that hold the rows from `first` to before `last`. */
export function pieces(first, last, size) {
  const from = Math.floor(Math.max(0, first) / size);
  const until = Math.ceil(Math.max(first, last) / size);
  return Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
}
