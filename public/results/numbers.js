// The numbers of a chart as tables, for users who prefer reading. Knows charts as data, nothing of how they are drawn.

/** @typedef {import("./cells.js").Cell} Cell */
/** @typedef {import("./source.js").Data} Data */
/** @typedef {import("../types/kernel").Series} Series */
/** @typedef {import("../types/kernel").Chart} Chart */

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

/** The largest number of groups that are columns; more are easier to read as rows. */
const MAX_COLUMNS = 12;

/**
 * Returns the tables of a chart, one for each of its axes.
 *
 * @param {Chart} chart
 * @returns {Array<{ title: string, data: Data }>}
 */
export function numbers(chart) {
  if (chart.type === "several") {
    return chart.elements.flatMap((inner, at) => numbers(inner).map((table) => ({ ...table, title: table.title || chart.title || `Part ${at + 1}` })));
  }
  const make = /** @type {((chart: SingleChart) => Data) | undefined} */ (
    {
      line: points,
      scatter: points,
      bar: bars,
      pie: slices,
      box: boxes,
      violin: violins,
      heatmap: cells,
      hexbin: points,
      contour: levels,
      quiver: arrows,
      scatter3d: places,
      line3d: places,
      surface: places,
    }[chart.type]
  );
  const made = make?.(chart);
  return made ? [{ title: chart.title ?? "", data: made }] : [];
}

/** @param {PointChart | HexbinChart} chart */
function points(chart) {
  const x = chart.xLabel || "x";
  const y = chart.yLabel || "y";
  /** @type {Series[]} */
  const series = chart.elements;
  const kind = typeOf(
    chart.xScale,
    series.flatMap(({ points: list }) => list.map(([first]) => first)),
  );
  const value = typeOf(
    chart.yScale,
    series.flatMap(({ points: list }) => list.map(([, second]) => second)),
  );
  const names = series.map(({ label }, at) => label || (series.length === 1 ? y : `${y} ${at + 1}`));
  // Further values of each point.
  const extras = /** @type {Array<["values" | "sizes", string]>} */ ([
    ["values", /** @type {Pick<HexbinChart, "valueLabel">} */ (chart).valueLabel || "value"],
    ["sizes", "size"],
  ]).filter(([key]) => series.some((one) => one[key]));
  if (extras.length > 0) {
    const rows = series.flatMap((one, at) =>
      one.points.map(([first, second], row) => [names[at], first, second, ...extras.map(([key]) => one[key]?.[row] ?? null)]),
    );
    return table(unique(["series", x, y, ...extras.map(([, name]) => name)]), ["text", kind, value, ...extras.map(() => "number")], 1, rows);
  }
  if (series.length <= MAX_COLUMNS && aligned(series)) {
    const rows = (series[0]?.points ?? []).map(([first], at) => [first, ...series.map(({ points: list }) => list[at][1])]);
    return table([x, ...unique(names)], [kind, ...names.map(() => value)], 1, rows);
  }
  const rows = series.flatMap(({ points: list }, at) => list.map(([first, second]) => [names[at], first, second]));
  return table(["series", x, y], ["text", kind, value], 1, rows);
}

/**
 * Returns whether all series have the same x values.
 *
 * @param {Series[]} series
 */
function aligned(series) {
  const [first, ...others] = series;
  return others.every(({ points: list }) => list.length === first.points.length && list.every(([x], at) => x === first.points[at][0]));
}

/** @param {BarChart} chart */
function bars(chart) {
  const across = chart.horizontal ? chart.yLabel : chart.xLabel;
  const along = chart.horizontal ? chart.xLabel : chart.yLabel;
  if (chart.elements.some(({ base }) => base !== undefined)) {
    const rows = chart.elements.map(({ label, group, base, value }) => [label, group, base ?? 0, value]);
    return table(
      unique([across || "label", "group", "from", along || "value"]),
      [
        "text",
        "text",
        typeOf(
          "",
          rows.map(([, , base]) => base),
        ),
        "number",
      ],
      1,
      rows,
    );
  }
  const groups = [...new Set(chart.elements.map(({ group }) => group ?? ""))];
  if (groups.length === 1 || groups.length > MAX_COLUMNS) {
    const grouped = groups.length > 1;
    const rows = chart.elements.map(({ label, group, value }) => (grouped ? [group, label, value] : [label, value]));
    const names = [across || "label", along || "value"];
    return grouped ? table(["group", ...names], ["text", "text", "number"], 1, rows) : table(unique(names), ["text", "number"], 1, rows);
  }
  const labels = [...new Set(chart.elements.map(({ label }) => label))];
  const known = new Map(chart.elements.map(({ label, group, value }) => [`${label}\u0000${group ?? ""}`, value]));
  const rows = labels.map((label) => [label, ...groups.map((group) => known.get(`${label}\u0000${group}`) ?? null)]);
  return table(unique([across || "label", ...groups.map((group, at) => group || `series ${at + 1}`)]), ["text", ...groups.map(() => "number")], 1, rows);
}

/** @param {PieChart} chart */
function slices({ elements }) {
  const total = elements.map(({ value }) => [value * 100]);
  return table(
    ["label", "share in %"],
    ["text", "number"],
    1,
    elements.map(({ label }, at) => [label, ...total[at]]),
  );
}

/** @param {BoxChart} chart */
function boxes({ elements }) {
  const columns = ["label", "minimum", "first quartile", "median", "third quartile", "maximum", "outliers"];
  const rows = elements.map((box) => [box.label, box.min, box.firstQuartile, box.median, box.thirdQuartile, box.max, box.outliers?.length ?? 0]);
  return table(columns, ["text", "number", "number", "number", "number", "number", "integer"], 1, rows);
}

/** @param {ViolinChart} chart */
function violins({ elements }) {
  /** @type {Array<[string, keyof import("../types/kernel").ViolinStatistics]>} */
  const facts = [
    ["minimum", "min"],
    ["first quartile", "firstQuartile"],
    ["median", "median"],
    ["third quartile", "thirdQuartile"],
    ["maximum", "max"],
    ["mean", "mean"],
  ];
  const known = facts.filter(([, key]) => elements.some((one) => one[key] !== null));
  const rows = elements.map((one) => [one.label, ...known.map(([, key]) => one[key])]);
  return table(["label", ...known.map(([name]) => name)], ["text", ...known.map(() => "number")], 1, rows);
}

/** @param {ContourChart} chart */
function levels(chart) {
  const rows = chart.elements.flatMap(({ label, points: list }) => list.filter(([first]) => first !== null).map(([first, second]) => [label, first, second]));
  return table(
    unique(["level", chart.xLabel || "x", chart.yLabel || "y"]),
    [
      "text",
      typeOf(
        chart.xScale,
        rows.map((row) => row[1]),
      ),
      typeOf(
        chart.yScale,
        rows.map((row) => row[2]),
      ),
    ],
    1,
    rows,
  );
}

/** @param {QuiverChart} chart */
function arrows(chart) {
  const rows = chart.elements.flatMap(({ vectors }) => vectors);
  return table(
    unique([chart.xLabel || "x", chart.yLabel || "y", "along x", "along y"]),
    [0, 1, 2, 3].map((at) =>
      typeOf(
        [chart.xScale, chart.yScale][at],
        rows.map((row) => row[at]),
      ),
    ),
    0,
    rows,
  );
}

/** @param {Chart3d} chart */
function places(chart) {
  // A single series needs no name; several without names are numbered.
  const named = chart.elements.length > 1 || chart.elements.some(({ label }) => label);
  const rows = chart.elements.flatMap(({ label, points: list }, series) => list.map((place) => (named ? [label || String(series + 1), ...place] : place)));
  const kinds = [chart.xScale, chart.yScale, chart.zScale].map((scale, at) =>
    typeOf(
      scale,
      rows.map((row) => row[at + (named ? 1 : 0)]),
    ),
  );
  const names = [chart.xLabel || "x", chart.yLabel || "y", chart.zLabel || "z"];
  return named ? table(unique(["series", ...names]), ["text", ...kinds], 1, rows) : table(unique(names), kinds, 0, rows);
}

/** @param {HeatmapChart} chart */
function cells(chart) {
  const [map] = chart.elements;
  const rows = map.values.map((row, at) => [map.rows[at] ?? String(at), ...row]);
  const width = Math.max(0, ...map.values.map((row) => row.length));
  const names = Array.from({ length: width }, (_, at) => map.columns[at] ?? String(at));
  return table(unique([chart.yLabel || "row", ...names]), ["text", ...names.map(() => "number")], 1, rows);
}

/**
 * @param {string[]} columns
 * @param {string[]} types
 * @param {number} indexColumns
 * @param {Cell[][]} rows
 * @returns {Data}
 */
const table = (columns, types, indexColumns, rows) => ({ columns, types, indexColumns, rows, totalRows: rows.length });

/**
 * @param {string | undefined} scale
 * @param {Cell[]} values
 */
function typeOf(scale, values) {
  if (scale === "datetime") return "datetime";
  const present = values.filter((value) => value !== null);
  if (present.some((value) => typeof value !== "number")) return "text";
  return present.every(Number.isInteger) ? "integer" : "number";
}

/**
 * Makes names distinct.
 *
 * @param {string[]} names
 */
function unique(names) {
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name} (${at + 1})`));
}
