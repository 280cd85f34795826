// 3D charts: points, lines and surfaces with three coordinates each. Pure.

import { axis } from "./axis.js";
import { plain } from "./text.js";
import { colour, number, strokes, value } from "./values.js";

/** From where matplotlib looks at a box, in Plotly's measure, and a little below its middle, where the numbers stand; from further away
 * where there is less room for these. */
const camera = (width) => {
  const away = width < 480 ? 1.25 : 1;
  return { eye: { x: away, y: -1.75 * away, z: 1.1 * away }, center: { x: 0, y: 0, z: -0.14 } };
};

/** A box as high as matplotlib's. */
const BOX = { x: 1, y: 1, z: 0.75 };

/** @returns {object[]} a trace for each element */
export function inSpace({ type, xScale, yScale, zScale }, elements, { theme, from }) {
  return elements.map(({ label, points, faces }, index) => {
    const list = Array.isArray(points) ? points : [];
    const [x, y, z] = [xScale, yScale, zScale].map((scale, side) => list.map((point) => value(point?.[side], scale)));
    const own = colour(theme, from + index);
    const common = { name: plain(label), x, y, z, hovertemplate: `x %{x}<br>y %{y}<br>z <b>%{z}</b><extra>${plain(label)}</extra>` };
    if (type === "surface" && list.length > 2) {
      const corners = triangles(faces, list.length) ?? (distinct(x, y) ? { delaunayaxis: "z" } : null);
      // One surface is told by its height as well as by its light.
      const look = elements.length === 1 && z.every((one) => number(one) !== null) ? { intensity: z, colorscale: strokes(theme), showscale: false } : { color: own };
      if (corners) return { ...common, type: "mesh3d", ...corners, ...look, color: own, flatshading: false, lighting: { ambient: 0.75, diffuse: 0.5, specular: 0.05, roughness: 0.9 } };
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

/** The faces, each cut into triangles from its first corner; null where there are none. */
function triangles(faces, corners) {
  if (!Array.isArray(faces) || faces.length === 0) return null;
  const known = faces.filter((face) => Array.isArray(face) && face.length > 2 && face.every((corner) => Number.isInteger(corner) && corner >= 0 && corner < corners));
  const cut = known.flatMap(([first, ...others]) => others.slice(1).map((corner, at) => [first, others[at], corner]));
  return { i: cut.map(([i]) => i), j: cut.map(([, j]) => j), k: cut.map(([, , k]) => k) };
}

/** Whether no two points are above each other. */
function distinct(x, y) {
  return new Set(x.map((one, at) => `${one} ${y[at]}`)).size === x.length;
}

/** Adds the 3D axes of a chart to `layout`; returns how its traces name it. */
export function sceneAxes(layout, index, chart, cell, width) {
  const name = index === 0 ? "scene" : `scene${index + 1}`;
  const side = (label, scale) => {
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
