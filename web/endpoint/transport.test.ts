import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:http";
import { after, before, beforeEach, test } from "node:test";
import { forgetKey, takeKey } from "./key.ts";
import { masked, send } from "./transport.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import type { Sending } from "../types/endpoint.ts";

type Reply = { status?: number; headers?: Record<string, string>; body?: string; silent?: boolean };

const KEY = "secret-5e1f";
const BODY = '{"messages":[]}';
const EVENTS = { "content-type": "text/event-stream" };
const JSONS = { "content-type": "application/json" };
const ANSWER = "data: größer 🙂\n\n";

const replies: Reply[] = [];
const received: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  received.push({
    method: request.method ?? "",
    url: request.url ?? "",
    headers: request.headers,
    body,
  });
  const reply = replies.shift() ?? { status: 500, body: "no reply is left" };
  if (reply.silent) return;
  response.writeHead(reply.status ?? 200, reply.headers);
  response.end(reply.body);
});
let base: string;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

beforeEach(() => takeKey({ value: KEY }));

after(() => {
  server.closeAllConnections();
  server.close();
});

/** Replaces what the server replies. */
function script(...next: Reply[]) {
  replies.splice(0, Infinity, ...next);
  received.splice(0);
}

/** Asks, and returns the answer that begins. */
async function asked(sending?: Partial<Sending>, stop?: AbortSignal) {
  const reply = await send(
    {
      url: `${base}/chat`,
      method: "POST",
      headers: JSONS,
      key: ["x-api-key", ""],
      body: BODY,
      limit: 60_000,
      ...sending,
    },
    stop,
  );
  return reply.problem === undefined ? reply : assert.fail(reply.problem);
}

test("what is sent is what arrives, with the key in one header, and what begins is the endpoint's answer", async () => {
  for (const [headers, whole, header, sent] of [
    [EVENTS, false, ["authorization", "Bearer "], `Bearer ${KEY}`],
    [{ "content-type": "Application/JSON; charset=utf-8" }, true, ["x-api-key", ""], KEY],
  ] as [Record<string, string>, boolean, [string, string], string][]) {
    script({ headers, body: ANSWER });
    const begun = await asked({ key: header });
    assert.equal(await new Response(begun.bytes()).text(), ANSWER);
    assert.deepEqual([begun.ok, begun.status, begun.whole], [true, 200, whole]);
    assert.equal(received.length, 1);
    assert.deepEqual(
      [received[0].method, received[0].url, received[0].body],
      ["POST", "/v1/chat", BODY],
    );
    const { [header[0]]: found, ...others } = received[0].headers;
    assert.equal(found, sent);
    assert.ok(!JSON.stringify(others).includes(KEY));
  }
});

test("an answer that begins masks the key, and nothing else of it has the key", async () => {
  script({ headers: EVENTS, body: ANSWER });
  const begun = await asked();
  // It was sent with this one.
  forgetKey();
  assert.equal(begun.masked(`No: ${KEY}`), "No: …");
  assert.ok(!JSON.stringify(begun).includes(KEY));
});

test("an endpoint without a key gets none", async () => {
  forgetKey();
  script({ headers: EVENTS, body: ANSWER }, { headers: EVENTS, body: ANSWER });
  await asked();
  takeKey({ value: KEY });
  await asked({ key: null });
  for (const { headers } of received)
    assert.ok(!("x-api-key" in headers) && !JSON.stringify(headers).includes(KEY));
});

test("refusals come without the key, however long they are", async () => {
  // Shortened first, the key would be cut in two.
  const long = "x".repeat(64 * 1024 - KEY.length / 2);
  for (const [status, body, text] of [
    [401, `Incorrect API key provided: ${KEY}`, "Incorrect API key provided: …"],
    [500, `<html><title>${KEY}${KEY}</title>`, "<html><title>……</title>"],
    [500, `${long}${KEY}`, `${long}…`],
    [500, "y".repeat(100_000), "y".repeat(64 * 1024)],
    [200, `{"data":["${KEY}"]}`, '{"data":["…"]}'],
  ] as [number, string, string][]) {
    script({ status, headers: { ...JSONS, "retry-after": "7" }, body });
    const refused = await asked();
    assert.deepEqual(
      [refused.ok, refused.status, refused.retryAfter],
      [status === 200, status, "7"],
    );
    assert.equal(await refused.text(), text);
  }
});

test("a key that is a word leaves the names of models as they are", async () => {
  takeKey({ value: "llama" });
  script({ headers: JSONS, body: '{"data":[{"id":"llama3.2:3b"}]}' });
  assert.equal(await (await asked()).text(), '{"data":[{"id":"llama3.2:3b"}]}');
});

test("a redirect is not followed, with the question or the key", async () => {
  script(
    { status: 307, headers: { location: "/v1/elsewhere" } },
    { headers: EVENTS, body: ANSWER },
  );
  assert.deepEqual(
    await send({
      url: `${base}/chat`,
      method: "POST",
      headers: {},
      key: ["x-api-key", ""],
      body: BODY,
      limit: 60_000,
    }),
    { problem: "blocked" },
  );
  assert.equal(received.length, 1);
});

test("why there is no answer is said, as far as it is known", async () => {
  const list: Sending = {
    url: `${base}/models`,
    method: "GET",
    headers: {},
    key: null,
    limit: 300,
  };
  script({ silent: true });
  assert.deepEqual(await send(list), { problem: "silent" });
  assert.deepEqual(await send({ ...list, url: "http://127.0.0.1:9/v1/models", limit: 60_000 }), {
    problem: "blocked",
  });
});

test("a stopped call ends the connection", async () => {
  script({ silent: true });
  const abort = new AbortController();
  const sending = asked({}, abort.signal);
  setTimeout(() => abort.abort(), 50);
  await assert.rejects(sending, { name: "AbortError" });
});

test("a key is masked wherever it is quoted, unless it is too short to be one", () => {
  assert.equal(masked(`a ${KEY} b ${KEY}`, KEY), "a … b …");
  assert.equal(masked("abc", "b"), "abc");
  assert.equal(masked("abc", ""), "abc");
});
