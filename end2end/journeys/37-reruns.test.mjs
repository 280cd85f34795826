// Code that runs again: from a step on whose code the user has changed, all of it to compare what
// it produces, and what a resumed session runs.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { keptJourney } from "../support/kept.mjs";
import { ready, run } from "../support/browser.mjs";
import { ask, id, more, unfold } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => upstream.script());

const page = await kept.openReady();

/** @param {number} at */
const turn = (at) => page.locator(id("turn")).nth(at);

/** Returns what the model received last as results of its calls. */
const results = () =>
  (upstream.exchanges.at(-1)?.json.messages ?? [])
    .filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));

/**
 * Replaces the code of a turn's only step, and runs it with what follows.
 *
 * @param {number} at
 * @param {string} code
 */
async function edit(at, code) {
  await unfold(turn(at));
  await turn(at).locator(id("edit-code")).click();
  const content = turn(at).locator(".cm-content");
  await content.click();
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(code);
  await turn(at).locator(id("run-from")).click();
}

test("all code that runs again in a fresh interpreter produces the same", async () => {
  upstream.script(
    {
      calls: [
        python(
          "a = 20\nwith open('/out/a.txt', 'a') as file: file.write('x')\nprint('a is', a, open('/out/a.txt').read())",
        ),
      ],
    },
    { text: "It is 20." },
  );
  await ask(page, "Set a.");
  upstream.script({ calls: [python("b = a + 1\nprint('b is', b)")] }, { text: "It is 21." });
  await ask(page, "Add one.");
  upstream.script({ calls: [python("unknown")] }, { text: "It failed." });
  await ask(page, "Fail.");
  const verdict = await page.evaluate(() => window.insitu.replay());
  const { durationMs, ...found } = verdict;
  assert.ok(durationMs > 0);
  assert.deepEqual(found, {
    verdict: "same",
    executions: 3,
    compared: 3,
    differences: [],
    tolerance: 1e-9,
  });
  // The file was written again, not appended to, and the variables are those of the session.
  assert.equal((await run(page, "a, b")).results[0].text, "(20, 21)");
  assert.equal(await page.locator(id("notice")).filter({ hasText: "variables" }).count(), 0);
});

test("a result that is another one each time is named, at its step and in an export", async () => {
  upstream.script({ calls: [python("import time\nprint(time.time_ns())")] }, { text: "Now." });
  await ask(page, "What time is it?");
  await more(page, "check");
  await page.locator(id("verdict")).filter({ hasText: "1 of 5 differs" }).waitFor();
  await unfold(turn(3));
  assert.match(await turn(3).locator(id("differs")).innerText(), /what it printed differs/);
  assert.equal(await turn(0).locator(id("differs")).count(), 0);
  const text = await page.evaluate(async () =>
    (await window.insitu.sessions.exportAs("markdown")).text(),
  );
  assert.match(text, /Replay check.*5 results compared, 1 different/);
});

test("an edited step runs with what follows it, and the answers from before are out of date", async () => {
  await edit(0, "a = 30\nprint('a is', a)");
  await turn(1).locator(id("stdout")).filter({ hasText: "b is 31" }).waitFor({ state: "attached" });
  assert.match(
    /** @type {string} */ (await turn(0).locator(id("stdout")).textContent()),
    /a is 30/,
  );
  await turn(0).locator(id("stale-answer")).waitFor();
  await turn(1).locator(id("stale-answer")).waitFor();
  assert.equal((await run(page, "a, b")).results[0].text, "(30, 31)");
});

test("the model learns what the user has changed, and no result that was not shared with it", async () => {
  upstream.script({ text: "I see." });
  await ask(page, "What did I change?");
  const [first, second] = results();
  assert.match(first, /a is 20/);
  assert.match(first, /The user has since changed this code to:\n```python\na = 30/);
  assert.match(second, /b is 21/);
  assert.match(second, /has run again since/);
  assert.doesNotMatch(results().join("\n"), /a is 30|b is 31/);
});

test("where edited code fails, what follows is marked as out of date, and nothing is lost by a reload", async () => {
  await edit(1, "b = undefined_name");
  await turn(1).getByText("NameError ended it at piece").waitFor();
  await page.reload();
  await ready(page);
  await unfold(turn(1));
  await unfold(turn(3));
  assert.match(
    /** @type {string} */ (await turn(1).locator(id("error")).first().textContent()),
    /undefined_name/,
  );
  await turn(3).locator(id("freshness")).filter({ hasText: "Out of date" }).waitFor();
});

test("what a resumed session runs again is compared", async () => {
  upstream.script({ calls: [python("print(a)")] }, { text: "There." });
  await ask(page, "Is a there?");
  assert.match(/** @type {string} */ (results().at(-1)), /30/);
  await unfold(turn(3));
  await turn(3).locator(id("differs")).waitFor();
});

test("code before an edited step, which runs again as it was, is compared too", async () => {
  const difference = turn(3).locator(id("differs")).locator("li");
  const earlier = await difference.innerText();
  await edit(5, "print(a + 1)");
  await turn(5).locator(id("stdout")).filter({ hasText: "31" }).waitFor({ state: "attached" });
  await difference.filter({ hasNotText: earlier }).waitFor();
});

test("nothing can be asked while code runs again, and it can be stopped", async () => {
  upstream.script(
    { calls: [python("import time\nfor _ in range(int(a)): time.sleep(0.02)")] },
    { text: "Slept." },
  );
  await ask(page, "Sleep.");
  await edit(0, "a = 100_000");
  await turn(0)
    .getByText(/Running piece \d/)
    .waitFor();
  const refused = await page.evaluate(() => window.insitu.ask("Now?"));
  assert.match(String(refused.message), /runs again/);
  await page.getByText(/Running piece (\d+) of \1…/).waitFor();
  await turn(0).getByRole("button", { name: "Stop" }).click();
  await turn(0).getByText("It was stopped at piece").waitFor();
});

test("the variables are listed, and one that is chosen is shown as a result is", async () => {
  await run(
    page,
    "import pandas as pd\nframe = pd.DataFrame({'n': range(1000)})\nhostile = type('<b>Hostile</b>', (), {'shape': property(lambda self: 1 / 0)})()",
  );
  await more(page, "variables");
  await page.locator(id("variables-status")).filter({ hasText: "Choose a name" }).waitFor();
  const rows = await page
    .locator(id("variable"))
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));
  const [frame, hostile] = ["frame", "hostile"].map((name) => rows.find((row) => row[0] === name));
  assert.deepEqual(frame, ["frame", "DataFrame", "1,000 × 1", "8.1 KB"]);
  assert.deepEqual(hostile?.slice(0, 3), ["hostile", "<b>Hostile</b>", ""]);
  await page.getByRole("button", { name: "frame", exact: true }).click();
  await page.locator(id("variable-value")).getByText("1,000 rows").first().waitFor();
  await page.keyboard.press("Escape");
  assert.equal(
    (await run(page, "[name for name in globals() if 'insitu' in name and '__' in name]"))
      .results[0].text,
    "[]",
  );
});
