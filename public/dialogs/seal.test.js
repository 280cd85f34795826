// `node --test public/dialogs/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { badge, summary } from "./seal.js";

test("neither sentence nor badge counts a probe as refused that did not run, was open or is unproven", () => {
  /** @typedef {Pick<import("./egress.js").JudgedProbe, "fate">} Probe */
  /** @type {(...fates: Probe["fate"][]) => Probe[]} */
  const probes = (...fates) => fates.map((fate) => ({ fate }));
  for (const [tried, sentence, word] of /** @type {[Probe[], string, string][]} */ ([
    [probes("refused", "refused"), "All 2 exits were refused.", "Sealed, tested"],
    [probes("refused", "open"), "1 of 2 exits is open.", "1 exit open"],
    [probes("open", "open"), "2 of 2 exits are open.", "2 exits open"],
    [probes("refused", "unproven"), "1 of 2 exits were refused. Of 1 more nothing can be known in this browser.", "Sealed, 1 unproven"],
    [probes("open", "unproven", "refused"), "1 of 3 exits is open. Of 1 more nothing can be known in this browser.", "1 exit open"],
  ])) {
    assert.deepEqual([summary(tried), badge(tried)], [sentence, word]);
  }
  assert.deepEqual([summary([]), badge([])], ["No exit was tried.", "Test the seal"]);
});
