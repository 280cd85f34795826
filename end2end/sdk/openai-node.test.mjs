// The official OpenAI library for JavaScript works against the relay as against OpenAI.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import OpenAI from "openai";
import { CALLS, startRelay, WIRES } from "./relay.mjs";

/** @type {Awaited<ReturnType<typeof startRelay>>} */
let relay;
before(async () => (relay = await startRelay()));
after(() => relay.stop());

const client = () =>
  new OpenAI({ baseURL: relay.base, apiKey: "anything", maxRetries: 0, timeout: 10_000 });
/** @type {OpenAI.ChatCompletionMessageParam[]} */
const messages = [{ role: "user", content: "What is 1+1?" }];
/** @type {OpenAI.ChatCompletionTool[]} */
const tools = [
  {
    type: "function",
    function: {
      name: "weather",
      parameters: { type: "object", properties: { city: { type: "string" } } },
    },
  },
];

for (const model of WIRES) {
  test(`an answer and its stream, with a provider of ${model}`, async () => {
    relay.upstream.script({ text: "Two, größer 🙂." }, { text: "Three.", bytes: 1 });
    const whole = await client().chat.completions.create({ model, messages });
    assert.equal(whole.choices[0].message.content, "Two, größer 🙂.");
    assert.match(whole._request_id ?? "", /^req_/);
    let text = "";
    let tokens = 0;
    for await (const chunk of await client().chat.completions.create({
      model,
      messages,
      stream: true,
      stream_options: { include_usage: true },
    })) {
      text += chunk.choices[0]?.delta.content ?? "";
      tokens = chunk.usage?.total_tokens ?? tokens;
    }
    assert.deepEqual([text, tokens], ["Three.", whole.usage?.total_tokens]);
  });

  test(`parallel calls of tools and their results, with a provider of ${model}`, async () => {
    relay.upstream.script({ calls: CALLS, bytes: 3 }, { text: "Sunny in both." });
    const message = (
      await client().chat.completions.stream({ model, messages, tools }).finalChatCompletion()
    ).choices[0].message;
    const calls = /** @type {OpenAI.ChatCompletionMessageFunctionToolCall[]} */ (
      message.tool_calls
    );
    assert.deepEqual(
      calls.map(({ id, function: { arguments: text } }) => [id, JSON.parse(text)]),
      CALLS.map((call) => [call.id, JSON.parse(call.arguments)]),
    );
    const asked = {
      role: /** @type {const} */ ("assistant"),
      content: message.content,
      tool_calls: calls,
    };
    const results = calls.map(({ id }) => ({
      role: /** @type {const} */ ("tool"),
      tool_call_id: id,
      content: "sunny",
    }));
    const after = await client().chat.completions.create({
      model,
      messages: [...messages, asked, ...results],
      tools,
    });
    assert.equal(after.choices[0].message.content, "Sunny in both.");
    assert.deepEqual(
      relay.upstream.exchanges.flatMap((exchange) => exchange.violations),
      [],
    );
  });

  test(`an answer by a schema, with a provider of ${model}`, async () => {
    relay.upstream.script({ text: '{"name":"Rome"}' });
    const schema = {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    };
    const format = {
      type: /** @type {const} */ ("json_schema"),
      json_schema: { name: "city", strict: true, schema },
    };
    const answer = await client().chat.completions.parse({
      model,
      messages,
      response_format: format,
    });
    assert.deepEqual(JSON.parse(answer.choices[0].message.content ?? ""), { name: "Rome" });
    assert.match(relay.upstream.exchanges[0].body, /"additionalProperties":false/);
  });
}

test("errors are of the library's own classes", async () => {
  relay.upstream.script(
    { status: 429, headers: { "retry-after": "3600" } },
    { status: 400 },
    { status: 501 },
  );
  const model = WIRES[0];
  const ask = (more = {}) => client().chat.completions.create({ model, messages, ...more });
  await assert.rejects(
    ask(),
    (error) =>
      error instanceof OpenAI.RateLimitError && error.headers?.get("retry-after") === "3600",
  );
  await assert.rejects(ask(), OpenAI.BadRequestError);
  await assert.rejects(ask(), OpenAI.InternalServerError);
  await assert.rejects(ask({ model: "another" }), OpenAI.NotFoundError);
  await assert.rejects(
    ask({ logprobs: true }),
    (error) => error instanceof OpenAI.BadRequestError && /logprobs/.test(error.message),
  );
});

test("providers that misbehave are errors, and none is silent", async () => {
  const model = WIRES[0];
  for (const [reply, code] of /** @type {const} */ ([
    [{ raw: "data: gar bage\n\n" }, "provider_corrupt"],
    [{ raw: "<p>Sign in", headers: { "content-type": "text/html" } }, "provider_corrupt"],
    [{ giant: 17 * 1024 * 1024 }, "provider_corrupt"],
    [{ status: 302, headers: { location: "http://127.0.0.1:1/" } }, "provider_not_found"],
  ])) {
    relay.upstream.script(reply);
    await assert.rejects(
      client().chat.completions.create({ model, messages }),
      (error) => error instanceof OpenAI.APIError && error.code === code,
    );
  }
});

test("the list of models", async () => {
  const ids = [];
  for await (const { id } of client().models.list()) ids.push(id);
  assert.deepEqual(ids, WIRES);
  assert.equal((await client().models.retrieve(WIRES[1])).owned_by, `${WIRES[1]}-provider`);
});

test("a stream that is cancelled, and a request before its first word, end the provider's call", async () => {
  relay.upstream.script({ text: "One ", hold: true }, { silent: true });
  const stream = await client().chat.completions.create({
    model: WIRES[0],
    messages,
    stream: true,
  });
  for await (const chunk of stream) if (chunk.choices[0].delta.content) break;
  assert.equal(await (await relay.upstream.received(0)).closed, true);
  const asking = new AbortController();
  const asked = client().chat.completions.create(
    { model: WIRES[0], messages },
    { signal: asking.signal },
  );
  const silent = await relay.upstream.received(1);
  asking.abort();
  await assert.rejects(asked, OpenAI.APIUserAbortError);
  assert.equal(await silent.closed, true);
});
