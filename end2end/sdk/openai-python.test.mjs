// The official OpenAI library for Python works against the relay as against OpenAI, whichever
// format the provider speaks.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { MODEL } from "../support/upstream.mjs";
import { python } from "./python.mjs";
import { CALLS, startRelay, WIRES } from "./relay.mjs";

/** @type {Awaited<ReturnType<typeof startRelay>>} */
let relay;
before(async () => (relay = await startRelay()));
after(() => relay.stop());

for (const wire of WIRES) {
  test(`the Python library of OpenAI with a provider of ${wire}`, async () => {
    const limited = { status: 429, headers: { "retry-after": "0" } };
    const { upstream, base } = relay;
    upstream.script(
      { text: "Two, größer 🙂." },
      // The relay asks again, and the program sees nothing of it.
      limited,
      { text: "Three.", bytes: 1 },
      { calls: CALLS, bytes: 7 },
      { text: "Sunny in both." },
      { text: '{"name":"Rome","people":2800000}' },
      limited,
      limited,
      { status: 400, error: "no" },
      { status: 501 },
      { text: "cut in the middle of this", cut: 0.5 },
      { text: "One ", hold: true },
    );
    const said = Object.assign(
      {},
      ...(await python("openai_sdk.py", { RELAY_BASE: base, RELAY_MODEL: wire })),
    );
    const { "x-insitu-body-bytes": bytes, ...named } = said.chat[4];
    assert.equal(Number(bytes) > 50, true);
    assert.deepEqual(
      [...said.chat.slice(0, 4), named, said.chat[5]],
      ["Two, größer 🙂.", "stop", wire, said.chat[3], { "x-insitu-model": wire }, true],
    );
    assert.equal(said.chat[3] >= 18, true);
    assert.deepEqual(said.stream, ["Three.", said.chat[3]]);
    const calls = CALLS.map((call) => [call.id, JSON.parse(call.arguments)]);
    assert.deepEqual(said.tools, [calls, "Sunny in both."]);
    assert.deepEqual(said.structured, ["Rome", 2800000]);
    assert.deepEqual(said.errors, [
      ["RateLimitError", 429, "rate_limit_exceeded"],
      ["BadRequestError", 400, "provider_refused"],
      ["InternalServerError", 502, "provider_failed"],
      ["NotFoundError", 404, "model_not_found"],
      ["BadRequestError", 400, "bad_request"],
      ["APIError", "cut_off"],
    ]);
    assert.deepEqual(said.models, [[...WIRES].sort(), `${wire}-provider`]);
    assert.equal(said.cancelled, "One ");
    const exchanges = upstream.exchanges;
    assert.equal(exchanges.length, 12);
    assert.deepEqual(
      exchanges.flatMap((exchange) => exchange.violations),
      [],
    );
    assert.equal(exchanges[0].json.model, MODEL);
    assert.equal(await exchanges[11].closed, true, "the provider's call goes on for nobody");
  });
}
