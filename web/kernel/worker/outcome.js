// Validates outcomes. They come from Python, where code can damage what makes them, and the page
// accepts no reply of another shape. The fields are those of `crates/kernel/src/outcome.rs`.

/** @typedef {(value: unknown) => boolean} Check whether a value has a certain shape */

/** @type {(value: unknown) => value is string} */
const text = (value) => typeof value === "string";
/** @type {Check} */
const count = (value) => Number.isSafeInteger(value) && /** @type {number} */ (value) >= 0;
/** @type {(check: Check) => Check} */
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
/** @type {(fields: Record<string, Check>) => Check} */
const record = (fields) => (value) =>
  typeof value === "object" &&
  value !== null &&
  Object.entries(fields).every(([name, check]) =>
    check(/** @type {Record<string, unknown>} */ (value)[name]),
  );
/** @type {(check: Check) => Check} */
const orNull = (check) => (value) => value === null || check(value);
/** @type {(check: Check) => Check} */
const orAbsent = (check) => (value) => value === undefined || check(value);
/** @type {Check} */
const cell = (value) => value === null || ["string", "number", "boolean"].includes(typeof value);

const table = record({
  columns: listOf(text),
  types: listOf(text),
  indexColumns: count,
  rows: listOf(listOf(cell)),
  tail: listOf(listOf(cell)),
  totalRows: count,
  allColumns: orAbsent(count),
});

/** Returns whether a value has the fields of a result. */
export const isShown =
  /** @type {(value: unknown) => value is import("../../generated/kernel").Shown} */ (
    record({
      id: text,
      main: (value) => typeof value === "boolean",
      text,
      mime: (value) =>
        typeof value === "object" && value !== null && Object.values(value).every(text),
      data: orNull(table),
      chart: orNull(
        (value) =>
          typeof value === "object" && text(/** @type {{ type?: unknown }} */ (value).type),
      ),
      display: orNull(text),
    })
  );

const noMatch = record({
  kind: (value) => value === "noMatch",
  column: text,
  test: text,
  value: text,
  nearest: listOf(text),
  distinct: count,
});

const FORMS = [
  "blank",
  "thousands",
  "decimalComma",
  "percent",
  "currency",
  "range",
  "unit",
  "words",
];
const notNumbers = record({
  kind: (value) => value === "notNumbers",
  column: text,
  count,
  of: count,
  forms: listOf((value) => FORMS.includes(/** @type {string} */ (value))),
  examples: listOf(text),
});

const outcome = record({
  status: (value) => ["ok", "error", "interrupted"].includes(/** @type {string} */ (value)),
  executionCount: count,
  stdout: text,
  stderr: text,
  results: listOf(isShown),
  error: orNull(record({ name: text, value: text, traceback: text })),
  files: listOf(record({ path: text, bytes: count })),
  removed: listOf(text),
  output: orNull(text),
  variables: listOf(text),
  lineage: record({
    files: (value) => typeof value === "boolean",
    made: listOf((value) => ["typed", "random", "sample"].includes(/** @type {string} */ (value))),
  }),
  additions: orAbsent(listOf(record({ at: count, text, file: text, arguments: listOf(text) }))),
  deviations: orAbsent(listOf(record({ file: text, arguments: listOf(text) }))),
  findings: orAbsent(listOf((value) => noMatch(value) || notNumbers(value))),
});

/**
 * Parses the outcome of an execution from the harness.
 *
 * @param {unknown} json
 * @returns {Omit<import("../../generated/kernel").Outcome, "durationMs" | "memoryBytes">} what the
 *   harness knows of the outcome
 * @throws {Error} where it is not valid
 */
export function readOutcome(json) {
  const value = text(json) ? JSON.parse(json) : null;
  if (!outcome(value)) throw new Error("what the code left of Python returns no outcome");
  return value;
}
