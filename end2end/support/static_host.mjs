// Exports the site with the real program, and serves the folder as a bare static host would: files
// by their names, below a path, with or without the headers that the folder's `_headers` asks for.

import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";

import { binary, root, site } from "./server.mjs";

const LOOKUPS = ["frame: link: dns-prefetch", "frame: link: preconnect"];

/**
 * The probes that the page cannot judge in each engine without a server: they fail without a report
 * of the policy, and no server says that nothing arrived. The tests ask the host instead.
 * docs/security.md lists them.
 *
 * @type {Record<string, string[]>}
 */
export const UNPROVEN = {
  chromium: LOOKUPS,
  firefox: [
    ...LOOKUPS,
    "worker: import()",
    "frame: importScripts of another worker",
    "frame: link: preload",
    "frame: link: modulepreload",
  ],
  webkit: [
    ...LOOKUPS,
    ...[
      "worker: fetch",
      "worker: fetch without CORS",
      "worker: WebSocket",
      "worker: import()",
      "frame: another worker from a data address",
    ],
    ...[
      "frame: synchronous XMLHttpRequest of another worker",
      "frame: importScripts of another worker",
      "frame: link: prefetch",
      "frame: form",
    ],
  ],
};

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
 * @param {string} [config] the configuration
 */
export async function exportSite(folder, config = "/dev/null") {
  const { stdout } = await promisify(execFile)(binary, ["export", folder], {
    cwd: root,
    env: { ...process.env, INSITU_SITE: site, INSITU_CONFIG: config },
  });
  return stdout;
}

/**
 * Waits until a first visit is isolated: the page loads again once its service worker is there.
 * If that takes longer than the page waits, the next visit is isolated.
 *
 * @param {import("playwright-core").Page} page
 */
export async function untilIsolated(page) {
  await page.waitForFunction(() => window.insitu !== undefined);
  if (!(await page.evaluate(() => crossOriginIsolated))) {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
  }
  await page.waitForFunction(() => window.crossOriginIsolated && window.insitu !== undefined);
}

/** How many bytes are handed to a connection at a time. */
const PIECE = 64 << 10;

/**
 * Serves the folder until `stop()`. It compresses nothing, and looks for no compressed forms.
 *
 * @param {string} folder
 * @param {{ below?: string, headers?: boolean, encodes?: boolean }} [options] the path of the page,
 *   whether `_headers` counts, and whether `.gz` files are declared as an encoding
 */
export async function startStaticHost(
  folder,
  { below = "/", headers = false, encodes = false } = {},
) {
  const rules = headers ? parsed(await readFile(path.join(folder, "_headers"), "utf8")) : [];
  let current = folder;
  /** @type {string[]} */
  const asked = [];
  let sent = 0;
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(/** @type {string} */ (request.url), "http://localhost");
    asked.push(`${request.method} ${pathname}${search}`);
    const inside = pathname.startsWith(below) ? `/${pathname.slice(below.length)}` : null;
    const name = inside === "/" ? "/index.html" : inside;
    const content =
      name && request.method === "GET"
        ? await readFile(path.join(current, path.normalize(name))).catch(() => null)
        : null;
    if (!content || !inside)
      return void response.writeHead(404, { "content-type": "text/html" }).end("<p>Not found</p>");
    const given = rules.filter(({ matches }) => matches(inside)).flatMap(({ set }) => set);
    const type = TYPES[path.extname(/** @type {string} */ (name))] ?? "application/octet-stream";
    const encoding = encodes && inside.endsWith(".gz") ? { "content-encoding": "gzip" } : {};
    response.writeHead(200, {
      "content-type": type,
      "content-length": content.length,
      ...encoding,
      ...Object.fromEntries(given),
    });
    // In pieces, so that what a browser no longer wants does not count.
    const pieces = async function* () {
      for (let at = 0; at < content.length; at += PIECE) {
        const piece = content.subarray(at, at + PIECE);
        sent += piece.length;
        yield piece;
      }
    };
    await pipeline(pieces, response).catch(() => {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://localhost:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}${below}`,
    /** The requests so far. */
    asked,
    /** Returns how many bytes of files were sent so far. */
    sent: () => sent,
    /** Serves another folder from now on. @param {string} folder */
    serve: (folder) => void (current = folder),
    stop: async () => {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Reads a `_headers` file: a line with a path, whose `*` stands for anything, then indented
 * headers.
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
