// The traces of one chart as data. Pure; every value that comes in may be anything, and what fits nowhere is left out.

import { plain } from "./text.js";

/** With more bars or points than this a label at each would only cover them. */
const LABELLED = 150;

const DASHES = ["solid", "dash", "dot"];

/**
 * @param {object} chart one that is not several, whose elements are objects
 * @param {{ theme: object, from: number, alone: boolean }} how `from` is how many colours are taken in these axes
 * @returns {object[]} Plotly traces, without their axes
 */
export function traces(chart, how) {
  return MAKERS[chart.type](chart, chart.elements, how);
}

const MAKERS = { line: points, scatter: points, bar: bars, pie, box: boxes, violin: violins, heatmap, hexbin: points, contour: points, quiver };

/** How lines go from point to point, as Plotly says it. */
const STEPS = { pre: "vh", post: "hv", mid: "hvh" };

function points({ type, xScale, yScale, valueLabel }, elements, { theme, from, alone }) {
  return elements.map(({ label, points, values, step, xErrors, yErrors }, index) => {
    const list = Array.isArray(points) ? points : [];
    const many = list.length > 60 || type === "contour";
    const dots = type === "scatter" || type === "hexbin";
    const valued = Array.isArray(values) && values.length === list.length ? values.map(number) : null;
    const said = plain(valueLabel);
    return {
      type: "scatter",
      mode: dots ? "markers" : many ? "lines" : "lines+markers",
      name: plain(label),
      x: list.map((point) => value(point?.[0], xScale)),
      y: list.map((point) => value(point?.[1], yScale)),
      connectgaps: false,
      // Where the colours begin again, the strokes differ.
      line: { width: 2, color: colour(theme, from + index), dash: DASHES[Math.floor((from + index) / theme.series.length) % DASHES.length], ...(Object.hasOwn(STEPS, step) ? { shape: STEPS[step] } : {}) },
      marker: {
        size: dots ? (list.length > 1000 ? 4 : type === "hexbin" ? 12 : 7) : 5,
        opacity: type === "scatter" && list.length > 300 ? 0.6 : 1,
        color: colour(theme, from + index),
        ...(type === "hexbin" ? { symbol: "hexagon" } : {}),
        ...(valued ? { color: valued, colorscale: scale(theme), showscale: alone && elements.length === 1, colorbar: { thickness: 12, outlinewidth: 0, title: { text: said } } } : {}),
      },
      ...(valued ? { customdata: valued } : {}),
      ...errors("error_x", xErrors, list, 0),
      ...errors("error_y", yErrors, list, 1),
      hovertemplate: `%{x}<br><b>%{y}</b>${valued ? `<br>${said ? `${said} ` : ""}<b>%{customdata}</b>` : ""}<extra>${plain(label)}</extra>`,
    };
  });
}

/** Bars of what each point is sure of, from the ends of these. */
function errors(name, ends, points, side) {
  if (!Array.isArray(ends) || ends.length !== points.length) return {};
  const reach = (end, way) => ends.map((pair, at) => way * ((number(pair?.[end]) ?? 0) - (number(points[at]?.[side]) ?? 0)));
  return { [name]: { type: "data", symmetric: false, array: reach(1, 1), arrayminus: reach(0, -1), thickness: 1.2, width: 3 } };
}

const scale = (theme) => [[0, theme.dark ? theme.sunken : theme["accent-wash"]], [1, theme.accent]];

/** An arrow as a line from where it stands, all of one scale, so that the longest goes a tenth of the way across. */
function quiver(_, elements, { theme, from }) {
  return elements.map(({ label, vectors }, index) => {
    const list = (Array.isArray(vectors) ? vectors : []).filter((one) => Array.isArray(one) && one.every((part) => number(part) !== null));
    const spans = [0, 1].map((side) => list.reduce((most, one) => Math.max(most, one[side]), -Infinity) - list.reduce((least, one) => Math.min(least, one[side]), Infinity));
    const longest = list.reduce((most, [, , u, v]) => Math.max(most, Math.hypot(u, v)), 0);
    const stretch = longest > 0 ? Math.max(...spans.filter(Number.isFinite), 1) / 10 / longest : 0;
    return {
      type: "scatter",
      mode: "lines+markers",
      name: plain(label),
      x: list.flatMap(([x, , u]) => [x, x + u * stretch, null]),
      y: list.flatMap(([, y, , v]) => [y, y + v * stretch, null]),
      customdata: list.flatMap(([, , u, v]) => [[u, v], [u, v], null]),
      line: { width: 1.5, color: colour(theme, from + index) },
      marker: { size: list.flatMap(() => [0, 5, 0]), color: colour(theme, from + index) },
      hovertemplate: `(%{customdata[0]}, %{customdata[1]})<extra>${plain(label)}</extra>`,
    };
  });
}

/** What is known of each violin: a line from end to end, a broad one between the quartiles, and the median. */
function violins({ horizontal }, elements, { theme, from }) {
  const names = elements.map(({ label }, index) => plain(String(label || index + 1)));
  const [across, along] = horizontal ? ["y", "x"] : ["x", "y"];
  const color = colour(theme, from);
  const between = (name, low, high, width) => ({
    type: "scatter",
    mode: "lines",
    name,
    [across]: names.flatMap((label) => [label, label, null]),
    [along]: elements.flatMap((one) => [number(one[low]), number(one[high]), null]),
    line: { width, color },
    showlegend: false,
    hovertemplate: `%{${across}}<br><b>%{${along}}</b><extra>${name}</extra>`,
  });
  const spots = (name, key, symbol) => ({
    type: "scatter",
    mode: "markers",
    name,
    [across]: names,
    [along]: elements.map((one) => number(one[key])),
    marker: { size: 9, symbol, color: theme.surface, line: { width: 2, color } },
    showlegend: false,
    hovertemplate: `%{${across}}<br><b>%{${along}}</b><extra>${name}</extra>`,
  });
  const made = [between("ends", "min", "max", 2), between("quartiles", "firstQuartile", "thirdQuartile", 10), spots("median", "median", "circle"), spots("mean", "mean", "diamond")];
  return made.filter((trace) => trace[along].some((value) => value !== null));
}

/** A day in milliseconds, in which Plotly counts along an axis of dates. */
const DAY = 86_400_000;

function bars({ horizontal, xLabel, yLabel, xScale, yScale }, elements, { theme, from }) {
  const unit = (horizontal ? xScale : yScale) === "datetime" && elements.some(({ base }) => base !== undefined) ? DAY : 1;
  const groups = new Map();
  for (const element of elements) {
    const name = typeof element.group === "string" ? element.group : "";
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(element);
  }
  const [across, along] = horizontal ? ["y", "x"] : ["x", "y"];
  return [...groups].map(([group, all], index) => {
    const spans = all.every(({ from, to }) => Number.isFinite(from) && Number.isFinite(to));
    const said = horizontal ? yLabel : xLabel;
    return {
      type: "bar",
      name: plain(group),
      orientation: horizontal ? "h" : "v",
      [across]: all.map(({ label, from, to }) => (spans ? (from + to) / 2 : plain(String(label ?? "")))),
      [along]: all.map(({ value }) => (number(value) === null ? null : number(value) * unit)),
      ...(all.some(({ base }) => base !== undefined) ? { base: all.map(({ base }) => (typeof base === "string" ? base : number(base) ?? 0)) } : {}),
      ...errors(`error_${along}`, all.some(({ error }) => error) ? all.map(({ error, value }) => error ?? [value, value]) : null, all.map(({ value }) => [value]), 0),
      ...(spans ? { width: all.map(({ from, to }) => Math.abs(to - from)) } : {}),
      customdata: all.map(({ label }) => plain(String(label ?? ""))),
      marker: { color: colour(theme, from + index) },
      hovertemplate: `${said ? `${plain(said)} ` : ""}%{customdata}<br><b>%{${along}}</b><extra>${plain(group)}</extra>`,
    };
  });
}

function pie(_, elements, { theme }) {
  return [
    {
      type: "pie",
      labels: elements.map(({ label }) => plain(String(label ?? ""))),
      values: elements.map(({ value, angle }) => number(value) ?? number(angle) ?? 0),
      sort: false,
      // As matplotlib draws it: from three o'clock, against the clock.
      direction: "counterclockwise",
      rotation: 90,
      textinfo: elements.length > 12 ? "none" : "label+percent",
      textposition: "auto",
      insidetextorientation: "horizontal",
      insidetextfont: { color: theme.dark ? "#1f1e1b" : "#ffffff" },
      automargin: true,
      showlegend: elements.length > 6,
      marker: { colors: elements.map((_, index) => colour(theme, index)), line: { width: 1, color: theme.surface } },
      hovertemplate: "%{label}<br><b>%{percent}</b><extra></extra>",
    },
  ];
}

function boxes({ horizontal }, elements, { theme, from }) {
  const [across, along] = horizontal ? ["y", "x"] : ["x", "y"];
  const each = (name) => elements.map((element) => number(element[name]));
  const outliers = elements.map(({ outliers }) => (Array.isArray(outliers) ? outliers.map(number).filter((one) => one !== null) : []));
  const colours = { color: colour(theme, from) };
  return [
    {
      type: "box",
      name: "",
      orientation: horizontal ? "h" : "v",
      [across]: elements.map(({ label }, index) => plain(String(label || index + 1))),
      q1: each("firstQuartile"),
      median: each("median"),
      q3: each("thirdQuartile"),
      lowerfence: each("min"),
      upperfence: each("max"),
      [along]: outliers,
      boxpoints: "outliers",
      showlegend: false,
      line: { ...colours, width: 1.5 },
      marker: { ...colours, size: 5 },
    },
  ];
}

function heatmap({ valueLabel }, elements, { theme, alone }) {
  return elements.slice(0, 1).map(({ label, columns, rows, values }) => {
    const z = Array.isArray(values) ? values.map((row) => (Array.isArray(row) ? row.map(number) : [])) : [];
    const all = z.flat().filter((one) => one !== null);
    const both = all.some((one) => one < 0) && all.some((one) => one > 0);
    const most = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
    const mid = theme.dark ? theme.sunken : theme.surface;
    return {
      type: "heatmap",
      name: plain(label),
      x: distinct(columns),
      y: distinct(rows),
      z,
      colorscale: both
        ? [[0, theme.dark ? "#eb9d55" : "#b4530f"], [0.5, mid], [1, theme.accent]]
        : scale(theme),
      ...(both ? { zmin: -most, zmax: most, zmid: 0 } : {}),
      ...(all.length <= LABELLED ? { texttemplate: "%{z:.3~g}" } : {}),
      xgap: 1,
      ygap: 1,
      showlegend: false,
      showscale: alone,
      colorbar: { thickness: 12, outlinewidth: 0, title: { text: plain(valueLabel) } },
      hovertemplate: "%{y}, %{x}<br><b>%{z}</b><extra></extra>",
    };
  });
}

/** Names that stand for places: two that are written alike stay two. */
function distinct(names) {
  const seen = new Map();
  return (Array.isArray(names) ? names : []).map((name) => {
    const text = plain(String(name ?? ""));
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    return text + "\u200b".repeat(times);
  });
}

function value(given, scale) {
  if (scale === "categorical") return given === null || given === undefined ? null : plain(String(given));
  if (scale === "datetime") return typeof given === "string" ? given : number(given);
  return typeof given === "string" ? plain(given) : number(given);
}

function number(given) {
  return typeof given === "number" && Number.isFinite(given) ? given : null;
}

function colour(theme, index) {
  return theme.series[index % theme.series.length];
}
