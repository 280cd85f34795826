// The axes of a part in a plane: their titles, scales and ticks, and a secondary axis over them.
// Pure; knows which type of chart needs what from an axis, not where the part is.

import { along } from "./bars.ts";
import { latticeOf } from "./plane.ts";
import { plain } from "./values.ts";
import type { Axis, Title } from "plotly.js-cartesian-dist-min";
import type { Axes } from "../../generated/kernel.ts";
import type { Theme } from "../theme.ts";
import type { Cell } from "./grid.ts";
import type { BarChart, SingleChart } from "./types.ts";

/** The properties that refer traces to axes in a plane. */
export type AxisNames = { xaxis: string; yaxis: string };

/** Plotly's types of axes, by the chart's scale. */
const TYPES: { [scale: string]: string } = {
  log: "log",
  datetime: "date",
  categorical: "category",
};

/**
 * Returns an axis for a layout.
 *
 * @param label the chart's label
 * @param scale the chart's scale
 * @param names whether the axis is categorical, whatever its scale
 */
export function axis(
  label: string,
  scale: string | undefined,
  names = false,
): Axis & { title: Title; type: string } {
  return {
    title: { text: plain(label) },
    type: names ? "category" : (TYPES[scale as string] ?? "linear"),
    automargin: true,
    // Ticks that are not seen keep the labels off the axis.
    ticks: "outside",
    ticklen: 5,
    tickcolor: "rgba(0,0,0,0)",
  };
}

/**
 * Returns what an axis shows at first: the limits that the code set, and its direction.
 *
 * @param limits the lower end, then the upper one
 */
function view(
  scale: string | undefined,
  limits: Axes["xLimits"],
  reversed: boolean | undefined,
): Partial<Axis> {
  const ends = (limits ?? []).map((end) =>
    typeof end === "number" && scale === "log" ? Math.log10(end) : end,
  );
  if (ends.length !== 2 || ends.includes(null) || ends.some(Number.isNaN))
    return reversed ? { autorange: "reversed" } : {};
  return { range: reversed ? ends.reverse() : ends, autorange: false };
}

/** The margins of a figure together, and the height of its bars, in CSS pixels, estimated. */
const MARGINS = 60;
const HEIGHT_OF_BARS = 280;

/** Width of a letter of a text at a bar, in CSS pixels, estimated; and the height of such a text. */
const LETTER = 7.5;
const TEXT_HEIGHT = 24;

/**
 * Returns the range of an axis of values on which texts at the ends of bars have room.
 *
 * @param room of bars, texts and the names beside them, along the bars, in CSS pixels
 */
function withRoomForTexts(
  { horizontal, xScale, yScale, elements }: BarChart,
  room: number,
): Partial<Axis> {
  const length = (texts: unknown[]) =>
    Math.max(0, ...texts.map((text) => String(text ?? "").length));
  const longest = length(elements.map(({ text }) => text));
  if ((horizontal ? xScale : yScale) !== "linear" || longest === 0) return {};
  const text = horizontal ? longest * LETTER : TEXT_HEIGHT;
  const names = horizontal ? length(elements.map(({ label }) => label)) * LETTER : 0;
  const values = elements.map(
    ({ value, base }) => (value ?? 0) + (typeof base === "number" ? base : 0),
  );
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  // At most half of the room, however long texts are.
  const share = Math.min(text / Math.max(room - names, 1), low < 0 && high > 0 ? 0.25 : 0.5);
  const beyond = ((high - low) * share) / (1 - share * (low < 0 && high > 0 ? 2 : 1));
  return high > low
    ? { range: [low < 0 ? low - beyond : 0, high > 0 ? high + beyond : 0], autorange: false }
    : {};
}

/**
 * Adds a part's axes to `layout`; returns the properties that refer traces to them.
 *
 * @param width in CSS pixels
 */
export function axes(
  layout: { [name: string]: Axis },
  index: number,
  layers: SingleChart[],
  cell: Cell,
  theme: Theme,
  width: number,
): AxisNames {
  const [chart] = layers;
  const number = index === 0 ? "" : String(index + 1);
  const box = chart.type === "box" || chart.type === "violin";
  const horizontal = (chart as Pick<BarChart, "horizontal">).horizontal === true;
  layout[`xaxis${number}`] = {
    ...axis(chart.xLabel, chart.xScale, box && !horizontal),
    ...view(chart.xScale, chart.xLimits, chart.xReversed),
    domain: cell.x,
    anchor: `y${number}`,
  };
  layout[`yaxis${number}`] = {
    ...axis(chart.yLabel, chart.yScale, box && horizontal),
    ...view(chart.yScale, chart.yLimits, chart.yReversed),
    domain: cell.y,
    anchor: `x${number}`,
  };
  if (chart.type === "heatmap") {
    // By names, in the order of the rows.
    const named = { type: "category", showgrid: false, range: undefined };
    Object.assign(layout[`xaxis${number}`], { ...named, autorange: true });
    Object.assign(layout[`yaxis${number}`], { ...named, autorange: "reversed" });
  }
  // Each end has a margin of half a category.
  if (box) {
    const ends = [-0.5, new Set(chart.elements.map(({ label }) => label)).size - 0.5];
    const reversed = horizontal ? chart.yReversed : chart.xReversed;
    Object.assign(layout[`${horizontal ? "y" : "x"}axis${number}`], {
      range: reversed ? ends.reverse() : ends,
      autorange: false,
    });
  }
  const lattice = chart.type === "hexbin" ? latticeOf(chart) : null;
  if (lattice) {
    Object.assign(layout[`xaxis${number}`], {
      showgrid: false,
      zeroline: false,
      constrain: "domain",
    });
    Object.assign(layout[`yaxis${number}`], {
      showgrid: false,
      zeroline: false,
      constrain: "domain",
      scaleanchor: `x${number}`,
      scaleratio: lattice.ratio,
    });
  }
  const bars = layers.find(({ type }) => type === "bar") as BarChart | undefined;
  if (bars) {
    const [labels, values] = bars.horizontal === true ? ["yaxis", "xaxis"] : ["xaxis", "yaxis"];
    const { numbers, bins, step } = along(bars);
    layout[`${values}${number}`].zerolinecolor = theme.edge;
    if (!(bars.horizontal ? bars.xLimits : bars.yLimits))
      Object.assign(
        layout[`${values}${number}`],
        withRoomForTexts(
          bars,
          bars.horizontal ? (cell.x[1] - cell.x[0]) * (width - MARGINS) : HEIGHT_OF_BARS,
        ),
      );
    Object.assign(layout[`${labels}${number}`], {
      showgrid: false,
      ...(bins ? {} : { zeroline: false }),
      ...(step ? { dtick: step } : {}),
    });
    if (!numbers && layout[`${labels}${number}`].type === "linear")
      layout[`${labels}${number}`].type = "category";
  }
  const names = new Set(chart.elements.map(({ label }) => String(label ?? "")));
  if (
    horizontal &&
    layout[`yaxis${number}`].type === "category" &&
    (cell.x[1] - cell.x[0]) * width < NARROW &&
    names.size <= FEW
  ) {
    Object.assign(layout[`yaxis${number}`], {
      tickmode: "array",
      tickvals: [...names].map(plain),
      ticktext: [...names].map(wrapped),
    });
  }
  return { xaxis: `x${number}`, yaxis: `y${number}` };
}

/** In a part narrower than this, in CSS pixels, names on one line leave little room for bars, so they are wrapped. There is height for this
 * up to a few names. */
const NARROW = 480;
const FEW = 12;

/** Length of a line of a wrapped name, in characters, and the maximum number of lines. */
const LINE = 16;
const LINES = 3;

/** Wraps a name onto several lines. */
function wrapped(name: string) {
  const lines = [""];
  for (const word of name.split(/\s+/)) {
    if (lines.at(-1) !== "" && (lines.at(-1) as string).length + word.length >= LINE)
      lines.push("");
    lines[lines.length - 1] = `${lines.at(-1)} ${word}`.trim();
  }
  const shown = lines
    .slice(0, LINES)
    .map((line) => (line.length > LINE + 4 ? `${line.slice(0, LINE + 3)}…` : line));
  if (lines.length > LINES) shown[LINES - 1] += "…";
  return shown.map(plain).join("<br>");
}

/**
 * Adds a secondary vertical axis on the right, over the given axes; returns the properties that
 * refer traces to both.
 *
 * @param names of the given axes
 * @param number of the axis among the layout's
 */
export function secondaryAxis(
  layout: { [name: string]: unknown },
  { xaxis, yaxis }: AxisNames,
  chart: SingleChart,
  number: number,
): AxisNames {
  layout[`yaxis${number}`] = {
    ...axis(chart.yLabel, chart.yScale),
    ...view(chart.yScale, chart.yLimits, chart.yReversed),
    overlaying: yaxis,
    side: "right",
    anchor: xaxis,
    tickmode: "auto",
    showgrid: false,
    zeroline: false,
  };
  return { xaxis, yaxis: `y${number}` };
}
