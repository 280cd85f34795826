// Degraded conditions: a host that does not isolate the page, so that there is no shared memory and
// stopping loses the variables; and a tab in the background, whose work continues.

import { test } from "node:test";
import assert from "node:assert/strict";
import { addFile, openPage, ready, run, within } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { id, openPython, over, type } from "../support/user.mjs";
import { startProxy } from "../support/proxy.mjs";
import { python } from "../support/upstream.mjs";

/**
 * How often the page asks the idle kernel in the background whether it still answers, before that
 * counts as kept.
 */
const PINGS = 8;

const { upstream, server, browser, page: background } = await scriptedJourney();
const proxy = await startProxy(server.url, [
  "cross-origin-opener-policy",
  "cross-origin-embedder-policy",
]);
const page = await openPage(browser, proxy.url);

test("in the background a turn and an execution continue", async () => {
  assert.equal((await run(background, "treasure = 2")).executionCount, 1);
  upstream.script(
    { calls: [python("import time\ntime.sleep(2)\nprint('one')")] },
    { calls: [python("import asyncio\nawait asyncio.sleep(2)\nprint('two')")] },
    { text: "Both are done." },
  );
  const turn = await type(background, "go on without me");
  await background.evaluate(sendToBackground);
  await over(turn, 60_000);
  assert.match(await turn.locator(id("answer")).innerText(), /Both are done/);
  const outcome = await within(
    20_000,
    "an execution",
    run(background, "import time\ntime.sleep(3)\ntreasure"),
  );
  assert.equal(outcome.results[0].text, "2");
  await background.evaluate(() => {
    /** @type {{ postMessage: (this: MessagePort, packet: any, ...rest: any[]) => void }} */
    const port = MessagePort.prototype;
    const { postMessage } = port;
    Object.assign(window, { pings: 0 });
    port.postMessage = function (packet, ...rest) {
      if (String(packet?.message).includes('"type":"ping"'))
        Reflect.set(window, "pings", Reflect.get(window, "pings") + 1);
      return postMessage.call(this, packet, ...rest);
    };
  });
});

test("without isolation the kernel works and is sealed", async () => {
  assert.equal(await page.evaluate(() => window.crossOriginIsolated), false);
  await addFile(page, "kept.csv", "a,b\n1,2\n3,4\n");
  assert.equal(
    (await run(page, "import pandas as pd\npd.read_csv('kept.csv').sum().tolist()")).results[0]
      .text,
    "[4, 6]",
  );
  assert.equal(
    (await run(page, "import time\ntime.sleep(0.2)\n'slept'")).results[0].text,
    "'slept'",
  );
  assert.equal((await run(page, "import js\njs.fetch('/')")).error?.name, "AttributeError");
});

test("packages that the code imports are fetched first; an import that the scan misses raises an error that says what to write", async () => {
  const early = await run(page, "from scipy import stats\nround(float(stats.norm.cdf(1.96)), 3)");
  assert.deepEqual([early.error, early.results[0]?.text], [null, "0.975"]);
  const late = await run(page, "import importlib\nimportlib.import_module('sym' + 'py')");
  assert.equal(late.error?.name, "ModuleNotFoundError");
  assert.match(
    late.error?.value ?? "",
    /^sympy is part of this Python .* no shared memory, .* Write the import at the top of the code/,
  );
  const again = await run(page, "import sympy\nimportlib.import_module('sym' + 'py').__name__");
  assert.deepEqual([again.error, again.results[0]?.text], [null, "'sympy'"]);
});

test("SQL by duckdb raises an error that names what runs here", async () => {
  const { error } = await run(page, "import duckdb\nduckdb.sql('select 1')");
  assert.match(error?.value ?? "", /needs shared memory, .* sqlite3 runs SQL/);
});

test("the page says that stopping loses the variables", async () => {
  await openPython(page);
  const note = page.locator(id("not-isolated"));
  await note.waitFor();
  assert.match(await note.innerText(), /variables/i);
  await page.keyboard.press("Escape");
});

test("input() raises an error that says why, since nothing could wait for the answer", async () => {
  const { status, error } = await run(page, "input('who? ')");
  assert.equal(status, "error");
  assert.match(error?.value ?? "", /input/i);
});

for (const [
  what,
  end,
  wanted,
] of /** @type {[what: string, end: ((page: import("playwright-core").Page) => Promise<void>) | null, wanted: string][]} */ ([
  ["stopping", (page) => page.evaluate(() => window.insitu.interrupt()), "killed"],
  ["a time limit", null, "timeout"],
])) {
  test(`${what} ends code and loses the variables, and the page says so`, async () => {
    await run(page, "treasure = 1");
    // The page looks for imports first; what is stopped meanwhile has not begun.
    await page.evaluate(
      (timeoutMs) =>
        new Promise((resolve) => {
          const running = window.insitu.run("print('begun')\nwhile True: pass", {
            timeoutMs,
            onOutput: resolve,
          });
          Object.assign(window, { running });
        }),
      end ? undefined : 800,
    );
    await end?.(page);
    const outcome = await within(
      60_000,
      "the end",
      page.evaluate(
        () =>
          /** @type {Promise<import("../../web/generated/kernel").Outcome>} */ (
            Reflect.get(window, "running")
          ),
      ),
    );
    assert.equal(outcome.status, wanted);
    await ready(page);
    assert.equal((await run(page, "'treasure' in globals()")).results[0].text, "False");
    assert.equal((await run(page, "open('kept.csv').read(3)")).results[0].text, "'a,b'");
    assert.match((await page.locator(id("notice")).allInnerTexts()).join("\n"), /variables/i);
  });
}

test("an idle kernel in the background is kept", async () => {
  // Its timers fire once a second, and it has no animation frames.
  await background.waitForFunction((count) => Reflect.get(window, "pings") >= count, PINGS, {
    polling: 100,
  });
  const { results, executionCount } = await run(background, "treasure");
  assert.deepEqual([results[0]?.text, executionCount], ["2", 5]);
  assert.deepEqual(background.faults, []);
});

/**
 * Emulates a background tab, which headless Chromium does not have: no animation frames, and timers
 * once a second.
 */
function sendToBackground() {
  Object.defineProperty(document, "visibilityState", { get: () => "hidden" });
  Object.defineProperty(document, "hidden", { get: () => true });
  window.requestAnimationFrame = () => 0;
  window.requestIdleCallback = () => 0;
  const { setTimeout, setInterval } = window;
  /** @type {(act: TimerHandler, milliseconds?: number, ...values: unknown[]) => number} */
  const slowTimeout = (act, milliseconds, ...values) =>
    setTimeout(act, Math.max(milliseconds ?? 0, 1000), ...values);
  /** @type {(act: TimerHandler, milliseconds?: number, ...values: unknown[]) => number} */
  const slowInterval = (act, milliseconds, ...values) =>
    setInterval(act, Math.max(milliseconds ?? 0, 1000), ...values);
  window.setTimeout = /** @type {typeof window.setTimeout} */ (slowTimeout);
  window.setInterval = /** @type {typeof window.setInterval} */ (slowInterval);
  document.dispatchEvent(new Event("visibilitychange"));
}
