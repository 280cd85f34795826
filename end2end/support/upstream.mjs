// A fake model provider: speaks Chat Completions, Responses and Anthropic Messages over real HTTP,
// each at its own path, replies according to its script, misbehaves if that says so, and checks
// every conversation that it receives. Knows nothing of Insitu but the formats.

import { createServer } from "node:http";
import { once } from "node:events";
import { setImmediate as tick, setTimeout as sleep } from "node:timers/promises";
import { anthropic } from "./upstream/anthropic.mjs";
import { chat } from "./upstream/chat.mjs";
import { responses } from "./upstream/responses.mjs";

export { violations } from "./upstream/chat.mjs";

/** The key that the provider expects. */
// Of no known form, and with a beginning that no text of the tests ends with: what may be the
// beginning of a key is held back.
export const KEY = "zq7-only-the-server-knows-5e1f";
/** The name of the provider's model. */
export const MODEL = "scripted-1";

/**
 * A call of a tool, as a model writes it.
 *
 * @typedef {{ id: string, name: string, arguments: string }} Call
 */

/**
 * A wire format: the path of its requests, the key in their headers, the body of an error, the
 * events of a reply, and what is wrong with a request.
 *
 * @typedef {object} Wire
 * @property {string} path
 * @property {(headers: import("node:http").IncomingHttpHeaders) => string | undefined} key
 * @property {(message: string) => object} error
 * @property {(reply: Reply, model: string) => string[]} events
 * @property {(body: any) => string[]} violations
 */

/** @type {Wire[]} */
const WIRES = [chat, responses, anthropic];

/**
 * A scripted reply, see `startUpstream`.
 *
 * @typedef {object} Reply
 * @property {string} [text]
 * @property {Call[]} [calls]
 * @property {number} [bytes]
 * @property {number} [pause]
 * @property {number} [cut]
 * @property {boolean} [hold]
 * @property {Promise<unknown>} [wait]
 * @property {object | null} [usage]
 * @property {number} [status]
 * @property {string} [error]
 * @property {Record<string, string>} [headers] of the response
 * @property {{ text: string, signature: string }} [thinking]
 * @property {string} [raw]
 * @property {boolean} [silent]
 * @property {number} [giant]
 */

/**
 * A message of a conversation in the format of Chat Completions.
 *
 * @typedef {object} Message
 * @property {string} role
 * @property {string} content
 * @property {string} [tool_call_id]
 * @property {{ id: string, function: { name: string, arguments: string } }[]} [tool_calls]
 */

/**
 * A request that the provider received.
 *
 * @typedef {object} Exchange
 * @property {string} path
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} body
 * @property {Promise<boolean>} closed resolves when the response is over, with whether the other
 *   side ended it
 * @property {{ model: string, stream: boolean, messages: Message[], tools: { function: { name:
 *   string } }[], temperature?: number, reasoning_effort?: string }} json the body, parsed
 * @property {string[]} violations
 */

/**
 * A provider that runs, see `startUpstream`.
 *
 * @typedef {Awaited<ReturnType<typeof startUpstream>>} Upstream
 */

/**
 * Starts the provider. Each request takes the next of the replies passed to `script`:
 *   text, calls     the model's text and tool calls (see `python`)
 *   bytes           how many bytes to send per write (all at once if missing)
 *   pause           milliseconds between the writes
 *   cut             break the connection after that part (0 to 1) of the stream
 *   wait            say nothing until this resolves
 *   hold            after the text, keep the stream open until the other side closes it
 *   usage           the tokens that it reports, in the format's form; null for none
 *   status, error   an HTTP error instead, with the provider's message
 *   headers         headers of the response: another content type, `retry-after`, `location`
 *   thinking        reasoning before the text, with its signature, if the format has that
 *   raw             this body instead, byte for byte
 *   silent          no response at all, until the other side closes the connection
 *   giant           an event of so many bytes before the others
 */
export async function startUpstream() {
  /** @type {Reply[]} */
  const replies = [];
  /** @type {Exchange[]} */
  const exchanges = [];
  /** @type {((value?: unknown) => void)[]} */
  const waiting = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const wire = WIRES.find((wire) => wire.path === request.url);
    if (!wire) {
      // What the server asks to find out what the model can do; the scripted model does not say.
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    /** @type {Promise<boolean>} */
    const closed = new Promise((resolve) =>
      response.once("close", () => resolve(!response.writableFinished)),
    );
    const exchange = /** @type {Exchange} */ ({
      path: wire.path,
      headers: request.headers,
      body: body.toString(),
      closed,
    });
    exchange.json = JSON.parse(exchange.body);
    exchange.violations = wire.violations(exchange.json);
    if (wire.key(request.headers) !== KEY) exchange.violations.push("the key is wrong");
    exchanges.push(exchange);
    waiting.splice(0).forEach((wake) => wake());
    await answer(
      wire,
      response,
      replies.shift() ?? { status: 500, error: "the script has no further reply" },
      closed,
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    model: {
      url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/v1`,
      key: KEY,
      name: MODEL,
    },
    exchanges,
    /**
     * Replaces the rest of the script and forgets the received requests.
     *
     * @param {...Reply} next
     */
    script: (...next) => {
      replies.splice(0, Infinity, ...next);
      exchanges.splice(0);
    },
    /** Returns the number of replies that are left. */
    left: () => replies.length,
    /**
     * Resolves with the exchange of that index, as soon as its request has arrived.
     *
     * @param {number} index
     */
    received: async (index) => {
      while (exchanges.length <= index) await new Promise((wake) => waiting.push(wake));
      return exchanges[index];
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/**
 * Returns a call of the tool `run_python`, as a model writes it.
 *
 * @param {string} code
 */
export function python(code, purpose = "look at the data", id = `call_${(serial += 1)}`) {
  return { id, name: "run_python", arguments: JSON.stringify({ code, purpose }) };
}
let serial = 0;

/**
 * Returns the tool messages of a received conversation, newest last, as text.
 *
 * @param {Exchange} exchange
 */
export function toolTexts(exchange) {
  return exchange.json.messages
    .filter((message) => message.role === "tool")
    .map((message) => message.content);
}

/**
 * @param {Wire} wire
 * @param {import("node:http").ServerResponse} response
 * @param {Reply} reply
 * @param {Promise<boolean>} closed
 */
async function answer(wire, response, reply, closed) {
  if (reply.silent) {
    await closed;
    return;
  }
  if (reply.wait) await Promise.race([reply.wait, closed]);
  if (reply.status) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify(wire.error(reply.error ?? "")));
    return;
  }
  const giant = reply.giant ? [`data: ${"x".repeat(reply.giant)}\n\n`] : [];
  const stream = Buffer.from(reply.raw ?? [...giant, ...wire.events(reply, MODEL)].join(""));
  const end = Math.floor(stream.length * (reply.cut ?? 1));
  const step = reply.bytes ?? stream.length;
  response.writeHead(200, { "content-type": "text/event-stream", ...reply.headers });
  response.socket?.setNoDelay(true);
  for (let at = 0; at < end && !response.destroyed; at += step) {
    response.write(stream.subarray(at, Math.min(at + step, end)));
    await (reply.pause ? sleep(reply.pause) : tick());
  }
  if (reply.cut) response.socket?.destroy();
  else if (reply.hold) await closed;
  else response.end();
}
