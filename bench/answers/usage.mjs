// A proxy between the server and a model's endpoint that counts the tokens that the endpoint
// reports. Passes everything on unchanged.

import { once } from "node:events";
import { createServer } from "node:http";
import { Readable } from "node:stream";

/**
 * Starts the proxy on a free port. `url` replaces the endpoint's address; what its server says of
 * the model beside it is passed on too.
 *
 * @param {string} endpoint an address such as http://127.0.0.1:8080/v1
 */
export async function startUsageProxy(endpoint) {
  let counted = { requests: 0, prompt: 0, completion: 0 };
  const server = createServer(async (request, response) => {
    try {
      if (request.url?.endsWith("/chat/completions")) counted.requests += 1;
      const headers = Object.fromEntries(
        ["authorization", "content-type", "accept"].flatMap((name) =>
          request.headers[name] ? [[name, String(request.headers[name])]] : [],
        ),
      );
      const ended = new AbortController();
      response.once("close", () => ended.abort());
      const body = request.method === "GET" ? null : Buffer.concat(await request.toArray());
      const answer = await fetch(new URL(endpoint).origin + request.url, {
        method: request.method,
        headers,
        body,
        signal: ended.signal,
      });
      response.writeHead(answer.status, {
        "content-type": answer.headers.get("content-type") ?? "application/json",
      });
      let text = "";
      for await (const chunk of answer.body
        ? Readable.fromWeb(/** @type {import("node:stream/web").ReadableStream} */ (answer.body))
        : []) {
        text += Buffer.from(chunk).toString("latin1");
        response.write(chunk);
      }
      response.end();
      const { prompt, completion } = usage(text);
      counted.prompt += prompt;
      counted.completion += completion;
    } catch (error) {
      if (!response.headersSent) response.writeHead(502, { "content-type": "application/json" });
      response.end(JSON.stringify({ error: { message: String(error) } }));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}${new URL(endpoint).pathname.replace(/\/$/, "")}`,
    /** Returns the requests and tokens since the last call. */
    take() {
      const taken = counted;
      counted = { requests: 0, prompt: 0, completion: 0 };
      return taken;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Returns the tokens that a response reports; some endpoints repeat growing numbers in a stream, so
 * that the last ones count.
 *
 * @param {string} text
 */
export function usage(text) {
  const last = (/** @type {string} */ name) =>
    Number(Array.from(text.matchAll(new RegExp(`"${name}"\\s*:\\s*(\\d+)`, "g"))).at(-1)?.[1] ?? 0);
  return { prompt: last("prompt_tokens"), completion: last("completion_tokens") };
}
