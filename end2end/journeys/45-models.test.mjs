// The menu of models: which there are, which one answers, how it is asked, whether it can be
// reached, and what it has used. What the list of a server says, also after its configuration was
// read again, is tested in server/tests/http, what the menu says of models and settings in
// app/src/session.

import { after, before, beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { addFile, openPage, ready, startBrowser } from "../support/browser.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { startServer } from "../support/server.mjs";
import { KEY, python, startUpstream } from "../support/upstream.mjs";
import { ask, choose, id } from "../support/user.mjs";

/** @type {import("../support/upstream.mjs").Upstream} */
let upstream;
/** @type {import("../support/server.mjs").Server} */
let server;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("../support/browser.mjs").RecordedPage} */
let page;
/** @type {string} */
let folder;
/** The port of a provider that is not there. */
let closed = 0;

/**
 * Returns a table of the configuration.
 *
 * @param {string} name
 * @param {Record<string, string | number | boolean>} values as JSON writes them, or a table as text
 */
const table = (name, values) =>
  [
    `[[${name}]]`,
    ...Object.entries(values).map(
      ([key, value]) =>
        `${key} = ${typeof value === "string" && value.startsWith("{") ? value : JSON.stringify(value)}`,
    ),
    "",
  ].join("\n");

/** Returns the configuration. */
const configuration = () =>
  [
    "[discovery]\nlocal = false\n",
    table("provider", {
      id: "scripted",
      kind: "chat-completions",
      base_url: upstream.model.url,
      key: '{ env = "SCRIPTED_KEY" }',
    }),
    table("provider", {
      id: "absent",
      kind: "chat-completions",
      base_url: `http://127.0.0.1:${closed}/v1`,
      auth: "none",
    }),
    table("model", {
      id: "alpha",
      provider: "scripted",
      name: "alpha-1",
      label: "Alpha",
      window: 128000,
      tools: true,
      vision: true,
      reasoning: true,
      default: true,
      price: "{ input = 2.0, cached_input = 0.5, output = 10.0 }",
    }),
    table("model", {
      id: "beta",
      provider: "scripted",
      name: "beta-1",
      label: "Beta",
      fenced: "always",
      window: 8192,
    }),
    table("model", { id: "unreachable", provider: "absent", label: "Nobody there", tools: true }),
    table("model", { id: "spare", provider: "scripted", label: "Spare" }),
  ].join("\n");

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "insitu-models-"));
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  closed = /** @type {import("node:net").AddressInfo} */ (taken.address()).port;
  taken.close();
  upstream = await startUpstream();
  const file = path.join(folder, "insitu.toml");
  await writeFile(file, configuration());
  server = await startServer({ env: { INSITU_CONFIG: file, SCRIPTED_KEY: KEY } });
  browser = await startBrowser({ compileLess: true });
  page = await openPage(browser, server.url);
  await addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\n");
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => upstream.script());

const menu = () => page.locator("#model-menu");
const row = (/** @type {string} */ name) =>
  menu()
    .locator(id("model"))
    .filter({ has: page.getByRole("radio", { name, exact: true }) });

/** Opens the menu and waits for the models, and for the part that is loaded with it. */
async function openMenu() {
  await page.locator(id("model-menu")).click();
  await menu().getByRole("radio").first().waitFor();
  await menu().locator(id("tab-model-choose")).waitFor();
}

const closeMenu = () => page.keyboard.press("Escape");

/** Returns the line that says who answered. @param {import("playwright-core").Locator} turn */
const answeredBy = (turn) =>
  turn.locator(".turn-model").filter({ hasText: "Answered by" }).innerText();

/** Sets a field of the settings as a user does. @param {string} name @param {string} value */
async function setting(name, value) {
  const field = page.locator(id(`setting-${name}`));
  if (name === "effort") await field.selectOption(value);
  else {
    await field.fill(value);
    await field.press("Tab");
  }
}

test("models are listed by where they run, with what they can do; the default answers", async () => {
  assert.match(await page.locator(id("model-menu")).innerText(), /Alpha/);
  await openMenu();
  assert.deepEqual(await menu().locator(".models-place").allInnerTexts(), [
    "In this browser",
    `On the server’s machine: scripted, ${new URL(upstream.model.url).host}`,
    `On the server’s machine: absent, 127.0.0.1:${closed}`,
    "A model from a file, in this tab",
  ]);
  assert.deepEqual(await row("Alpha").locator(".models-mark").allInnerTexts(), [
    "tools",
    "figures",
    "reasoning",
    "128k window",
    "$2.00 in, $10.00 out",
  ]);
  assert.ok(await page.getByRole("radio", { name: "Alpha", exact: true }).isChecked());
  const described = await page
    .getByRole("radio", { name: "Alpha", exact: true })
    .getAttribute("aria-describedby");
  assert.match(
    await page.locator(`#${described}`).innerText(),
    /sees figures and thinks before it answers/,
  );
  assert.equal(
    await page.locator(id("models-search")).isVisible(),
    false,
    "five models need no search",
  );
  await expectAccessible(page, "#model-menu");
  await closeMenu();
});

test("many models can be searched and chosen with the keyboard, and one that is gone is said", async () => {
  // As a server sends them that has 36 more, until it has them no longer.
  const insitu = {
    provider: "scripted",
    host: "127.0.0.1:9",
    local: true,
    tools: true,
    window: 32768,
  };
  const more = Array.from({ length: 36 }, (_, at) => ({
    id: `extra-${at}`,
    object: "model",
    insitu: { ...insitu, label: `Extra ${at}` },
  }));
  await page.route("**/v1/models", async (route) => {
    const response = await route.fetch();
    const { data, ...list } = await response.json();
    await route.fulfill({ response, json: { ...list, data: [...data, ...more] } });
  });
  await openMenu();
  const search = page.locator(id("models-search"));
  await search.fill("extra-35");
  assert.deepEqual(await menu().locator(".choice-name").allInnerTexts(), ["Extra 35"]);
  await expectAccessible(page, "#model-menu");
  await search.press("Tab");
  await page.keyboard.press("Space");
  assert.match(await page.locator(id("model-menu")).innerText(), /Extra 35/);
  await search.fill("no such");
  assert.match(await menu().innerText(), /No model matches\./);
  await search.fill("");
  assert.equal(await menu().getByRole("radio").count(), 41);
  await closeMenu();

  await page.unroute("**/v1/models");
  await openMenu();
  const gone = page.locator(id("notice")).filter({ hasText: "Extra 35" });
  await gone.waitFor();
  assert.match(
    await gone.innerText(),
    /The model Extra 35 is not offered any more\. Alpha answers now\./,
  );
  assert.ok(await page.getByRole("radio", { name: "Alpha", exact: true }).isChecked());
  assert.equal(await menu().getByRole("radio").count(), 5);
  await closeMenu();
});

test("the model is switched in the middle of a session, and each turn says who answered", async () => {
  upstream.script(
    { calls: [python("import pandas as pd\nprint(pd.read_csv('orders.csv')['amount'].sum())")] },
    { text: "The total is 92.5." },
  );
  const first = await ask(page, "what is the total?");
  assert.deepEqual(
    upstream.exchanges.map(({ json }) => json.model),
    ["alpha-1", "alpha-1"],
  );
  assert.ok(upstream.exchanges[0].json.tools.some((tool) => tool.function.name === "run_python"));
  await choose(page, "Beta");
  upstream.script({ text: "```python\nprint(92.5 / 2)\n```" }, { text: "Half of it is 46.25." });
  const second = await ask(page, "and half of it?");
  assert.match(await answeredBy(first), /^Answered by Alpha/);
  assert.match(await answeredBy(second), /^Answered by Beta/);
  const [{ json }] = upstream.exchanges;
  assert.equal(json.model, "beta-1");
  assert.equal(json.tools, undefined);
  // The calls of the other model are text for this one.
  assert.deepEqual(
    json.messages.filter((message) => message.role === "tool" || message.tool_calls),
    [],
  );
  assert.ok(
    json.messages.some(
      (message) =>
        message.role === "assistant" && message.content.includes("```python\nimport pandas as pd"),
    ),
  );
  await choose(page, "Alpha");
  upstream.script({ text: "Nothing more to say." });
  await ask(page, "thank you");
  assert.deepEqual(
    upstream.exchanges.flatMap(({ violations }) => violations),
    [],
  );
});

test("settings reach the provider, and what is not accepted is said", async () => {
  await openMenu();
  await page.getByText("Settings of this session").click();
  await setting("temperature", "3");
  assert.match(
    await page.locator(id("settings-problem")).innerText(),
    /temperature is a number from 0 to 2/,
  );
  await setting("temperature", "0,2");
  await setting("steps", "many");
  assert.match(
    await page.locator(id("settings-problem")).innerText(),
    /step limit is a whole number from 1 to 50/,
  );
  await expectAccessible(page, "#model-menu");
  await setting("steps", "1");
  await setting("effort", "low");
  await setting("instructions", "Amounts are in thousands of euros.");
  assert.equal(await page.locator(id("settings-problem")).innerText(), "");
  assert.match(
    await page.locator(id("settings")).locator("summary").innerText(),
    /temperature 0\.2, effort low, 1 step, own instructions/,
  );
  await closeMenu();
  upstream.script(
    { calls: [python("print(1)")] },
    { calls: [python("print(2)")] },
    { text: "One step." },
  );
  const turn = await ask(page, "count");
  const [{ json }, last] = upstream.exchanges;
  assert.deepEqual([json.temperature, json.reasoning_effort], [0.2, "low"]);
  assert.match(
    json.messages[0].content,
    /The user has added these instructions[^]*Amounts are in thousands of euros\./,
  );
  // One step ran, then the model is asked for its answer, without tools.
  assert.equal(upstream.exchanges.length, 2);
  assert.equal(last.json.tools, undefined);
  assert.match(await turn.locator(".turn-stopped").innerText(), /step/i);
  await choose(page, "Beta");
  upstream.script({ text: "Nothing." });
  await ask(page, "and now?");
  assert.equal(upstream.exchanges[0].json.reasoning_effort, undefined, "it does not reason");
  await choose(page, "Alpha");
});

test("tokens and cost stand under each turn and in the menu, also after a reload", async () => {
  const usage = {
    prompt_tokens: 1000,
    completion_tokens: 240,
    prompt_tokens_details: { cached_tokens: 400 },
    completion_tokens_details: { reasoning_tokens: 40 },
  };
  upstream.script({ text: "Priced.", usage });
  const turn = await ask(page, "what does this cost?");
  const line = turn.locator(id("usage"));
  await line.filter({ hasText: "tokens" }).waitFor();
  // 600 at $2, 400 at $0.50, 240 at $10 a million.
  assert.equal(await line.innerText(), ", 1,240 tokens, $0.0038");
  assert.equal(
    await line.getAttribute("title"),
    "1 request; 1,000 tokens read, 400 of them from the provider’s cache; 240 tokens written, 40 of them reasoning.",
  );
  upstream.script({ text: "Free.", usage: null });
  const unknown = await ask(page, "and this?");
  await unknown.locator(id("usage")).filter({ hasText: "no usage reported" }).waitFor();
  await openMenu();
  const sum = page.locator(id("session-usage")).filter({ hasText: "1,384 tokens" });
  const total = await sum.innerText();
  assert.match(total, /^This session: at least [\d,]+ tokens, \$0\.\d+$/);
  await closeMenu();

  await page.reload();
  await ready(page);
  await page.locator(id("turn")).nth(6).waitFor();
  await page.locator(id("usage")).filter({ hasText: ", 1,240 tokens, $0.0038" }).waitFor();
  await openMenu();
  assert.equal(await sum.innerText(), total);
  await page.getByText("Settings of this session").click();
  assert.equal(await page.locator(id("setting-temperature")).inputValue(), "0.2");
  assert.equal(await page.locator(id("setting-steps")).inputValue(), "1");
  assert.equal(await page.locator(id("setting-effort")).inputValue(), "low");
  assert.equal(
    await page.locator(id("setting-instructions")).inputValue(),
    "Amounts are in thousands of euros.",
  );
  await closeMenu();
});

test("a connection is tested without any data of the user, and stands in the ledger", async () => {
  const before = await page.locator(id("privacy-open")).innerText();
  await openMenu();
  upstream.script({ calls: [{ id: "c", name: "ping", arguments: "{}" }] });
  await row("Alpha").getByRole("button", { name: "Test Alpha" }).click();
  await row("Alpha").getByText("It answers:").waitFor();
  assert.match(
    await row("Alpha").locator(id("model-test")).innerText(),
    /^It answers: \d+\.\d s to the first word\. It calls tools\.$/,
  );
  const [{ body, json }] = upstream.exchanges;
  assert.ok(!body.includes("orders") && !body.includes("thousands of euros"), body);
  assert.deepEqual(
    json.tools.map((tool) => tool.function.name),
    ["ping"],
  );
  upstream.script({ text: "OK" });
  await row("Beta").getByRole("button", { name: "Test Beta" }).click();
  await row("Beta").getByText("It writes code blocks; tools were not tried.").waitFor();
  assert.equal(upstream.exchanges[0].json.tools, undefined);
  upstream.script({ status: 400, error: "alpha-1 is closed for today" });
  await row("Alpha").getByRole("button", { name: "Test Alpha" }).click();
  await row("Alpha").getByText("It does not answer.").waitFor();
  await row("Nobody there").getByRole("button", { name: "Test Nobody there" }).click();
  await row("Nobody there").getByText("It does not answer.").waitFor({ timeout: 30_000 });
  await expectAccessible(page, "#model-menu");
  await closeMenu();
  assert.notEqual(
    await page.locator(id("privacy-open")).innerText(),
    before,
    "each test is counted",
  );
});

test("scripts list, choose and test models, and set how they are asked", async () => {
  const listed = await page.evaluate(() => insitu.models.list());
  assert.deepEqual(
    listed.map(({ id, chosen }) => [id, chosen]),
    [
      ["Built-in planner", false],
      ["alpha", true],
      ["beta", false],
      ["unreachable", false],
      ["spare", false],
    ],
  );
  const refused = await page.evaluate(() => insitu.models.choose("gamma").then(String, String));
  assert.equal(refused, "Error: There is no model with the id “gamma”.");
  await page.evaluate(() => insitu.settings.set({ temperature: 1, instructions: "" }));
  await page.evaluate(() => insitu.models.choose("spare"));
  assert.deepEqual(await page.evaluate(() => insitu.settings.get()), {
    temperature: 1,
    effort: "low",
    steps: 1,
    instructions: "",
  });
  upstream.script({ text: "Here." });
  const turn = await page.evaluate(() => insitu.ask("who are you?"));
  assert.equal(turn.answer, "Here.");
  assert.deepEqual(
    [upstream.exchanges[0].json.model, upstream.exchanges[0].json.temperature],
    ["spare", 1],
  );
  upstream.script({ text: "OK" });
  assert.equal((await page.evaluate(() => insitu.models.test("alpha"))).called, false);
});
