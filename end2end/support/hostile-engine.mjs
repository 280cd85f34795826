// Runs the tables of hostile code and of hostile renderings in an engine other than Chromium, which
// has its own journeys for them, in the gate a part of them (hostile.mjs, sample.mjs): nothing
// arrives at the canary, the kernel computes afterwards, and no secret appears. Nearly all cases
// end as in Chromium; the test prints those that do not.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";

import { within } from "./browser.mjs";
import { startCanary } from "./canary.mjs";
import { enginesHere, isBrowserEnd, openEngine, openInsitu } from "./engines.mjs";
import { expectOutcome, hostileCases, hostileElsewhere, shownOf } from "./hostile.mjs";
import { id } from "./user.mjs";
import { renderedCases, show } from "./rendered.mjs";
import { FULL, sample, sampled } from "./sample.mjs";
import { startServer } from "./server.mjs";
import { MODEL, python, startUpstream } from "./upstream.mjs";
import { neverBreached } from "./breach.mjs";

/**
 * Cases that an engine cannot run, as docs/browsers.md says: WebKit takes minutes to store a file
 * of a gigabyte.
 *
 * @type {Record<string, string[]>}
 */
const LEFT_OUT = { firefox: [], webkit: ["more bytes than the bound are refused with words"] };

/** How many cases may end by their time limit while another engine keeps the machine busy. */
const LATE_CASES = 5;

/**
 * In how many of an engine's cases the browser itself may end; each is run again in a new one, and
 * must end well there.
 */
const ENDED_CASES = 2;

/** How long to wait after a rendering for requests that must not happen, in milliseconds. */
const PAUSE = 100;

/**
 * Defines the tests of an engine.
 *
 * @param {string} engineName
 */
export function testHostile(engineName) {
  const { skip = "INSITU_ENGINES does not name it" } =
    enginesHere().find(({ name }) => name === engineName) ?? {};
  describe(engineName, { skip }, () => {
    /** @type {import("./upstream.mjs").Upstream} */
    let upstream;
    /** @type {import("./server.mjs").Server} */
    let server;
    /** @type {Awaited<ReturnType<typeof startCanary>>} */
    let canary;
    /** @type {import("./engines.mjs").Engine} */
    let engine;
    /** @type {import("./engines.mjs").Page} */
    let page;
    /** @type {import("./hostile.mjs").Case[]} */
    let cases;
    /** @type {string[]} */
    const different = [];

    before(async () => {
      canary = await startCanary();
      // Only Chromium's driver can terminate the kernel's worker.
      cases = hostileElsewhere(hostileCases({ host: "127.0.0.1", port: canary.port })).filter(
        ({ outside, idle, name }) =>
          outside !== "terminate" && !idle && !LEFT_OUT[engineName].includes(name),
      );
      upstream = await startUpstream();
      server = await startServer({ model: upstream.model });
      await open();
    });

    after(async () => {
      await engine?.close();
      await server?.stop();
      await upstream?.stop();
    });

    const open = async () => {
      engine = await openEngine(engineName);
      page = await openInsitu(engine, server.url);
      await page.evaluate(() => {
        document.cookie = "session=SECRET-cookie-104729";
        localStorage.setItem("key", "SECRET-local-611953");
        window.secret = "SECRET-window-350377";
        return window.insitu.addFile(new File(["a,b\n1,2\n3,4\n"], "input.csv"));
      });
    };
    /** @type {string[]} */
    const endedIn = [];
    /**
     * @type {(what: string, act: () => Promise<void>, opened?: () => Promise<unknown>) =>
     *   Promise<void>}
     */
    const runCase = async (what, act, opened) => {
      try {
        await act();
      } catch (error) {
        if (!isBrowserEnd(error)) throw error;
        neverBreached(() => assert.equal(canary.touched(), 0, `something arrived: ${what}`));
        endedIn.push(what);
        assert.ok(endedIn.length <= ENDED_CASES, `the browser ended in ${endedIn.join("; ")}`);
        await engine.close().catch(() => {});
        await open();
        await opened?.();
        await act().catch((cause) => {
          throw new Error(`${engineName} itself ended, and in a new one the case fails: ${what}`, {
            cause,
          });
        });
      }
    };
    /** @param {import("node:test").TestContext} context */
    const reportEnds = (context) => {
      if (endedIn.length > 0)
        context.diagnostic(
          `${engineName} ended by itself and was started again, up to here in: ${endedIn.join("; ")}`,
        );
    };
    /**
     * @type {(code: string, options?: { timeoutMs?: number }) =>
     *   Promise<import("../../web/generated/kernel").Outcome>}
     */
    const run = (code, options = {}) =>
      page.evaluate((code, options) => window.insitu.run(code, options), code, options);
    /** @type {(what: string) => Promise<void>} */
    const nothingHappened = async (what) => {
      neverBreached(() => assert.equal(canary.touched(), 0, `something arrived: ${what}`));
      const pwned = await page.evaluate(() => window.pwned ?? null);
      neverBreached(() => assert.equal(pwned, null, `something ran in the page: ${what}`));
    };
    const stays = async () => {
      await nothingHappened("at the end");
      assert.equal(await page.url(), `${server.url}/`);
    };

    /** @type {(one: import("./hostile.mjs").Case, what: string) => Promise<void>} */
    const runCode = async (one, what) => {
      const running = run(one.code, { timeoutMs: one.timeout ?? 20_000 });
      const stopping =
        one.stop &&
        setTimeout(() => page.evaluate(() => window.insitu.interrupt()).catch(() => {}), one.stop);
      if (one.outside === "remove") {
        await page.waits(
          () =>
            /** @type {HTMLElement} */ (document.querySelector('[data-testid="kernel-badge"]'))
              .dataset.state === "busy",
        );
        await page.evaluate(() =>
          /** @type {Element} */ (document.querySelector('iframe[src="/kernel/frame"]')).remove(),
        );
      }
      const outcome = await within(90_000, what, running);
      clearTimeout(stopping);
      await within(
        120_000,
        `the kernel's return after ${what}`,
        page.evaluate(() => window.insitu.ready),
      );
      let healthy = await within(60_000, `6 * 7 after ${what}`, run("6 * 7"));
      if (healthy.status === "killed") {
        // The check after the reply found damage, and a fresh interpreter starts.
        await within(
          120_000,
          `the kernel's return after ${what}`,
          page.evaluate(() => window.insitu.ready),
        );
        healthy = await within(60_000, `6 * 7 after ${what}`, run("6 * 7"));
      }
      assert.deepEqual([healthy.status, healthy.results[0]?.text], ["ok", "42"], what);
      neverBreached(() =>
        assert.doesNotMatch(JSON.stringify(outcome), /SECRET-(cookie|local|window)-\d{6}/, what),
      );
      await nothingHappened(what);
      if (![one.status ?? "ok"].flat().includes(outcome.status))
        different.push(`${what}: ${outcome.status} ${outcome.error?.name ?? ""}`);
      // A fresh interpreter has lost what the second code is about.
      if (one.after && healthy.executionCount > outcome.executionCount)
        expectOutcome(await within(60_000, what, run(one.after.code)), one.after);
    };
    /** @type {(one: import("./hostile.mjs").Case, what: string) => Promise<void>} */
    const runTurn = async (one, what) => {
      upstream.script({ calls: [python(one.code)] }, { text: "Done." });
      const { steps } = await within(
        60_000,
        what,
        page.evaluate(() => window.insitu.ask("run it")),
      );
      const { text, acting } = await page.evaluate(shownOf, id("turn"));
      assert.deepEqual(acting, [], `nothing on the page acts: ${what}`);
      expectOutcome(
        /** @type {import("../../web/generated/kernel").Outcome} */ (steps[0].outcome),
        one,
        text,
      );
      if (one.after) expectOutcome(await within(60_000, what, run(one.after.code)), one.after);
      assert.deepEqual(
        upstream.exchanges.flatMap(({ violations }) => violations),
        [],
        what,
      );
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
      await nothingHappened(what);
    };

    test("the tables have their cases", (context) => {
      context.diagnostic(`${cases.length} cases: ${sampled()}`);
      assert.ok(cases.length > (FULL ? 300 : 130), `${cases.length}`);
      assert.ok(cases.filter(({ turn }) => turn).length > (FULL ? 20 : 2));
    });

    test("hostile code reaches nothing, and the kernel computes afterwards", {
      timeout: 840_000,
    }, async (context) => {
      for (const one of cases.filter(({ turn }) => !turn)) {
        const what = `${one.group}: ${one.name}`;
        await runCase(what, () => runCode(one, what));
      }
      reportEnds(context);
      await stays();
      assert.ok(different.length <= LATE_CASES, different.join("\n"));
      context.diagnostic(
        `ended otherwise than in Chromium: ${different.length === 0 ? "none" : `\n${different.join("\n")}`}`,
      );
    });

    test("hostile output of a model's turn has no active content", {
      timeout: 300_000,
    }, async (context) => {
      // What the code before has patched, such as Matplotlib, goes with its interpreter.
      await page.evaluate(() => window.insitu.restart());
      await page.choose(MODEL);
      for (const one of cases.filter(({ turn }) => turn)) {
        const what = `${one.group}: ${one.name}`;
        await runCase(
          what,
          () => runTurn(one, what),
          () => page.choose(MODEL),
        );
      }
      reportEnds(context);
      await stays();
    });

    test("hostile renderings run nothing and reach nothing", {
      timeout: 300_000,
    }, async (context) => {
      /** @type {string[]} */
      const undrawn = [];
      for (const one of sample(renderedCases(canary.url), 3)) {
        const what = `${one.kind}: ${one.name}`;
        await runCase(what, async () => {
          const problem = await within(60_000, what, show(page, one));
          if ((one.drawn ?? true) !== "either" && (problem === null) !== (one.drawn ?? true))
            undrawn.push(`${what}: ${problem}`);
          await new Promise((resolve) => setTimeout(resolve, PAUSE));
          await nothingHappened(what);
        });
      }
      reportEnds(context);
      await stays();
      assert.deepEqual(undrawn, []);
    });
  });
}
