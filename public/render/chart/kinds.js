// Which charts as data can be drawn anew, and in which coordinates. Pure, and small, since the page asks as well before it offers that.

/** The kinds of chart that become traces. */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "violin", "heatmap", "hexbin", "contour", "quiver", "scatter3d", "line3d", "surface"]);

/** Those of them that may be polar. */
const POLAR = new Set(["line", "scatter", "bar"]);

const THREE_D = new Set(["scatter3d", "line3d", "surface"]);

/** The coordinates that a chart is drawn in: "cartesian", "polar", "3d" or "pie". */
export const coordinates = ({ type, polar }) => (type === "pie" ? "pie" : THREE_D.has(type) ? "3d" : polar === true ? "polar" : "cartesian");

/** Whether this chart, which is not several, becomes traces. */
export const isDrawn = (chart) => KINDS.has(chart?.type) && Array.isArray(chart.elements) && (chart.polar !== true || POLAR.has(chart.type));

/** Whether anything in a chart becomes traces that `wanted` is true of. */
export const drawable = (chart, wanted = () => true) =>
  chart?.type === "several" ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted)) : isDrawn(chart) && wanted(chart);
