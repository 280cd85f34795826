// `node --test public/aside/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { badge, summary } from "./seal.js";

test("neither sentence nor badge praises what was not tried, not refused or not proven", () => {
  const exits = (...fates) => fates.map((fate) => ({ fate }));
  for (const [tried, sentence, word] of [
    [exits("refused", "refused"), "All 2 exits were refused.", "Sealed, tested"],
    [exits("refused", "open"), "1 of 2 exits is open.", "1 exit open"],
    [exits("open", "open"), "2 of 2 exits are open.", "2 exits open"],
    [exits("refused", "unproven"), "1 of 2 exits were refused. Of 1 more nothing can be told in this browser.", "Sealed, 1 unproven"],
    [exits("open", "unproven", "refused"), "1 of 3 exits is open. Of 1 more nothing can be told in this browser.", "1 exit open"],
  ]) {
    assert.deepEqual([summary(tried), badge(tried)], [sentence, word]);
  }
  assert.deepEqual([summary([]), badge([])], ["No exit was tried.", "Test the seal"]);
});
