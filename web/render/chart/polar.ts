// Polar charts: each point is an angle in radians and a radius. Pure.

import { axis } from "./axes.ts";
import { along } from "./bars.ts";
import { apart, listOf, number, plain } from "./values.ts";
import type { Line, Trace } from "plotly.js-cartesian-dist-min";
import type { Cell } from "./grid.ts";
import type { BarChart, SingleChart } from "./types.ts";

/** A trace of points or bars. `line` is that of points; bars have none. */
export type FlatTrace = Trace & { x: unknown[]; y: unknown[]; line: Line };

/** A full turn, in radians. */
const TURN = 2 * Math.PI;

const degrees = (radians: number) => Math.round((radians * 360_000) / TURN) / 1000;

/** Returns a cartesian trace as a polar one. */
export function polarTrace(
  chart: SingleChart,
  { x, y, type, width, offset, line, error_x, error_y, orientation, ...trace }: FlatTrace,
): Trace {
  const hovertemplate = trace.hovertemplate?.replace("%{x}", "%{theta}").replace("%{y}", "%{r}");
  const around = { ...trace, hovertemplate, theta: x, r: y, thetaunit: "radians" };
  if (type !== "bar")
    return {
      ...around,
      type: "scatterpolar",
      line: { width: line.width, color: line.color, dash: line.dash },
    };
  const { numbers, places } = along(chart as BarChart);
  const known = Array.isArray(width)
    ? width
    : x.map(() => Math.min(apart(places) ?? TURN / 8, TURN / 4) * 0.9);
  return {
    ...around,
    type: "barpolar",
    ...(numbers ? { width: known } : {}),
    marker: { ...trace.marker, line: { width: 0 } },
  };
}

/** Adds the polar axes of a chart to `layout`; returns the property that refers traces to them. */
export function polarAxes(
  layout: { [name: string]: unknown },
  index: number,
  chart: SingleChart,
  cell: Cell,
) {
  const name = index === 0 ? "polar" : `polar${index + 1}`;
  const words = listOf(chart.angles).filter((one) => Array.isArray(one) && number(one[0]) !== null);
  const { automargin, ...away } = axis(chart.yLabel, chart.yScale);
  layout[name] = {
    domain: inner(cell),
    angularaxis: {
      ...(chart.xScale === "categorical" ? {} : { type: "linear" }),
      rotation: degrees(number(chart.zeroAt) ?? 0),
      direction: chart.clockwise === true ? "clockwise" : "counterclockwise",
      ...(words.length > 0
        ? {
            tickmode: "array",
            tickvals: words.map(([place]) => degrees(place)),
            ticktext: words.map(([, word]) => plain(String(word))),
          }
        : {}),
    },
    // Between two angular grid lines, where no series begins.
    radialaxis: { ...away, angle: 22.5, tickangle: 0 },
  };
  return { subplot: name };
}

/** Shrinks a domain, to leave room for the labels around it. */
function inner({ x, y }: Cell) {
  const inset = (from: number, to: number, share: number) => [
    from + (to - from) * share,
    to - (to - from) * share,
  ];
  return { x: inset(...x, 0.08), y: inset(...y, 0.07) };
}
