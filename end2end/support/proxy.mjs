// A proxy between the browser and the real server that removes headers from responses, like a host
// that cannot set them.

import { createServer, request } from "node:http";
import { once } from "node:events";

/**
 * Serves what `url` serves, without the named headers.
 *
 * @param {string} url
 * @param {string[]} without
 */
export async function startProxy(url, without) {
  const { hostname, port } = new URL(url);
  const server = createServer((asked, answer) => {
    const passed = request(
      { hostname, port, path: asked.url, method: asked.method, headers: asked.headers },
      (given) => {
        const headers = Object.fromEntries(
          Object.entries(given.headers).filter(([name]) => !without.includes(name)),
        );
        answer.writeHead(/** @type {number} */ (given.statusCode), headers);
        given.pipe(answer);
      },
    );
    passed.on("error", () => answer.destroy());
    asked.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  return {
    url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}`,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
