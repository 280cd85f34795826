// Charts for the tests of this folder, and the figures that they become.

import { PAPER } from "../theme.js";
import { figure } from "./figure.js";

/** @typedef {import("../../generated/kernel").Chart} Chart */

const AXES = {
  title: "",
  xLabel: "",
  xUnit: "",
  xScale: "linear",
  yLabel: "",
  yUnit: "",
  yScale: "linear",
  xTicks: [],
  yTicks: [],
};

/**
 * Returns a chart, which may be invalid.
 *
 * @param {string} type
 * @param {unknown[]} elements
 * @param {object} [more]
 */
export const of = (type, elements, more) =>
  /** @type {Chart} */ (/** @type {unknown} */ ({ ...AXES, type, elements, ...more }));

/**
 * Returns a list of its arguments, such as points.
 *
 * @template {unknown[]} T
 * @param {T} items
 */
export const list = (...items) => items;

/**
 * Returns the figure of a chart.
 *
 * @param {Chart | null} chart
 * @param {number} [width]
 */
export const made = (chart, width = 900) => figure(chart, PAPER, width);

/**
 * Returns the properties of `object` that `wanted` has.
 *
 * @param {{ [name: string]: unknown }} object
 * @param {object} wanted
 */
export const alike = (object, wanted) =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, object[name]]));
