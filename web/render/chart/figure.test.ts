// Charts become Plotly figures with one layout, legend and axes for
// all of their parts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAPER } from "../theme.ts";
import { figure } from "./figure.ts";
import { place, rows } from "./grid.ts";
import { alike, list, made, of } from "./test_charts.ts";
import { drawable } from "./types.ts";
import { words } from "./values.ts";
import type { Chart } from "../../generated/kernel.ts";
import type { Cell } from "./grid.ts";

test("scales and titles of axes are the chart's", () => {
  for (const [scale, type] of [
    ["linear", "linear"],
    ["log", "log"],
    ["datetime", "date"],
    ["categorical", "category"],
    ["symlog", "linear"],
  ]) {
    const { layout } = made(
      of("line", [{ label: "", points: [[1, 2]] }], {
        xScale: scale,
        xLabel: "time (s)",
        yLabel: "mass [kg]",
      }),
    );
    assert.deepEqual(
      [layout.xaxis.type, layout.xaxis.title?.text, layout.yaxis.title?.text],
      [type, "time (s)", "mass [kg]"],
    );
  }
});

test("axes have the limits and the direction that the code set", () => {
  const line = (more: object) =>
    alike(made(of("line", [{ label: "", points: [[1, 2]] }], more)).layout.yaxis, {
      range: 0,
      autorange: 0,
    });
  assert.deepEqual(line({}), { range: undefined, autorange: undefined });
  assert.deepEqual(line({ yLimits: [0, 5] }), { range: [0, 5], autorange: false });
  assert.deepEqual(line({ yLimits: [0, 5], yReversed: true }), { range: [5, 0], autorange: false });
  assert.deepEqual(line({ yReversed: true }), { range: undefined, autorange: "reversed" });
  assert.deepEqual(line({ yLimits: [1, 100], yScale: "log" }), { range: [0, 2], autorange: false });
  const days = ["2026-01-01", "2026-02-01"];
  assert.deepEqual(line({ yLimits: days, yScale: "datetime" }).range, days);
  for (const yLimits of [[0], [null, 5], [-1, 5]])
    assert.equal(line({ yLimits, yScale: "log" }).range, undefined, JSON.stringify(yLimits));
});

test("texts at bars are written in full, and have room beyond the bars", () => {
  const bar = (value: number, text?: string) => ({ label: `${value}`, group: "", value, text });
  const names = { horizontal: true, yScale: "categorical" };
  const { data, layout } = made(of("bar", [bar(10, "10"), bar(5, "<5>")], names));
  assert.deepEqual([data[0].text, data[0].textposition], [["10", "&lt;5&gt;"], "outside"]);
  const [low, high] = layout.xaxis.range as number[];
  assert.ok(low === 0 && high > 10);
  const long = of("bar", [bar(10, "1,234,567.89"), bar(-5, "x")], names);
  const [wide, narrow] = [made(long, 900), made(long, 340)].map(({ layout }) => layout.xaxis.range);
  assert.ok((wide as number[])[1] < (narrow as number[])[1] && (narrow as number[])[0] < -5);
  assert.equal(made(of("bar", [bar(10), bar(5)], names)).layout.xaxis.range, undefined);
  const limited = made(of("bar", [bar(10, "10")], { ...names, xLimits: [0, 20] }));
  assert.deepEqual(limited.layout.xaxis.range, [0, 20]);
});

test("a chart of bars with names beside them is as high as its names need", () => {
  const heightOf = (count: number, more: object) =>
    made(
      of(
        "bar",
        Array.from({ length: count }, (_, at) => ({ label: `n${at}`, group: "", value: 1 })),
        more,
      ),
    ).layout.height;
  const beside = { horizontal: true, yScale: "categorical" };
  assert.ok(
    heightOf(3, beside) < heightOf(12, beside) && heightOf(12, beside) < heightOf(20, beside),
  );
  assert.equal(heightOf(500, beside), heightOf(900, beside), "there is a limit");
  assert.equal(heightOf(3, { xScale: "categorical" }), heightOf(20, { xScale: "categorical" }));
});

test("a legend has the title that the figure's has", () => {
  const lines = ["a", "b"].map((label) => ({ label, points: [[1, 2]] }));
  const { legend, legendTitle, layout } = made(of("line", lines, { legendTitle: "region" }));
  assert.deepEqual([legend.length, legendTitle], [2, "region"]);
  assert.deepEqual((layout.legend as { title?: object }).title, { text: "region" });
  assert.equal(made(of("line", lines)).legendTitle, "");
});

test("bars are grouped, or stacked if the chart is stacked", () => {
  const elements = ["x", "y"].flatMap((group) =>
    ["p", "q"].map((label, at) => ({ label, group, value: at })),
  );
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
    list(["bar", "x"], ["scatter", "x"]),
  );
  const apart = of("several", [
    { ...bars, title: "one" },
    { ...line, title: "two" },
    of("pie", [{ label: "a", angle: 180, radius: 1, value: 1 }], { title: "three" }),
  ]);
  const wide = made(apart, 1000);
  const axes = wide.data.map(({ type, xaxis, domain }) => [type, xaxis ?? (domain as Cell).x]);
  assert.deepEqual(axes, list(["bar", "x"], ["scatter", "x2"], ["pie", [0.7467, 1]]));
  assert.deepEqual(
    wide.layout.annotations.map(({ text }) => text),
    ["one", "two", "three"],
  );
  assert.ok(
    made(apart, 390).layout.height > wide.layout.height,
    "they are below each other at the width of a phone",
  );
});

test("a chart over another has a secondary vertical axis on the other side", () => {
  const bars = of("bar", [{ label: "p", group: "", value: 1 }], {
    xScale: "categorical",
    yLabel: "EUR",
    title: "ABC",
  });
  const line = of("line", [{ label: "share", points: [["p", 2]] }], {
    xScale: "categorical",
    yLabel: "%",
    over: true,
  });
  const both = made(of("several", [bars, line]));
  assert.deepEqual(
    both.data.map(({ type, xaxis, yaxis }) => [type, xaxis, yaxis]),
    list(["bar", "x", "y"], ["scatter", "x", "y2"]),
  );
  const secondary = { overlaying: "y", side: "right", anchor: "x" };
  assert.deepEqual(alike(both.layout.yaxis2, secondary), secondary);
  assert.equal(both.layout.title.text, "ABC");
  assert.deepEqual([both.layout.yaxis.title?.text, both.layout.yaxis2.title?.text], ["EUR", "%"]);
  assert.notEqual(both.data[0].marker?.color, both.data[1].line?.color);
  const apart = made(of("several", [bars, { ...line, over: false }]));
  assert.deepEqual(
    apart.data.map(({ xaxis, yaxis }) => [xaxis, yaxis]),
    list(["x", "y"], ["x2", "y2"]),
  );
  assert.equal(
    made(of("several", [line, bars])).data.length,
    2,
    "without a chart under it, it is a part of its own",
  );
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
    Array.from({ length: 8 }, (_, at) => ({
      label: String(at),
      angle: 45 * at,
      radius: 1,
      value: 0.125,
    })),
  );
  const cases: Array<[Chart, object[]]> = [
    [lines, both],
    [several, both],
    [of("line", lines.elements.slice(1)), [{ name: "b", colour: first }]],
    [of("line", lines.elements.slice(1), { yLabel: "b" }), []],
    [of("line", [{ label: "", points: [[1, 2]] }]), []],
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
  assert.deepEqual(figure(slices, PAPER, 900, { hidden: new Set(["3"]) }).layout.hiddenlabels, [
    "3",
  ]);
});

test("text that Plotly would read as markup is escaped", () => {
  const { data, layout } = made(
    of("line", [{ label: "<a href='x'>", points: [["<b>", 1]] }], {
      title: "<img>\nx",
      xLabel: "a & b",
      xScale: "categorical",
    }),
  );
  const texts = [layout.title.text, layout.xaxis.title?.text, data[0].name, data[0].x];
  assert.deepEqual(texts, ["&lt;img&gt;<br>x", "a &amp; b", "&lt;a href='x'&gt;", ["&lt;b&gt;"]]);
  assert.equal(words(data[0].name ?? ""), "<a href='x'>");
});

test("invalid values are left out, and a chart without content throws a sentence", () => {
  const { data } = made(
    of("bar", [
      null,
      { label: { a: 1 }, group: null, value: "x" },
      { label: "b", group: "", value: Infinity },
    ]),
  );
  assert.deepEqual(data[0].y, [null, null]);
  const invalid: any[] = [null, {}, of("constructor", []), of("several", []), { type: "line" }];
  for (const chart of invalid) assert.throws(() => made(chart), /nothing in this chart/);
});

test("at the width of a phone long names of horizontal bars are wrapped", () => {
  const horizontal = of(
    "bar",
    ["a", "a rather long name of one <product>", "x".repeat(30)].map((label) => ({
      label,
      group: "",
      value: 1,
    })),
    { horizontal: true, yScale: "categorical" },
  );
  const { ticktext, tickvals } = made(horizontal, 390).layout.yaxis;
  assert.deepEqual(ticktext, [
    "a",
    "a rather long<br>name of one<br>&lt;product&gt;",
    `${"x".repeat(19)}…`,
  ]);
  assert.deepEqual(tickvals, made(horizontal, 390).data[0].y);
  assert.equal(made(horizontal, 900).layout.yaxis.ticktext, undefined);
});

test("a chart that cannot be drawn is not offered, and drawing it throws a sentence", () => {
  const map = of("heatmap", [{ label: "", columns: ["a"], rows: ["b"], values: [[1]] }], {
    polar: true,
  });
  const surface = of("surface", [{ label: "", points: [[1, 2, 3]] }]);
  const line = of("line", [{ label: "", points: [[1, 2]] }]);
  const cases: Array<[Chart | null, boolean]> = [
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
