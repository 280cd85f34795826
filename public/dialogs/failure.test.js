// The code that is saved after a failure of the page.

import assert from "node:assert/strict";
import { test } from "node:test";

import { source } from "./failure.js";

test("each piece of code is a cell of one Python file", () => {
  for (const [pieces, wanted] of /** @type {[string[], string][]} */ ([
    [[], ""],
    [["1 + 1"], "# %%\n1 + 1\n"],
    [["a = 1\n\n", "print(a)\nb = 2"], "# %%\na = 1\n\n# %%\nprint(a)\nb = 2\n"],
  ])) {
    assert.equal(source(pieces), wanted);
  }
});
