// Specifications of Vega and Vega-Lite: the defaults in the page's colours, and Vega-Lite compiled
// to Vega at the available width. Knows nothing of how a chart is drawn.

import { compile } from "vega-lite";

/**
 * @typedef {NonNullable<Parameters<typeof compile>[1]>} CompileOptions
 * @typedef {import("vega").LoggerInterface} LoggerInterface
 * @typedef {import("vega-lite").TopLevelSpec} TopLevelSpec
 * @typedef {import("../../theme.js").Theme} Theme
 */

/** Height of a chart for which neither chart nor page sets one, in CSS pixels. */
const HEIGHT = 320;

/**
 * The properties of a chart that consists of several, and the channels that split one into several.
 */
const COMPOSED = ["hconcat", "vconcat", "concat", "repeat", "facet", "spec"];
const SPLITTING = ["row", "column", "facet"];

/**
 * A Vega-Lite chart of the user's code, which nothing has validated.
 *
 * @typedef {{ encoding?: unknown, width?: unknown, height?: unknown }} Foreign
 */

/**
 * Compiles a Vega-Lite chart to Vega; one without a width takes the available width.
 *
 * @param {unknown} given
 * @param {Theme} theme
 * @param {number} width
 * @param {number | undefined} height
 */
export function compiled(given, theme, width, height) {
  if (typeof given !== "object" || given === null)
    throw new Error("A Vega-Lite chart must be a JSON object.");
  const spec = /** @type {Foreign} */ (given);
  const single =
    !COMPOSED.some((name) => Object.hasOwn(spec, name)) &&
    !SPLITTING.some((name) => Object.hasOwn(/** @type {object} */ (spec.encoding ?? {}), name));
  const fitted =
    single &&
    (spec.width === undefined ||
      spec.width === "container" ||
      /** @type {number} */ (spec.width) > width);
  const sized = fitted
    ? {
        ...spec,
        width: Math.max(width - 4, 120),
        autosize: { type: "fit", contains: "padding" },
        ...(spec.height === undefined || spec.height === "container"
          ? { height: height ?? HEIGHT }
          : {}),
      }
    : spec;
  /** @param {string} words */
  const fail = (words) => {
    throw new Error(words);
  };
  // The background is null: Vega accepts this, but the types of Vega-Lite do not include it.
  const options = /** @type {CompileOptions} */ (
    /** @type {unknown} */ ({ config: configuration(theme), logger: quiet(fail) })
  );
  return compile(/** @type {TopLevelSpec} */ (sized), options).spec;
}

/**
 * Returns a Vega configuration in the page's colours, which has the defaults of a chart.
 *
 * @param {Theme} theme
 */
export function configuration(theme) {
  const words = {
    labelColor: theme.soft,
    titleColor: theme.ink,
    labelFont: theme.sans,
    titleFont: theme.sans,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: /** @type {const} */ (500),
  };
  return {
    background: null,
    font: theme.sans,
    view: { stroke: null },
    title: {
      color: theme.ink,
      font: theme.sans,
      fontSize: 15,
      fontWeight: /** @type {const} */ (600),
      anchor: /** @type {const} */ ("start"),
      offset: 12,
      subtitleColor: theme.soft,
      subtitleFont: theme.sans,
    },
    axis: { ...words, domainColor: theme.edge, gridColor: theme.line, tickColor: theme.edge },
    legend: words,
    header: {
      labelColor: theme.ink,
      titleColor: theme.ink,
      labelFont: theme.sans,
      titleFont: theme.sans,
    },
    range: {
      category: theme.series,
      ramp: [theme.dark ? theme.sunken : theme["accent-wash"], theme.accent],
      heatmap: [theme.dark ? theme.sunken : theme["accent-wash"], theme.accent],
    },
    mark: { color: theme.series[0] },
    arc: { stroke: theme.surface },
    text: { color: theme.ink, fill: theme.ink },
    rule: { color: theme.soft, stroke: theme.soft },
    group: {},
  };
}

/**
 * Returns a logger that passes errors to `failed` and logs nothing: messages of a chart do not
 * belong in the console.
 *
 * @param {(words: string) => void} failed
 * @returns {LoggerInterface}
 */
export function quiet(failed) {
  const logger = /** @type {LoggerInterface} */ ({
    level: () => logger,
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  });
  logger.error = (...words) => {
    failed(
      words
        .map(
          (word) =>
            /** @type {{ message?: unknown } | null | undefined} */ (word)?.message ?? String(word),
        )
        .join(" "),
    );
    return logger;
  };
  return logger;
}
