// `node --test public/aside/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { summary } from "./seal.js";

test("the sentence never praises what was not tried or not refused", () => {
  const exits = (...fates) => fates.map((refused) => ({ refused }));
  for (const [tried, sentence] of [
    [exits(), "No exit was tried."],
    [exits(true, true), "All 2 exits were refused."],
    [exits(true, false), "1 of 2 exits were not refused."],
    [exits(false), "1 of 1 exits were not refused."],
  ]) {
    assert.equal(summary(tried), sentence);
  }
});
