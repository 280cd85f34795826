// Rows as text for other programs. Knows their rules of quoting, nothing of where rows come from.

const worded = (value) => (value === null || value === undefined ? "" : typeof value === "boolean" ? (value ? "True" : "False") : typeof value === "object" ? JSON.stringify(value) : String(value));

/** Tab-separated, as spreadsheets take it from the clipboard; breaks and tabs within a value become spaces. */
export function asTsv(columns, rows) {
  const line = (values) => values.map((value) => worded(value).replace(/[\t\r\n]+/g, " ")).join("\t");
  return [...(columns ? [columns] : []), ...rows].map(line).join("\n");
}

/** Comma-separated, quoted where it must be. */
export function asCsv(columns, rows) {
  const field = (value) => {
    const text = worded(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((values) => `${values.map(field).join(",")}\r\n`).join("");
}
