// `node --test public/render/`; what each kind needs, and what is refused before anything is fetched.

import assert from "node:assert/strict";
import { test } from "node:test";
import { prepare } from "./kinds.js";
import { MOST } from "./protocol.js";

test("each kind names the scripts that draw it, the last of which draws", () => {
  const bytes = new ArrayBuffer(4);
  for (const [kind, content, wanted] of [
    ["html", "<p>", { content: "<p>", scripts: [] }],
    ["svg", "<svg>", { content: "<svg>", scripts: [] }],
    ["mathml", "<math>", { content: "<math>", scripts: [] }],
    ["latex", "$x$", { content: "$x$", scripts: ["math"] }],
    ["pdf", bytes, { content: bytes, scripts: ["pdf-worker", "pdf"] }],
    ["chart", { type: "line" }, { content: '{"type":"line"}', scripts: ["plotly"] }],
    ["chart", { type: "line", polar: true, elements: [] }, { content: '{"type":"line","polar":true,"elements":[]}', scripts: ["plotly-full"] }],
    ["chart", { type: "several", elements: [{ type: "pie", elements: [] }, { type: "surface", elements: [] }] }, { content: '{"type":"several","elements":[{"type":"pie","elements":[]},{"type":"surface","elements":[]}]}', scripts: ["plotly-full"] }],
    ["vega", "{}", { content: "{}", scripts: ["vega"] }],
    ["vegalite", {}, { content: "{}", scripts: ["vega"] }],
    ["plotly", { data: [{}, { type: "violin" }] }, { content: '{"data":[{},{"type":"violin"}]}', scripts: ["plotly"] }],
    ["plotly", { data: [{ type: "bar" }, { type: "sankey" }] }, { content: '{"data":[{"type":"bar"},{"type":"sankey"}]}', scripts: ["plotly-full"] }],
  ]) {
    assert.deepEqual(prepare(kind, content), wanted);
  }
});

test("few points need no WebGL, however they are handed over", () => {
  const named = (x) => prepare("plotly", { data: [{ type: "scattergl", x, y: x }] }).scripts[0];
  assert.equal(named([1, 2, 3]), "plotly");
  assert.equal(named({ dtype: "f8", bdata: "A".repeat(32_000) }), "plotly");
  assert.equal(named({ dtype: "f8", bdata: "A".repeat(320_000) }), "plotly-full");
  assert.equal(named(Array.from({ length: 10_001 }, () => 0)), "plotly-full");
});

test("what cannot be drawn says why in a sentence", () => {
  for (const [kind, content, sentence] of [
    ["sound", "", /nothing that draws "sound"/],
    ["html", null, /nothing to draw/],
    ["plotly", "{", /not valid JSON/],
    ["plotly", { data: [{ type: "choropleth" }] }, /outlines from the network/],
    ["plotly", { data: [{ type: "scattermapbox" }] }, /outlines from the network/],
    ["pdf", "text", /from its bytes/],
    ["html", "x".repeat(MOST.content + 1), /too large/],
  ]) {
    assert.throws(() => prepare(kind, content), sentence);
  }
});
