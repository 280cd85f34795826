// Bars: beside each other or on each other, of a histogram, and wherever on an axis of numbers they stand. Pure.

import { errors } from "./error_bars.js";
import { plain } from "./text.js";
import { apart, colour, number, placed } from "./values.js";

/** A day in milliseconds, in which Plotly counts along an axis of dates. */
const DAY = 86_400_000;

/** Whether each bar is of a bin, from one number to another. */
export const binned = (elements) => elements.length > 0 && elements.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));

/** The axis that the bars stand along: of numbers, where no bar has a name. */
export function along({ horizontal, xScale, yScale, elements }) {
  const scale = horizontal ? yScale : xScale;
  const bins = binned(elements);
  const numbers = scale === "linear" && (bins || (elements.length > 0 && elements.every(({ label }) => placed(label) !== null)));
  const places = numbers ? elements.map(place) : [];
  const [low, high] = places.reduce(([low, high], at) => [Math.min(low, at), Math.max(high, at)], [Infinity, -Infinity]);
  // Few are counted by ones: between two years is none.
  return { numbers, bins, places, step: !bins && high - low >= 1 && high - low <= 15 ? 1 : null };
}

const place = ({ label, from, to }) => (Number.isFinite(from) && Number.isFinite(to) ? (from + to) / 2 : placed(label));

/** @returns {object[]} a trace for each group */
export function bars(chart, elements, { theme, from }) {
  const { horizontal, stacked, xLabel, yLabel, xScale, yScale } = chart;
  const unit = (horizontal ? xScale : yScale) === "datetime" && elements.some(({ base }) => base !== undefined) ? DAY : 1;
  const { numbers, places } = along({ ...chart, elements });
  const groups = new Map();
  for (const element of elements) {
    const name = typeof element.group === "string" ? element.group : "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(element);
  }
  const width = aside(groups, places, numbers) ? apart(places) * 0.95 : null;
  const overlaid = groups.size > 1 && stacked !== true && [...groups.values()].every(binned);
  const [across, up] = horizontal ? ["y", "x"] : ["x", "y"];
  return [...groups].map(([group, all], index) => {
    const widths = binned(all) ? all.map(({ from, to }) => Math.abs(to - from)) : width;
    const said = horizontal ? yLabel : xLabel;
    return {
      type: "bar",
      name: plain(group),
      orientation: horizontal ? "h" : "v",
      [across]: all.map((one) => (numbers ? place(one) : plain(String(one.label ?? "")))),
      [up]: all.map(({ value }) => (number(value) === null ? null : number(value) * unit)),
      ...(all.some(({ base }) => base !== undefined) ? { base: all.map(({ base }) => (typeof base === "string" ? base : number(base) ?? 0)) } : {}),
      ...errors(`error_${up}`, all.some(({ error }) => error) ? all.map(({ error, value }) => error ?? [value, value]) : null, all.map(({ value }) => [value]), 0),
      // Where a bar stands is known, so that Plotly moves none aside.
      ...(widths === null ? {} : { width: widths, offset: Array.isArray(widths) ? widths.map((one) => -one / 2) : -widths / 2 }),
      ...(overlaid ? { opacity: 0.65 } : {}),
      customdata: all.map(({ label }) => plain(String(label ?? ""))),
      marker: { color: colour(theme, from + index) },
      hovertemplate: `${said ? `${plain(said)} ` : ""}%{customdata}<br><b>%{${up}}</b><extra>${plain(group)}</extra>`,
    };
  });
}

/** Whether the groups stand beside each other already, as code does that moves each by its width. */
function aside(groups, places, numbers) {
  return numbers && groups.size > 1 && new Set(places).size === places.length;
}
