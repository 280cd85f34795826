// Whether a figure needs WebGL, and whether there is any.

/** Traces that are drawn by the graphics card, or by what stands in for it. */
const DRAWN_SO = /gl$|3d$|^(surface|cone|streamtube|isosurface|volume|parcoords|splom)$/;

/** Whether any of these traces needs WebGL. */
export const needsWebGl = (data) => data.some(({ type }) => typeof type === "string" && DRAWN_SO.test(type));

/** Asked once: each canvas that has been asked keeps its share of the card until it is collected. */
let known = null;

/** @throws {Error} with a sentence, where there is none */
export function demandWebGl() {
  const context = known === null ? document.createElement("canvas").getContext("webgl") : null;
  known ??= context !== null;
  context?.getExtension("WEBGL_lose_context")?.loseContext();
  if (!known) throw new Error("This is drawn with WebGL, which this browser does not have, or does not let pages use.");
}
