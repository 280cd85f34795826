// How messages of the frame are validated.

import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMITS, bounded, notice, sentence } from "./protocol.ts";

test("valid messages of the frame are accepted with their values within the limits", () => {
  const picture = new Blob(["x"], { type: "image/png" });
  for (const [said, taken] of [
    [{ type: "ready", more: 1 }, { type: "ready" }],
    [
      { type: "drawn", height: 120.2, more: 1 },
      { type: "drawn", height: 121 },
    ],
    [
      { type: "height", height: 1e9 },
      { type: "height", height: LIMITS.height },
    ],
    [
      { type: "height", height: -5 },
      { type: "height", height: 1 },
    ],
    [
      { type: "failed", message: "No\u202e such\nthing" },
      { type: "failed", message: "No such thing" },
    ],
    [
      { type: "need", name: "x".repeat(600), more: 1 },
      { type: "need", name: "x".repeat(500) },
    ],
    [
      { type: "picture", id: 3, picture },
      { type: "picture", id: 3, picture },
    ],
    [
      { type: "picture", id: 3, message: "Too large." },
      { type: "picture", id: 3, message: "Too large." },
    ],
  ]) {
    assert.deepEqual(notice(said), taken);
  }
});

test("any other message is ignored", () => {
  const other = new Blob(["x"], { type: "text/html" });
  for (const said of [
    null,
    "ready",
    7,
    [],
    {},
    { type: "draw" },
    { type: "height" },
    { type: "height", height: "1" },
    { type: "drawn", height: NaN },
    { type: "drawn", height: Infinity },
    { type: "failed" },
    { type: "need" },
    { type: "need", name: 1 },
    { type: "given", name: "x" },
    { type: "failed", message: {} },
    { type: "picture", id: 1 },
    { type: "picture", id: "1", message: "x" },
    { type: "picture", id: 1.5, message: "x" },
    { type: "picture", id: 1, picture: "data:image/png," },
    { type: "picture", id: 1, picture: other },
    { type: "picture", id: 1, picture: new Blob([], { type: "image/png" }) },
  ] as any[]) {
    assert.equal(notice(said), null, JSON.stringify(said));
  }
});

test("a sentence is one line of limited length without hidden characters", () => {
  assert.equal(sentence("a\u0000b\u2028c"), "a b c");
  assert.equal(sentence("x".repeat(9999)).length, LIMITS.sentence);
  assert.equal(sentence("\u200b\n"), "It could not be drawn, and does not say why.");
  assert.equal(bounded(0.2), 1);
});
