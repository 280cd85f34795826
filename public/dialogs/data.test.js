// `node --test public/dialogs/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { preview, saveTable, saveVector, table } from "./data.js";

const ALL = { sort: [], filter: [], search: "" };

/** Answers as the kernel would, and records the requests. */
function kernel() {
  /** @type {[kind: string, request: unknown][]} */
  const asked = [];
  /** @type {import("./data.js").Ask} */
  const ask = async (kind, request) => {
    asked.push([kind, JSON.parse(request)]);
    if (kind === "table") return [JSON.stringify({ columns: ["region", "revenue"], rows: [] })];
    if (kind === "preview") return [JSON.stringify([[{ text: "Sheet1" }], null])];
    return ["sales.csv", new Blob(["a,b\n"], { type: "text/csv" })];
  };
  return { asked, ask };
}

test("sort and filter are accepted in every documented form", async () => {
  for (const [options, wanted] of [
    [undefined, ALL],
    [{ sort: 1 }, { ...ALL, sort: [{ column: 1, descending: false }] }],
    [{ sort: "revenue" }, { ...ALL, sort: [{ column: 1, descending: false }] }],
    [
      { sort: { column: "revenue", descending: true } },
      { ...ALL, sort: [{ column: 1, descending: true }] },
    ],
    [
      { sort: ["region", { column: 1, descending: true }] },
      {
        ...ALL,
        sort: [
          { column: 0, descending: false },
          { column: 1, descending: true },
        ],
      },
    ],
    [{ filter: "we" }, { ...ALL, search: "we" }],
    [{ search: "we" }, { ...ALL, search: "we" }],
    [
      { filter: { column: 0, value: "West" } },
      { ...ALL, filter: [{ column: 0, op: "equals", value: "West" }] },
    ],
    [
      { filter: ["we", { column: "revenue", op: "atLeast", value: 3 }] },
      { sort: [], filter: [{ column: 1, op: "atLeast", value: 3 }], search: "we" },
    ],
    [
      { filter: { column: 1, op: "missing" } },
      { ...ALL, filter: [{ column: 1, op: "missing", value: null }] },
    ],
  ]) {
    const { asked, ask } = kernel();
    await table(ask, "r", options);
    assert.deepEqual(
      asked.at(-1),
      ["table", { result: "r", offset: 0, limit: 100, stats: false, ...wanted }],
      JSON.stringify(options),
    );
  }
});

test("whole cells of one row are requested with true, a name or a position", async () => {
  for (const [whole, wanted] of [
    [true, true],
    ["revenue", 1],
    [0, 0],
    [false, undefined],
    [null, undefined],
  ]) {
    const { asked, ask } = kernel();
    await table(ask, "r", { offset: 7, limit: 1, whole });
    assert.deepEqual(asked.at(-1), [
      "table",
      {
        result: "r",
        offset: 7,
        limit: 1,
        stats: false,
        ...ALL,
        ...(wanted === undefined ? {} : { whole: wanted }),
      },
    ]);
  }
  await assert.rejects(table(kernel().ask, "r", { limit: 1, whole: "price" }), /no column "price"/);
});

test("invalid options are rejected with a sentence", async () => {
  for (const [options, sentence] of /** @type {[unknown, RegExp][]} */ ([
    [{ limit: 1001 }, /limit must be a whole number from 0 to 1000/],
    [{ offset: -1 }, /offset must be/],
    [{ whole: true }, /set limit to 1/],
    [{ order: "x" }, /no option "order"/],
    [{ filter: 7 }, /A filter is a text or/],
    [{ filter: { column: 0, op: "like" } }, /op must be one of contains/],
    [{ filter: ["a", "b"] }, /One text/],
    ["revenue", /options are an object/],
  ])) {
    const { asked, ask } = kernel();
    await assert.rejects(table(ask, "r", options), sentence);
    assert.deepEqual(asked, []);
  }
  await assert.rejects(
    table(kernel().ask, "r", { sort: "price" }),
    /no column "price"; there are "region", "revenue"/,
  );
  await assert.rejects(table(kernel().ask, 7), /id of a result/);
  await assert.rejects(saveTable(kernel().ask, "r", { format: "pdf" }), /"csv" or "xlsx"/);
  await assert.rejects(preview(kernel().ask, ""), /path of a file/);
});

test("files have their names and types, and previews are results", async () => {
  const { asked, ask } = kernel();
  const saved = await saveTable(ask, "r", { format: "xlsx", sort: 0 });
  assert.deepEqual(
    [saved.name, saved.type, await saved.text()],
    ["sales.csv", "text/csv", "a,b\n"],
  );
  const drawn = await saveVector(ask, "f");
  assert.deepEqual([drawn.name, drawn.type], ["figure.svg", "image/svg+xml"]);
  assert.deepEqual(await preview(ask, "/out/a.xlsx"), {
    results: [{ text: "Sheet1" }],
    message: null,
  });
  await preview(ask, "/out/a.DOCX");
  assert.deepEqual(asked, [
    [
      "save",
      {
        result: "r",
        format: "xlsx",
        imports: "import xlsxwriter",
        ...ALL,
        sort: [{ column: 0, descending: false }],
      },
    ],
    ["vectors", { result: "f" }],
    ["preview", { path: "/out/a.xlsx", imports: "" }],
    ["preview", { path: "/out/a.DOCX", imports: "import docx" }],
  ]);
});

test("a column by name is found behind those of the first window", async () => {
  /** @type {Array<{ firstColumn?: number, sort: unknown }>} */
  const asked = [];
  const names = Array.from({ length: 450 }, (_, at) => `c${at}`);
  /** @type {import("./data.js").Ask} */
  const ask = async (_, request) => {
    const { firstColumn = 0, sort } = JSON.parse(request);
    asked.push({ firstColumn, sort });
    return [
      JSON.stringify({
        columns: ["index", ...names.slice(firstColumn, firstColumn + 200)],
        indexColumns: 1,
        firstColumn,
        allColumns: 450,
      }),
    ];
  };
  await table(ask, "r", { sort: "c449", firstColumn: 400 });
  assert.deepEqual(
    asked.map(({ firstColumn }) => firstColumn),
    [0, 200, 400, 400],
  );
  // The index is column 0.
  assert.deepEqual(asked.at(-1)?.sort, [{ column: 450, descending: false }]);
  await assert.rejects(table(ask, "r", { sort: "c450" }), /There is no column "c450"/);
});
