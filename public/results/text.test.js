// `node --test public/results/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { plain } from "./text.js";

test("the text to copy has no classes", () => {
  assert.equal(
    plain("\u001b[31mred\u001b[0m and", (text) => ["ansi-1", text.slice(5, 8), "", " and"]),
    "red and",
  );
});
