// Anthropic Messages as the provider speaks it: the events of an answer, and what is wrong with a
// conversation.

/** @import { Reply, Wire } from "../upstream.mjs" */

import { pieces } from "./pieces.mjs";

/**
 * A block of a message.
 *
 * @typedef {{ type: string, id?: string, tool_use_id?: string, thinking?: string, signature?:
 *   string, content?: unknown }} Block
 */

/** What the provider has signed, by its signature: it takes back nothing that was changed. */
const signed = new Map();

/** @type {Wire} */
export const anthropic = {
  path: "/v1/messages",
  key: (headers) => /** @type {string | undefined} */ (headers["x-api-key"]),
  error: (message) => ({ type: "error", error: { type: "api_error", message } }),
  events,
  violations,
};

/**
 * @param {Reply} reply
 * @param {string} model
 */
function events({ text = "", calls = [], thinking, hold = false }, model) {
  /** @type {string[]} */
  const lines = [];
  const send = (/** @type {{ type: string }} */ event) =>
    lines.push(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  let index = 0;
  const block = (/** @type {object} */ content_block, /** @type {object[]} */ deltas) => {
    send(/** @type {any} */ ({ type: "content_block_start", index, content_block }));
    for (const delta of deltas)
      send(/** @type {any} */ ({ type: "content_block_delta", index, delta }));
    if (!hold) send(/** @type {any} */ ({ type: "content_block_stop", index }));
    index += 1;
  };
  const usage = {
    input_tokens: 11,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 4,
    output_tokens: 1,
  };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  send(/** @type {any} */ ({ type: "message_start", message }));
  send({ type: "ping" });
  if (thinking) {
    signed.set(thinking.signature, thinking.text);
    const deltas = pieces(thinking.text).map((piece) => ({
      type: "thinking_delta",
      thinking: piece,
    }));
    block({ type: "thinking", thinking: "", signature: "" }, [
      ...deltas,
      { type: "signature_delta", signature: thinking.signature },
    ]);
  }
  if (text) {
    const deltas = pieces(text).map((piece) => ({ type: "text_delta", text: piece }));
    block({ type: "text", text: "" }, deltas);
  }
  for (const call of calls) {
    const deltas = pieces(call.arguments).map((partial_json) => ({
      type: "input_json_delta",
      partial_json,
    }));
    block({ type: "tool_use", id: call.id, name: call.name, input: {} }, [
      { type: "input_json_delta", partial_json: "" },
      ...deltas,
    ]);
  }
  if (hold) return lines;
  const stop_reason = calls.length > 0 ? "tool_use" : "end_turn";
  send(
    /** @type {any} */ ({
      type: "message_delta",
      delta: { stop_reason, stop_sequence: null },
      usage: { output_tokens: 7 },
    }),
  );
  send({ type: "message_stop" });
  return lines;
}

/**
 * Returns the violations in a conversation: roles that do not alternate, calls that the very next
 * message does not answer, each once and before anything else, and thinking that is not as it was
 * signed.
 *
 * @param {any} body
 */
function violations(body) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  let open = [];
  let before = "";
  for (const { role, content } of /** @type {{ role: string, content: string | Block[] }[]} */ (
    body.messages
  )) {
    if (role === before) found.push(`two messages of the ${role} in a row`);
    before = role;
    const blocks = typeof content === "string" ? [{ type: "text" }] : content;
    const results = blocks.filter((block) => block.type === "tool_result");
    for (const { tool_use_id } of results) {
      if (!open.includes(/** @type {string} */ (tool_use_id)))
        found.push(`an answer to ${tool_use_id}, which nothing waits for`);
      open = open.filter((id) => id !== tool_use_id);
    }
    if (open.length > 0) found.push(`${open.join(", ")} not answered by the next message`);
    if (blocks.slice(results.length).some((block) => block.type === "tool_result"))
      found.push("results after other content");
    open = blocks
      .filter((block) => block.type === "tool_use")
      .map((block) => /** @type {string} */ (block.id));
    if (role !== "user" && blocks.some((block) => block.type === "image"))
      found.push(`an image in a message of the ${role}`);
    for (const { type, thinking, signature } of /** @type {Block[]} */ (blocks)) {
      if (type === "thinking" && signed.get(signature) !== thinking)
        found.push("thinking that is not as it was signed");
    }
  }
  if (open.length > 0) found.push(`${open.join(", ")} never answered`);
  if (!(body.max_tokens > 0)) found.push("no limit of tokens");
  return found;
}
