// One interface to the three engines, for tests that run in each of them and do not depend on one.

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { within } from "./browser.mjs";
import { openChromium } from "./engines/chromium.mjs";
import { openFirefox } from "./engines/firefox.mjs";
import { openWebkit } from "./engines/webkit.mjs";
import { id } from "./user.mjs";

/**
 * Calls a function in a document, with values that can be copied, and resolves with its result.
 *
 * @typedef {<Values extends unknown[], Result>(act: (...values: Values) => Result |
 *   Promise<Result>, ...values: Values) => Promise<Result>} Evaluate
 */

/**
 * A page as each of the drivers offers it.
 *
 * @typedef {object} DriverPage
 * @property {(url: string) => Promise<unknown>} goto
 * @property {() => Promise<unknown>} reload
 * @property {() => Promise<string>} url
 * @property {Evaluate} evaluate
 * @property {(selector: string) => Promise<void>} click
 * @property {(selector: string, text: string) => Promise<void>} type
 * @property {(key: string) => Promise<void>} press
 * @property {(width: number, height: number) => Promise<unknown>} resize
 * @property {() => Promise<Buffer>} screenshot as PNG
 * @property {() => Promise<{ url: string, evaluate: Evaluate }[]>} frames those of the document
 * @property {() => Promise<void>} close
 */

/**
 * What `withWaiting` adds.
 *
 * @typedef {object} Waiting
 * @property {(selector: string, pattern?: RegExp, limit?: number) => Promise<string>} appears waits
 *   until an element is shown whose text matches, and resolves with that text
 * @property {(condition: () => unknown, limit?: number) => Promise<unknown>} waits waits until the
 *   condition is true in the page, whatever is loaded there meanwhile
 * @property {(model: string) => Promise<void>} choose uses the page's menu of models
 * @property {(mode: string) => Promise<void>} disclose uses the page's menu of what a model may see
 */

/**
 * A page of an engine.
 *
 * @typedef {DriverPage & Waiting} Page
 */

/**
 * A browser as each of the drivers offers it.
 *
 * @typedef {{ newPage(): Promise<DriverPage>, version(): Promise<string>, close(): Promise<void> }}
 *   Driver
 */

/**
 * A browser of an engine.
 *
 * @typedef {{ newPage(): Promise<Page>, version(): Promise<string>, close(): Promise<void> }}
 *   Engine
 */

/** @type {Record<string, () => Promise<Driver>>} */
const OPENERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit };
/**
 * The programs that each engine needs.
 *
 * @type {Record<string, string[]>}
 */
const PROGRAMS = {
  chromium: [process.env.CHROMIUM ?? "/usr/bin/chromium"],
  firefox: [process.env.FIREFOX ?? "/usr/bin/firefox-esr"],
  webkit: ["/usr/bin/WebKitWebDriver", "/usr/bin/xvfb-run"],
};

/** The interval at which a condition on a page is checked, in milliseconds. */
const LOOK = 50;

/** The time limit of the kernel's start on a slow, shared machine, in milliseconds. */
const BOOT = 120_000;

/**
 * Egress probes that docs/security.md lists as not proven in an engine. None is open.
 *
 * @type {Record<string, string[]>}
 */
export const EXPECTED_UNPROVEN = {
  chromium: [],
  firefox: ["frame: link: dns-prefetch", "frame: link: preconnect"],
  webkit: ["frame: link: dns-prefetch", "frame: link: preconnect"],
};

/**
 * Returns the engines to test, each with the reason to skip it: it is not installed, which CI does
 * not accept as a reason.
 *
 * @returns {{ name: string, skip: string | false }[]}
 */
export function enginesHere() {
  const wanted = process.env.INSITU_ENGINES?.split(",") ?? Object.keys(OPENERS);
  return wanted.map((name) => {
    const missing = PROGRAMS[name].find((program) => !existsSync(program));
    return {
      name,
      skip: missing && !process.env.CI ? `${name} is not installed: there is no ${missing}` : false,
    };
  });
}

/**
 * Starts a browser of the engine with an empty profile.
 *
 * @param {string} name "chromium", "firefox" or "webkit"
 * @returns {Promise<Engine>}
 */
export async function openEngine(name) {
  const engine = await OPENERS[name]();
  return { ...engine, newPage: async () => withWaiting(await engine.newPage()) };
}

/**
 * Returns whether an error of a call means that the browser itself ended, as WebKitGTK does now and
 * then (docs/browsers.md).
 *
 * @param {unknown} error
 */
export function isBrowserEnd(error) {
  return /** @type {Error} */ (error).name === "NoSuchSessionError";
}

/**
 * Runs the page's self-test, and returns its probes, what is unproven, and what is left: all that
 * was neither refused nor expected to be unproven.
 *
 * @param {Pick<Page, "evaluate">} page
 * @param {string[]} unproven the probes that may be unproven, as "place: name"
 */
export async function selfTest(page, unproven) {
  const probes = await within(
    90_000,
    "the self-test",
    page.evaluate(() => window.insitu.selfTest()),
  );
  const named = probes.map(({ place, name, fate, how }) => ({
    probe: `${place}: ${name}`,
    fate,
    how,
  }));
  const left = named.filter(
    ({ probe, fate }) => fate !== "refused" && !(fate === "unproven" && unproven.includes(probe)),
  );
  return {
    probes,
    left,
    unproven: named.filter(({ fate }) => fate === "unproven").map(({ probe }) => probe),
  };
}

/**
 * Opens the page in a new tab and waits until Python is ready.
 *
 * @param {Engine} engine
 * @param {string} url
 */
export async function openInsitu(engine, url) {
  const page = await engine.newPage();
  await page.goto(url);
  await page.waits(() => window.insitu !== undefined);
  await within(
    BOOT,
    "the kernel's start",
    page.evaluate(() => window.insitu.ready),
  ).catch(async (error) => {
    throw new Error(
      `${error.message}; it came to ${JSON.stringify(await within(5_000, "the page's answer", page.evaluate(progress)).catch(String))}`,
      {
        cause: error,
      },
    );
  });
  return page;
}

// Runs in the page: returns the progress of a start.
function progress() {
  const moments = performance
    .getEntriesByType("mark")
    .map(({ name, startTime }) => [name, Math.round(startTime)]);
  return { moments, badge: document.querySelector('[data-testid="kernel-badge"]')?.textContent };
}

/**
 * Adds the functions that need only those of every driver.
 *
 * @param {DriverPage} page
 * @returns {Page}
 */
function withWaiting(page) {
  /**
   * Resolves with what `look` returns once that is not undefined.
   *
   * @template T
   * @param {number} limit
   * @param {() => Promise<T | undefined>} look
   * @param {() => Promise<string>} describe
   * @returns {Promise<T>}
   */
  const until = async (limit, look, describe) => {
    const end = Date.now() + limit;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(await describe());
      await sleep(LOOK);
    }
  };
  /** @type {(opener: string, menu: string, word: string) => Promise<void>} */
  const option = async (opener, menu, word) => {
    await page.click(id(opener));
    // The menu of models asks the server for them when it is opened.
    await until(
      30_000,
      async () => (await page.evaluate(choose, `#${menu}`, word)) || undefined,
      async () => `the menu has no “${word}”`,
    );
    await page.press("Escape");
  };
  return {
    ...page,
    appears: (selector, pattern = /(?:)/, limit = 30_000) => {
      const texts = () => page.evaluate(textsOf, selector);
      const look = async () => (await texts()).find((text) => pattern.test(text));
      return until(
        limit,
        look,
        async () =>
          `${selector} with ${pattern} did not appear; there is ${JSON.stringify(await texts()).slice(0, 500)}`,
      );
    },
    waits: (condition, limit = 30_000) => {
      // A driver's call fails if the document goes meanwhile.
      let gone = "";
      const look = async () => {
        try {
          return (await page.evaluate(condition)) || undefined;
        } catch (error) {
          if (isBrowserEnd(error)) throw error;
          gone = `; the last failure: ${/** @type {Error} */ (error).message}`;
          return undefined;
        }
      };
      return until(limit, look, async () => `${condition} did not become true${gone}`);
    },
    choose: (model) => option("model-menu", "model-menu", model),
    disclose: (mode) => option("privacy-open", "privacy", mode),
  };
}

/**
 * Runs in the page: returns the texts of the elements that are shown.
 *
 * @param {string} selector
 */
function textsOf(selector) {
  return Array.from(/** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector)))
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText ?? "");
}

/**
 * Runs in the page: chooses the option of a menu whose label contains a word; returns whether there
 * is one.
 *
 * @param {string} menu
 * @param {string} word
 */
function choose(menu, word) {
  const label = Array.from(document.querySelectorAll(`${menu} label`)).find((label) =>
    label.textContent.includes(word),
  );
  label?.querySelector("input")?.click();
  return label !== undefined;
}
