// OpenAI Chat Completions as a provider speaks it: the events of an answer, and what is wrong with
// a conversation.

/** @import { Message, Reply, Wire } from "../upstream.mjs" */

import { pieces } from "./pieces.mjs";

/** @type {Wire} */
export const chat = {
  path: "/v1/chat/completions",
  key: (headers) => headers.authorization?.replace(/^Bearer /, ""),
  error: (message) => ({ error: { message, type: "error", code: null } }),
  events,
  violations: (body) => violations(body.messages),
};

/**
 * @param {Reply} reply
 * @param {string} model
 */
function events(
  {
    text = "",
    calls = [],
    thinking,
    hold = false,
    usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  },
  model,
) {
  const chunk = (/** @type {object} */ delta, /** @type {string | null} */ finish_reason = null) =>
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model, choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
  const lines = [": warming up\n\n", chunk({ role: "assistant", content: "" })];
  for (const piece of pieces(thinking?.text ?? "")) lines.push(chunk({ reasoning_content: piece }));
  for (const piece of pieces(text)) lines.push(chunk({ content: piece }));
  calls.forEach((call, index) => {
    lines.push(
      chunk({
        tool_calls: [
          { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } },
        ],
      }),
    );
    for (const piece of pieces(call.arguments))
      lines.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  });
  if (hold) return lines;
  lines.push(chunk({}, calls.length > 0 ? "tool_calls" : "stop"));
  if (usage)
    lines.push(
      `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model, choices: [], usage })}\n\n`,
    );
  lines.push("data: [DONE]\n\n");
  return lines;
}

/**
 * Returns the violations in a conversation: calls unanswered or answered twice, answers without a
 * call or out of place, images if this format has none.
 *
 * @param {Message[]} messages
 */
export function violations(messages) {
  /** @type {string[]} */
  const found = [];
  /** @type {string[]} */
  let open = [];
  for (const message of messages) {
    if (message.role !== "user" && Array.isArray(message.content)) {
      const parts = /** @type {{ type: string }[]} */ (/** @type {unknown} */ (message.content));
      if (parts.some((part) => part.type === "image_url"))
        found.push(`an image in a message of the ${message.role}`);
    }
    if (message.role === "tool") {
      if (open.includes(/** @type {string} */ (message.tool_call_id)))
        open = open.filter((id) => id !== message.tool_call_id);
      else found.push(`an answer to ${message.tool_call_id}, which nothing waits for`);
      continue;
    }
    if (open.length > 0)
      found.push(`${message.role} speaks while ${open.join(", ")} wait for an answer`);
    open = (message.tool_calls ?? []).map((call) => call.id);
  }
  if (open.length > 0) found.push(`${open.join(", ")} never answered`);
  return found;
}
