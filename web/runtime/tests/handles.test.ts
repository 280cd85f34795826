// Handles of dropped and picked files, on a fake window: they are collected during the event, and
// the page's input gets what was picked.

import assert from "node:assert/strict";
import { test } from "node:test";

import { collectHandles } from "../handles.ts";

/**
 * Makes a window that listens, and an input of the page in it.
 *
 * @param browser what the browser has
 */
function fakeWindow(browser: object) {
  const window = Object.assign(new EventTarget(), browser) as any;
  const input = Object.assign(new EventTarget(), {
    matches: () => true,
    files: null,
    clicks: 0,
  }) as any;
  const seen = { changes: 0 };
  input.addEventListener("change", () => (seen.changes += 1));
  const click = async () => {
    const event = new Event("click", { cancelable: true });
    Object.defineProperty(event, "target", { value: input });
    window.dispatchEvent(event);
    await new Promise((resolve) => setTimeout(resolve));
    return event.defaultPrevented;
  };
  input.click = () => {
    input.clicks += 1;
    void click();
  };
  collectHandles(window);
  return { window, input, seen, click };
}

const handle = { kind: "file", name: "a.csv", getFile: async () => new File(["x"], "a.csv") };

const drop = (items: object[]) => Object.assign(new Event("drop"), { dataTransfer: { items } });

test("the handles of dropped files are asked for during the event; text and browsers without handles have none", async () => {
  const { window } = fakeWindow({});
  let during = false;
  const getAsFileSystemHandle = async () => {
    assert.ok(during);
    return handle;
  };
  during = true;
  window.dispatchEvent(
    drop([
      { kind: "file", getAsFileSystemHandle },
      { kind: "string", getAsFileSystemHandle },
      { kind: "file" },
      { kind: "file", getAsFileSystemHandle: () => Promise.reject(new Error()) },
    ]),
  );
  during = false;
  assert.deepEqual(await Promise.all(window.insituPage.handles), [handle, null]);
  window.dispatchEvent(new Event("drop"));
  assert.equal(window.insituPage.handles.length, 2);
});

test("without a picker, a click on an input is left alone", async () => {
  const { click } = fakeWindow({});
  assert.equal(await click(), false);
});

test("what is picked is set as the input's files, with a change; a closed picker changes nothing; a failure opens the ordinary picker", async () => {
  const added: File[] = [];
  const transfer = globalThis.DataTransfer;
  globalThis.DataTransfer = class {
    items = { add: (file: File) => added.push(file) };
    files = added;
  } as any;
  let outcome = async () => [handle] as any[];
  const { window, input, seen, click } = fakeWindow({ showOpenFilePicker: () => outcome() });
  assert.equal(await click(), true);
  assert.deepEqual(
    [input.files, seen.changes, await Promise.all(window.insituPage.handles)],
    [added, 1, [handle]],
  );
  assert.equal(added[0].name, "a.csv");
  outcome = () => Promise.reject(new DOMException("", "AbortError"));
  assert.equal(await click(), true);
  assert.deepEqual([seen.changes, input.clicks, window.insituPage.handles.length], [1, 0, 1]);
  outcome = () => Promise.reject(new DOMException("", "SecurityError"));
  assert.equal(await click(), true);
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual([seen.changes, input.clicks], [1, 1]);
  globalThis.DataTransfer = transfer;
});
