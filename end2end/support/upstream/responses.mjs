// OpenAI Responses as the provider speaks it: the events of an answer, and what is wrong with a
// conversation.

/** @import { Reply, Wire } from "../upstream.mjs" */

import { pieces } from "./pieces.mjs";

/** What the provider has encrypted, by the id of its item. */
const encrypted = new Map();

/** @type {Wire} */
export const responses = {
  path: "/v1/responses",
  key: (headers) => headers.authorization?.replace(/^Bearer /, ""),
  error: (message) => ({ error: { message, type: "server_error", code: null, param: null } }),
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
  let sequence_number = 0;
  const send = (/** @type {string} */ type, /** @type {object} */ rest) =>
    lines.push(
      `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: (sequence_number += 1), ...rest })}\n\n`,
    );
  /** @type {object[]} */
  const output = [];
  const response = (/** @type {string} */ status, /** @type {object | null} */ usage) => ({
    response: {
      id: "resp_1",
      object: "response",
      created_at: 1,
      model,
      status,
      output,
      usage,
      error: null,
      incomplete_details: null,
    },
  });
  const add = (
    /** @type {object} */ begun,
    /** @type {object} */ item,
    /** @type {(output_index: number) => void} */ write,
  ) => {
    const output_index = output.length;
    send("response.output_item.added", { output_index, item: begun });
    write(output_index);
    output.push(item);
    if (!hold) send("response.output_item.done", { output_index, item });
  };
  send("response.created", response("in_progress", null));
  if (thinking) {
    const id = `rs_${thinking.signature}`;
    encrypted.set(id, thinking.signature);
    const summary = [{ type: "summary_text", text: thinking.text }];
    add(
      { type: "reasoning", id, summary: [] },
      { type: "reasoning", id, summary, encrypted_content: thinking.signature },
      (output_index) => {
        send("response.reasoning_summary_part.added", {
          item_id: id,
          output_index,
          summary_index: 0,
          part: { type: "summary_text", text: "" },
        });
        for (const delta of pieces(thinking.text))
          send("response.reasoning_summary_text.delta", {
            item_id: id,
            output_index,
            summary_index: 0,
            delta,
          });
        send("response.reasoning_summary_text.done", {
          item_id: id,
          output_index,
          summary_index: 0,
          text: thinking.text,
        });
      },
    );
  }
  if (text) {
    const content = [{ type: "output_text", text, annotations: [] }];
    const item = { type: "message", id: "msg_1", role: "assistant", status: "completed", content };
    add({ ...item, status: "in_progress", content: [] }, item, (output_index) => {
      const at = { item_id: "msg_1", output_index, content_index: 0 };
      send("response.content_part.added", {
        ...at,
        part: { type: "output_text", text: "", annotations: [] },
      });
      for (const delta of pieces(text)) send("response.output_text.delta", { ...at, delta });
      send("response.output_text.done", { ...at, text });
    });
  }
  for (const call of calls) {
    const item = {
      type: "function_call",
      id: `fc_${call.id}`,
      call_id: call.id,
      name: call.name,
      arguments: call.arguments,
      status: "completed",
    };
    add({ ...item, arguments: "", status: "in_progress" }, item, (output_index) => {
      for (const delta of pieces(call.arguments))
        send("response.function_call_arguments.delta", { item_id: item.id, output_index, delta });
      send("response.function_call_arguments.done", {
        item_id: item.id,
        output_index,
        arguments: call.arguments,
      });
    });
  }
  if (hold) return lines;
  const usage = {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 18,
  };
  send("response.completed", response("completed", usage));
  return lines;
}

/**
 * Returns the violations in a conversation: calls that are not answered exactly once, reasoning
 * that comes back without or with other encrypted content, and images outside of messages of the
 * user and results.
 *
 * @param {any} body
 */
function violations(body) {
  /** @type {string[]} */
  const found = [];
  /** @type {Set<string>} */
  const open = new Set();
  for (const item of /** @type {any[]} */ (body.input)) {
    if (item.type === "function_call") open.add(item.call_id);
    else if (item.type === "function_call_output") {
      if (!open.delete(item.call_id))
        found.push(`an answer to ${item.call_id}, which nothing waits for`);
    } else if (item.type === "reasoning") {
      if (encrypted.get(item.id) !== item.encrypted_content)
        found.push("reasoning that is not as it was encrypted");
    } else if (
      item.role !== "user" &&
      Array.isArray(item.content) &&
      item.content.some((/** @type {any} */ part) => part.type === "input_image")
    ) {
      found.push(`an image in a message of the ${item.role}`);
    }
  }
  if (open.size > 0) found.push(`${[...open].join(", ")} never answered`);
  if (body.store !== false) found.push("the provider was not asked to keep nothing");
  return found;
}
