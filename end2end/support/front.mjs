// What a browser sees of a server that comes and goes: one address, behind which is a server,
// another version of it, an answer of something between, or nothing.

import { once } from "node:events";
import { createServer, request } from "node:http";
import { constants, createGzip } from "node:zlib";

/**
 * Returns whether an answer is to be compressed on its way: the page's program. A private window
 * caches no file of the 10 MB that it has in a build for tests, which is not compressed, and would
 * fetch it twice.
 *
 * @param {import("node:http").IncomingMessage} given
 */
const isProgram = ({ statusCode, headers }) =>
  statusCode === 200 &&
  headers["content-type"] === "application/wasm" &&
  !headers["content-encoding"];

/**
 * Passes requests on to the server at `url`, until something else is asked for.
 *
 * @param {string} url
 */
export async function startFront(url) {
  let behind = new URL(url);
  /** @type {{ status: number, headers: Record<string, string>, body: string } | null} */
  let fixed = null;
  let silent = false;
  /** @type {string[]} */
  const asked = [];
  const server = createServer((incoming, answer) => {
    asked.push(`${incoming.method} ${incoming.url}`);
    if (silent) return;
    if (fixed) return void answer.writeHead(fixed.status, fixed.headers).end(fixed.body);
    const { hostname, port } = behind;
    const passed = request(
      { hostname, port, path: incoming.url, method: incoming.method, headers: incoming.headers },
      (given) => {
        if (isProgram(given)) {
          const { "content-length": _, ...headers } = given.headers;
          answer.writeHead(200, { ...headers, "content-encoding": "gzip" });
          given.pipe(createGzip({ level: constants.Z_BEST_SPEED })).pipe(answer);
          return;
        }
        answer.writeHead(/** @type {number} */ (given.statusCode), given.headers);
        given.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const down = async () => {
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    /** The requests so far. */
    asked,
    /** Passes requests on to another server. @param {string} url */
    passTo: (url) => {
      fixed = null;
      behind = new URL(url);
    },
    /**
     * Answers every request by itself.
     *
     * @param {number} status
     * @param {string} body
     * @param {Record<string, string>} [headers]
     */
    answer: (status, body, headers = {}) => {
      fixed = { status, body, headers: { "content-type": "text/html", ...headers } };
    },
    /**
     * Takes requests and answers none, as in a network that loses everything. What hangs ends when
     * that is over.
     *
     * @param {boolean} is
     */
    beSilent: (is) => {
      silent = is;
      if (!is) server.closeAllConnections();
    },
    /** Refuses connections. */
    down,
    /** Takes connections again. */
    up: async () => {
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
    },
    stop: down,
  };
}
