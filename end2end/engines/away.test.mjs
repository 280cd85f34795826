// The page while its server cannot be reached: what the browser has stored starts, is sealed, and
// answers. Journey 52 has this and the rest in Chromium, which is tested here in a full run alone.
// INSITU_ENGINES names the engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";

import { neverBreached } from "../support/breach.mjs";
import { within } from "../support/browser.mjs";
import { enginesHere, openEngine, openInsitu, selfTest } from "../support/engines.mjs";
import { startFront } from "../support/front.mjs";
import { startServer } from "../support/server.mjs";
import { UNPROVEN } from "../support/static_host.mjs";
import { FULL } from "../support/sample.mjs";
import { untilStored } from "../support/stored.mjs";
import { id } from "../support/user.mjs";

/** @type {import("../support/server.mjs").Server} */
let server;

before(async () => {
  server = await startServer();
});
after(() => server?.stop());

for (const { name, skip } of enginesHere().filter(({ name }) => FULL || name !== "chromium")) {
  describe(name, { skip }, () => {
    test("without the server the stored page starts, is sealed, and answers with Python", async (context) => {
      const front = await startFront(server.url);
      const engine = await openEngine(name);
      try {
        const page = await openInsitu(engine, front.url);
        await untilStored(page);
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
        neverBreached(() => assert.deepEqual(left, []));
      } finally {
        await engine.close();
        await front.stop();
      }
    });
  });
}
