// A chart's axis in Plotly's form: its title and its scale. Pure.

import { plain } from "./text.js";

/**
 * @typedef {import("plotly.js-cartesian-dist-min").Axis} Axis
 * @typedef {import("plotly.js-cartesian-dist-min").Title} Title
 */

/**
 * Returns an axis for a layout.
 *
 * @param {string} label the chart's label
 * @param {string} scale the chart's scale
 * @param {boolean} names whether the axis is categorical, whatever its scale
 * @returns {Axis & { title: Title, type: string }}
 */
export function axis(label, scale, names = false) {
  return {
    title: { text: plain(label) },
    type: names ? "category" : (/** @type {{ [scale: string]: string }} */ ({ log: "log", datetime: "date", categorical: "category" })[scale] ?? "linear"),
    automargin: true,
  };
}
