// What scripts ask about results that were shown: takes the forms that a user likes to write, and asks in the one form that the
// kernel knows (`docs/protocol.md`). Does not know how it is asked: `ask(kind, request as JSON)` yields `[text, file?]`.

const OPS = ["contains", "equals", "atLeast", "atMost", "missing", "present"];
const MOST_ROWS = 1000;
// What Python has to import before it can open a document, where that is not there from the start. (Tables are the page's matter.)
const OPENERS = { docx: "import docx", pptx: "import pptx", bmp: "import PIL", tif: "import PIL", tiff: "import PIL" };

/** A window of a table. @throws {Error} a sentence */
export async function table(ask, result, options) {
  const { offset = 0, limit = 100, stats = false, whole: cells = false, ...which } = record(options);
  whole("offset", offset, 0, Number.MAX_SAFE_INTEGER);
  whole("limit", limit, 0, MOST_ROWS);
  const one = cells === false || cells === null ? undefined : cells === true || (await positions(ask, result, [cells]))(cells);
  if (one !== undefined && limit !== 1) throw new Error("Whole cells come a row at a time: set limit to 1.");
  const [window] = await about(ask, "table", { result: named(result), offset, limit, stats: Boolean(stats), whole: one, ...(await view(ask, result, which)) });
  return JSON.parse(window);
}

/** A table as a file. @throws {Error} a sentence */
export async function saveTable(ask, result, options) {
  const { format = "csv", ...which } = record(options);
  if (format !== "csv" && format !== "xlsx") throw new Error('format must be "csv" or "xlsx".');
  const [name, blob] = await about(ask, "save", { result: named(result), format, imports: format === "xlsx" ? "import xlsxwriter" : "", ...(await view(ask, result, which)) });
  return new File([blob], name, { type: blob.type });
}

/** A figure as vectors. @throws {Error} a sentence */
export async function saveVector(ask, result) {
  const [, blob] = await about(ask, "vectors", { result: named(result) });
  return new File([blob], "figure.svg", { type: "image/svg+xml" });
}

/** What a document holds. @throws {Error} a sentence */
export async function preview(ask, path) {
  if (typeof path !== "string" || path === "") throw new Error("preview wants the path of a file, such as /out/report.xlsx.");
  const [json] = await about(ask, "preview", { path, imports: OPENERS[path.split(".").at(-1).toLowerCase()] ?? "" });
  const [results, message] = JSON.parse(json);
  return { results, message };
}

const about = (ask, kind, request) => ask(kind, JSON.stringify(request));

function named(result) {
  if (typeof result === "string" && result !== "") return result;
  throw new Error("The first argument is the id of a result.");
}

function record(options) {
  if (options === undefined || options === null) return {};
  if (typeof options === "object" && !Array.isArray(options)) return options;
  throw new Error("The options are an object.");
}

function whole(name, value, least, most) {
  if (!Number.isSafeInteger(value) || value < least || value > most) throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
}

const list = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]);

/** Which rows in which order, with columns by their positions. */
async function view(ask, result, { sort, filter, search = "", ...unknown }) {
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw new Error(`There is no option "${stray}".`);
  const order = list(sort).map((one) => (typeof one === "object" && one !== null ? one : { column: one }));
  const texts = list(filter).filter((one) => typeof one === "string");
  const conditions = list(filter).filter((one) => typeof one !== "string");
  const words = [search, ...texts].filter((text) => text !== "");
  if (words.length > 1) throw new Error("One text can be searched for at a time.");
  for (const condition of conditions) {
    if (typeof condition !== "object" || condition === null) throw new Error("A filter is a text or { column, op, value }.");
    if (condition.op !== undefined && !OPS.includes(condition.op)) throw new Error(`op must be one of ${OPS.join(", ")}.`);
  }
  const position = await positions(ask, result, [...order, ...conditions].map(({ column }) => column));
  return {
    sort: order.map(({ column, descending = false }) => ({ column: position(column), descending: Boolean(descending) })),
    filter: conditions.map(({ column, op = "equals", value = null }) => ({ column: position(column), op, value })),
    search: words.length === 0 ? "" : String(words[0]),
  };
}

/** Finds columns by name; asks for the names only where one is used. */
async function positions(ask, result, columns) {
  if (columns.every((column) => Number.isSafeInteger(column))) return (column) => column;
  const [json] = await about(ask, "table", { result: named(result), offset: 0, limit: 1, sort: [], filter: [], search: "", stats: false });
  const names = JSON.parse(json).columns;
  return (column) => {
    const at = Number.isSafeInteger(column) ? column : names.indexOf(column);
    if (at >= 0) return at;
    throw new Error(`There is no column ${JSON.stringify(column)}; there are ${names.map((name) => JSON.stringify(name)).join(", ")}.`);
  };
}
