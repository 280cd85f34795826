import assert from "node:assert/strict";
import { test } from "node:test";

import { from } from "./column_pages.ts";

test("a page of columns asks by the positions in the whole table", async () => {
  const asked: unknown[] = [];
  const page: any = {
    table: async (...given: unknown[]) => asked.push(given),
    saveTable: async (...given: unknown[]) => asked.push(given),
  };
  const moved = from(page, 200, 1);
  await moved.table("r", {
    offset: 100,
    sort: [{ column: 0, descending: true }],
    filter: [{ column: 2, op: "equals", value: "x" }],
    whole: 3,
  });
  await moved.saveTable("r", {
    format: "csv",
    sort: [{ column: 1, descending: false }],
    filter: [],
  });
  assert.deepEqual(asked, [
    [
      "r",
      {
        offset: 100,
        sort: [{ column: 0, descending: true }],
        filter: [{ column: 202, op: "equals", value: "x" }],
        firstColumn: 200,
        whole: 203,
      },
    ],
    ["r", { format: "csv", sort: [{ column: 201, descending: false }], filter: [] }],
  ]);
});
