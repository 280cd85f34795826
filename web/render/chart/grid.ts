// The parts of a chart, and where each is: which charts share their axes, and which area the axes
// of each part have. Pure; knows nothing of how a part is drawn.

import { coordinates, isDrawn } from "./types.ts";
import { listOf } from "./values.ts";
import type { Axes, Chart } from "../../generated/kernel.ts";
import type { SingleChart } from "./types.ts";

/**
 * A part of a chart: `layers` are charts on the same axes, `over` are charts above them with
 * secondary vertical axes.
 */
export type Part = { layers: SingleChart[]; over: SingleChart[] };

/** The domain of a part: shares of the whole, from the left and from the bottom. */
export interface Cell {
  x: [from: number, to: number];
  y: [from: number, to: number];
}

/** More secondary axes on one side would overlap. */
export const MAX_SECONDARY_AXES = 2;

/** Returns the parts of a chart that can be drawn. */
export function parts(chart: Chart | null | undefined): Part[] {
  if (chart?.type !== "several")
    return isDrawn(chart) ? [{ layers: [whole(chart)], over: [] }] : [];
  const found: Part[] = [];
  for (const part of listOf(chart.elements)) {
    for (const { layers, over } of parts(part)) {
      const before = found.at(-1);
      const [one] = layers;
      if (before && layers.length === 1 && sameAxes(before.layers.at(-1) as SingleChart, one))
        before.layers.push(one);
      else if (
        before &&
        layers.length === 1 &&
        one.over === true &&
        [one, before.layers[0]].every(goesOver) &&
        before.over.length < MAX_SECONDARY_AXES
      )
        before.over.push(one);
      else found.push({ layers: [...layers], over: [...over] });
    }
  }
  return found;
}

/** Returns the chart without elements that are not objects. */
function whole(chart: SingleChart) {
  return {
    ...chart,
    elements: chart.elements.filter((element) => element !== null && typeof element === "object"),
  } as SingleChart;
}

const OVERLAID = new Set(["line", "scatter", "bar", "scatter3d", "line3d", "surface"]);

/** Whether a chart can be drawn over another one, and under it. */
const goesOver = (chart: SingleChart) =>
  coordinates(chart) === "cartesian" && ["line", "scatter", "bar"].includes(chart.type);

/**
 * Returns whether two charts of different types share their axes: everything that they say about
 * these is equal.
 */
export function sameAxes(one: SingleChart, other: SingleChart) {
  const compared: Array<keyof Axes> = [
    "title",
    "xLabel",
    "yLabel",
    "zLabel",
    "xScale",
    "yScale",
    "zScale",
    "polar",
  ];
  const same =
    compared.every((name) => one[name] === other[name]) &&
    JSON.stringify(one.xTicks) === JSON.stringify(other.xTicks) &&
    JSON.stringify(one.yTicks) === JSON.stringify(other.yTicks);
  return same && one.type !== other.type && OVERLAID.has(one.type) && OVERLAID.has(other.type);
}

/** Minimum width of a part beside another, in CSS pixels. */
const MIN_PART_WIDTH = 320;

/** The gap between columns as a share of the whole: room for the labels of the axes. */
const GAP = 0.12;

/**
 * Returns how many rows and columns `count` parts have at a width.
 *
 * @param width in CSS pixels
 */
export function rows(count: number, width: number) {
  const columns = Math.max(
    1,
    Math.min(count === 4 ? 2 : Math.min(count, 3), Math.floor(width / MIN_PART_WIDTH)),
  );
  return { columns, rows: Math.ceil(count / columns) };
}

/**
 * Returns the domain of a part: `x` and `y` as shares of the whole, from the left and from the
 * bottom.
 */
export function place(index: number, { columns, rows }: { columns: number; rows: number }): Cell {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const between = columns > 1 ? GAP : 0;
  const wide = (1 - between * (columns - 1)) / columns;
  const above = rows > 1 ? Math.min(0.34 / rows, 0.2) : 0;
  const high = (1 - above * (rows - 1)) / rows;
  const left = column * (wide + between);
  const top = 1 - row * (high + above);
  return { x: [share(left), share(left + wide)], y: [share(top - high), share(top)] };
}

function share(value: number) {
  return Math.min(Math.max(Math.round(value * 10_000) / 10_000, 0), 1);
}
