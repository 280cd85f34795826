// The one program, started in an empty folder on a system without certificates: it serves the page,
// Python and the samples from itself, and leaves the folder empty.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { openPage, startBrowser } from "../support/browser.mjs";
import { standalone, startServer } from "../support/server.mjs";
import { ask, id } from "../support/user.mjs";

/** As in an empty container. If these are named, no others are looked for. */
const NO_CERTIFICATES = { SSL_CERT_FILE: "/nowhere", SSL_CERT_DIR: "/nowhere" };

/** @type {string} */
let folder;
/** @type {string} */
let program;
/** @type {import("../support/server.mjs").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "insitu-binary-"));
  // A copy elsewhere, so that nothing beside the original can be found.
  program = `${folder}-program`;
  await copyFile(standalone, program);
  server = await startServer({
    program,
    folder,
    env: { ...NO_CERTIFICATES, INSITU_SITE: undefined },
  });
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
  await rm(program, { force: true });
});

test("a question about a sample is answered with a chart, and the folder stays empty", async () => {
  const page = await openPage(browser, server.url, { boot: false });
  await page.locator(id("sample-sales")).click();
  const turn = await ask(page, "monthly revenue as a chart", 150_000);
  await turn.locator(id("figure")).first().waitFor();
  assert.deepEqual(page.faults, []);
  assert.deepEqual(await readdir(folder), []);
});

test("files are sent compressed, in ranges, and not again", async () => {
  const listed = await (await fetch(`${server.url}/files.json`)).json();
  const wasm = Object.keys(listed).find(
    (name) => name.startsWith("runtime/") && name.endsWith(".wasm") && `${name}.br` in listed,
  );
  const file = `${server.url}/${wasm}`;
  const first = await fetch(file, { headers: { "accept-encoding": "br" }, method: "HEAD" });
  assert.deepEqual(
    ["content-encoding", "content-type", "cache-control", "accept-ranges"].map((name) =>
      first.headers.get(name),
    ),
    ["br", "application/wasm", "public, max-age=31536000, immutable", "bytes"],
  );
  const tag = /** @type {string} */ (first.headers.get("etag"));
  assert.equal(
    (await fetch(file, { headers: { "accept-encoding": "br", "if-none-match": tag } })).status,
    304,
  );
  const part = await fetch(file, {
    headers: { "accept-encoding": "identity", range: "bytes=0-3" },
  });
  assert.equal(part.status, 206);
  assert.deepEqual([...new Uint8Array(await part.arrayBuffer())], [0, ...Buffer.from("asm")]);
});

test("the program checks its own site, and its health is that of the server", async () => {
  const env = {
    INSITU_ADDR: new URL(server.url).host,
    INSITU_DISCOVERY: "false",
    ...NO_CERTIFICATES,
  };
  const say = async (/** @type {string[]} */ ...words) =>
    (await promisify(execFile)(program, words, { cwd: folder, env })).stdout;
  assert.match(await say("check"), /The site is complete: \d+ files, \d+ MB, each with its hash\./);
  assert.match(await say("health"), /"ready"/);
});
