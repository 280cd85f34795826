// Chromium behind the interface of engines.mjs, by Playwright.

import { startBrowser } from "../browser.mjs";

/**
 * See `openEngine`.
 *
 * @returns {Promise<import("../engines.mjs").Driver>}
 */
export async function openChromium() {
  const browser = await startBrowser();
  const context = await browser.newContext({ acceptDownloads: true });
  /** @type {(page: import("playwright-core").Page) => import("../engines.mjs").DriverPage} */
  const wrap = (page) => ({
    goto: (url) => page.goto(url, { waitUntil: "load" }),
    reload: () => page.reload({ waitUntil: "load" }),
    url: async () => page.url(),
    // The function and its arguments in one object, since Playwright passes one argument.
    evaluate: (act, ...values) =>
      page.evaluate(({ source, values }) => (0, globalThis.eval)(`(${source})`)(...values), {
        source: String(act),
        values,
      }),
    click: (selector) => page.click(selector),
    type: (selector, text) => page.fill(selector, text),
    press: (key) => page.keyboard.press(key),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
    frames: async () =>
      page
        .frames()
        .slice(1)
        .map((frame) => ({
          url: frame.url(),
          evaluate: (/** @type {any} */ act, /** @type {any[]} */ ...values) =>
            frame.evaluate(act, .../** @type {[any?]} */ (values)),
        })),
    close: () => page.close(),
  });
  return {
    newPage: async () => wrap(await context.newPage()),
    version: async () => browser.version(),
    close: () => browser.close(),
  };
}
