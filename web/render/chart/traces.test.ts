// The traces of each type of chart have the chart's numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { valid } from "../../../end2end/support/schema.mjs";
import { PAPER } from "../theme.ts";
import { alike, list, made, of } from "./test_charts.ts";
import type { Chart } from "../../generated/kernel.ts";

/** A chart, and what its traces are to have, one object for each. */
type Case = [chart: Chart, ...traces: object[]];

const check = (cases: Case[]) => {
  for (const [chart, ...wanted] of cases) {
    const { data } = made(valid("Chart", chart));
    assert.deepEqual(
      data.map((trace, at) => alike(trace, wanted[at] ?? {})),
      wanted,
      JSON.stringify(chart),
    );
  }
};

const BOX = {
  label: "1",
  min: 1,
  firstQuartile: 2,
  median: 3,
  thirdQuartile: 4,
  max: 5,
  outliers: [9],
};
const CORNERS = list([0, 0, 1], [1, 0, 2], [1, 1, 4], [0, 1, 3]);

test("each type keeps its numbers, and names its traces", () => {
  const days = list(["2024-01-01", 1], ["2024-01-02", null]);
  const late = { label: "p", group: "", value: 2, base: "2026-01-03" };
  check([
    [
      of("line", [{ label: "a", points: days }], { xScale: "datetime" }),
      {
        type: "scatter",
        mode: "lines+markers",
        x: ["2024-01-01", "2024-01-02"],
        y: [1, null],
        name: "a",
      },
    ],
    [
      of("line", [{ label: "", points: [[1, 2]], step: "post", yErrors: [[1.5, 3]] }]),
      {
        line: { width: 2, color: PAPER.series[0], dash: "solid", shape: "hv" },
        error_y: {
          type: "data",
          symmetric: false,
          array: [1],
          arrayminus: [0.5],
          thickness: 1.2,
          width: 3,
        },
      },
    ],
    [
      of("scatter", [{ label: "", points: list([1, 2], [3, 4]) }]),
      { type: "scatter", mode: "markers", x: [1, 3], y: [2, 4] },
    ],
    [
      of(
        "bar",
        ["p", "q"].map((label, at) => ({ label, group: "", value: at + 3 })),
      ),
      { type: "bar", orientation: "v", x: ["p", "q"], y: [3, 4] },
    ],
    [
      of("bar", [{ label: "p", group: "", value: 3 }], { horizontal: true }),
      { orientation: "h", x: [3], y: ["p"] },
    ],
    [
      of("bar", [{ label: "0–10", group: "", value: 5, from: 0, to: 10 }]),
      { x: [5], y: [5], width: [10], customdata: ["0–10"] },
    ],
    [
      of("bar", [late], { horizontal: true, xScale: "datetime" }),
      { x: [172_800_000], base: ["2026-01-03"], y: ["p"] },
    ],
    [
      of(
        "pie",
        list(
          { label: "r", angle: 90, radius: 1, value: 0.25 },
          { label: "s", angle: 270, radius: 1, value: 0.75 },
        ),
      ),
      { type: "pie", labels: ["r", "s"], values: [0.25, 0.75] },
    ],
    [
      of("hexbin", [{ label: "", points: list([0, 1], [2, 3]), values: [4, 5] }], {
        valueLabel: "n",
      }),
      { mode: "markers", x: [0, 2], y: [1, 3], customdata: [4, 5] },
    ],
    [
      of("contour", [{ label: "0.5", level: 0.5, points: list([0, 1], [null, null], [2, 3]) }]),
      { mode: "lines", name: "0.5", x: [0, null, 2], y: [1, null, 3] },
    ],
    [
      of("quiver", [{ label: "", vectors: list([0, 0, 0, 2], [10, 0, 1, 0]) }]),
      { x: [0, 0, null, 10, 10.5, null], y: [0, 1, null, 0, 0, null] },
    ],
    [
      of("violin", [
        {
          label: "a",
          min: 1,
          firstQuartile: null,
          median: 3,
          thirdQuartile: null,
          max: 5,
          mean: null,
        },
      ]),
      { x: ["a", "a", null], y: [1, 5, null] },
      { x: ["a"], y: [3] },
    ],
    [
      of("heatmap", [{ label: "", columns: ["u", "u"], rows: ["k"], values: [[1, null]] }]),
      { type: "heatmap", x: ["u", "u\u200b"], y: ["k"], z: [[1, null]] },
    ],
  ]);
});

test("boxes are drawn without outliers, and without medians", () => {
  const others = {
    q1: [2, 2],
    q3: [4, 4],
    lowerfence: [1, 1],
    upperfence: [5, 5],
    showlegend: false,
  };
  const full = { ...others, type: "box", x: ["1", "2"], median: [3, 3], hoveron: undefined };
  check([
    [
      of("box", [BOX]),
      {
        type: "box",
        x: ["1"],
        q1: [2],
        median: [3],
        q3: [4],
        lowerfence: [1],
        upperfence: [5],
        y: [[9]],
      },
    ],
    [
      of("box", list({ ...BOX, outliers: [] }, { ...BOX, label: "2" })),
      { ...full, y: [[null], [9]] },
    ],
    // The median is on the edge of the box, and no label names it.
    [
      of("box", list({ ...BOX, median: null }, { ...BOX, label: "2" })),
      { ...full, median: [2, 3], hoveron: "points", y: [[9], [9]] },
      {
        type: "scatter",
        showlegend: false,
        x: ["1", "2", "1", "2", "2", "1", "2", "1", "2"],
        y: [1, 1, 2, 2, 3, 4, 4, 5, 5],
        text: ["min", "min", "q1", "q1", "median", "q3", "q3", "max", "max"],
      },
    ],
    [
      of("box", [{ ...BOX, median: null }], { horizontal: true }),
      { orientation: "h", y: ["1"], x: [[9]], median: [2] },
      {
        y: ["1", "1", "1", "1"],
        x: [1, 2, 4, 5],
        hovertemplate: "%{y}<br>%{text}: <b>%{x}</b><extra></extra>",
      },
    ],
  ]);
});

test("bars are placed at their numbers, and bars that the code put side by side stay there", () => {
  const bars = (places: Array<number | string>, group: string) =>
    places.map((place, at) => ({ label: String(place), group, value: at }));
  const years = of("bar", bars([2019, 2020, 2024], ""));
  const named = of("bar", [...bars([1], ""), ...bars(["p"], "")]);
  check([
    [years, { x: [2019, 2020, 2024], width: undefined }],
    [
      of("bar", [...bars([1, 2], "a"), ...bars([1, 2], "b")]),
      { x: [1, 2], width: undefined },
      { x: [1, 2], width: undefined },
    ],
    [named, { x: ["1", "p"] }],
  ]);
  const { xaxis } = made(years).layout;
  assert.deepEqual([xaxis.type, xaxis.dtick], ["linear", 1]);
  assert.equal(made(named).layout.xaxis.type, "category");
  assert.equal(
    made(of("bar", bars(["1", "2"], ""), { xScale: "categorical" })).layout.xaxis.type,
    "category",
    "numbers on a categorical axis are names",
  );
  const moved = made(of("bar", [...bars([-0.2, 0.8], "a"), ...bars([0.2, 1.2], "b")])).data;
  assert.deepEqual(
    moved.map(({ x, width, offset }) => [
      x,
      Math.round(Number(width) * 100),
      Number(offset) * -2 === width,
    ]),
    list([[-0.2, 0.8], 38, true], [[0.2, 1.2], 38, true]),
  );
});

test("layers are stacked, hexagons are regular, and areas have their colours", () => {
  const lines = [1, 2].map((height) => ({ label: String(height), points: [[0, height]] }));
  const sized = { label: "", points: list([0, 1], [1, 1]), sizes: [36, 144] };
  check([
    [of("line", lines, { stacked: true }), { stackgroup: "layers" }, { stackgroup: "layers" }],
  ]);
  assert.deepEqual(made(of("scatter", [sized])).data[0].marker?.size, [8, 16]);
  const cells = list([0, 0], [2, 0], [1, 3], [3, 3]);
  const { data, layout } = made(of("hexbin", [{ label: "", points: cells, values: [1, 2, 3, 4] }]));
  assert.deepEqual(
    [
      layout.yaxis.scaleanchor,
      Math.round(Number(layout.yaxis.scaleratio) * 1000),
      data[0].marker?.symbol,
    ],
    ["x", 577, "hexagon"],
  );
  const area = (size: number) => ({
    label: `to ${size}`,
    from: size - 1,
    to: size,
    points: list([0, 0], [size, 0], [size, size]),
  });
  const areas = made(of("contour", [area(1), area(2)], { filled: true })).data;
  assert.deepEqual(
    areas.map(({ fill }) => fill),
    ["toself", "toself"],
  );
  assert.notEqual(areas[0].fillcolor, areas[1].fillcolor);
});

test("a polar chart is drawn in polar coordinates", () => {
  const ring = of("line", [{ label: "a", points: list([0, 1], [2, 3]) }], {
    polar: true,
    zeroAt: Math.PI / 2,
    clockwise: true,
    angles: list([0, "p"], [Math.PI, "q"]),
  });
  const bars = ["0", "1.5"].map((label) => ({ label, group: "", value: 2 }));
  check([
    [
      ring,
      { type: "scatterpolar", theta: [0, 2], r: [1, 3], thetaunit: "radians", subplot: "polar" },
    ],
    [
      of("bar", bars, { polar: true }),
      { type: "barpolar", theta: [0, 1.5], r: [2, 2], width: [1.35, 1.35] },
    ],
  ]);
  const wanted = { rotation: 90, direction: "clockwise", tickvals: [0, 180], ticktext: ["p", "q"] };
  assert.deepEqual(alike(made(ring).layout.polar.angularaxis, wanted), wanted);
});

test("a 3D chart is drawn in three coordinates", () => {
  const in3d = (type: string, more?: object) =>
    of(type, [{ label: "s", points: CORNERS, ...more }], { zLabel: "h (m)", zScale: "linear" });
  check([
    [
      in3d("scatter3d"),
      {
        type: "scatter3d",
        mode: "markers",
        x: [0, 1, 1, 0],
        y: [0, 0, 1, 1],
        z: [1, 2, 4, 3],
        scene: "scene",
      },
    ],
    [in3d("line3d"), { mode: "lines" }],
    [
      in3d("surface", { faces: list([0, 1, 2, 3], [0, 9, 1], [0, 1]) }),
      { type: "mesh3d", i: [0, 0], j: [1, 2], k: [2, 3] },
    ],
    [in3d("surface"), { type: "mesh3d", delaunayaxis: "z" }],
    // Points above each other without faces are drawn as points.
    [in3d("surface", { points: list([0, 0, 1], [0, 0, 2], [1, 0, 1]) }), { type: "scatter3d" }],
  ]);
  assert.equal(made(in3d("surface")).layout.scene.zaxis.title?.text, "h (m)");
});

test("slices below a twentieth have their labels outside; a legend names many of them", () => {
  const slices = (...values: number[]) =>
    of(
      "pie",
      values.map((value, at) => ({ label: `s${at}`, angle: 360 * value, radius: 1, value })),
    );
  const label = "%{label}<br>%{percent}";
  check([
    [slices(0.5, 0.5), { texttemplate: [label, label], showlegend: false }],
    [
      slices(0.9, 0.06, 0.04),
      {
        texttemplate: [label, label, "%{label} %{percent}"],
        textposition: ["auto", "auto", "outside"],
        showlegend: false,
      },
    ],
    [
      slices(0.9, 0.02, 0.02, 0.02, 0.02, 0.02),
      { texttemplate: [label, "", "", "", "", ""], showlegend: true },
    ],
  ]);
  assert.deepEqual(made(slices(0.9, 0.06, 0.04)).legend, []);
});

test("a pie begins at its angle and goes in its direction", () => {
  const slices = (more: object) =>
    of(
      "pie",
      [0.75, 0.25].map((value, at) => ({ label: `s${at}`, angle: 360 * value, radius: 1, value })),
      more,
    );
  check([
    // Counterclockwise, the first slice ends at the rotation: here at twelve o'clock plus 180°.
    [slices({}), { direction: "counterclockwise", rotation: -180 }],
    [slices({ zeroAt: Math.PI / 2 }), { direction: "counterclockwise", rotation: 90 }],
    [slices({ zeroAt: Math.PI / 2, clockwise: true }), { direction: "clockwise", rotation: 0 }],
  ]);
});
