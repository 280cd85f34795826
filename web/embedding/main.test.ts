import { test } from "node:test";
import assert from "node:assert/strict";

import { listen } from "./main.ts";

const SITE = "https://site.example";

test("only the page around this one is answered, only if its origin is listed, and once", () => {
  const listeners: ((event: object) => void)[] = [];
  const posted: [{ insitu: string }, string, MessagePort[]][] = [];
  const parent = {
    postMessage: (message: { insitu: string }, to: string, ports: MessagePort[]) =>
      posted.push([message, to, ports]),
  };
  Object.assign(globalThis, {
    parent,
    addEventListener: (_: string, heard: (event: object) => void) => listeners.push(heard),
  });
  listen([SITE]);
  const hear = (event: object) => {
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
