// A fake model provider: implements real Chat Completions over real HTTP, replies according to its script, and checks every
// conversation that it receives. Knows nothing of Insitu but the format.

import { createServer } from "node:http";
import { once } from "node:events";
import { setImmediate as tick, setTimeout as sleep } from "node:timers/promises";

/** The key that the provider expects. */
export const KEY = "sk-only-the-server-knows-5e1f";
/** The name of the provider's model. */
export const MODEL = "scripted-1";

/**
 * A call of a tool, as a model writes it.
 *
 * @typedef {{ id: string, name: string, arguments: string }} Call
 */

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
 * @property {number} [status]
 * @property {string} [error]
 * @property {Record<string, string>} [headers] of an HTTP error
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
 * @property {Promise<boolean>} closed resolves when the response is over, with whether the other side ended it
 * @property {{ model: string, stream: boolean, messages: Message[], tools: { function: { name: string } }[] }} json the body, parsed
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
 *   hold            after the text, keep the stream open until the other side closes it
 *   status, error   an HTTP error instead, with the provider's message
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
    if (request.url !== "/v1/chat/completions") {
      // What the server asks to find out what the model can do; the scripted model does not say.
      response.writeHead(404, { "content-type": "application/json" }).end("{}");
      return;
    }
    /** @type {Promise<boolean>} */
    const closed = new Promise((resolve) => response.once("close", () => resolve(!response.writableFinished)));
    const exchange = /** @type {Exchange} */ ({ path: request.url, headers: request.headers, body: body.toString(), closed });
    exchange.json = JSON.parse(exchange.body);
    exchange.violations = violations(exchange.json.messages);
    if (request.headers.authorization !== `Bearer ${KEY}`) exchange.violations.push("the key is wrong");
    exchanges.push(exchange);
    waiting.splice(0).forEach((wake) => wake());
    await answer(response, replies.shift() ?? { status: 500, error: "the script has no further reply" }, closed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    model: { url: `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/v1`, key: KEY, name: MODEL },
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
 * Returns the violations in a conversation: calls unanswered or answered twice, answers without a call or out of place.
 *
 * @param {Message[]} messages
 */
export function violations(messages) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  let open = [];
  for (const message of messages) {
    if (message.role === "tool") {
      if (open.includes(/** @type {string} */ (message.tool_call_id))) open = open.filter((id) => id !== message.tool_call_id);
      else found.push(`an answer to ${message.tool_call_id}, which nothing waits for`);
      continue;
    }
    if (open.length > 0) found.push(`${message.role} speaks while ${open.join(", ")} wait for an answer`);
    open = (message.tool_calls ?? []).map((call) => call.id);
  }
  if (open.length > 0) found.push(`${open.join(", ")} never answered`);
  return found;
}

/**
 * Returns the tool messages of a received conversation, newest last, as text.
 *
 * @param {Exchange} exchange
 */
export function toolTexts(exchange) {
  return exchange.json.messages.filter((message) => message.role === "tool").map((message) => message.content);
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Reply} reply
 * @param {Promise<boolean>} closed
 */
async function answer(response, reply, closed) {
  if (reply.status) {
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(JSON.stringify({ error: { message: reply.error ?? "", type: "error", code: null } }));
    return;
  }
  const stream = Buffer.from(events(reply).join(""));
  const end = Math.floor(stream.length * (reply.cut ?? 1));
  const step = reply.bytes ?? stream.length;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.socket?.setNoDelay(true);
  for (let at = 0; at < end && !response.destroyed; at += step) {
    response.write(stream.subarray(at, Math.min(at + step, end)));
    await (reply.pause ? sleep(reply.pause) : tick());
  }
  if (reply.cut) response.socket?.destroy();
  else if (reply.hold) await closed;
  else response.end();
}

/** @param {Reply} reply */
function events({ text = "", calls = [], hold = false }) {
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null, more = {}) =>
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: MODEL, choices: [{ index: 0, delta, finish_reason }], ...more })}\n\n`;
  const lines = [": warming up\n\n", chunk({ role: "assistant", content: "" })];
  for (const piece of pieces(text)) lines.push(chunk({ content: piece }));
  calls.forEach((call, index) => {
    lines.push(chunk({ tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }] }));
    for (const piece of pieces(call.arguments)) lines.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  if (hold) return lines;
  lines.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop"));
  const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 };
  lines.push(`data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: MODEL, choices: [], usage })}\n\n`);
  lines.push("data: [DONE]\n\n");
  return lines;
}

/**
 * Splits text into pieces of a few characters each; a character beyond the basic plane stays whole, as JSON requires.
 *
 * @param {string} text
 */
function pieces(text) {
  const letters = Array.from(text);
  return Array.from({ length: Math.ceil(letters.length / 5) }, (_, index) => letters.slice(index * 5, index * 5 + 5).join(""));
}
