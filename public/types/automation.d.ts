// Written by `cargo xtask types` from the Rust types of crates/automation. Do not edit.

import type { JsonValue, Mounted, Outcome, Place, Shown, Start } from "./kernel";

/**
 * A number or a date of an answer, and what supports it.
 */
export type Claim = {
/**
 * As the answer writes it.
 */
text: string,
/**
 * Where it begins in the answer, in UTF-16 code units.
 */
start: number,
/**
 * Where it ends.
 */
end: number,
/**
 * What supports it.
 */
support: ClaimSupport,
/**
 * The step whose result supports it, as an index into `steps`; null for a step of an earlier turn, for the
 * profile of a file, and where nothing supports it.
 */
step: number | null,
/**
 * What supports it, as a sentence; null for a number of the question.
 */
note: string | null, };

/**
 * What supports a number.
 */
export type ClaimSupport = "found" | "derived" | "question" | "used" | "typed" | "misplaced" | "chance" | "missing";

/**
 * A column, by its name or its position from 0.
 */
export type ColumnName = string | number;

/**
 * The statistics of a column over the rows that match.
 */
export type ColumnStats = {
/**
 * The number of missing values.
 */
missing: number,
/**
 * The number of distinct values.
 */
distinct: number,
/**
 * The smallest value as its cell shows it; null where the values have no order, or there are none.
 */
min: JsonValue,
/**
 * The largest value, likewise.
 */
max: JsonValue,
/**
 * Whether there are more distinct values than `distinct`.
 */
more?: boolean,
/**
 * A histogram: the number of values in each of equal intervals between `min` and `max`.
 */
bins: Array<number> | null,
/**
 * The number of rows that `bins` counts, where not all.
 */
sampled?: number,
/**
 * The most frequent values, `[text, count]`, the most frequent first.
 */
top: Array<[string, number]>, };

/**
 * A condition that a row has to meet.
 */
export type Condition = {
/**
 * The column whose cell is compared.
 */
column: ColumnName,
/**
 * How it is compared; `equals` by default.
 */
op?: Op,
/**
 * What it is compared with: a number, text, or a date as text; nothing for `missing` and `present`.
 */
value?: JsonValue, };

/**
 * A cell that is too long even to be sent whole.
 */
export type CutCell = {
/**
 * The position of its column.
 */
column: number,
/**
 * The number of its characters.
 */
length: number, };

/**
 * The kinds of files that a table is saved as.
 */
export type FileFormat = "csv" | "xlsx";

/**
 * What a row has to match.
 */
export type Filter = string | Condition;

/**
 * The page's interface for scripts; see `docs/automation.md`.
 */
export interface Insitu {
/**
 * Resolves when the kernel can run code, also after a restart.
 */
readonly ready: Promise<void>;
/**
 * Returns how the interpreter was started.
 */
startup(): Startup;
/**
 * Mounts a file under `/data`.
 */
addFile(file: File): Promise<Mounted>;
/**
 * Runs Python, after any execution that is running.
 */
run(code: string, options?: RunOptions & { onOutput?: (text: string) => void }): Promise<Outcome>;
/**
 * Asks the chosen model.
 */
ask(text: string): Promise<Turn>;
/**
 * Does what the Stop button does.
 */
interrupt(): void;
/**
 * Starts a fresh interpreter, and resolves when it can run code.
 */
restart(): Promise<void>;
/**
 * The stored sessions; see `public/sessions/surface.js`. `open` and `create` load the page again.
 */
sessions: import("./page").SessionsSurface;
/**
 * Runs all code of the session again in a fresh interpreter, and compares every outcome with the stored one.
 */
replay(): Promise<import("./page").ReplayVerdict>;
/**
 * The functions that the user has saved; see `public/sessions/functions/surface.js`.
 */
functions: import("./page").FunctionsSurface;
/**
 * The models of the session; see `public/models/surface.js`.
 */
models: import("./page").ModelsSurface;
/**
 * How the models of the session are asked; see `public/models/settings.js`.
 */
settings: import("./page").SettingsSurface;
/**
 * Runs every egress probe against an address that answers every request, by default one of this server.
 */
selfTest(target?: string): Promise<Array<JudgedProbe>>;
/**
 * Returns a window of a table that was shown.
 */
table(resultId: string, options?: WindowOptions): Promise<TableWindow>;
/**
 * Returns a table that was shown as a file.
 */
saveTable(resultId: string, options?: SaveOptions): Promise<File>;
/**
 * Returns a figure as SVG.
 */
saveVector(resultId: string): Promise<File>;
/**
 * Returns the content of a document as results.
 */
preview(path: string): Promise<Preview>;
}

/**
 * The final result of an egress probe, once the server has said what arrived.
 */
export type JudgedFate = "refused" | "open" | "unproven";

/**
 * An egress probe and its final result.
 */
export type JudgedProbe = {
/**
 * The interface that was tried, as a user reads it: "fetch", "WebSocket".
 */
name: string,
/**
 * Where it ran.
 */
place: Place,
/**
 * Its result.
 */
fate: JudgedFate,
/**
 * The error or policy that stopped it, or other evidence.
 */
how: string, };

/**
 * One value, or a list of them.
 */
export type OneOrMany<T> = T | Array<T>;

/**
 * The ways of comparing a cell.
 */
export type Op = "contains" | "equals" | "atLeast" | "atMost" | "missing" | "present";

/**
 * The content of a document.
 */
export type Preview = {
/**
 * One table per sheet, one text per slide, and so on.
 */
results: Array<Shown>,
/**
 * What a user should know, or why there are no results: a sentence.
 */
message: string | null, };

/**
 * The options of `run`.
 */
export type RunOptions = {
/**
 * The longest that the code may run, in milliseconds from 1 to a day; the user's setting by default.
 */
timeoutMs?: number | null,
/**
 * Whether the code only asks the interpreter about its state: it is no part of the session, and is not offered to be run again.
 */
silent?: boolean | null, };

/**
 * The options of `saveTable`.
 */
export type SaveOptions = {
/**
 * The kind of file; CSV by default.
 */
format?: FileFormat, } & View;

/**
 * What rows are sorted by.
 */
export type Sort = ColumnName | SortKey;

/**
 * One key of a sort order.
 */
export type SortKey = {
/**
 * The column.
 */
column: ColumnName,
/**
 * Whether the largest value comes first; false by default. Missing values come last in both directions.
 */
descending?: boolean, };

/**
 * How the interpreter was started.
 */
export type Startup = {
/**
 * How.
 */
from: Start,
/**
 * Why the snapshot was not used, if so: a sentence.
 */
why: string | null, };

/**
 * A tool call of a turn.
 */
export type Step = {
/**
 * What the code is for, in a few words.
 */
purpose: string,
/**
 * Python source.
 */
code: string,
/**
 * What the code produced; null where it was not run.
 */
outcome: Outcome | null,
/**
 * Why it was not run, if so.
 */
refused: string | null, };

/**
 * Why a turn ended early.
 */
export type StopReason = "limit" | "user" | "error";

/**
 * A window of a table.
 */
export type TableWindow = {
/**
 * Column names, index levels first unless the index is a plain range.
 */
columns: Array<string>,
/**
 * The type of each column, as in `TableData`.
 */
types: Array<string>,
/**
 * How many of the first columns are index levels.
 */
indexColumns: number,
/**
 * The number of matching rows before the window.
 */
offset: number,
/**
 * The rows, each as long as `columns`, with cells as in `TableData`. A text ends at 500 characters, with
 * `…`, unless it was requested whole.
 */
rows: Array<Array<JsonValue>>,
/**
 * The number of rows that match.
 */
totalRows: number,
/**
 * The number of rows in all.
 */
allRows: number,
/**
 * With `whole`: the cells of which only the beginning was sent.
 */
cut?: Array<CutCell>,
/**
 * The statistics of each column, if they were requested.
 */
stats: Array<ColumnStats> | null, };

/**
 * A turn that is complete.
 */
export type Turn = {
/**
 * The question as it was asked.
 */
question: string,
/**
 * The answer as Markdown; empty where there is none.
 */
answer: string,
/**
 * The tool calls in their order.
 */
steps: Array<Step>,
/**
 * Why it ended early, if so.
 */
stopped: StopReason | null,
/**
 * A sentence that says how it was stopped, and what to do.
 */
message: string | null,
/**
 * The numbers and dates of the answer in their order.
 */
claims: Array<Claim>,
/**
 * Whether the answer states something although nothing was computed for it, and the model insisted.
 */
notComputed: boolean,
/**
 * The questions that may be meant, if the answer asks back; empty otherwise.
 */
choices: Array<string>, };

/**
 * Which rows of a table, in which order. A row has to meet all conditions and to contain the searched text.
 */
export type View = {
/**
 * The sort order, the primary key first; the table's own by default.
 */
sort?: OneOrMany<Sort>,
/**
 * Conditions, and at most one text to search for.
 */
filter?: OneOrMany<Filter>,
/**
 * A text that some cell of a row has to contain, whatever its case.
 */
search?: string, };

/**
 * Which cells of a row are not shortened.
 */
export type Whole = boolean | ColumnName;

/**
 * The options of `table`: which window of which rows.
 */
export type WindowOptions = {
/**
 * The number of matching rows before the window; 0 by default.
 */
offset?: number,
/**
 * The maximum number of rows, from 0 to 1,000; 100 by default.
 */
limit?: number,
/**
 * Whether to describe each column as well; false by default.
 */
stats?: boolean,
/**
 * Which cells are not shortened, in a window of one row; none by default.
 */
whole?: Whole | null, } & View;
