// A figure in the page's colours keeps its own settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { PAPER } from "../../theme.ts";
import { themed } from "./theme.ts";

/** @returns the themed figure */
const made = (figure: any, width = 900, height?: number): any =>
  themed(figure, { theme: PAPER, width, height });

test("a figure keeps its own settings, and the page's theme sets the rest", () => {
  const figure = {
    data: [{ y: [1] }, null],
    layout: {
      title: { text: "T" },
      paper_bgcolor: "pink",
      template: { layout: { font: { color: "red" }, colorway: ["#636efa"] } },
    },
  };
  const before = structuredClone(figure);
  const { data, layout } = made(figure);
  assert.deepEqual(figure, before, "it is not changed");
  assert.deepEqual(data, [{ y: [1] }]);
  assert.deepEqual(
    [
      layout.title,
      layout.paper_bgcolor,
      layout.template.layout.font.color,
      layout.template.layout.colorway,
    ],
    [{ text: "T" }, "pink", PAPER.ink, PAPER.series],
  );
  assert.deepEqual(
    made({ data: [], layout: { template: { layout: { colorway: ["#123456"] } } } }).layout.template
      .layout.colorway,
    ["#123456"],
  );
});

test("a figure is at most as wide as the page, and its height is within limits", () => {
  const cases: Array<[object, number, number | undefined, number[]]> = [
    [{}, 390, undefined, [390, 420]],
    [{}, 900, 300, [900, 300]],
    [{ width: 500, height: 250 }, 900, undefined, [500, 250]],
    [{ width: 2000, height: 99999 }, 900, undefined, [900, 4000]],
  ];
  for (const [layout, width, height, wanted] of cases) {
    const { layout: got } = made({ data: [], layout }, width, height);
    assert.deepEqual([got.width, got.height], wanted);
  }
});

test("a figure may have anything in place of its layout and its template", () => {
  for (const layout of [
    null,
    "text",
    7,
    { template: "plotly" },
    { template: { data: null, layout: null } },
    { template: { data: "x", layout: "x" } },
  ]) {
    const { layout: got } = made({ data: [], layout });
    const { template, width, height, autosize, dragmode, ...others } = got;
    assert.deepEqual(
      [width, others, template.layout.colorway, Object.keys(template.data)],
      [900, {}, PAPER.series, ["table", "bar", "histogram"]],
    );
  }
});

test("a figure without a list of traces is rejected", () => {
  assert.throws(() => made({ data: "x" }), /no list of traces/);
});
