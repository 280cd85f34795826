// Which charts can be drawn interactively, and in which coordinates. Pure and small, since the page checks this too before it offers a chart.

/** The types of charts that can be drawn. */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "violin", "heatmap", "hexbin", "contour", "quiver", "scatter3d", "line3d", "surface"]);

/** The types that can be polar. */
const POLAR = new Set(["line", "scatter", "bar"]);

const THREE_D = new Set(["scatter3d", "line3d", "surface"]);

/** Returns the coordinates that a chart is drawn in: "cartesian", "polar", "3d" or "pie". */
export const coordinates = ({ type, polar }) => (type === "pie" ? "pie" : THREE_D.has(type) ? "3d" : polar === true ? "polar" : "cartesian");

/** Returns whether a single chart can be drawn. */
export const isDrawn = (chart) => KINDS.has(chart?.type) && Array.isArray(chart.elements) && (chart.polar !== true || POLAR.has(chart.type));

/** Returns whether any part of a chart can be drawn and satisfies `wanted`. */
export const drawable = (chart, wanted = () => true) =>
  chart?.type === "several" ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted)) : isDrawn(chart) && wanted(chart);
