import assert from "node:assert/strict";
import { test } from "node:test";

import { valid } from "../../end2end/support/schema.mjs";
import { here, kept, measure } from "./source.ts";
import type { Filter, Order, Question } from "./source.ts";

const DATA = {
  columns: ["name", "age", "seen"],
  types: ["text", "integer", "boolean"],
  indexColumns: 0,
  rows: [
    ["Ada", 36, true],
    ["Ben", null, false],
    ["Zoë", 7, true],
    ["ada", 36, null],
    ["Carl", 100, false],
  ],
  totalRows: 5,
};
const names = async (question: Question) =>
  (await here(DATA).rows(question)).rows.map(([name]) => name);

test("rows are sorted by value, the sort is stable, and missing values come last in both directions", async () => {
  const cases: Array<[sort: Order[], wanted: string[]]> = [
    [[{ column: 1, descending: false }], ["Zoë", "Ada", "ada", "Carl", "Ben"]],
    [[{ column: 1, descending: true }], ["Carl", "Ada", "ada", "Zoë", "Ben"]],
    [
      [
        { column: 2, descending: false },
        { column: 1, descending: true },
      ],
      ["Carl", "Ben", "Ada", "Zoë", "ada"],
    ],
    [[], ["Ada", "Ben", "Zoë", "ada", "Carl"]],
  ];
  for (const [sort, wanted] of cases) {
    assert.deepEqual(await names({ sort }), wanted, JSON.stringify(sort));
  }
});

test("rows must pass all filters, which compare numbers as numbers and ignore the case of text", async () => {
  const cases: Array<[filter: Filter[], wanted: string[]]> = [
    [[{ column: 0, op: "contains", value: "AD" }], ["Ada", "ada"]],
    [
      [
        { column: 0, op: "equals", value: "ada" },
        { column: 2, op: "present", value: "" },
      ],
      ["Ada"],
    ],
    [[{ column: 1, op: "atLeast", value: "36" }], ["Ada", "ada", "Carl"]],
    [[{ column: 1, op: "atMost", value: "9" }], ["Zoë"]],
    [[{ column: 1, op: "equals", value: "100.0" }], ["Carl"]],
    [[{ column: 1, op: "missing", value: "" }], ["Ben"]],
    [[{ column: 2, op: "equals", value: "true" }], ["Ada", "Zoë"]],
  ];
  for (const [filter, wanted] of cases) {
    assert.deepEqual(await names({ filter }), wanted, JSON.stringify(filter));
  }
});

test("a search covers every column", async () => {
  assert.deepEqual(await names({ search: "36" }), ["Ada", "ada"]);
  assert.deepEqual(await names({ search: "fals" }), ["Ben", "Carl"]);
});

test("a window has its offset and the total number of rows", async () => {
  const window = await here(DATA).rows({
    offset: 1,
    limit: 2,
    filter: [{ column: 1, op: "present", value: "" }],
  });
  const { rows, ...about } = valid("TableWindow", window);
  assert.deepEqual(
    rows.map(([name]) => name),
    ["Zoë", "ada"],
  );
  assert.deepEqual(about, {
    columns: DATA.columns,
    types: DATA.types,
    indexColumns: 0,
    offset: 1,
    totalRows: 4,
    allRows: 5,
    stats: null,
  });
});

test("statistics are of the matching rows", async () => {
  const { stats } = valid(
    "TableWindow",
    await here(DATA).rows({ stats: true, filter: [{ column: 0, op: "contains", value: "ada" }] }),
  );
  assert.deepEqual(stats, [
    {
      missing: 0,
      distinct: 2,
      min: "Ada",
      max: "ada",
      bins: null,
      top: [
        ["Ada", 1],
        ["ada", 1],
      ],
    },
    { missing: 0, distinct: 1, min: 36, max: 36, bins: null, top: [["36", 2]] },
    { missing: 1, distinct: 1, min: "True", max: "True", bins: null, top: [["True", 1]] },
  ]);
});

test("a histogram counts every number once, also the largest", () => {
  const { bins, missing } = measure([...Array.from({ length: 25 }, (_, at) => at), null]);
  assert.deepEqual([bins, missing], [[2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3], 1]);
  assert.equal(measure([]).min, null);
});

test("rows that the kernel keeps are asked for by the result's id", async () => {
  const asked: unknown[] = [];
  const window = {
    columns: [],
    types: [],
    indexColumns: 0,
    offset: 7,
    rows: [],
    totalRows: 0,
    allRows: 0,
    stats: null,
  };
  const source = kept("id-1", {
    table: async (...question) => {
      asked.push(question);
      return window;
    },
  });
  assert.equal(await source.rows({ offset: 7, search: "a" }), window);
  assert.deepEqual([source.here, asked], [false, [["id-1", { offset: 7, search: "a" }]]]);
});

test("integers that a number does not hold are compared as integers, and other texts of digits as text", async () => {
  const texts = ["9007199254740993", "-9007199254740993", "10000000000000000", "9007199254740994"];
  const rows = [...texts.map((text, at) => [text, text, at]), [7, "7", 4], [null, null, 5]];
  const data = {
    columns: ["n", "code", "row"],
    types: ["integer", "text", "integer"],
    indexColumns: 0,
    rows,
    totalRows: rows.length,
  };
  const found = async (question: Question) =>
    (await here(data).rows(question)).rows.map(([, , row]) => row);
  const cases: Array<[column: number, op: Filter["op"], value: string, wanted: number[]]> = [
    [0, "equals", "9007199254740993", [0]],
    [0, "equals", "+7", [4]],
    [0, "atLeast", "9007199254740994", [2, 3]],
    [0, "atMost", "9007199254740993", [0, 1, 4]],
    [0, "atMost", "7.5", [1, 4]],
    [0, "atLeast", "1e16", [2]],
    [1, "atLeast", "9", [0, 3]],
  ];
  for (const [column, op, value, wanted] of cases)
    assert.deepEqual(
      await found({ filter: [{ column, op, value }] }),
      wanted,
      `${column} ${op} ${value}`,
    );
  assert.deepEqual(await found({ sort: [{ column: 0, descending: false }] }), [1, 4, 0, 3, 2, 5]);
  assert.deepEqual(await found({ sort: [{ column: 0, descending: true }] }), [2, 3, 0, 4, 1, 5]);
  const { min, max, bins } = measure(
    rows.map(([value]) => value),
    "integer",
  );
  assert.deepEqual([min, max, bins], ["-9007199254740993", "10000000000000000", null]);
});
