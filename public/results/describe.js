// Describes a chart in words: its type, its axes, and what stands out in each series. Knows charts as data.

import { plural, share, short } from "./format.js";

/** @typedef {import("../types/kernel").Chart} Chart */
/** @typedef {import("../types/kernel").Coordinate} Coordinate */
/** @typedef {import("../types/kernel").Bar} Bar */
/** @typedef {import("../types/kernel").ViolinStatistics} ViolinStatistics */

/** @typedef {Extract<Chart, { type: "line" | "scatter" }>} PointChart */
/** @typedef {Extract<Chart, { type: "bar" }>} BarChart */
/** @typedef {Extract<Chart, { type: "pie" }>} PieChart */
/** @typedef {Extract<Chart, { type: "box" }>} BoxChart */
/** @typedef {Extract<Chart, { type: "violin" }>} ViolinChart */
/** @typedef {Extract<Chart, { type: "heatmap" }>} HeatmapChart */
/** @typedef {Extract<Chart, { type: "hexbin" }>} HexbinChart */
/** @typedef {Extract<Chart, { type: "contour" }>} ContourChart */
/** @typedef {Extract<Chart, { type: "quiver" }>} QuiverChart */
/** @typedef {Extract<Chart, { type: "scatter3d" | "line3d" | "surface" }>} Chart3d */

/**
 * A chart with one kind of marks on one pair of axes.
 *
 * @typedef {Exclude<Chart, { type: "several" }>} SingleChart
 */

/** More series or elements than this are summarised instead of listed. */
const MOST = 8;

/** @type {Record<string, string>} */
const NAMES = {
  line: "Line chart",
  scatter: "Scatter plot",
  bar: "Bar chart",
  pie: "Pie chart",
  box: "Box plot",
  violin: "Violin plot",
  heatmap: "Heat map",
  hexbin: "Hexagons",
  contour: "Contours",
  quiver: "Vector field",
  scatter3d: "3D scatter plot",
  line3d: "3D lines",
  surface: "Surface",
};

/**
 * Returns the description, with one or a few sentences per entry.
 *
 * @param {Chart} chart
 * @returns {string[]}
 */
export function describe(chart) {
  if (chart.type === "several") {
    const head = `${chart.title ? `“${chart.title}”: ` : ""}${plural(chart.elements.length, "chart")} in one figure.`;
    return [head, ...chart.elements.slice(0, MOST).flatMap(describe)];
  }
  const details = /** @type {((chart: SingleChart) => string[]) | undefined} */ (
    {
      line: series,
      scatter: clouds,
      bar: bars,
      pie: slices,
      box: boxes,
      violin: boxes,
      heatmap: cells,
      hexbin: hexagons,
      contour: levels,
      quiver: arrows,
      scatter3d: places,
      line3d: places,
      surface: places,
    }[chart.type]
  );
  const title = chart.title ? ` “${chart.title}”` : "";
  const colours = /** @type {Pick<HexbinChart, "valueLabel">} */ (chart).valueLabel
    ? [`Colours: ${/** @type {Pick<HexbinChart, "valueLabel">} */ (chart).valueLabel}.`]
    : [];
  return [`${NAMES[chart.type] ?? "Chart"}${title}.`, ...axes(chart), ...colours, ...(details?.(chart) ?? [])];
}

/**
 * @param {SingleChart} chart
 * @returns {string[]}
 */
function axes(chart) {
  if (chart.type === "pie") return [];
  /**
   * @param {string} name
   * @param {string | undefined} label
   * @param {string} scale
   * @param {string} range
   */
  const axis = (name, label, scale, range) => {
    const words = label ? `${name} axis: ${label}` : chart.polar ? name : `${name} axis`;
    const kind = scale === "log" ? ", logarithmic" : "";
    return label || range || kind ? `${words}${range}${kind}.` : null;
  };
  const points = /** @type {Array<{ points?: Coordinate[][], vectors?: Coordinate[][] }>} */ (chart.elements).flatMap(
    ({ points: list, vectors }) => list ?? vectors ?? [],
  );
  const spans = [0, 1, 2].map((side) => span(points.map((point) => point[side]).filter((value) => value !== null && value !== undefined)));
  const names = chart.polar ? ["Angle (in radians)", "Radius"] : chart.zScale ? ["First", "Second"] : ["Horizontal", "Vertical"];
  const third = chart.zScale ? axis("Third", chart.zLabel, chart.zScale, spans[2]) : null;
  return /** @type {string[]} */ (
    [axis(names[0], chart.xLabel, chart.xScale, spans[0]), axis(names[1], chart.yLabel, chart.yScale, spans[1]), third].filter(Boolean)
  );
}

/** @param {Array<number | string>} values */
function span(values) {
  if (values.length === 0) return "";
  if (values.every((value) => typeof value === "number")) {
    const [low, high] = extremes(values);
    return low === high ? `, ${short(low)}` : `, from ${short(low)} to ${short(high)}`;
  }
  return values[0] === values.at(-1) ? `, ${moment(values[0])}` : `, from ${moment(values[0])} to ${moment(values.at(-1))}`;
}

/** @param {PointChart} chart */
function series({ elements }) {
  const parts = elements.slice(0, MOST).map(({ label, points, total }) => {
    const known = /** @type {Array<[x: Coordinate, y: number]>} */ (points.filter(([, y]) => typeof y === "number"));
    const name = label ? `“${label}”` : "The line";
    if (known.length === 0) return `${name} has no values.`;
    const lowest = known.reduce((least, point) => (point[1] < least[1] ? point : least));
    const highest = known.reduce((most, point) => (point[1] > most[1] ? point : most));
    const size = plural(total ?? points.length, "point");
    if (lowest[1] === highest[1]) return `${name}, ${size}: always ${short(lowest[1])}.`;
    return `${name}, ${size}: highest ${short(highest[1])} at ${at(highest[0])}, lowest ${short(lowest[1])} at ${at(lowest[0])}; ${trend(known)}.`;
  });
  return more(parts, elements.length, "series", "series");
}

/**
 * Describes the trend from the first value to the last, by linear regression.
 *
 * @param {Array<[x: Coordinate, y: number]>} points at least one
 */
function trend(points) {
  const values = points.map(([, y]) => y);
  const [low, high] = extremes(values);
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const slope =
    values.reduce((sum, value, index) => sum + (index - middle) * (value - mean), 0) / values.reduce((sum, _, index) => sum + (index - middle) ** 2, 0);
  const change = slope * (values.length - 1);
  const ends = `${short(values[0])} at first, ${short(/** @type {number} */ (values.at(-1)))} at last`;
  if (Math.abs(change) < 0.2 * (high - low)) return `no clear trend, ${ends}`;
  return `${change > 0 ? "rising" : "falling"} overall, ${ends}`;
}

/** @param {PointChart} chart */
function clouds({ elements }) {
  const parts = elements.slice(0, MOST).map(({ label, points, total }) => {
    const name = label ? `“${label}”, ` : "";
    const known = /** @type {Array<[x: number, y: number]>} */ (points.filter(([x, y]) => typeof x === "number" && typeof y === "number"));
    return capital(`${name}${plural(total ?? points.length, "point")}${relation(known)}.`);
  });
  return more(parts, elements.length, "group", "groups");
}

/** @param {Array<[x: number, y: number]>} points */
function relation(points) {
  if (points.length < 3) return "";
  const mean = [0, 1].map((side) => points.reduce((sum, point) => sum + point[side], 0) / points.length);
  let [both, first, second] = [0, 0, 0];
  for (const [x, y] of points) {
    both += (x - mean[0]) * (y - mean[1]);
    first += (x - mean[0]) ** 2;
    second += (y - mean[1]) ** 2;
  }
  if (first === 0 || second === 0) return "";
  const strength = both / Math.sqrt(first * second);
  const size = Math.abs(strength);
  const word =
    size < 0.2
      ? "hardly related"
      : `${size < 0.5 ? "weakly" : size < 0.8 ? "moderately" : "strongly"} related, ${strength > 0 ? "rising together" : "one falling as the other rises"}`;
  return `; ${word} (correlation ${short(Math.round(strength * 100) / 100)})`;
}

/** @param {BarChart} chart */
function bars({ elements }) {
  const known = /** @type {Array<Bar & { value: number }>} */ (elements.filter(({ value }) => typeof value === "number"));
  if (known.length === 0) return [];
  /** @param {Bar} bar */
  const name = ({ label, group }) => (group ? `${label} (${group})` : label);
  if (known.length <= MOST) return [`${known.map((bar) => `${name(bar)}: ${short(bar.value)}`).join("; ")}.`];
  const highest = known.reduce((most, bar) => (bar.value > most.value ? bar : most));
  const lowest = known.reduce((least, bar) => (bar.value < least.value ? bar : least));
  return [`${plural(known.length, "bar")}: highest ${name(highest)} with ${short(highest.value)}, lowest ${name(lowest)} with ${short(lowest.value)}.`];
}

/** @param {PieChart} chart */
function slices({ elements }) {
  const sorted = [...elements].sort((a, b) => b.value - a.value);
  const parts = sorted.slice(0, MOST).map(({ label, value }) => `${label} ${share(value)}`);
  const rest = sorted.slice(MOST);
  if (rest.length > 0) parts.push(`${plural(rest.length, "other")} ${share(rest.reduce((sum, { value }) => sum + value, 0))}`);
  return [`${parts.join(", ")}.`];
}

/** @param {BoxChart | ViolinChart} chart */
function boxes({ elements, type }) {
  // A value is used only if it is a number.
  const parts = /** @type {Array<Record<Exclude<keyof ViolinStatistics, "label">, number> & { label: string, outliers?: number[] }>} */ (elements)
    .slice(0, MOST)
    .map((box) => {
      const beyond = box.outliers?.length ? `, ${plural(box.outliers.length, "outlier")}` : "";
      /** @type {Array<[value: number, word: () => string]>} */
      const facts = [
        [box.median, () => `median ${short(box.median)}`],
        [box.mean, () => `mean ${short(box.mean)}`],
        [box.firstQuartile, () => `half of it between ${short(box.firstQuartile)} and ${short(box.thirdQuartile)}`],
        [box.min, () => `${type === "violin" ? "ends at" : "whiskers from"} ${short(box.min)} ${type === "violin" ? "and" : "to"} ${short(box.max)}`],
      ];
      const known = facts.filter(([value]) => typeof value === "number").map(([, word]) => word());
      return `${box.label || `The ${type}`}: ${known.join(", ")}${beyond}.`;
    });
  return type === "violin" ? more(parts, elements.length, "violin", "violins") : more(parts, elements.length, "box", "boxes");
}

/** @param {HexbinChart} chart */
function hexagons({ elements }) {
  return elements.flatMap(({ points, values, total }) => {
    const known = /** @type {Array<{ x: Coordinate, y: Coordinate, value: number }>} */ (
      points.map(([x, y], at) => ({ x, y, value: values?.[at] })).filter(({ value }) => typeof value === "number")
    );
    if (known.length === 0) return [`${plural(total ?? points.length, "hexagon")}.`];
    const highest = known.reduce((most, cell) => (cell.value > most.value ? cell : most));
    return [`${plural(total ?? points.length, "hexagon")}; the highest, ${short(highest.value)}, at ${at(highest.x)}, ${at(highest.y)}.`];
  });
}

/** @param {ContourChart} chart */
function levels({ elements, filled }) {
  const named = elements.map(({ label }) => label);
  return [`${plural(named.length, filled ? "area" : "level")}: ${named.slice(0, 2 * MOST).join(", ")}${named.length > 2 * MOST ? " and more" : ""}.`];
}

/** @param {QuiverChart} chart */
function arrows({ elements }) {
  return elements.flatMap(({ vectors, total }) => {
    const known = /** @type {Array<[x: Coordinate, y: Coordinate, alongX: number, alongY: number]>} */ (
      vectors.filter(([, , u, v]) => typeof u === "number" && typeof v === "number")
    );
    if (known.length === 0) return [`${plural(total ?? vectors.length, "arrow")}.`];
    /** @param {[x: Coordinate, y: Coordinate, alongX: number, alongY: number]} vector */
    const size = ([, , u, v]) => Math.hypot(u, v);
    const longest = known.reduce((most, one) => (size(one) > size(most) ? one : most));
    return [`${plural(total ?? vectors.length, "arrow")}; the longest, (${short(longest[2])}, ${short(longest[3])}), at ${at(longest[0])}, ${at(longest[1])}.`];
  });
}

/** @param {Chart3d} chart */
function places({ elements }) {
  const parts = elements
    .slice(0, MOST)
    .map(({ label, points, total }) => `${label ? `“${label}”, ` : ""}${plural(total ?? points.length, "point")}.`)
    .map(capital);
  return more(parts, elements.length, "group", "groups");
}

/** @param {HeatmapChart} chart */
function cells({ elements: [map] }) {
  const known = /** @type {Array<{ value: number, row: string | number, column: string | number }>} */ (
    map.values
      .flatMap((row, at) => row.map((value, column) => ({ value, row: map.rows[at] ?? at, column: map.columns[column] ?? column })))
      .filter(({ value }) => typeof value === "number")
  );
  const size = `${plural(map.values.length, "row")} and ${plural(map.values[0]?.length ?? 0, "column")}`;
  if (known.length === 0) return [`${size}.`];
  const highest = known.reduce((most, cell) => (cell.value > most.value ? cell : most));
  const lowest = known.reduce((least, cell) => (cell.value < least.value ? cell : least));
  return [`${size}; highest ${short(highest.value)} at ${highest.row}, ${highest.column}; lowest ${short(lowest.value)} at ${lowest.row}, ${lowest.column}.`];
}

/**
 * @param {string[]} parts
 * @param {number} all
 * @param {string} one
 * @param {string} many
 */
function more(parts, all, one, many) {
  const left = all - parts.length;
  return left > 0 ? [...parts, `And ${left} more ${left === 1 ? one : many}.`] : parts;
}

/** @param {number[]} values */
function extremes(values) {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}

/** @param {Coordinate} x */
const at = (x) => (typeof x === "number" ? short(x) : moment(x));
/** @param {Coordinate | undefined} value */
const moment = (value) =>
  String(value)
    .replace(/T00:00:00.*$/, "")
    .replace("T", " ");
/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
