// What needs no document. The keys and the looks are tested in
// browsers.

import assert from "node:assert/strict";
import { test } from "node:test";

import { CompletionContext } from "@codemirror/autocomplete";
import { pythonLanguage } from "@codemirror/lang-python";
import { ensureSyntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";

import { checked, source } from "./completion.ts";
import { toPoints, toUnits } from "./positions.ts";
import { callAt, checked as checkedSignature } from "./signature.ts";
import type { Complete } from "./completion.ts";

/** Returns a state that is parsed whole, which an editor does in the background on a busy machine. */
function stateOf(doc: string) {
  const state = EditorState.create({ doc, extensions: pythonLanguage });
  assert.ok(ensureSyntaxTree(state, doc.length, 60_000));
  // A state keeps the tree that it was made with; the next one has what was parsed since.
  return state.update({}).state;
}

const labels = async (doc: string, complete?: Complete, deadline = 1_000) =>
  (
    await source(complete, deadline)(new CompletionContext(stateOf(doc), doc.length, false))
  )?.options.map(({ label }) => label) ?? [];

test("positions are converted to code points and back", () => {
  const text = "a🎉ä\n";
  assert.deepEqual(
    [0, 1, 3, 4, 5].map((units) => toPoints(text, units)),
    [0, 1, 2, 3, 4],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((points) => toUnits(text, points)),
    [0, 1, 3, 4, 5, null],
  );
});

test("the kernel's candidates come first, then names of the text that it does not know, each once", async () => {
  const found = await labels("total = 1\n'🎉'; tot", async (_code, cursor) => ({
    from: cursor - 3,
    to: cursor,
    candidates: [{ label: "total", type: "variable", detail: "int" }, { label: "totally" }],
  }));
  assert.deepEqual(found.slice(0, 2), ["total", "totally"]);
  assert.equal(found.filter((label) => label === "total").length, 1);
  assert.ok(found.includes("print"));
});

test("a kernel that is busy, fails or does not answer leaves the names of the text", async () => {
  for (const complete of [
    async () => null,
    () => Promise.reject(new Error("no")),
    () => new Promise(() => {}),
  ]) {
    assert.ok((await labels("total = 1\ntot", complete as any, 20)).includes("total"));
  }
});

test("an answer after the deadline is listed once it is there, without another question, unless the user has gone on", async () => {
  for (const goesOn of [false, true]) {
    const { state } = stateOf("tot").update({ selection: { anchor: 3 } });
    const view = { state };
    let answer: (answer: object) => void = () => {};
    let asked = 0;
    const complete = () => {
      asked += 1;
      return new Promise((resolve) => (answer = resolve));
    };
    const list = async (explicit = false) => {
      const found = await source(
        complete as any,
        5,
      )(new CompletionContext(state, 3, explicit, view as any));
      return found?.options.map(({ label }) => label) ?? [];
    };
    assert.ok(!(await list()).includes("totally"));
    if (goesOn) view.state = stateOf("tota");
    answer({ from: 0, to: 3, candidates: [{ label: "totally" }] });
    await new Promise(setImmediate);
    // The editor asks for the list again then.
    const listed = await list(true);
    assert.deepEqual([listed.includes("totally"), asked], goesOn ? [false, 2] : [true, 1]);
  }
});

test("the signal is aborted when the text changes", async () => {
  const context = new CompletionContext(stateOf("x"), 1, false);
  let seen: AbortSignal | undefined;
  const listed = source(
    (_code, _cursor, signal) => ((seen = signal), new Promise(() => {})),
    20,
  )(context);
  await new Promise(setImmediate);
  for (const listen of Reflect.get(context, "abortListeners")) listen();
  await listed;
  assert.equal(seen?.aborted, true);
});

test("where the text's own names are none, as in SQL, only the answer counts", async () => {
  const answer = (candidates: object[]) => async () => ({
    from: 10,
    to: 12,
    candidates,
    only: true,
  });
  const code = "am = 1\nab\nam";
  assert.deepEqual(await labels(code, answer([{ label: "amount" }]) as any), ["amount"]);
  assert.deepEqual(await labels(code, answer([]) as any), []);
});

test("nothing is asked in comments", async () => {
  let asked = 0;
  assert.deepEqual(await labels("x = 1 # df.", async () => (asked++, null)), []);
  assert.equal(asked, 0);
});

test("candidates that hide characters, are invalid, or replace other text are refused", () => {
  const code = "ab\ncd.x";
  const one = (label: unknown) =>
    checked({ from: 6, to: 7, candidates: [{ label }] }, code, 7)?.options.length ?? 0;
  assert.deepEqual(
    ["ok", "<b>", "a\nb", "a\u202eb", "a\u200bb", "", 7, null, "x".repeat(201)].map(one),
    [1, 1, 0, 0, 0, 0, 0, 0, 0],
  );
  for (const answer of [
    null,
    5,
    {},
    { from: 0, to: 7, candidates: [{ label: "a" }] },
    { from: 6, to: 6, candidates: [{ label: "a" }] },
  ]) {
    assert.equal(checked(answer, code, 7), null);
  }
});

test("the call around a position is found", () => {
  const code = "f(a, g(b), [c]) + class_(";
  assert.deepEqual(
    [1, 2, 7, 12, 15, 25].map((at) => callAt(stateOf(code), at)),
    [null, 1, 6, 1, null, 24],
  );
  assert.equal(callAt(stateOf("class A(B): pass"), 9), null);
});

test("a signature is bounded, visible text with a valid span", () => {
  assert.deepEqual(checkedSignature({ text: "f(a,\u202e b)", active: [2, 3], doc: "One.\n" }), {
    text: "f(a,\ufffd b)",
    active: [2, 3],
    doc: "One.",
  });
  assert.deepEqual(checkedSignature({ text: "f(a)", active: [2, 99] })?.active, null);
  for (const answer of [null, "f(a)", { text: 5 }, { text: "" }])
    assert.equal(checkedSignature(answer), null);
});
