// `node --test public/results/`; charts as numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { valid } from "../tests/schema.js";
import { numbers } from "./numbers.js";

/** @typedef {import("../types/kernel").Chart} Chart */

const AXES = { title: "", xLabel: "", xUnit: "", xScale: "linear", yLabel: "", yUnit: "", yScale: "linear", xTicks: [], yTicks: [] };

/** @type {Chart} */
const LINES = {
  ...AXES,
  type: "line",
  title: "Revenue",
  xLabel: "month",
  xScale: "datetime",
  yLabel: "revenue (EUR)",
  yScale: "log",
  elements: [
    {
      label: "a",
      points: [
        ["2024-01-01T00:00:00", 10],
        ["2024-02-01T00:00:00", 40],
        ["2024-03-01T00:00:00", 1000],
      ],
    },
    {
      label: "b",
      points: [
        ["2024-01-01T00:00:00", 7],
        ["2024-02-01T00:00:00", null],
        ["2024-03-01T00:00:00", 7],
      ],
    },
  ],
};
/** @type {Array<[label: string, group: string, value: number]>} */
const TRIPLES = [
  ["p", "x", 1],
  ["q", "x", 2],
  ["p", "y", 3],
];
/** @type {import("./numbers.js").BarChart} */
const BARS = { ...AXES, type: "bar", elements: TRIPLES.map(([label, group, value]) => ({ label, group, value })) };
/** @type {Chart} */
const PIE = {
  ...AXES,
  type: "pie",
  elements: [
    { label: "r", angle: 90, radius: 1, value: 0.25 },
    { label: "s", angle: 270, radius: 1, value: 0.75 },
  ],
};
/** @type {Chart} */
const BOX = { ...AXES, type: "box", elements: [{ label: "1", min: 1, firstQuartile: 2, median: 3, thirdQuartile: 4, max: 5, outliers: [9, 10] }] };
/** @type {Chart} */
const HEAT = {
  ...AXES,
  type: "heatmap",
  yLabel: "city",
  elements: [
    {
      label: "",
      columns: ["u", "v"],
      rows: ["k", "l"],
      values: [
        [1, 2],
        [3, null],
      ],
    },
  ],
};
/** @type {Chart} */
const VIOLIN = { ...AXES, type: "violin", elements: [{ label: "a", min: 1, firstQuartile: null, median: 3, thirdQuartile: null, max: 5, mean: null }] };
/** @type {Chart} */
const HEXAGONS = {
  ...AXES,
  type: "hexbin",
  valueLabel: "rides",
  elements: [
    {
      label: "",
      points: [
        [0, 0],
        [1, 2],
      ],
      values: [1, 7],
    },
  ],
};
/** @type {Chart} */
const CONTOURS = {
  ...AXES,
  type: "contour",
  elements: [
    {
      label: "0.5",
      level: 0.5,
      points: [
        [0, 1],
        [null, null],
        [2, 3.5],
      ],
    },
  ],
};
/** @type {Chart} */
const ARROWS = {
  ...AXES,
  type: "quiver",
  elements: [
    {
      label: "",
      vectors: [
        [0, 0, 1, 0],
        [1, 1, 0, 2],
      ],
    },
  ],
};
/** @type {import("./numbers.js").Chart3d} */
const THREE_D = {
  ...AXES,
  type: "scatter3d",
  zLabel: "height (m)",
  zUnit: "m",
  zScale: "linear",
  elements: [
    {
      label: "p",
      points: [
        [1, 3, 5],
        [2, 4, 6.5],
      ],
    },
  ],
};
/** @type {Chart} */
const VALUED = {
  ...AXES,
  type: "scatter",
  valueLabel: "heat (K)",
  elements: [
    {
      label: "p",
      points: [
        [1, 3],
        [2, 4],
      ],
      values: [10, 20],
    },
  ],
};
/** @type {Chart} */
const SPANS = { ...AXES, type: "bar", horizontal: true, elements: [{ label: "task", group: "", value: 5, base: 2 }] };

test("series with the same x values are columns, and others are rows", () => {
  assert.deepEqual(numbers(LINES), [
    {
      title: "Revenue",
      data: {
        columns: ["month", "a", "b"],
        types: ["datetime", "integer", "integer"],
        indexColumns: 1,
        rows: [
          ["2024-01-01T00:00:00", 10, 7],
          ["2024-02-01T00:00:00", 40, null],
          ["2024-03-01T00:00:00", 1000, 7],
        ],
        totalRows: 3,
      },
    },
  ]);
  /** @type {Chart} */
  const apart = {
    ...AXES,
    type: "line",
    elements: [
      { label: "a", points: [[0, 1]] },
      {
        label: "",
        points: [
          [0, 2],
          [1, 2.5],
        ],
      },
    ],
  };
  const [{ data }] = numbers(apart);
  assert.deepEqual(
    [data.columns, data.types, data.rows],
    [
      ["series", "x", "y"],
      ["text", "integer", "number"],
      [
        ["a", 0, 1],
        ["y 2", 0, 2],
        ["y 2", 1, 2.5],
      ],
    ],
  );
});

test("each kind of chart has its numbers", () => {
  /** @type {Array<[chart: Chart, columns: string[], rows: import("./cells.js").Cell[][]]>} */
  const cases = [
    [
      BARS,
      ["label", "x", "y"],
      [
        ["p", 1, 3],
        ["q", 2, null],
      ],
    ],
    [
      { ...BARS, xLabel: "sum", yLabel: "fruit", horizontal: true, elements: BARS.elements.slice(0, 2) },
      ["fruit", "sum"],
      [
        ["p", 1],
        ["q", 2],
      ],
    ],
    [
      PIE,
      ["label", "share in %"],
      [
        ["r", 25],
        ["s", 75],
      ],
    ],
    [BOX, ["label", "minimum", "first quartile", "median", "third quartile", "maximum", "outliers"], [["1", 1, 2, 3, 4, 5, 2]]],
    [
      HEAT,
      ["city", "u", "v"],
      [
        ["k", 1, 2],
        ["l", 3, null],
      ],
    ],
    [VIOLIN, ["label", "minimum", "median", "maximum"], [["a", 1, 3, 5]]],
    [
      HEXAGONS,
      ["series", "x", "y", "rides"],
      [
        ["y", 0, 0, 1],
        ["y", 1, 2, 7],
      ],
    ],
    [
      CONTOURS,
      ["level", "x", "y"],
      [
        ["0.5", 0, 1],
        ["0.5", 2, 3.5],
      ],
    ],
    [
      ARROWS,
      ["x", "y", "along x", "along y"],
      [
        [0, 0, 1, 0],
        [1, 1, 0, 2],
      ],
    ],
    [
      THREE_D,
      ["series", "x", "y", "height (m)"],
      [
        ["p", 1, 3, 5],
        ["p", 2, 4, 6.5],
      ],
    ],
    [{ ...THREE_D, elements: [{ label: "", points: [[1, 3, 5]] }] }, ["x", "y", "height (m)"], [[1, 3, 5]]],
    [
      { ...THREE_D, elements: ["", ""].map((label) => ({ label, points: [/** @type {[number, number, number]} */ ([1, 3, 5])] })) },
      ["series", "x", "y", "height (m)"],
      [
        ["1", 1, 3, 5],
        ["2", 1, 3, 5],
      ],
    ],
    [
      VALUED,
      ["series", "x", "y", "heat (K)"],
      [
        ["p", 1, 3, 10],
        ["p", 2, 4, 20],
      ],
    ],
    [SPANS, ["label", "group", "from", "value"], [["task", "", 2, 5]]],
  ];
  for (const [chart, columns, rows] of cases) {
    const [{ data }] = numbers(valid("Chart", chart));
    assert.deepEqual([data.columns, data.rows, data.totalRows], [columns, rows, rows.length]);
  }
  assert.deepEqual(
    numbers({ ...AXES, type: "several", title: "Both", elements: [PIE, BARS] }).map(({ title }) => title),
    ["Both", "Both"],
  );
  assert.deepEqual(numbers(/** @type {any} */ ({ ...AXES, type: "something new", elements: [] })), []);
});
