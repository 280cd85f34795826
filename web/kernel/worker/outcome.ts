// Validates outcomes. They come from Python, where code can damage what makes them, and the page
// accepts no reply of another shape. The fields are those of `crates/kernel/src/outcome.rs`.

import type { Outcome, Shown } from "../../generated/kernel.ts";

/** Whether a value has a certain shape. */
type Check = (value: unknown) => boolean;

const text = (value: unknown): value is string => typeof value === "string";
const count: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
const record =
  (fields: Record<string, Check>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    );
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const orAbsent =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);
const cell: Check = (value) =>
  value === null || ["string", "number", "boolean"].includes(typeof value);

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
export const isShown = record({
  id: text,
  main: (value) => typeof value === "boolean",
  text,
  mime: (value) => typeof value === "object" && value !== null && Object.values(value).every(text),
  data: orNull(table),
  chart: orNull((value) => typeof value === "object" && text((value as { type?: unknown }).type)),
  display: orNull(text),
}) as (value: unknown) => value is Shown;

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
  forms: listOf((value) => FORMS.includes(value as string)),
  examples: listOf(text),
});

const join = record({
  kind: (value) => value === "join",
  how: (value) => ["inner", "left", "right", "outer"].includes(value as string),
  left: count,
  right: count,
  rows: count,
  leftAlone: count,
  rightAlone: count,
});

const outcome = record({
  status: (value) => ["ok", "error", "interrupted"].includes(value as string),
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
    made: listOf((value) => ["typed", "random", "sample"].includes(value as string)),
  }),
  additions: orAbsent(listOf(record({ at: count, text, file: text, arguments: listOf(text) }))),
  deviations: orAbsent(listOf(record({ file: text, arguments: listOf(text) }))),
  findings: orAbsent(listOf((value) => noMatch(value) || notNumbers(value) || join(value))),
});

/**
 * Parses the outcome of an execution from the harness.
 *
 * @returns what the harness knows of the outcome
 * @throws {Error} if it is not valid
 */
export function readOutcome(json: unknown): Omit<Outcome, "durationMs" | "memoryBytes"> {
  const value = text(json) ? JSON.parse(json) : null;
  if (!outcome(value)) throw new Error("what the code left of Python returns no outcome");
  return value;
}
