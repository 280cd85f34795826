// The page in a browser with a profile on disk, with a scripted model: for what has to survive a
// reload, a second tab and the end of the browser's process.

import { after } from "node:test";
import { beginTrace, ready, saveTrace, stayBusy } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { newProfile } from "./storage.mjs";
import { MODEL, startUpstream } from "./upstream.mjs";
import { choose, id } from "./user.mjs";

/**
 * Starts server, model and browser; all of it is stopped after the file's last test. `background`
 * is for what the page does when the browser is idle, see `stayBusy`.
 *
 * @param {{ background?: boolean }} [options]
 */
export async function keptJourney({ background = false } = {}) {
  const upstream = await startUpstream();
  const server = await startServer({ model: upstream.model });
  const profile = newProfile({ compileLess: true, windows: true });
  const start = async () => {
    const started = await profile.start();
    await beginTrace(started.context);
    if (!background) await started.context.addInitScript(stayBusy);
    return started;
  };
  let browser = await start();
  after(async () => {
    await saveTrace(browser.context);
    await browser.context.close().catch(() => {});
    profile.remove();
    await server.stop();
    await upstream.stop();
  });
  /** Opens the page in a new tab. */
  const open = async (address = server.url) => {
    const page = await browser.context.newPage();
    await page.goto(address, { waitUntil: "load" });
    await page.waitForFunction(() => window.insitu !== undefined);
    return page;
  };
  return {
    upstream,
    server,
    open,
    /** Returns the context of all tabs, until the browser is started again. */
    context: () => browser.context,
    /**
     * Limits what the origin of an address may store, while no page of it is open: the browser asks
     * for an origin's quota only now and then.
     */
    limit: async (/** @type {string} */ address, /** @type {number} */ quotaSize) => {
      const devtools = await browser.context.newCDPSession(browser.context.pages()[0]);
      await devtools.send("Storage.overrideQuotaForOrigin", {
        origin: new URL(address).origin,
        quotaSize,
      });
    },
    /** Closes all tabs, so that none has a session open. */
    closeAll: async () => {
      await Promise.all(
        browser.context
          .pages()
          .slice(1)
          .map((page) => page.close()),
      );
    },
    /** Opens the page in a new tab, waits for Python, and chooses the model. */
    openReady: async (address = server.url) => {
      const page = await open(address);
      await ready(page);
      await choose(page, MODEL);
      return page;
    },
    /** Kills the browser's process, and starts the browser with the same profile. */
    async crash() {
      await browser.kill();
      browser = await start();
    },
    /** Closes the browser as a user does, and starts it again. */
    async restart() {
      await saveTrace(browser.context);
      await browser.context.close();
      browser = await start();
    },
  };
}

/**
 * Returns what the page shows of its turns.
 *
 * @param {import("playwright-core").Page} page
 */
export async function shown(page) {
  // An answer that comes back is plain text until its parser is there.
  await page
    .locator(`${id("answer")} .unread`)
    .first()
    .waitFor({ state: "detached" });
  return page.locator(id("turn")).evaluateAll((turns) =>
    turns.map((turn) => ({
      question: turn.querySelector(".turn-question")?.textContent ?? "",
      // Without its charts.
      answer: Array.from(
        /** @type {NodeListOf<HTMLElement>} */ (
          turn.querySelectorAll("[data-testid='answer'] > .prose")
        ),
        (prose) => prose.innerText,
      )
        .join("\n\n")
        .trim(),
      steps: turn.querySelectorAll("[data-testid='step']").length,
      done: /complete|Stopped|Failed/.test(
        turn.querySelector("[data-testid='phase']")?.textContent ?? "",
      ),
      continues: turn.querySelector("[data-testid='continue']") !== null,
    })),
  );
}
