// Written by `cargo xtask types` from the Rust types of `kernel::automation`. Do not edit.

import type { JsonValue, Mounted, Outcome, Place, Shown, Start, Status } from "./kernel.ts";

/**
 * Whose code runs.
 */
export type AuthorWord = "model" | "user" | "page";

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
 * The step whose result supports it, as an index into `steps`; null for a step of an earlier
 * turn, for the profile of a file, and if nothing supports it.
 */
step: number | null,
/**
 * What supports it, as a sentence; null for a number of the question.
 */
note: string | null, };

/**
 * What supports a number.
 */
export type ClaimSupport = "found" | "derived" | "question" | "used" | "typed" | "misplaced" | "chance" | "replaced" | "missing";

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
 * The smallest value as its cell shows it; null if the values have no order, or there are
 * none.
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
 * The number of rows that `bins` counts, if not all.
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
 * What it is compared with: a number, text, or a date as text; nothing for `missing` and
 * `present`.
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
 * What is known of a file.
 */
export type FileWord = "waiting" | "reading" | "ready" | "failed" | "removed";

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
 * The stored sessions. `open` and `create` switch within the page, and reload it only if the browser cannot store sessions.
 */
sessions: import("../types/page.ts").SessionsSurface;
/**
 * Runs all code of the session again in a fresh interpreter, and compares every outcome with the stored one.
 */
replay(): Promise<ReplayVerdict>;
/**
 * The functions that the user has saved; see `frontend/src/automation/functions.rs`.
 */
functions: import("../types/page.ts").FunctionsSurface;
/**
 * The models of the session; see `frontend/src/automation/models.rs`.
 */
models: import("../types/page.ts").ModelsSurface;
/**
 * How the models of the session are asked; see `app/src/session/settings.rs`.
 */
settings: import("../types/page.ts").SettingsSurface;
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
/**
 * Resolves when everything that happened is stored; rejects with a sentence where it cannot be.
 */
settled(): Promise<void>;
/**
 * Resolves when the session does nothing any more and everything is drawn and stored.
 */
idle(): Promise<void>;
/**
 * Returns what the page has done after the event of this number, the oldest first.
 */
events(since?: number): Array<PageEvent>;
/**
 * What the browser stores of the page for visits without network.
 */
offline: { status(): Promise<OfflineStatus>; stored(): Promise<OfflineStatus>; update(): Promise<OfflineUpdate> };
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
 * The states of a kernel.
 */
export type KernelWord = "loading" | "restarting" | "idle" | "busy" | "fetching" | "failed" | "asleep";

/**
 * What looking for a new version may find.
 */
export type OfflineFound = "current" | "newer" | "refused" | "unknown";

/**
 * What is stored for a visit without network.
 */
export type OfflineStatus = {
/**
 * Whether the browser may store this page at all.
 */
supported: boolean,
/**
 * Why it does not, as a sentence; null if it does.
 */
why: string | null,
/**
 * The version that is stored as a whole and answers without network; null if none is.
 */
version: string | null,
/**
 * A version that is being stored, or waits to be used; null if there is none.
 */
next: string | null,
/**
 * Whether a version and all files of the next visit are stored.
 */
complete: boolean,
/**
 * The names of the files of the next visit that are not stored yet.
 */
pending: Array<string>, };

/**
 * What looking for a new version has found.
 */
export type OfflineUpdate = {
/**
 * What.
 */
found: OfflineFound,
/**
 * The version that was found; null if there is none that is newer, or that is known.
 */
version: string | null,
/**
 * What to know of it, as a sentence; null if nothing is.
 */
why: string | null, };

/**
 * The states of the service worker, and of what the browser stores for a visit without
 * network.
 */
export type OfflineWord = "installing" | "installed" | "activating" | "activated" | "redundant" | "controlling" | "files-stored" | "failed";

/**
 * One value, or a list of them.
 */
export type OneOrMany<T> = T | Array<T>;

/**
 * The ways of comparing a cell.
 */
export type Op = "contains" | "equals" | "atLeast" | "atMost" | "missing" | "present";

/**
 * Something that has happened in the page.
 */
export type PageEvent = {
/**
 * Its number, from 1 and without gaps.
 */
n: number,
/**
 * When, in milliseconds since the page was opened.
 */
at: number,
/**
 * Which of the sessions that the page has opened, from 1; null for what belongs to none.
 */
session: number | null,
/**
 * What it is about: a turn, an execution, a file, a notice or a drawing by its number; null
 * if there is only one thing of the kind.
 */
id: number | null, } & ({ "type": "kernel", "data": {
/**
 * The state.
 */
state: KernelWord, } } | { "type": "execution-began", "data": {
/**
 * Whose code it is.
 */
author: AuthorWord, } } | { "type": "execution-ended", "data": {
/**
 * How it ended.
 */
status: Status,
/**
 * How many results it showed.
 */
results: number,
/**
 * How many files it wrote.
 */
files: number, } } | { "type": "turn-began", "data": Record<symbol, never> } | { "type": "turn-phase", "data": {
/**
 * What it does.
 */
phase: PhaseWord, } } | { "type": "turn-ended", "data": {
/**
 * How it ended.
 */
end: TurnEnd,
/**
 * How many steps it has.
 */
steps: number, } } | { "type": "request-sent", "data": {
/**
 * The size of its body.
 */
bytes: number, } } | { "type": "file", "data": {
/**
 * What.
 */
state: FileWord, } } | { "type": "render-began", "data": {
/**
 * What is drawn.
 */
kind: RenderKind, } } | { "type": "render-ended", "data": {
/**
 * How.
 */
end: RenderEnd, } } | { "type": "stored", "data": {
/**
 * How many.
 */
records: number, } } | { "type": "not-stored", "data": {
/**
 * How many.
 */
records: number, } } | { "type": "notice-shown", "data": {
/**
 * Whether it is a problem rather than news.
 */
problem: boolean, } } | { "type": "notice-dismissed", "data": Record<symbol, never> } | { "type": "session", "data": {
/**
 * What.
 */
state: SessionWord, } } | { "type": "offline", "data": {
/**
 * The state.
 */
state: OfflineWord, } });

/**
 * What a turn does.
 */
export type PhaseWord = "waiting" | "thinking" | "running" | "consent" | "over";

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
 * How the drawing of a result ended.
 */
export type RenderEnd = "drawn" | "failed" | "removed";

/**
 * What is drawn in a frame, see `web/render/kinds.ts`.
 */
export type RenderKind = "plotly" | "vegalite" | "vega" | "chart" | "html" | "svg" | "mathml" | "latex" | "pdf";

/**
 * An outcome that differs.
 */
export type ReplayDifference = {
/**
 * Its turn, counted from 0 in what the page shows; null for the console.
 */
turn: number | null,
/**
 * Its step, counted from 0 in its turn; null for the console.
 */
step: number | null,
/**
 * Its code.
 */
code: string,
/**
 * How it differs, with the old and the new values.
 */
differences: Array<string>,
/**
 * Whether the runtime has changed since, as a sentence.
 */
why: string, };

/**
 * What `insitu.replay` has found.
 */
export type ReplayVerdict = {
/**
 * The verdict.
 */
verdict: ReplayWord,
/**
 * How many outcomes there are to compare.
 */
executions: number,
/**
 * How many were compared.
 */
compared: number,
/**
 * Those that differ.
 */
differences: Array<ReplayDifference>,
/**
 * The largest relative difference of two numbers that are taken to be the same.
 */
tolerance: number,
/**
 * The time that running and comparing took, in milliseconds.
 */
durationMs: number, };

/**
 * The verdict in a word.
 */
export type ReplayWord = "same" | "different" | "incomplete";

/**
 * The options of `run`.
 */
export type RunOptions = {
/**
 * The longest that the code may run, in milliseconds from 1 to a day; the user's setting by
 * default.
 */
timeoutMs?: number | null,
/**
 * Whether the code only asks the interpreter about its state: it is not part of the session,
 * and is not offered to be run again.
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
 * What happens to a session.
 */
export type SessionWord = "opened" | "restored" | "shown" | "hidden" | "asleep" | "awake" | "held" | "released";

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
 * Whether the largest value comes first; false by default. Missing values come last in both
 * directions.
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
 * What the code produced; null if it was not run.
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
 * The rows, each as long as `columns`, with cells as in `TableData`. A text ends at 500
 * characters, with `…`, unless it was requested whole.
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
 * The number of columns before those of the window, and in all, without index levels: if the
 * window does not have all of them.
 */
firstColumn?: number,
/**
 * See `first_column`.
 */
allColumns?: number,
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
 * The answer as Markdown; empty if there is none.
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
 * Whether the answer states something although nothing was computed for it, and the model
 * insisted.
 */
notComputed: boolean,
/**
 * The questions that may be meant, if the answer asks back; empty otherwise.
 */
choices: Array<string>, };

/**
 * How a turn ended.
 */
export type TurnEnd = "answered" | "limit" | "user" | "error";

/**
 * Which rows of a table, in which order. A row has to meet all conditions and to contain the
 * searched text.
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
whole?: Whole | null,
/**
 * The number of columns before those of the window, without index levels, of which at most 200
 * are sent; 0 by default.
 */
firstColumn?: number, } & View;
