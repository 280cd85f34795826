// Checks whether a figure needs WebGL, and whether it is available.

/** Trace types that are drawn with WebGL. */
const WEBGL_TYPES = /gl$|3d$|^(surface|cone|streamtube|isosurface|volume|parcoords|splom)$/;

/**
 * Returns whether any of these traces needs WebGL.
 *
 * @param {import("plotly.js-cartesian-dist-min").Trace[]} data
 */
export const needsWebGl = (data) => data.some(({ type }) => typeof type === "string" && WEBGL_TYPES.test(type));

/**
 * Whether WebGL is available. Tested once: each tested canvas uses graphics memory until it is garbage-collected.
 *
 * @type {boolean | null}
 */
let available = null;

/** Checks that WebGL is available. @throws {Error} with a sentence, if it is not */
export function requireWebGl() {
  const context = available === null ? document.createElement("canvas").getContext("webgl") : null;
  available ??= context !== null;
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  if (!available) throw new Error("This is drawn with WebGL, which this browser does not have, or does not let pages use.");
}
