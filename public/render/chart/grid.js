// Where the parts of a chart stand, and the axes of each. Pure.

import { plain } from "./text.js";

/** The least width of a part beside another, in CSS pixels. */
const LEAST = 320;

/** Between parts, as shares of the whole: room for the labels of the axes. */
const BESIDE = 0.12;

/** How many rows and columns `count` parts need at a width. */
export function rows(count, width) {
  const columns = Math.max(1, Math.min(count === 4 ? 2 : Math.min(count, 3), Math.floor(width / LEAST)));
  return { columns, rows: Math.ceil(count / columns) };
}

/** Where a part stands: its `x` and `y` as shares of the whole, from the left and from below. */
export function place(index, count, { columns, rows }) {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const between = columns > 1 ? BESIDE : 0;
  const wide = (1 - between * (columns - 1)) / columns;
  const above = rows > 1 ? Math.min(0.34 / rows, 0.2) : 0;
  const high = (1 - above * (rows - 1)) / rows;
  const left = column * (wide + between);
  const top = 1 - row * (high + above);
  return { x: [share(left), share(left + wide)], y: [share(top - high), share(top)] };
}

/** Adds a part's axes to `layout`; returns how its traces name them. */
export function axes(layout, index, layers, cell, theme) {
  const [chart] = layers;
  const number = index === 0 ? "" : String(index + 1);
  const box = chart.type === "box" || chart.type === "violin";
  const horizontal = chart.horizontal === true;
  layout[`xaxis${number}`] = { ...axis(chart.xLabel, chart.xScale, box && !horizontal), domain: cell.x, anchor: `y${number}` };
  layout[`yaxis${number}`] = { ...axis(chart.yLabel, chart.yScale, box && horizontal), domain: cell.y, anchor: `x${number}` };
  if (chart.type === "heatmap") {
    Object.assign(layout[`xaxis${number}`], { type: "category", showgrid: false });
    Object.assign(layout[`yaxis${number}`], { type: "category", showgrid: false, autorange: "reversed" });
  }
  if (chart.type === "bar") {
    const values = horizontal ? "xaxis" : "yaxis";
    const labels = horizontal ? "yaxis" : "xaxis";
    layout[`${labels}${number}`].showgrid = false;
    layout[`${values}${number}`].zerolinecolor = theme.edge;
    if (!histogram(chart) && layout[`${labels}${number}`].type === "linear") layout[`${labels}${number}`].type = "category";
  }
  return { xaxis: `x${number}`, yaxis: `y${number}` };
}

function axis(label, scale, names) {
  const type = names ? "category" : { log: "log", datetime: "date", categorical: "category" }[scale] ?? "linear";
  return { title: { text: plain(label) }, type, automargin: true };
}

function histogram({ elements }) {
  return elements.length > 0 && elements.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));
}

function share(value) {
  return Math.min(Math.max(Math.round(value * 10_000) / 10_000, 0), 1);
}
