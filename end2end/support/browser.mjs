// Opens the page in a real Chromium and records everything that leaves it.
//
// Knows the page's address and `window.insitu.ready`; what a user does on the page is in user.mjs.

import path from "node:path";
import { chromium } from "./playwright.mjs";
import { valid } from "./schema.mjs";

/** The time limit of the kernel's start on a slow, shared machine, in milliseconds. */
const BOOT = 120_000;

/** An option of Chromium: WebAssembly is validated and compiled once it is called. */
const LAZY = "--js-flags=--wasm-lazy-compilation,--wasm-lazy-validation";

/**
 * The same for journeys that start Python often and compute little: nor is it optimised, which
 * takes a fifth off the processor time of a start and a first plot.
 */
const COMPILE_LESS = `${LAZY},--liftoff-only`;

/**
 * Features of Chromium that are off: those that Playwright turns off, since the last of two such
 * options is the one that counts, and the suggestions below the address, a page of the browser's
 * own that is loaded for every window and takes a quarter of the processor time of a start.
 */
const FEATURES_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/**
 * A request of the browser, as `openPage` records it.
 *
 * @typedef {object} Sent
 * @property {string} method
 * @property {string} url
 * @property {Buffer | null} body
 * @property {Record<string, string>} headers
 * @property {boolean} worker whether the service worker sent it, for the page or for itself
 * @property {boolean} refused whether the content security policy refused it
 */

/**
 * A page with its requests, its web sockets' addresses and its errors, see `openPage`.
 *
 * @typedef {import("playwright-core").Page & { sent: Sent[], sockets: string[], faults: string[] }}
 *   RecordedPage
 */

/** The options of `openPage` for a phone. */
export const PHONE = {
  viewport: { width: 390, height: 844 },
  screen: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

/**
 * How Chromium is started: `webgl` enables WebGL with software rendering, which is slow; for
 * `compileLess` see `COMPILE_LESS`, for `lazy` `LAZY`. With one of these two it is the program
 * without windows that `HEADLESS_SHELL` names, if any, which takes a tenth less processor time; not
 * with `windows`, for what that program lacks.
 *
 * @typedef {{ webgl?: boolean, compileLess?: boolean, lazy?: boolean, windows?: boolean }}
 *   LaunchOptions
 */

/**
 * Starts Chromium.
 *
 * @param {LaunchOptions} [options]
 */
export async function startBrowser(options) {
  const browser = await chromium.launch(launchOptions(options));
  const close = browser.close.bind(browser);
  browser.close = async (...reasons) => {
    await Promise.all(browser.contexts().map(saveTrace));
    await close(...reasons);
  };
  return browser;
}

/** Where traces are saved, if there are to be any: a file that failed runs again with them. */
const traces = process.env.INSITU_TRACES;

let traced = 0;

/**
 * Begins a trace of a context, in a run that has traces.
 *
 * @param {import("playwright-core").BrowserContext} context
 */
export async function beginTrace(context) {
  if (traces) await context.tracing.start({ screenshots: true, snapshots: true });
}

/**
 * Saves the trace of a context. One that has ended has none.
 *
 * @param {import("playwright-core").BrowserContext} context
 */
export async function saveTrace(context) {
  if (traces)
    await context.tracing.stop({ path: path.join(traces, `${++traced}.zip`) }).catch(() => {});
}

/** Starts a Chromium that several processes may connect to, each with contexts of its own. */
export async function serveBrowser() {
  const browser = await chromium.launchServer(launchOptions({ compileLess: true }));
  const option = "--disable-features=";
  const [playwrights = ""] = browser.process().spawnargs.filter((one) => one.startsWith(option));
  const missing = playwrights
    .slice(option.length)
    .split(",")
    .filter((feature) => !FEATURES_OFF.includes(feature));
  if (missing.length === 0) return browser;
  await browser.close();
  throw new Error(`Playwright also turns off ${missing.join(", ")}: add this to FEATURES_OFF`);
}

/**
 * Returns Playwright's options for a start of Chromium.
 *
 * @param {LaunchOptions} [options]
 */
export function launchOptions({
  webgl = false,
  compileLess = false,
  lazy = false,
  windows = !compileLess && !lazy,
} = {}) {
  const { CHROMIUM = "/usr/bin/chromium", HEADLESS_SHELL = CHROMIUM } = process.env;
  return {
    executablePath: windows ? CHROMIUM : HEADLESS_SHELL,
    args: [
      "--no-sandbox",
      ...(webgl
        ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
        : ["--disable-gpu", "--disable-3d-apis"]),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${FEATURES_OFF.join(",")}`,
      ...(compileLess ? [COMPILE_LESS] : lazy ? [LAZY] : []),
    ],
  };
}

/**
 * How `openPage` opens the page. `boot: false` does not wait for the kernel; `init` runs in every
 * document first; `prepare` is called before the page is loaded; `background` is for what the page
 * does when the browser is idle, see `stayBusy`; the rest are options of its context.
 *
 * @typedef {object} OwnOptions
 * @property {boolean} [boot]
 * @property {(() => void) | string} [init]
 * @property {(page: import("playwright-core").Page) => Promise<unknown>} [prepare]
 * @property {boolean} [background]
 *
 * @typedef {import("playwright-core").BrowserContextOptions & OwnOptions} PageOptions
 */

/**
 * Opens the page in a new context. The page has the properties `sent` (every request with its body,
 * and whether the policy `refused` it), `sockets` and `faults` (uncaught errors and errors on the
 * console).
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {PageOptions} [options]
 */
export async function openPage(
  browser,
  url,
  { boot = true, init, prepare, background = false, ...options } = {},
) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    // Without a graphics card, frames of an animation take a third of a turn's processor time.
    reducedMotion: "reduce",
    ...options,
  });
  context.setDefaultTimeout(30_000);
  await beginTrace(context);
  if (!background) await context.addInitScript(stayBusy);
  if (init) await context.addInitScript(typeof init === "string" ? { content: init } : init);
  const page = /** @type {RecordedPage} */ (await context.newPage());
  page.sent = [];
  page.sockets = [];
  page.faults = [];
  /** @type {Map<import("playwright-core").Request, Sent>} */
  const entries = new Map();
  context.on("request", (request) => {
    const worker = request.serviceWorker() !== null;
    const entry = {
      method: request.method(),
      url: request.url(),
      body: request.postDataBuffer(),
      headers: request.headers(),
      worker,
      refused: false,
    };
    entries.set(request, entry);
    page.sent.push(entry);
  });
  context.on("requestfailed", (request) => {
    const entry = entries.get(request);
    // Chromium reports the failure of some requests that it never reported as sent.
    if (entry) entry.refused = request.failure()?.errorText === "csp";
  });
  page.on("websocket", (socket) => page.sockets.push(socket.url()));
  page.on("pageerror", (error) => page.faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    // Chromium reports that it does not know the directive, which is for other browsers.
    if (/Unrecognized Content-Security-Policy directive 'webrtc'/.test(message.text())) return;
    // A trace is recorded by a script in each frame, also in those that run none.
    if (traces && /^Blocked script execution in 'about:srcdoc'/.test(message.text())) return;
    if (message.type() === "error")
      page.faults.push(`${message.text()} (${message.location().url})`);
  });
  await prepare?.(page);
  await page.goto(url, { waitUntil: "load" });
  await page.waitForFunction(() => window.insitu !== undefined);
  if (boot) await ready(page);
  return page;
}

/**
 * Runs in every document first: the browser is never idle. Once it is, the page stores the runtime
 * and itself for later visits and fetches the archives of packages, which takes as much processor
 * time as a start; journeys that are not about this go without.
 */
export function stayBusy() {
  window.requestIdleCallback = () => 0;
}

/**
 * Returns the addresses of the page's requests that this server does not serve.
 *
 * @param {RecordedPage} page
 * @param {string} server
 */
export function elsewhere(page, server) {
  return page.sent
    .map(({ url }) => url)
    .filter((url) => !url.startsWith(server) && !/^(blob|data|about|file):/.test(url));
}

/**
 * Exports the session that a page shows.
 *
 * @param {import("playwright-core").Page} page
 * @param {"notebook" | "script" | "markdown" | "report" | "audit" | "insitu" | "insitu-with-data"} kind
 */
export async function exported(page, kind) {
  const address = await page.evaluate(async (kind) => {
    const reader = new FileReader();
    const read = new Promise((resolve) => (reader.onload = resolve));
    reader.readAsDataURL(await window.insitu.sessions.exportAs(kind));
    await read;
    return /** @type {string} */ (reader.result);
  }, kind);
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/**
 * Waits until the kernel can run code.
 *
 * @param {import("playwright-core").Page} page
 */
export async function ready(page) {
  // After a reload the page's program comes later than its document.
  await page.waitForFunction(() => window.insitu !== undefined);
  await within(
    BOOT,
    "the kernel's start",
    page.evaluate(() => window.insitu.ready),
  );
}

/**
 * Runs Python by `window.insitu` and returns the outcome.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} code
 * @param {{ timeoutMs?: number }} [options]
 */
export async function run(page, code, options) {
  const outcome = await page.evaluate(
    async ([code, options]) => {
      // DevTools' protocol holds the promise weakly: a collection in the middle of a long execution
      // loses it, though the page would resolve it.
      const running = window.insitu.run(code, options);
      const held = (globalThis.insituHeld ??= new Set()).add(running);
      return running.finally(() => held.delete(running));
    },
    /** @type {const} */ ([code, options]),
  );
  return valid("Outcome", outcome);
}

/**
 * Adds a file by `window.insitu`; `content` is text or bytes.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} name
 * @param {string | Uint8Array} content
 */
export function addFile(page, name, content) {
  const base64 = Buffer.from(content).toString("base64");
  return page.evaluate(
    async ([name, base64]) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      return window.insitu.addFile(new File([bytes], name));
    },
    [name, base64],
  );
}

/**
 * Waits until a condition holds in the page. Unlike `page.waitForFunction`, which takes a promise
 * for true, it awaits a condition that is asynchronous.
 *
 * @template T
 * @param {import("playwright-core").Page} page
 * @param {string} what
 * @param {(argument: T) => Promise<boolean>} condition runs in the page
 * @param {T} argument
 */
export async function until(page, what, condition, argument) {
  const holds = /** @type {(argument: unknown) => Promise<boolean>} */ (condition);
  let given = false;
  const looks = (async () => {
    while (!given && !(await page.evaluate(holds, argument))) await page.waitForTimeout(200);
  })();
  await within(120_000, what, looks).finally(() => (given = true));
}

/**
 * Rejects when `promise` takes longer than `limit` milliseconds: nothing may wait forever.
 *
 * @template T
 * @param {number} limit
 * @param {string} what
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
export async function within(limit, what, promise) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
