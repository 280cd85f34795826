// A chart's axis in Plotly's form: its title and its scale. Pure.

import { plain } from "./text.js";

/**
 * @typedef {import("plotly.js-cartesian-dist-min").Axis} Axis
 * @typedef {import("plotly.js-cartesian-dist-min").Title} Title
 */

/**
 * Plotly's types of axes, by the chart's scale.
 *
 * @type {{ [scale: string]: string }}
 */
const TYPES = { log: "log", datetime: "date", categorical: "category" };

/**
 * Returns an axis for a layout.
 *
 * @param {string} label the chart's label
 * @param {string | undefined} scale the chart's scale
 * @param {boolean} names whether the axis is categorical, whatever its scale
 * @returns {Axis & { title: Title, type: string }}
 */
export function axis(label, scale, names = false) {
  return {
    title: { text: plain(label) },
    type: names ? "category" : (TYPES[/** @type {string} */ (scale)] ?? "linear"),
    automargin: true,
  };
}
