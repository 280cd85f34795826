// Bar charts: grouped, stacked, histograms, and bars at positions on a numeric axis. Pure.

import { apart, colour, errors, number, placed, plain } from "./values.ts";
import type { Trace } from "plotly.js-cartesian-dist-min";
import type { Bar } from "../../generated/kernel.ts";
import type { How } from "./traces.ts";
import type { BarChart } from "./types.ts";

/** A day in milliseconds, Plotly's unit on a date axis. */
const DAY = 86_400_000;

/** Returns whether every bar is a bin, from one number to another. */
const binned = (elements: Bar[]) =>
  elements.length > 0 &&
  elements.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));

/**
 * Describes the axis of the bars' positions: it is numeric if no bar has a name.
 *
 * @returns `places`: none unless the axis is numeric; `step`: the distance of its ticks, if it
 *   is not Plotly's
 */
export function along({ horizontal, xScale, yScale, elements }: BarChart): {
  numbers: boolean;
  bins: boolean;
  places: number[];
  step: number | null;
} {
  const scale = horizontal ? yScale : xScale;
  const bins = binned(elements);
  const numbers =
    scale === "linear" &&
    (bins || (elements.length > 0 && elements.every(({ label }) => placed(label) !== null)));
  const places = (numbers ? elements.map(place) : []) as number[];
  const [low, high] = places.reduce(
    ([low, high], at) => [Math.min(low, at), Math.max(high, at)],
    [Infinity, -Infinity],
  );
  // A short axis has a tick at every integer, and none between two years.
  return { numbers, bins, places, step: !bins && high - low >= 1 && high - low <= 15 ? 1 : null };
}

const place = ({ label, from, to }: Bar): number | null =>
  Number.isFinite(from) && Number.isFinite(to) ? (Number(from) + Number(to)) / 2 : placed(label);

/** Returns a trace for each group of bars. */
export function bars(
  chart: BarChart,
  elements: Bar[],
  { theme, from }: Pick<How, "theme" | "from">,
): Trace[] {
  const { horizontal, stacked, xLabel, yLabel, xScale, yScale } = chart;
  const unit =
    (horizontal ? xScale : yScale) === "datetime" && elements.some(({ base }) => base !== undefined)
      ? DAY
      : 1;
  const { numbers, places } = along({ ...chart, elements });
  const groups = new Map<string, Bar[]>();
  for (const element of elements) {
    const name = typeof element.group === "string" ? element.group : "";
    if (!groups.has(name)) groups.set(name, []);
    (groups.get(name) as Bar[]).push(element);
  }
  const width = areDodged(groups, places, numbers) ? (apart(places) as number) * 0.95 : null;
  const overlaid = groups.size > 1 && stacked !== true && [...groups.values()].every(binned);
  const [across, up] = horizontal ? ["y", "x"] : ["x", "y"];
  return [...groups].map(([group, all], index) => {
    const widths = binned(all)
      ? all.map(({ from, to }) => Math.abs((to as number) - (from as number)))
      : width;
    const axisLabel = horizontal ? yLabel : xLabel;
    return {
      type: "bar",
      name: plain(group),
      orientation: horizontal ? "h" : "v",
      [across]: all.map((one) => (numbers ? place(one) : plain(String(one.label ?? "")))),
      [up]: all.map(({ value }) =>
        number(value) === null ? null : (number(value) as number) * unit,
      ),
      ...(all.some(({ base }) => base !== undefined)
        ? { base: all.map(({ base }) => (typeof base === "string" ? base : (number(base) ?? 0))) }
        : {}),
      ...errors(
        `error_${up}`,
        all.some(({ error }) => error)
          ? all.map(({ error, value }) => error ?? [value, value])
          : null,
        all.map(({ value }) => [value]),
        0,
      ),
      // With an explicit offset Plotly does not move bars to the side.
      ...(widths === null
        ? {}
        : {
            width: widths,
            offset: Array.isArray(widths) ? widths.map((one) => -one / 2) : -widths / 2,
          }),
      ...(overlaid ? { opacity: 0.65 } : {}),
      // Beside the bar, and in full.
      ...(all.some(({ text }) => text)
        ? {
            text: all.map(({ text }) => plain(text ?? "")),
            textposition: "outside",
            textangle: 0,
            constraintext: "none",
            cliponaxis: false,
          }
        : {}),
      customdata: all.map(({ label }) => plain(String(label ?? ""))),
      marker: {
        color: colour(theme, from + index),
        // Between the bins of a histogram.
        ...(binned(all) ? { line: { width: 1, color: theme.surface } } : {}),
      },
      hovertemplate: `${axisLabel ? `${plain(axisLabel)} ` : ""}%{customdata}<br><b>%{${up}}</b><extra>${plain(group)}</extra>`,
    };
  });
}

/** Returns whether the groups are side by side already, as when code offsets each by its width. */
function areDodged(groups: Map<string, Bar[]>, places: number[], numbers: boolean) {
  return numbers && groups.size > 1 && new Set(places).size === places.length;
}
