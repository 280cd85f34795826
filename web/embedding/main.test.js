import { test } from "node:test";
import assert from "node:assert/strict";

import { listen } from "./main.js";

const SITE = "https://site.example";

test("only the page around this one is answered, only if its origin is listed, and once", () => {
  /** @type {((event: object) => void)[]} */
  const listeners = [];
  /** @type {[{ insitu: string }, string, MessagePort[]][]} */
  const posted = [];
  const parent = {
    postMessage: (
      /** @type {{ insitu: string }} */ message,
      /** @type {string} */ to,
      /** @type {MessagePort[]} */ ports,
    ) => posted.push([message, to, ports]),
  };
  Object.assign(globalThis, {
    parent,
    addEventListener: (/** @type {string} */ _, /** @type {(event: object) => void} */ heard) =>
      listeners.push(heard),
  });
  listen([SITE]);
  const hear = (/** @type {object} */ event) => {
    // A version that this page does not speak is answered with its own, and gets no session.
    for (const heard of listeners)
      heard({ source: parent, origin: SITE, data: { insitu: "embed", version: 0 }, ...event });
    return posted.map(([{ insitu }, to]) => `${insitu} ${to}`);
  };
  for (const other of [
    "https://other.example",
    "http://site.example",
    "https://site.example.org",
    "null",
    "",
  ])
    assert.deepEqual(hear({ origin: other }), [], other);
  assert.deepEqual(hear({ source: {} }), []);
  assert.deepEqual(hear({ data: { insitu: "ports" } }), []);
  assert.deepEqual(hear({}), [`embedded ${SITE}`]);
  assert.deepEqual(hear({}).length, 1);
  for (const [, , ports] of posted) for (const port of ports) port.close();
});
