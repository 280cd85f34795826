// The traces of one chart as data. Pure; every value that comes in may be anything, and what fits nowhere is left out.

import { plain } from "./text.js";

/** The kinds of chart that become traces. */
export const KINDS = new Set(["line", "scatter", "bar", "pie", "box", "heatmap"]);

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

const MAKERS = { line: points, scatter: points, bar: bars, pie, box: boxes, heatmap };

function points({ type, xScale, yScale }, elements, { theme, from }) {
  return elements.map(({ label, points }, index) => {
    const list = Array.isArray(points) ? points : [];
    const many = list.length > 60;
    return {
      type: "scatter",
      mode: type === "scatter" ? "markers" : many ? "lines" : "lines+markers",
      name: plain(label),
      x: list.map((point) => value(point?.[0], xScale)),
      y: list.map((point) => value(point?.[1], yScale)),
      connectgaps: false,
      // Where the colours begin again, the strokes differ.
      line: { width: 2, color: colour(theme, from + index), dash: DASHES[Math.floor((from + index) / theme.series.length) % DASHES.length] },
      marker: { size: type === "scatter" ? (list.length > 1000 ? 4 : 7) : 5, opacity: type === "scatter" && list.length > 300 ? 0.6 : 1, color: colour(theme, from + index) },
      hovertemplate: `%{x}<br><b>%{y}</b><extra>${plain(label)}</extra>`,
    };
  });
}

function bars({ horizontal, xLabel, yLabel }, elements, { theme, from }) {
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
      [along]: all.map(({ value }) => number(value)),
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

function heatmap(_, elements, { theme, alone }) {
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
        : [[0, theme.dark ? theme.sunken : theme["accent-wash"]], [1, theme.accent]],
      ...(both ? { zmin: -most, zmax: most, zmid: 0 } : {}),
      ...(all.length <= LABELLED ? { texttemplate: "%{z:.3~g}" } : {}),
      xgap: 1,
      ygap: 1,
      showlegend: false,
      showscale: alone,
      colorbar: { thickness: 12, outlinewidth: 0 },
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
