// The parts of a chart, and where each is: which charts share their axes, and which area the axes
// of each part have. Pure; knows nothing of how a part is drawn.

import { coordinates, isDrawn } from "./types.js";
import { listOf } from "./values.js";

/**
 * @typedef {import("../../generated/kernel").Axes} Axes
 * @typedef {import("../../generated/kernel").Chart} Chart
 * @typedef {import("./types.js").SingleChart} SingleChart
 */

/**
 * A part of a chart: `layers` are charts on the same axes, `over` are charts above them with
 * secondary vertical axes.
 *
 * @typedef {{ layers: SingleChart[], over: SingleChart[] }} Part
 */

/**
 * The domain of a part: shares of the whole, from the left and from the bottom.
 *
 * @typedef {object} Cell
 * @property {[from: number, to: number]} x
 * @property {[from: number, to: number]} y
 */

/** More secondary axes on one side would overlap. */
export const MAX_OVER = 2;

/**
 * Returns the parts of a chart that can be drawn.
 *
 * @param {Chart | null | undefined} chart
 * @returns {Part[]}
 */
export function parts(chart) {
  if (chart?.type !== "several")
    return isDrawn(chart) ? [{ layers: [whole(chart)], over: [] }] : [];
  /** @type {Part[]} */
  const found = [];
  for (const part of listOf(chart.elements)) {
    for (const { layers, over } of parts(part)) {
      const before = found.at(-1);
      const [one] = layers;
      if (
        before &&
        layers.length === 1 &&
        sameAxes(/** @type {SingleChart} */ (before.layers.at(-1)), one)
      )
        before.layers.push(one);
      else if (
        before &&
        layers.length === 1 &&
        one.over === true &&
        [one, before.layers[0]].every(goesOver) &&
        before.over.length < MAX_OVER
      )
        before.over.push(one);
      else found.push({ layers: [...layers], over: [...over] });
    }
  }
  return found;
}

/**
 * Returns the chart without elements that are not objects.
 *
 * @param {SingleChart} chart
 */
function whole(chart) {
  return /** @type {SingleChart} */ ({
    ...chart,
    elements: chart.elements.filter((element) => element !== null && typeof element === "object"),
  });
}

const OVERLAID = new Set(["line", "scatter", "bar", "scatter3d", "line3d", "surface"]);

/**
 * Whether a chart can be drawn over another one, and under it.
 *
 * @param {SingleChart} chart
 */
const goesOver = (chart) =>
  coordinates(chart) === "cartesian" && ["line", "scatter", "bar"].includes(chart.type);

/**
 * Returns whether two charts of different types share their axes: everything that they say about
 * these is equal.
 *
 * @param {SingleChart} one
 * @param {SingleChart} other
 */
export function sameAxes(one, other) {
  /** @type {Array<keyof Axes>} */
  const compared = ["title", "xLabel", "yLabel", "zLabel", "xScale", "yScale", "zScale", "polar"];
  const same =
    compared.every((name) => one[name] === other[name]) &&
    JSON.stringify(one.xTicks) === JSON.stringify(other.xTicks) &&
    JSON.stringify(one.yTicks) === JSON.stringify(other.yTicks);
  return same && one.type !== other.type && OVERLAID.has(one.type) && OVERLAID.has(other.type);
}

/** Minimum width of a part beside another, in CSS pixels. */
const MIN_WIDTH = 320;

/** The gap between columns as a share of the whole: room for the labels of the axes. */
const GAP = 0.12;

/**
 * Returns how many rows and columns `count` parts have at a width.
 *
 * @param {number} count
 * @param {number} width in CSS pixels
 */
export function rows(count, width) {
  const columns = Math.max(
    1,
    Math.min(count === 4 ? 2 : Math.min(count, 3), Math.floor(width / MIN_WIDTH)),
  );
  return { columns, rows: Math.ceil(count / columns) };
}

/**
 * Returns the domain of a part: `x` and `y` as shares of the whole, from the left and from the
 * bottom.
 *
 * @param {number} index
 * @param {{ columns: number, rows: number }} grid
 * @returns {Cell}
 */
export function place(index, { columns, rows }) {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const between = columns > 1 ? GAP : 0;
  const wide = (1 - between * (columns - 1)) / columns;
  const above = rows > 1 ? Math.min(0.34 / rows, 0.2) : 0;
  const high = (1 - above * (rows - 1)) / rows;
  const left = column * (wide + between);
  const top = 1 - row * (high + above);
  return { x: [share(left), share(left + wide)], y: [share(top - high), share(top)] };
}

/** @param {number} value */
function share(value) {
  return Math.min(Math.max(Math.round(value * 10_000) / 10_000, 0), 1);
}
