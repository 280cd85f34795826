// What each kind needs, and what is rejected before anything is
// fetched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./kinds.ts";
import { LIMITS } from "./protocol.ts";

test("each kind names its script, and what the script needs", () => {
  const bytes = new ArrayBuffer(4);
  const still = { script: null, helpers: [], later: [] };
  const drawn = (script: string) => ({ ...still, script });
  const round = '{"type":"line","polar":true,"elements":[]}';
  const several =
    '{"type":"several","elements":[{"type":"pie","elements":[]},{"type":"surface","elements":[]}]}';
  const cases: Array<[string, unknown, object]> = [
    ["html", "<p>", { content: "<p>", ...still }],
    [
      "html",
      "<p><MATH><mi>x</mi></MATH>",
      { content: "<p><MATH><mi>x</mi></MATH>", ...still, helpers: ["math-font"] },
    ],
    ["svg", "<svg>", { content: "<svg>", ...still }],
    ["mathml", "<math>", { content: "<math>", ...still, helpers: ["math-font"] }],
    ["latex", "$x$", { content: "$x$", ...drawn("math"), helpers: ["math-font"] }],
    ["pdf", bytes, { content: bytes, script: "pdf", helpers: ["pdf-worker"], later: ["pdf-maps"] }],
    ["chart", { type: "line" }, { content: '{"type":"line"}', ...drawn("plotly") }],
    ["chart", round, { content: round, ...drawn("plotly-full") }],
    ["chart", JSON.parse(several), { content: several, ...drawn("plotly-full") }],
    ["vega", "{}", { content: "{}", ...drawn("vega") }],
    ["vegalite", {}, { content: "{}", ...drawn("vega") }],
    [
      "plotly",
      { data: [{}, { type: "violin" }] },
      { content: '{"data":[{},{"type":"violin"}]}', ...drawn("plotly") },
    ],
    [
      "plotly",
      { data: [{ type: "bar" }, { type: "sankey" }] },
      { content: '{"data":[{"type":"bar"},{"type":"sankey"}]}', ...drawn("plotly-full") },
    ],
  ];
  for (const [kind, content, wanted] of cases) {
    assert.deepEqual(prepare(kind, content), wanted);
  }
});

test("few points need no WebGL, as a list or as bytes", () => {
  const named = (x: unknown) =>
    prepare("plotly", { data: [{ type: "scattergl", x, y: x }] }).script;
  assert.equal(named([1, 2, 3]), "plotly");
  assert.equal(named({ dtype: "f8", bdata: "A".repeat(32_000) }), "plotly");
  assert.equal(named({ dtype: "f8", bdata: "A".repeat(320_000) }), "plotly-full");
  assert.equal(named(Array.from({ length: 10_001 }, () => 0)), "plotly-full");
});

test("a figure may have anything in place of its traces and its layout", () => {
  for (const content of [
    { layout: "geo" },
    { layout: 7, data: null },
    { layout: null },
    { layout: ["geo"], data: "x" },
    "7",
    '"geo"',
    "null",
  ]) {
    assert.equal(prepare("plotly", content).script, "plotly", JSON.stringify(content));
  }
});

test("content that cannot be drawn throws a sentence with the reason", () => {
  const cases: Array<[string, unknown, RegExp]> = [
    ["sound", "", /nothing that draws "sound"/],
    ["html", null, /nothing to draw/],
    ["plotly", "{", /not valid JSON/],
    ["plotly", { data: [{ type: "choropleth" }] }, /outlines from the network/],
    ["plotly", { data: [{ type: "scattermapbox" }] }, /outlines from the network/],
    ["plotly", { layout: { geo: {} } }, /outlines from the network/],
    ["pdf", "text", /from its bytes/],
    ["html", "x".repeat(LIMITS.content + 1), /too large/],
  ];
  for (const [kind, content, sentence] of cases) {
    assert.throws(() => prepare(kind, content), sentence);
  }
});
