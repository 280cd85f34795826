// Firefox behind the interface of engines.mjs, by WebDriver BiDi.

import puppeteer from "puppeteer-core";

/**
 * See `openEngine`.
 *
 * @returns {Promise<import("../engines.mjs").Driver>}
 */
export async function openFirefox() {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr",
    headless: true,
    defaultViewport: null,
    args: ["--width=1280", "--height=900"],
    protocolTimeout: 300_000,
  });
  /** @type {(page: import("puppeteer-core").Page) => import("../engines.mjs").DriverPage} */
  const wrap = (page) => ({
    goto: (url) => page.goto(url, { waitUntil: "load" }),
    reload: () => page.reload({ waitUntil: "load" }),
    url: async () => page.url(),
    evaluate: (act, ...values) =>
      page.evaluate(/** @type {(...values: any[]) => any} */ (act), ...values),
    click: (selector) => page.click(selector),
    async type(selector, text) {
      await page.click(selector);
      await page.keyboard.type(text);
    },
    press: (key) => page.keyboard.press(/** @type {import("puppeteer-core").KeyInput} */ (key)),
    resize: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    frames: async () =>
      page
        .frames()
        .slice(1)
        .map((frame) => ({
          url: frame.url(),
          evaluate: (act, ...values) =>
            frame.evaluate(/** @type {(...values: any[]) => any} */ (act), ...values),
        })),
    close: () => page.close(),
  });
  return {
    newPage: async () => wrap(await browser.newPage()),
    version: () => browser.version(),
    close: () => browser.close(),
  };
}
