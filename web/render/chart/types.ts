// The types of charts: which can be drawn interactively, and in which coordinates. Pure and small,
// since the page checks this too before it offers a chart; knows nothing of how they are drawn.

import type { Chart } from "../../generated/kernel.ts";

export type LineChart = Extract<Chart, { type: "line" }>;
export type ScatterChart = Extract<Chart, { type: "scatter" }>;
export type BarChart = Extract<Chart, { type: "bar" }>;
export type BoxChart = Extract<Chart, { type: "box" }>;
export type ViolinChart = Extract<Chart, { type: "violin" }>;
export type HeatmapChart = Extract<Chart, { type: "heatmap" }>;
export type HexbinChart = Extract<Chart, { type: "hexbin" }>;
export type ContourChart = Extract<Chart, { type: "contour" }>;
export type Chart3d = Extract<Chart, { type: "scatter3d" | "line3d" | "surface" }>;

/** A chart of one type in one set of axes. */
export type SingleChart = Exclude<Chart, { type: "several" }>;

export type CoordinateSystem = "cartesian" | "polar" | "3d" | "pie";

/** The types of charts that can be drawn. */
const TYPES = new Set<string | undefined>([
  "line",
  "scatter",
  "bar",
  "pie",
  "box",
  "violin",
  "heatmap",
  "hexbin",
  "contour",
  "quiver",
  "scatter3d",
  "line3d",
  "surface",
]);

/** The types that can be polar. */
const POLAR = new Set(["line", "scatter", "bar"]);

const THREE_D = new Set(["scatter3d", "line3d", "surface"]);

/** Returns the coordinates that a chart is drawn in: "cartesian", "polar", "3d" or "pie". */
export const coordinates = ({ type, polar }: SingleChart): CoordinateSystem =>
  type === "pie" ? "pie" : THREE_D.has(type) ? "3d" : polar === true ? "polar" : "cartesian";

/** Returns whether a single chart can be drawn. */
export const isDrawn = (chart: Chart | null | undefined): chart is SingleChart =>
  chart != null &&
  TYPES.has(chart.type) &&
  Array.isArray(chart.elements) &&
  (chart.polar !== true || POLAR.has(chart.type));

/** Returns whether any part of a chart can be drawn and satisfies `wanted`. */
export const drawable = (
  chart: Chart | null | undefined,
  wanted: (part: SingleChart) => boolean = () => true,
): boolean =>
  chart?.type === "several"
    ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted))
    : isDrawn(chart) && wanted(chart);
