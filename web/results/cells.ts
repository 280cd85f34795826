// Formats a table's values: numbers of one column have the same number of decimals, so that they
// can be compared by eye, and only amounts have thousands separators, not years, codes and other
// identifiers. Knows values, nothing of layout.

import { visible } from "../elements/visible.ts";
import { fixed, grouped } from "./format.ts";
import type { JsonValue } from "../generated/kernel.ts";

const NAMES = new Set([
  "id",
  "ids",
  "year",
  "jahr",
  "zip",
  "plz",
  "postcode",
  "code",
  "phone",
  "number",
  "no",
  "nr",
]);

/** Up to this number every integer is exact. */
const EXACT = 2 ** 53;

/** A value of a table. */
export type Cell = JsonValue;

/** A value as it is shown; `exact` is the whole value if `text` shortens it, else null. */
type Written = { text: string; exact: string | null; missing: boolean };

/** Writes a value of one column. */
export type Writer = (value: Cell | undefined) => Written;

/** How the values of a column are written. */
type Kind = { decimals?: number; group?: boolean; day?: boolean; moment?: boolean };

/** Returns whether values of this type of column are aligned to the right. */
export const isNumeric = (type: string) => type === "integer" || type === "number";

/**
 * Returns a writer for each column: `(value) => { text, exact, missing }`, where `exact` is the
 * whole value if `text` shortens it, else null. The writers of a large table are made from its
 * first rows and kept, so that decimals do not change while it scrolls.
 */
export function writers(table: {
  columns: string[];
  types: string[];
  indexColumns: number;
  rows: Cell[][];
}): Writer[] {
  return table.columns.map((name, column) => {
    const values = table.rows.map((row) => row[column]);
    return written.bind(
      null,
      kindOf(table.types[column], values, isAmount(name, column, table.indexColumns)),
    );
  });
}

/** @param group whether numbers have thousands separators */
function kindOf(type: string, values: Cell[], group: boolean): Kind {
  if (type === "integer") return { decimals: 0, group };
  if (type === "number")
    return { decimals: decimals(values.filter((value) => typeof value === "number")), group };
  if (type === "date") return { day: true };
  if (type !== "datetime") return {};
  const midnight = (value: Cell) => typeof value !== "string" || !/T(?!00:00:00)/.test(value);
  return values.every(midnight) ? { day: true } : { moment: true };
}

function written(kind: Kind, value: Cell | undefined): Written {
  if (value === null || value === undefined) return { text: "–", exact: null, missing: true };
  const cell = (text: string, exact: string | null = null) => ({ text, exact, missing: false });
  if (typeof value === "number") {
    const exact = String(value);
    if (kind.decimals === undefined) return cell(exact);
    const known =
      kind.decimals > 0 || !Number.isInteger(value) ? rounded(value, kind.decimals) : null;
    const { text, same } = known ?? { text: exact, same: true };
    return cell(kind.group && !text.includes("e") ? grouped(text) : text, same ? null : exact);
  }
  if (typeof value === "string") {
    if (kind.day && /^\d{4}-\d\d-\d\dT00:00:00(\.0+)?$/.test(value))
      return cell(value.split("T")[0]);
    if (kind.moment && /^\d{4}-\d\d-\d\dT/.test(value)) return cell(value.replace("T", " "));
    if (kind.moment && /^\d{4}-\d\d-\d\d$/.test(value)) return cell(`${value} 00:00:00`);
    return cell(visible(value));
  }
  if (typeof value === "boolean") return cell(value ? "True" : "False");
  return cell(visible(JSON.stringify(value)));
}

/**
 * Rounds to the column's decimals. Returns null if that would leave zero, or if the number has more
 * digits than are exact.
 */
function rounded(number: number, decimals: number) {
  const scaled = Math.abs(number) * 10 ** decimals;
  return number === 0 || (scaled >= 0.5 && scaled < EXACT) ? fixed(number, decimals) : null;
}

/**
 * Returns the decimals that a column's values need: at most two if they are large, and four if they
 * are small.
 */
function decimals(values: number[]) {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const most = largest >= 100 ? 2 : 4;
  for (let digits = 0; digits < most; digits += 1) {
    const scale = 10 ** digits;
    if (
      values.every(
        (value) =>
          Math.abs(Math.round(value * scale) / scale - value) < 1e-9 * Math.max(largest, 1),
      )
    )
      return digits;
  }
  return most;
}

/** Returns whether a column of numbers has amounts, so that 12345 reads better as 12,345. */
function isAmount(name: string, column: number, indexColumns: number) {
  return (
    column >= indexColumns &&
    !name
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .some((word) => NAMES.has(word))
  );
}
