// The page in every engine while its server cannot be reached: what the browser has stored starts, is sealed, and answers. Journey 52 has the rest, in Chromium. INSITU_ENGINES names the
// engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";

import { within } from "../support/browser.mjs";
import { enginesHere, openEngine, openInsitu, selfTest } from "../support/engines.mjs";
import { startFront } from "../support/front.mjs";
import { startServer } from "../support/server.mjs";
import { UNPROVEN } from "../support/static_host.mjs";
import { id } from "../support/user.mjs";

/** @type {import("../support/server.mjs").Server} */
let server;

before(async () => {
  server = await startServer();
});
after(() => server?.stop());

/**
 * Waits until all files of the runtime that the page has loaded are stored, and the standard library, which is loaded last: by the page or by its service worker, when the browser is
 * idle.
 *
 * @param {import("../support/engines.mjs").Page} page
 */
async function untilStored(page) {
  const isStored = () =>
    page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
      const stored = new Set();
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) stored.add(new URL(url).pathname);
      // WebKit has none in some windows, and there the service worker stores these files.
      const root = await navigator.storage?.getDirectory?.().catch(() => null);
      const folder = await root?.getDirectoryHandle("runtime").catch(() => null);
      // One that is being written is empty.
      if (folder)
        for await (const [name, file] of folder.entries())
          if (file instanceof FileSystemFileHandle && (await file.getFile()).size > 0) stored.add(`/runtime/${name}`);
      /** @type {import("../../public/types/kernel").CoreFile[]} */
      const core = JSON.parse(document.querySelector('meta[name="insitu:core"]')?.getAttribute("content") ?? "");
      const library = core.find(({ role }) => role === "stdlib")?.asset.url;
      const wanted = [...loaded.filter((path) => path.startsWith("/runtime/")), library];
      return wanted.every((path) => stored.has(path));
    });
  while (!(await isStored())) await new Promise((resolve) => setTimeout(resolve, 500));
}

for (const { name, skip } of enginesHere()) {
  describe(name, { skip }, () => {
    test("without the server the stored page starts, is sealed, and answers with Python", async (context) => {
      const front = await startFront(server.url);
      const engine = await openEngine(name);
      try {
        const page = await openInsitu(engine, front.url);
        await within(
          60_000,
          "the installation",
          page.evaluate(async () => void (await navigator.serviceWorker.ready)),
        );
        await within(60_000, "the storing of what was fetched", untilStored(page));
        await front.down();
        await page.reload();
        await page.appears(id("server-absent"), /cannot be reached/, 60_000);
        await within(
          120_000,
          "the start",
          page.evaluate(() => window.insitu.ready),
        );
        assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        await page.click(id("sample-sales"));
        await page.appears(id("file-profile"));
        await page.type(id("composer"), "total revenue");
        await page.press("Enter");
        await page.appears(id("answer"), /\d/, 60_000);
        const { probes, left, unproven } = await selfTest(page, UNPROVEN[name]);
        context.diagnostic(`${probes.length} probes; not proven: ${unproven.join(", ")}`);
        assert.deepEqual(left, []);
      } finally {
        await engine.close();
        await front.stop();
      }
    });
  });
}
