// A chart's axis in Plotly's form: its title and its scale. Pure.

import { plain } from "./text.js";

/**
 * Returns an axis for a layout.
 *
 * @param {string} label the chart's label
 * @param {string} scale the chart's scale
 * @param {boolean} names whether the axis is categorical, whatever its scale
 */
export function axis(label, scale, names = false) {
  return { title: { text: plain(label) }, type: names ? "category" : ({ log: "log", datetime: "date", categorical: "category" }[scale] ?? "linear"), automargin: true };
}
