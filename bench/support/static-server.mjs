// Serves files from memory on loopback as a well-configured host would: compressed in advance, and
// cached forever.

import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

import { root } from "../../end2end/support/server.mjs";

/**
 * The folder where compressed files are stored for the next run: Pyodide's WebAssembly takes half a
 * minute at the best quality.
 */
const COMPRESSED = path.join(root, "target/bench");

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/**
 * Serves `files`, a map from path to content, until `stop()`. Wheels and archives are already
 * compressed and sent unchanged.
 *
 * @param {Map<string, Buffer>} files
 */
export async function startStaticServer(files) {
  const ready = new Map();
  for (const [name, content] of files) ready.set(name, await prepared(name, content));
  const server = createServer((request, response) => {
    const file = ready.get(
      new URL(/** @type {string} */ (request.url), "http://localhost").pathname,
    );
    if (!file) return void response.writeHead(404).end();
    response.writeHead(200, file.headers).end(file.body);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * @param {string} name
 * @param {Buffer} content
 */
async function prepared(name, content) {
  const type = TYPES[path.extname(name)];
  const body = type ? await compressed(content) : content;
  const headers = {
    "Content-Type": type ?? "application/octet-stream",
    "Content-Length": body.length,
    "Cache-Control": name.endsWith(".html") ? "no-cache" : "public, max-age=31536000, immutable",
    // Open WebUI's sandboxed frame has an opaque origin, so its server sends this too.
    "Access-Control-Allow-Origin": "*",
    ...(type ? { "Content-Encoding": "br" } : {}),
  };
  return { headers, body };
}

/** @param {Buffer} content */
async function compressed(content) {
  const kept = path.join(COMPRESSED, `${createHash("sha256").update(content).digest("hex")}.br`);
  if (existsSync(kept)) return readFileSync(kept);
  const bytes = await promisify(brotliCompress)(content);
  mkdirSync(COMPRESSED, { recursive: true });
  writeFileSync(`${kept}.half`, bytes);
  renameSync(`${kept}.half`, kept);
  return bytes;
}
