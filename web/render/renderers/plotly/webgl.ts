// Traces that Plotly draws with WebGL: which need it, and whether the browser has it. The page
// calls this too, before it chooses Plotly's bundle.

import type { Trace, Values } from "plotly.js-cartesian-dist-min";

/**
 * The number of points that a browser draws well without WebGL, which takes a second to start and
 * draws nothing if it is not available.
 */
const FEW = 10_000;

/**
 * Returns the trace, as `scatter` if it is a `scattergl` with few points, which needs only Plotly's
 * small bundle.
 */
export function withoutNeedlessWebGl<T extends Trace | null | undefined>(trace: T): T {
  return trace?.type === "scattergl" && Math.max(count(trace.x), count(trace.y)) <= FEW
    ? { ...trace, type: "scatter" }
    : trace;
}

/**
 * Returns the number of values in a list, or in an array that Plotly's Python package encodes as
 * base64.
 */
function count(list: Values | undefined) {
  if (Array.isArray(list)) return list.length;
  if (typeof list?.bdata !== "string") return 0;
  const size = Number(/\d+$/.exec(list.dtype)?.[0] ?? 8);
  return Math.floor((list.bdata.length * 3) / 4 / size);
}

/** Trace types that are drawn with WebGL. */
const WEBGL_TYPES = /gl$|3d$|^(surface|cone|streamtube|isosurface|volume|parcoords|splom)$/;

/** Returns whether any of these traces needs WebGL. */
export const needsWebGl = (data: Trace[]) =>
  data.some(({ type }) => typeof type === "string" && WEBGL_TYPES.test(type));

/**
 * Whether WebGL is available. Tested once: each tested canvas uses graphics memory until it is
 * garbage-collected.
 */
let available: boolean | null = null;

/** Checks that WebGL is available. @throws {Error} with a sentence, if it is not */
export function requireWebGl() {
  const context = available === null ? document.createElement("canvas").getContext("webgl") : null;
  available ??= context !== null;
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  if (!available)
    throw new Error(
      "This is drawn with WebGL, which this browser does not have, or does not let pages use.",
    );
}
