// What the journeys of one topic share when they are in several files: a server, a browser and a page, optionally with a scripted model. Knows nothing of
// what the tests do with them.

import { openPage, startBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { MODEL, startUpstream } from "./upstream.mjs";
import { choose } from "./user.mjs";

/**
 * A server, a browser and a page in it.
 *
 * @typedef {Awaited<ReturnType<typeof startFixture>>} Fixture
 */

/**
 * The same, and the provider of the scripted model that the page has chosen.
 *
 * @typedef {Awaited<ReturnType<typeof startScriptedFixture>>} ScriptedFixture
 */

/**
 * Starts a server and a browser, and opens the page; `boot: false` does not wait for the kernel.
 *
 * @param {{ boot?: boolean }} [options]
 */
export async function startFixture({ boot = true } = {}) {
  return stoppable(async (stopping) => {
    const server = await startServer();
    stopping(() => server.stop());
    const browser = await startBrowser();
    stopping(() => browser.close());
    return { server, browser, page: await openPage(browser, server.url, { boot }) };
  });
}

/** Starts a scripted model, a server that is connected to it, and a browser; opens the page, which may use the clipboard, and chooses the model. */
export async function startScriptedFixture() {
  return stoppable(async (stopping) => {
    const upstream = await startUpstream();
    stopping(() => upstream.stop());
    const server = await startServer({ model: upstream.model });
    stopping(() => server.stop());
    const browser = await startBrowser();
    stopping(() => browser.close());
    const page = await openPage(browser, server.url);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await choose(page, MODEL);
    return { upstream, server, browser, page };
  });
}

/**
 * Runs `start`, which says for each part how it is stopped. `stop()` of the returned fixture stops the parts, the last one first; so does a start that fails.
 *
 * @template {object} T
 * @param {(stopping: (stop: () => Promise<unknown>) => void) => Promise<T>} start
 * @returns {Promise<T & { stop: () => Promise<void> }>}
 */
async function stoppable(start) {
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    return { ...(await start((one) => stops.push(one))), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
