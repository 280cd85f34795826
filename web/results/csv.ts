// Writes rows as text for other programs. Knows their quoting rules, nothing of where rows come
// from.

const worded = (value: unknown) =>
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
 */
export function asTsv(columns: string[] | null, rows: unknown[][]) {
  const line = (values: unknown[]) =>
    values.map((value) => worded(value).replace(/[\t\r\n]+/g, " ")).join("\t");
  return [...(columns ? [columns] : []), ...rows].map(line).join("\n");
}

/** Returns comma-separated text, quoted where necessary. */
export function asCsv(columns: string[], rows: unknown[][]) {
  const field = (value: unknown) => {
    const text = worded(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((values) => `${values.map(field).join(",")}\r\n`).join("");
}
