// Exports the site with the real program, and serves the folder as a bare static host would: files by their names, below a path, with or without the headers that the
// folder's `_headers` asks for.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { promisify } from "node:util";

import { binary, root, site } from "./server.mjs";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".csv": "text/csv",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/**
 * Exports the site into a folder, which must be empty; resolves with what the program prints.
 *
 * @param {string} folder
 */
export async function exportSite(folder) {
  const { stdout } = await promisify(execFile)(binary, ["export", folder], {
    cwd: root,
    env: { ...process.env, INSITU_SITE: site, INSITU_CONFIG: "/dev/null" },
  });
  return stdout;
}

/**
 * Serves the folder until `stop()`.
 *
 * @param {string} folder
 * @param {{ below?: string, headers?: boolean }} [options] the path of the page, and whether `_headers` counts
 */
export async function startStaticHost(folder, { below = "/", headers = false } = {}) {
  const rules = headers ? parsed(await readFile(path.join(folder, "_headers"), "utf8")) : [];
  let current = folder;
  /** @type {string[]} */
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(/** @type {string} */ (request.url), "http://localhost");
    asked.push(`${request.method} ${pathname}${search}`);
    const inside = pathname.startsWith(below) ? `/${pathname.slice(below.length)}` : null;
    const name = inside === "/" ? "/index.html" : inside;
    const content = name && request.method === "GET" ? await readFile(path.join(current, path.normalize(name))).catch(() => null) : null;
    if (!content || !inside) return void response.writeHead(404, { "content-type": "text/html" }).end("<p>Not found</p>");
    const given = rules.filter(({ matches }) => matches(inside)).flatMap(({ set }) => set);
    response.writeHead(200, { "content-type": TYPES[path.extname(/** @type {string} */ (name))] ?? "application/octet-stream", ...Object.fromEntries(given) });
    response.end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}${below}`,
    /** The requests so far. */
    asked,
    /** Serves another folder from now on. @param {string} folder */
    serve: (folder) => void (current = folder),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Reads a `_headers` file: a line with a path, whose `*` stands for anything, then indented headers.
 *
 * @param {string} text
 */
function parsed(text) {
  /** @type {{ matches: (path: string) => boolean, set: [string, string][] }[]} */
  const rules = [];
  for (const line of text.split("\n").filter(Boolean)) {
    if (line.startsWith(" ")) {
      const [name, ...value] = line.trim().split(": ");
      rules.at(-1)?.set.push([name.toLowerCase(), value.join(": ")]);
    } else {
      const pattern = new RegExp(`^${line.replaceAll("*", ".*")}$`);
      rules.push({ matches: (path) => pattern.test(path), set: [] });
    }
  }
  return rules;
}
