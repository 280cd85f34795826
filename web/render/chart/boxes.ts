// Box plots and violins, from their statistics. Pure; a box may have no median, a violin may lack
// any statistic, and what is missing is not drawn.

import { colour, number, plain } from "./values.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { BoxStatistics, ViolinStatistics } from "../../generated/kernel.ts";
import type { How } from "./traces.ts";
import type { BoxChart, ViolinChart } from "./types.ts";

/** Returns the names of boxes or violins, which are their positions. */
const namesOf = (elements: Array<{ label: string }>) =>
  elements.map(({ label }, index) => plain(String(label || index + 1)));

/** Returns Plotly's box plots. A box without a median has no line in it. */
export function boxes(
  { horizontal }: BoxChart,
  elements: BoxStatistics[],
  { theme, from }: Pick<How, "theme" | "from">,
): Trace[] {
  const [across, along] = horizontal ? ["y", "x"] : ["x", "y"];
  const names = namesOf(elements);
  const each = (name: keyof BoxStatistics) => elements.map((element) => number(element[name]));
  const [q1, medians] = [each("firstQuartile"), each("median")];
  const complete = !medians.includes(null);
  // A box without outliers has one null: Plotly draws no box at all if its list is empty.
  const outliers = elements.map(({ outliers }) =>
    Array.isArray(outliers) && outliers.length > 0 ? outliers.map(number) : [null],
  );
  const colours = { color: colour(theme, from) };
  const box: Trace = {
    type: "box",
    name: "",
    orientation: horizontal ? "h" : "v",
    [across]: names,
    q1,
    // Without a median Plotly would collapse the box. One on its edge is not seen.
    median: medians.map((median, at) => median ?? q1[at]),
    q3: each("thirdQuartile"),
    lowerfence: each("min"),
    upperfence: each("max"),
    [along]: outliers,
    boxpoints: "outliers",
    showlegend: false,
    line: { ...colours, width: 1.5 },
    marker: { ...colours, size: 5 },
  };
  if (complete) return [box];
  // Plotly's labels would name such a median, so these are the labels of invisible points.
  const known = LABELLED.flatMap(([key, text]) =>
    each(key).flatMap((value, at) => (value === null ? [] : [{ name: names[at], value, text }])),
  );
  const labels = {
    type: "scatter",
    mode: "markers",
    name: "",
    [across]: known.map(({ name }) => name),
    [along]: known.map(({ value }) => value),
    text: known.map(({ text }) => text),
    marker: { ...colours, opacity: 0 },
    showlegend: false,
    hovertemplate: `%{${across}}<br>%{text}: <b>%{${along}}</b><extra></extra>`,
  };
  return [{ ...box, hoveron: "points" }, labels];
}

/** A box's statistics, as Plotly calls them. */
const LABELLED: Array<[key: keyof BoxStatistics, text: string]> = [
  ["min", "min"],
  ["firstQuartile", "q1"],
  ["median", "median"],
  ["thirdQuartile", "q3"],
  ["max", "max"],
];

/**
 * Returns what is known of each violin: a line from minimum to maximum, a wide one between the
 * quartiles, median and mean.
 */
export function violins(
  { horizontal }: ViolinChart,
  elements: ViolinStatistics[],
  { theme, from }: Pick<How, "theme" | "from">,
): Trace[] {
  const names = namesOf(elements);
  const [across, along] = horizontal ? ["y", "x"] : ["x", "y"];
  const color = colour(theme, from);
  const between = (
    name: string,
    low: keyof ViolinStatistics,
    high: keyof ViolinStatistics,
    width: number,
  ): Trace => ({
    type: "scatter",
    mode: "lines",
    name,
    [across]: names.flatMap((label) => [label, label, null]),
    [along]: elements.flatMap((one) => [number(one[low]), number(one[high]), null]),
    line: { width, color },
    showlegend: false,
    hovertemplate: `%{${across}}<br><b>%{${along}}</b><extra>${name}</extra>`,
  });
  const spots = (name: string, key: keyof ViolinStatistics, symbol: string): Trace => ({
    type: "scatter",
    mode: "markers",
    name,
    [across]: names,
    [along]: elements.map((one) => number(one[key])),
    marker: { size: 9, symbol, color: theme.surface, line: { width: 2, color } },
    showlegend: false,
    hovertemplate: `%{${across}}<br><b>%{${along}}</b><extra>${name}</extra>`,
  });
  const made = [
    between("ends", "min", "max", 2),
    between("quartiles", "firstQuartile", "thirdQuartile", 10),
    spots("median", "median", "circle"),
    spots("mean", "mean", "diamond"),
  ];
  return made.filter((trace) => (trace[along] as unknown[]).some((value) => value !== null));
}
