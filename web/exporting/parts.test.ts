// Bytes in pieces: whatever holds them, in their order.

import assert from "node:assert/strict";
import { test } from "node:test";

import { collector, joined, replaced } from "./parts.ts";

test("each part of lists, maps and objects is replaced, in their order, and the rest stays", async () => {
  const buffer = new ArrayBuffer(2);
  const given = [
    "log",
    [new Blob(["a"]), "image/png"],
    new Map([["digest", new Blob(["b"])]]),
    { blobs: [new Blob(["c"])], why: null },
    5,
    buffer,
  ];
  const seen: string[] = [];
  const changed = await replaced(given, async (part) => {
    if (!(part instanceof Blob)) return undefined;
    seen.push(await part.text());
    return seen.length;
  });
  assert.deepEqual(seen, ["a", "b", "c"]);
  assert.deepEqual(changed, [
    "log",
    [1, "image/png"],
    new Map([["digest", 2]]),
    { blobs: [3], why: null },
    5,
    buffer,
  ]);
});

test("the pieces of each job are joined to the parts that it names, also empty ones", () => {
  const pieces = collector() as ReturnType<typeof collector<ArrayBuffer>>;
  for (const [id, text] of [
    [1, "ab"],
    [2, "x"],
    [1, "c"],
    [1, "d"],
  ] as [number, string][])
    pieces.add(id, new TextEncoder().encode(text).buffer as ArrayBuffer);
  const text = (id: number, part: unknown) =>
    new TextDecoder().decode(joined(pieces.take(id, part) ?? []));
  assert.deepEqual(
    [
      text(1, { pieces: 2 }),
      text(1, { pieces: 0 }),
      text(1, { pieces: 1 }),
      text(2, { pieces: 1 }),
    ],
    ["abc", "", "d", "x"],
  );
  assert.equal(pieces.take(1, "a string"), undefined);
  assert.equal(pieces.take(1, null), undefined);
});
