import { test } from "node:test";
import assert from "node:assert/strict";
import { receiving } from "./receiver.js";

test("a receiver learns of every file, also of those that were added before it was set, and of each once", () => {
  const handing = receiving();
  const [first, second] = [new File(["a"], "first.csv"), new File(["b"], "second.csv")];
  handing.fileAdded(first, "first.csv");
  /** @type {[File, string][]} */
  const added = [];
  const to = {
    to: () => "somebody",
    send: () => {},
    fileAdded: (/** @type {File} */ file, /** @type {string} */ name) =>
      void added.push([file, name]),
  };
  handing.handOutTo(to);
  assert.deepEqual(added, [[first, "first.csv"]]);
  handing.fileAdded(second, "second.csv");
  handing.handOutTo(to);
  assert.deepEqual(added, [
    [first, "first.csv"],
    [second, "second.csv"],
  ]);
});
