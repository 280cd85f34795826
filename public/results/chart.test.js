// `node --test public/results/`; charts in words and as numbers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { describe } from "./describe.js";
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
/** @type {import("./describe.js").BarChart} */
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
const CLOUD = {
  ...AXES,
  type: "scatter",
  elements: [
    {
      label: "",
      points: [
        [1, 2],
        [2, 4],
        [3, 6],
        [4, 8],
      ],
      total: 9000,
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
/** @type {import("./describe.js").Chart3d} */
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
const ROUND = {
  ...AXES,
  type: "line",
  polar: true,
  elements: [
    {
      label: "",
      points: [
        [0, 2],
        [1, 2],
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

test("a chart is described in sentences", () => {
  /** @type {Array<[chart: Chart, wanted: string[]]>} */
  const cases = [
    [
      LINES,
      [
        "Line chart “Revenue”.",
        "Horizontal axis: month, from 2024-01-01 to 2024-03-01.",
        "Vertical axis: revenue (EUR), from 7 to 1,000, logarithmic.",
        "“a”, 3 points: highest 1,000 at 2024-03-01, lowest 10 at 2024-01-01; rising overall, 10 at first, 1,000 at last.",
        "“b”, 3 points: always 7.",
      ],
    ],
    [BARS, ["Bar chart.", "p (x): 1; q (x): 2; p (y): 3."]],
    [PIE, ["Pie chart.", "s 75 %, r 25 %."]],
    [BOX, ["Box plot.", "1: median 3, half of it between 2 and 4, whiskers from 1 to 5, 2 outliers."]],
    [HEAT, ["Heat map.", "Vertical axis: city.", "2 rows and 2 columns; highest 3 at l, u; lowest 1 at k, u."]],
    [
      CLOUD,
      ["Scatter plot.", "Horizontal axis, from 1 to 4.", "Vertical axis, from 2 to 8.", "9,000 points; strongly related, rising together (correlation 1)."],
    ],
    [
      { ...AXES, type: "several", title: "Both", elements: [PIE, BARS] },
      ["“Both”: 2 charts in one figure.", "Pie chart.", "s 75 %, r 25 %.", "Bar chart.", "p (x): 1; q (x): 2; p (y): 3."],
    ],
    [VIOLIN, ["Violin plot.", "a: median 3, ends at 1 and 5."]],
    [HEXAGONS, ["Hexagons.", "Horizontal axis, from 0 to 1.", "Vertical axis, from 0 to 2.", "Colours: rides.", "2 hexagons; the highest, 7, at 1, 2."]],
    [CONTOURS, ["Contours.", "Horizontal axis, from 0 to 2.", "Vertical axis, from 1 to 3.5.", "1 level: 0.5."]],
    [ARROWS, ["Vector field.", "Horizontal axis, from 0 to 1.", "Vertical axis, from 0 to 1.", "2 arrows; the longest, (0, 2), at 1, 1."]],
    [THREE_D, ["3D scatter plot.", "First axis, from 1 to 2.", "Second axis, from 3 to 4.", "Third axis: height (m), from 5 to 6.5.", "“p”, 2 points."]],
    [ROUND, ["Line chart.", "Angle (in radians), from 0 to 1.", "Radius, 2.", "The line, 2 points: always 2."]],
    [{ ...AXES, type: "line", elements: [] }, ["Line chart."]],
    [/** @type {any} */ ({ ...AXES, type: "something new", elements: [{ points: 7 }] }), ["Chart."]],
  ];
  for (const [chart, wanted] of cases) assert.deepEqual(describe(chart), wanted);
});

test("many bars and many series are summarised", () => {
  /** @type {Chart} */
  const bars = { ...AXES, type: "bar", elements: Array.from({ length: 30 }, (_, at) => ({ label: `b${at}`, group: "", value: (at * 7) % 30 })) };
  assert.deepEqual(describe(bars).slice(1), ["30 bars: highest b17 with 29, lowest b0 with 0."]);
  /** @type {Chart} */
  const lines = {
    ...AXES,
    type: "line",
    elements: Array.from({ length: 10 }, (_, at) => ({
      label: `s${at}`,
      points: [
        [0, 1],
        [1, 2],
      ],
    })),
  };
  assert.equal(describe(lines).at(-1), "And 2 more series.");
});

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
    const [{ data }] = numbers(chart);
    assert.deepEqual([data.columns, data.rows, data.totalRows], [columns, rows, rows.length]);
  }
  assert.deepEqual(
    numbers({ ...AXES, type: "several", title: "Both", elements: [PIE, BARS] }).map(({ title }) => title),
    ["Both", "Both"],
  );
  assert.deepEqual(numbers(/** @type {any} */ ({ ...AXES, type: "something new", elements: [] })), []);
});
