// One interface to the three engines, for tests that run in each of them and do not depend on one.

import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import { within } from "./browser.mjs";
import { openChromium } from "./engines/chromium.mjs";
import { openFirefox } from "./engines/firefox.mjs";
import { openWebkit } from "./engines/webkit.mjs";
import { id } from "./user.mjs";

const OPENERS = { chromium: openChromium, firefox: openFirefox, webkit: openWebkit };
/** The programs that each engine needs. */
const PROGRAMS = {
  chromium: [process.env.CHROMIUM ?? "/usr/bin/chromium"],
  firefox: [process.env.FIREFOX ?? "/usr/bin/firefox-esr"],
  webkit: ["/usr/bin/WebKitWebDriver", "/usr/bin/xvfb-run"],
};

/** The interval at which a condition on a page is checked, in milliseconds. */
const LOOK = 50;

/** The time limit of the kernel's start on a slow, shared machine, in milliseconds. */
const BOOT = 120_000;

/** Egress probes that docs/security.md lists as open in an engine. */
export const EXPECTED_OPEN = { chromium: [], firefox: [], webkit: [] };
/** Egress probes that it lists as not proven in an engine. */
export const EXPECTED_UNPROVEN = {
  chromium: [],
  firefox: ["frame: link: dns-prefetch", "frame: link: preconnect"],
  webkit: ["frame: link: dns-prefetch", "frame: link: preconnect"],
};

/**
 * Returns the engines to test, each with the reason to skip it: it is not installed, which CI does not accept as a reason.
 *
 * @returns {{ name: string, skip: string | false }[]}
 */
export function enginesHere() {
  const wanted = process.env.INSITU_ENGINES?.split(",") ?? Object.keys(OPENERS);
  return wanted.map((name) => {
    const missing = PROGRAMS[name].find((program) => !existsSync(program));
    return { name, skip: missing && !process.env.CI ? `${name} is not installed: there is no ${missing}` : false };
  });
}

/**
 * Starts a browser of the engine with an empty profile.
 *
 * @param {string} name "chromium", "firefox" or "webkit"
 * @returns {Promise<{ newPage(): Promise<object>, version(): Promise<string>, close(): Promise<void> }>} a page has `goto(url)`, `reload()`, `url()`,
 *   `evaluate(act, ...values)`, which resolves with the function's result in the page, `click(selector)`, `type(selector, text)`, `press(key)`,
 *   `resize(width, height)`, `screenshot()` as PNG, `frames()`, those of the document, each with `url` and `evaluate`, and `close()`; further
 *   `appears(selector, pattern)`, which waits until an element is shown whose text matches, and resolves with that text; `waits(condition)`; and
 *   `choose(model)` and `disclose(mode)`, which use the page's menus
 */
export async function openEngine(name) {
  const engine = await OPENERS[name]();
  return { ...engine, newPage: async () => withWaiting(await engine.newPage()) };
}

/** Opens the page in a new tab and waits until Python is ready. */
export async function openInsitu(engine, url) {
  const page = await engine.newPage();
  await page.goto(url);
  await page.waits(() => window.insitu !== undefined);
  await within(BOOT, "the kernel's start", page.evaluate(() => window.insitu.ready)).catch(async (error) => {
    throw new Error(`${error.message}; it came to ${JSON.stringify(await within(5_000, "the page's answer", page.evaluate(progress)).catch(String))}`, { cause: error });
  });
  return page;
}

// Runs in the page: returns the progress of a start.
function progress() {
  const moments = performance.getEntriesByType("mark").map(({ name, startTime }) => [name, Math.round(startTime)]);
  return { moments, badge: document.querySelector('[data-testid="kernel-badge"]')?.textContent };
}

function withWaiting(page) {
  const until = async (limit, look, describe) => {
    const end = Date.now() + limit;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(await describe());
      await sleep(LOOK);
    }
  };
  const option = async (menu, word) => {
    await page.click(id(`${menu}-menu`));
    await page.evaluate(choose, `#${menu}-menu`, word);
    await page.press("Escape");
  };
  return {
    ...page,
    appears: (selector, pattern = /(?:)/, limit = 30_000) => {
      const texts = () => page.evaluate(textsOf, selector);
      const look = async () => (await texts()).find((text) => pattern.test(text));
      return until(limit, look, async () => `${selector} with ${pattern} did not appear; there is ${JSON.stringify(await texts()).slice(0, 500)}`);
    },
    waits: (condition, limit = 30_000) => until(limit, async () => (await page.evaluate(condition)) || undefined, async () => `${condition} did not become true`),
    choose: (model) => option("model", model),
    disclose: (mode) => option("disclosure", mode),
  };
}

function textsOf(selector) {
  return Array.from(document.querySelectorAll(selector)).filter((element) => element.checkVisibility()).map((element) => element.innerText ?? "");
}

function choose(menu, word) {
  const label = Array.from(document.querySelectorAll(`${menu} label`)).find((label) => label.textContent.includes(word));
  label.querySelector("input").click();
}
