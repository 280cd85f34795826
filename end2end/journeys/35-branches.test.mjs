// Correcting a conversation: editing a question, asking again, branches, undoing, over reloads and
// with what the model receives.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { keptJourney, shown } from "../support/kept.mjs";
import { ready } from "../support/browser.mjs";
import { ask, disclose, id, over } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => upstream.script());

const page = await kept.openReady();

const questions = async () => (await shown(page)).map(({ question }) => question);

/** @param {number} turn @param {string} control */
const control = (turn, control) => page.locator(id("turn")).nth(turn).locator(id(control));

/** Waits until these questions are shown, all of them answered. @param {...string} wanted */
const shows = (...wanted) =>
  page.waitForFunction((wanted) => {
    const turns = [...document.querySelectorAll("[data-testid='turn']")];
    const complete = turns.every((turn) =>
      turn.querySelector("[data-testid='phase']")?.textContent?.includes("complete"),
    );
    return (
      complete &&
      JSON.stringify(turns.map((turn) => turn.querySelector(".turn-question")?.textContent)) ===
        wanted
    );
  }, JSON.stringify(wanted));

/** Returns what the model received last: the texts of the questions and of the results. */
const received = () =>
  (upstream.exchanges.at(-1)?.json.messages ?? [])
    .filter(({ role }) => role === "user" || role === "tool")
    .map(({ content }) => content);

test("an edited question is asked with the variables that were there before it, and the older branch is kept", async () => {
  upstream.script({ calls: [python("a = 20\nprint('first', a)")] }, { text: "It is 20." });
  await ask(page, "Set a.");
  upstream.script({ calls: [python("a += 1\nprint('second', a)")] }, { text: "It is 21." });
  await ask(page, "Add one.");
  upstream.script({ text: "Good." });
  await ask(page, "Thanks?");
  upstream.script({ calls: [python("a += 2\nprint('edited', a)")] }, { text: "It is 22." });
  await control(1, "edit-question").click();
  await control(1, "edited-question").fill("Add two.");
  await control(1, "edited-question").press("Tab");
  await page.keyboard.press("Enter");
  await shows("Set a.", "Add two.");
  assert.equal((await shown(page))[1].answer, "It is 22.");
  const texts = received().join("\n");
  assert.match(texts, /edited 22/);
  assert.match(texts, /first 20/);
  assert.doesNotMatch(texts, /second|Add one|Thanks/);
  assert.equal(await control(1, "version").innerText(), "Version 2 of 2");
});

test("a branch is chosen, and stays chosen after a reload", async () => {
  await control(1, "older").click();
  await shows("Set a.", "Add one.", "Thanks?");
  assert.equal(await control(1, "version").innerText(), "Version 1 of 2");
  await page.reload();
  await ready(page);
  await shows("Set a.", "Add one.", "Thanks?");
  upstream.script({ calls: [python("print('now', a)")] }, { text: "Still 21." });
  await ask(page, "What is a?");
  assert.match(received().join("\n"), /now 21/);
  assert.doesNotMatch(received().join("\n"), /Add two/);
});

test("a question is asked again, and undone turns are shown again", async () => {
  upstream.script({ text: "You are welcome." });
  await control(2, "ask-again").click();
  await shows("Set a.", "Add one.", "Thanks?");
  await page.locator(id("answer")).filter({ hasText: "You are welcome." }).waitFor();
  await control(1, "undo-turn").click();
  await shows("Set a.");
  await page.locator(id("redo")).click();
  await shows("Set a.", "Add one.", "Thanks?");
  assert.equal((await shown(page))[2].answer, "You are welcome.");
  for (const left of [["Set a."], []]) {
    await control(left.length, "undo-turn").click();
    await shows(...left);
  }
  await page.reload();
  await ready(page);
  assert.deepEqual(await questions(), []);
  await page.locator(id("redo")).click();
  await shows("Set a.");
});

test("what the model may see stays as the user has set it since", async () => {
  await disclose(page, "Column info only");
  upstream.script({ calls: [python("print('secret', 4711)")] }, { text: "Done." });
  await control(0, "edit-question").click();
  await control(0, "edited-question").fill("Print it.");
  await control(0, "edited-question").press("Tab");
  await page.keyboard.press("Enter");
  await shows("Print it.");
  assert.doesNotMatch(received().join("\n"), /4711/);
});

test("while a turn is under way, nothing of the conversation can be changed", async () => {
  upstream.script({ calls: [python("import time; time.sleep(60)")] }, { text: "Late." });
  const asked = page.evaluate(() => window.insitu.ask("Wait.").then(() => true));
  await page.locator('.step[data-state="running"]').waitFor();
  await control(0, "undo-turn").click();
  await page.locator(".turn-changes", { hasText: "Wait until the answer is complete" }).waitFor();
  assert.deepEqual(await questions(), ["Print it.", "Wait."]);
  await page.evaluate(() => window.insitu.interrupt());
  assert.ok(await asked);
  await over(page.locator(id("turn")).nth(1));
});
