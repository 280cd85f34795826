// One axis as Plotly takes it: its title and its scale. Pure.

import { plain } from "./text.js";

/**
 * @param {string} label as the chart says it
 * @param {string} scale of the chart's
 * @param {boolean} names whether names stand along it, whatever the scale says
 */
export function axis(label, scale, names = false) {
  return { title: { text: plain(label) }, type: names ? "category" : ({ log: "log", datetime: "date", categorical: "category" }[scale] ?? "linear"), automargin: true };
}
