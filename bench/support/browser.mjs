// Starts a separate Chromium for each contender, with an empty profile on disk.
//
// Not `browser.newContext()`: such a context keeps its cache in memory, which omits files above a
// few megabytes and compiled WebAssembly, so a repeat visit would be slower than a user's.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium } from "playwright-core";

import { atEnd } from "./cleanup.mjs";

/** Starts a browser; `close` ends it and removes its profile. */
export async function openBrowser() {
  const profile = mkdtempSync(path.join(tmpdir(), "insitu-bench-"));
  const remove = atEnd(() =>
    rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  );
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    viewport: { width: 1280, height: 900 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-3d-apis",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
  const end = atEnd(() => context.close());
  return {
    context,
    profile,
    version: context.browser()?.version() ?? "",
    close: async () => {
      await end();
      await remove();
    },
  };
}
