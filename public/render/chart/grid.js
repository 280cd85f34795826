// The layout of a chart's parts, and the axes of each. Pure.

import { axis } from "./axis.js";
import { along } from "./bars.js";
import { latticeOf } from "./plane.js";
import { plain } from "./text.js";

/**
 * @typedef {import("./kinds.js").SingleChart} SingleChart
 * @typedef {import("./kinds.js").BarChart} BarChart
 * @typedef {import("plotly.js-cartesian-dist-min").Axis} Axis
 */

/**
 * The domain of a part: shares of the whole, from the left and from the bottom.
 *
 * @typedef {object} Cell
 * @property {[from: number, to: number]} x
 * @property {[from: number, to: number]} y
 */

/**
 * The properties that refer traces to axes in a plane.
 *
 * @typedef {{ xaxis: string, yaxis: string }} AxisNames
 */

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
  const columns = Math.max(1, Math.min(count === 4 ? 2 : Math.min(count, 3), Math.floor(width / MIN_WIDTH)));
  return { columns, rows: Math.ceil(count / columns) };
}

/**
 * Returns the domain of a part: `x` and `y` as shares of the whole, from the left and from the bottom.
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

/**
 * Adds a part's axes to `layout`; returns the properties that refer traces to them.
 *
 * @param {{ [name: string]: Axis }} layout
 * @param {number} index
 * @param {SingleChart[]} layers
 * @param {Cell} cell
 * @param {import("../theme.js").Theme} theme
 * @param {number} width in CSS pixels
 * @returns {AxisNames}
 */
export function axes(layout, index, layers, cell, theme, width) {
  const [chart] = layers;
  const number = index === 0 ? "" : String(index + 1);
  const box = chart.type === "box" || chart.type === "violin";
  const horizontal = /** @type {Pick<BarChart, "horizontal">} */ (chart).horizontal === true;
  layout[`xaxis${number}`] = { ...axis(chart.xLabel, chart.xScale, box && !horizontal), domain: cell.x, anchor: `y${number}` };
  layout[`yaxis${number}`] = { ...axis(chart.yLabel, chart.yScale, box && horizontal), domain: cell.y, anchor: `x${number}` };
  if (chart.type === "heatmap") {
    Object.assign(layout[`xaxis${number}`], { type: "category", showgrid: false });
    Object.assign(layout[`yaxis${number}`], { type: "category", showgrid: false, autorange: "reversed" });
  }
  // Each end has a margin of half a category.
  if (box) Object.assign(layout[`${horizontal ? "y" : "x"}axis${number}`], { range: [-0.5, new Set(chart.elements.map(({ label }) => label)).size - 0.5] });
  const lattice = chart.type === "hexbin" ? latticeOf(chart) : null;
  if (lattice) {
    Object.assign(layout[`xaxis${number}`], { showgrid: false, zeroline: false, constrain: "domain" });
    Object.assign(layout[`yaxis${number}`], { showgrid: false, zeroline: false, constrain: "domain", scaleanchor: `x${number}`, scaleratio: lattice.ratio });
  }
  const bars = /** @type {BarChart | undefined} */ (layers.find(({ type }) => type === "bar"));
  if (bars) {
    const [labels, values] = bars.horizontal === true ? ["yaxis", "xaxis"] : ["xaxis", "yaxis"];
    const { numbers, bins, step } = along(bars);
    layout[`${values}${number}`].zerolinecolor = theme.edge;
    Object.assign(layout[`${labels}${number}`], { showgrid: false, ...(bins ? {} : { zeroline: false }), ...(step ? { dtick: step } : {}) });
    if (!numbers && layout[`${labels}${number}`].type === "linear") layout[`${labels}${number}`].type = "category";
  }
  const names = new Set(chart.elements.map(({ label }) => String(label ?? "")));
  if (horizontal && layout[`yaxis${number}`].type === "category" && (cell.x[1] - cell.x[0]) * width < NARROW && names.size <= FEW) {
    Object.assign(layout[`yaxis${number}`], { tickmode: "array", tickvals: [...names].map(plain), ticktext: [...names].map(wrapped) });
  }
  return { xaxis: `x${number}`, yaxis: `y${number}` };
}

/** In a part narrower than this, in CSS pixels, names on one line leave little room for bars, so they are wrapped. There is height for this
 * up to a few names. */
const NARROW = 480;
const FEW = 12;

/** Length of a line of a wrapped name, in characters, and the maximum number of lines. */
const LINE = 16;
const LINES = 3;

/**
 * Wraps a name onto several lines.
 *
 * @param {string} name
 */
function wrapped(name) {
  const lines = [""];
  for (const word of name.split(/\s+/)) {
    if (lines.at(-1) !== "" && /** @type {string} */ (lines.at(-1)).length + word.length >= LINE) lines.push("");
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  const shown = lines.slice(0, LINES).map((line) => (line.length > LINE + 4 ? `${line.slice(0, LINE + 3)}…` : line));
  if (lines.length > LINES) shown[LINES - 1] += "…";
  return shown.map(plain).join("<br>");
}

/**
 * Adds a secondary vertical axis on the right, over the given axes; returns the properties that refer traces to both.
 *
 * @param {{ [name: string]: unknown }} layout
 * @param {AxisNames} names of the given axes
 * @param {SingleChart} chart
 * @param {number} number of the axis among the layout's
 * @returns {AxisNames}
 */
export function secondaryAxis(layout, { xaxis, yaxis }, chart, number) {
  layout[`yaxis${number}`] = {
    ...axis(chart.yLabel, chart.yScale),
    overlaying: yaxis,
    side: "right",
    anchor: xaxis,
    tickmode: "auto",
    showgrid: false,
    zeroline: false,
  };
  return { xaxis, yaxis: `y${number}` };
}

/** @param {number} value */
function share(value) {
  return Math.min(Math.max(Math.round(value * 10_000) / 10_000, 0), 1);
}
