// The sources of a table's rows: the kernel, or the page if it has all of them. Both have the same
// interface: `rows({ offset, limit, sort, filter, search, stats })` resolves to a window `{
// columns, types, indexColumns, offset, rows, totalRows, allRows, stats }`.

import type { ColumnStats, Op, TableWindow } from "../generated/automation.ts";
import type { Cell } from "./cells.ts";
import type { Page } from "./main.ts";

/** A table with all its rows, or the first of them. */
export type Data = {
  columns: string[];
  types: string[];
  indexColumns: number;
  rows: Cell[][];
  totalRows: number;
  allColumns?: number;
};

/** One key of a sort order, by the position of its column. */
export type Order = { column: number; descending: boolean };

/** A filter: a condition that rows have to meet. */
export type Filter = { column: number; op: Op; value: string };

/** Which rows, in which order. */
export type Query = { sort: Order[]; filter: Filter[]; search: string };

/** A request for a window. */
export type Question = Partial<Query> & { offset?: number; limit?: number; stats?: boolean };

/** A source of rows; `here` is whether all of them are in the page. */
export type Source = { here: boolean; rows: (question: Question) => Promise<TableWindow> };

/** Bins of a histogram. */
const BINS = 12;
/** The number of most frequent values in statistics. */
const TOP = 3;

/**
 * Returns the source of rows that the kernel keeps by a result's id. `rows` rejects with a sentence
 * if they are no longer there.
 */
export const kept = (id: string, page: Pick<Page, "table">): Source => ({
  here: false,
  rows: (question) => page.table(id, question),
});

/**
 * Returns the source of rows that are all in the page: they can be sorted and filtered while Python
 * computes and after its restart.
 */
export function here(data: Data): Source {
  const measured = new Map<string, ColumnStats[]>();
  return {
    here: true,
    async rows({
      offset = 0,
      limit = data.rows.length,
      sort = [],
      filter = [],
      search = "",
      stats = false,
    }) {
      const found = arranged(data, { sort, filter, search });
      const key = JSON.stringify([filter, search]);
      if (stats && !measured.has(key))
        measured.set(
          key,
          data.columns.map((_, column) =>
            measure(
              found.map((row) => row[column]),
              data.types[column],
            ),
          ),
        );
      const { columns, types, indexColumns } = data;
      const rows = found.slice(offset, offset + limit);
      return {
        columns,
        types,
        indexColumns,
        offset,
        rows,
        totalRows: found.length,
        allRows: data.rows.length,
        stats: stats ? (measured.get(key) as ColumnStats[]) : null,
      };
    },
  };
}

/**
 * Returns the matching rows in order. The sort is stable, and missing values come last in both
 * directions.
 */
export function arranged(
  { rows, types = [] }: { rows: Cell[][]; types?: string[] },
  { sort, filter, search }: Query,
) {
  const wanted = search.toLowerCase();
  const found = rows.filter(
    (row) =>
      filter.every((one) => passes(row[one.column], one, types[one.column])) &&
      (wanted === "" || row.some((value) => worded(value).toLowerCase().includes(wanted))),
  );
  if (sort.length === 0) return found;
  return found
    .map((row, at) => ({ row, at }))
    .sort((a, b) => {
      for (const { column, descending } of sort) {
        const order = compared(a.row[column], b.row[column], { descending, type: types[column] });
        if (order !== 0) return order;
      }
      return a.at - b.at;
    })
    .map(({ row }) => row);
}

function compared(a: Cell, b: Cell, { descending, type }: { descending: boolean; type?: string }) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [left, right] = [numberOf(a, type), numberOf(b, type)];
  const order =
    left !== null && right !== null
      ? difference(left, right)
      : worded(a) < worded(b)
        ? -1
        : worded(a) > worded(b)
          ? 1
          : 0;
  return descending ? -order : order;
}

/** The text of an integer. */
const INTEGER = /^[+-]?\d+$/;

/**
 * Returns the number of a cell, or null. A column of integers has those as text that a number of
 * JavaScript does not hold.
 *
 * @param type the column's
 */
const numberOf = (value: Cell, type?: string) =>
  typeof value === "number"
    ? value
    : type === "integer" && typeof value === "string" && INTEGER.test(value)
      ? BigInt(value.replace("+", ""))
      : null;

/** Compares numbers exactly, whatever holds them. */
const difference = (a: number | bigint, b: number | bigint) => (a < b ? -1 : a > b ? 1 : 0);

/** @param type the column's */
function passes(value: Cell, { op, value: wanted }: Filter, type?: string) {
  if (op === "missing") return value === null;
  if (op === "present") return value !== null;
  if (value === null) return false;
  const text = String(wanted).trim();
  const number = INTEGER.test(text) ? BigInt(text.replace("+", "")) : Number(wanted);
  const own = text === "" || Number.isNaN(number) ? null : numberOf(value, type);
  const order = own === null ? null : difference(own, number);
  if (op === "equals")
    return order === null
      ? worded(value).toLowerCase() === String(wanted).toLowerCase()
      : order === 0;
  if (op === "atLeast") return order === null ? worded(value) >= String(wanted) : order >= 0;
  if (op === "atMost") return order === null ? worded(value) <= String(wanted) : order <= 0;
  return worded(value).toLowerCase().includes(String(wanted).toLowerCase());
}

const worded = (value: Cell) =>
  value === null ? "" : typeof value === "boolean" ? (value ? "True" : "False") : String(value);

/**
 * Computes the statistics that the kernel reports of a column, for values in the page.
 *
 * @param type the column's
 */
export function measure(values: Cell[], type?: string): ColumnStats {
  const present = values.filter((value) => value !== null);
  const counts = new Map<string, number>();
  for (const value of present) counts.set(worded(value), (counts.get(worded(value)) ?? 0) + 1);
  const numbers = present.filter((value) => typeof value === "number");
  const numeric = numbers.length > 0 && numbers.length === present.length;
  const exact = present.every((value) => numberOf(value, type) !== null);
  const sorted = exact
    ? [...present].sort((a, b) => compared(a, b, { descending: false, type }))
    : present.map(worded).sort();
  const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TOP);
  return {
    missing: values.length - present.length,
    distinct: counts.size,
    min,
    max,
    bins:
      numeric && (max as number) > (min as number)
        ? bins(numbers, min as number, max as number)
        : null,
    top,
  };
}

function bins(numbers: number[], min: number, max: number) {
  const counts = Array(BINS).fill(0);
  for (const value of numbers)
    counts[Math.min(BINS - 1, Math.floor(((value - min) / (max - min)) * BINS))] += 1;
  return counts;
}
