// A model behind the relay with typical behaviour: guesses a column, calls two tools at once,
// writes fenced Python, is cut off, refuses. The scripted upstream replies over real SSE and checks
// the requests that it receives. What becomes of every kind of call is tested in crates/agent and
// in crates/analyst/tests/native_harness, of every split of a stream in crates/providers and
// server/tests/http, of every refusal in server/tests/http.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { addFile } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, id, image, saved, unfold } from "../support/user.mjs";
import { KEY, MODEL, python, toolTexts } from "../support/upstream.mjs";

const { upstream, server, page } = await scriptedJourney();

before(async () => {
  await addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n");
});

test("a guessed column comes back as a KeyError, and the model corrects itself", async () => {
  upstream.script(
    {
      text: "I'll add the prices.",
      calls: [
        python(
          "import pandas as pd\ndf = pd.read_csv('orders.csv')\ndf['price'].sum()",
          "add up the prices",
        ),
      ],
    },
    { calls: [python("df['amount'].sum()", "use the column that exists")] },
    { text: "The orders come to **100.0** in total." },
  );
  const turn = await ask(page, "what do the orders come to?");
  assert.match(await turn.locator(id("answer")).innerText(), /100\.0 in total/);
  const steps = turn.locator(id("step"));
  assert.equal(await steps.count(), 2);
  await unfold(turn);
  assert.match(await steps.nth(0).locator(id("error")).innerText(), /KeyError: 'price'/);
  const [, second, third] = upstream.exchanges;
  assert.match(/** @type {string} */ (toolTexts(second).at(-1)), /KeyError.*price/s);
  assert.match(
    /** @type {string} */ (toolTexts(second).at(-1)),
    /line 3/,
    "the model sees the line",
  );
  assert.doesNotMatch(
    /** @type {string} */ (toolTexts(second).at(-1)),
    /harness|pyodide/i,
    "the harness's own frames are noise",
  );
  assert.match(/** @type {string} */ (toolTexts(third).at(-1)), /100/);
  assert.equal(third.json.messages.filter((message) => message.role === "user").length, 1);
  clean(3);
});

test("parallel tool calls run in order and are each answered once", async () => {
  upstream.script(
    { calls: [python("a = 20"), python("b = a + 1\nb"), python("b * 2")] },
    { text: "The answer is 42." },
  );
  const turn = await ask(page, "compute in three steps");
  assert.equal(await turn.locator(id("step")).count(), 3);
  assert.deepEqual(
    toolTexts(upstream.exchanges[1])
      .slice(-3)
      .map((text) => /\b(21|42)\b/.exec(text)?.[0]),
    [undefined, "21", "42"],
  );
  clean(2);
});

test("the page says that a stream was cut off, and keeps the text that had arrived", async () => {
  upstream.script({
    text: "The first half is here and the second half never arrives, whatever one waits for.",
    cut: 0.5,
  });
  const turn = await ask(page, "tell me all");
  assert.match(await turn.innerText(), /The first half/);
  assert.match(await turn.innerText(), /cut|ended early|broke|incomplete|connection/i);
  upstream.script({ text: "Whole again." });
  assert.match(
    await (await ask(page, "and now?")).locator(id("answer")).innerText(),
    /Whole again/,
  );
  assert.deepEqual(
    upstream.exchanges.flatMap((exchange) => exchange.violations),
    [],
  );
});

test("a refusal of the provider is shown as a sentence, and the next question works", async () => {
  upstream.script({ status: 401, error: "Incorrect API key provided" });
  const text = await (await ask(page, "are you there?")).innerText();
  assert.match(text, /refused the API key \(HTTP 401\)/);
  assert.doesNotMatch(text, /[{}]|undefined|null|panicked/, "a user reads this");
  upstream.script({ text: "Here I am." });
  assert.match(await (await ask(page, "and now?")).locator(id("answer")).innerText(), /Here I am/);
  clean(1);
});

test("a file that Python wrote is downloaded byte for byte, also a later version of it", async () => {
  for (const [code, wanted] of /** @type {[string, Buffer][]} */ ([
    [
      "open('bytes.bin', 'wb').write(bytes(range(256)))",
      Buffer.from(Array.from({ length: 256 }, (_, index) => index)),
    ],
    ["open('/mnt/data/bytes.bin', 'wb').write(b'anew')", Buffer.from("anew")],
  ])) {
    upstream.script({ calls: [python(code)] }, { text: "Written to bytes.bin." });
    const turn = await ask(page, "write a file");
    const { name, bytes } = await saved(page, () =>
      turn.locator(id("created-file")).getByRole("button", { name: /^Save/ }).click(),
    );
    assert.deepEqual([name, bytes], ["bytes.bin", wanted]);
  }
});

test("a figure is saved as the image that is shown", async () => {
  upstream.script(
    {
      calls: [
        python("import matplotlib.pyplot as plt\nplt.plot([1, 3, 2]); plt.title('Three points')"),
      ],
    },
    { text: "Drawn." },
  );
  const turn = await ask(page, "draw");
  const picture = await image(turn.locator(id("figure")));
  const shown = /** @type {string} */ (await picture.getAttribute("src"));
  const { name, bytes } = await saved(page, () =>
    turn.locator(id("figure")).getByRole("button", { name: "Save PNG" }).click(),
  );
  assert.equal(name, "three-points.png");
  assert.deepEqual(bytes, Buffer.from(shown.slice(shown.indexOf(",") + 1), "base64"));
});

test("requests contain the earlier conversation, and the key never reaches the browser", async () => {
  upstream.script({ text: "Last one." });
  await ask(page, "do you remember the orders?");
  const questions = upstream.exchanges[0].json.messages.filter(
    (message) => message.role === "user",
  );
  assert.match(JSON.stringify(questions), /what do the orders come to/);
  assert.ok(page.sent.every((request) => !JSON.stringify(request.headers).includes(KEY)));
  assert.ok(!(await page.content()).includes(KEY));
  assert.ok(!(await (await fetch(`${server.url}/v1/models`)).text()).includes(KEY));
  assert.ok(!server.log().includes(KEY), "nor into the log");
});

test("a model that writes fenced Python runs it, and is offered no tools from then on", async () => {
  upstream.script(
    { text: "Let me compute that.\n\n```python\nprint('fenced ran')\n```" },
    { text: "It ran." },
  );
  const turn = await ask(page, "count");
  assert.equal(await turn.locator(id("step")).count(), 1);
  await unfold(turn);
  assert.match(await turn.locator(id("stdout")).innerText(), /fenced ran/);
  assert.match(await turn.locator(id("answer")).innerText(), /It ran/);
  clean(2);
  upstream.script({ text: "```python\nprint(f'@rows[{len(df)}]')\n```" });
  const next = await ask(page, "How many rows? Answer format: @rows[number of rows, an integer]");
  assert.equal((await next.locator(id("answer")).innerText()).trim(), "@rows[3]");
  await unfold(next);
  assert.match(
    await next.locator(id("code")).innerText(),
    /df = pd\.read_csv\("orders\.csv"\)/,
    "what it left out is part of the code",
  );
  assert.deepEqual(
    upstream.exchanges.map(({ json, violations }) => [json.tools, violations]),
    [[undefined, []]],
  );
});

/**
 * Checks that the upstream got that many well-formed requests for the configured model with one
 * tool, and that its script is used up.
 *
 * @param {number} count
 */
function clean(count) {
  assert.equal(upstream.exchanges.length, count);
  for (const { violations, json, path } of upstream.exchanges) {
    assert.deepEqual(violations, []);
    assert.deepEqual([path, json.model, json.stream], ["/v1/chat/completions", MODEL, true]);
    assert.deepEqual(
      json.tools.map((tool) => tool.function.name),
      ["run_python"],
    );
  }
}
