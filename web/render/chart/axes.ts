// The axes of a part in a plane: their titles, scales and ticks, and a secondary axis over them.
// Pure; knows which type of chart needs what from an axis, not where the part is.

import { along } from "./bars.ts";
import { latticeOf } from "./plane.ts";
import { plain } from "./values.ts";
import type { Axis, Title } from "plotly.js-cartesian-dist-min";
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
  };
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
    domain: cell.x,
    anchor: `y${number}`,
  };
  layout[`yaxis${number}`] = {
    ...axis(chart.yLabel, chart.yScale, box && horizontal),
    domain: cell.y,
    anchor: `x${number}`,
  };
  if (chart.type === "heatmap") {
    Object.assign(layout[`xaxis${number}`], { type: "category", showgrid: false });
    Object.assign(layout[`yaxis${number}`], {
      type: "category",
      showgrid: false,
      autorange: "reversed",
    });
  }
  // Each end has a margin of half a category.
  if (box)
    Object.assign(layout[`${horizontal ? "y" : "x"}axis${number}`], {
      range: [-0.5, new Set(chart.elements.map(({ label }) => label)).size - 0.5],
    });
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
    overlaying: yaxis,
    side: "right",
    anchor: xaxis,
    tickmode: "auto",
    showgrid: false,
    zeroline: false,
  };
  return { xaxis, yaxis: `y${number}` };
}
