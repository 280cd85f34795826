// The sources of a table's rows: the kernel, or the page if it has all of them. Both have the same interface:
// `rows({ offset, limit, sort, filter, search, stats })` resolves to a window `{ columns, types, indexColumns, offset, rows, totalRows, allRows, stats }`.

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("../types/automation").TableWindow} TableWindow */

/**
 * A table with all its rows, or the first of them.
 *
 * @typedef {{ columns: string[], types: string[], indexColumns: number, rows: Cell[][], totalRows: number }} Data
 */

/**
 * One key of a sort order, by the position of its column.
 *
 * @typedef {{ column: number, descending: boolean }} Order
 */

/**
 * A filter: a condition that rows have to meet.
 *
 * @typedef {{ column: number, op: import("../types/automation").Op, value: string }} Filter
 */

/**
 * Which rows, in which order.
 *
 * @typedef {{ sort: Order[], filter: Filter[], search: string }} Query
 */

/**
 * A request for a window.
 *
 * @typedef {Partial<Query> & { offset?: number, limit?: number, stats?: boolean }} Question
 */

/**
 * A source of rows; `here` is whether all of them are in the page.
 *
 * @typedef {{ here: boolean, rows: (question: Question) => Promise<TableWindow> }} Source
 */

/** Bins of a histogram. */
const BINS = 12;
/** The number of most frequent values in statistics. */
const TOP = 3;

/**
 * Returns the source of rows that the kernel keeps by a result's id. `rows` rejects with a sentence if they are no longer there.
 *
 * @param {string} id
 * @param {Pick<import("./views.js").Page, "table">} page
 * @returns {Source}
 */
export const kept = (id, page) => ({ here: false, rows: (question) => page.table(id, question) });

/**
 * Returns the source of rows that are all in the page: they can be sorted and filtered while Python computes and after its restart.
 *
 * @param {Data} data
 * @returns {Source}
 */
export function here(data) {
  /** @type {Map<string, import("../types/automation").ColumnStats[]>} */
  const measured = new Map();
  return {
    here: true,
    async rows({ offset = 0, limit = data.rows.length, sort = [], filter = [], search = "", stats = false }) {
      const found = arranged(data, { sort, filter, search });
      const key = JSON.stringify([filter, search]);
      if (stats && !measured.has(key))
        measured.set(
          key,
          data.columns.map((_, column) => measure(found.map((row) => row[column]))),
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
        stats: stats ? /** @type {import("../types/automation").ColumnStats[]} */ (measured.get(key)) : null,
      };
    },
  };
}

/**
 * Returns the matching rows in order. The sort is stable, and missing values come last in both directions.
 *
 * @param {{ rows: Cell[][] }} data
 * @param {Query} query
 */
export function arranged({ rows }, { sort, filter, search }) {
  const wanted = search.toLowerCase();
  const found = rows.filter(
    (row) => filter.every((one) => passes(row[one.column], one)) && (wanted === "" || row.some((value) => worded(value).toLowerCase().includes(wanted))),
  );
  if (sort.length === 0) return found;
  return found
    .map((row, at) => ({ row, at }))
    .sort((a, b) => {
      for (const { column, descending } of sort) {
        const order = compared(a.row[column], b.row[column], descending);
        if (order !== 0) return order;
      }
      return a.at - b.at;
    })
    .map(({ row }) => row);
}

/**
 * @param {Cell} a
 * @param {Cell} b
 * @param {boolean} descending
 */
function compared(a, b, descending) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = typeof a === "number" && typeof b === "number" ? a - b : worded(a) < worded(b) ? -1 : worded(a) > worded(b) ? 1 : 0;
  return descending ? -order : order;
}

/**
 * @param {Cell} value
 * @param {Filter} filter
 */
function passes(value, { op, value: wanted }) {
  if (op === "missing") return value === null;
  if (op === "present") return value !== null;
  if (value === null) return false;
  const number = Number(wanted);
  const numeric = typeof value === "number" && String(wanted).trim() !== "" && !Number.isNaN(number);
  if (op === "equals") return numeric ? value === number : worded(value).toLowerCase() === String(wanted).toLowerCase();
  if (op === "atLeast") return numeric ? value >= number : worded(value) >= String(wanted);
  if (op === "atMost") return numeric ? value <= number : worded(value) <= String(wanted);
  return worded(value).toLowerCase().includes(String(wanted).toLowerCase());
}

/** @param {Cell} value */
const worded = (value) => (value === null ? "" : typeof value === "boolean" ? (value ? "True" : "False") : String(value));

/**
 * Computes the statistics that the kernel reports of a column, for values in the page.
 *
 * @param {Cell[]} values
 * @returns {import("../types/automation").ColumnStats}
 */
export function measure(values) {
  const present = values.filter((value) => value !== null);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const value of present) counts.set(worded(value), (counts.get(worded(value)) ?? 0) + 1);
  const numbers = present.filter((value) => typeof value === "number");
  const numeric = numbers.length > 0 && numbers.length === present.length;
  const sorted = numeric ? [...numbers].sort((a, b) => a - b) : present.map(worded).sort();
  const [min, max] = [sorted[0] ?? null, sorted.at(-1) ?? null];
  const top = [...counts].sort((a, b) => b[1] - a[1]).slice(0, TOP);
  return {
    missing: values.length - present.length,
    distinct: counts.size,
    min,
    max,
    bins: numeric && /** @type {number} */ (max) > /** @type {number} */ (min) ? bins(numbers, /** @type {number} */ (min), /** @type {number} */ (max)) : null,
    top,
  };
}

/**
 * @param {number[]} numbers
 * @param {number} min
 * @param {number} max
 */
function bins(numbers, min, max) {
  const counts = Array(BINS).fill(0);
  for (const value of numbers) counts[Math.min(BINS - 1, Math.floor(((value - min) / (max - min)) * BINS))] += 1;
  return counts;
}
