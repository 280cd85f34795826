// Written by `cargo xtask types` from the Rust types of crates/kernel and crates/charts. Do not edit.

/**
 * Arguments that were added to a call.
 */
export type Addition = {
/**
 * Where in the code as it was written, in bytes of UTF-8.
 */
at: number,
/**
 * What was added: `, sep=";", decimal=","`.
 */
text: string,
/**
 * The name of the file that the call reads.
 */
file: string,
/**
 * The names of the arguments.
 */
arguments: Array<string>, };

/**
 * Arrows, or wind barbs.
 */
export type Arrows = {
/**
 * Their name; empty if they have none.
 */
label: string,
/**
 * Each arrow as `[x, y, along x, along y]`.
 */
vectors: Array<[Coordinate, Coordinate, Coordinate, Coordinate]>,
/**
 * The original number of arrows, if `vectors` are not all.
 */
total?: number, };

/**
 * A file that the page fetches and checks.
 */
export type Asset = {
/**
 * Its address on this server, with its hash in the name: `/runtime/numpy-2.4.3.0f3a….whl`.
 */
url: string,
/**
 * Its size in bytes, uncompressed.
 */
bytes: number,
/**
 * Its SHA-256 in lower-case hexadecimal, uncompressed.
 */
sha256: string,
/**
 * For a file of more than [`PIECE`] bytes: the SHA-256 over the concatenated SHA-256s (32
 * bytes each) of its pieces of that length. With it a page checks the file without blocking
 * for long.
 */
tree?: string | null, };

/**
 * What every chart has: its title and its axes.
 */
export type Axes = {
/**
 * The title; empty if there is none.
 */
title: string,
/**
 * The label of the x axis, as it is written.
 */
xLabel: string,
/**
 * The part of the label in brackets.
 */
xUnit: string,
/**
 * The scale: `linear`, `log`, `datetime`, `categorical`, or the name of another of
 * matplotlib's.
 */
xScale: string,
/**
 * The label of the y axis.
 */
yLabel: string,
/**
 * The part of the label in brackets.
 */
yUnit: string,
/**
 * The scale, as of the x axis.
 */
yScale: string,
/**
 * The tick labels of the x axis.
 */
xTicks: Array<string>,
/**
 * The tick labels of the y axis.
 */
yTicks: Array<string>,
/**
 * The label of the z axis of a 3D chart.
 */
zLabel?: string,
/**
 * The part of the label in brackets.
 */
zUnit?: string,
/**
 * The scale, as of the x axis.
 */
zScale?: string,
/**
 * The tick labels of the z axis.
 */
zTicks?: Array<string>,
/**
 * Whether x is an angle in radians, and y the distance from the centre.
 */
polar?: boolean,
/**
 * The angle of a polar chart's zero, or of the beginning of a pie, in radians
 * counterclockwise from the right, if it is not there.
 */
zeroAt?: number,
/**
 * Whether the angles of a polar chart, or of a pie, increase clockwise.
 */
clockwise?: boolean,
/**
 * The angular labels that the code set, each with its angle.
 */
angles?: Array<[number, string]>,
/**
 * Whether the chart is drawn over the one before, with its own vertical axis at the right.
 */
over?: boolean,
/**
 * Whether the x axis has its largest value at the left.
 */
xReversed?: boolean,
/**
 * Whether the y axis has its largest value at the bottom.
 */
yReversed?: boolean,
/**
 * The lower and the upper end of the x axis, if the code set them.
 */
xLimits?: [Coordinate, Coordinate],
/**
 * The same for the y axis.
 */
yLimits?: [Coordinate, Coordinate],
/**
 * The title of the legend, if it has one.
 */
legendTitle?: string,
/**
 * Of a whole figure, whether the chart has everything that it shows, so that the page can
 * draw it in its place.
 */
complete?: boolean, };

/**
 * A bar.
 */
export type Bar = {
/**
 * Its label; of grouped bars the centre of their group.
 */
label: string,
/**
 * The name of its series; empty if it has none.
 */
group: string,
/**
 * Its length; null if it is missing.
 */
value: number | null,
/**
 * Where a bar of a histogram begins.
 */
from?: number,
/**
 * Where a bar of a histogram ends.
 */
to?: number,
/**
 * Where it begins along its values, unless at zero. On an axis of dates `value` is in days
 * then.
 */
base?: Coordinate,
/**
 * The ends of its error bar, `[low, high]`.
 */
error?: [Coordinate, Coordinate],
/**
 * What the code wrote at it.
 */
text?: string, };

/**
 * The end of a range of values.
 */
export type Bound = number | null;

/**
 * The statistics that a box plot shows.
 */
export type BoxStatistics = {
/**
 * The label of its position, and its name.
 */
label: string,
/**
 * The end of the lower whisker.
 */
min: number,
/**
 * The lower edge of the box.
 */
firstQuartile: number,
/**
 * The line in the box; null if there is none.
 */
median: number | null,
/**
 * The upper edge of the box.
 */
thirdQuartile: number,
/**
 * The end of the upper whisker.
 */
max: number,
/**
 * The points beyond the whiskers.
 */
outliers: Array<number>, };

/**
 * A chart. Texts that are missing are read as empty ones; elements and their numbers must be
 * there.
 */
export type Chart = { "type": "line",
/**
 * Whether the series are layers on top of each other, each with its own height.
 */
stacked?: boolean,
/**
 * The lines.
 */
elements: Array<Series>, } & Axes | { "type": "scatter",
/**
 * The meaning of the colours.
 */
valueLabel?: string,
/**
 * The unit in `value_label`.
 */
valueUnit?: string,
/**
 * The groups of points.
 */
elements: Array<Series>, } & Axes | { "type": "bar",
/**
 * Whether the bars' labels are on the y axis.
 */
horizontal?: boolean,
/**
 * Whether bars of one label are on top of each other.
 */
stacked?: boolean,
/**
 * The bars.
 */
elements: Array<Bar>, } & Axes | { "type": "pie",
/**
 * The slices.
 */
elements: Array<Slice>, } & Axes | { "type": "box",
/**
 * Whether the boxes' labels are on the y axis.
 */
horizontal?: boolean,
/**
 * The boxes.
 */
elements: Array<BoxStatistics>, } & Axes | { "type": "violin",
/**
 * Whether the violins' labels are on the y axis.
 */
horizontal?: boolean,
/**
 * The violins.
 */
elements: Array<ViolinStatistics>, } & Axes | { "type": "heatmap",
/**
 * The meaning of the colours.
 */
valueLabel?: string,
/**
 * The unit in `value_label`.
 */
valueUnit?: string,
/**
 * The heat map.
 */
elements: Array<HeatMap>, } & Axes | { "type": "hexbin",
/**
 * The meaning of the colours.
 */
valueLabel?: string,
/**
 * The unit in `value_label`.
 */
valueUnit?: string,
/**
 * The hexagons.
 */
elements: Array<Hexagons>, } & Axes | { "type": "contour",
/**
 * Whether the elements are areas.
 */
filled?: boolean,
/**
 * The meaning of the colours.
 */
valueLabel?: string,
/**
 * The unit in `value_label`.
 */
valueUnit?: string,
/**
 * The levels, or the areas, in the order of their values.
 */
elements: Array<Contour>, } & Axes | { "type": "quiver",
/**
 * The arrows.
 */
elements: Array<Arrows>, } & Axes | { "type": "scatter3d",
/**
 * The groups of points.
 */
elements: Array<Points3d>, } & Axes | { "type": "line3d",
/**
 * The lines.
 */
elements: Array<Points3d>, } & Axes | { "type": "surface",
/**
 * The surfaces.
 */
elements: Array<Points3d>, } & Axes | { "type": "several",
/**
 * The charts.
 */
elements: Array<Chart>, } & Axes;

/**
 * What a user may have the values of a column read as.
 */
export type ChosenType = "text" | "number" | "date";

/**
 * One column of a table.
 */
export type Column = {
/**
 * Its name in the file.
 */
name: string,
/**
 * The type of its values.
 */
type: ColumnType,
/**
 * Its dtype in pandas.
 */
dtype: string,
/**
 * Number of missing values, among the rows read.
 */
missing: number,
/**
 * Number of distinct values, among the rows read.
 */
distinct: number,
/**
 * Number of values that do not fit the column's type, such as text in a column of dates.
 */
bad: number,
/**
 * A few values as text: the most frequent for categories, the first otherwise. Shown to the
 * user only.
 */
examples: Array<string>,
/**
 * Smallest value (numbers as numbers, dates as ISO text). Shown to the user only.
 */
min: JsonValue | null,
/**
 * Largest value. Shown to the user only.
 */
max: JsonValue | null,
/**
 * The Python expression that converts the values to their type, given `df` as the reader
 * returns it and `import pandas as pd`; none if the reader does. Contains no value of the
 * file.
 */
conversion: string | null,
/**
 * What was assumed if the values may be read in several ways, in words without any value.
 */
doubt: string | null,
/**
 * How the values are read, as far as the user can change it.
 */
reading: ColumnReading,
/**
 * Number of distinct texts that differ from a more frequent one only in case or spaces.
 */
spellings: number, };

/**
 * What the user has chosen for a column.
 */
export type ColumnChoice = {
/**
 * What its values are.
 */
type?: ChosenType | null,
/**
 * Whether the day is before the month in its dates.
 */
dayFirst?: boolean | null,
/**
 * The decimal mark of its numbers.
 */
decimal?: DecimalMark | null, };

/**
 * How the values of a column are read, as far as the user can change it.
 */
export type ColumnReading = {
/**
 * Whether the day is before the month; none if the values are not dates in numbers.
 */
dayFirst?: boolean | null,
/**
 * The decimal mark; none if no value has one, or the values are stored as numbers.
 */
decimal?: DecimalMark | null,
/**
 * A few values that do not fit the type, the most frequent first. Shown to the user only.
 */
unreadable?: Array<string>,
/**
 * What the user has chosen of this.
 */
chosen?: ColumnChoice | null,
/**
 * Whether no value can be read as the user wanted, so that the column is read as before.
 */
refused?: boolean, };

/**
 * The type of a column's values.
 */
export type ColumnType = "integer" | "number" | "numbertext" | "boolean" | "date" | "category" | "text" | "empty";

/**
 * The lines of one level, with `level`, or an area between two levels, with `from` and `to`.
 */
export type Contour = {
/**
 * Its values as text.
 */
label: string,
/**
 * The value of its lines.
 */
level?: Bound,
/**
 * The lowest value of the area.
 */
from?: Bound,
/**
 * The highest value of the area.
 */
to?: Bound,
/**
 * The points of its lines or borders, `[x, y]`, with a pair of nulls between two pieces.
 */
points: Array<[Coordinate, Coordinate]>,
/**
 * The original number of points, if `points` are not all.
 */
total?: number, };

/**
 * A message of the page to the frame on the control port, which is separate from the worker's
 * port.
 */
export type Control = { "type": "start" } | { "type": "interrupt",
/**
 * The id of the [`Request::Execute`](super::Request::Execute).
 */
id: number, } | { "type": "input",
/**
 * The line without its line break; `None` if the user entered none, which Python sees
 * as the end of the file.
 */
text: string | null, } | { "type": "archive",
/**
 * The ticket of the notice.
 */
ticket: number,
/**
 * Why there is no archive, as a sentence.
 */
failed: string | null, } | { "type": "selfTest",
/**
 * An absolute address that answers every request.
 */
target: string, };

/**
 * A place on an axis.
 */
export type Coordinate = number | string | null;

/**
 * One of the runtime's own files.
 */
export type CoreFile = {
/**
 * Its role.
 */
role: string,
/**
 * The file.
 */
asset: Asset, };

/**
 * The dashes of a line.
 */
export type Dash = "dash" | "dot" | "dashdot";

/**
 * What divides the whole part of a number from its fraction.
 */
export type DecimalMark = "point" | "comma";

/**
 * A file that code read otherwise than its profile says.
 */
export type Deviation = {
/**
 * The file's name.
 */
file: string,
/**
 * The names of the arguments that differ or are missing; of the function, if it is another
 * one.
 */
arguments: Array<string>, };

/**
 * An egress probe and its result.
 */
export type EgressProbe = {
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
fate: Fate,
/**
 * The error or policy that stopped it, or what happened instead.
 */
how: string, };

/**
 * An encoding that a file's text may have.
 */
export type EncodingCandidate = {
/**
 * Python's name: `cp1251`.
 */
name: string,
/**
 * A line of the file as it reads in this encoding, or a part of one. Shown to the user only.
 */
sample: string, };

/**
 * The result of an egress probe.
 */
export type Fate = "refused" | "failed" | "open" | "unproven";

/**
 * A file under `/out`.
 */
export type FileRef = {
/**
 * Its absolute path.
 */
path: string,
/**
 * Its size in bytes.
 */
bytes: number, };

/**
 * A finding. Its texts hold values of the session's files.
 */
export type Finding = { "kind": "noMatch",
/**
 * The column's name; empty if it has none.
 */
column: string,
/**
 * The test: `==`, or the name of a method such as `isin` or `contains`.
 */
test: string,
/**
 * The constant.
 */
value: string,
/**
 * The column's values that are nearest to it, the nearest first; of a column with few
 * values, all.
 */
nearest: Array<string>,
/**
 * Number of distinct values of the column.
 */
distinct: number, } | { "kind": "notNumbers",
/**
 * The column's name.
 */
column: string,
/**
 * Number of its values that are not numbers.
 */
count: number,
/**
 * Number of its values that are not missing, as far as they were looked at.
 */
of: number,
/**
 * The forms of the values that are not numbers.
 */
forms: Array<Form>,
/**
 * A few of them.
 */
examples: Array<string>, } | { "kind": "join",
/**
 * How: `inner`, `left`, `right` or `outer`.
 */
how: string,
/**
 * Number of rows of the left table.
 */
left: number,
/**
 * Number of rows of the right table.
 */
right: number,
/**
 * Number of rows of the result.
 */
rows: number,
/**
 * Number of rows of the left table without a match in the right one.
 */
leftAlone: number,
/**
 * Number of rows of the right table without a match in the left one.
 */
rightAlone: number, };

/**
 * One of the first lines of a table.
 */
export type FirstLine = {
/**
 * The line, from 1.
 */
line: number,
/**
 * Its cells, or the first of them. Shown to the user only.
 */
text: string, };

/**
 * The form of a value that is not a number.
 */
export type Form = "blank" | "thousands" | "decimalComma" | "percent" | "currency" | "range" | "unit" | "words";

/**
 * A message of the frame to the page on the control port.
 */
export type FrameNotice = { "type": "started",
/**
 * Whether there is shared memory, so that an interrupt keeps the variables.
 */
isolated: boolean, } | { "type": "died",
/**
 * What the browser said.
 */
message: string, } | { "type": "selfTested",
/**
 * The probes of the frame.
 */
probes: Array<EgressProbe>, };

/**
 * Where the header of a table is, and where else it may be.
 */
export type HeaderReading = {
/**
 * Its line, from 1; none without a header.
 */
line: number | null,
/**
 * Whether the user has chosen that.
 */
chosen: boolean,
/**
 * Lines that it may be in; none if the file states the names of its columns.
 */
lines: Array<FirstLine>, };

/**
 * The values of cells in rows and columns.
 */
export type HeatMap = {
/**
 * Its name; empty if it has none.
 */
label: string,
/**
 * The labels of the columns.
 */
columns: Array<string>,
/**
 * The labels of the rows.
 */
rows: Array<string>,
/**
 * The values of each row; null if one is missing.
 */
values: Array<Array<number | null>>,
/**
 * The original number of cells, if `values` are not all.
 */
total?: number, };

/**
 * Hexagonal bins.
 */
export type Hexagons = {
/**
 * Their name; empty if they have none.
 */
label: string,
/**
 * The centre of each hexagon, `[x, y]`.
 */
points: Array<[Coordinate, Coordinate]>,
/**
 * The value of each hexagon: its count, or what the code computed of it.
 */
values: Array<number | null>,
/**
 * The original number of hexagons, if `points` are not all.
 */
total?: number, };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

/**
 * A column of a file that names rows of another table.
 */
export type Key = {
/**
 * The sheet of the column, in a workbook.
 */
sheet: string | null,
/**
 * The column.
 */
column: string,
/**
 * The file of the other table, by the name in its profile.
 */
otherFile: string,
/**
 * The sheet of the other table.
 */
otherSheet: string | null,
/**
 * The column of the other table that is named.
 */
otherColumn: string,
/**
 * Number of rows that have a value and were compared.
 */
rows: number,
/**
 * Number of them whose value is in the other column.
 */
found: number,
/**
 * Whether no two rows have the same value.
 */
unique: boolean,
/**
 * Number of values of the other column that occur more than once.
 */
repeated: number,
/**
 * Whether only some of the rows were compared.
 */
sampled: boolean,
/**
 * Whether the user ignores it.
 */
dismissed: boolean, };

/**
 * The limits of one execution and of the interpreter.
 */
export type Limits = {
/**
 * Bytes of stdout, and likewise of stderr, that are kept: half at the head, half at the tail.
 */
streamBytes: number,
/**
 * Results kept, including figures.
 */
results: number,
/**
 * Figures kept.
 */
figures: number,
/**
 * Rows of a table that travel with a result.
 */
tableRows: number,
/**
 * Bytes of the interpreter's memory; 0 leaves it to the browser.
 */
memoryBytes: number,
/**
 * Bytes of one image.
 */
imageBytes: number,
/**
 * New files under `/out` of one execution.
 */
newFiles: number,
/**
 * Bytes under `/out` in total.
 */
outBytes: number, };

/**
 * Where what an execution showed comes from. It is read from the code, which can hide it: a help
 * against mistakes, no protection.
 */
export type Lineage = {
/**
 * Whether some of it comes from the session's files, or from something that is not known.
 */
files: boolean,
/**
 * What else it comes from, or what takes part in it.
 */
made: Array<Made>, };

/**
 * A source of data that is not a file of the session.
 */
export type Made = "typed" | "random" | "sample";

/**
 * The build's list of every file that the page hands to the kernel. Served under a name with its
 * hash, which the page's document contains.
 */
export type Manifest = {
/**
 * Version of Pyodide.
 */
pyodide: string,
/**
 * The runtime's own files, by role: those of [`Request::Boot`](crate::Request::Boot), and
 * `worker`, the source that the frame starts.
 */
core: Array<CoreFile>,
/**
 * Every package of the runtime.
 */
packages: Array<Package>, };

/**
 * How a package differs from what its project publishes.
 */
export type Modification = {
/**
 * What was changed and why, as a sentence for users.
 */
why: string,
/**
 * The SHA-256 of the wheel as published, in lower-case hexadecimal.
 */
upstream: string,
/**
 * The SHA-256 of the edited wheel, before its sources are compiled.
 */
patched: string, };

/**
 * A file to mount.
 */
export type MountFile = {
/**
 * The name of the user's file.
 */
name: string,
/**
 * Its size in bytes.
 */
bytes: number, };

/**
 * A file as the kernel sees it.
 */
export type Mounted = {
/**
 * Its name, unique under `/data`.
 */
name: string,
/**
 * Its absolute path.
 */
path: string,
/**
 * Its size in bytes.
 */
bytes: number, };

/**
 * A notice of the worker, which answers no request.
 */
export type Notice = { "type": "progress",
/**
 * What is being done, as a user reads it: "Starting Python", "Importing pandas".
 */
stage: string,
/**
 * Steps done.
 */
done: number,
/**
 * Steps in all.
 */
total: number, } | { "type": "stream",
/**
 * The id of the [`Request::Execute`](super::Request::Execute).
 */
id: number,
/**
 * The stream.
 */
stream: StreamName,
/**
 * The text.
 */
text: string, } | { "type": "input",
/**
 * The id of the [`Request::Execute`](super::Request::Execute).
 */
id: number,
/**
 * The prompt, possibly empty.
 */
prompt: string, } | { "type": "wanted",
/**
 * Identifies this wait.
 */
ticket: number,
/**
 * The package's name in the manifest; `python_stdlib` for the standard library.
 */
package: string, } | { "type": "broken",
/**
 * The id of the request, of any kind.
 */
id: number,
/**
 * Why.
 */
message: string, } | { "type": "memory",
/**
 * Bytes in use.
 */
bytes: number,
/**
 * The limit in bytes.
 */
limit: number, };

/**
 * A message of the page to the worker that expects no reply.
 */
export type Offer = { "type": "archives",
/**
 * The packages of the archives.
 */
packages: Array<PackageRef>, } | { "type": "checked",
/**
 * The file's role in [`Request::Boot`](super::Request::Boot).
 */
role: string, };

/**
 * Everything that one execution produced.
 */
export type Outcome = {
/**
 * How it ended.
 */
status: Status,
/**
 * Which execution of this kernel it was, from 1; failing ones count.
 */
executionCount: number,
/**
 * Standard output: its beginning and end if it was too long, with a line in between that says
 * how much was left out.
 */
stdout: string,
/**
 * The same for standard error.
 */
stderr: string,
/**
 * The results, in the order in which they were produced.
 */
results: Array<Shown>,
/**
 * The exception that ended it.
 */
error: PythonError | null,
/**
 * Files under `/out` that it created or changed.
 */
files: Array<FileRef>,
/**
 * The output spill: a file under `/out/.outputs` with everything that it printed, if `stdout`
 * has only part of it or a model may get only part.
 */
output: string | null,
/**
 * Paths under `/out` that it deleted.
 */
removed: Array<string>,
/**
 * How long it took, in milliseconds.
 */
durationMs: number,
/**
 * Bytes of the interpreter's memory afterwards.
 */
memoryBytes: number,
/**
 * The user's global variables afterwards, including functions and classes: to report what a
 * termination loses. A model sees those that are nearest to a name that it missed, if it may
 * see what is printed, and otherwise none.
 */
variables: Array<string>,
/**
 * Where what it showed comes from, as far as its code says.
 */
lineage: Lineage,
/**
 * The arguments that were added to its code before it ran, in the order of their places.
 */
additions?: Array<Addition>,
/**
 * The files that it read otherwise than their profiles say.
 */
deviations?: Array<Deviation>,
/**
 * What it says of the data that its output does not say.
 */
findings?: Array<Finding>, };

/**
 * One package.
 */
export type Package = {
/**
 * Its normalised name, `scikit-learn` for instance.
 */
name: string,
/**
 * Its version.
 */
version: string,
/**
 * The archive.
 */
asset: Asset,
/**
 * Names of the packages that it needs.
 */
depends: Array<string>,
/**
 * Top-level modules that it provides; those within a namespace that several packages share by
 * their whole names, `arro3.core` for instance.
 */
imports: Array<string>,
/**
 * Whether an ordinary start needs it and the snapshot contains modules of it.
 */
upFront: boolean,
/**
 * Order of the background fetches once the kernel runs: 0 for packages that are needed up
 * front, then ascending for those that code is likely to import; `None` for those that are
 * fetched only when they are imported.
 */
rank: number | null,
/**
 * Whether the operator added it, so that the project has not tested it.
 */
untested?: boolean,
/**
 * How its archive was edited; `None` if it is as its project publishes it.
 */
modified?: Modification | null, };

/**
 * A package whose archive is attached.
 */
export type PackageRef = {
/**
 * Its name in the manifest; `python_stdlib` for the standard library.
 */
name: string, };

/**
 * Where an egress probe runs.
 */
export type Place = "worker" | "python" | "frame";

/**
 * 3D points: a group of them, a line through them, or the vertices of a surface, each once.
 */
export type Points3d = {
/**
 * Their name; empty if they have none.
 */
label: string,
/**
 * The points, `[x, y, z]`.
 */
points: Array<[Coordinate, Coordinate, Coordinate]>,
/**
 * The original number of points, if `points` are not all.
 */
total?: number,
/**
 * The faces of a surface: for each the indices of its vertices among the points.
 */
faces?: Array<Array<number>>, };

/**
 * The profile of one file.
 */
export type Profile = {
/**
 * Its path under `/data`.
 */
path: string,
/**
 * Its name, which works as a path too: the working directory links to it.
 */
name: string,
/**
 * Its size in bytes.
 */
bytes: number,
/**
 * Its kind: `csv`, `excel`, `json`, `jsonl`, `parquet`, `arrow`, `stata`, `sas`, `sqlite`,
 * `html`, `xml`, `text`, `image`, `pdf`, `zip`, `empty`, `binary`.
 */
kind: string,
/**
 * Its tables: one for a CSV, one per sheet for a workbook, none for an image.
 */
tables: Array<Table>,
/**
 * Notable facts in words: "encoding latin-1", "no header row", "1200 × 800 pixels".
 */
notes: Array<string>,
/**
 * Why it could not be read, and what to do.
 */
error: string | null,
/**
 * The encodings that its text may have, at most three, the most likely first; none without a
 * doubt.
 */
encodings?: Array<EncodingCandidate>,
/**
 * The one of them that the user has chosen; without a choice the first is taken.
 */
chosenEncoding?: string | null,
/**
 * Its columns that name rows of other tables. The page finds them, not the kernel.
 */
keys?: Array<Key>, };

/**
 * An exception.
 */
export type PythonError = {
/**
 * The exception's class, `KeyError` for instance.
 */
name: string,
/**
 * Its message.
 */
value: string,
/**
 * The traceback, without the harness's own frames.
 */
traceback: string, };

/**
 * How the profile of a file says that one of its tables is read.
 */
export type Reading = {
/**
 * The file's path under `/data`.
 */
path: string,
/**
 * The file's name.
 */
name: string,
/**
 * The sheet's name in a workbook.
 */
sheet: string | null,
/**
 * The expression that reads the table, [`Table::reader`](crate::Table::reader).
 */
reader: string, };

/**
 * The reply that ends a request.
 */
export type Reply = { "type": "booted",
/**
 * The id of the [`Request::Boot`](super::Request::Boot).
 */
id: number,
/**
 * How it was started.
 */
start: Start,
/**
 * Version of Pyodide.
 */
pyodide: string,
/**
 * Version of Python.
 */
python: string,
/**
 * Whether an execution can be interrupted without killing the worker (there is shared
 * memory).
 */
interruptible: boolean, } | { "type": "loaded",
/**
 * The id of the [`Request::Load`](super::Request::Load).
 */
id: number, } | { "type": "mounted",
/**
 * The id of the [`Request::Mount`](super::Request::Mount).
 */
id: number,
/**
 * In the order of the request.
 */
files: Array<Mounted>, } | { "type": "unmounted",
/**
 * The id of the [`Request::Unmount`](super::Request::Unmount).
 */
id: number, } | { "type": "imports",
/**
 * The id of the [`Request::Imports`](super::Request::Imports).
 */
id: number,
/**
 * Top-level module names, without those of the standard library and those that can be
 * imported already.
 */
modules: Array<string>, } | { "type": "executed",
/**
 * The id of the [`Request::Execute`](super::Request::Execute).
 */
id: number,
/**
 * What it produced.
 */
outcome: Outcome, } | { "type": "profiled",
/**
 * The id of the [`Request::Profile`](super::Request::Profile).
 */
id: number,
/**
 * Tables, columns, or why it could not be read.
 */
profile: Profile, } | { "type": "content",
/**
 * The id of the [`Request::Read`](super::Request::Read).
 */
id: number,
/**
 * The requested path.
 */
path: string, } | { "type": "tabled",
/**
 * The id of the [`Request::Table`](super::Request::Table).
 */
id: number,
/**
 * The rows and their context, as in `docs/protocol.md`. For the page's scripts, which
 * validate it.
 */
window: JsonValue, } | { "type": "saved",
/**
 * The id of the [`Request::Save`](super::Request::Save).
 */
id: number,
/**
 * A name for the file.
 */
name: string, } | { "type": "previewed",
/**
 * The id of the [`Request::Preview`](super::Request::Preview).
 */
id: number,
/**
 * One table per sheet, one text per slide, and so on.
 */
results: Array<Shown>,
/**
 * A note for the user, or why there are no results.
 */
message: string | null, } | { "type": "vectored",
/**
 * The id of the [`Request::Vectors`](super::Request::Vectors).
 */
id: number, } | { "type": "installed",
/**
 * The id of the [`Request::Install`](super::Request::Install).
 */
id: number, } | { "type": "restored",
/**
 * The id of the [`Request::Restore`](super::Request::Restore).
 */
id: number, } | { "type": "selfTested",
/**
 * The id of the [`Request::SelfTest`](super::Request::SelfTest).
 */
id: number,
/**
 * The probes of the worker and of Python.
 */
probes: Array<EgressProbe>, } | { "type": "pong",
/**
 * The id of the [`Request::Ping`](super::Request::Ping).
 */
id: number, } | { "type": "failed",
/**
 * The id of the request.
 */
id: number,
/**
 * What went wrong and what to change.
 */
message: string, };

/**
 * A request of the page to the worker.
 */
export type Request = { "type": "boot",
/**
 * Answered by [`Reply::Booted`].
 */
id: number,
/**
 * The roles of the runtime's own files: `wasm`, `lock` and `index`, with `facts`,
 * `heap` and `libraries` for a start from a snapshot, or with `stdlib` and `harness`
 * for an ordinary one.
 */
core: Array<string>,
/**
 * Archives that are available from the start.
 */
packages: Array<PackageRef>,
/**
 * Modules to import before an ordinary start is over, so that the first question need
 * not wait.
 */
warm: Array<string>,
/**
 * The limits of executions and of the interpreter.
 */
limits: Limits, } | { "type": "load",
/**
 * Answered by [`Reply::Loaded`].
 */
id: number,
/**
 * The packages of the archives.
 */
packages: Array<PackageRef>, } | { "type": "install",
/**
 * Answered by [`Reply::Installed`].
 */
id: number,
/**
 * The wheel.
 */
wheel: WheelRef, } | { "type": "mount",
/**
 * Answered by [`Reply::Mounted`].
 */
id: number,
/**
 * The names wanted; the worker makes them unique and safe.
 */
files: Array<MountFile>, } | { "type": "unmount",
/**
 * Answered by [`Reply::Unmounted`].
 */
id: number,
/**
 * The path from [`Reply::Mounted`].
 */
path: string, } | { "type": "imports",
/**
 * Answered by [`Reply::Imports`].
 */
id: number,
/**
 * Python source.
 */
code: string, } | { "type": "execute",
/**
 * Answered by [`Reply::Executed`].
 */
id: number,
/**
 * Python source.
 */
code: string,
/**
 * Whether `input()` may ask the user ([`Notice::Input`]); if not, it raises an error
 * that says so.
 */
interactive: boolean,
/**
 * How the files' profiles say that they are read, which completes calls that leave it
 * out.
 */
readings: Array<Reading>, } | { "type": "profile",
/**
 * Answered by [`Reply::Profiled`].
 */
id: number,
/**
 * The path from [`Reply::Mounted`].
 */
path: string,
/**
 * The encoding that the user has chosen among those of an earlier profile; ignored if
 * the text does not fit it.
 */
encoding: string | null,
/**
 * How else the user has the tables read; what does not fit the file is left out of
 * the profile.
 */
choices: Array<TableChoice>, } | { "type": "read",
/**
 * Answered by [`Reply::Content`].
 */
id: number,
/**
 * An absolute path, or one relative to `/out`.
 */
path: string, } | { "type": "table",
/**
 * Answered by [`Reply::Tabled`].
 */
id: number,
/**
 * The [`Shown::id`](crate::Shown::id) of the result.
 */
result: string,
/**
 * Number of matching rows before the window.
 */
offset: JsonValue,
/**
 * Maximum number of rows in the window, up to 1,000.
 */
limit: JsonValue,
/**
 * The sort order, as in `docs/protocol.md`: `[{ column, descending }]`.
 */
sort: JsonValue,
/**
 * The conditions that a row has to meet, all of them: `[{ column, op, value }]`.
 */
filter: JsonValue,
/**
 * Text that a row has to contain; empty for any row.
 */
search: string,
/**
 * `true` to describe each column as well.
 */
stats: JsonValue,
/**
 * For a window of one row: the position of the column whose cell is not shortened,
 * `true` for all, or null.
 */
whole: JsonValue,
/**
 * Number of columns before those of the window, without index levels; null for none.
 */
firstColumn: JsonValue, } | { "type": "save",
/**
 * Answered by [`Reply::Saved`].
 */
id: number,
/**
 * The [`Shown::id`](crate::Shown::id) of the result.
 */
result: string,
/**
 * `csv` or `xlsx`; the latter needs `import xlsxwriter` loaded, as described for
 * [`Request::Profile`].
 */
format: string,
/**
 * The sort order, as in `docs/protocol.md`: `[{ column, descending }]`.
 */
sort: JsonValue,
/**
 * The conditions that a row has to meet, all of them: `[{ column, op, value }]`.
 */
filter: JsonValue,
/**
 * Text that a row has to contain; empty for any row.
 */
search: string, } | { "type": "preview",
/**
 * Answered by [`Reply::Previewed`].
 */
id: number,
/**
 * Its absolute path.
 */
path: string,
/**
 * The table of it to return, read as its profile says; else what the document shows.
 */
table: TableOf | null, } | { "type": "vectors",
/**
 * Answered by [`Reply::Vectored`].
 */
id: number,
/**
 * The [`Shown::id`](crate::Shown::id) of the result.
 */
result: string, } | { "type": "restore",
/**
 * Answered by [`Reply::Restored`].
 */
id: number,
/**
 * Names relative to `/out`, possibly with folders.
 */
files: Array<MountFile>, } | { "type": "selfTest",
/**
 * Answered by [`Reply::SelfTested`].
 */
id: number,
/**
 * An absolute address that answers every request.
 */
target: string, } | { "type": "ping",
/**
 * Answered by [`Reply::Pong`].
 */
id: number, };

/**
 * A line, or a group of points.
 */
export type Series = {
/**
 * Its name; empty if it has none.
 */
label: string,
/**
 * Its points, `[x, y]`.
 */
points: Array<[Coordinate, Coordinate]>,
/**
 * The original number of points, if `points` are not all.
 */
total?: number,
/**
 * How a line steps from point to point.
 */
step?: StepStyle,
/**
 * The dashes of a line that is not solid.
 */
dash?: Dash,
/**
 * The ends of each point's error bar along x, `[low, high]`.
 */
xErrors?: Array<[Coordinate, Coordinate]>,
/**
 * The same along y.
 */
yErrors?: Array<[Coordinate, Coordinate]>,
/**
 * The number that each point's colour encodes.
 */
values?: Array<number | null>,
/**
 * The area of each point.
 */
sizes?: Array<number | null>, };

/**
 * A result: a figure, or the value of the last expression.
 */
export type Shown = {
/**
 * Its id in the session: the interpreter's id, a hyphen, and a number. With it the page asks
 * for more of a table.
 */
id: string,
/**
 * Whether this is the value of the last expression.
 */
main: boolean,
/**
 * A plain text form: the repr of a value; title and axis labels of a figure.
 */
text: string,
/**
 * Its forms by media type: text and JSON as they are, images in base64.
 */
mime: { [key in string]: string },
/**
 * The first and last rows, if the value is a table.
 */
data: TableData | null,
/**
 * The chart as data, if this is a figure. Code can send anything in its place.
 */
chart: Chart | null,
/**
 * The `display_id` under which it was shown; a later result with the same one in this
 * execution replaces it.
 */
display: string | null, };

/**
 * A slice of a pie.
 */
export type Slice = {
/**
 * Its label; empty if it has none.
 */
label: string,
/**
 * Its angle, in degrees.
 */
angle: number,
/**
 * Its radius.
 */
radius: number,
/**
 * Its share of the whole, from 0 to 1.
 */
value: number, };

/**
 * How an interpreter is started.
 */
export type Start = "snapshot" | "ordinary";

/**
 * How an execution ended.
 */
export type Status = "ok" | "error" | "interrupted" | "timeout" | "killed";

/**
 * Where a line that is drawn in steps changes its value.
 */
export type StepStyle = "pre" | "mid" | "post";

/**
 * The streams of an execution.
 */
export type StreamName = "stdout" | "stderr" | "display";

/**
 * One table of a file.
 */
export type Table = {
/**
 * The sheet's name in a workbook.
 */
sheet: string | null,
/**
 * One Python expression that reads the table, given `import pandas as pd`:
 * `pd.read_csv("a.csv", sep=";", decimal=",", encoding="latin-1")`.
 */
reader: string,
/**
 * Number of rows.
 */
rows: number,
/**
 * Whether `rows` was counted (true) or estimated.
 */
rowsExact: boolean,
/**
 * Whether the columns' statistics come from the first rows only.
 */
sampled: boolean,
/**
 * Number of rows that repeat an earlier one, among the rows read.
 */
duplicates: number,
/**
 * The columns in order.
 */
columns: Array<Column>,
/**
 * The lines above the header, which the reader skips. Shown to the user only.
 */
titles: Array<string>,
/**
 * The row of units beneath the header, which the reader skips: one text for each column, empty
 * if there is none; no texts if there is no such row. Shown to the user only.
 */
units: Array<string>,
/**
 * Rows that sum up others. They are among the rows that the reader returns.
 */
totals: Array<Total>,
/**
 * A Python expression for the rows without the totals, given `df` as the reader returns it. It
 * may contain labels.
 */
withoutTotals: string | null,
/**
 * The lines beneath the data, which the reader leaves out. Shown to the user only.
 */
footnotes: Array<string>,
/**
 * What was assumed if the table's parts or its columns' values are uncertain, in words
 * without any value.
 */
uncertain: string | null,
/**
 * Number of lines that the reader leaves out because they have more cells than the header.
 */
unread: number,
/**
 * Where the header is.
 */
header: HeaderReading, };

/**
 * What the user has chosen for a table.
 */
export type TableChoice = {
/**
 * The sheet's name, as the table of the profile has it.
 */
sheet: string | null,
/**
 * The line of the header, from 1; 0 without a header.
 */
header?: number | null,
/**
 * What was chosen for columns, by name.
 */
columns: { [key in string]: ColumnChoice }, };

/**
 * The first and last rows of a table (DataFrame, Series, 2-D array) as data.
 */
export type TableData = {
/**
 * Column names, index levels first unless the index is a plain range.
 */
columns: Array<string>,
/**
 * Type of each column: `integer`, `number`, `boolean`, `date`, `datetime`, `duration`, `text`,
 * `category`, `other`.
 */
types: Array<string>,
/**
 * How many of the first columns are index levels.
 */
indexColumns: number,
/**
 * The first rows, each as long as `columns`. Cells are null, booleans, numbers or text (dates
 * in ISO 8601, non-finite numbers and integers beyond 2^53 as text).
 */
rows: Array<Array<JsonValue>>,
/**
 * The last rows, if `rows` are not all: at most five, none of them among `rows`.
 */
tail: Array<Array<JsonValue>>,
/**
 * Number of rows of the whole table.
 */
totalRows: number,
/**
 * Number of columns of the whole table without index levels, if `columns` are not all.
 */
allColumns?: number, };

/**
 * A table of a file, as its profile describes it.
 */
export type TableOf = {
/**
 * The expression that reads it, [`Table::reader`](crate::Table::reader).
 */
reader: string,
/**
 * Its name for the user: that of the file, or of the sheet.
 */
name: string,
/**
 * The most rows.
 */
rows: number,
/**
 * The expressions that convert columns after that, [`Column::conversion`](crate::Column), by
 * the column's name.
 */
conversions: { [key in string]: string }, };

/**
 * Rows of a table that sum up other rows of it, or average them.
 */
export type Total = {
/**
 * The column that has the label; none if only the numbers show it.
 */
column: string | null,
/**
 * The labels as in the file.
 */
labels: Array<string>,
/**
 * The positions of the rows, from zero; at most the first 1,000.
 */
rows: Array<number>,
/**
 * What they sum up: `total` (everything), `subtotal` (a part) or `mean` (an average).
 */
kind: string,
/**
 * How that is known: `sum` (the numbers were added up) or `label` (there is nothing to add
 * up).
 */
how: string, };

/**
 * The statistics that a violin plot shows, null for what it has no line for.
 */
export type ViolinStatistics = {
/**
 * The label of its position, and its name.
 */
label: string,
/**
 * The lowest value.
 */
min: number | null,
/**
 * The first quartile.
 */
firstQuartile: number | null,
/**
 * The median.
 */
median: number | null,
/**
 * The third quartile.
 */
thirdQuartile: number | null,
/**
 * The highest value.
 */
max: number | null,
/**
 * The mean.
 */
mean: number | null, };

/**
 * A wheel of the user whose files are attached.
 */
export type WheelRef = {
/**
 * The package's name.
 */
name: string,
/**
 * The package's version.
 */
version: string,
/**
 * SHA-256 of the wheel in hexadecimal.
 */
sha256: string, };
