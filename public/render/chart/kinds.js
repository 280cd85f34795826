// Which charts as data can be drawn anew. Pure, and small, since the page asks as well before it offers that.

/** The kinds of chart that become traces. */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "violin", "heatmap", "hexbin", "contour", "quiver"]);

/** Whether this chart, which is not several, becomes traces: what goes round a middle does not. */
export const isDrawn = (chart) => KINDS.has(chart?.type) && Array.isArray(chart.elements) && chart.polar !== true;

/** Whether anything in a chart becomes traces. */
export const drawable = (chart) => (chart?.type === "several" ? Array.isArray(chart.elements) && chart.elements.some(drawable) : isDrawn(chart));
