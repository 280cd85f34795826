// `node --test public/dialogs/`; the same cases as in `app/src/visible.rs`.

import assert from "node:assert/strict";
import { test } from "node:test";

import { visible } from "./visible.js";

test("characters that hide or reorder text are escaped", () => {
  for (const [text, shown] of [
    ["a\tb\nc", "a\tb\nc"],
    ["if x:\u202E # esle", "if x:⟨U+202E⟩ # esle"],
    ["a\u200Bb\uFEFF", "a⟨U+200B⟩b⟨U+FEFF⟩"],
    ["nul\0", "nul⟨U+0000⟩"],
    ["tag\u{E0041}", "tag⟨U+E0041⟩"],
    ["größe 数 ✓ 👩\u200D🔬", "größe 数 ✓ 👩\u200D🔬"],
  ]) {
    assert.equal(visible(text), shown);
  }
});
