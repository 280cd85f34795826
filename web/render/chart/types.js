// The types of charts: which can be drawn interactively, and in which coordinates. Pure and small,
// since the page checks this too before it offers a chart; knows nothing of how they are drawn.

/**
 * @typedef {import("../../generated/kernel").Chart} Chart
 * @typedef {Extract<Chart, { type: "line" }>} LineChart
 * @typedef {Extract<Chart, { type: "scatter" }>} ScatterChart
 * @typedef {Extract<Chart, { type: "bar" }>} BarChart
 * @typedef {Extract<Chart, { type: "box" }>} BoxChart
 * @typedef {Extract<Chart, { type: "violin" }>} ViolinChart
 * @typedef {Extract<Chart, { type: "heatmap" }>} HeatmapChart
 * @typedef {Extract<Chart, { type: "hexbin" }>} HexbinChart
 * @typedef {Extract<Chart, { type: "contour" }>} ContourChart
 * @typedef {Extract<Chart, { type: "scatter3d" | "line3d" | "surface" }>} Chart3d
 */

/**
 * A chart of one type in one set of axes.
 *
 * @typedef {Exclude<Chart, { type: "several" }>} SingleChart
 */

/** @typedef {"cartesian" | "polar" | "3d" | "pie"} CoordinateSystem */

/**
 * The types of charts that can be drawn.
 *
 * @type {Set<string | undefined>}
 */
const TYPES = new Set([
  "line",
  "scatter",
  "bar",
  "pie",
  "box",
  "violin",
  "heatmap",
  "hexbin",
  "contour",
  "quiver",
  "scatter3d",
  "line3d",
  "surface",
]);

/** The types that can be polar. */
const POLAR = new Set(["line", "scatter", "bar"]);

const THREE_D = new Set(["scatter3d", "line3d", "surface"]);

/**
 * Returns the coordinates that a chart is drawn in: "cartesian", "polar", "3d" or "pie".
 *
 * @param {SingleChart} chart
 * @returns {CoordinateSystem}
 */
export const coordinates = ({ type, polar }) =>
  type === "pie" ? "pie" : THREE_D.has(type) ? "3d" : polar === true ? "polar" : "cartesian";

/**
 * Returns whether a single chart can be drawn.
 *
 * @param {Chart | null | undefined} chart
 * @returns {chart is SingleChart}
 */
export const isDrawn = (chart) =>
  chart != null &&
  TYPES.has(chart.type) &&
  Array.isArray(chart.elements) &&
  (chart.polar !== true || POLAR.has(chart.type));

/**
 * Returns whether any part of a chart can be drawn and satisfies `wanted`.
 *
 * @param {Chart | null | undefined} chart
 * @param {(part: SingleChart) => boolean} [wanted]
 * @returns {boolean}
 */
export const drawable = (chart, wanted = () => true) =>
  chart?.type === "several"
    ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted))
    : isDrawn(chart) && wanted(chart);
