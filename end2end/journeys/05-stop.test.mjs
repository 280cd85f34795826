// Stop, in every situation: a loop, a sleep, code that swallows the interrupt, a model that
// streams, a worker that ends. Variables are kept wherever that is possible, and nothing waits
// forever.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { addFile, openPage, ready, run, within } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, choose, id, over, profile, type } from "../support/user.mjs";
import { MODEL, python } from "../support/upstream.mjs";

const { upstream, server, browser, page } = await scriptedJourney({ ownBrowser: true });

before(async () => {
  await addFile(page, "kept.csv", "a,b\n1,2\n3,4\n");
  await profile(page, "kept.csv");
});

test("interrupt() ends an infinite loop and keeps the variables", async (context) => {
  const { outcome, milliseconds } = await interruptOnceStarted(page, "while True: kept = 1");
  context.diagnostic(`interrupt to outcome: ${milliseconds.toFixed(0)} ms`);
  assert.equal(outcome.status, "interrupted");
  assert.match(outcome.stdout, /started/);
  assert.equal((await run(page, "kept")).results[0].text, "1");
});

test("the stop button ends a step's infinite loop and the turn, and keeps the variables", async () => {
  upstream.script({
    calls: [python("by_button = 7\nprint('in the', 'loop', flush=True)\nwhile True: pass")],
  });
  const turn = await type(page, "loop");
  await turn.getByText("in the loop").first().waitFor({ state: "attached" });
  await page.locator(id("stop")).click();
  await over(turn);
  assert.equal((await run(page, "by_button")).results[0].text, "7");
  assert.equal(upstream.exchanges.length, 1, "the model is not asked again");
  upstream.script({ text: "At your service." });
  await ask(page, "still there?");
  assert.deepEqual(
    upstream.exchanges[0].violations,
    [],
    "the stopped call was answered in the conversation",
  );
});

test("Escape in the composer stops as the button does", async () => {
  upstream.script({ calls: [python("by_key = 8\nprint('in the', 'loop')\nwhile True: pass")] });
  const turn = await type(page, "loop again");
  await turn.getByText("in the loop").first().waitFor({ state: "attached" });
  await page.keyboard.press("Escape");
  await over(turn);
  assert.equal((await run(page, "by_key")).results[0].text, "8");
});

test("interrupt() ends an execution of run(), whenever it arrives", async () => {
  for (const code of ["while True: pass", "import time\ntime.sleep(3600)"]) {
    const outcome = await within(
      60_000,
      "the interrupt",
      page.evaluate(async (code) => {
        const pending = window.insitu.run(code);
        window.insitu.interrupt();
        await new Promise((resolve) => setTimeout(resolve));
        window.insitu.interrupt();
        return pending;
      }, code),
    );
    assert.equal(outcome.status, "interrupted");
  }
});

test("a time limit ends a loop and keeps the variables", async () => {
  const outcome = await within(
    60_000,
    "the time limit",
    run(page, "limited = 1\nwhile True: pass", { timeoutMs: 700 }),
  );
  assert.equal(outcome.status, "timeout");
  assert.equal((await run(page, "limited")).results[0].text, "1");
});

test("Stop while the model streams cancels the call at the provider", async () => {
  upstream.script({ text: "A long story begins", hold: true });
  const turn = await type(page, "tell a story");
  await turn.getByText("A long story").waitFor();
  const exchange = await upstream.received(0);
  await page.locator(id("stop")).click();
  assert.equal(await within(60_000, "the cancellation", exchange.closed), true);
  await over(turn);
  assert.match(await turn.innerText(), /A long story/, "what had come stays");
});

test("a closed page cancels the call at the provider", async () => {
  const other = await openPage(browser, server.url, { boot: false });
  await choose(other, MODEL);
  upstream.script({ text: "Nobody will read this", hold: true });
  const turn = await type(other, "hello");
  await turn.getByText("Nobody will").waitFor({ timeout: 90_000 });
  const exchange = await upstream.received(0);
  await other.context().close();
  assert.equal(await within(60_000, "the cancellation", exchange.closed), true);
});

test("code that swallows the interrupt is killed; files are restored, and the page says that variables are lost", async (context) => {
  await run(page, "doomed = 1");
  const started = performance.now();
  const { outcome } = await interruptOnceStarted(
    page,
    "while True:\n  try:\n    while True: pass\n  except BaseException: pass",
  );
  assert.equal(outcome.status, "killed");
  await recovered(page);
  context.diagnostic(
    `killed and back after ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
});

test("removing the frame fails pending requests, and a fresh kernel starts", async () => {
  const pending = run(page, "import time\ntime.sleep(3600)");
  await page.locator(`${id("kernel-badge")}[data-state="busy"]`).waitFor();
  await page.evaluate(() =>
    /** @type {Element} */ (document.querySelector('iframe[src="/kernel/frame"]')).remove(),
  );
  const outcome = await within(60_000, "the pending execution", pending);
  assert.equal(outcome.status, "killed");
  await recovered(page);
});

for (const [what, code] of [
  ["leaves the process", "import os\nos._exit(3)"],
  ["aborts", "import os\nos.abort()"],
  [
    "overflows the stack of a C function",
    "import functools\nf = int\nfor _ in range(200_000): f = functools.partial(f)\nf()\nrepr(f)",
  ],
  ["eats all memory", "hog = []\nwhile True: hog.append(bytearray(1 << 28))"],
]) {
  test(`code that ${what} ends in an outcome, and the kernel continues or restarts`, async (context) => {
    const outcome = await within(60_000, "the outcome", run(page, code));
    context.diagnostic(`${what}: ${outcome.status} ${outcome.error?.name ?? ""}`);
    assert.notEqual(outcome.status, "interrupted");
    assert.match(outcome.status, /^(ok|error|killed)$/);
    await within(
      60_000,
      "the kernel's return",
      page.evaluate(() => window.insitu.ready),
    );
    assert.equal(
      (
        await within(
          60_000,
          "the next execution",
          run(page, "import pandas as pd\npd.read_csv('kept.csv').shape"),
        )
      ).results[0]?.text,
      "(2, 2)",
    );
  });
}

test("restart() starts a fresh interpreter with the files", async () => {
  await run(page, "before_restart = 1");
  await within(
    60_000,
    "restart",
    page.evaluate(() => window.insitu.restart()),
  );
  assert.equal((await run(page, "'before_restart' in globals()")).results[0].text, "False");
  assert.equal(
    (await run(page, "open('/data/kept.csv').read()")).results[0].text,
    String.raw`'a,b\n1,2\n3,4\n'`,
  );
});

/**
 * Lets the model run code, interrupts it as soon as its first line of output is on the page, and
 * returns the step's outcome and the time until the kernel was free again.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} code
 */
async function interruptOnceStarted(page, code) {
  upstream.script(
    { calls: [python(`print('sta' + 'rted')\n${code}`)] },
    { text: "It was stopped." },
  );
  const { turn, milliseconds } = await within(
    90_000,
    "the interrupt",
    page.evaluate(async () => {
      /** @type {(test: () => boolean) => Promise<void>} */
      const seen = (test) =>
        new Promise((resolve) => {
          const look = () => test() && (watcher.disconnect(), resolve());
          const watcher = new MutationObserver(look);
          watcher.observe(document.body, {
            subtree: true,
            childList: true,
            characterData: true,
            attributes: true,
          });
          look();
        });
      const last = (/** @type {string} */ name) =>
        /** @type {HTMLElement} */ (
          Array.from(document.querySelectorAll(`[data-testid="${name}"]`)).at(-1)
        );
      const turns = document.querySelectorAll('[data-testid="turn"]').length;
      const pending = window.insitu.ask("run it");
      await seen(
        () =>
          document.querySelectorAll('[data-testid="turn"]').length > turns &&
          last("turn").textContent.includes("started"),
      );
      const from = performance.now();
      window.insitu.interrupt();
      await seen(
        () =>
          !["busy", "fetching"].includes(
            /** @type {string} */ (last("kernel-badge").dataset.state),
          ),
      );
      const milliseconds = performance.now() - from;
      return { turn: await pending, milliseconds };
    }),
  );
  return {
    outcome: /** @type {import("../../web/generated/kernel").Outcome} */ (turn.steps[0].outcome),
    milliseconds,
  };
}

/**
 * Checks that the kernel has restarted without its variables and with its files, and that the page
 * says so.
 *
 * @param {import("playwright-core").Page} page
 */
async function recovered(page) {
  await ready(page);
  assert.equal(
    (await within(60_000, "the next execution", run(page, "'doomed' in globals()"))).results[0]
      .text,
    "False",
  );
  assert.equal(
    (await run(page, "import pandas as pd\npd.read_csv('/data/kept.csv').shape")).results[0].text,
    "(2, 2)",
  );
  assert.match((await page.locator(id("notice")).allInnerTexts()).join("\n"), /variables/i);
}
