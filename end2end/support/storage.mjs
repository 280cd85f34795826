// A bare page that has only the module of the storage (`web/storage`), in a Chromium with a
// profile on disk, which can be killed and started again.

import { mkdtempSync, readlinkSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { chromium } from "./playwright.mjs";

import { launchOptions } from "./browser.mjs";
import { root } from "./server.mjs";

/**
 * The policy for what the module does: no worker, no code from text, as on the page
 * (`server/src/headers.rs`).
 */
const POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const DOCUMENT =
  '<!DOCTYPE html><title>storage</title><script type="module" src="/page.js"></script>';

/** Leaves the module's functions where a test finds them, and unpacks results. */
const PAGE = `
import * as module from "/storage.js";
globalThis.storageModule = module;
globalThis.value = (result) => {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.error));
};
`;

/** Serves the bare page until `stop()`. */
export async function serveStorage() {
  const bundle = await build({
    entryPoints: [path.join(root, "web/storage/main.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  /** @type {Record<string, [string, string]>} */
  const files = {
    "/": ["text/html", DOCUMENT],
    "/page.js": ["text/javascript", PAGE],
    "/storage.js": ["text/javascript", bundle.outputFiles[0].text],
  };
  const server = createServer(({ url = "" }, response) => {
    const [type, content] = files[url] ?? [];
    if (!type) return void response.writeHead(404).end();
    response
      .writeHead(200, { "Content-Type": type, "Content-Security-Policy": POLICY })
      .end(content);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}/`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * Makes the folder of a profile; `start` starts a Chromium with it, and `remove` deletes it.
 *
 * @param {import("./browser.mjs").LaunchOptions} [options]
 */
export function newProfile(options) {
  const profile = mkdtempSync(path.join(tmpdir(), "insitu-storage-"));
  return {
    async start() {
      const context = await chromium.launchPersistentContext(profile, {
        ...launchOptions(options),
        reducedMotion: options?.compileLess ? "reduce" : undefined,
      });
      return {
        context,
        /** Ends the browser's process at once, as a crash does, and with it all of its others. */
        async kill() {
          const closed = new Promise((resolve) => context.once("close", resolve));
          // The link's target is the name of the machine, a dash and the process.
          const pid = Number(readlinkSync(path.join(profile, "SingletonLock")).split("-").at(-1));
          process.kill(pid, "SIGKILL");
          await closed;
          rmSync(path.join(profile, "SingletonLock"), { force: true });
        },
      };
    },
    remove: () => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}

/**
 * Opens the bare page and waits for the module.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {string} url
 */
export async function openBare(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForFunction(() => globalThis.storageModule !== undefined);
  return page;
}
