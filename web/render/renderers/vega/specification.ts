// Specifications of Vega and Vega-Lite: the defaults in the page's colours, and Vega-Lite compiled
// to Vega at the available width. Knows nothing of how a chart is drawn.

import { compile } from "vega-lite";
import type { LoggerInterface } from "vega";
import type { TopLevelSpec } from "vega-lite";
import type { Theme } from "../../theme.ts";

type CompileOptions = NonNullable<Parameters<typeof compile>[1]>;

/** Height of a chart for which neither chart nor page sets one, in CSS pixels. */
const HEIGHT = 320;

/**
 * The properties of a chart that consists of several, and the channels that split one into several.
 */
const COMPOSED = ["hconcat", "vconcat", "concat", "repeat", "facet", "spec"];
const SPLITTING = ["row", "column", "facet"];

/** A Vega-Lite chart of the user's code, which nothing has validated. */
type Foreign = { encoding?: unknown; width?: unknown; height?: unknown };

/** Compiles a Vega-Lite chart to Vega; one without a width takes the available width. */
export function compiled(given: unknown, theme: Theme, width: number, height: number | undefined) {
  if (typeof given !== "object" || given === null)
    throw new Error("A Vega-Lite chart must be a JSON object.");
  const spec = given as Foreign;
  const single =
    !COMPOSED.some((name) => Object.hasOwn(spec, name)) &&
    !SPLITTING.some((name) => Object.hasOwn((spec.encoding ?? {}) as object, name));
  const fitted =
    single &&
    (spec.width === undefined || spec.width === "container" || (spec.width as number) > width);
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
  const fail = (words: string) => {
    throw new Error(words);
  };
  // The background is null: Vega accepts this, but the types of Vega-Lite do not include it.
  const options = {
    config: configuration(theme),
    logger: quiet(fail),
  } as unknown as CompileOptions;
  return compile(sized as TopLevelSpec, options).spec;
}

/** Returns a Vega configuration in the page's colours, which has the defaults of a chart. */
export function configuration(theme: Theme) {
  const words = {
    labelColor: theme.soft,
    titleColor: theme.ink,
    labelFont: theme.sans,
    titleFont: theme.sans,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 500 as const,
  };
  return {
    background: null,
    font: theme.sans,
    view: { stroke: null },
    title: {
      color: theme.ink,
      font: theme.sans,
      fontSize: 15,
      fontWeight: 600 as const,
      anchor: "start" as const,
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
    // Numbers as tables show them.
    tooltipFormat: { numberFormat: ",.10~g" },
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
 */
export function quiet(failed: (words: string) => void): LoggerInterface {
  const logger = {
    level: () => logger,
    warn: () => logger,
    info: () => logger,
    debug: () => logger,
  } as LoggerInterface;
  logger.error = (...words) => {
    failed(
      words
        .map((word) => (word as { message?: unknown } | null | undefined)?.message ?? String(word))
        .join(" "),
    );
    return logger;
  };
  return logger;
}
