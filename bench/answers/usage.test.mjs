import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { test } from "node:test";

import { startUpstream } from "../../end2end/support/upstream.mjs";
import { startUsageProxy, usage } from "./usage.mjs";

test("the proxy passes a stream on unchanged and counts its tokens once", async () => {
  const upstream = await startUpstream();
  const proxy = await startUsageProxy(upstream.model.url);
  try {
    upstream.script({ text: "Grüße" }, { text: "Grüße" });
    const ask = async (/** @type {string} */ url) => {
      const body = JSON.stringify({ model: upstream.model.name, stream: true, messages: [] });
      const answer = await fetch(`${url}/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer ${upstream.model.key}` },
        body,
      });
      return [answer.status, answer.headers.get("content-type"), await answer.text()];
    };
    assert.deepEqual(await ask(proxy.url), await ask(upstream.model.url));
    assert.deepEqual(
      upstream.exchanges.map(({ path, violations }) => [path, violations]),
      [
        ["/v1/chat/completions", []],
        ["/v1/chat/completions", []],
      ],
    );
    assert.deepEqual(proxy.take(), { requests: 1, prompt: 11, completion: 7 });
    assert.deepEqual(proxy.take(), { requests: 0, prompt: 0, completion: 0 });
  } finally {
    await proxy.stop();
    await upstream.stop();
  }
});

test("an endpoint that is not there is an error of the proxy", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  const proxy = await startUsageProxy(`http://127.0.0.1:${port}/v1`);
  try {
    assert.equal(
      (await fetch(`${proxy.url}/chat/completions`, { method: "POST", body: "{}" })).status,
      502,
    );
  } finally {
    await proxy.stop();
  }
});

test("the last usage of a response counts", () => {
  assert.deepEqual(
    usage(
      '{"usage":{"prompt_tokens":5,"completion_tokens":1}} {"usage":{"prompt_tokens":5,"completion_tokens":9}}',
    ),
    {
      prompt: 5,
      completion: 9,
    },
  );
  assert.deepEqual(usage("no usage"), { prompt: 0, completion: 0 });
});
