// `node --test public/sessions/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { definition, heading, inOrder, isOutdated, MARK, written } from "../order.js";

/** @param {string} name @param {string[]} [names] */
const saved = (name, names = []) => ({
  name,
  signature: `${name}(a)`,
  docstring: "",
  source: `import os\n\n\ndef ${name}(a):\n    return a\n`,
  names,
  created: 1,
  changed: 100,
  session: "",
});
/** @param {import("../order.js").SavedFunction[]} functions */
const namesOf = (functions) => functions.map(({ name }) => name);

test("a function is defined after those that it uses, and nothing else is", () => {
  const all = [saved("a", ["b", "c"]), saved("b", ["d", "unknown"]), saved("c", ["d"]), saved("d"), saved("other")];
  assert.deepEqual(namesOf(inOrder(all, ["a"])), ["d", "b", "c", "a"]);
  assert.deepEqual(namesOf(inOrder(all, ["d", "c"])), ["d", "c"]);
  assert.deepEqual(namesOf(inOrder(all, ["unknown"])), []);
});

test("functions that call each other are each defined once", () => {
  const all = [saved("even", ["odd"]), saved("odd", ["even"]), saved("self", ["self"])];
  assert.deepEqual(namesOf(inOrder(all, ["even", "self"])), ["odd", "even", "self"]);
});

test("the source says that these are saved functions", () => {
  assert.equal(written([]), "");
  assert.equal(written([saved("a"), saved("b")]), `${MARK}: a, b.\n${saved("a").source}\n\n${saved("b").source}`);
  assert.equal(written([{ ...saved("a"), source: "#".repeat(600 << 10) }]), "");
});

test("a function is outdated that was edited after the interpreter got it", () => {
  const now = saved("net");
  const old = "def net(a):\n    return 0\n";
  assert.equal(isOutdated(now, undefined), false);
  assert.equal(isOutdated(now, { code: written([now]), at: 50 }), false);
  assert.equal(isOutdated(now, { code: `x = 1\n${definition(now.source)}`, at: 50 }), false);
  assert.equal(isOutdated(now, { code: old, at: 50 }), true);
  // The session's own function of that name, which came later.
  assert.equal(isOutdated(now, { code: old, at: 150 }), false);
  // What a resumed session ran again is as it was saved then.
  assert.equal(isOutdated(now, { code: `${MARK}: net.\n${old}`, at: 150 }), true);
});

test("a definition is the source without its imports", () => {
  assert.equal(definition("import os\n\n@cache\ndef net(a): pass\n"), "@cache\ndef net(a): pass\n");
  assert.equal(definition("async def net(a): pass\n"), "async def net(a): pass\n");
});

test("a model reads one line of each function, and no hidden character", () => {
  assert.equal(heading({ ...saved("net"), docstring: "Takes the tax\noff.\n\nAnna Weber." }), "net(a): Takes the tax off.");
  assert.equal(heading(saved("net")), "net(a)");
  assert.equal(heading({ ...saved("net"), docstring: "a\u202eb" }), "net(a): a⟨U+202E⟩b");
  assert.ok(heading({ ...saved("net"), docstring: "w".repeat(9_000) }).length < 300);
});
