// The traces of one chart: those of points, pies and heat maps; the other types have their own
// files. Pure; input values may have any type, and invalid ones are left out.

import { bars } from "./bars.js";
import { boxes, violins } from "./boxes.js";
import { contour, hexbin, quiver } from "./plane.js";
import { polarTrace } from "./polar.js";
import { traces3d } from "./scene3d.js";
import { coordinates } from "./types.js";
import {
  colorbar,
  colour,
  coordinate,
  errors,
  listOf,
  number,
  plain,
  shades,
  strokes,
} from "./values.js";

/**
 * @typedef {import("../../generated/kernel").Axes} Axes
 * @typedef {import("../../generated/kernel").HeatMap} HeatMap
 * @typedef {import("../../generated/kernel").Series} Series
 * @typedef {import("../../generated/kernel").Slice} Slice
 * @typedef {import("./types.js").HeatmapChart} HeatmapChart
 * @typedef {import("./types.js").LineChart} LineChart
 * @typedef {import("./types.js").ScatterChart} ScatterChart
 * @typedef {import("./types.js").SingleChart} SingleChart
 * @typedef {import("plotly.js-cartesian-dist-min").Trace} Trace
 */

/**
 * How the traces of a chart are made.
 *
 * @typedef {object} How
 * @property {import("../theme.js").Theme} theme
 * @property {number} from the number of colours in use on these axes
 * @property {boolean} alone whether the figure has no other part
 * @property {{ width: number, height: number }} room the plotting area, in CSS pixels
 */

/**
 * The largest number of cells of a heat map that have labels; more labels would only cover them.
 */
const LABELLED = 150;

const DASHES = ["solid", "dash", "dot"];

/**
 * Returns the traces of a single chart.
 *
 * @param {SingleChart} chart whose elements are objects
 * @param {How} how
 * @returns {Trace[]} Plotly traces, without their axes
 */
export function traces(chart, how) {
  const flat = MAKERS[chart.type](chart, chart.elements, how);
  return coordinates(chart) === "polar"
    ? flat.map((trace) => polarTrace(chart, /** @type {import("./polar.js").FlatTrace} */ (trace)))
    : flat;
}

/**
 * The function that creates the traces of a type. As a method, since each takes only the charts of
 * its own type.
 *
 * @typedef {{ make(chart: SingleChart, elements: SingleChart["elements"], how: How): Trace[]
 *   }["make"]} Maker
 */

/** @type {Record<SingleChart["type"], Maker>} */
const MAKERS = {
  line: points,
  scatter: points,
  bar: bars,
  pie,
  box: boxes,
  violin: violins,
  heatmap,
  hexbin,
  contour,
  quiver,
  scatter3d: traces3d,
  line3d: traces3d,
  surface: traces3d,
};

/**
 * Plotly's names for the ways in which a line steps from point to point.
 *
 * @type {{ [step: string]: string }}
 */
const STEPS = { pre: "vh", post: "hv", mid: "hvh" };

/**
 * @param {(LineChart | ScatterChart) & Pick<LineChart, "stacked"> & Pick<ScatterChart,
 *   "valueLabel">} chart
 * @param {Series[]} elements
 * @param {How} how
 * @returns {Trace[]}
 */
function points({ type, xScale, yScale, valueLabel, stacked }, elements, { theme, from, alone }) {
  return elements.map(({ label, points, values, sizes, step, xErrors, yErrors }, index) => {
    const list = listOf(points);
    const dots = type === "scatter";
    const valued =
      Array.isArray(values) && values.length === list.length ? values.map(number) : null;
    const sized = Array.isArray(sizes) && sizes.length === list.length ? sizes.map(diameter) : null;
    const valueTitle = plain(valueLabel);
    const own = colour(theme, from + index);
    return {
      type: "scatter",
      mode: dots ? "markers" : list.length > 60 || stacked === true ? "lines" : "lines+markers",
      name: plain(label),
      x: coordinate(list, 0, xScale),
      y: coordinate(list, 1, yScale),
      connectgaps: false,
      // When the colours repeat, the dashes differ.
      line: {
        width: 2,
        color: own,
        dash: DASHES[Math.floor((from + index) / theme.series.length) % DASHES.length],
        ...(Object.hasOwn(STEPS, /** @type {string} */ (step))
          ? { shape: STEPS[/** @type {string} */ (step)] }
          : {}),
      },
      ...(stacked === true && !dots ? { stackgroup: "layers" } : {}),
      marker: {
        size: sized ?? (dots ? (list.length > 1000 ? 4 : 7) : 5),
        opacity: (sized && !valued) || (dots && list.length > 300) ? 0.6 : 1,
        color: own,
        ...(sized ? { line: { width: 1, color: theme.surface } } : {}),
        ...(valued
          ? {
              color: valued,
              colorscale: strokes(theme),
              showscale: alone && elements.length === 1,
              colorbar: colorbar(valueLabel),
            }
          : {}),
      },
      ...(valued ? { customdata: valued } : {}),
      ...errors("error_x", xErrors, list, 0),
      ...errors("error_y", yErrors, list, 1),
      hovertemplate: `%{x}<br><b>%{y}</b>${valued ? `<br>${valueTitle ? `${valueTitle} ` : ""}<b>%{customdata}</b>` : ""}<extra>${plain(label)}</extra>`,
    };
  });
}

/**
 * Converts a marker's area in squared points to a diameter in CSS pixels, from 3, so that it can be
 * seen, to 80.
 *
 * @param {unknown} area
 */
const diameter = (area) =>
  Math.min(Math.max((Math.sqrt(Math.max(number(area) ?? 0, 0)) * 4) / 3, 3), 80);

/**
 * @param {Axes} _
 * @param {Slice[]} elements
 * @param {How} how
 * @returns {Trace[]}
 */
function pie(_, elements, { theme }) {
  return [
    {
      type: "pie",
      labels: elements.map(({ label }) => plain(String(label ?? ""))),
      values: elements.map(({ value, angle }) => number(value) ?? number(angle) ?? 0),
      sort: false,
      // Like matplotlib: from three o'clock, counterclockwise.
      direction: "counterclockwise",
      rotation: 90,
      textinfo: elements.length > 12 ? "none" : "label+percent",
      textposition: "auto",
      insidetextorientation: "horizontal",
      insidetextfont: { color: theme.dark ? "#1f1e1b" : "#ffffff" },
      automargin: true,
      showlegend: elements.length > 6,
      marker: {
        colors: elements.map((_, index) => colour(theme, index)),
        line: { width: 1, color: theme.surface },
      },
      hovertemplate: "%{label}<br><b>%{percent}</b><extra></extra>",
    },
  ];
}

/**
 * @param {HeatmapChart} chart
 * @param {HeatMap[]} elements
 * @param {How} how
 * @returns {Trace[]}
 */
function heatmap({ valueLabel }, elements, { theme, alone }) {
  return elements.slice(0, 1).map(({ label, columns, rows, values }) => {
    const z = listOf(values).map((row) => listOf(row).map(number));
    const all = z.flat().filter((one) => one !== null);
    const both = all.some((one) => one < 0) && all.some((one) => one > 0);
    const most = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const mid = theme.dark ? theme.sunken : theme.surface;
    return {
      type: "heatmap",
      name: plain(label),
      x: distinct(columns),
      y: distinct(rows),
      z,
      colorscale: both
        ? [
            [0, theme.dark ? "#eb9d55" : "#b4530f"],
            [0.5, mid],
            [1, theme.accent],
          ]
        : shades(theme),
      ...(both ? { zmin: -most, zmax: most, zmid: 0 } : {}),
      ...(all.length <= LABELLED ? { texttemplate: "%{z:.3~g}" } : {}),
      xgap: 1,
      ygap: 1,
      showlegend: false,
      showscale: alone,
      colorbar: colorbar(valueLabel),
      hovertemplate: "%{y}, %{x}<br><b>%{z}</b><extra></extra>",
    };
  });
}

/**
 * Makes category names distinct, so that equal names stay separate categories.
 *
 * @param {string[]} names
 */
function distinct(names) {
  const seen = new Map();
  return listOf(names).map((name) => {
    const text = plain(String(name ?? ""));
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return text + "\u200b".repeat(times);
  });
}
