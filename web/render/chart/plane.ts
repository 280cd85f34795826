// Charts of values over a plane: hexbin, contour and vector field. Pure; knows nothing of their
// axes but the ratio that regular hexagons need.

import {
  apart,
  colorbar,
  colour,
  coordinate,
  extent,
  graded,
  listOf,
  number,
  plain,
  shades,
} from "./values.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { Arrows, Axes, Contour, Hexagons } from "../../generated/kernel.ts";
import type { How } from "./traces.ts";
import type { ContourChart, HexbinChart } from "./types.ts";

/**
 * Height of a hexagon with a corner at the top as a share of its width; the distance of rows is
 * three quarters of the height.
 */
const TALL = 2 / Math.sqrt(3);

/**
 * Returns hexagons as markers, so large that they touch in a plotting area of `room` CSS pixels.
 */
export function hexbin(
  { xScale, yScale, valueLabel, ...chart }: HexbinChart,
  elements: Hexagons[],
  { theme, alone, room }: How,
): Trace[] {
  const valueTitle = plain(valueLabel);
  const lattice = latticeOf({ ...chart, elements });
  return elements.map(({ label, points, values }) => {
    const list = listOf(points);
    const held = list.map((_, at) => number(values?.[at]));
    return {
      type: "scatter",
      mode: "markers",
      name: plain(label),
      x: coordinate(list, 0, xScale),
      y: coordinate(list, 1, yScale),
      customdata: held,
      marker: {
        symbol: "hexagon",
        size: lattice
          ? Math.max(
              Math.min(room.width / lattice.columns, (room.height / lattice.rows) * TALL) * TALL,
              3,
            )
          : 12,
        color: held,
        colorscale: shades(theme),
        showscale: alone && elements.length === 1,
        colorbar: colorbar(valueLabel),
      },
      hovertemplate: `%{x}<br>%{y}<br>${valueTitle ? `${valueTitle} ` : ""}<b>%{customdata}</b><extra>${plain(label)}</extra>`,
    };
  });
}

/**
 * Returns the columns and rows of hexagons, and the scale ratio of the vertical axis with which
 * they are regular.
 */
export function latticeOf({ elements }: Pick<HexbinChart, "elements">) {
  const points = elements
    .flatMap(({ points }) => listOf(points))
    .filter((point) => number(point?.[0]) !== null && number(point?.[1]) !== null);
  const [across, up] = [0, 1].map((side) => points.map((point) => point[side] as number));
  // Every other row is offset by half a hexagon.
  const [half, step] = [apart(across), apart(up)];
  if (half === null || step === null) return null;
  return {
    columns: extent(across) / (2 * half) + 2,
    rows: extent(up) / step + 2,
    ratio: (Math.sqrt(3) * half) / step,
  };
}

/** Returns contour lines, or the areas between two levels. */
export function contour(
  { xScale, yScale, filled }: ContourChart,
  elements: Contour[],
  { theme }: Pick<How, "theme">,
): Trace[] {
  return elements.map(({ label, points }, index) => {
    const list = listOf(points);
    // The elements are in the order of their levels.
    const own = graded(theme, elements.length > 1 ? index / (elements.length - 1) : 1);
    return {
      type: "scatter",
      mode: "lines",
      name: plain(label),
      x: coordinate(list, 0, xScale),
      y: coordinate(list, 1, yScale),
      connectgaps: false,
      line: { width: filled ? 0.5 : 2, color: own },
      ...(filled
        ? {
            fill: "toself",
            fillcolor: own,
            hoveron: "fills",
            hoverinfo: "name",
            text: plain(label),
          }
        : { hovertemplate: `%{x}<br><b>%{y}</b><extra>${plain(label)}</extra>` }),
    };
  });
}

/**
 * Returns each arrow as a line from its position. All have one scale, at which the longest is a
 * tenth of the extent.
 */
export function quiver(
  _: Axes,
  elements: Arrows[],
  { theme, from }: Pick<How, "theme" | "from">,
): Trace[] {
  return elements.map(({ label, vectors }, index) => {
    const list = listOf(vectors).filter(
      (one) => Array.isArray(one) && one.every((part) => number(part) !== null),
    ) as number[][];
    const spans = [0, 1].map((side) => extent(list.map((one) => one[side])));
    const longest = list.reduce((most, [, , u, v]) => Math.max(most, Math.hypot(u, v)), 0);
    const stretch = longest > 0 ? Math.max(...spans.filter(Number.isFinite), 1) / 10 / longest : 0;
    return {
      type: "scatter",
      mode: "lines+markers",
      name: plain(label),
      x: list.flatMap(([x, , u]) => [x, x + u * stretch, null]),
      y: list.flatMap(([, y, , v]) => [y, y + v * stretch, null]),
      customdata: list.flatMap(([, , u, v]) => [[u, v], [u, v], null]),
      line: { width: 1.5, color: colour(theme, from + index) },
      // The arrowhead has the direction of the line.
      marker: {
        symbol: "arrow",
        angleref: "previous",
        size: list.flatMap(([, , u, v]) => [0, u === 0 && v === 0 ? 3 : 9, 0]),
        color: colour(theme, from + index),
      },
      hovertemplate: `(%{customdata[0]}, %{customdata[1]})<extra>${plain(label)}</extra>`,
    };
  });
}
