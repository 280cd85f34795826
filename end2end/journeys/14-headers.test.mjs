// The server's protections: the headers of the page, of the frames and of the files that they load.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { site, startServer } from "../support/server.mjs";

/** @type {import("../support/server.mjs").Server} */
let server;

before(async () => {
  server = await startServer();
});

after(() => server?.stop());

/**
 * Parses a policy into `directive -> sources`.
 *
 * @param {Response} response
 * @returns {Record<string, string[]>}
 */
function policy(response) {
  const directives = /** @type {string} */ (response.headers.get("content-security-policy")).split(";").map((directive) => directive.trim().split(/\s+/));
  return Object.fromEntries(directives.filter(([name]) => name).map(([name, ...sources]) => [name, sources]));
}

/**
 * Checks the headers that every document has.
 *
 * @param {Response} response
 */
function common(response) {
  const { headers } = response;
  assert.equal(headers.get("x-content-type-options"), "nosniff");
  assert.equal(headers.get("cross-origin-embedder-policy"), "require-corp");
  assert.equal(headers.get("referrer-policy"), "no-referrer");
}

/**
 * Returns the file of a role.
 *
 * @param {import("../../public/types/kernel").CoreFile[]} core
 * @param {string} role
 */
function assetOf(core, role) {
  return /** @type {import("../../public/types/kernel").CoreFile} */ (core.find((file) => file.role === role)).asset;
}

test("the page has strict scripts with a fresh nonce and two frames, and is isolated and never cached", async () => {
  const [first, second] = await Promise.all([fetch(server.url), fetch(server.url)]);
  common(first);
  assert.equal(first.headers.get("cross-origin-opener-policy"), "same-origin");
  assert.match(first.headers.get("permissions-policy") ?? "", /camera=\(\)/);
  assert.equal(first.headers.get("cache-control"), "no-store");
  const rules = policy(first);
  assert.deepEqual(rules["default-src"], ["'none'"]);
  assert.deepEqual(rules["object-src"], ["'none'"]);
  assert.deepEqual(rules["base-uri"], ["'none'"]);
  const { host } = new URL(server.url);
  assert.deepEqual(rules["frame-src"], [`${host}/kernel/frame`, `${host}/render/frame`]);
  assert.deepEqual(rules["frame-ancestors"], ["'none'"]);
  for (const name of ["script-src", "style-src"]) {
    assert.ok(!rules[name].includes("'unsafe-inline'") && !rules[name].includes("'unsafe-eval'"), `${name} ${rules[name]}`);
  }
  assert.deepEqual(rules["connect-src"], ["'self'"]);
  const nonce = (rules["script-src"].find((source) => source.startsWith("'nonce-")) ?? "").slice(7, -1);
  assert.ok(nonce.length >= 16);
  assert.ok(!policy(second)["script-src"].some((source) => source.includes(nonce)), "the nonce is used once");
  const html = await first.text();
  for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
  assert.doesNotMatch(html, /\son\w+=|style="/i);
});

test("the kernel's frame has an opaque origin, no connections, and one script that is allowed by its hash", async () => {
  const response = await fetch(`${server.url}/kernel/frame`);
  common(response);
  assert.equal(response.headers.get("cross-origin-resource-policy"), "cross-origin");
  const rules = policy(response);
  assert.deepEqual(rules["default-src"], ["'none'"]);
  assert.deepEqual(rules["connect-src"], ["'none'"]);
  assert.deepEqual(rules.webrtc, ["'block'"]);
  // The worker's source is handed over, in either form; both have this policy.
  assert.deepEqual(rules["worker-src"], ["blob:", "data:"]);
  assert.deepEqual(rules.sandbox, ["allow-scripts"]);
  const [, script] = /** @type {RegExpExecArray} */ (/<script>([^]*?)<\/script>/.exec(await response.text()));
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  assert.deepEqual(
    rules["script-src"].filter((source) => source !== "'wasm-unsafe-eval'"),
    [hash],
  );
  assert.equal(script.trim(), (await readFile(path.join(site, "kernel/frame.js"), "utf8")).trim());
});

test("the frame of rendered results has an opaque origin, no connections, one script and blobs, and cannot navigate", async () => {
  const response = await fetch(`${server.url}/render/frame`);
  common(response);
  assert.equal(response.headers.get("connection-allowlist"), "()");
  const rules = policy(response);
  const [, script] = /** @type {RegExpExecArray} */ (/<script>([^]*?)<\/script>/.exec(await response.text()));
  const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
  assert.deepEqual(rules, {
    sandbox: ["allow-scripts"],
    "default-src": ["'none'"],
    "script-src": [hash, "blob:"],
    "worker-src": ["blob:"],
    "style-src": ["'unsafe-inline'"],
    "img-src": ["data:", "blob:"],
    "font-src": ["data:", "blob:"],
    "connect-src": ["'none'"],
    "frame-src": ["'none'"],
    "form-action": ["'none'"],
    "base-uri": ["'none'"],
    "frame-ancestors": ["'self'"],
    webrtc: ["'block'"],
  });
  assert.equal((await fetch(`${server.url}/render/frame?x=1`)).status, 400);
});

test("the renderers match their manifest and are compressed", async () => {
  const manifest = await (await fetch(`${server.url}/render/manifest.json`)).json();
  assert.deepEqual(Object.keys(manifest).sort(), ["math", "math-font", "pdf", "pdf-maps", "pdf-worker", "plotly", "plotly-full", "vega"]);
  for (const { url, bytes, integrity } of Object.values(manifest)) {
    const response = await fetch(server.url + url, { headers: { "accept-encoding": "br" } });
    assert.match(response.headers.get("cache-control") ?? "", /immutable/, url);
    // A font is already compressed.
    assert.equal(response.headers.get("content-encoding"), url.endsWith(".woff2") ? null : "br", url);
    const content = Buffer.from(await response.arrayBuffer());
    assert.deepEqual([content.length, `sha256-${createHash("sha256").update(content).digest("base64")}`], [bytes, integrity], url);
  }
});

test("the snapshot is sent with the encoding that decodes fastest, where the browser accepts it", async () => {
  const assets = JSON.parse(await readFile(path.join(site, "assets.json"), "utf8"));
  /** @type {import("../../public/types/kernel").Manifest} */
  const { core } = JSON.parse(await readFile(path.join(site, assets["manifest.json"]), "utf8"));
  for (const role of ["heap", "libraries", "wasm"]) {
    const { url } = assetOf(core, role);
    for (const [accepted, form] of [
      ["gzip, br, zstd", "zstd"],
      ["gzip, br", "br"],
      ["gzip", "gzip"],
    ]) {
      const response = await fetch(server.url + url, { method: "HEAD", headers: { "accept-encoding": accepted } });
      assert.equal(response.headers.get("content-encoding"), form, `${role} for ${accepted}`);
    }
  }
});

test("hashed files are immutable, compressed where that helps, and have the right type", async () => {
  const assets = JSON.parse(await readFile(path.join(site, "assets.json"), "utf8"));
  /** @type {import("../../public/types/kernel").Manifest} */
  const manifest = JSON.parse(await readFile(path.join(site, assets["manifest.json"]), "utf8"));
  const wheel = manifest.packages[0];
  for (const [url, type] of [
    [assets["page.wasm"], "application/wasm"],
    [assets["page.js"], "text/javascript"],
    [assets["page.css"], "text/css"],
    [assets["manifest.json"], "application/json"],
    [assetOf(manifest.core, "wasm").url, "application/wasm"],
    [wheel.asset.url, "application/octet-stream"],
  ]) {
    const response = await fetch(server.url + url, { headers: { "accept-encoding": "br" } });
    assert.equal(response.status, 200, url);
    assert.equal(response.headers.get("x-content-type-options"), "nosniff", url);
    assert.match(response.headers.get("cache-control") ?? "", /immutable/, url);
    assert.equal(response.headers.get("content-type"), type, url);
    assert.equal(response.headers.get("content-encoding"), "br", url);
  }
  const bytes = Buffer.from(await (await fetch(server.url + wheel.asset.url)).arrayBuffer());
  assert.equal(createHash("sha256").update(bytes).digest("hex"), wheel.asset.sha256);
});

test("the page's wasm is under 450 KB compressed", async (context) => {
  const assets = JSON.parse(await readFile(path.join(site, "assets.json"), "utf8"));
  const { length } = await readFile(path.join(site, `${assets["page.wasm"]}.br`));
  context.diagnostic(`${(length / 1024).toFixed(0)} KB`);
  assert.ok(length < 450 * 1024, `${length} bytes`);
});

test("missing files are not found, and nothing outside the folder is served", async () => {
  for (const way of ["/nothing-here", "/../Cargo.toml", "/..%2fCargo.toml", "/runtime/%2e%2e/%2e%2e/Cargo.toml", "/assets.json/../../../Cargo.lock"]) {
    const response = await fetch(server.url + way);
    assert.equal(response.status, 404, way);
    assert.doesNotMatch(await response.text(), /\[workspace\]/);
  }
});

test("the relay refuses requests of other sites, and says when no model is connected", async () => {
  const ask = (/** @type {Record<string, string>} */ headers) =>
    fetch(`${server.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ messages: [{ role: "user", content: "hi" }], stream: true }),
    });
  const foreign = await ask({ origin: "https://evil.example", "sec-fetch-site": "cross-site" });
  assert.equal(foreign.status, 403);
  const own = await ask({});
  assert.equal(own.status, 503);
  assert.match((await own.json()).error.message, /INSITU_BASE_URL/);
  assert.deepEqual((await (await fetch(`${server.url}/v1/models`)).json()).data, []);
});
