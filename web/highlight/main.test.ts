import assert from "node:assert/strict";
import { test } from "node:test";

import { tokens } from "./main.ts";

const texts = (parts: string[]) => parts.filter((_, index) => index % 2 === 1).join("");

test("the concatenated parts equal the source", () => {
  for (const code of [
    "",
    "\n\n",
    "import pandas as pd\r\ndf = pd.read_csv('ä.csv')\n",
    'f"{x!r:>{width}}" # 数 🎉\n',
    "def broken(:\n  '''never closed",
    "\u0000\u202e(((",
  ]) {
    assert.equal(texts(tokens(code)), code);
  }
});

test("each kind of token has its class", () => {
  assert.deepEqual(tokens("for x in f('a', 1): # b"), [
    "keyword",
    "for",
    "",
    " x ",
    "keyword",
    "in",
    "",
    " ",
    "name",
    "f",
    "",
    "(",
    "string",
    "'a'",
    "",
    ", ",
    "number",
    "1",
    "",
    "): ",
    "comment",
    "# b",
  ]);
});
