// Decides whether a turn states a fact. `expected.py` makes the facts and describes each kind.
//
// Names, dates and numbers count only in the answer's own text. If the answer emphasises numbers
// (in bold), another number counts only on the same line or in a table, so that a footnote's number
// is no answer. Cells that belong together, and lists, may also be in a table that the answer comes
// with: a Markdown table in it, or one that the turn's last successful execution showed. A chart's
// values are read from the figure's data.

import { bold, namesDay, namesIn, numbersIn, rounds } from "./text.mjs";

/**
 * A fact that an answer has to state.
 *
 * @typedef {number | string | { percent: number } | { date: string } | { first: string[], among:
 *   string[] } | { row: (string | number)[] } | { listed: string[], others: string[] } | { any:
 *   Fact[] } | { all: Fact[] } | { chart: number[], most?: number } | { histogram: number } | { box:
 *   number[] }} Fact
 */

/**
 * A table that a turn showed, as `TableData` of the worker protocol has it.
 *
 * @typedef {{ columns: string[], rows: unknown[][], tail?: unknown[][], totalRows: number }} Table
 */

/**
 * What a turn shows to its user: the answer, the tables and the figures of its last successful
 * execution, the latter as values that JSON can hold.
 *
 * @typedef {{ answer: string, tables: Table[], figures: unknown[] }} View
 */

/**
 * Returns whether the view states the fact.
 *
 * @param {View} view
 * @param {Fact} fact
 * @returns {boolean}
 */
export function states(view, fact) {
  return holds({ ...view, tables: [...view.tables, ...tablesIn(view.answer)] }, fact);
}

/**
 * @param {View} view
 * @param {Fact} fact
 * @returns {boolean}
 */
function holds(view, fact) {
  if (typeof fact === "number") return says(emphasised(view.answer), fact);
  if (typeof fact === "string") return says(view.answer, fact);
  if ("percent" in fact) return saysPercent(emphasised(view.answer), fact.percent);
  if ("date" in fact) return namesDay(view.answer, fact.date);
  if ("first" in fact)
    return fact.first.includes(
      namesIn(view.answer, [...new Set([...fact.first, ...fact.among])])[0],
    );
  if ("any" in fact) return fact.any.some((one) => holds(view, one));
  if ("all" in fact) return fact.all.every((one) => holds(view, one));
  if ("row" in fact)
    return (
      view.answer.split("\n").some((line) => fact.row.every((cell) => says(line, cell))) ||
      view.tables.some((table) => hasRow(table, fact.row))
    );
  if ("listed" in fact) return lists(view, fact.listed, fact.others);
  if ("histogram" in fact)
    return view.figures.some((figure) => isHistogram(figure, fact.histogram));
  if ("box" in fact) return view.figures.some((figure) => isBoxPlot(figure, fact.box));
  const whole = fact.chart.reduce((sum, value) => sum + value, 0);
  const values = (/** @type {unknown} */ figure) => drawn(figure, whole);
  const groups =
    fact.most === undefined
      ? [view.figures.flatMap(values)]
      : view.figures
          .filter((figure) => !isChart(figure) || values(figure).length <= Number(fact.most))
          .map(values);
  return (
    view.figures.length > 0 &&
    groups.some((values) =>
      fact.chart.every((wanted) => values.some((value) => near(value, wanted))),
    )
  );
}

/**
 * Returns the lines with a number in bold, and those of tables; or the whole answer, if it has
 * no number in bold.
 *
 * @param {string} answer
 */
function emphasised(answer) {
  const lines = answer.split("\n");
  const emphatic = lines.filter((line) => bold(line).some((part) => /\d/.test(part)));
  return emphatic.length > 0
    ? lines.filter((line) => emphatic.includes(line) || /^\s*\|/.test(line)).join("\n")
    : answer;
}

/**
 * @param {string} text
 * @param {string | number} wanted
 */
function says(text, wanted) {
  if (typeof wanted === "string") return namesIn(text, [wanted]).length > 0;
  return numbersIn(text).some((written) => rounds(written, wanted));
}

/**
 * @param {string} text
 * @param {number} wanted in percent
 */
function saysPercent(text, wanted) {
  return numbersIn(text).some(
    (written) => rounded(written, wanted) || (!written.percent && rounded(written, wanted / 100)),
  );
}

/**
 * Returns whether a written number is `wanted`, which may be rounded even if it is a whole
 * number.
 *
 * @param {import("./text.mjs").Written} written
 * @param {number} wanted
 */
function rounded(written, wanted) {
  return (
    rounds(written, wanted) ||
    (written.digits >= 2 && Math.abs(written.value - wanted) <= written.unit / 2)
  );
}

/**
 * Returns whether a table has a row with these cells; a text may also be the header of a number's
 * column, as in a pivot table.
 *
 * @param {Table} table
 * @param {(string | number)[]} wanted
 */
function hasRow(table, wanted) {
  const texts = wanted.filter((cell) => typeof cell === "string");
  const numbers = wanted.filter((cell) => typeof cell === "number");
  const has = (/** @type {unknown} */ cell, /** @type {string | number} */ value) =>
    says(String(cell ?? ""), value);
  return [...table.rows, ...(table.tail ?? [])].some((row) => {
    const headers = texts.filter((text) => !row.some((cell) => has(cell, text)));
    if (headers.length === texts.length && texts.length > 0) return false;
    return (
      numbers.every((number) =>
        row.some(
          (cell, column) =>
            has(cell, number) && headers.every((text) => has(table.columns[column], text)),
        ),
      ) &&
      (headers.length === 0 || numbers.length > 0)
    );
  });
}

/**
 * Returns whether the answer, what it has in bold, or one table names all of `listed` and none of
 * `others`.
 *
 * @param {View} view
 * @param {string[]} listed
 * @param {string[]} others
 */
function lists({ answer, tables }, listed, others) {
  const same = (/** @type {string[]} */ named) =>
    named.length === listed.length && named.every((name) => listed.includes(name));
  const all = [...listed, ...others];
  return (
    same(namesIn(answer, all)) ||
    same(namesIn(bold(answer).join("\n"), all)) ||
    tables.some(({ rows, tail = [], totalRows }) => {
      const shown = [...rows, ...tail];
      if (shown.length < totalRows) return false;
      const cells = shown.flat().filter((cell) => typeof cell === "string");
      return same([...new Set(cells.flatMap((cell) => namesIn(cell, all)))]);
    })
  );
}

/**
 * Returns the Markdown tables of an answer.
 *
 * @param {string} answer
 * @returns {Table[]}
 */
function tablesIn(answer) {
  /** @type {Table[]} */
  const tables = [];
  const cells = (/** @type {string} */ line) => line.replace(/^\s*\||\|\s*$/g, "").split("|");
  const lines = answer.split("\n");
  lines.forEach((line, at) => {
    if (at === 0 || !/^[\s|:-]*-[\s|:-]*$/.test(line) || !lines[at - 1].includes("|")) return;
    const end = lines.findIndex((other, index) => index > at && !other.includes("|"));
    const rows = lines.slice(at + 1, end < 0 ? undefined : end).map(cells);
    tables.push({ columns: cells(lines[at - 1]), rows, totalRows: rows.length });
  });
  return tables;
}

/**
 * @param {number} value
 * @param {number} wanted
 */
function near(value, wanted) {
  return Math.abs(value - wanted) <= Math.abs(wanted) / 200;
}

/**
 * Returns whether a figure's data are a chart of the harness, not the document of another library.
 *
 * @param {unknown} figure
 */
function isChart(figure) {
  return typeof figure === "object" && figure !== null && "elements" in figure;
}

/**
 * Returns the numbers that a figure draws; of lines only their heights, since positions along the
 * axis are not values; of a pie its parts of the whole.
 *
 * @param {unknown} figure
 * @param {number} whole
 * @returns {number[]}
 */
function drawn(figure, whole) {
  const { type, elements } =
    /** @type {{ type?: string, elements?: { points?: unknown[][], value?: unknown }[] }} */ (
      figure ?? {}
    );
  if (type === "pie") return (elements ?? []).map(({ value }) => Number(value) * whole);
  return numbersOf(
    type === "line"
      ? (elements ?? []).map(({ points = [] }) => points.map((point) => point[1]))
      : figure,
  );
}

/**
 * Returns whether a figure has at least four bars whose heights add up to so many values; a few
 * values may be cut off. The document of another library counts the values itself, so it has to
 * have them.
 *
 * @param {unknown} figure
 * @param {number} count
 * @returns {boolean}
 */
function isHistogram(figure, count) {
  if (!isChart(figure)) return numbersOf(figure).length >= 0.95 * count;
  const { elements } = /** @type {{ elements: { value?: unknown }[] }} */ (figure);
  // Several layers, such as bars and the line of the median.
  if (elements.some(isChart))
    return elements.some((layer) => isChart(layer) && isHistogram(layer, count));
  const heights = elements.map(({ value }) => value).filter((value) => typeof value === "number");
  const sum = heights.reduce((total, height) => total + height, 0);
  return (
    heights.length >= 4 &&
    heights.every((height) => Number.isInteger(height) && height >= 0) &&
    sum <= count &&
    sum >= 0.95 * count
  );
}

/**
 * Returns whether a figure has a box with these quartiles.
 *
 * @param {unknown} figure
 * @param {number[]} quartiles
 */
function isBoxPlot(figure, quartiles) {
  const { elements } =
    /** @type {{ elements?: { firstQuartile?: number, median?: number, thirdQuartile?: number }[] }} */ (
      figure ?? {}
    );
  return (elements ?? []).some(({ firstQuartile, median, thirdQuartile }) =>
    [firstQuartile, median, thirdQuartile].every(
      (value, index) => value !== undefined && near(value, quartiles[index]),
    ),
  );
}

/**
 * Returns all numbers in a value.
 *
 * @param {unknown} value
 * @returns {number[]}
 */
function numbersOf(value) {
  if (typeof value === "number") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : [];
}
