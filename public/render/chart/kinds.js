// Which charts as data can be drawn anew, and on what ground. Pure, and small, since the page asks as well before it offers that.

/** The kinds of chart that become traces. */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "violin", "heatmap", "hexbin", "contour", "quiver", "scatter3d", "line3d", "surface"]);

/** Those of them that stand round a middle as well. */
const ROUND = new Set(["line", "scatter", "bar"]);

const SPACE = new Set(["scatter3d", "line3d", "surface"]);

/** What a chart is drawn on: "flat" between two axes, "round" a middle, in "space", or a "pie". */
export const ground = ({ type, polar }) => (type === "pie" ? "pie" : SPACE.has(type) ? "space" : polar === true ? "round" : "flat");

/** Whether this chart, which is not several, becomes traces. */
export const isDrawn = (chart) => KINDS.has(chart?.type) && Array.isArray(chart.elements) && (chart.polar !== true || ROUND.has(chart.type));

/** Whether anything in a chart becomes traces that `wanted` is true of. */
export const drawable = (chart, wanted = () => true) =>
  chart?.type === "several" ? Array.isArray(chart.elements) && chart.elements.some((part) => drawable(part, wanted)) : isDrawn(chart) && wanted(chart);
