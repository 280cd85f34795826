// What is said of a turn besides its answer: what the model thought, which model answered in place
// of the chosen one, why there is no answer, and that the sign-in has ended; and what is typed in
// the menu when that closes by accident.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { openPage, ready, startBrowser } from "../support/browser.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { startServer } from "../support/server.mjs";
import { KEY, startUpstream } from "../support/upstream.mjs";
import { ask, choose, id, over, type } from "../support/user.mjs";

const TOKEN = "a-token-for-these-tests-5e1f";

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

before(async () => {
  upstream = await startUpstream();
  folder = await mkdtemp(path.join(tmpdir(), "insitu-notes-"));
  const provider = (/** @type {string} */ id, /** @type {string} */ url) =>
    `[[provider]]\nid = "${id}"\nbase_url = "${url}"\nkey = { env = "SCRIPTED_KEY" }\n`;
  await writeFile(
    path.join(folder, "insitu.toml"),
    `[discovery]\nlocal = false\n\n[upstream]\nretries = 0\n\n[access]\nmode = "token"\ntoken = { env = "TOKEN" }\n\n${provider("scripted", upstream.model.url)}
[[model]]\nid = "alpha"\nprovider = "scripted"\nlabel = "Alpha"\nfallback = "beta"\nprice = { input = 9.0, output = 9.0 }\ndefault = true\n
[[model]]\nid = "beta"\nprovider = "scripted"\nlabel = "Beta"\nprice = { input = 1.0, output = 1.0 }\n`,
  );
  server = await startServer({
    env: { INSITU_CONFIG: path.join(folder, "insitu.toml"), SCRIPTED_KEY: KEY, TOKEN },
  });
  browser = await startBrowser({ compileLess: true });
});

after(async () => {
  await browser?.close();
  await server?.stop();
  await upstream?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Signs in, in the page that is open. @param {import("playwright-core").Page} where */
async function signIn(where) {
  await where.locator("input[type=password]").fill(TOKEN);
  await Promise.all([where.waitForURL(`${server.url}/`), where.locator("button.main").click()]);
}

test("what a model thinks is shown while it arrives, apart from its answer, and is there after a reload", async () => {
  page = await openPage(browser, server.url, {
    prepare: async (page) => {
      await page.goto(server.url);
      await signIn(page);
    },
  });
  const thought = `First <b>I</b> look at ${"the question and ".repeat(30)}then I am done.`;
  upstream.script({
    thinking: { text: thought, signature: "s" },
    text: "It is as you say.",
    bytes: 400,
    pause: 120,
  });
  const turn = await type(page, "is it so?");
  const thoughts = turn.locator(id("thoughts"));
  await thoughts.waitFor();
  assert.equal(await turn.locator(id("answer")).isVisible(), false, "the answer is still to come");
  assert.equal(await thoughts.locator("p").isVisible(), false, "it is closed at first");
  await thoughts.locator("summary").click();
  await over(turn);
  assert.equal(await thoughts.locator("p").textContent(), thought, "plain text");
  assert.equal(await turn.locator(id("answer")).innerText(), "It is as you say.");
  await expectAccessible(page);
  await page.reload();
  await ready(page);
  await page.locator(id("thoughts")).locator("summary").click();
  await page.locator(id("thoughts")).locator("p").filter({ hasText: "then I am done." }).waitFor();
  assert.equal(await page.locator(id("thoughts")).locator("p").textContent(), thought);
  const exported = await page.evaluate(async () =>
    (await window.insitu.sessions.exportAs("markdown")).text(),
  );
  assert.match(exported, /Answered by Alpha, 18 tokens/);
  assert.doesNotMatch(exported, /then I am done/);
});

test("a turn says that another model answered, with that one's price, also after a reload and in an export", async () => {
  upstream.script({ status: 500, error: "overloaded" }, { text: "Beta here." });
  const turn = await ask(page, "who are you?");
  const line = turn.locator(".turn-model").filter({ hasText: "Answered by" });
  const wanted = /^Answered by Beta, since Alpha did not answer, 18 tokens, \$0\.000018$/;
  await line.filter({ hasText: wanted }).waitFor();
  await page.reload();
  await ready(page);
  await page.locator(".turn-model").filter({ hasText: wanted }).waitFor();
  const exported = await page.evaluate(async () =>
    (await window.insitu.sessions.exportAs("markdown")).text(),
  );
  assert.match(
    exported,
    /Answered by Beta, since Alpha did not answer, 18 tokens \(11 read, 7 written\), 0\.000018 USD/,
  );
});

test("an answer that cannot be used ends the turn with a sentence and a way to go on", async () => {
  await choose(page, "Beta");
  const event = (/** @type {object} */ choice) =>
    `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, ...choice }] })}\n\n`;
  const stop = `${event({ delta: {}, finish_reason: "stop" })}data: [DONE]\n\n`;
  for (const [what, raw, wanted] of /** @type {[string, string, RegExp][]} */ ([
    [
      "nonsense",
      "data: {]\n\n",
      /^Failed\. The provider.s answer is not in the expected format\. Check `kind` and `base_url`/,
    ],
    ["nothing", stop, /returned an empty answer\. Ask again, or choose another model/],
    [
      "thoughts",
      event({ delta: { reasoning_content: "Hm." } }) + stop,
      /thought, but wrote no answer\. Ask again, or choose another model/,
    ],
    [
      "a filter",
      `${event({ delta: {}, finish_reason: "content_filter" })}data: [DONE]\n\n`,
      /withheld the rest of the answer\. Ask in other words/,
    ],
  ])) {
    upstream.script({ raw, headers: { "content-type": "text/event-stream" } });
    const turn = await ask(page, what);
    assert.match(await turn.locator(".turn-stopped").innerText(), wanted, what);
    assert.equal(await turn.locator(id("continue")).innerText(), "Continue", what);
  }
  upstream.script({
    raw: event({ delta: { refusal: "I would rather not." } }) + stop,
    headers: { "content-type": "text/event-stream" },
  });
  const turn = await ask(page, "a refusal");
  assert.equal(await turn.locator(id("answer")).innerText(), "I would rather not.");
});

test("what is typed in the menu is kept when it closes, and what is not accepted is there again", async () => {
  const open = async () => {
    await page.locator(id("model-menu")).click();
    await page.locator(id("settings")).waitFor();
  };
  await open();
  await page.getByText("Settings of this session").click();
  await page.locator(id("setting-instructions")).fill("Round to euros.");
  await page.keyboard.press("Escape");
  assert.equal(
    (await page.evaluate(() => window.insitu.settings.get())).instructions,
    "Round to euros.",
  );
  await open();
  await page.locator(id("setting-temperature")).fill("hot");
  await page.mouse.click(5, 400);
  await page.locator("#model-menu").waitFor({ state: "hidden" });
  await open();
  assert.equal(await page.locator(id("setting-temperature")).inputValue(), "hot");
  assert.match(await page.locator(id("settings-problem")).innerText(), /temperature is a number/);
  await page.locator(id("setting-temperature")).fill("");
  await page.keyboard.press("Escape");
});

test("when the sign-in ends, the turn says so, and goes on after a new one", async () => {
  await page.context().clearCookies();
  upstream.script();
  const turn = await ask(page, "still there?");
  assert.match(
    await turn.locator(".turn-stopped").innerText(),
    /^Failed\. Your sign-in has ended\. Sign in again/,
  );
  const [beside] = await Promise.all([
    page.context().waitForEvent("page"),
    turn.locator(id("sign-in-again")).click(),
  ]);
  await signIn(beside);
  await beside.close();
  upstream.script({ text: "Yes, still." });
  await turn.locator(id("continue")).click();
  const again = page.locator(id("turn")).last();
  await over(again);
  assert.equal(await again.locator(id("answer")).innerText(), "Yes, still.");
});

test("the user signs out in the menu", async () => {
  await page.locator(id("model-menu")).click();
  await page.locator(id("sign-out")).waitFor();
  await expectAccessible(page, "#model-menu");
  await Promise.all([
    page.waitForURL(/\/login\?signed-out$/),
    page.locator(id("sign-out")).click(),
  ]);
  await page.goto(server.url);
  await page.locator("input[type=password]").waitFor();
  const left = await page.evaluate(async () =>
    (await indexedDB.databases()).map(({ name }) => name),
  );
  assert.deepEqual(left, [], "what the browser kept was deleted, as it is preselected");
});
