// `node --test public/results/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { fileOf, forms, isBinary, unshown } from "./forms.js";

/** @param {Partial<Parameters<typeof forms>[0]>} shown */
const kinds = (shown) => forms({ mime: {}, data: null, chart: null, text: "", main: true, ...shown }).map(({ kind }) => kind);
const DATA = { columns: [], types: [], indexColumns: 0, rows: [], totalRows: 0 };

test("the best form comes first, and the others follow", () => {
  /** @type {Array<[what: string, shown: Parameters<typeof kinds>[0], wanted: string[]]>} */
  const cases = [
    ["a value", { text: "42", mime: { "text/plain": "42" } }, ["text"]],
    ["a value without types", { text: "42" }, ["text"]],
    ["a table", { data: DATA, mime: { "text/plain": "a", "text/html": "<div><style scoped></style><table>" } }, ["table", "html", "text"]],
    [
      "a styled table",
      { data: DATA, mime: { "text/plain": "a", "text/html": '<style type="text/css">\n#T_1a { color: red }</style><table id="T_1a">' } },
      ["html", "table", "text"],
    ],
    ["a styled table without rules", { data: DATA, mime: { "text/html": '<style type="text/css">\n</style>\n<table id="T_1a">' } }, ["html", "table"]],
    ["a figure", { chart: { type: "line" }, mime: { "image/png": "AA", "text/plain": "<Figure>" } }, ["figure", "text"]],
    ["a picture", { mime: { "image/jpeg": "AA", "text/plain": "<Image>" } }, ["figure", "text"]],
    ["plotly", { mime: { "text/html": "<div>", "application/vnd.plotly.v1+json": "{}" } }, ["plotly", "html"]],
    ["altair", { mime: { "application/vnd.vegalite.v5+json": "{}", "text/plain": "alt.Chart" } }, ["vegalite", "text"]],
    [
      "sympy",
      { mime: { "image/png": "AA", "text/latex": "$x$", "application/mathml+xml": "<math>", "text/plain": "x" } },
      ["mathml", "latex", "picture", "text"],
    ],
    ["a graph", { mime: { "image/svg+xml": "<svg>", "text/plain": "<G>" } }, ["svg", "text"]],
    ["Markdown", { mime: { "text/markdown": "# a", "text/plain": "<M>" } }, ["markdown", "text"]],
    ["code", { mime: { "text/x-code": "python\n1", "text/plain": "1" } }, ["code", "text"]],
    ["JSON", { mime: { "application/json": "{}", "text/plain": "<JSON>" } }, ["json", "text"]],
    ["an empty form", { text: "x", mime: { "text/html": "" } }, ["text"]],
    ["nothing", {}, []],
  ];
  for (const [what, shown, wanted] of cases) {
    assert.deepEqual(kinds(shown), wanted, what);
  }
});

test("types that cannot be shown are listed", () => {
  assert.deepEqual(unshown({ mime: { "text/plain": "", "audio/wav": "", "application/javascript": "", "image/png": "" } }), [
    "audio/wav",
    "application/javascript",
  ]);
});

test("a file is named after its type, also if the type is hostile", () => {
  /** @type {Array<[type: string, wanted: { ending: string, name: string }]>} */
  const cases = [
    ["image/jpeg", { ending: "jpg", name: "JPEG" }],
    ["application/vnd.vegalite.v5+json", { ending: "vl.json", name: "Vega-Lite JSON" }],
    ["audio/x-wav", { ending: "wav", name: "audio/x-wav" }],
    ["../../etc/\u202epasswd", { ending: "bin", name: "../../etc/⟨U+202E⟩passwd" }],
  ];
  for (const [type, wanted] of cases) {
    assert.deepEqual(fileOf(type), wanted);
  }
});

test("pictures and audio are base64, SVG and text are not", () => {
  /** @type {Array<[type: string, wanted: boolean]>} */
  const cases = [
    ["image/png", true],
    ["audio/wav", true],
    ["application/pdf", true],
    ["image/svg+xml", false],
    ["text/html", false],
    ["application/json", false],
  ];
  for (const [type, wanted] of cases) assert.equal(isBinary(type), wanted, type);
});
