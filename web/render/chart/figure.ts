// Converts a chart, as the kernel extracts it from a figure, to a Plotly figure. Pure; knows
// Plotly's vocabulary, not Plotly. grid.ts finds the parts and places them; axes.ts, polar.ts and
// scene3d.ts create their axes; traces.ts creates the traces of each type.

import { axes, secondaryAxis } from "./axes.ts";
import { along } from "./bars.ts";
import { MAX_SECONDARY_AXES, parts, place, rows, sameAxes } from "./grid.ts";
import { polarAxes } from "./polar.ts";
import { sceneAxes } from "./scene3d.ts";
import { traces } from "./traces.ts";
import { coordinates } from "./types.ts";
import { plain } from "./values.ts";
import type { Annotation, Layout, Title, Trace } from "plotly.js-cartesian-dist-min";
import type { Chart } from "../../generated/kernel.ts";
import type { Theme } from "../theme.ts";
import type { AxisNames } from "./axes.ts";
import type { Cell, Part } from "./grid.ts";
import type { BarChart, Chart3d, CoordinateSystem, SingleChart } from "./types.ts";

/** The layout of a chart, with what each has. */
type ChartLayout = Layout & { title: Title; height: number; annotations: Annotation[] };

/** A name in a legend, and the colour of its series. */
export type LegendEntry = { name: string; colour: string };

/**
 * A trace with what its type has of this: `labels` and `marker.colors` of a pie; the name and one
 * of the colours of any other trace.
 */
type Listed = Trace & {
  name: string;
  color: string;
  labels: string[];
  marker: { color?: string; colors: string[] };
};

/** Height of a single chart, and of each row of several, in CSS pixels. */
const HEIGHT = 400;
const ROW = 300;

/**
 * Maximum height of a single polar or 3D chart: it is as wide as it is high, and so needs more
 * height.
 */
const TALL = 460;

/**
 * Returns a chart as a Plotly figure.
 *
 * @param chart `{ type, title, xLabel, …, elements }`
 * @param width available, in CSS pixels
 * @param how `legend`: whether Plotly draws its own, as in a saved picture; `hidden`: names in the
 *   legend whose series are hidden
 * @returns `legend` lists the entries of a legend, of the title `legendTitle`
 * @throws {Error} with a sentence, if there is nothing to draw
 */
export function figure(
  chart: Chart | null | undefined,
  theme: Theme,
  width: number,
  { legend: own = true, hidden = new Set() }: { legend?: boolean; hidden?: Set<string> } = {},
): { data: Trace[]; layout: ChartLayout; legend: LegendEntry[]; legendTitle: string } {
  const cells = parts(chart).map(({ layers, over }) => ({
    layers,
    over,
    on: coordinates(layers[0]),
  }));
  if (cells.length === 0) throw new Error("There is nothing in this chart that could be drawn.");
  const grid = rows(cells.length, width);
  const layout: ChartLayout = {
    // Aligns with the text of the figure's other views.
    title: {
      text: plain((chart as Chart).title || (cells.length === 1 ? cells[0].layers[0].title : "")),
      pad: { t: 14, l: 14 },
    },
    height:
      grid.rows > 1
        ? grid.rows * ROW + 60
        : cells.some(({ on }) => on === "polar" || on === "3d")
          ? Math.min(TALL, Math.max(width, HEIGHT))
          : Math.max(...cells.map(({ layers }) => heightOf(layers))),
    annotations: [],
    hovermode: "closest",
    barmode: stacked(cells)
      ? "stack"
      : cells.some(({ layers, over }) => [...layers, ...over].some(spanned))
        ? "overlay"
        : "group",
    bargap: 0.2,
  };
  const data: Trace[] = [];
  cells.forEach(({ layers, over, on }, index) => {
    const cell = place(index, grid);
    const title =
      cells.length > 1 && plain(layers[0].title) !== plain((chart as Chart).title)
        ? plain(layers[0].title)
        : "";
    if (title) layout.annotations.push(heading(title, cell, theme));
    const names = AXES[on](layout, index, layers, cell, theme, width);
    let colour = 0;
    /** @param names the properties that refer to its axes */
    const draw = (layer: SingleChart, names: object) => {
      const made = traces(layer, {
        theme,
        from: colour,
        alone: cells.length === 1,
        room: room(cell, width, layout.height),
      });
      colour += made.length;
      data.push(
        ...made.map((trace) => ({
          ...trace,
          ...names,
          legendgroup: trace.showlegend === false ? undefined : trace.name,
        })),
      );
    };
    for (const layer of layers) draw(layer, names);
    over.forEach((layer, at) => {
      const place = at > 0 && sameAxes(over[at - 1], layer) ? at - 1 : at;
      draw(
        layer,
        secondaryAxis(
          layout,
          names as AxisNames,
          layer,
          cells.length + index * MAX_SECONDARY_AXES + place + 1,
        ),
      );
    });
  });
  // A name that occurs in several parts toggles all of them, and is in the legend once.
  const listed = new Set();
  for (const trace of data) {
    if (trace.showlegend === false || trace.type === "pie") continue;
    trace.showlegend = !listed.has(trace.name) && trace.name !== "";
    listed.add(trace.name);
  }
  const legend = entries(
    data,
    cells.flatMap(({ layers: [{ title, xLabel, yLabel }] }) => [title, xLabel, yLabel].map(plain)),
  );
  const legendTitle =
    cells.map(({ layers }) => plain(layers[0].legendTitle)).find((title) => title !== "") ?? "";
  layout.showlegend = own && legend.length > 0;
  // From the top: the title, the legend, the headings of the parts.
  const headed = layout.annotations.length > 0;
  const titled = layout.title.text ? 40 : 10;
  const keys = layout.showlegend ? 30 : 0;
  layout.legend = {
    orientation: "h",
    yref: "container",
    y: 1 - titled / layout.height,
    yanchor: "top",
    x: 10 / width,
    xref: "container",
    xanchor: "left",
    title: { text: legendTitle },
  };
  const edge = cells.every(({ on }) => on === "3d") ? 8 : null;
  layout.margin = {
    t: titled + keys + (headed ? 26 : 10),
    r: 16,
    b: cells.some(({ layers, on }) => on === "cartesian" && layers.some(({ xLabel }) => xLabel))
      ? 52
      : 36,
    l: 56,
    ...(edge === null ? {} : { l: edge, r: edge, b: edge }),
  };
  layout.colorway = theme.series;
  layout.piecolorway = theme.series;
  for (const trace of data)
    if (trace.type !== "pie" && trace.name !== "" && hidden.has(trace.name as string))
      trace.visible = "legendonly";
  layout.hiddenlabels = data.flatMap(({ type, labels }) =>
    type === "pie" ? (labels as string[]).filter((label) => hidden.has(label)) : [],
  );
  return { data, layout, legend, legendTitle };
}

/**
 * Heights in CSS pixels: of a bar with a name beside it, of what is above and below all bars, and
 * the least and the greatest height of such a chart.
 */
const BAR = 30;
const AROUND = 130;
const [LOWEST, HIGHEST] = [240, 900];

/** Returns the height of the only part, in CSS pixels: names beside bars need a line each. */
function heightOf(layers: SingleChart[]) {
  const [chart] = layers;
  if (chart.type !== "bar" || chart.horizontal !== true || along(chart).numbers) return HEIGHT;
  const names = new Set(chart.elements.map(({ label }) => label)).size;
  const groups = chart.stacked ? 1 : new Set(chart.elements.map(({ group }) => group)).size;
  return Math.min(Math.max(AROUND + names * BAR * Math.max(1, groups / 2), LOWEST), HIGHEST);
}

/**
 * Adds the axes of a part to the layout; returns the properties that refer traces to them. As a
 * method, since each adds axes of its own type.
 */
type AddAxes = {
  add(
    layout: { [name: string]: unknown },
    index: number,
    layers: SingleChart[],
    cell: Cell,
    theme: Theme,
    width: number,
  ): object;
}["add"];

/** Adds the axes of a part to the layout; each returns the properties that refer traces to them. */
const AXES: Record<CoordinateSystem, AddAxes> = {
  cartesian: axes,
  polar: (layout, index, [chart], cell) => polarAxes(layout, index, chart, cell),
  "3d": (layout, index, [chart], cell, _theme, width) =>
    sceneAxes(layout, index, chart as Chart3d, cell, width),
  pie: (_layout, _index, _layers, cell) => ({ domain: cell }),
};

/** Estimates a part's plotting area, in CSS pixels: the labels beside it are not measured yet. */
function room({ x, y }: Cell, width: number, height: number) {
  return {
    width: Math.max((x[1] - x[0]) * (width - 150), 60),
    height: Math.max((y[1] - y[0]) * (height - 90), 60),
  };
}

function heading(text: string, cell: Cell, theme: Theme) {
  const x = (cell.x[0] + cell.x[1]) / 2;
  return {
    text,
    x,
    y: cell.y[1],
    xref: "paper",
    yref: "paper",
    xanchor: "center",
    yanchor: "bottom",
    showarrow: false,
    yshift: 4,
    font: { size: 13, color: theme.ink },
  };
}

function stacked(cells: Part[]) {
  return cells.some(({ layers }) =>
    layers.some(
      ({ type, stacked }: Pick<SingleChart, "type"> & Pick<BarChart, "stacked">) =>
        type === "bar" && stacked === true,
    ),
  );
}

/** Returns whether bars have bases, so that several of them can be in one row. */
function spanned({ type, elements }: SingleChart) {
  return type === "bar" && elements.some(({ base }) => base !== undefined);
}

/**
 * Returns the legend's entries for traces: each name once, with its colour; none if all traces have
 * one name that is among `told`.
 */
function entries(data: Trace[], told: string[]): LegendEntry[] {
  const found = new Map<string, string>();
  for (const trace of data as Listed[]) {
    if (trace.type === "pie") {
      // Few slices have labels instead of a legend.
      if (trace.showlegend)
        trace.labels.forEach(
          (label, at) => found.has(label) || found.set(label, trace.marker.colors[at]),
        );
    } else if (trace.showlegend === true)
      found.set(trace.name, trace.line?.color ?? trace.marker?.color ?? trace.color);
  }
  const [only] = found.keys();
  return found.size > 1 || (found.size === 1 && (data.length > 1 || !told.includes(only)))
    ? Array.from(found, ([name, colour]) => ({ name, colour }))
    : [];
}
