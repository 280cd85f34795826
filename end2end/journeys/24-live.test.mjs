// What a step shows while its code runs: results as they arrive, updates in place, and removal,
// also of hostile code.

import { test } from "node:test";
import assert from "node:assert/strict";
import { neverBreached } from "../support/breach.mjs";
import { happened, now, untilEvent } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { id, over, type } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const LIVE = '.step[data-state="running"] .live';

const { upstream, page } = await scriptedJourney();

/**
 * Has the model run code that pauses after each of its parts.
 *
 * @param {...string} parts
 */
async function start(...parts) {
  upstream.script(
    { calls: [python(parts.join("\nimport time; time.sleep(1.5)\n"))] },
    { text: "Done." },
  );
  await type(page, "show it");
}

/**
 * @typedef {{ results: string[], figures: number, frames: (string | null)[][], printed: string |
 *   null }} State
 */

/**
 * Records each state of the running step from now on, so that none is missed if the test is
 * slow.
 */
const watch = () =>
  page.evaluate((live) => {
    /** @type {State[]} */
    const states = [];
    const look = () => {
      const step = document.querySelector('.step[data-state="running"]');
      if (!step) return;
      const results = [
        .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${live} .result`)),
      ].map((result) => result.innerText);
      const printed =
        /** @type {HTMLElement | null} */ (step.querySelector('[data-testid="stdout"]'))
          ?.innerText ?? null;
      const frames = Array.from(document.querySelectorAll(`${live} iframe`), (frame) =>
        ["sandbox", "src"].map((name) => frame.getAttribute(name)),
      );
      states.push({
        results,
        figures: document.querySelectorAll(`${live} figure`).length,
        frames,
        printed,
      });
    };
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
      attributes: true,
    });
    Object.assign(window, { states });
  }, LIVE);

/**
 * Asserts that the running step had states like these, in this order.
 *
 * @param {...((state: State) => boolean)} wanted
 */
async function had(...wanted) {
  /** @type {State[]} */
  const states = await page.evaluate(() => Reflect.get(window, "states"));
  let at = 0;
  for (const [number, like] of wanted.entries()) {
    const found = states.findIndex((state, index) => index >= at && like(state));
    assert.notEqual(
      found,
      -1,
      `state ${number + 1} of ${wanted.length} is missing after state ${at} of ${JSON.stringify(states)}`,
    );
    at = found + 1;
  }
}

/**
 * Returns whether a state has exactly these results.
 *
 * @param {...string} texts
 * @returns {(state: State) => boolean}
 */
const results =
  (...texts) =>
  (state) =>
    state.results.length === texts.length &&
    texts.every((text, at) => state.results[at].includes(text));

/**
 * Waits until the running step shows exactly these texts.
 *
 * @param {...string} texts
 */
const shows = (...texts) =>
  page.waitForFunction(
    ([live, texts]) => {
      const results = [
        .../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(`${live} .result`)),
      ].map((result) => result.innerText);
      return (
        results.length === texts.length && texts.every((text, at) => results[at].includes(text))
      );
    },
    /** @type {const} */ ([LIVE, texts]),
    { timeout: 20_000 },
  );

test("results and a progress bar are shown in the step while it runs, and once with the outcome", {
  timeout: 60_000,
}, async () => {
  await watch();
  await start(
    "display('first')\nprint('\\rstep 1 of 2', end='', flush=True)",
    "import matplotlib.pyplot as plt\nplt.plot([1, 2]); plt.title('Drawn'); plt.show()\ndisplay('third')\nprint('\\rstep 2 of 2', end='', flush=True)",
    "'value'",
  );
  const turn = page.locator(id("turn")).last();
  await over(turn);
  await had(
    results("first"),
    (state) => state.figures === 1 && results("first", "", "third")(state),
  );
  // The bar stays on its line.
  await had(
    (state) => state.printed === "step 1 of 2",
    (state) => state.printed === "step 2 of 2",
  );
  assert.equal(await page.locator(".live").count(), 0);
  assert.equal(await turn.locator(id("figure")).count(), 1);
});

test("an update replaces a result, and clearing removes results and text", {
  timeout: 60_000,
}, async () => {
  await watch();
  await start(
    "from IPython.display import clear_output\nprint('printed before')\nhandle = display('one of two', display_id=True)\ndisplay('stays')",
    "handle.update('two of two')",
    "clear_output(wait=True)\ndisplay('alone')",
    "clear_output()",
  );
  const turn = page.locator(id("turn")).last();
  await over(turn);
  await had(
    (state) => results("one of two", "stays")(state) && state.printed === "printed before\n",
    results("two of two", "stays"),
    (state) => results("alone")(state) && state.printed === null,
  );
  assert.equal(await turn.locator(id("result")).count(), 0);
});

test("many updates block neither the page nor the last update", { timeout: 90_000 }, async () => {
  const since = await now(page);
  await start(
    "h = display(0, display_id=True)\nfor i in range(30_000): h.update(i)",
    "h.update('the end')",
    "1",
  );
  await untilEvent(page, since, "execution-began");
  // The page responds to a click before the code has ended.
  await page.locator(id("privacy-open")).click();
  await page.locator(id("ledger")).waitFor();
  assert.deepEqual(await happened(page, since, "execution-ended"), []);
  await page.keyboard.press("Escape");
  await shows("29999");
  await shows("the end");
  await over(page.locator(id("turn")).last());
});

test("forged results show nothing, and markup has no effect, also while the code runs", {
  timeout: 60_000,
}, async () => {
  const forge = [
    "import sys",
    "emit = sys.stdout._streams.emit",
    "for text in ('nonsense', '[0]', '[-1, {}]', '[0, {\"mime\": 5}]', '[7, {\"id\": \"a\"}]', 'null', '[\"__proto__\", {}]'): emit('display', text)",
    "print('forged')",
  ].join("\n");
  await watch();
  await start(
    forge,
    "from IPython.display import HTML\ndisplay(HTML('<script>parent.pwned = 1</script><img src=x onerror=\"parent.pwned = 1\"><b>bold</b>'))",
    "1",
  );
  await over(page.locator(id("turn")).last());
  await had(
    (state) => state.printed === "forged\n" && state.results.length === 0,
    (state) =>
      state.frames.length === 1 && state.frames[0].join() === "allow-scripts,/render/frame",
  );
  const pwned = await page.evaluate(() => window.pwned);
  neverBreached(() => assert.equal(pwned, undefined));
  assert.deepEqual(
    page.faults.filter((fault) => !/render\/frame|about:srcdoc|^Framing /.test(fault)),
    [],
  );
});
