// The compressed forms of a release: which of them the server sends to whom, and that each holds
// the file. Needs no browser. Which form is preferred, and the types and lifetimes of files, are
// tested in server/tests/http/site.rs and ../site.

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

test("the renderers are sent with brotli, but for the font, which is compressed already", async () => {
  const renderers = await (await fetch(`${server.url}/render/manifest.json`)).json();
  assert.equal(Object.keys(renderers).length, 8);
  for (const { url, bytes, integrity } of Object.values(renderers)) {
    const response = await fetch(server.url + url, { headers: { "accept-encoding": "br" } });
    assert.equal(
      response.headers.get("content-encoding"),
      url.endsWith(".woff2") ? null : "br",
      url,
    );
    const content = Buffer.from(await response.arrayBuffer());
    assert.deepEqual(
      [content.length, `sha256-${sha256(content, "base64")}`],
      [bytes, integrity],
      url,
    );
  }
});

test("the snapshot is sent with the encoding that decodes fastest, where the browser accepts it", async () => {
  const { core } = await manifest();
  for (const role of ["heap", "libraries", "wasm"]) {
    const { url } = assetOf(core, role);
    for (const [accepted, form] of [
      ["gzip, br, zstd", "zstd"],
      ["gzip, br", "br"],
      ["gzip", "gzip"],
    ]) {
      const response = await fetch(server.url + url, {
        method: "HEAD",
        headers: { "accept-encoding": accepted },
      });
      assert.equal(response.headers.get("content-encoding"), form, `${role} for ${accepted}`);
    }
  }
});

test("hashed files are sent with brotli, and a package is what the manifest lists", async () => {
  const names = await assets();
  const { core, packages } = await manifest();
  const wheel = packages[0].asset;
  for (const url of [
    names["page.wasm"],
    names["page.js"],
    names["page.css"],
    names["manifest.json"],
    assetOf(core, "wasm").url,
    wheel.url,
  ]) {
    const response = await fetch(server.url + url, {
      method: "HEAD",
      headers: { "accept-encoding": "br" },
    });
    assert.deepEqual([response.status, response.headers.get("content-encoding")], [200, "br"], url);
  }
  const response = await fetch(server.url + wheel.url, { headers: { "accept-encoding": "br" } });
  const bytes = Buffer.from(await response.arrayBuffer());
  assert.deepEqual([bytes.length, sha256(bytes, "hex")], [wheel.bytes, wheel.sha256]);
});
