// WebKitGTK behind the interface of engines.mjs, by WebDriver. It needs a display, which Xvfb
// provides.

import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Builder, By, Capabilities, Key } from "selenium-webdriver";

const MINI_BROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
/**
 * For a machine without a graphics card: drawn by the processor as it is, without emulating one,
 * which takes a fifth of the time of the tests.
 */
const WITHOUT_GRAPHICS = { LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
/** Enables shared memory, which is off in the GTK port, and on in Safari. */
const LIKE_SAFARI = { JSC_useSharedArrayBuffer: "1" };
/** @type {Record<string, string>} */
const KEYS = { Enter: Key.ENTER, Escape: Key.ESCAPE, Tab: Key.TAB };

/**
 * See `openEngine`.
 *
 * @param {{ sharedMemory?: boolean }} [options]
 * @returns {Promise<import("../engines.mjs").Driver>}
 */
export async function openWebkit({ sharedMemory = true } = {}) {
  const port = await freePort();
  const env = {
    ...process.env,
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    ...WITHOUT_GRAPHICS,
    ...(sharedMemory ? LIKE_SAFARI : {}),
  };
  // A separate process group, so that all of its processes can be killed.
  const group = spawn(
    "xvfb-run",
    ["-a", "-s", "-screen 0 1600x1200x24", "WebKitWebDriver", `--port=${port}`],
    { stdio: "ignore", detached: true, env },
  );
  const kill = () => {
    try {
      process.kill(-(/** @type {number} */ (group.pid)), "SIGKILL");
    } catch {
      // It has ended.
    }
  };
  process.on("exit", kill);
  try {
    const driver = await connect(port);
    await driver.manage().setTimeouts({ script: 300_000, pageLoad: 120_000 });
    await driver.manage().window().setRect({ width: 1280, height: 900 });
    /** @type {string | null} */
    let first = await driver.getWindowHandle();
    return {
      newPage: async () => {
        if (first === null) {
          // The current window may have been closed, and a new one is opened from a window.
          const [open] = await driver.getAllWindowHandles();
          await driver.switchTo().window(open);
          await driver.switchTo().newWindow("tab");
        }
        const handle = first ?? (await driver.getWindowHandle());
        first = null;
        return pageOf(driver, handle);
      },
      version: async () => (await driver.getCapabilities()).getBrowserVersion(),
      async close() {
        await driver.quit().catch(() => {});
        process.off("exit", kill);
        kill();
      },
    };
  } catch (error) {
    kill();
    throw error;
  }
}

/** The interval at which the test checks whether a call has ended, in milliseconds. */
const LOOK = 15;

/**
 * @param {import("selenium-webdriver").WebDriver} driver
 * @param {string} handle
 * @returns {import("../engines.mjs").DriverPage}
 */
function pageOf(driver, handle) {
  // A driver has one current window and runs one command at a time.
  /** @type {Promise<unknown>} */
  let last = Promise.resolve();
  /** @type {<T>(act: () => T | Promise<T>) => Promise<T>} */
  const inTurn = (act) => {
    const result = last.then(async () => {
      await driver.switchTo().window(handle);
      return act();
    });
    last = result.catch(() => {});
    return result;
  };
  // A call is started and then polled, so that other calls can run meanwhile. `enter` switches to
  // the document.
  /** @type {(enter: () => Promise<void>) => import("../engines.mjs").Evaluate} */
  const evaluateIn =
    (enter) =>
    async (act, ...values) => {
      /** @type {(script: string, ...given: unknown[]) => Promise<any>} */
      const there = (script, ...given) =>
        inTurn(async () => {
          await enter();
          try {
            return await driver.executeScript(script, ...given);
          } finally {
            await driver.switchTo().defaultContent();
          }
        });
      const id = await there(
        `const calls = (globalThis.calls ??= []);
       const call = {};
       (async (...values) => (${act})(...values))(...arguments[0]).then((value) => (call.value = value), (error) => (call.error = String(error?.message ?? error))).finally(() => (call.over = true));
       return calls.push(call) - 1;`,
        values,
      );
      for (;;) {
        /** @type {{ over?: boolean, value?: any, error?: string | null } | null} */
        const call = await there(
          "const call = globalThis.calls?.[arguments[0]]; return call ? (call.over ? call : null) : { error: 'the document has gone' };",
          id,
        );
        if (call?.error !== undefined && call?.error !== null) throw new Error(call.error);
        if (call) return call.value;
        await sleep(LOOK);
      }
    };
  return {
    goto: (url) => inTurn(() => driver.get(url)),
    reload: () => inTurn(() => driver.navigate().refresh()),
    url: () => inTurn(() => driver.getCurrentUrl()),
    evaluate: evaluateIn(async () => {}),
    click: (selector) => inTurn(() => driver.findElement(By.css(selector)).click()),
    type: (selector, text) => inTurn(() => driver.findElement(By.css(selector)).sendKeys(text)),
    press: (key) =>
      inTurn(() =>
        driver
          .actions()
          .sendKeys(KEYS[key] ?? key)
          .perform(),
      ),
    resize: (width, height) => inTurn(() => driver.manage().window().setRect({ width, height })),
    screenshot: () => inTurn(async () => Buffer.from(await driver.takeScreenshot(), "base64")),
    frames: () =>
      inTurn(async () => {
        // Those of elements with a shadow root too.
        const script =
          "return [document, ...[...document.querySelectorAll('*')].map((one) => one.shadowRoot)].flatMap((root) => [...(root?.querySelectorAll('iframe') ?? [])]);";
        const elements = /** @type {import("selenium-webdriver").WebElement[]} */ (
          await driver.executeScript(script)
        );
        return Promise.all(
          elements.map(async (element) => ({
            url: await element.getAttribute("src"),
            evaluate: evaluateIn(() => driver.switchTo().frame(element)),
          })),
        );
      }),
    close: () => inTurn(() => driver.close()),
  };
}

/** @param {number} port */
async function connect(port) {
  const capabilities = new Capabilities({
    browserName: "MiniBrowser",
    "webkitgtk:browserOptions": {
      binary: process.env.MINI_BROWSER ?? MINI_BROWSER,
      args: ["--automation"],
    },
  });
  for (let left = 60; ; left -= 1) {
    try {
      return await new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities(capabilities)
        .build();
    } catch (error) {
      if (
        left === 0 ||
        !(Object(error).code === "ECONNREFUSED" || /ECONNREFUSED/.test(String(error)))
      )
        throw error;
      await sleep(250);
    }
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}
