// An endpoint with the user's key, which the page asks without the server: how it is
// connected, what its policy admits, what leaves the browser and is in the ledger, how the key is
// kept, and what the user reads if the endpoint does not allow the page.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { addFile, openPage, ready, startBrowser } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { startEndpoint } from "../support/endpoint.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { startServer } from "../support/server.mjs";
import { KEY, MODEL, python, startUpstream } from "../support/upstream.mjs";
import { ask, choose, disclose, id, saved, type, unfold } from "../support/user.mjs";

const PHRASE = "correct horse battery";

const upstream = await startUpstream();
const endpoint = await startEndpoint(upstream);
const canary = await startCanary();
const server = await startServer();
const browser = await startBrowser({ compileLess: true });
const page = await openPage(browser, server.url);
after(async () => {
  await browser.close();
  await server.stop();
  await endpoint.stop();
  await upstream.stop();
});
before(() => addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n"));

const dialog = page.locator(id("endpoint"));
const part = (/** @type {string} */ name) => dialog.locator(id(`endpoint-${name}`));

/** Opens the dialog from the model menu. */
async function open() {
  await page.locator(id("model-menu")).click();
  await page.locator(id("endpoint-open")).click();
  await dialog.waitFor();
}

/**
 * Does what loads the page again, and returns the sources of `connect-src` of the policy that it is
 * then loaded with.
 *
 * @param {() => Promise<unknown>} act
 */
async function loaded(act) {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url() === `${server.url}/`),
    page.waitForEvent("load"),
    act(),
  ]);
  const policy = (await response.headerValue("content-security-policy")) ?? "";
  await ready(page);
  return /connect-src ([^;]*);/.exec(policy)?.[1];
}

/** Returns whether the page can fetch an address. @param {string} url */
const fetches = (url) =>
  page.evaluate(
    (url) =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    url,
  );

/** Returns the bodies that the page has posted, without those that store a choice on the server. */
const posted = () =>
  page.sent.filter(({ method, url }) => method === "POST" && !url.endsWith("/endpoint"));

/** Tests the connection and returns what the dialog says. */
async function tested() {
  await part("test").click();
  const result = part("tested").locator(".endpoint-status");
  await result.waitFor();
  return part("tested").innerText();
}

test("an address that the page cannot reach is refused in the dialog", async () => {
  await open();
  await expectAccessible(page, id("endpoint"));
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const [address, wanted] of /** @type {[string, RegExp][]} */ ([
    ["http://192.168.1.20:11434/v1", /begin with https/],
    ["https://me:key@api.example.com", /name or password/],
  ])) {
    await part("base").fill(address);
    await part("continue").click();
    await dialog.getByRole("alert").filter({ hasText: wanted }).waitFor();
  }
  assert.deepEqual(posted(), []);
  assert.equal(await fetches(`${endpoint.base}/models`), false, "nothing is admitted yet");
});

test("the page is loaded again, with a policy that admits exactly this origin", async () => {
  await part("base").fill(endpoint.base);
  const sources = await loaded(() => part("continue").click());
  assert.equal(sources, `'self' http://${endpoint.host}`);
  await part("key").waitFor();
  const asked = page.sent.find(({ url }) => url.endsWith("/endpoint"));
  assert.equal(
    String(asked?.body),
    JSON.stringify({ origin: `http://${endpoint.host}` }),
    "the server learns the origin and nothing else",
  );
  const cookies = await page.context().cookies();
  const { name, httpOnly, sameSite, expires, path } =
    cookies.find(({ name }) => name.includes("endpoint")) ?? {};
  assert.deepEqual(
    [name, httpOnly, sameSite, expires, path],
    ["insitu-endpoint", true, "Strict", -1, "/"],
  );
  for (const frame of ["/kernel/frame", "/render/frame"]) {
    const response = await page.context().request.get(`${server.url}${frame}`);
    assert.match(response.headers()["content-security-policy"], /connect-src 'none';/, frame);
  }
});

test("what went wrong is said in words: not allowed, a wrong key, and then its models", async () => {
  await expectAccessible(page, id("endpoint"));
  await page.setViewportSize({ width: 1280, height: 900 });
  await part("key").fill("sk-wrong");
  const refused = await tested();
  assert.match(refused, /gave this page no answer that it may read/);
  for (const remedy of [
    `OLLAMA_ORIGINS=${server.url}`,
    "lms server start --cors",
    "--allowed-origins",
  ])
    assert.ok(refused.includes(remedy), `${remedy} in ${refused}`);
  endpoint.allow(server.url);
  assert.match(await tested(), /refused the key \(HTTP 401\)/);
  await part("key").fill(KEY);
  assert.match(await tested(), /answers, and lists 2 models/);
  await part("listed").getByRole("button", { name: "other-1" }).click();
  await part("use").click();
  await dialog.waitFor({ state: "hidden" });
  await open();
  await tested();
  await part("listed").getByRole("button", { name: MODEL }).click();
  assert.equal(await part("model").inputValue(), MODEL);
  await part("use").click();
  await dialog.waitFor({ state: "hidden" });
  await page.locator(id("model-menu")).filter({ hasText: MODEL }).waitFor();
  const chip = page.locator(id("privacy-open"));
  assert.equal(await chip.innerText(), "Connection tested", "it does not say that nothing left");
  await chip.click();
  const said = page.locator(id("contacts"));
  assert.match(await said.innerText(), new RegExp(`${endpoint.host} \\(\\d+ requests\\)`));
  await page.keyboard.press("Escape");
});

test("a model is removed without the others, and the window is what the endpoint says", async () => {
  await open();
  assert.match(await part("added").innerText(), new RegExp(`other-1[^]*${MODEL} · 100,000 tokens`));
  await expectAccessible(page, id("endpoint"));
  await page.setViewportSize({ width: 1280, height: 900 });
  await part("added").getByRole("button", { name: "Remove other-1" }).click();
  await part("use").click();
  await dialog.waitFor({ state: "hidden" });
  await page.locator(id("model-menu")).click();
  const models = page.locator("#model-menu").locator(id("model"));
  // What it showed before is drawn until the list is there.
  await models.filter({ hasText: "other-1" }).waitFor({ state: "detached" });
  await models.filter({ hasText: "100k window" }).waitFor();
  assert.deepEqual(await models.locator(".choice-name").allInnerTexts(), [
    "Built-in planner",
    MODEL,
  ]);
  await page.keyboard.press("Escape");
});

test("a question is answered by the endpoint, with code that runs here, and the ledger has what left, byte for byte", async () => {
  upstream.script(
    { calls: [python("import pandas as pd\npd.read_csv('orders.csv')['amount'].sum()")] },
    { text: "The orders come to **100.0**." },
  );
  const turn = await ask(page, "what do the orders come to?");
  assert.match(await turn.locator(id("answer")).innerText(), /100\.0/);
  assert.deepEqual(
    upstream.exchanges.flatMap(({ violations }) => violations),
    [],
  );
  const sent = posted();
  assert.deepEqual(
    sent.map(({ url }) => url),
    [`${endpoint.base}/chat/completions`, `${endpoint.base}/chat/completions`],
    "the server saw no chat request",
  );
  assert.deepEqual(
    sent.map(({ body }) => String(body)),
    upstream.exchanges.map(({ body }) => body),
  );
  assert.equal(upstream.exchanges[0].json.model, MODEL, "the endpoint's own name of the model");
  await page.locator(id("privacy-open")).click();
  const { bytes } = await saved(page, () =>
    page.locator(id("ledger")).getByRole("button", { name: "Download" }).click(),
  );
  await page.keyboard.press("Escape");
  const { requests } = JSON.parse(String(bytes));
  assert.deepEqual(
    requests.map((/** @type {any} */ { to, bytes, sha256, body }) => ({ to, bytes, sha256, body })),
    upstream.exchanges.map(({ body }) => ({
      to: `${endpoint.base}/chat/completions`,
      bytes: Buffer.byteLength(body),
      sha256: createHash("sha256").update(body).digest("hex"),
      body,
    })),
  );
  assert.match(await page.locator(id("privacy-open")).innerText(), /2 requests sent/);
});

test("a request that is sent again in another form is in the ledger each time", async () => {
  upstream.script(
    {
      status: 400,
      error: "Unrecognized request argument: stream_options",
      headers: { "access-control-allow-origin": server.url },
    },
    { text: "Now." },
  );
  await ask(page, "once more");
  const sent = upstream.exchanges.map(({ body }) => body);
  assert.deepEqual(
    sent.map((body) => "stream_options" in JSON.parse(body)),
    [true, false],
  );
  await page.locator(id("privacy-open")).click();
  const { bytes } = await saved(page, () =>
    page.locator(id("ledger")).getByRole("button", { name: "Download" }).click(),
  );
  await page.keyboard.press("Escape");
  const { requests } = JSON.parse(String(bytes));
  neverBreached(() =>
    assert.deepEqual(
      requests.slice(-2).map((/** @type {{ body: string }} */ { body }) => body),
      sent,
    ),
  );
});

test("the disclosure decides as it does for the server's models", async () => {
  await disclose(page, "Column info only");
  upstream.script({ calls: [python("print(open('orders.csv').read())")] }, { text: "Done." });
  await ask(page, "print the file");
  neverBreached(() => assert.doesNotMatch(upstream.exchanges[1].body, /chair/));
  await disclose(page, "Everything printed");
});

test("Stop ends the call at the endpoint", async () => {
  upstream.script({ text: "This goes on and on", hold: true });
  const turn = await type(page, "go on");
  const { closed } = await upstream.received(0);
  await turn.locator(id("answer")).filter({ hasText: "on and on" }).waitFor();
  await page.locator(id("stop")).click();
  assert.equal(await closed, true, "the page closed it");
});

test("any other origin stays blocked, and another site can choose none", async () => {
  assert.equal(await fetches(`${canary.url}/`), false);
  assert.equal(
    await fetches(endpoint.site),
    false,
    "the same server under another name is another origin",
  );
  assert.ok(
    page.sent.filter(({ url }) => url.startsWith(canary.url)).every(({ refused }) => refused),
  );
  neverBreached(() => assert.equal(canary.touched(), 0));
  const other = await page.context().newPage();
  await other.goto(endpoint.site);
  const statuses = await other.evaluate(async (address) => {
    const body = JSON.stringify({ origin: "https://evil.example" });
    const tries = [
      { method: "POST", body, headers: { "content-type": "application/json" } },
      { method: "POST", body, mode: "no-cors" },
      { method: "DELETE" },
    ];
    return Promise.all(
      tries.map((options) =>
        fetch(address, { credentials: "include", .../** @type {RequestInit} */ (options) }).then(
          ({ type }) => type,
          () => "failed",
        ),
      ),
    );
  }, `${server.url}/endpoint`);
  await other.close();
  assert.deepEqual(statuses, ["failed", "failed", "failed"]);
  assert.equal(
    await loaded(() => page.reload()),
    `'self' http://${endpoint.host}`,
    "the choice is as it was",
  );
});

test("after a reload the key is asked for when it is needed, and kept with a passphrase if the user wants that", async () => {
  await choose(page, MODEL);
  upstream.script({ text: "Here again." });
  const turn = await type(page, "are you there?");
  await dialog.filter({ hasText: `The key of ${endpoint.host} is needed` }).waitFor();
  await part("key").fill(KEY);
  await dialog.getByRole("radio", { name: "In this browser, encrypted" }).check();
  await part("new-passphrase").fill("short");
  await part("use").click();
  await part("status").filter({ hasText: "8 characters at least" }).waitFor();
  await part("new-passphrase").fill(PHRASE);
  await part("use").click();
  await turn.locator(id("answer")).filter({ hasText: "Here again." }).waitFor();
});

test("the passphrase opens the key at the next visit; a wrong one does not, and says so", async () => {
  await loaded(() => page.reload());
  await open();
  await part("passphrase").fill("wrong horse battery");
  await part("unlock").click();
  await part("status").filter({ hasText: "does not open the key" }).waitFor();
  await expectAccessible(page, id("endpoint"));
  await page.setViewportSize({ width: 1280, height: 900 });
  await part("passphrase").fill(PHRASE);
  await part("unlock").click();
  await dialog.waitFor({ state: "hidden" });
  upstream.script({ text: "Unlocked." });
  assert.match(await (await ask(page, "and now?")).locator(id("answer")).innerText(), /Unlocked/);
});

test("the key is in no place but the request's header", async () => {
  const places = await page.evaluate(async () => {
    const file = await window.insitu.sessions.exportAs("insitu");
    const seen = new Set();
    const texts = [
      JSON.stringify(localStorage),
      JSON.stringify(sessionStorage),
      document.documentElement.outerHTML,
      document.cookie,
    ];
    /** @param {any} value */
    const walk = (value, depth = 0) => {
      if (typeof value === "string") texts.push(value);
      if (typeof value === "function") texts.push(String(value));
      if (
        value === null ||
        (typeof value !== "object" && typeof value !== "function") ||
        seen.has(value) ||
        depth > 5
      )
        return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value))
        walk(Object.getOwnPropertyDescriptor(value, key)?.value, depth + 1);
    };
    walk(window.insitu);
    walk(await globalThis.insituPage.endpoint());
    texts.push(JSON.stringify(await window.insitu.models.list()));
    return [...texts, new TextDecoder("latin1").decode(await file.arrayBuffer())];
  });
  assert.ok(places.join("\n").includes(MODEL), "the places were read");
  neverBreached(() => {
    assert.ok(!places.join("\n").includes(KEY));
    assert.ok(!server.log().includes(KEY));
    for (const { url, body, headers } of page.sent) {
      assert.ok(!url.includes(KEY) && !String(body).includes(KEY), url);
      if (url.startsWith(server.url)) assert.ok(!JSON.stringify(headers).includes(KEY), url);
    }
  });
});

test("an endpoint that refuses is a sentence in the turn, without the key", async () => {
  upstream.script({
    status: 429,
    error: `Rate limit reached for ${KEY}`,
    headers: { "access-control-allow-origin": server.url },
  });
  const turn = await ask(page, "too fast?");
  const text = await turn.innerText();
  assert.match(text, /asked too often/);
  assert.ok(!text.includes(KEY) && !/INSITU_|undefined|panicked/.test(text), text);
  await unfold(turn);
});

test("disconnecting takes the origin out of the policy and the models out of the menu, and forgetting deletes the key", async () => {
  await open();
  await part("forget").click();
  await part("key").waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("insitu-endpoint")), null);
  assert.equal(await loaded(() => part("disconnect").click()), "'self'");
  assert.equal(await fetches(`${endpoint.base}/models`), false);
  assert.match(await page.locator(id("model-menu")).innerText(), /planner/);
  await page.locator(id("model-menu")).click();
  assert.equal(await page.getByRole("radio", { name: MODEL }).count(), 0);
  await page.keyboard.press("Escape");
  await open();
  assert.equal(await part("base").inputValue(), "");
});

test("where the operator switched it off, the page offers none", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-off-"));
  writeFileSync(path.join(folder, "insitu.toml"), "[server]\ndirect_endpoints = false\n");
  const off = await startServer({ env: { INSITU_CONFIG: path.join(folder, "insitu.toml") } });
  try {
    const other = await openPage(browser, off.url, { boot: false });
    await other.locator(id("model-menu")).click();
    await other.locator("#model-menu").waitFor();
    assert.equal(await other.locator(id("endpoint-open")).isVisible(), false);
    await other.context().close();
  } finally {
    await off.stop();
    rmSync(folder, { recursive: true });
  }
});
