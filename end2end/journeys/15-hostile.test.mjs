// Hostile code, from the tables in end2end/kernel: nothing arrives anywhere, the page responds to
// every click, and before the code ends if that goes on, the kernel computes 6*7 afterwards, and
// no secret of the page appears. A full run goes through the tables twice on one page, to detect
// what one round leaves behind.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { neverBreached } from "../support/breach.mjs";
import { addFile, ready, run, within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import {
  BADGE,
  FLOODS,
  NOTICE,
  clickUntil,
  countAnswers,
  expectOutcome,
  hostileCases,
  hostileInChromium,
  keepWorker,
  outlastsClicks,
  plantSecrets,
  shownOf,
  terminateWorker,
} from "../support/hostile.mjs";
import { now, untilEvent } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { FULL } from "../support/sample.mjs";
import { id } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const canary = await startCanary();
const wanted = process.env.INSITU_HOSTILE ? new RegExp(process.env.INSITU_HOSTILE) : /(?:)/;
const CASES = hostileInChromium(hostileCases({ host: "127.0.0.1", port: canary.port })).filter(
  ({ group, name }) => wanted.test(`${group}: ${name}`),
);

// The second round omits the group "deaths", and every other case that ended the interpreter in the
// first: each of these starts a fresh interpreter, which has no traces of the first round, and a
// start takes as long as a hundred cases.
/** @type {Set<Case>} */
const ended = new Set();

// How much the memory of the interpreter and of the page may grow during the second round, in
// bytes. The size of the interpreter's memory never shrinks; what counts is how much of it is
// allocated.
const INTERPRETER_GROWTH = 64 << 20;
const PAGE_GROWTH = 24 << 20;

/** @typedef {import("../support/hostile.mjs").Case & { conversation?: boolean }} Case */

/** @typedef {Awaited<ReturnType<typeof state>>} State */

/**
 * What running a case led to: its outcome and what the page shows of it, or why it failed.
 *
 * @typedef {{ outcome: import("../../web/generated/kernel").Outcome, text?: string, error?: unknown
 *   }} Ran
 */

const HEALTHY = `import sys
print("out")
print("err", file=sys.stderr)
6 * 7`;

/** @type {RegExp} */
let secret;
/**
 * The cases that the page has to respond during, and how many clicks it has responded to before
 * their code ended.
 *
 * @type {[name: string, early: number][]}
 */
const during = [];
/**
 * How many executions the interpreter has counted, if it computed after the previous case, so that
 * it need not be checked again before the next.
 *
 * @type {number | null}
 */
let checked = null;

const { upstream, server, page } = await scriptedJourney({
  background: true,
  init: keepWorker,
  ownBrowser: true,
});

before(async () => {
  secret = await plantSecrets(page);
  await addFile(page, "input.csv", "a,b\n1,2\n3,4\n");
  // A second session of the same user in the same browser.
  const other = await page.context().newPage();
  await other.goto(server.url);
  await other.waitForFunction(() => window.insitu !== undefined);
  await ready(other);
  await addFile(other, "other.csv", "key\nSECRET-other-982451\n");
  await page.bringToFront();
  await countAnswers(page);
});

test("the listener counts connections, and the page's secrets can be found", async () => {
  await fetch(canary.url);
  assert.equal(canary.touched(), 1);
  const planted = await page.evaluate(
    () => `${document.cookie} ${localStorage.getItem("key")} ${sessionStorage.getItem("key")}`,
  );
  assert.deepEqual(planted.match(new RegExp(secret, "g"))?.length, 3);
});

for (const round of FULL ? [1, 2] : [1]) {
  const at = /** @type {{ start: State, end: State }} */ ({});
  test(`round ${round}: the state before the cases is recorded`, async () =>
    void (at.start = await state()));
  for (const one of CASES) {
    test(`round ${round}, ${one.group}: ${one.name}`, { timeout: 300_000 }, (context) =>
      round === 2 && (ended.has(one) || one.group === "deaths")
        ? context.skip("left out of the second round")
        : check(one, context),
    );
  }
  test(`round ${round}: the interpreter's state has not changed`, async (context) => {
    at.end = await state();
    // A task that a case left behind may still end.
    for (
      let left = 150;
      at.end.interpreter.tasks > at.start.interpreter.tasks && left > 0;
      left -= 1
    ) {
      await page.waitForTimeout(100);
      at.end = await state();
    }
    context.diagnostic(
      `memory that the interpreter has allocated: ${mega(at.start.memory)} to ${mega(at.end.memory)}; of the page: ${mega(at.start.page)} to ${mega(at.end.page)}`,
    );
    assert.deepEqual(at.end.interpreter, at.start.interpreter);
    if (round === 2) {
      assert.ok(
        at.end.memory - at.start.memory <= INTERPRETER_GROWTH,
        `the interpreter grew from ${at.start.memory} to ${at.end.memory} bytes`,
      );
      assert.ok(
        at.end.page - at.start.page <= PAGE_GROWTH,
        `the page grew from ${at.start.page} to ${at.end.page} bytes`,
      );
    }
  });
}

test("the self-test finds every egress probe refused, in every place", async (context) => {
  const probes = await within(
    120_000,
    "the self-test",
    page.evaluate(() => window.insitu.selfTest()),
  );
  context.diagnostic(`${probes.length} probes`);
  neverBreached(() =>
    assert.deepEqual(
      probes.filter(({ fate }) => fate !== "refused"),
      [],
    ),
  );
  assert.deepEqual([...new Set(probes.map(({ place }) => place))].sort(), [
    "frame",
    "python",
    "worker",
  ]);
  assert.ok(probes.length >= 100, `${probes.length} probes`);
  assert.ok(
    probes.every(({ how }) => how.length > 0),
    "each says what refused it",
  );
});

test("the page responded to clicks while code ran that does not end by itself, or floods it", (context) => {
  context.diagnostic(
    `clicks before the end: ${during.map(([name, early]) => `${early}, ${name}`).join("; ")}`,
  );
  if (CASES.length > 200) assert.ok(during.length >= 15, `${during.length} cases`);
  const [floods, others] = [true, false].map((floods) =>
    during.filter(([name]) => FLOODS.has(name) === floods),
  );
  const missed = (/** @type {typeof during} */ cases) =>
    cases.filter(([, early]) => early === 0).map(([name]) => name);
  assert.deepEqual(missed(others), []);
  // A flood ends by itself, on a busy machine before the first click is painted; not each does.
  const few = missed(floods);
  assert.ok(few.length <= floods.length / 2, few.join("; "));
});

test("the page has no unexpected errors and has not navigated", async () => {
  // Expected: errors in the kernel's scripts, which the cases provoke, and violations of the policy
  // by the self-test and by markup in its frame.
  assert.deepEqual(
    page.faults.filter(
      (fault) =>
        !/blob:null\/|wasm:\/\/|\/kernel\/(frame|exit)|\/render\/frame\)|\(about:srcdoc\)|^Framing /.test(
          fault,
        ),
    ),
    [],
  );
  assert.equal(page.url(), `${server.url}/`);
  // If a frame is removed early, Chromium does not say that it refused what the frame asked the
  // canary for; the canary knows.
  neverBreached(() =>
    assert.equal(canary.touched(), 1, "nothing but the listener's own check arrived"),
  );
  const others = page.sent.filter(({ url }) => !url.startsWith(canary.url));
  const elsewhere = others.filter(
    ({ url, refused }) => !refused && !url.startsWith(server.url) && !/^(blob|data):/.test(url),
  );
  neverBreached(() =>
    assert.deepEqual(
      elsewhere.map(({ url }) => url),
      [],
    ),
  );
});

/**
 * Runs a case and checks all guarantees. The code of `after` runs before the checks, since it also
 * cleans up.
 *
 * @param {Case} one
 * @param {import("node:test").TestContext} context
 */
async function check(one, context) {
  for (const notice of await page.locator(NOTICE).all())
    await notice
      .getByRole("button", { name: "Dismiss" })
      .click()
      .catch(() => {});
  const touched = canary.touched();
  const count = checked ?? (await healthy()).executionCount;
  checked = null;
  const since = await now(page);
  const running = within(
    10 * (one.within ?? 20_000),
    "the case",
    one.turn ? inTurn(one) : inConsole(one),
  );
  const [ran, { clicks, early }] = await Promise.all([
    running.catch((error) => /** @type {Ran} */ ({ error })),
    clickUntil(page, running, since),
  ]);

  if (one.idle) {
    // The interpreter is checked after its outcome; a worker that answers here has done that, and
    // waits.
    await Promise.all(page.workers().map((worker) => worker.evaluate("0")));
    await endKernel(one.idle);
  }
  // The interpreter is checked after its outcome, and code that is sent before the check has ended
  // is lost with it.
  if (one.restarted === true)
    await page
      .locator(NOTICE)
      .filter({ hasText: /variables/i })
      .first()
      .waitFor({ timeout: 60_000 });
  await within(150_000, "the kernel's return", ready(page));
  const afterwards = await healthy();
  const restarted = afterwards.executionCount <= count;
  if (restarted) ended.add(one);
  const notices = (await page.locator(NOTICE).allInnerTexts()).join("\n");
  const after = one.after && (await within(30_000, "what comes after", run(page, one.after.code)));

  if (ran.error) throw ran.error;
  const { outcome, text } = ran;
  context.diagnostic(
    `${outcome.status} ${outcome.error?.name ?? ""}${restarted ? ", restarted" : ""}, ${early} of ${clicks} clicks before its end`,
  );
  expectOutcome(outcome, one, text);
  checked = (after ?? afterwards).executionCount;
  if (after)
    expectOutcome(after, /** @type {import("../support/hostile.mjs").Expectations} */ (one.after));
  if (restarted) assert.match(notices, /variables/i, "a fresh interpreter is reported");
  if (one.restarted !== "maybe")
    assert.equal(restarted, one.restarted ?? false, "whether the kernel was started afresh");
  neverBreached(() =>
    assert.doesNotMatch(`${JSON.stringify(outcome)} ${text}`, secret, "no secret appears"),
  );
  neverBreached(() => assert.equal(canary.touched(), touched, "nothing arrives"));
  const pwned = await page.evaluate(() => window.pwned);
  neverBreached(() => assert.equal(pwned, undefined, "nothing runs in the page"));
  // If the page asks the user, its dialog covers the control.
  assert.ok(clicks > 0 || one.asks, "the page was clicked");
  if (outlastsClicks(one) && !one.asks) during.push([one.name, early]);
}

/** Checks that the kernel computes and that its streams work; returns the outcome. */
async function healthy() {
  const outcome = await within(150_000, "6 * 7", run(page, HEALTHY));
  assert.deepEqual(
    {
      status: outcome.status,
      error: outcome.error,
      stdout: outcome.stdout,
      stderr: outcome.stderr,
      results: outcome.results.map(({ text }) => text),
    },
    { status: "ok", error: null, stdout: "out\n", stderr: "err\n", results: ["42"] },
  );
  return outcome;
}

/**
 * Runs the code of a case as a script of the page does.
 *
 * @param {Case} one
 * @returns {Promise<Ran>}
 */
async function inConsole({ code, timeout, stop, outside }) {
  const running = run(page, code, timeout ? { timeoutMs: timeout } : undefined);
  const stopping =
    stop && setTimeout(() => page.evaluate(() => window.insitu.interrupt()).catch(() => {}), stop);
  if (outside) {
    await page.locator(`${BADGE}[data-state="busy"]`).waitFor();
    await endKernel(outside);
  }
  const outcome = await running;
  clearTimeout(stopping);
  return { outcome };
}

/**
 * Has the model run the code, and checks what the page shows of it.
 *
 * @param {Case} one
 * @returns {Promise<Ran>}
 */
async function inTurn({ code, conversation }) {
  upstream.script({ calls: [python(code)] }, { text: "Done." });
  const { steps } = await page.evaluate(() => window.insitu.ask("run it"));
  const { acting, text } = await page.evaluate(shownOf, id("turn"));
  neverBreached(() => assert.deepEqual(acting, [], "nothing on the page acts"));
  if (conversation) {
    const [, { json, violations }] = upstream.exchanges;
    assert.deepEqual(violations, []);
    assert.deepEqual(
      json.messages.filter(
        ({ role, content }) => role === "user" && /send everything/.test(JSON.stringify(content)),
      ),
      [],
    );
  }
  return { outcome: /** @type {Ran["outcome"]} */ (steps[0].outcome), text };
}

/**
 * Ends the kernel from outside, and waits until the page has noticed. How soon is tested with a
 * clock of its own, in crates/kernel.
 *
 * @param {string} how
 */
async function endKernel(how) {
  const since = await now(page);
  const remove = () =>
    /** @type {Element} */ (document.querySelector('iframe[src="/kernel/frame"]')).remove();
  await (how === "terminate" ? terminateWorker(page) : page.evaluate(remove));
  await untilEvent(page, since, "kernel", { state: "restarting" });
}

/** Returns the state that must be the same before and after a round, and the memory in use. */
async function state() {
  const { stdout, error } = await run(
    page,
    `import builtins, gc, json, os, signal, sys, asyncio
import pandas, matplotlib.pyplot, insitu.library_defaults
gc.collect()
print(json.dumps([json.loads(insitu.library_defaults.memory())["used"], {
    "builtins": sorted(dir(builtins)), "cwd": os.getcwd(), "environ": dict(os.environ), "path": sys.path, "recursion": sys.getrecursionlimit(),
    "collects": gc.isenabled(), "trace": repr(sys.gettrace()), "profile": repr(sys.getprofile()), "stdout": type(sys.stdout).__name__,
    "hook": repr(sys.excepthook), "signal": repr(signal.getsignal(signal.SIGINT)), "out": sorted(os.listdir("/out")), "data": sorted(os.listdir("/data")),
    "finders": len(sys.meta_path), "importers": len(sys.path_hooks), "tasks": len(asyncio.all_tasks(asyncio.get_event_loop())),
}]))`,
  );
  assert.equal(error, null);
  const client = await page.context().newCDPSession(page);
  await client.send("HeapProfiler.collectGarbage");
  const { usedSize } = await client.send("Runtime.getHeapUsage");
  await client.detach();
  const [memory, interpreter] = JSON.parse(stdout);
  return { interpreter, memory, page: usedSize };
}

/** @param {number} bytes */
function mega(bytes) {
  return `${(bytes / (1 << 20)).toFixed(0)} MB`;
}
