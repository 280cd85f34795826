// `node --test public/render/`; charts become Plotly figures with the same numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAPER } from "../theme.js";
import { figure } from "./figure.js";
import { place, rows } from "./grid.js";
import { drawable } from "./kinds.js";
import { words } from "./text.js";

/**
 * @typedef {import("./grid.js").Cell} Cell
 * @typedef {import("../../types/kernel").Chart} Chart
 */

const AXES = { title: "", xLabel: "", xUnit: "", xScale: "linear", yLabel: "", yUnit: "", yScale: "linear", xTicks: [], yTicks: [] };
/**
 * Returns a chart, which may be invalid.
 *
 * @param {string} type
 * @param {unknown[]} elements
 * @param {object} [more]
 */
const of = (type, elements, more) => /** @type {Chart} */ (/** @type {unknown} */ ({ ...AXES, type, elements, ...more }));
/**
 * @param {Chart | null} chart
 * @param {number} [width]
 */
const made = (chart, width = 900) => figure(chart, PAPER, width);
/**
 * @param {{ [name: string]: unknown }} object
 * @param {string[]} names
 */
const pick = (object, names) => Object.fromEntries(names.map((name) => [name, object[name]]));

test("each type keeps its numbers, and names its traces", () => {
  /** @type {Array<[Chart, string[], object]>} */
  const cases = [
    [
      of(
        "line",
        [
          {
            label: "a",
            points: [
              ["2024-01-01", 1],
              ["2024-01-02", null],
            ],
          },
        ],
        { xScale: "datetime" },
      ),
      ["type", "mode", "x", "y", "name"],
      { type: "scatter", mode: "lines+markers", x: ["2024-01-01", "2024-01-02"], y: [1, null], name: "a" },
    ],
    [
      of("scatter", [
        {
          label: "",
          points: [
            [1, 2],
            [3, 4],
          ],
        },
      ]),
      ["type", "mode", "x", "y"],
      { type: "scatter", mode: "markers", x: [1, 3], y: [2, 4] },
    ],
    [
      of("bar", [
        { label: "p", group: "", value: 3 },
        { label: "q", group: "", value: 4 },
      ]),
      ["type", "orientation", "x", "y"],
      { type: "bar", orientation: "v", x: ["p", "q"], y: [3, 4] },
    ],
    [of("bar", [{ label: "p", group: "", value: 3 }], { horizontal: true }), ["orientation", "x", "y"], { orientation: "h", x: [3], y: ["p"] }],
    [
      of("bar", [{ label: "0–10", group: "", value: 5, from: 0, to: 10 }]),
      ["x", "y", "width", "customdata"],
      { x: [5], y: [5], width: [10], customdata: ["0–10"] },
    ],
    [
      of("pie", [
        { label: "r", angle: 90, radius: 1, value: 0.25 },
        { label: "s", angle: 270, radius: 1, value: 0.75 },
      ]),
      ["type", "labels", "values"],
      { type: "pie", labels: ["r", "s"], values: [0.25, 0.75] },
    ],
    [
      of("box", [{ label: "1", min: 1, firstQuartile: 2, median: 3, thirdQuartile: 4, max: 5, outliers: [9] }]),
      ["type", "x", "q1", "median", "q3", "lowerfence", "upperfence", "y"],
      { type: "box", x: ["1"], q1: [2], median: [3], q3: [4], lowerfence: [1], upperfence: [5], y: [[9]] },
    ],
    [
      of("line", [{ label: "", points: [[1, 2]], step: "post", yErrors: [[1.5, 3]] }]),
      ["line", "error_y"],
      {
        line: { width: 2, color: PAPER.series[0], dash: "solid", shape: "hv" },
        error_y: { type: "data", symmetric: false, array: [1], arrayminus: [0.5], thickness: 1.2, width: 3 },
      },
    ],
    [
      of("bar", [{ label: "p", group: "", value: 2, base: "2026-01-03", error: null }], { horizontal: true, xScale: "datetime" }),
      ["x", "base", "y"],
      { x: [172_800_000], base: ["2026-01-03"], y: ["p"] },
    ],
    [
      of(
        "hexbin",
        [
          {
            label: "",
            points: [
              [0, 1],
              [2, 3],
            ],
            values: [4, 5],
          },
        ],
        { valueLabel: "n" },
      ),
      ["mode", "x", "y", "customdata"],
      { mode: "markers", x: [0, 2], y: [1, 3], customdata: [4, 5] },
    ],
    [
      of("contour", [
        {
          label: "0.5",
          level: 0.5,
          points: [
            [0, 1],
            [null, null],
            [2, 3],
          ],
        },
      ]),
      ["mode", "name", "x", "y"],
      { mode: "lines", name: "0.5", x: [0, null, 2], y: [1, null, 3] },
    ],
    [
      of("quiver", [
        {
          label: "",
          vectors: [
            [0, 0, 0, 2],
            [10, 0, 1, 0],
          ],
        },
      ]),
      ["x", "y"],
      { x: [0, 0, null, 10, 10.5, null], y: [0, 1, null, 0, 0, null] },
    ],
    [
      of("violin", [{ label: "a", min: 1, firstQuartile: null, median: 3, thirdQuartile: null, max: 5, mean: null }]),
      ["x", "y"],
      { x: ["a", "a", null], y: [1, 5, null] },
    ],
    [
      of("heatmap", [{ label: "", columns: ["u", "u"], rows: ["k"], values: [[1, null]] }]),
      ["type", "x", "y", "z"],
      { type: "heatmap", x: ["u", "u\u200b"], y: ["k"], z: [[1, null]] },
    ],
  ];
  for (const [chart, names, wanted] of cases) {
    const { data } = made(chart);
    assert.deepEqual(pick(data[0], names), wanted, chart.type);
  }
});

test("scales and titles of axes are the chart's", () => {
  for (const [scale, type] of [
    ["linear", "linear"],
    ["log", "log"],
    ["datetime", "date"],
    ["categorical", "category"],
    ["symlog", "linear"],
  ]) {
    const { layout } = made(of("line", [{ label: "", points: [[1, 2]] }], { xScale: scale, xLabel: "time (s)", yLabel: "mass [kg]" }));
    assert.deepEqual([layout.xaxis.type, layout.xaxis.title?.text, layout.yaxis.title?.text], [type, "time (s)", "mass [kg]"]);
  }
});

test("bars are grouped, or stacked if the chart is stacked", () => {
  const elements = ["x", "y"].flatMap((group) => ["p", "q"].map((label, at) => ({ label, group, value: at })));
  const beside = made(of("bar", elements));
  assert.deepEqual(
    beside.data.map(({ name, x, y, showlegend }) => ({ name, x, y, showlegend })),
    ["x", "y"].map((name) => ({ name, x: ["p", "q"], y: [0, 1], showlegend: true })),
  );
  assert.equal(beside.layout.barmode, "group");
  assert.equal(made(of("bar", elements, { stacked: true })).layout.barmode, "stack");
});

test("several types on the same axes share them, and several axes are laid out beside or below each other", () => {
  const bars = of("bar", [{ label: "1", group: "", value: 1 }], { title: "t" });
  const line = of("line", [{ label: "l", points: [["1", 2]] }], { title: "t" });
  assert.deepEqual(
    made(of("several", [bars, line])).data.map(({ type, xaxis }) => [type, xaxis]),
    [
      ["bar", "x"],
      ["scatter", "x"],
    ],
  );
  const apart = of("several", [{ ...bars, title: "one" }, { ...line, title: "two" }, of("pie", [{ label: "a", value: 1 }], { title: "three" })]);
  const wide = made(apart, 1000);
  const axes = wide.data.map(({ type, xaxis, domain }) => [type, xaxis ?? /** @type {Cell} */ (domain).x]);
  assert.deepEqual(axes, [
    ["bar", "x"],
    ["scatter", "x2"],
    ["pie", [0.7467, 1]],
  ]);
  assert.deepEqual(
    wide.layout.annotations.map(({ text }) => text),
    ["one", "two", "three"],
  );
  assert.ok(made(apart, 390).layout.height > wide.layout.height, "they are below each other at the width of a phone");
});

test("a chart over another has a secondary vertical axis on the other side", () => {
  const bars = of("bar", [{ label: "p", group: "", value: 1 }], { xScale: "categorical", yLabel: "EUR", title: "ABC" });
  const line = of("line", [{ label: "share", points: [["p", 2]] }], { xScale: "categorical", yLabel: "%", over: true });
  const both = made(of("several", [bars, line]));
  assert.deepEqual(
    both.data.map(({ type, xaxis, yaxis }) => [type, xaxis, yaxis]),
    [
      ["bar", "x", "y"],
      ["scatter", "x", "y2"],
    ],
  );
  assert.deepEqual(pick(both.layout.yaxis2, ["overlaying", "side", "anchor"]), { overlaying: "y", side: "right", anchor: "x" });
  assert.equal(both.layout.title.text, "ABC");
  assert.deepEqual([both.layout.yaxis.title?.text, both.layout.yaxis2.title?.text], ["EUR", "%"]);
  assert.notEqual(both.data[0].marker?.color, both.data[1].line?.color);
  const apart = made(of("several", [bars, { ...line, over: false }]));
  assert.deepEqual(
    apart.data.map(({ xaxis, yaxis }) => [xaxis, yaxis]),
    [
      ["x", "y"],
      ["x2", "y2"],
    ],
  );
  assert.equal(made(of("several", [line, bars])).data.length, 2, "without a chart under it, it is a part of its own");
});

test("parts fill the whole area, in reading order", () => {
  assert.deepEqual(
    [rows(1, 900), rows(4, 900), rows(3, 390), rows(5, 1200)],
    [
      { columns: 1, rows: 1 },
      { columns: 2, rows: 2 },
      { columns: 1, rows: 3 },
      { columns: 3, rows: 2 },
    ],
  );
  assert.deepEqual(place(0, { columns: 1, rows: 1 }), { x: [0, 1], y: [0, 1] });
  const [first, last] = [place(0, { columns: 2, rows: 2 }), place(3, { columns: 2, rows: 2 })];
  assert.deepEqual([first.x[0], first.y[1], last.x[1], last.y[0]], [0, 1, 1, 0]);
});

test("a legend names each series once with its colour, and hidden series are left out", () => {
  const lines = of(
    "line",
    ["a", "b"].map((label) => ({ label, points: [[1, 2]] })),
  );
  const several = of("several", [
    { ...lines, title: "one" },
    { ...lines, title: "two" },
  ]);
  const [first, second] = PAPER.series;
  const both = [
    { name: "a", colour: first },
    { name: "b", colour: second },
  ];
  const slices = of(
    "pie",
    Array.from({ length: 8 }, (_, at) => ({ label: String(at), value: 0.125 })),
  );
  /** @type {Array<[Chart, object[]]>} */
  const cases = [
    [lines, both],
    [several, both],
    [of("line", lines.elements.slice(1)), []],
    [of("pie", slices.elements.slice(4)), []],
  ];
  for (const [chart, wanted] of cases) assert.deepEqual(made(chart).legend, wanted);
  assert.deepEqual(
    made(slices)
      .legend.map(({ name }) => name)
      .join(""),
    "01234567",
  );
  const left = figure(several, PAPER, 900, { legend: false, hidden: new Set(["b"]) });
  assert.deepEqual(
    left.data.map(({ visible }) => visible),
    [undefined, "legendonly", undefined, "legendonly"],
  );
  assert.equal(left.layout.showlegend, false);
  assert.deepEqual(figure(slices, PAPER, 900, { hidden: new Set(["3"]) }).layout.hiddenlabels, ["3"]);
});

test("text that Plotly would read as markup is escaped", () => {
  const { data, layout } = made(of("line", [{ label: "<a href='x'>", points: [["<b>", 1]] }], { title: "<img>\nx", xLabel: "a & b", xScale: "categorical" }));
  const texts = [layout.title.text, layout.xaxis.title?.text, data[0].name, data[0].x];
  assert.deepEqual(texts, ["&lt;img&gt;<br>x", "a &amp; b", "&lt;a href='x'&gt;", ["&lt;b&gt;"]]);
  assert.equal(words(data[0].name ?? ""), "<a href='x'>");
});

test("invalid values are left out, and a chart without content throws a sentence", () => {
  const { data } = made(of("bar", [null, { label: { a: 1 }, group: null, value: "x" }, { label: "b", group: "", value: Infinity }]));
  assert.deepEqual(data[0].y, [null, null]);
  /** @type {any[]} */
  const invalid = [null, {}, of("constructor", []), of("several", []), { type: "line" }];
  for (const chart of invalid) assert.throws(() => made(chart), /nothing in this chart/);
});

test("a polar chart and a 3D chart are drawn in their coordinates", () => {
  const ring = of(
    "line",
    [
      {
        label: "a",
        points: [
          [0, 1],
          [2, 3],
        ],
      },
    ],
    {
      polar: true,
      zeroAt: Math.PI / 2,
      clockwise: true,
      angles: [
        [0, "p"],
        [Math.PI, "q"],
      ],
    },
  );
  const line = made(ring);
  assert.deepEqual(pick(line.data[0], ["type", "theta", "r", "thetaunit", "subplot"]), {
    type: "scatterpolar",
    theta: [0, 2],
    r: [1, 3],
    thetaunit: "radians",
    subplot: "polar",
  });
  assert.deepEqual(pick(line.layout.polar.angularaxis, ["rotation", "direction", "tickvals", "ticktext"]), {
    rotation: 90,
    direction: "clockwise",
    tickvals: [0, 180],
    ticktext: ["p", "q"],
  });
  const bars = made(
    of(
      "bar",
      ["0", "1.5"].map((label) => ({ label, group: "", value: 2 })),
      { polar: true },
    ),
  ).data[0];
  assert.deepEqual(pick(bars, ["type", "theta", "r", "width"]), { type: "barpolar", theta: [0, 1.5], r: [2, 2], width: [1.35, 1.35] });
  const points = [
    [0, 0, 1],
    [1, 0, 2],
    [1, 1, 4],
    [0, 1, 3],
  ];
  /**
   * @param {string} type
   * @param {object} [more]
   */
  const in3d = (type, more) => made(of(type, [{ label: "s", points, ...more }], { zLabel: "h (m)", zScale: "linear" }));
  assert.deepEqual(pick(in3d("scatter3d").data[0], ["type", "mode", "x", "y", "z", "scene"]), {
    type: "scatter3d",
    mode: "markers",
    x: [0, 1, 1, 0],
    y: [0, 0, 1, 1],
    z: [1, 2, 4, 3],
    scene: "scene",
  });
  assert.equal(in3d("line3d").data[0].mode, "lines");
  assert.deepEqual(
    pick(
      in3d("surface", {
        faces: [
          [0, 1, 2, 3],
          [0, 9, 1],
          [0, 1],
        ],
      }).data[0],
      ["type", "i", "j", "k"],
    ),
    { type: "mesh3d", i: [0, 0], j: [1, 2], k: [2, 3] },
  );
  assert.deepEqual(pick(in3d("surface").data[0], ["type", "delaunayaxis"]), { type: "mesh3d", delaunayaxis: "z" });
  assert.equal(
    made(
      of("surface", [
        {
          label: "",
          points: [
            [0, 0, 1],
            [0, 0, 2],
            [1, 0, 1],
          ],
        },
      ]),
    ).data[0].type,
    "scatter3d",
    "points above each other without faces are drawn as points",
  );
  assert.equal(in3d("surface").layout.scene.zaxis.title?.text, "h (m)");
});

test("bars are placed at their numbers, and bars that the code put side by side stay there", () => {
  /**
   * @param {Array<number | string>} places
   * @param {string} group
   * @param {object} [more]
   */
  const bars = (places, group, more) => places.map((place, at) => ({ label: String(place), group, value: at, ...more }));
  const years = made(of("bar", bars([2019, 2020, 2024], "")));
  assert.deepEqual([years.layout.xaxis.type, years.layout.xaxis.dtick, years.data[0].x, years.data[0].width], ["linear", 1, [2019, 2020, 2024], undefined]);
  const moved = made(of("bar", [...bars([-0.2, 0.8], "a"), ...bars([0.2, 1.2], "b")]));
  assert.deepEqual(
    moved.data.map(({ x, width }) => [x, Math.round(Number(width) * 100)]),
    [
      [[-0.2, 0.8], 38],
      [[0.2, 1.2], 38],
    ],
  );
  assert.deepEqual(
    moved.data.map(({ offset, width }) => Number(offset) * -2 === width),
    [true, true],
  );
  const same = made(of("bar", [...bars([1, 2], "a"), ...bars([1, 2], "b")]));
  assert.deepEqual(
    same.data.map(({ x, width }) => [x, width]),
    [
      [[1, 2], undefined],
      [[1, 2], undefined],
    ],
  );
  const named = made(of("bar", [...bars([1], ""), ...bars(["p"], "")]));
  assert.deepEqual([named.layout.xaxis.type, named.data[0].x], ["category", ["1", "p"]]);
  assert.equal(made(of("bar", bars(["1", "2"], ""), { xScale: "categorical" })).layout.xaxis.type, "category", "numbers on a categorical axis are names");
});

test("at the width of a phone long names of horizontal bars are wrapped", () => {
  const horizontal = of(
    "bar",
    ["a", "a rather long name of one <product>", "x".repeat(30)].map((label) => ({ label, group: "", value: 1 })),
    { horizontal: true, yScale: "categorical" },
  );
  const { ticktext, tickvals } = made(horizontal, 390).layout.yaxis;
  assert.deepEqual(ticktext, ["a", "a rather long<br>name of one<br>&lt;product&gt;", `${"x".repeat(19)}…`]);
  assert.deepEqual(tickvals, made(horizontal, 390).data[0].y);
  assert.equal(made(horizontal, 900).layout.yaxis.ticktext, undefined);
});

test("layers are stacked, boxes without outliers are drawn, and hexagons are regular", () => {
  const lines = [1, 2].map((height) => ({ label: String(height), points: [[0, height]] }));
  assert.deepEqual(
    made(of("line", lines, { stacked: true })).data.map(({ stackgroup }) => stackgroup),
    ["layers", "layers"],
  );
  const box = { label: "1", min: 1, firstQuartile: 2, median: 3, thirdQuartile: 4, max: 5 };
  assert.deepEqual(
    made(
      of("box", [
        { ...box, outliers: [] },
        { ...box, label: "2", outliers: [9] },
      ]),
    ).data[0].y,
    [[null], [9]],
  );
  const cells = [
    [0, 0],
    [2, 0],
    [1, 3],
    [3, 3],
  ];
  const { data, layout } = made(of("hexbin", [{ label: "", points: cells, values: [1, 2, 3, 4] }]));
  assert.deepEqual([layout.yaxis.scaleanchor, Math.round(Number(layout.yaxis.scaleratio) * 1000), data[0].marker?.symbol], ["x", 577, "hexagon"]);
  const areas = made(
    of(
      "contour",
      [
        {
          label: "0–1",
          from: 0,
          to: 1,
          points: [
            [0, 0],
            [1, 0],
            [1, 1],
          ],
        },
        {
          label: "1–2",
          from: 1,
          to: 2,
          points: [
            [0, 0],
            [2, 0],
            [2, 2],
          ],
        },
      ],
      { filled: true },
    ),
  );
  assert.deepEqual(
    areas.data.map(({ fill }) => fill),
    ["toself", "toself"],
  );
  assert.notEqual(areas.data[0].fillcolor, areas.data[1].fillcolor);
  assert.deepEqual(
    made(
      of("scatter", [
        {
          label: "",
          points: [
            [0, 1],
            [1, 1],
          ],
          sizes: [36, 144],
        },
      ]),
    ).data[0].marker?.size,
    [8, 16],
  );
});

test("a chart that cannot be drawn is not offered, and drawing it throws a sentence", () => {
  const map = of("heatmap", [{ label: "", columns: ["a"], rows: ["b"], values: [[1]] }], { polar: true });
  const surface = of("surface", [{ label: "", points: [[1, 2, 3]] }]);
  const line = of("line", [{ label: "", points: [[1, 2]] }]);
  /** @type {Array<[Chart | null, boolean]>} */
  const cases = [
    [surface, true],
    [{ ...line, polar: true }, true],
    [line, true],
    [map, false],
    [of("several", [map, line]), true],
    [of("several", [map]), false],
    [null, false],
    [of("new", []), false],
  ];
  for (const [chart, wanted] of cases) {
    assert.equal(drawable(chart), wanted);
  }
  assert.throws(() => made(map), /nothing in this chart/);
  assert.equal(made(of("several", [map, line])).data.length, 1);
});
