// A chart as data, as the kernel reads it off a figure, becomes a Plotly figure. Pure; knows Plotly's vocabulary, not Plotly. How
// several stand beside each other is grid.js, what each kind's traces are traces.js.

import { aside, axes, place, rows } from "./grid.js";
import { coordinates, isDrawn } from "./kinds.js";
import { names } from "./names.js";
import { polarAxes } from "./polar.js";
import { sceneAxes } from "./scene3d.js";
import { plain } from "./text.js";
import { traces } from "./traces.js";

/** How high a chart is that stands alone, and each row of several, in CSS pixels. */
const HEIGHT = 400;
const ROW = 300;

/** What is not between two axes is as wide as it is high, and so needs more of it. */
const TALL = 460;

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
  const cells = parts(chart).map(({ layers, over }) => ({ layers, over, on: coordinates(layers[0]) }));
  if (cells.length === 0) throw new Error("There is nothing in this chart that could be drawn.");
  const grid = rows(cells.length, width);
  const layout = {
    // Where the words of the other sides of a figure begin.
    title: { text: plain(chart.title || (cells.length === 1 ? cells[0].layers[0].title : "")), pad: { t: 14, l: 14 } },
    height: grid.rows > 1 ? grid.rows * ROW + 60 : cells.some(({ on }) => on === "polar" || on === "3d") ? Math.min(TALL, Math.max(width, HEIGHT)) : HEIGHT,
    annotations: [],
    hovermode: "closest",
    barmode: stacked(cells) ? "stack" : cells.some(({ layers, over }) => [...layers, ...over].some(spanned)) ? "overlay" : "group",
    bargap: 0.2,
  };
  const data = [];
  cells.forEach(({ layers, over, on }, index) => {
    const cell = place(index, cells.length, grid);
    const title = cells.length > 1 && plain(layers[0].title) !== plain(chart.title) ? plain(layers[0].title) : "";
    if (title) layout.annotations.push(heading(title, cell, theme));
    const names = AXES[on](layout, index, layers, cell, theme, width);
    let colour = 0;
    const draw = (layer, names) => {
      const made = traces(layer, { theme, from: colour, alone: cells.length === 1, room: room(cell, width, layout.height) });
      colour += made.length;
      data.push(...made.map((trace) => ({ ...trace, ...names, legendgroup: trace.showlegend === false ? undefined : trace.name })));
    };
    for (const layer of layers) draw(layer, names);
    over.forEach((layer, at) => {
      const place = at > 0 && sameAxes(over[at - 1], layer) ? at - 1 : at;
      draw(layer, aside(layout, names, layer, cells.length + index * MOST_OVER + place + 1));
    });
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
  const edge = cells.every(({ on }) => on === "3d") ? 8 : null;
  layout.margin = { t: titled + keys + (headed ? 26 : 10), r: 16, b: cells.some(({ layers, on }) => on === "cartesian" && layers.some(({ xLabel }) => xLabel)) ? 52 : 36, l: 56, ...(edge === null ? {} : { l: edge, r: edge, b: edge }) };
  layout.colorway = theme.series;
  layout.piecolorway = theme.series;
  for (const trace of data) if (trace.type !== "pie" && trace.name !== "" && hidden.has(trace.name)) trace.visible = "legendonly";
  layout.hiddenlabels = data.flatMap(({ type, labels }) => (type === "pie" ? labels.filter((label) => hidden.has(label)) : []));
  return { data, layout, legend };
}

/** Adds the axes of a part to the layout; each returns how the traces name them. */
const AXES = {
  cartesian: axes,
  polar: (layout, index, [chart], cell) => polarAxes(layout, index, chart, cell),
  "3d": (layout, index, [chart], cell, _theme, width) => sceneAxes(layout, index, chart, cell, width),
  pie: (_layout, _index, _layers, cell) => ({ domain: cell }),
};

/** What there is for the marks of a part, in CSS pixels: about, since what stands beside it is not measured yet. */
function room({ x, y }, width, height) {
  return { width: Math.max((x[1] - x[0]) * (width - 150), 60), height: Math.max((y[1] - y[0]) * (height - 90), 60) };
}

/** More vertical axes at one side cover each other. */
const MOST_OVER = 2;

/** The charts that get axes of their own, each with the kinds that are drawn in these, and what lies over them with a vertical axis more. */
function parts(chart) {
  if (chart?.type !== "several") return isDrawn(chart) ? [{ layers: [whole(chart)], over: [] }] : [];
  const found = [];
  for (const part of Array.isArray(chart.elements) ? chart.elements : []) {
    for (const { layers, over } of parts(part)) {
      const before = found.at(-1);
      const [one] = layers;
      if (before && layers.length === 1 && sameAxes(before.layers.at(-1), one)) before.layers.push(one);
      else if (before && layers.length === 1 && one.over === true && [one, before.layers[0]].every(goesOver) && before.over.length < MOST_OVER) before.over.push(one);
      else found.push({ layers: [...layers], over: [...over] });
    }
  }
  return found;
}

/** The chart with those of its elements that are any. */
function whole(chart) {
  return { ...chart, elements: chart.elements.filter((element) => element !== null && typeof element === "object") };
}

const OVERLAID = new Set(["line", "scatter", "bar", "scatter3d", "line3d", "surface"]);

/** What can lie over something else, and under it. */
const goesOver = (chart) => coordinates(chart) === "cartesian" && ["line", "scatter", "bar"].includes(chart.type);

/** Whether two charts are different kinds within one pair of axes: they say the same of these, in full. */
function sameAxes(one, other) {
  const said = ["title", "xLabel", "yLabel", "zLabel", "xScale", "yScale", "zScale", "polar"];
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
