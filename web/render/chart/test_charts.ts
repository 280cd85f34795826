// Charts for the tests of this folder, and the figures that they become.

import { PAPER } from "../theme.ts";
import { figure } from "./figure.ts";
import type { Chart } from "../../generated/kernel.ts";

const AXES = {
  title: "",
  xLabel: "",
  xUnit: "",
  xScale: "linear",
  yLabel: "",
  yUnit: "",
  yScale: "linear",
  xTicks: [],
  yTicks: [],
};

/** Returns a chart, which may be invalid. */
export const of = (type: string, elements: unknown[], more?: object) =>
  ({ ...AXES, type, elements, ...more }) as unknown as Chart;

/** Returns a list of its arguments, such as points. */
export const list = <T extends unknown[]>(...items: T) => items;

/** Returns the figure of a chart. */
export const made = (chart: Chart | null, width = 900) => figure(chart, PAPER, width);

/** Returns the properties of `object` that `wanted` has. */
export const alike = (object: { [name: string]: unknown }, wanted: object) =>
  Object.fromEntries(Object.keys(wanted).map((name) => [name, object[name]]));
