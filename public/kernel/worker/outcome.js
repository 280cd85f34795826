// Validates outcomes. They come from Python, where code can damage what makes them, and the page accepts no reply of another
// shape. The fields are those of `crates/kernel/src/outcome.rs`.

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

/** Returns whether a value has the fields of a result. */
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
 * Parses the outcome of an execution from the harness.
 *
 * @param {unknown} json
 * @returns {object} the outcome
 * @throws {Error} where it is not valid
 */
export function readOutcome(json) {
  const value = text(json) ? JSON.parse(json) : null;
  if (!outcome(value)) throw new Error("what the code left of Python returns no outcome");
  return value;
}
