// The sealed frame on a fake page: its sandbox, and that the two channels reach it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { openFrame } from "../frame.ts";

type FakeElement = EventTarget & {
  tag: string;
  attributes: Record<string, string>;
  contentWindow: unknown;
  setAttribute?: CallableFunction;
};

/**
 * Makes a page on which a frame is loaded as soon as it is appended.
 *
 * @param around the document around the frame, if a static host serves the page
 */
function fakePage(
  contentWindow: { postMessage(...values: unknown[]): unknown } | null,
  around?: string,
) {
  const elements: FakeElement[] = [];
  const createElement = (tag: string) => {
    const element: FakeElement = Object.assign(new EventTarget(), {
      tag,
      attributes: {},
      contentWindow: null,
    });
    element.setAttribute = (name: string, value: string) => (element.attributes[name] = value);
    return element;
  };
  const append = (element: FakeElement) => {
    elements.push(element);
    queueMicrotask(() => {
      element.contentWindow = contentWindow;
      element.dispatchEvent(new Event("load"));
    });
  };
  const named = around ? { getAttribute: () => around } : null;
  const querySelector = (selector: string) =>
    selector === 'meta[name="insitu:kernel-frame"]' ? named : null;
  return {
    document: { createElement, querySelector, documentElement: { append } } as unknown as Document,
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
  const posted: [data: unknown, target: string, ports: MessagePort[]][] = [];
  const { document } = fakePage({
    postMessage: (...values) => posted.push(values as (typeof posted)[number]),
  });
  const { control, worker } = await openFrame(document);
  const [[data, target, ports]] = posted;
  assert.deepEqual([posted.length, data, target], [1, { insitu: "ports" }, "*"]);
  for (const port of ports) port.onmessage = ({ data }) => port.postMessage(`${data} heard`);
  const answer = (port: MessagePort) =>
    new Promise((resolve) => (port.onmessage = ({ data }) => resolve(data)));
  const answers = [answer(control), answer(worker)];
  control.postMessage("control");
  worker.postMessage("worker");
  assert.deepEqual(await Promise.all(answers), ["control heard", "worker heard"]);
  for (const port of [control, worker]) port.close();
});

test("a frame that is removed while it loads is an error", async () => {
  await assert.rejects(openFrame(fakePage(null).document), {
    message: "The isolated frame was taken from the page.",
  });
});
