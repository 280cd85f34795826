// Traces that ask for WebGL without need. Pure; the page asks too, since these need no more than Plotly's small bundle.

/** As many points as a browser draws well without WebGL, which costs a second to start and shows nothing where there is none. */
const FEW = 10_000;

/** The trace, as an ordinary scatter where it is one with few points. */
export function light(trace) {
  return trace?.type === "scattergl" && Math.max(count(trace.x), count(trace.y)) <= FEW ? { ...trace, type: "scatter" } : trace;
}

/** How many values a list has: as it is, or as the bytes that Plotly's Python hands over in base64. */
function count(list) {
  if (Array.isArray(list)) return list.length;
  if (typeof list?.bdata !== "string") return 0;
  const size = Number(/\d+$/.exec(list.dtype)?.[0] ?? 8);
  return Math.floor((list.bdata.length * 3) / 4 / size);
}
