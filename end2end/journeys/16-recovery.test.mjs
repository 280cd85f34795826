// Python ends, in every possible way: the page detects it at once, says what is lost, keeps what
// can be kept, and restores the rest on request. Each saved version of a file is kept.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { addFile, ready, run, within } from "../support/browser.mjs";
import { now, untilEvent } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { keepWorker, terminateWorker } from "../support/hostile.mjs";
import { ask, id, profile, saved, unfold } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

/** The offer to run the earlier code again. */
const AGAIN = "Run the earlier code again";

const { upstream, page } = await scriptedJourney({ init: keepWorker });

before(async () => {
  await addFile(page, "kept.csv", "a,b\n1,2\n3,4\n");
  await profile(page, "kept.csv");
});

test("after a termination the page says what is lost, and written files are restored", async () => {
  await run(page, "treasure = [1, 2]\nimport pandas as pd");
  await run(
    page,
    "open('note.txt', 'w').write('as it was')\nimport os\nos.makedirs('deep/er', exist_ok=True)\nopen('deep/er/empty', 'w').close()",
  );
  const notice = await death("import os\nos._exit(3)");
  assert.match(notice, /variables are lost \([^)]*treasure/);
  assert.match(notice, /2 files that code had written/);
  assert.doesNotMatch(notice, /\bpd\b/, "a module is not a variable");
  await ready(page);
  assert.equal(await shown("'treasure' in globals()"), "False");
  assert.equal(
    await shown("open('note.txt').read(), __import__('os').path.getsize('/out/deep/er/empty')"),
    "('as it was', 0)",
  );
  assert.equal(await shown("open('/data/kept.csv').read()"), String.raw`'a,b\n1,2\n3,4\n'`);
});

test("the earlier code runs again in order and restores its variables", async () => {
  await expectAccessible(page);
  await page.getByRole("button", { name: AGAIN }).last().click();
  await rerun(/has run again/);
  assert.equal(await shown("treasure"), "[1, 2]");
});

test("the model learns once that variables are lost, without their names", async () => {
  await run(page, "secret_name = 1");
  await death("import os\nos._exit(3)");
  upstream.script({ text: "Understood." }, { text: "Understood." });
  await ask(page, "still there?");
  await ask(page, "and now?");
  const mentioned = upstream.exchanges.map(({ body }) =>
    /Python was restarted since the last answer/.test(body),
  );
  assert.deepEqual(mentioned, [true, false]);
  assert.ok(!upstream.exchanges.some(({ body }) => body.includes("secret_name")));
});

test("the model is not notified of lost variables whose code has run again", async () => {
  await run(page, "again_and_again = 1");
  await death("import os\nos._exit(3)");
  await page.getByRole("button", { name: AGAIN }).last().click();
  await rerun(/has run again/);
  upstream.script({ text: "Understood." });
  await ask(page, "all well?");
  assert.doesNotMatch(upstream.exchanges[0].body, /Python was restarted/);
});

test("running again ends at code that fails the second time, and the page says where", async () => {
  await fresh();
  await run(page, "first = 1");
  await run(page, "import os\nassert not os.path.exists('once')\nopen('once', 'w').close()");
  await run(page, "third = 3");
  await death("import os\nos._exit(3)");
  await page.getByRole("button", { name: AGAIN }).last().click();
  await rerun(/Piece 2 of 3 did not run again \(AssertionError/);
  assert.equal(await shown("'first' in globals(), 'third' in globals()"), "(True, False)");
});

test("running again can be stopped", async () => {
  await fresh();
  await run(
    page,
    "import os, time\ntime.sleep(60 if os.path.exists('slow') else 0)\nopen('slow', 'w').close()",
  );
  await run(page, "never = 1");
  await death("import os\nos._exit(3)");
  await page.getByRole("button", { name: AGAIN }).last().click();
  await rerun(/Running the earlier code again: 1 of 2/);
  await ready(page);
  await page.locator(`${id("kernel-badge")}[data-state="busy"]`).waitFor();
  await page.locator(id("stop")).click();
  await rerun(/Piece 1 of 2 did not run again \(KeyboardInterrupt/);
  assert.equal(await shown("'never' in globals()"), "False");
});

test("an idle worker that hangs is detected", async () => {
  const since = await now(page);
  await run(
    page,
    "import asyncio\ndef hang():\n    while True: pass\nasyncio.get_running_loop().call_later(0.2, hang)\n'set'",
  );
  await untilEvent(page, since, "kernel", { state: "restarting" });
  await ready(page);
  assert.equal(await shown("6 * 7"), "42");
});

// How soon is tested with a clock of its own, in crates/kernel.
test("the termination of a worker from outside is detected", async () => {
  const since = await now(page);
  await terminateWorker(page);
  await untilEvent(page, since, "kernel", { state: "restarting" });
  await ready(page);
  assert.equal(await shown("6 * 7"), "42");
});

test("both versions of a file that is written twice can be saved after the interpreter has ended", async () => {
  upstream.script(
    { calls: [python("open('report.txt', 'w').write('first')", "write it")] },
    { calls: [python("open('report.txt', 'w').write('the second')", "write it again")] },
    { text: "Written twice." },
  );
  const turn = await ask(page, "write a report, twice");
  await unfold(turn);
  await death("import os\nos._exit(3)");
  const files = turn.locator(id("created-file")).filter({ hasText: "report.txt" });
  const texts = [];
  for (const file of await files.all())
    texts.push(
      (
        await saved(page, () => file.getByRole("button", { name: /^Save/ }).click())
      ).bytes.toString(),
    );
  assert.deepEqual(texts.sort(), ["first", "the second"]);
  await ready(page);
  assert.equal(await shown("open('report.txt').read()"), "'the second'");
});

test("every promise settles while Python is restarted, stopped and killed at every moment of its start", {
  timeout: 180_000,
}, async () => {
  const settling = page.evaluate(async (rounds) => {
    const { insitu } = window;
    /** @type {Promise<unknown>[]} */
    const watched = [];
    const open = new Map();
    const watch = (/** @type {string} */ what, /** @type {Promise<unknown>} */ promise) => {
      const number = watched.length;
      open.set(number, what);
      watched.push(promise.catch(() => {}).finally(() => open.delete(number)));
    };
    Object.assign(window, { stillOpen: open });
    /** Resolves at a moment of a start, or once that is over. @param {string} name */
    const moment = (name) =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver(
          (entries) => entries.getEntriesByName(`insitu:${name}`).length > 0 && resolve(undefined),
        );
        observer.observe({ type: "mark" });
        insitu.ready.then(resolve, resolve).finally(() => observer.disconnect());
      });
    const moments = ["begun", "frame", "worker", "files", "checked", "ready"];
    const disruptions = [
      () => document.querySelector('iframe[src="/kernel/frame"]')?.remove(),
      () => watch("restart", insitu.restart()),
      () => watch("exit", insitu.run("import os\nos._exit(3)")),
      () => insitu.interrupt(),
    ];
    for (let round = 0; round < rounds; round += 1) {
      watch("restart", insitu.restart());
      watch("ready", insitu.ready);
      watch("run", insitu.run("1 + 1"));
      watch("file", insitu.addFile(new File(["a\n1\n"], `${round}.csv`)));
      const at = moments[round % moments.length];
      if (at !== "begun") await moment(at);
      disruptions[round % disruptions.length]();
      watch("ready after", insitu.ready);
      watch("self-test", insitu.selfTest());
    }
    await Promise.all(watched);
  }, 12);
  await within(150_000, "what was begun", settling).catch(async (error) => {
    throw new Error(
      `${error.message}: ${await page.evaluate(() => [...Reflect.get(window, "stillOpen").values()].join(", "))}`,
    );
  });
  assert.equal(await shown("6 * 7"), "42");
});

test("the page has no other errors", () => {
  // What ends the interpreter is an error that its worker does not catch; the self-test is refused
  // by the frame's policy.
  assert.deepEqual(
    page.faults.filter(
      (fault) =>
        !/Program terminated with exit\(3\)|\/kernel\/(frame|exit)|blob:null\/|\(about:srcdoc\)|^Framing /.test(
          fault,
        ),
    ),
    [],
  );
});

/**
 * Runs code that ends the interpreter, and returns the notice that the page then shows.
 *
 * @param {string} code
 */
async function death(code) {
  const before = await page.locator(id("notice")).count();
  await within(30_000, "the outcome", run(page, code));
  const notice = page.locator(id("notice")).nth(before);
  await notice.waitFor({ timeout: 10_000 });
  return notice.innerText();
}

/** Restarts as a user, and dismisses the notice. */
async function fresh() {
  await within(
    120_000,
    "the restart",
    page.evaluate(() => window.insitu.restart()),
  );
  for (let left = await page.locator(id("notice")).count(); left > 0; left -= 1) {
    await page.locator(id("notice")).last().getByRole("button", { name: "Dismiss" }).click();
  }
}

/**
 * Waits until the page shows this text about the code that runs again.
 *
 * @param {RegExp} text
 */
function rerun(text) {
  return page.locator(id("rerun")).last().filter({ hasText: text }).waitFor({ timeout: 120_000 });
}

/**
 * Returns the repr of an expression's value.
 *
 * @param {string} code
 */
async function shown(code) {
  return (await within(120_000, code, run(page, code))).results[0]?.text;
}
