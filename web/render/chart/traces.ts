// The traces of one chart: those of points, pies and heat maps; the other types have their own
// files. Pure; input values may have any type, and invalid ones are left out.

import { bars } from "./bars.ts";
import { boxes, violins } from "./boxes.ts";
import { contour, hexbin, quiver } from "./plane.ts";
import { polarTrace } from "./polar.ts";
import { traces3d } from "./scene3d.ts";
import { coordinates } from "./types.ts";
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
} from "./values.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { Axes, HeatMap, Series, Slice } from "../../generated/kernel.ts";
import type { Theme } from "../theme.ts";
import type { FlatTrace } from "./polar.ts";
import type { HeatmapChart, LineChart, ScatterChart, SingleChart } from "./types.ts";

/** How the traces of a chart are made. */
export interface How {
  theme: Theme;
  /** The number of colours in use on these axes. */
  from: number;
  /** Whether the figure has no other part. */
  alone: boolean;
  /** The plotting area, in CSS pixels. */
  room: { width: number; height: number };
}

/**
 * The largest number of cells of a heat map that have labels; more labels would only cover them.
 */
const LABELLED = 150;

const DASHES = ["solid", "dash", "dot"];

/**
 * Returns the traces of a single chart.
 *
 * @param chart whose elements are objects
 * @returns Plotly traces, without their axes
 */
export function traces(chart: SingleChart, how: How): Trace[] {
  const flat = MAKERS[chart.type](chart, chart.elements, how);
  return coordinates(chart) === "polar"
    ? flat.map((trace) => polarTrace(chart, trace as FlatTrace))
    : flat;
}

/**
 * The function that creates the traces of a type. As a method, since each takes only the charts of
 * its own type.
 */
type Maker = {
  make(chart: SingleChart, elements: SingleChart["elements"], how: How): Trace[];
}["make"];

const MAKERS: Record<SingleChart["type"], Maker> = {
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

/** Plotly's names for the ways in which a line steps from point to point. */
const STEPS: { [step: string]: string } = { pre: "vh", post: "hv", mid: "hvh" };

function points(
  {
    type,
    xScale,
    yScale,
    valueLabel,
    stacked,
  }: (LineChart | ScatterChart) & Pick<LineChart, "stacked"> & Pick<ScatterChart, "valueLabel">,
  elements: Series[],
  { theme, from, alone }: How,
): Trace[] {
  return elements.map(({ label, points, values, sizes, step, dash, xErrors, yErrors }, index) => {
    const list = listOf(points);
    const dots = type === "scatter";
    const valued =
      Array.isArray(values) && values.length === list.length ? values.map(number) : null;
    const sized = Array.isArray(sizes) && sizes.length === list.length ? sizes.map(diameter) : null;
    const valueTitle = plain(valueLabel);
    const own = colour(theme, from + index);
    return {
      type: "scatter",
      mode: dots
        ? "markers"
        : list.length > 60 || stacked === true || dash
          ? "lines"
          : "lines+markers",
      name: plain(label),
      x: coordinate(list, 0, xScale),
      y: coordinate(list, 1, yScale),
      connectgaps: false,
      // When the colours repeat, the dashes differ.
      line: {
        width: 2,
        color: own,
        dash: dash ?? DASHES[Math.floor((from + index) / theme.series.length) % DASHES.length],
        ...(Object.hasOwn(STEPS, step as string) ? { shape: STEPS[step as string] } : {}),
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
 */
const diameter = (area: unknown) =>
  Math.min(Math.max((Math.sqrt(Math.max(number(area) ?? 0, 0)) * 4) / 3, 3), 80);

/** The share of the whole below which a slice has no room for its label. */
const SMALL_SLICE = 0.05;

/** The largest number of small slices that have their labels outside. */
const MAX_OUTSIDE = 4;

function pie({ zeroAt, clockwise }: Axes, elements: Slice[], { theme }: How): Trace[] {
  const values = elements.map(({ value, angle }) =>
    Math.max(number(value) ?? number(angle) ?? 0, 0),
  );
  const whole = values.reduce((sum, value) => sum + value, 0);
  // Small slices have their labels outside; those of many would lie over each other, so that the
  // legend names these.
  const small = values.map((value) => value < SMALL_SLICE * whole);
  const crowded = small.filter(Boolean).length > MAX_OUTSIDE;
  return [
    {
      type: "pie",
      labels: elements.map(({ label }) => plain(String(label ?? ""))),
      values,
      sort: false,
      direction: clockwise ? "clockwise" : "counterclockwise",
      // Plotly has its angles clockwise from twelve o'clock; counterclockwise, its first slice ends
      // at this angle.
      rotation: turned(
        90 - ((number(zeroAt) ?? 0) * 180) / Math.PI - (clockwise ? 0 : (360 * values[0]) / whole),
      ),
      texttemplate: small.map((is) =>
        is ? (crowded ? "" : "%{label} %{percent}") : "%{label}<br>%{percent}",
      ),
      textposition: small.map((is) => (is && !crowded ? "outside" : "auto")),
      insidetextorientation: "horizontal",
      insidetextfont: { color: theme.dark ? "#1f1e1b" : "#ffffff" },
      automargin: true,
      showlegend: elements.length > 6 || crowded,
      marker: {
        colors: elements.map((_, index) => colour(theme, index)),
        line: { width: 1, color: theme.surface },
      },
      hovertemplate: "%{label}<br><b>%{percent}</b><extra></extra>",
    },
  ];
}

/** Returns an angle in degrees, from -180 to 180. */
const turned = (angle: number) => (((angle % 360) + 540) % 360) - 180;

function heatmap(
  { valueLabel }: HeatmapChart,
  elements: HeatMap[],
  { theme, alone }: How,
): Trace[] {
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
      ...(all.length <= LABELLED ? { texttemplate: "%{z:,.3~r}" } : {}),
      xgap: 1,
      ygap: 1,
      showlegend: false,
      showscale: alone,
      colorbar: colorbar(valueLabel),
      hovertemplate: "%{y}, %{x}<br><b>%{z}</b><extra></extra>",
    };
  });
}

/** Makes category names distinct, so that equal names stay separate categories. */
function distinct(names: string[]) {
  const seen = new Map();
  return listOf(names).map((name) => {
    const text = plain(String(name ?? ""));
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return text + "\u200b".repeat(times);
  });
}
