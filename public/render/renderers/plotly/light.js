// Replaces traces that use WebGL without need. Pure; the page calls this too, since the replacements need only Plotly's small bundle.

/** The number of points that a browser draws well without WebGL, which takes a second to start and draws nothing if it is not available. */
const FEW = 10_000;

/**
 * Returns the trace, as `scatter` if it is a `scattergl` with few points.
 *
 * @template {import("plotly.js-cartesian-dist-min").Trace | null | undefined} T
 * @param {T} trace
 * @returns {T}
 */
export function light(trace) {
  return trace?.type === "scattergl" && Math.max(count(trace.x), count(trace.y)) <= FEW ? { ...trace, type: "scatter" } : trace;
}

/**
 * Returns the number of values in a list, or in an array that Plotly's Python package encodes as base64.
 *
 * @param {import("plotly.js-cartesian-dist-min").Values | undefined} list
 */
function count(list) {
  if (Array.isArray(list)) return list.length;
  if (typeof list?.bdata !== "string") return 0;
  const size = Number(/\d+$/.exec(list.dtype)?.[0] ?? 8);
  return Math.floor((list.bdata.length * 3) / 4 / size);
}
