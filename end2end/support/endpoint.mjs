// An endpoint that a page may ask by itself: a scripted model (upstream.mjs) behind another port,
// with a list of models and, for one origin, CORS. Knows nothing of Insitu.

import { once } from "node:events";
import { createServer, request as send } from "node:http";

/**
 * Starts the endpoint.
 *
 * @param {import("./upstream.mjs").Upstream} upstream
 */
export async function startEndpoint({ model }) {
  const behind = new URL(model.url);
  /** @type {string | null} */
  let allowed = null;
  /** @type {{ method: string, url: string }[]} */
  const received = [];
  const server = createServer((request, response) => {
    const { method = "", url = "" } = request;
    received.push({ method, url });
    if (allowed !== null && request.headers.origin === allowed) {
      response.setHeader("access-control-allow-origin", allowed);
      response.setHeader("access-control-allow-headers", "authorization, content-type");
    }
    if (url === "/")
      return response
        .writeHead(200, { "content-type": "text/html" })
        .end("<!doctype html><title>Another site</title>");
    if (method === "OPTIONS") return response.writeHead(204).end();
    if (request.headers.authorization !== `Bearer ${model.key}`) {
      return response
        .writeHead(401, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message: "Incorrect API key provided" } }));
    }
    if (url === "/v1/models") {
      return response.writeHead(200, { "content-type": "application/json" }).end(
        JSON.stringify({
          object: "list",
          data: [{ id: model.name, max_model_len: 100_000 }, { id: "other-1" }],
        }),
      );
    }
    const onward = send(
      { host: behind.hostname, port: behind.port, path: url, method, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      },
    );
    // Whoever goes away here is gone behind it too.
    response.once("close", () => onward.destroy());
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    host: `localhost:${port}`,
    base: `http://localhost:${port}/v1`,
    /** An address of the same server that is another origin. */
    site: `http://127.0.0.1:${port}/`,
    received,
    /** Lets pages of an origin read, or of none. */
    allow: (/** @type {string | null} */ origin) => (allowed = origin),
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
