// Whether an outcome is one. It comes from Python, where code can damage what makes it, and the page takes no reply of
// another shape. Knows the fields of `crates/kernel/src/outcome.rs`.

const text = (value) => typeof value === "string";
const count = (value) => Number.isSafeInteger(value) && value >= 0;
const listOf = (check) => (value) => Array.isArray(value) && value.every(check);
const record = (fields) => (value) =>
  typeof value === "object" && value !== null && Object.entries(fields).every(([name, check]) => check(value[name]));
const orNull = (check) => (value) => value === null || check(value);
const cell = (value) => value === null || ["string", "number", "boolean"].includes(typeof value);

const table = record({
  columns: listOf(text),
  types: listOf(text),
  indexColumns: count,
  rows: listOf(listOf(cell)),
  tail: listOf(listOf(cell)),
  totalRows: count,
});

/** Whether a value is a result, in its fields. */
export const isShown = record({
  id: text,
  main: (value) => typeof value === "boolean",
  text,
  mime: (value) => typeof value === "object" && value !== null && Object.values(value).every(text),
  data: orNull(table),
  chart: orNull((value) => typeof value === "object" && text(value.type)),
  display: orNull(text),
});

const outcome = record({
  status: (value) => ["ok", "error", "interrupted"].includes(value),
  executionCount: count,
  stdout: text,
  stderr: text,
  results: listOf(isShown),
  error: orNull(record({ name: text, value: text, traceback: text })),
  files: listOf(record({ path: text, bytes: count })),
  removed: listOf(text),
  output: orNull(text),
  variables: listOf(text),
});

/**
 * Reads what the harness made of an execution.
 *
 * @param {unknown} json
 * @returns {object} the outcome
 * @throws {Error} where it is none
 */
export function readOutcome(json) {
  const value = text(json) ? JSON.parse(json) : null;
  if (!outcome(value)) throw new Error("what the code left of Python gives no outcome");
  return value;
}
