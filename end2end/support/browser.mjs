// Opens the page in a real Chromium and keeps a record of everything that leaves it.
//
// Knows the page's address and `window.insitu.ready`; what a user does on the page is in person.mjs.

import { chromium } from "playwright-core";

/** The kernel's start on a slow machine that others use too, in milliseconds. */
const BOOT = 120_000;

/** `webgl`: with a graphics card in software, which takes its time; without one there is none. */
export async function startBrowser({ webgl = false } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      ...(webgl ? ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"] : ["--disable-gpu", "--disable-3d-apis"]),
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/**
 * Opens the page in a context of its own. `boot: false` does not wait for the kernel; `init` runs in every document first.
 * The page carries `sent` (every request with its body, and whether the policy `refused` it), `sockets` and `faults` (errors that nothing caught).
 */
export async function openPage(browser, url, { boot = true, init, width = 1280, height = 900, colorScheme = "light" } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme, acceptDownloads: true });
  context.setDefaultTimeout(30_000);
  if (init) await context.addInitScript(init);
  const page = await context.newPage();
  page.sent = [];
  page.sockets = [];
  page.faults = [];
  const entries = new Map();
  context.on("request", (request) => {
    const entry = { method: request.method(), url: request.url(), body: request.postDataBuffer(), headers: request.headers(), refused: false };
    entries.set(request, entry);
    page.sent.push(entry);
  });
  context.on("requestfailed", (request) => {
    const entry = entries.get(request);
    // Some are told as failed that were never told as sent.
    if (entry) entry.refused = request.failure()?.errorText === "csp";
  });
  page.on("websocket", (socket) => page.sockets.push(socket.url()));
  page.on("pageerror", (error) => page.faults.push(String(error.stack ?? error)));
  page.on("console", (message) => {
    // Chromium does not know the directive yet and says so; it is there for browsers that do.
    if (/Unrecognized Content-Security-Policy directive 'webrtc'/.test(message.text())) return;
    if (message.type() === "error") page.faults.push(`${message.text()} (${message.location().url})`);
  });
  await page.goto(url, { waitUntil: "load" });
  await page.waitForFunction(() => window.insitu !== undefined);
  if (boot) await ready(page);
  return page;
}

/** Waits until the kernel can run code. */
export async function ready(page) {
  await within(BOOT, "the kernel's start", page.evaluate(() => window.insitu.ready));
}

/** Runs Python through the automation surface and gives the outcome. */
export function run(page, code, options) {
  return page.evaluate(([code, options]) => window.insitu.run(code, options), [code, options]);
}

/** Adds a file through the automation surface; `content` is text or bytes. */
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

/** Fails when `promise` takes longer than `limit` milliseconds: nothing may wait for ever. */
export async function within(limit, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${limit} ms`)), limit);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
