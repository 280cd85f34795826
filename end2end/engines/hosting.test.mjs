// The page in every engine where the user's endpoint answers instead of the server's models,
// and where no server of ours serves it at all. Journey 44 has the former in Chromium.
// INSITU_ENGINES names the engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { neverBreached } from "../support/breach.mjs";
import { within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { startEndpoint } from "../support/endpoint.mjs";
import { enginesHere, openEngine, openInsitu, selfTest } from "../support/engines.mjs";
import { FULL } from "../support/sample.mjs";
import { startServer } from "../support/server.mjs";
import { UNPROVEN, exportSite, startStaticHost } from "../support/static_host.mjs";
import { KEY, MODEL, python, startUpstream } from "../support/upstream.mjs";
import { id } from "../support/user.mjs";

const ORDERS = "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n";

/** @type {string} */
let folder;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "insitu-hosting-"));
  await exportSite(folder);
});
after(() => rm(folder, { recursive: true, force: true }));

for (const { name, skip } of enginesHere().filter(({ name }) => FULL || name !== "chromium")) {
  describe(name, { skip }, () => {
    /** @type {import("../support/upstream.mjs").Upstream} */
    let upstream;
    /** @type {Awaited<ReturnType<typeof startEndpoint>>} */
    let endpoint;
    /** @type {Awaited<ReturnType<typeof startCanary>>} */
    let canary;
    /** @type {import("../support/server.mjs").Server} */
    let server;
    /** @type {Awaited<ReturnType<typeof startStaticHost>>} */
    let host;
    /** @type {import("../support/engines.mjs").Engine} */
    let engine;

    before(async () => {
      upstream = await startUpstream();
      endpoint = await startEndpoint(upstream);
      canary = await startCanary();
      server = await startServer();
      host = await startStaticHost(folder, { below: "/tools/insitu/" });
      engine = await openEngine(name);
    });

    after(async () => {
      await engine?.close();
      await host?.stop();
      await server?.stop();
      await endpoint?.stop();
      await upstream?.stop();
    });

    /** @param {import("../support/engines.mjs").Page} page */
    const loaded = async (page) => {
      await page.waits(
        () =>
          !Reflect.has(window, "before") &&
          window.insitu !== undefined &&
          window.crossOriginIsolated,
        120_000,
      );
      await within(
        120_000,
        "the start",
        page.evaluate(() => window.insitu.ready),
      );
    };

    /**
     * Connects the endpoint in the page's dialog, asks it a question, and checks what left.
     *
     * @param {import("../support/engines.mjs").Page} page
     * @param {string} address of the page
     */
    const asksTheEndpoint = async (page, address) => {
      endpoint.allow(new URL(address).origin);
      const part = (/** @type {string} */ part) => `${id("endpoint")} ${id(`endpoint-${part}`)}`;
      await page.click(id("model-menu"));
      // The button moves while the menu fills, and a driver clicks where it was.
      await page.appears(`#model-menu ${id("tab-model-choose")}`);
      await page.click(id("endpoint-open"));
      await page.appears(part("continue"));
      await page.type(part("base"), endpoint.base);
      await page.evaluate(() => void Object.assign(window, { before: true }));
      await page.click(part("continue"));
      await loaded(page);
      await page.appears(part("test"));
      await page.type(part("key"), KEY);
      await page.click(part("test"));
      await page.appears(part("tested"), /answers, and lists 2 models/);
      await page.evaluate((model) => {
        const listed = /** @type {NodeListOf<HTMLElement>} */ (
          document.querySelectorAll('[data-testid="endpoint-listed"] button')
        );
        Array.from(listed)
          .find(({ innerText }) => innerText.includes(model))
          ?.click();
      }, MODEL);
      await page.click(part("use"));
      await page.appears(id("model-menu"), new RegExp(MODEL));
      await page.evaluate(
        (content) => window.insitu.addFile(new File([content], "orders.csv")),
        ORDERS,
      );
      upstream.script(
        { calls: [python("import pandas as pd\npd.read_csv('orders.csv')['amount'].sum()")] },
        { text: "The orders come to **100.0**." },
      );
      const { answer } = await within(
        60_000,
        "the turn",
        page.evaluate(() => window.insitu.ask("what do the orders come to?")),
      );
      assert.match(answer, /100\.0/);
      const { exchanges } = upstream;
      assert.equal(exchanges.length, 2);
      assert.deepEqual(
        exchanges.flatMap(({ violations }) => violations),
        [],
      );
      assert.ok(!exchanges[0].body.includes("12.5"), "no cell went that was not shown");
      await page.appears(id("privacy-open"), /2 requests sent/);
      const others = await page.evaluate(
        (addresses) =>
          Promise.all(
            addresses.map((address) =>
              fetch(address, { mode: "no-cors" }).then(
                () => true,
                () => false,
              ),
            ),
          ),
        [canary.url, endpoint.site],
      );
      assert.deepEqual(others, [false, false], "any other origin stays blocked");
      neverBreached(() => assert.equal(canary.touched(), 0));
    };

    test("the user's endpoint is asked by the page itself, within a policy that admits it alone", {
      skip: name === "chromium" && !FULL && "journey 44",
    }, async () => {
      await asksTheEndpoint(await openInsitu(engine, server.url), server.url);
    });

    test("on a host without headers the page is isolated and sealed, and the planner answers", async (context) => {
      const page = await engine.newPage();
      // The first visit loads again through the service worker, which for Firefox's driver is a
      // navigation that was broken off.
      await page.goto(host.url).catch(() => {});
      await loaded(page);
      await page.click(id("sample-sales"));
      await page.appears(id("file-profile"));
      await page.type(id("composer"), "monthly revenue as a chart");
      await page.press("Enter");
      // A chart is drawn once it is in view, which it need not be here; its picture is there before.
      const figure = `${id("turn")} ${id("figure")}`;
      await page.appears(`${figure}[data-side="interactive"]`, undefined, 60_000);
      await page.evaluate(
        (button) => /** @type {HTMLElement} */ (document.querySelector(button)).click(),
        `${figure} .figure-sides button`,
      );
      await page.appears(`${figure} img`);
      const { probes, left, unproven } = await selfTest(page, UNPROVEN[name]);
      context.diagnostic(`${probes.length} probes; not proven: ${unproven.join(", ")}`);
      assert.ok(probes.length > 60, `${probes.length} probes`);
      neverBreached(() => assert.deepEqual(left, []));
      assert.deepEqual(
        host.asked.filter((request) => /[?]exit=(worker|frame)/.test(request)),
        [],
        "no probe arrived at the host",
      );
      await asksTheEndpoint(page, host.url);
    });
  });
}
