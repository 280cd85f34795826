// Medians and ranges of measurements, and Markdown tables of them.

/**
 * Returns the value below which `part` (0 to 1) of the values are, interpolated.
 *
 * @param {number[]} values
 * @param {number} part
 */
export function quantile(values, part) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * part;
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at % 1);
}

/**
 * Formats values as `median (min..max)`; one value as the median alone, none as a dash.
 *
 * @param {number[]} values
 * @param {number} digits
 */
export function spread(values, digits) {
  if (values.length === 0) return "–";
  const median = quantile(values, 0.5).toFixed(digits);
  return values.length === 1
    ? median
    : `${median} (${Math.min(...values).toFixed(digits)}..${Math.max(...values).toFixed(digits)})`;
}

/**
 * Returns a Markdown table; all columns but the first are aligned to the right.
 *
 * @param {string[]} header
 * @param {string[][]} rows
 */
export function table(header, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(" | ")} |`;
  return [
    line(header),
    line(header.map((_, index) => (index === 0 ? "---" : "---:"))),
    ...rows.map(line),
  ].join("\n");
}
