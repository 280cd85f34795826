// A chart as data, as the kernel reads it off a figure, becomes a Plotly figure. Pure; knows Plotly's vocabulary, not Plotly. How
// several stand beside each other is grid.js, what each kind's traces are traces.js.

import { axes, place, rows } from "./grid.js";
import { isDrawn } from "./kinds.js";
import { names } from "./names.js";
import { plain } from "./text.js";
import { traces } from "./traces.js";

/** How high a chart is that stands alone, and each row of several, in CSS pixels. */
const HEIGHT = 400;
const ROW = 300;

/**
 * @param {object} chart `{ type, title, xLabel, …, elements }`
 * @param {object} theme see ../theme.js
 * @param {number} width that there is, in CSS pixels
 * @param {{ legend?: boolean, hidden?: Set<string> }} how `legend`: whether Plotly's own is drawn, as in a picture; `hidden`: what of the
 *   legend's names is left out
 * @returns {{ data: object[], layout: object, legend: Array<{ name: string, colour: string }> }} `legend` is what one would name
 * @throws {Error} with a sentence, where there is nothing that could be drawn
 */
export function figure(chart, theme, width, { legend: own = true, hidden = new Set() } = {}) {
  const cells = parts(chart).map((layers) => ({ layers, polar: layers[0].type === "pie" }));
  if (cells.length === 0) throw new Error("There is nothing in this chart that could be drawn.");
  const grid = rows(cells.length, width);
  const layout = {
    // Where the words of the other sides of a figure begin.
    title: { text: plain(chart.title), pad: { t: 14, l: 14 } },
    height: grid.rows === 1 ? HEIGHT : grid.rows * ROW + 60,
    annotations: [],
    hovermode: "closest",
    barmode: stacked(cells) ? "stack" : cells.some(({ layers }) => layers.some(spanned)) ? "overlay" : "group",
    bargap: 0.2,
  };
  const data = [];
  cells.forEach(({ layers, polar }, index) => {
    const cell = place(index, cells.length, grid);
    const title = cells.length > 1 && plain(layers[0].title) !== plain(chart.title) ? plain(layers[0].title) : "";
    if (title) layout.annotations.push(heading(title, cell, theme));
    const names = polar ? { domain: cell } : axes(layout, index, layers, cell, theme);
    let colour = 0;
    for (const layer of layers) {
      const made = traces(layer, { theme, from: colour, alone: cells.length === 1 });
      colour += made.length;
      data.push(...made.map((trace) => ({ ...trace, ...names, legendgroup: trace.showlegend === false ? undefined : trace.name })));
    }
  });
  // A name that stands in several parts toggles all of them, and is said once.
  const said = new Set();
  for (const trace of data) {
    if (trace.showlegend === false || trace.type === "pie") continue;
    trace.showlegend = !said.has(trace.name) && trace.name !== "";
    said.add(trace.name);
  }
  const legend = names(data);
  layout.showlegend = own && legend.length > 0;
  // From above: the title, the legend, the headings of the parts.
  const headed = layout.annotations.length > 0;
  const titled = layout.title.text ? 40 : 10;
  const keys = layout.showlegend ? 30 : 0;
  layout.legend = { orientation: "h", yref: "container", y: 1 - titled / layout.height, yanchor: "top", x: 10 / width, xref: "container", xanchor: "left" };
  layout.margin = { t: titled + keys + (headed ? 26 : 10), r: 16, b: cells.some(({ layers }) => layers.some(({ xLabel }) => xLabel)) ? 52 : 36, l: 56 };
  layout.colorway = theme.series;
  layout.piecolorway = theme.series;
  for (const trace of data) if (trace.type !== "pie" && trace.name !== "" && hidden.has(trace.name)) trace.visible = "legendonly";
  layout.hiddenlabels = data.flatMap(({ type, labels }) => (type === "pie" ? labels.filter((label) => hidden.has(label)) : []));
  return { data, layout, legend };
}

/** The charts that get axes of their own, each with the kinds that are drawn in these. */
function parts(chart) {
  if (chart?.type !== "several") return isDrawn(chart) ? [[whole(chart)]] : [];
  const found = [];
  for (const part of Array.isArray(chart.elements) ? chart.elements : []) {
    for (const layers of parts(part)) {
      const before = found.at(-1);
      if (before && layers.length === 1 && sameAxes(before.at(-1), layers[0])) before.push(layers[0]);
      else found.push([...layers]);
    }
  }
  return found;
}

/** The chart with those of its elements that are any. */
function whole(chart) {
  return { ...chart, elements: chart.elements.filter((element) => element !== null && typeof element === "object") };
}

const OVERLAID = new Set(["line", "scatter", "bar"]);

/** Whether two charts are different kinds within one pair of axes: they say the same of these, in full. */
function sameAxes(one, other) {
  const said = ["title", "xLabel", "yLabel", "xScale", "yScale"];
  const same = said.every((name) => one[name] === other[name]) && JSON.stringify(one.xTicks) === JSON.stringify(other.xTicks) && JSON.stringify(one.yTicks) === JSON.stringify(other.yTicks);
  return same && one.type !== other.type && OVERLAID.has(one.type) && OVERLAID.has(other.type);
}

function heading(text, cell, theme) {
  const x = (cell.x[0] + cell.x[1]) / 2;
  return { text, x, y: cell.y[1], xref: "paper", yref: "paper", xanchor: "center", yanchor: "bottom", showarrow: false, yshift: 4, font: { size: 13, color: theme.ink } };
}

function stacked(cells) {
  return cells.some(({ layers }) => layers.some(({ type, stacked }) => type === "bar" && stacked === true));
}

/** Whether bars begin somewhere, so that several of them stand in one row. */
function spanned({ type, elements }) {
  return type === "bar" && elements.some(({ base }) => base !== undefined);
}
