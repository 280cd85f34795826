// The documents of the built site, as the server sends them: each runs the scripts that its policy
// allows, and no others. Needs no browser. The policies themselves, word for word, are compared in
// server/tests/http/site.rs.

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
 * Returns the sources of a directive of a response's policy.
 *
 * @param {Response} response
 * @param {string} name
 */
function sources(response, name) {
  const policy = /** @type {string} */ (response.headers.get("content-security-policy"));
  const directives = policy.split(";").map((directive) => directive.trim().split(/\s+/));
  return directives
    .filter(([directive]) => directive === name)
    .flatMap(([, ...sources]) => sources);
}

test("every script of the page has the nonce of its policy, and no element has code or style of its own", async () => {
  const response = await fetch(server.url);
  assert.equal(response.status, 200);
  const nonces = sources(response, "script-src").filter((source) => source.startsWith("'nonce-"));
  assert.equal(nonces.length, 1);
  const nonce = nonces[0].slice("'nonce-".length, -1);
  const html = await response.text();
  const tags = Array.from(html.matchAll(/<script\b[^>]*>/g), ([tag]) => tag);
  assert.ok(tags.length > 1, html);
  for (const tag of tags) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
  assert.doesNotMatch(html, /\son\w+=|style="/i);
});

for (const { frame, others } of [
  { frame: "kernel", others: ["'wasm-unsafe-eval'"] },
  { frame: "render", others: ["blob:"] },
]) {
  test(`the ${frame} frame has one script, that of the site, and its policy allows it by its hash`, async () => {
    const response = await fetch(`${server.url}/${frame}/frame`);
    assert.equal(response.status, 200);
    const html = await response.text();
    const scripts = Array.from(html.matchAll(/<script>([^]*?)<\/script>/g), ([, script]) => script);
    assert.equal(scripts.length, 1);
    assert.equal(html.match(/<script\b/g)?.length, 1);
    const hash = `'sha256-${createHash("sha256").update(scripts[0]).digest("base64")}'`;
    assert.deepEqual(sources(response, "script-src"), [hash, ...others]);
    assert.equal(
      scripts[0].trim(),
      (await readFile(path.join(site, `${frame}/frame.js`), "utf8")).trim(),
    );
  });
}
