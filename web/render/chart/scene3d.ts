// 3D charts: points, lines and surfaces with three coordinates each. Pure.

import { axis } from "./axes.ts";
import { colour, coordinate, listOf, number, plain, strokes } from "./values.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { Coordinate, Points3d } from "../../generated/kernel.ts";
import type { Cell } from "./grid.ts";
import type { How } from "./traces.ts";
import type { Chart3d } from "./types.ts";

/**
 * Returns matplotlib's default view in Plotly's units, centred a little below the middle, to
 * include the tick labels; in a narrow chart the camera is further away, to leave room for these.
 *
 * @param width in CSS pixels
 */
const camera = (width: number) => {
  const away = width < 480 ? 1.25 : 1;
  return { eye: { x: away, y: -1.75 * away, z: 1.1 * away }, center: { x: 0, y: 0, z: -0.14 } };
};

/** The aspect ratio of matplotlib's box. */
const BOX = { x: 1, y: 1, z: 0.75 };

/** Returns a trace for each element of a 3D chart. */
export function traces3d(
  { type, xScale, yScale, zScale }: Chart3d,
  elements: Points3d[],
  { theme, from }: Pick<How, "theme" | "from">,
): Trace[] {
  return elements.map(({ label, points, faces }, index) => {
    const list = listOf(points);
    const [x, y, z] = [xScale, yScale, zScale].map((scale, side) => coordinate(list, side, scale));
    const own = colour(theme, from + index);
    const common = {
      name: plain(label),
      x,
      y,
      z,
      hovertemplate: `x %{x}<br>y %{y}<br>z <b>%{z}</b><extra>${plain(label)}</extra>`,
    };
    if (type === "surface" && list.length > 2) {
      const corners =
        triangles(faces, list.length) ?? (distinct(x, y) ? { delaunayaxis: "z" } : null);
      // A single surface is coloured by its height as well as shaded.
      const look =
        elements.length === 1 && z.every((one) => number(one) !== null)
          ? { intensity: z, colorscale: strokes(theme), showscale: false }
          : { color: own };
      if (corners)
        return {
          ...common,
          type: "mesh3d",
          ...corners,
          ...look,
          color: own,
          flatshading: false,
          lighting: { ambient: 0.75, diffuse: 0.5, specular: 0.05, roughness: 0.9 },
        };
    }
    return {
      ...common,
      type: "scatter3d",
      mode: type === "line3d" ? "lines" : "markers",
      line: { width: 3, color: own },
      marker: { size: list.length > 1000 ? 2 : 4, color: own },
    };
  });
}

/** Splits each face into triangles from its first corner; returns null if there are no faces. */
function triangles(faces: number[][] | undefined, corners: number) {
  if (!Array.isArray(faces) || faces.length === 0) return null;
  const known = faces.filter(
    (face) =>
      Array.isArray(face) &&
      face.length > 2 &&
      face.every((corner) => Number.isInteger(corner) && corner >= 0 && corner < corners),
  );
  const split = known.flatMap(([first, ...others]) =>
    others.slice(1).map((corner, at) => [first, others[at], corner]),
  );
  return { i: split.map(([i]) => i), j: split.map(([, j]) => j), k: split.map(([, , k]) => k) };
}

/** Returns whether no two points have the same x and y. */
function distinct(x: Coordinate[], y: Coordinate[]) {
  return new Set(x.map((one, at) => `${one} ${y[at]}`)).size === x.length;
}

/**
 * Adds the 3D axes of a chart to `layout`; returns the property that refers traces to them.
 *
 * @param width in CSS pixels
 */
export function sceneAxes(
  layout: { [name: string]: unknown },
  index: number,
  chart: Chart3d,
  cell: Cell,
  width: number,
) {
  const name = index === 0 ? "scene" : `scene${index + 1}`;
  const side = (label: string, scale: string | undefined) => {
    const { automargin, ...made } = axis(label, scale);
    return { ...made, nticks: 6 };
  };
  layout[name] = {
    domain: cell,
    xaxis: side(chart.xLabel || "x", chart.xScale),
    yaxis: side(chart.yLabel || "y", chart.yScale),
    zaxis: side(chart.zLabel || "z", chart.zScale),
    aspectmode: "manual",
    aspectratio: BOX,
    camera: camera((cell.x[1] - cell.x[0]) * width),
  };
  return { scene: name };
}
