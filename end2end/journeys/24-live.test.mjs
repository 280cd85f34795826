// What a step shows while its code runs: results as they arrive, updates in place, and removal, also of hostile code.

import { test } from "node:test";
import assert from "node:assert/strict";
import { scriptedJourney } from "../support/fixture.mjs";
import { longestTask } from "../support/main-thread.mjs";
import { id, over, type } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const LIVE = '.step[data-state="running"] .live';

const { upstream, browser, page } = await scriptedJourney({ ownBrowser: true });

/**
 * Has the model run code that pauses after each of its parts.
 *
 * @param {...string} parts
 */
async function start(...parts) {
  upstream.script({ calls: [python(parts.join("\nimport time; time.sleep(1.5)\n"))] }, { text: "Done." });
  await type(page, "show it");
}

const shown = () => page.locator(`${LIVE} [data-testid="result"]`).allInnerTexts();

/**
 * Waits until the running step shows exactly these texts.
 *
 * @param {...string} texts
 */
const shows = (...texts) =>
  page.waitForFunction(
    ([live, texts]) => {
      const results = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${live} .result`))].map((result) => result.innerText);
      return results.length === texts.length && texts.every((text, at) => results[at].includes(text));
    },
    /** @type {const} */ ([LIVE, texts]),
    { timeout: 20_000 },
  );

test("results are shown in the step while it runs, and once with the outcome", { timeout: 60_000 }, async () => {
  await start("display('first')", "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('Drawn'); plt.show()\ndisplay('third')", "'value'");
  await shows("first");
  await page.locator(`${LIVE} img`).waitFor();
  assert.equal((await shown()).length, 3);
  const turn = page.locator(id("turn")).last();
  await over(turn);
  assert.equal(await page.locator(".live").count(), 0);
  assert.equal(await turn.locator("img").count(), 1);
});

test("an update replaces a result, and clearing removes results and text", { timeout: 60_000 }, async () => {
  await start(
    "from IPython.display import clear_output\nprint('printed before')\nhandle = display('one of two', display_id=True)\ndisplay('stays')",
    "handle.update('two of two')",
    "clear_output(wait=True)\ndisplay('alone')",
    "clear_output()",
  );
  await shows("one of two", "stays");
  const printed = page.locator('.step[data-state="running"]').locator(id("stdout"));
  assert.equal(await printed.innerText(), "printed before\n");
  await shows("two of two", "stays");
  await shows("alone");
  assert.equal(await printed.count(), 0);
  const turn = page.locator(id("turn")).last();
  await over(turn);
  assert.equal(await turn.locator(id("result")).count(), 0);
});

test("many updates block neither the page nor the last update", { timeout: 90_000 }, async (context) => {
  const longest = await longestTask(browser, page, async () => {
    await start("h = display(0, display_id=True)\nfor i in range(30_000): h.update(i)", "h.update('the end')", "1");
    await shows("29999");
    await shows("the end");
    await over(page.locator(id("turn")).last());
  });
  context.diagnostic(`longest task on the page: ${longest.toFixed(0)} ms`);
  assert.ok(longest <= 50, `${longest} ms`);
});

test("forged results show nothing, and markup has no effect, also while the code runs", { timeout: 60_000 }, async () => {
  const forge = [
    "import sys",
    "emit = sys.stdout._streams.emit",
    "for text in ('nonsense', '[0]', '[-1, {}]', '[0, {\"mime\": 5}]', '[7, {\"id\": \"a\"}]', 'null', '[\"__proto__\", {}]'): emit('display', text)",
    "print('forged')",
  ].join("\n");
  await start(
    forge,
    "from IPython.display import HTML\ndisplay(HTML('<script>parent.pwned = 1</script><img src=x onerror=\"parent.pwned = 1\"><b>bold</b>'))",
    "1",
  );
  await page.locator('.step[data-state="running"]').locator(id("stdout")).filter({ hasText: "forged" }).waitFor();
  assert.deepEqual(await shown(), []);
  await page.locator(`${LIVE} iframe[sandbox="allow-scripts"][src="/render/frame"]`).waitFor();
  await over(page.locator(id("turn")).last());
  assert.equal(await page.evaluate(() => window.pwned), undefined);
  assert.deepEqual(
    page.faults.filter((fault) => !/render\/frame|about:srcdoc|^Framing /.test(fault)),
    [],
  );
});
