// What Anthropic's own library assembles of a stream is what the relay's codec assembles of the
// same bytes, and what it takes back is as it was signed.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { KEY } from "../support/upstream.mjs";
import { python } from "./python.mjs";
import { CALLS, startRelay } from "./relay.mjs";

/** @type {Awaited<ReturnType<typeof startRelay>>} */
let relay;
before(async () => (relay = await startRelay()));
after(() => relay.stop());

/** @param {object} body */
const ask = async (body) => {
  const headers = { "content-type": "application/json" };
  return (
    await fetch(`${relay.base}/chat/completions`, {
      method: "POST",
      headers,
      body: JSON.stringify({ model: "anthropic", ...body }),
    })
  ).json();
};

const messages = [{ role: "user", content: "What is 1+1?" }];
const thinking = { text: "Hm, größer 🙂 than one.", signature: "EqQBCgIYAhIM+/=" };

const replies = [
  { text: "Two, größer 🙂." },
  { text: "Let me look.", calls: CALLS },
  { thinking, text: "Two." },
  { thinking, calls: CALLS },
].flatMap((reply) => [1, 7, 100_000].map((bytes) => ({ ...reply, bytes })));

test("the library and the codec agree on every answer, in pieces of any size", async () => {
  const { upstream } = relay;
  upstream.script(...replies);
  const provider = {
    PROVIDER_BASE: upstream.model.url.replace(/\/v1$/, ""),
    PROVIDER_KEY: KEY,
    ANSWERS: String(replies.length),
  };
  // One process for all: the library takes seconds to load.
  const assembled = await python("anthropic_sdk.py", provider);
  assert.equal(assembled.length, replies.length);
  for (const [index, reply] of replies.entries()) {
    upstream.script(reply);
    const library = assembled[index];
    const codec = await ask({ messages });
    const { message, finish_reason } = codec.choices[0];
    const of = (/** @type {string} */ type) =>
      library.content.filter((/** @type {{ type: string }} */ block) => block.type === type);
    const found = {
      text: message.content ?? "",
      calls: (message.tool_calls ?? []).map((/** @type {any} */ call) => [
        call.id,
        call.function.name,
        JSON.parse(call.function.arguments),
      ]),
      thinking: (message.reasoning_details ?? []).map((/** @type {any} */ part) => [
        part.text,
        part.signature,
      ]),
      finish: finish_reason,
      tokens: [codec.usage.prompt_tokens, codec.usage.completion_tokens],
    };
    const { input_tokens, cache_read_input_tokens, output_tokens } = library.usage;
    assert.deepEqual(found, {
      text: of("text")
        .map((/** @type {{ text: string }} */ block) => block.text)
        .join(""),
      calls: of("tool_use").map((/** @type {any} */ block) => [block.id, block.name, block.input]),
      thinking: of("thinking").map((/** @type {any} */ block) => [block.thinking, block.signature]),
      finish: library.stop_reason === "tool_use" ? "tool_calls" : "stop",
      tokens: [input_tokens + cache_read_input_tokens, output_tokens],
    });
  }
});

test("thinking goes back as it was signed, with each call answered at once", async () => {
  const { upstream } = relay;
  upstream.script({ thinking, calls: CALLS }, { text: "Sunny in both." });
  const tools = [
    { type: "function", function: { name: "weather", parameters: { type: "object" } } },
  ];
  const asked = (await ask({ messages, tools })).choices[0].message;
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  const results = CALLS.map(({ id }) => ({
    role: "tool",
    tool_call_id: id,
    content: [{ type: "text", text: "sunny" }, image],
  }));
  const { choices } = await ask({ messages: [...messages, asked, ...results], tools });
  assert.equal(choices[0].message.content, "Sunny in both.");
  assert.deepEqual(
    upstream.exchanges.flatMap((exchange) => exchange.violations),
    [],
  );
  const blocks = upstream.exchanges[1].json.messages.flatMap(
    (message) => /** @type {any} */ (message.content),
  );
  assert.equal(blocks.filter((block) => block.type === "thinking").length, 1);
});
