import assert from "node:assert/strict";
import { test } from "node:test";

import { withIsolation } from "./isolation.ts";

test("three headers are added, and nothing else changes", async () => {
  const before = new Response("text", {
    status: 203,
    statusText: "Fine",
    headers: { "content-security-policy": "default-src 'none'", "content-type": "text/html" },
  });
  const after = withIsolation(before, "same-origin");
  assert.deepEqual([after.status, after.statusText, await after.text()], [203, "Fine", "text"]);
  assert.deepEqual(Object.fromEntries(after.headers), {
    "content-security-policy": "default-src 'none'",
    "content-type": "text/html",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  const headers = { "cross-origin-resource-policy": "same-origin" };
  assert.equal(
    withIsolation(new Response("text", { headers }), "cross-origin").headers.get(
      "cross-origin-resource-policy",
    ),
    "cross-origin",
  );
});

test("a response without content stays one, and a failure is passed on", () => {
  assert.equal(withIsolation(new Response(null, { status: 204 }), "same-origin").body, null);
  const failed = Response.error();
  assert.equal(withIsolation(failed, "same-origin"), failed);
});
