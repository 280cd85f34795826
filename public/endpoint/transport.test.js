// `cargo xtask test --only javascript` builds the module that these tests run, then `node --test public/endpoint/`

import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { after, before, test } from "node:test";
import { masked, prepare, test as testConnection } from "./transport.js";

/** @typedef {import("../types/endpoint").Connection} Connection */
/** @typedef {import("../types/endpoint").Kind} Kind */
/** @typedef {import("../types/endpoint").AnswerStream} AnswerStream */
/** @typedef {{ status?: number, headers?: Record<string, string>, body?: string, silent?: boolean }} Reply */

const MODULE = new URL("../../target/test_modules/frontend/insitu", import.meta.url);
const KEY = "secret-5e1f";
const MODEL = { id: "m-1", images: false, fenced: false };
const REQUEST = { model: "host/m-1", messages: [{ role: "user", content: "hi" }], stream: true, stream_options: { include_usage: true } };
const EVENTS = { "content-type": "text/event-stream" };
const JSONS = { "content-type": "application/json" };

/** @type {import("../types/endpoint").Codecs} */
let codecs;
/** @type {Reply[]} */
const replies = [];
/** @type {{ method: string, url: string, headers: import("node:http").IncomingHttpHeaders, body: string }[]} */
const received = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
  const reply = replies.shift() ?? { status: 500, body: "no reply is left" };
  if (reply.silent) return;
  response.writeHead(reply.status ?? 200, reply.headers);
  response.end(reply.body);
});
/** @type {string} */
let base;

before(async () => {
  const module = await import(`${MODULE}.js`);
  await module.default({ module_or_path: readFileSync(new URL(`${MODULE}_bg.wasm`)) });
  codecs = module;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/v1`;
});

after(() => {
  server.closeAllConnections();
  server.close();
});

/** @param {Kind} kind @returns {Connection} */
const connection = (kind) => ({ kind, base, models: [MODEL], keyless: false });

/** Replaces what the server replies. @param {...Reply} next */
function script(...next) {
  replies.splice(0, Infinity, ...next);
  received.splice(0);
}

/** Asks until there is an answer. @param {Kind} kind */
async function asked(kind, key = KEY) {
  /** @type {string[]} */
  const recorded = [];
  try {
    for (;;) {
      const request = prepare(codecs, connection(kind), MODEL, key, REQUEST);
      recorded.push(request.body);
      const begun = await request.send(new AbortController().signal);
      if (!begun) continue;
      return { recorded, begun, text: await new Response(begun.bytes).text(), error: "" };
    }
  } catch (error) {
    return { recorded, error: /** @type {Error} */ (error).message };
  }
}

// What an answer says is read by `providers::AnswerReader`, which has its own tests.
const ANSWER = "data: größer 🙂\n\n";

for (const [kind, path, header] of /** @type {[Kind, string, [string, string]][]} */ ([
  ["chat-completions", "/v1/chat/completions", ["authorization", `Bearer ${KEY}`]],
  ["anthropic", "/v1/messages", ["x-api-key", KEY]],
  ["responses", "/v1/responses", ["authorization", `Bearer ${KEY}`]],
])) {
  test(`${kind}: what is recorded is what arrives, and what begins is the endpoint's answer`, async () => {
    for (const [headers, whole] of /** @type {const} */ ([
      [EVENTS, false],
      [{ "content-type": "Application/JSON; charset=utf-8" }, true],
    ])) {
      script({ headers, body: ANSWER });
      const { recorded, begun, text, error } = await asked(kind);
      assert.equal(error, "");
      assert.equal(text, ANSWER);
      assert.deepEqual([begun?.kind, begun?.whole, begun?.host, begun?.model], [kind, whole, new URL(base).host, "m-1"]);
      assert.equal(received.length, 1);
      assert.deepEqual([received[0].method, received[0].url, received[0].body], ["POST", path, recorded[0]]);
      assert.equal(received[0].headers[header[0]], header[1]);
      assert.equal(JSON.parse(received[0].body).model, "m-1");
      assert.ok(!received[0].body.includes(KEY));
    }
  });
}

test("an answer that begins masks the key, and nothing else of it has the key", async () => {
  script({ headers: EVENTS, body: ANSWER });
  const { begun } = await asked("chat-completions");
  assert.equal(begun?.masked?.(`No: ${KEY}`), "No: …");
  assert.ok(!JSON.stringify(begun).includes(KEY));
});

test("an endpoint without a key gets none", async () => {
  script({ headers: EVENTS, body: ANSWER });
  assert.equal((await asked("chat-completions", "")).error, "");
  assert.equal(received[0].headers.authorization, undefined);
});

test("a server that refuses to report usage is asked again, and both bodies are recorded", async () => {
  script({ status: 400, headers: JSONS, body: '{"error":{"message":"Unknown argument: stream_options"}}' }, { headers: EVENTS, body: ANSWER });
  const { recorded, error } = await asked("chat-completions");
  assert.equal(error, "");
  assert.deepEqual(
    received.map(({ body }) => body),
    recorded,
  );
  assert.deepEqual(
    recorded.map((body) => "stream_options" in JSON.parse(body)),
    [true, false],
  );
});

test("refusals are sentences without the key", async () => {
  for (const [status, body, wanted] of /** @type {[number, string, RegExp][]} */ ([
    [401, `{"error":{"message":"Incorrect API key provided: ${KEY}"}}`, /refused the key \(HTTP 401\).*Connect an endpoint/],
    [404, '{"error":{"message":"no such model"}}', /no model `m-1` at this address/],
    [429, '{"error":{"message":"slow down"}}', /asked too often/],
    [500, `<html><title>${KEY}</title>`, /fault of its own/],
    [400, '{"error":{"message":"This model does not support tools"}}', /cannot call tools.*Connect an endpoint/],
  ])) {
    script({ status, headers: JSONS, body });
    const { error } = await asked("chat-completions");
    assert.match(error, wanted);
    assert.ok(!error.includes(KEY) && !/INSITU_|insitu\.toml/.test(error), error);
  }
});

test("a redirect is not followed, with the question or the key", async () => {
  script({ status: 307, headers: { location: "/v1/elsewhere" } }, { headers: EVENTS, body: ANSWER });
  const { error } = await asked("chat-completions");
  assert.match(error, /no answer that it may read/);
  assert.equal(received.length, 1);
});

test("the test of a connection says in words what it found", async () => {
  const models = JSON.stringify({ data: [{ id: "b" }, { id: "a" }, { id: 7 }, null, { id: "a" }] });
  for (const [reply, key, wanted] of /** @type {[Reply, string, RegExp][]} */ ([
    [{ headers: JSONS, body: models }, KEY, /answers, and lists 2 models\.$/],
    [{ headers: JSONS, body: '{"data":[]}' }, KEY, /lists no model/],
    [{ status: 401 }, KEY, /refused the key/],
    [{ status: 401 }, "", /wants a key/],
    [{ status: 404 }, KEY, /no list of models/],
    [{ status: 503 }, KEY, /fault of its own/],
    [{ body: "<html>" }, KEY, /not with a list of models/],
    [{ silent: true }, KEY, /did not answer in time/],
  ])) {
    script(reply);
    const found = await testConnection(codecs, connection("anthropic"), key, reply.silent ? 300 : 60_000);
    assert.match(found.sentence, wanted);
    assert.equal(found.ok, /answers, and lists|lists no model/.test(found.sentence));
    assert.ok(found.ok || found.steps.length > 0, found.sentence);
    assert.deepEqual([received[0].url, received[0].headers["x-api-key"] ?? ""], ["/v1/models", key]);
  }
  const closed = await testConnection(codecs, { ...connection("chat-completions"), base: "http://127.0.0.1:9/v1" }, KEY);
  assert.match(closed.sentence, /Either nothing answers there, or it does not allow this page \(CORS\)/);
});

test("a stopped call ends the connection", async () => {
  script({ silent: true });
  const abort = new AbortController();
  const sending = prepare(codecs, connection("chat-completions"), MODEL, KEY, REQUEST).send(abort.signal);
  setTimeout(() => abort.abort(), 50);
  await assert.rejects(sending, { name: "AbortError" });
});

test("a key is masked wherever it is quoted, unless it is too short to be one", () => {
  assert.equal(masked(`a ${KEY} b ${KEY}`, KEY), "a … b …");
  assert.equal(masked("abc", "b"), "abc");
  assert.equal(masked("abc", ""), "abc");
});
