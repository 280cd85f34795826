// Writes rows as text for other programs. Knows their quoting rules, nothing of where rows come
// from.

/** @param {unknown} value */
const worded = (value) =>
  value === null || value === undefined
    ? ""
    : typeof value === "boolean"
      ? value
        ? "True"
        : "False"
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);

/**
 * Returns tab-separated text, which spreadsheets accept from the clipboard; line breaks and tabs
 * within a value become spaces.
 *
 * @param {string[] | null} columns
 * @param {unknown[][]} rows
 */
export function asTsv(columns, rows) {
  /** @param {unknown[]} values */
  const line = (values) =>
    values.map((value) => worded(value).replace(/[\t\r\n]+/g, " ")).join("\t");
  return [...(columns ? [columns] : []), ...rows].map(line).join("\n");
}

/**
 * Returns comma-separated text, quoted where necessary.
 *
 * @param {string[]} columns
 * @param {unknown[][]} rows
 */
export function asCsv(columns, rows) {
  /** @param {unknown} value */
  const field = (value) => {
    const text = worded(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((values) => `${values.map(field).join(",")}\r\n`).join("");
}
