// Which renderers a result needs, and whether its content can be drawn at all. Knows the kinds, not
// the renderers.

import { coordinates, drawable } from "./chart/types.ts";
import { LIMITS } from "./protocol.ts";
import { withoutNeedlessWebGl } from "./renderers/plotly/webgl.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { Chart } from "../generated/kernel.ts";

/**
 * A result that is prepared for the frame: its content, the names of the script that draws it, of
 * the assets that the script needs from the start, and of those that it may request later.
 */
export type Prepared = {
  content: string | ArrayBuffer;
  script: string | null;
  helpers: string[];
  later: string[];
};

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
 * @param kind one of `KINDS`
 * @param content text; for plotly, vegalite, vega and chart an object or its JSON; for pdf an
 *   ArrayBuffer
 * @throws {Error} with a sentence, if it cannot be drawn
 */
export function prepare(kind: string, content: unknown): Prepared {
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

/** Returns the script that draws it; null for static content. */
function script(kind: string, parsed: unknown): string | null {
  if (kind === "plotly") return plotly(parsed as Foreign | null);
  if (kind === "chart")
    return drawable(parsed as Chart | null, (part) => ["polar", "3d"].includes(coordinates(part)))
      ? "plotly-full"
      : "plotly";
  return (
    ({ vegalite: "vega", vega: "vega", latex: "math" } as { [kind: string]: string })[kind] ?? null
  );
}

/** Returns whether the content has formulas, also within HTML. */
function formulas(kind: string, text: string) {
  return kind === "latex" || kind === "mathml" || (kind === "html" && /<math[\s>]/i.test(text));
}

/** A figure of the user's code, which nothing has validated. */
type Foreign = { data?: unknown; layout?: unknown };

/** Returns the bundle that has all trace types of a figure. */
function plotly(figure: Foreign | null) {
  const traces = Array.isArray(figure?.data)
    ? (figure.data as Array<Trace | null>).map(withoutNeedlessWebGl)
    : [];
  const layout = (figure?.layout ?? {}) as object;
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

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The figure is not valid JSON.");
  }
}
