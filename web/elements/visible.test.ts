// The cases in `crates/text/tests` hold in both languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { visible } from "./visible.ts";

test("characters that hide or reorder text are escaped, as in Rust", () => {
  const { visible: cases } = JSON.parse(
    readFileSync(new URL("../../crates/text/tests/cases.json", import.meta.url), "utf8"),
  );
  assert.ok(cases.length > 0);
  for (const [text, shown] of cases) assert.equal(visible(text), shown, JSON.stringify(text));
});

test("what Rust's text cannot be is shown too: half a pair, and other values", () => {
  assert.equal(visible("\ud83d\u202e"), "\ud83d⟨U+202E⟩");
  assert.equal(visible(null), "null");
});
