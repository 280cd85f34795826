// What journeys have in common: a server, a browser, a page and, if wanted, a scripted
// model. All of it is stopped after the file's last test. Uses the browser and the server that
// run.mjs has started, if it has. Knows nothing of what the tests do with them.

import { after, beforeEach } from "node:test";
import { chromium } from "./playwright.mjs";
import { openPage, startBrowser } from "./browser.mjs";
import { startServer } from "./server.mjs";
import { MODEL, startUpstream } from "./upstream.mjs";
import { choose } from "./user.mjs";

const { INSITU_TEST_BROWSER: sharedBrowser, INSITU_TEST_SERVER: sharedServer } = process.env;

/**
 * What a journey may ask for; the rest are options of its page, see `openPage`. `ownBrowser` is for
 * journeys that trace or might crash the browser.
 *
 * @typedef {import("./browser.mjs").PageOptions & { ownBrowser?: boolean }} Options
 */

/**
 * The scripted model and the page of a journey.
 *
 * @typedef {Awaited<ReturnType<typeof scriptedJourney>>} ScriptedJourney
 */

/**
 * Opens the page of a server without a model.
 *
 * @param {Options} [options]
 */
export function journey({ ownBrowser, ...options } = {}) {
  return stoppedAfterwards(async (stopping) => {
    const server = await plainServer();
    stopping(() => server.stop());
    const browser = await (ownBrowser ? startBrowser() : anyBrowser());
    stopping(() => browser.close());
    return { server, browser, page: await openPage(browser, server.url, options) };
  });
}

/**
 * Opens the page of a server that is connected to a scripted model, and chooses that model. Each
 * test begins with an empty script. `env` is the server's.
 *
 * @param {Options & { env?: Record<string, string> }} [options]
 */
export function scriptedJourney({ ownBrowser, env, ...options } = {}) {
  return stoppedAfterwards(async (stopping) => {
    const upstream = await startUpstream();
    stopping(() => upstream.stop());
    const server = await startServer({ model: upstream.model, env });
    stopping(() => server.stop());
    const browser = await (ownBrowser ? startBrowser() : anyBrowser());
    stopping(() => browser.close());
    const page = await openPage(browser, server.url, options);
    await choose(page, MODEL);
    beforeEach(() => upstream.script());
    return { upstream, server, browser, page };
  });
}

/** Returns the browser of run.mjs, or starts one if there is none, or if it has ended. */
async function anyBrowser() {
  return (
    (sharedBrowser && (await chromium.connect(sharedBrowser).catch(() => null))) || startBrowser()
  );
}

/** Returns the server of run.mjs, or starts one. */
async function plainServer() {
  return sharedServer ? { url: sharedServer, stop: async () => {} } : startServer();
}

/**
 * Runs `start`, which says for each part how it is stopped. The parts are stopped after the last
 * test or when `start` fails, the last one first.
 *
 * @template T
 * @param {(stopping: (stop: () => Promise<unknown>) => void) => Promise<T>} start
 */
async function stoppedAfterwards(start) {
  /** @type {(() => Promise<unknown>)[]} */
  const stops = [];
  const stop = async () => {
    for (const one of stops.reverse()) await one();
  };
  try {
    const parts = await start((one) => stops.push(one));
    after(stop);
    return parts;
  } catch (error) {
    await stop();
    throw error;
  }
}
