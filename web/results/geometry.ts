// Maps the limited scroll height of browsers to any number of rows. Numbers only.
//
// There are two heights: the real one, which the browser scrolls and which must stay below what it
// can lay out, and the full one, which all rows would have. Near both ends a real pixel is a full
// pixel, so that the first and the last rows are reached exactly; between these a real pixel stands
// for several.

/**
 * The largest real height, in pixels. Browsers lay out at most some 17 (Firefox) to 33 million; the
 * exact number does not matter.
 */
export const TALLEST = 8_000_000;

/** The distance from either end within which a real pixel is a full one. */
const EXACT = 100_000;

/**
 * Returns the conversions between real and full offsets.
 *
 * @param rowHeight pixels
 * @param viewport the height of the visible rows, in pixels
 */
export function geometry(
  rows: number,
  rowHeight: number,
  viewport: number,
  tallest = TALLEST,
  exact = EXACT,
) {
  const full = Math.max(0, rows * rowHeight);
  const real = Math.min(full, tallest);
  const fullEnd = Math.max(0, full - viewport);
  const realEnd = Math.max(0, real - viewport);
  const edge = full === real ? 0 : Math.min(exact, realEnd / 4);
  const factor = full === real ? 1 : (fullEnd - 2 * edge) / (realEnd - 2 * edge);
  const between = (value: number, end: number) => Math.min(Math.max(0, value), end);
  return {
    /** The real height. */
    real,
    /** The largest full offset. */
    end: fullEnd,
    /** Whether a real pixel can stand for several. */
    scaled: full !== real,
    /** Converts a real scroll offset to a full one. */
    toFull(offset: number) {
      const at = between(offset, realEnd);
      if (at <= edge) return at;
      if (realEnd - at <= edge) return fullEnd - (realEnd - at);
      return edge + (at - edge) * factor;
    },
    /** Converts a full offset to a real scroll offset. */
    toReal(place: number) {
      const at = between(place, fullEnd);
      if (at <= edge) return at;
      if (fullEnd - at <= edge) return realEnd - (fullEnd - at);
      return edge + (at - edge) / factor;
    },
    /** Returns the first visible row at a full offset, and how much of it is hidden, in pixels. */
    rowAt(place: number) {
      const at = between(place, fullEnd);
      const row = Math.floor(at / rowHeight);
      return { row, hidden: at - row * rowHeight };
    },
    /** Returns the full offset nearest to `place` at which a row is fully visible. */
    reveal(place: number, row: number) {
      const top = row * rowHeight;
      return between(Math.min(top, Math.max(place, top + rowHeight - viewport)), fullEnd);
    },
  };
}

/** Returns the pieces of `size` rows that hold the rows from `first` to before `last`. */
export function pieces(first: number, last: number, size: number) {
  const from = Math.floor(Math.max(0, first) / size);
  const until = Math.ceil(Math.max(first, last) / size);
  return Array.from({ length: Math.max(0, until - from) }, (_, at) => from + at);
}
