// The sealed frame on a fake page: its sandbox, and that the two channels reach it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openFrame } from "../frame.js";

/**
 * @typedef {EventTarget & { tag: string, attributes: Record<string, string>, contentWindow:
 *   unknown, setAttribute?: Function }} FakeElement
 */

/**
 * Makes a page on which a frame is loaded as soon as it is appended.
 *
 * @param {{ postMessage(...values: unknown[]): unknown } | null} contentWindow
 * @param {string} [around] the document around the frame, where a static host serves the page
 */
function fakePage(contentWindow, around) {
  /** @type {FakeElement[]} */
  const elements = [];
  /** @param {string} tag */
  const createElement = (tag) => {
    /** @type {FakeElement} */
    const element = Object.assign(new EventTarget(), { tag, attributes: {}, contentWindow: null });
    element.setAttribute = (/** @type {string} */ name, /** @type {string} */ value) =>
      (element.attributes[name] = value);
    return element;
  };
  /** @param {FakeElement} element */
  const append = (element) => {
    elements.push(element);
    queueMicrotask(() => {
      element.contentWindow = contentWindow;
      element.dispatchEvent(new Event("load"));
    });
  };
  const named = around ? { getAttribute: () => around } : null;
  const querySelector = (/** @type {string} */ selector) =>
    selector === 'meta[name="insitu:kernel-frame"]' ? named : null;
  return {
    document: /** @type {Document} */ (
      /** @type {unknown} */ ({ createElement, querySelector, documentElement: { append } })
    ),
    elements,
  };
}

test("the frame may run scripts and nothing else, and is hidden from users and assistive technology", async () => {
  const { document, elements } = fakePage({ postMessage() {} });
  const { element } = await openFrame(document);
  assert.deepEqual(
    elements.map(({ tag, attributes }) => [tag, attributes]),
    [
      [
        "iframe",
        {
          sandbox: "allow-scripts",
          allow: "cross-origin-isolated",
          title: "Python",
          "aria-hidden": "true",
          tabindex: "-1",
          hidden: "",
          src: "/kernel/frame",
        },
      ],
    ],
  );
  assert.equal(element, elements[0]);
});

test("where a static host serves the page, the frame is the document that holds the sealed one", async () => {
  const { document, elements } = fakePage({ postMessage() {} }, "./kernel/frame.0123456789ab.html");
  await openFrame(document);
  assert.deepEqual(
    [elements[0].attributes.src, elements[0].attributes.sandbox],
    ["./kernel/frame.0123456789ab.html", undefined],
  );
});

test("the frame gets one end of each channel, and the page has the other", async () => {
  /** @type {[data: unknown, target: string, ports: MessagePort[]][]} */
  const posted = [];
  const { document } = fakePage({
    postMessage: (...values) => posted.push(/** @type {typeof posted[number]} */ (values)),
  });
  const { control, worker } = await openFrame(document);
  const [[data, target, ports]] = posted;
  assert.deepEqual([posted.length, data, target], [1, { insitu: "ports" }, "*"]);
  for (const port of ports) port.onmessage = ({ data }) => port.postMessage(`${data} heard`);
  /** @param {MessagePort} port */
  const answer = (port) => new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
  const answers = [answer(control), answer(worker)];
  control.postMessage("control");
  worker.postMessage("worker");
  assert.deepEqual(await Promise.all(answers), ["control heard", "worker heard"]);
  for (const port of [control, worker]) port.close();
});

test("a frame that is removed while it loads is an error", async () => {
  await assert.rejects(openFrame(fakePage(null).document), {
    message: "The sealed frame was taken from the page.",
  });
});
