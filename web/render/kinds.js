// Which renderers a result needs, and whether its content can be drawn at all. Knows the kinds, not
// the renderers.

import { coordinates, drawable } from "./chart/types.js";
import { LIMITS } from "./protocol.js";
import { withoutNeedlessWebGl } from "./renderers/plotly/webgl.js";

/**
 * @typedef {import("../generated/kernel").Chart} Chart
 * @typedef {import("plotly.js-cartesian-dist-min").Trace} Trace
 */

/**
 * A result that is prepared for the frame: its content, the names of the script that draws it, of
 * the assets that the script needs from the start, and of those that it may request later.
 *
 * @typedef {{ content: string | ArrayBuffer, script: string | null, helpers: string[], later:
 *   string[] }} Prepared
 */

/**
 * The trace types of Plotly's small bundle; all others are in the full one, which is three times as
 * large.
 */
const CARTESIAN = new Set([
  "bar",
  "box",
  "contour",
  "heatmap",
  "histogram",
  "histogram2d",
  "histogram2dcontour",
  "image",
  "pie",
  "scatter",
  "scatterternary",
  "violin",
]);

/** Trace types that draw on a map, whose outlines or tiles would have to be fetched. */
const MAPS = /^(scattergeo|choropleth|(scatter|choropleth|density)map(box)?)$/;

/** The kinds that can be drawn. */
const KINDS = ["html", "svg", "mathml", "latex", "plotly", "chart", "vegalite", "vega", "pdf"];

/**
 * Prepares a result for the frame.
 *
 * @param {string} kind one of `KINDS`
 * @param {unknown} content text; for plotly, vegalite, vega and chart an object or its JSON; for
 *   pdf an ArrayBuffer
 * @returns {Prepared}
 * @throws {Error} with a sentence, if it cannot be drawn
 */
export function prepare(kind, content) {
  if (!KINDS.includes(kind)) throw new Error(`There is nothing that draws "${kind}".`);
  if (kind === "pdf") {
    if (!(content instanceof ArrayBuffer)) throw new Error("A PDF is drawn from its bytes.");
    if (content.byteLength > LIMITS.document)
      throw new Error("The document is too large to be shown here: 256 MB at most.");
    return { content, script: "pdf", helpers: ["pdf-worker"], later: ["pdf-maps"] };
  }
  const data = ["plotly", "vegalite", "vega", "chart"].includes(kind);
  const text = data && typeof content === "object" ? JSON.stringify(content) : content;
  if (typeof text !== "string") throw new Error("There is nothing to draw.");
  if (text.length > LIMITS.content)
    throw new Error("It is too large to be drawn here: 32 million characters at most.");
  const parsed = data ? parse(text) : null;
  return {
    content: text,
    script: script(kind, parsed),
    helpers: formulas(kind, text) ? ["math-font"] : [],
    later: [],
  };
}

/**
 * Returns the script that draws it; null for static content.
 *
 * @param {string} kind
 * @param {unknown} parsed
 * @returns {string | null}
 */
function script(kind, parsed) {
  if (kind === "plotly") return plotly(/** @type {Foreign | null} */ (parsed));
  if (kind === "chart")
    return drawable(/** @type {Chart | null} */ (parsed), (part) =>
      ["polar", "3d"].includes(coordinates(part)),
    )
      ? "plotly-full"
      : "plotly";
  return (
    /** @type {{ [kind: string]: string }} */ ({ vegalite: "vega", vega: "vega", latex: "math" })[
      kind
    ] ?? null
  );
}

/**
 * Returns whether the content has formulas, also within HTML.
 *
 * @param {string} kind
 * @param {string} text
 */
function formulas(kind, text) {
  return kind === "latex" || kind === "mathml" || (kind === "html" && /<math[\s>]/i.test(text));
}

/**
 * A figure of the user's code, which nothing has validated.
 *
 * @typedef {{ data?: unknown, layout?: unknown }} Foreign
 */

/**
 * Returns the bundle that has all trace types of a figure.
 *
 * @param {Foreign | null} figure
 */
function plotly(figure) {
  const traces = Array.isArray(figure?.data)
    ? /** @type {Array<Trace | null>} */ (figure.data).map(withoutNeedlessWebGl)
    : [];
  const layout = /** @type {object} */ (figure?.layout ?? {});
  const types = traces.map((trace) => (typeof trace?.type === "string" ? trace.type : "scatter"));
  if (
    types.some((type) => MAPS.test(type)) ||
    (types.length === 0 && ["geo", "map", "mapbox"].some((name) => Object.hasOwn(layout, name)))
  ) {
    throw new Error(
      "Plotly draws maps with outlines from the network, which nothing here may reach.",
    );
  }
  return types.every((type) => CARTESIAN.has(type)) ? "plotly" : "plotly-full";
}

/**
 * @param {string} text
 * @returns {unknown}
 */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The figure is not valid JSON.");
  }
}
