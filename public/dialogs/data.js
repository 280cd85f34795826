// Requests of scripts about shown results: accepts several ways to write the options, and sends the
// one form that the kernel knows (`docs/protocol.md`). Does not know the transport: `ask(kind,
// request as JSON)` resolves to `[text, file?]`.

/** @typedef {import("../types/automation").TableWindow} TableWindow */

/**
 * Sends a request, as JSON, and resolves to the reply's text and file.
 *
 * @typedef {(kind: string, request: string) => Promise<[text: string, file?: Blob]>} Ask
 */

/** @type {import("../types/automation").Op[]} */
const OPS = ["contains", "equals", "atLeast", "atMost", "missing", "present"];
const MAX_ROWS = 1000;
// What Python must import before it opens a document, for packages that are not loaded at the
// start. (The page takes care of tables.)
/** @type {Record<string, string>} */
const OPENERS = {
  docx: "import docx",
  pptx: "import pptx",
  bmp: "import PIL",
  tif: "import PIL",
  tiff: "import PIL",
};

/**
 * Returns a window of a table.
 *
 * @param {Ask} ask
 * @param {unknown} result
 * @param {unknown} [options]
 * @returns {Promise<TableWindow>}
 * @throws {Error} with a sentence
 */
export async function table(ask, result, options) {
  const {
    offset = 0,
    limit = 100,
    stats = false,
    whole: cells = false,
    firstColumn = 0,
    ...which
  } = checkedOptions(options);
  checkInteger("offset", offset, 0, Number.MAX_SAFE_INTEGER);
  checkInteger("limit", limit, 0, MAX_ROWS);
  checkInteger("firstColumn", firstColumn, 0, Number.MAX_SAFE_INTEGER);
  const one =
    cells === false || cells === null
      ? undefined
      : cells === true || (await positions(ask, result, [cells]))(cells);
  if (one !== undefined && limit !== 1)
    throw new Error("Whole cells come a row at a time: set limit to 1.");
  const [window] = await about(ask, "table", {
    result: checkedId(result),
    offset,
    limit,
    stats: Boolean(stats),
    whole: one,
    firstColumn: firstColumn || undefined,
    ...(await view(ask, result, which)),
  });
  return JSON.parse(window);
}

/**
 * Returns a table as a file.
 *
 * @param {Ask} ask
 * @param {unknown} result
 * @param {unknown} [options]
 * @throws {Error} with a sentence
 */
export async function saveTable(ask, result, options) {
  const { format = "csv", ...which } = checkedOptions(options);
  if (format !== "csv" && format !== "xlsx") throw new Error('format must be "csv" or "xlsx".');
  const [name, blob] = /** @type {[string, Blob]} */ (
    await about(ask, "save", {
      result: checkedId(result),
      format,
      imports: format === "xlsx" ? "import xlsxwriter" : "",
      ...(await view(ask, result, which)),
    })
  );
  return new File([blob], name, { type: blob.type });
}

/**
 * Returns a figure as an SVG file.
 *
 * @param {Ask} ask
 * @param {unknown} result
 * @throws {Error} with a sentence
 */
export async function saveVector(ask, result) {
  const [, blob] = /** @type {[string, Blob]} */ (
    await about(ask, "vectors", { result: checkedId(result) })
  );
  return new File([blob], "figure.svg", { type: "image/svg+xml" });
}

/**
 * Returns the content of a document as results.
 *
 * @param {Ask} ask
 * @param {unknown} path
 * @returns {Promise<import("../types/automation").Preview>}
 * @throws {Error} with a sentence
 */
export async function preview(ask, path) {
  if (typeof path !== "string" || path === "")
    throw new Error("preview wants the path of a file, such as /out/report.xlsx.");
  const [json] = await about(ask, "preview", {
    path,
    imports: OPENERS[/** @type {string} */ (path.split(".").at(-1)).toLowerCase()] ?? "",
  });
  const [results, message] = JSON.parse(json);
  return { results, message };
}

/** @type {(ask: Ask, kind: string, request: object) => ReturnType<Ask>} */
const about = (ask, kind, request) => ask(kind, JSON.stringify(request));

/**
 * Checks the id of a result.
 *
 * @param {unknown} result
 */
function checkedId(result) {
  if (typeof result === "string" && result !== "") return result;
  throw new Error("The first argument is the id of a result.");
}

/**
 * Checks that the options are an object or missing.
 *
 * @param {unknown} options
 * @returns {Record<string, unknown>}
 */
function checkedOptions(options) {
  if (options === undefined || options === null) return {};
  if (typeof options === "object" && !Array.isArray(options))
    return /** @type {Record<string, unknown>} */ (options);
  throw new Error("The options are an object.");
}

/**
 * Checks an option that is a whole number.
 *
 * @param {string} name
 * @param {unknown} value
 * @param {number} least
 * @param {number} most
 */
function checkInteger(name, value, least, most) {
  if (
    !Number.isSafeInteger(value) ||
    /** @type {number} */ (value) < least ||
    /** @type {number} */ (value) > most
  ) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}.`);
  }
}

/** @type {(value: unknown) => unknown[]} */
const list = (value) =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value : [value];

/**
 * A sort key or a condition, whose members are not checked yet.
 *
 * @typedef {{ column?: unknown, descending?: unknown, op?: unknown, value?: unknown }} Unchecked
 */

/**
 * Checks the options for rows and their order, and replaces column names with positions.
 *
 * @param {Ask} ask
 * @param {unknown} result
 * @param {Record<string, unknown>} options
 */
async function view(ask, result, { sort, filter, search = "", ...unknown }) {
  const [stray] = Object.keys(unknown);
  if (stray !== undefined) throw new Error(`There is no option "${stray}".`);
  const order = list(sort).map((one) =>
    typeof one === "object" && one !== null ? /** @type {Unchecked} */ (one) : { column: one },
  );
  const texts = list(filter).filter((one) => typeof one === "string");
  const conditions = /** @type {Unchecked[]} */ (
    list(filter).filter((one) => typeof one !== "string")
  );
  const words = [search, ...texts].filter((text) => text !== "");
  if (words.length > 1) throw new Error("One text can be searched for at a time.");
  for (const condition of conditions) {
    if (typeof condition !== "object" || condition === null)
      throw new Error("A filter is a text or { column, op, value }.");
    if (
      condition.op !== undefined &&
      !OPS.includes(/** @type {import("../types/automation").Op} */ (condition.op))
    )
      throw new Error(`op must be one of ${OPS.join(", ")}.`);
  }
  const position = await positions(
    ask,
    result,
    [...order, ...conditions].map(({ column }) => column),
  );
  return {
    sort: order.map(({ column, descending = false }) => ({
      column: position(column),
      descending: Boolean(descending),
    })),
    filter: conditions.map(({ column, op = "equals", value = null }) => ({
      column: position(column),
      op,
      value,
    })),
    search: words.length === 0 ? "" : String(words[0]),
  };
}

/**
 * Returns a function from columns to positions; requests the column names only if one is used.
 *
 * @param {Ask} ask
 * @param {unknown} result
 * @param {unknown[]} columns
 * @returns {Promise<(column: unknown) => number>}
 */
async function positions(ask, result, columns) {
  if (columns.every((column) => Number.isSafeInteger(column)))
    return (column) => /** @type {number} */ (column);
  /** @type {string[]} */
  const names = [];
  for (let firstColumn = 0, all = 1; firstColumn < all; ) {
    const [json] = await about(ask, "table", {
      result: checkedId(result),
      offset: 0,
      limit: 1,
      sort: [],
      filter: [],
      search: "",
      stats: false,
      firstColumn: firstColumn || undefined,
    });
    /** @type {TableWindow} */
    const window = JSON.parse(json);
    // Each window begins with the index.
    const own = window.columns.slice(window.indexColumns);
    names.push(...(firstColumn === 0 ? window.columns : own));
    all = window.allColumns ?? 0;
    firstColumn += Math.max(1, own.length);
  }
  return (column) => {
    const at = Number.isSafeInteger(column)
      ? /** @type {number} */ (column)
      : names.indexOf(/** @type {string} */ (column));
    if (at >= 0) return at;
    throw new Error(
      `There is no column ${JSON.stringify(column)}; there are ${names.map((name) => JSON.stringify(name)).join(", ")}.`,
    );
  };
}
