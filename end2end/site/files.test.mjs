// The files of the built site, as the server sends them: each has the type and the lifetime that
// its name promises, and the content that a manifest lists. Needs no browser. Compressed forms
// exist in a release only: ../release/encodings.test.mjs.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { assetOf, assets, manifest, sha256 } from "../support/built.mjs";
import { startServer } from "../support/server.mjs";

/** @type {import("../support/server.mjs").Server} */
let server;

before(async () => {
  server = await startServer();
});

after(() => server?.stop());

test("hashed files are immutable and have the right type", async () => {
  const names = await assets();
  const { core, packages } = await manifest();
  const wheel = packages[0].asset;
  for (const [url, type] of [
    [names["page.wasm"], "application/wasm"],
    [names["page.js"], "text/javascript"],
    [names["page.css"], "text/css"],
    [names["manifest.json"], "application/json"],
    [assetOf(core, "wasm").url, "application/wasm"],
    [wheel.url, "application/octet-stream"],
  ]) {
    const response = await fetch(server.url + url, { method: "HEAD" });
    assert.equal(response.status, 200, url);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", url);
    assert.match(response.headers.get("cache-control") ?? "", /immutable/, url);
    assert.equal(response.headers.get("content-type"), type, url);
  }
});

test("the files of the runtime are those that the manifest lists", async () => {
  const { core, packages } = await manifest();
  for (const { url, bytes, sha256: expected } of [...core, packages[0]].map(({ asset }) => asset)) {
    const content = Buffer.from(await (await fetch(server.url + url)).arrayBuffer());
    assert.deepEqual([content.length, sha256(content, "hex")], [bytes, expected], url);
  }
});

test("the renderers are those that their manifest lists, and are immutable", async () => {
  const renderers = await (await fetch(`${server.url}/render/manifest.json`)).json();
  assert.deepEqual(Object.keys(renderers).sort(), [
    "math",
    "math-font",
    "pdf",
    "pdf-maps",
    "pdf-worker",
    "plotly",
    "plotly-full",
    "vega",
  ]);
  for (const { url, bytes, integrity } of Object.values(renderers)) {
    const response = await fetch(server.url + url);
    assert.match(response.headers.get("cache-control") ?? "", /immutable/, url);
    const content = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(
      [content.length, `sha256-${sha256(content, "base64")}`],
      [bytes, integrity],
      url,
    );
  }
});
