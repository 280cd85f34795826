// `node --test public/sessions/`

import assert from "node:assert/strict";
import { test } from "node:test";

import { checked, normalised, objection, proposals, summary, wrapped } from "../description.js";

const CODE = 'x = 1\n@cache\ndef net(frame, rate=0.19):\n    """Takes the tax off.\n\n    More."""\n    return np.sum(frame) - helper(rate)\n';
const NET = {
  name: "net",
  signature: "net(frame, rate=…)",
  doc: "Takes the tax off.\n\nMore.",
  from: 2,
  to: 7,
  imports: ["import numpy as np"],
  names: ["cache", "helper"],
  reserved: false,
};
/** @param {object} [change] @param {object} [more] */
const answer = (change, more) => ({ functions: [{ ...NET, ...change }], alone: false, result: null, error: null, ...more });

test("a function has its imports above it, and its source is that of the code", () => {
  const found = checked(CODE, answer())?.functions[0];
  assert.equal(found?.source, `import numpy as np\n\n\n${CODE.slice(6)}`);
  assert.deepEqual([found?.name, found?.signature, found?.doc, found?.names], ["net", NET.signature, NET.doc, NET.names]);
});

test("an answer that is not of this code is refused", () => {
  /** @type {[string, object][]} */
  const wrong = [
    ["a name that is none", { name: "net()", signature: "net()()" }],
    ["a name of something else", { name: "gross", signature: "gross(frame)" }],
    ["a signature of another name", { signature: "gross(frame)" }],
    ["a default value", { signature: "net(frame, rate=0.19)" }],
    ["a text", { signature: "net(frame, rate='more')" }],
    ["a word that the code does not have", { signature: "net(frame, Anna_Weber)" }],
    ["a second line", { signature: "net(frame,\nrate)" }],
    ["lines before the code", { from: 0 }],
    ["lines after the code", { to: 900 }],
    ["lines that are none", { from: "2" }],
    ["an import that does more", { imports: ["import os; os.remove('a')"] }],
    ["an import of two lines", { imports: ["import os\nx"] }],
    ["a needed name that is none", { names: ["<b>"] }],
    ["a text that is none", { doc: 3 }],
  ];
  for (const [name, change] of wrong) assert.equal(checked(CODE, answer(change)), null, name);
  for (const none of [null, {}, { functions: 3 }, { functions: [null] }, "functions"]) assert.equal(checked(CODE, none), null);
});

test("a description with words that the source does not have is left out", () => {
  assert.equal(checked(CODE, answer({ doc: "Anna Weber earns 4711." }))?.functions[0].doc, "");
});

test("what cannot be saved is refused with a sentence", () => {
  const of = (/** @type {object} */ change, more = {}) => objection(/** @type {any} */ (checked(CODE, answer(change, { alone: true, ...more }))));
  assert.equal(of({}), "");
  assert.match(of({}, { functions: [] }), /no function/);
  assert.match(of({}, { alone: false }), /Keep one function/);
  assert.match(of({}, { functions: [NET, NET] }), /Keep one function/);
  assert.match(of({ reserved: true }), /Python has net already/);
  assert.match(of({}, { error: { message: "invalid syntax", line: 3 } }), /^Line 3 is not valid Python: invalid syntax\.$/);
  assert.match(
    objection(
      /** @type {any} */ (checked("def _net(): pass", answer({ name: "_net", signature: "_net()", doc: "", from: 1, to: 1, imports: [] }, { alone: true }))),
    ),
    /underscore/,
  );
});

test("code without a function becomes the body of one, which returns what the code shows", () => {
  assert.equal(
    wrapped("x = 1\n\nif x:\n    y = 2\nx + 1\n", 5),
    'def my_function():\n    """Say here what it does."""\n    x = 1\n\n    if x:\n        y = 2\n    return x + 1\n',
  );
  assert.equal(normalised("\r\ndef f():\r\n  pass\n\n\n"), "def f():\n  pass\n");
  assert.equal(summary("  Adds\n  up.\n\nMore."), "Adds up.");
});

test("the comment above a definition proposes to keep it", () => {
  const cases = [
    ["# insitu: save\ndef net(a):\n    pass", ["net"]],
    ["# insitu: save  \r\n@cache\r\n@other(1)\r\nasync def net(a):\r\n    pass", ["net"]],
    ["x = 1\n# insitu: save\ndef net(a): pass\n# insitu: save\ndef gross(a): pass", ["net", "gross"]],
    ["# insitu: save\n\ndef net(a): pass", []],
    ["# insitu: save\nx = 1\ndef net(a): pass", []],
    ["class A:\n    # insitu: save\n    def net(a): pass", []],
    ["x = 1 # insitu: save\ndef net(a): pass", []],
    ["# please insitu: save\ndef net(a): pass", []],
  ];
  for (const [code, names] of cases) assert.deepEqual(proposals(/** @type {string} */ (code)), names, String(code));
});
