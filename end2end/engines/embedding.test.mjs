// Insitu within the page of another site, in Firefox and WebKit: the site hands in a file, asks,
// and receives the answer; if its page is isolated, so is the frame. Journey 51 has the rest, in
// Chromium. INSITU_ENGINES names the engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";

import { startEmbedded, startSite } from "../support/embedding_site.mjs";
import { enginesHere, openEngine } from "../support/engines.mjs";

/** @type {import("../support/embedding_site.mjs").Site[]} */
let sites;
/** @type {Awaited<ReturnType<typeof startEmbedded>>} */
let server;

before(async () => {
  sites = [await startSite(), await startSite({ isolated: true })];
  server = await startEmbedded(sites);
});
after(async () => {
  await server?.stop();
  for (const site of sites ?? []) await site.stop();
});

for (const { name, skip } of enginesHere().filter(({ name }) => name !== "chromium")) {
  describe(name, { skip }, () => {
    for (const isolated of [false, true]) {
      test(`a page that is ${isolated ? "" : "not "}isolated hands in a file and receives the answer`, async () => {
        const engine = await openEngine(name);
        try {
          const page = await engine.newPage();
          await page.goto(sites[Number(isolated)].origin);
          await page.appears("#state", /has orders\.csv/, 120_000);
          await page.click("form button");
          const turn = await page.appears("#turns li", /total amount by item – [^]*80/, 60_000);
          assert.match(turn, /20/, "the lamps");
          const inside = (await page.frames()).find((frame) => frame.url.startsWith(server.url));
          assert.ok(inside, "the frame is of Insitu's own origin");
          assert.deepEqual(await inside.evaluate(() => [location.origin, crossOriginIsolated]), [
            server.url,
            isolated,
          ]);
          assert.match(
            await inside.evaluate(() => document.body.innerText),
            /receives/,
            "the frame says who receives what",
          );
        } finally {
          await engine.close();
        }
      });
    }
  });
}
