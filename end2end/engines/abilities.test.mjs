// Tests each ability once in every installed engine; in the gate without Chromium, which has them in
// the journeys. INSITU_ENGINES names the engines to test; one that is not installed is skipped with
// a message, or fails if CI is set.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";

import { valid } from "../support/schema.mjs";
import { neverBreached } from "../support/breach.mjs";
import { within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { idle } from "../support/done.mjs";
import {
  EXPECTED_UNPROVEN,
  enginesHere,
  openEngine,
  openInsitu,
  selfTest,
} from "../support/engines.mjs";
import { id } from "../support/user.mjs";
import { usedByWorkers } from "../support/processes.mjs";
import { startProxy } from "../support/proxy.mjs";
import { show } from "../support/rendered.mjs";
import { FULL } from "../support/sample.mjs";
import { startServer } from "../support/server.mjs";
import { untilStored } from "../support/stored.mjs";
import { MODEL, python, startUpstream } from "../support/upstream.mjs";

const SHOP = "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\ndesk,250\n";
/** A table or a figure that a turn shows. */
const SHOWN = ".highlights table, .highlights img, .highlights [data-kind]";
const KINDS = path.join(import.meta.dirname, "../kinds/files.json");
const FRUIT = "fruit,weight\napple,3\npear,2.5\napple,4\nplum,1\n";

for (const { name, skip } of enginesHere().filter(({ name }) => FULL || name !== "chromium")) {
  describe(name, { skip }, () => {
    /** @type {import("../support/upstream.mjs").Upstream} */
    let upstream;
    /** @type {import("../support/server.mjs").Server} */
    let server;
    /** @type {Awaited<ReturnType<typeof startCanary>>} */
    let canary;
    /** @type {import("../support/engines.mjs").Engine} */
    let engine;
    /** @type {import("../support/engines.mjs").Page} */
    let page;

    before(async () => {
      canary = await startCanary();
      upstream = await startUpstream();
      server = await startServer({ model: upstream.model });
      engine = await openEngine(name);
      page = await openInsitu(engine, server.url);
    });

    after(async () => {
      await engine?.close();
      await server?.stop();
      await upstream?.stop();
    });

    /**
     * @type {(code: string, options?: { timeoutMs?: number }) =>
     *   Promise<import("../../web/generated/kernel").Outcome>}
     */
    const run = (code, options) =>
      within(
        60_000,
        "the execution",
        page.evaluate((code, options) => window.insitu.run(code, options), code, options ?? {}),
      );
    const value = async (/** @type {string} */ code) => {
      const outcome = await run(code);
      assert.equal(outcome.status, "ok", outcome.error?.traceback);
      return outcome.results.at(-1)?.text;
    };
    /** @type {(file: string, content: string) => Promise<unknown>} */
    const add = (file, content) =>
      page.evaluate(
        (file, content) => window.insitu.addFile(new File([content], file)),
        file,
        content,
      );

    test("Python starts from the snapshot, isolated, with shared memory", async (context) => {
      context.diagnostic(`${name} ${await engine.version()}`);
      assert.deepEqual(await page.evaluate(() => window.insitu.startup()), {
        from: "snapshot",
        why: null,
      });
      assert.deepEqual(
        await page.evaluate(() => [window.crossOriginIsolated, typeof SharedArrayBuffer]),
        [true, "function"],
      );
      assert.equal(
        await value(
          "import sys\n[one in sys.modules for one in ('numpy', 'pandas', 'matplotlib.pyplot')]",
        ),
        "[True, True, True]",
      );
    });

    test("a file is mounted by reference and read, also in pieces", async () => {
      await add("shop.csv", SHOP);
      assert.equal(
        await value(
          "import pandas as pd\npd.read_csv('shop.csv').groupby('item')['amount'].sum().to_dict()",
        ),
        "{'chair': 80.0, 'desk': 250.0, 'lamp': 20.0}",
      );
      await page.evaluate(() =>
        window.insitu.addFile(new File([new Uint8Array(20_000_000).fill(120)], "long.txt")),
      );
      assert.equal(
        await value(
          "with open('long.txt') as f:\n    f.seek(19_999_990)\n    tail = f.read()\n(len(tail), sum(1 for _ in iter(lambda: open('long.txt').read(1), 'x')))",
        ),
        "(10, 0)",
      );
      assert.equal(
        await value(
          "import os\nos.path.getsize('/data/long.txt'), len(open('/data/long.txt', 'rb').read())",
        ),
        "(20000000, 20000000)",
      );
    });

    test("the planner answers with code, a table and a chart", async () => {
      await page.choose("Built-in planner");
      await page.type(id("composer"), "total amount by item as a bar chart");
      await page.press("Enter");
      await page.appears(id("answer"), /desk/);
      const figure = `${id("turn")} ${id("figure")}`;
      await page.appears(`${figure}[data-side="interactive"]`, undefined, 60_000);
      // A chart is drawn once it is in view.
      await page.evaluate(
        (figure) => document.querySelector(figure)?.scrollIntoView({ block: "center" }),
        figure,
      );
      await page.appears(
        `${figure} [data-kind="chart"] iframe:not([aria-busy])`,
        undefined,
        60_000,
      );
      await page.click(`${figure} .figure-sides button`);
      const [width] = await page.evaluate(async () => {
        const image = /** @type {HTMLImageElement} */ (
          document.querySelector('[data-testid="turn"] img')
        );
        await image.decode();
        return [image.naturalWidth];
      });
      assert.ok(width > 100);
      await page.waits(() => document.getAnimations().length === 0);
    });

    test("a Parquet file is opened, and a question about it is answered", async () => {
      await page.evaluate(
        (base64) => {
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
          return window.insitu.addFile(new File([bytes], "orders.parquet"));
        },
        JSON.parse(readFileSync(KINDS, "utf8"))["orders.parquet"],
      );
      await page.type(id("composer"), "total amount by region");
      await page.press("Enter");
      await page.appears(`${id("turn")}:last-of-type ${id("answer")}`, /South with 21\.25/, 60_000);
    });

    test("a figure and markup are drawn in their frame", async () => {
      const plotly = {
        data: [{ type: "bar", x: ["a", "b"], y: [1, 2] }],
        layout: { title: { text: "Bars" } },
      };
      for (const shown of [
        { kind: "plotly", content: plotly },
        { kind: "html", content: "<h2>Head</h2>" },
        { kind: "latex", content: "$x^2$" },
      ]) {
        assert.equal(await within(60_000, shown.kind, show(page, shown)), null, shown.kind);
      }
      await page.evaluate(() => /** @type {Element} */ (document.querySelector("#shown")).remove());
    });

    test("an import fetches its package", async () => {
      assert.equal(
        await value(
          "import importlib\nimportlib.import_module('net' + 'workx').path_graph(3).number_of_edges()",
        ),
        "2",
      );
    });

    test("asyncio.run works inside a cell", async () => {
      assert.equal(
        await value(
          "import asyncio\nasync def five():\n    await asyncio.sleep(0.05)\n    return 5\nasyncio.run(five())",
        ),
        "5",
      );
    });

    test("Stop ends code, awaiting and computing, and keeps the variables", async () => {
      await run("treasure = 7");
      for (const code of [
        "while True: pass",
        "import time\ntime.sleep(60)",
        "import asyncio\nawait asyncio.sleep(60)",
      ]) {
        const running = run(code);
        await page.appears(`${id("kernel-badge")}[data-state="busy"]`);
        await page.evaluate(() => window.insitu.interrupt());
        const outcome = await running;
        assert.equal(outcome.status, "interrupted", code);
      }
      assert.equal(await value("treasure"), "7");
    });

    test("infinite recursion is an error that keeps the variables, also with a recursion limit of a million", async () => {
      for (const code of [
        "def f(n): return f(n + 1)\nf(0)",
        "import sys\nsys.setrecursionlimit(10**6)\ndef f(n): return f(n + 1)\nf(0)",
        "def f(x): return sorted([1], key=f)\nf(1)",
        "class R:\n  def __repr__(self): return repr(self)\nrepr(R())",
        "from functools import partial\ndef f(x): return partial(f, x)()\nf(1)",
        "def f(x): return list(map(f, [x]))\nf(1)",
      ]) {
        const { status, error } = await run(code);
        assert.deepEqual(
          [status, error?.name],
          ["error", "RecursionError"],
          `${code}: ${error?.value}`,
        );
      }
      assert.equal(await value("treasure"), "7");
    });

    test("a termination is detected, a fresh interpreter starts, and files are restored", async () => {
      await run("open('kept.txt', 'w').write('kept')");
      const { status } = await run("import os\nos._exit(3)");
      assert.equal(status, "killed");
      await within(
        60_000,
        "the start",
        page.evaluate(() => window.insitu.ready),
      );
      assert.equal(
        await value("open('kept.txt').read(), open('shop.csv').read(4), 'treasure' in globals()"),
        "('kept', 'item', False)",
      );
      assert.equal((await page.evaluate(() => window.insitu.startup())).from, "snapshot");
    });

    test("a model's turn uses the relay, and the ledger has every request", async () => {
      upstream.script(
        { calls: [python("import pandas as pd\npd.read_csv('shop.csv')['amount'].max()")] },
        { text: "The largest is **250**." },
      );
      await page.choose(MODEL);
      const { answer, steps } = await within(
        60_000,
        "the turn",
        page.evaluate(() => window.insitu.ask("the largest amount?")),
      );
      assert.match(answer, /250/);
      assert.equal(steps[0].outcome?.results[0].text, "np.float64(250.0)");
      assert.deepEqual(
        upstream.exchanges.flatMap(({ violations }) => violations),
        [],
      );
      assert.ok(
        upstream.exchanges.every(({ body }) => !body.includes("12.5")),
        "no cell went that was not shown",
      );
    });

    test("in shape-only mode a model receives no value", async () => {
      upstream.script(
        { calls: [python("import pandas as pd\nprint(pd.read_csv('shop.csv').to_string())")] },
        { text: "Done." },
      );
      await page.disclose("Column info only");
      await within(
        60_000,
        "the turn",
        page.evaluate(() => window.insitu.ask("print it")),
      );
      assert.ok(
        upstream.exchanges.length === 2 &&
          upstream.exchanges.every(({ body }) => !/12\.5|chair/.test(body)),
      );
    });

    test("the self-test finds nothing open or unproven except what docs/security.md lists for this engine", async (context) => {
      const { probes, left, unproven } = await selfTest(page, EXPECTED_UNPROVEN[name]);
      for (const probe of probes) valid("JudgedProbe", probe);
      context.diagnostic(`${probes.length} probes; not proven: ${unproven.join(", ") || "none"}`);
      neverBreached(() => assert.deepEqual(left, []));
      assert.ok(probes.length >= 100, `${probes.length} probes`);
      assert.equal(await value("6 * 7"), "42");
    });

    test("the frames' documents cannot make a peer connection, and no datagram leaves them", async () => {
      const frames = (await page.frames()).filter(({ url }) =>
        /\/(kernel|render)\/frame$/.test(url),
      );
      assert.ok(frames.length > 0);
      for (const frame of frames) {
        const made = await frame.evaluate((port) => {
          try {
            const Peer = self.RTCPeerConnection ?? self.webkitRTCPeerConnection;
            const peer = new Peer({ iceServers: [{ urls: `stun:127.0.0.1:${port}` }] });
            peer.createDataChannel("x");
            peer.createOffer().then((offer) => peer.setLocalDescription(offer));
            return "it was made";
          } catch (error) {
            return /** @type {Error} */ (error).name;
          }
        }, canary.port);
        assert.equal(made, "TypeError");
      }
      neverBreached(() => assert.equal(canary.touched(), 0));
    });

    // Not in Firefox: there a call of the driver did not return once in three runs of this.
    const resumes = name === "firefox" ? () => {} : test;
    resumes(
      "a session comes back after a reload: its turn at once, its file from a copy, its variables when its code has run again; and it is exported",
      resume,
    );

    /** @param {import("node:test").TestContext} context */
    async function resume(context) {
      const own = await openInsitu(engine, server.url);
      context.after(() => own.close().catch(() => {}));
      await own.choose("Built-in planner");
      await own.evaluate((content) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], "fruit.csv"));
        const target = document.querySelector("main");
        for (const type of ["dragenter", "dragover", "drop"])
          target?.dispatchEvent(
            new DragEvent(type, {
              dataTransfer: transfer,
              bubbles: true,
              cancelable: true,
              composed: true,
            }),
          );
      }, FRUIT);
      await own.appears(id("file-profile"));
      await own.appears(id("file-kept"));
      const asked = await within(
        60_000,
        "the turn",
        own.evaluate(() => window.insitu.ask("total weight by fruit")),
      );
      assert.match(asked.answer, /apple/i, JSON.stringify(asked));
      await own.evaluate(() => window.insitu.run("treasure = 41"));
      await own.appears(SHOWN);
      await idle(own);
      const before = await own.appears(id("turn"), /Answer complete/);

      await own.reload();
      await own.waits(() => window.insitu !== undefined);
      await idle(own);
      await own.appears(SHOWN);
      assert.equal(
        await own.appears(id("turn"), /Answer complete/),
        before,
        "the turn is shown as it was",
      );
      await within(
        60_000,
        "the start",
        own.evaluate(() => window.insitu.ready),
      );
      await own.appears(id("file-profile"));
      const ran = async (/** @type {string} */ code) => {
        const outcome = await within(
          60_000,
          "the execution",
          own.evaluate((code) => window.insitu.run(code), code),
        );
        return outcome.results.at(-1)?.text ?? outcome.error?.name;
      };
      assert.equal(await ran("treasure + 1"), "NameError", "nothing has run yet");
      await own.appears(id("notice"), /Its variables come back when its code runs again/);
      await own.evaluate(() => {
        const buttons = /** @type {NodeListOf<HTMLButtonElement>} */ (
          document.querySelectorAll("[data-testid='notice'] button")
        );
        Array.from(buttons)
          .find((button) => button.textContent.includes("Run the earlier code again"))
          ?.click();
      });
      await own.appears(id("rerun"), /has run again/);
      assert.equal(await ran("treasure + 1"), "42");
      assert.equal(await ran("len(open('fruit.csv').read())"), String(FRUIT.length));

      await own.click(id("session-menu-open"));
      await own.click(id("sessions-open"));
      await own.appears(id("session"), /total weight by fruit/);
      await own.press("Escape");
      const exported = await within(
        60_000,
        "the exports",
        own.evaluate(async () => {
          const { sessions } = window.insitu;
          const [notebook, handed] = [
            await sessions.exportAs("notebook"),
            await sessions.exportAs("insitu-with-data"),
          ];
          const opened = await sessions.import(handed);
          const { value: storage } = /** @type {any} */ (
            await (await insituPage.storage()).openStorage()
          );
          const files = await Promise.all([
            storage.files.open(opened, "fruit.csv"),
            storage.read(opened),
          ]);
          await sessions.remove(opened);
          return {
            names: [notebook.name, handed.name],
            types: [notebook instanceof File, handed instanceof File],
            notebook: await notebook.text(),
            start: Array.from(new Uint8Array(await handed.slice(0, 4).arrayBuffer())),
            file: await files[0].value.text(),
            records: files[1].value.records.length,
          };
        }),
      );
      assert.deepEqual(exported.names, [
        "total-weight-by-fruit.ipynb",
        "total-weight-by-fruit.insitu",
      ]);
      assert.deepEqual(exported.types, [true, true]);
      const { nbformat, cells } = JSON.parse(exported.notebook);
      assert.equal(nbformat, 4);
      const text = JSON.stringify(cells);
      for (const part of ["total weight by fruit", "fruit.csv", "apple"])
        assert.ok(text.includes(part), part);
      assert.deepEqual(exported.start, [0x50, 0x4b, 3, 4], "a zip archive");
      assert.equal(exported.file, FRUIT);
      assert.ok(exported.records > 5);
    }

    test("without shared memory, Stop ends Python, says what is lost, and leaves no thread running", async (context) => {
      const proxy = await startProxy(server.url, [
        "cross-origin-opener-policy",
        "cross-origin-embedder-policy",
      ]);
      context.after(() => proxy.stop());
      const alone = await openInsitu(engine, proxy.url);
      context.after(() => alone.close());
      const inside = (/** @type {string} */ code) =>
        within(
          60_000,
          "the execution",
          alone.evaluate((code) => window.insitu.run(code), code),
        );
      /**
       * Begins code that does not end; resolves once it runs: the page looks for its imports
       * before.
       *
       * @param {string} code
       */
      const begin = (code) =>
        alone.evaluate(
          (code) =>
            new Promise((resolve) => {
              const running = window.insitu.run(`print('begun')\n${code}`, {
                onOutput: () => resolve(undefined),
              });
              Object.assign(window, { running });
            }),
          code,
        );
      await alone.evaluate(
        (content) => window.insitu.addFile(new File([content], "shop.csv")),
        SHOP,
      );
      assert.equal(
        (await inside("import pandas as pd\nlen(pd.read_csv('shop.csv'))")).results[0]?.text,
        "4",
      );
      // In seconds of processor time a second: on a busy machine all of them get less.
      let computing = Infinity;
      for (const code of [
        "while True: pass",
        "import numpy as np\nwhile True: np.ones(1000).sum()",
      ]) {
        await begin(code);
        const used = await usedByWorkers(2_000);
        computing = Math.min(computing, used / 2);
        assert.ok(used > 0.2, `it computes: ${used.toFixed(1)} s of processor time in 2 s`);
        await alone.evaluate(() => window.insitu.interrupt());
        const { status } = await within(
          60_000,
          "the end",
          alone.evaluate(
            () =>
              /** @type {Promise<import("../../web/generated/kernel").Outcome>} */ (
                Reflect.get(window, "running")
              ),
          ),
        );
        assert.equal(status, "killed", code);
        await within(
          60_000,
          "the start",
          alone.evaluate(() => window.insitu.ready),
        );
      }
      await alone.appears(id("notice"), /variables/i);
      // The background work after a start has ended by then.
      await idle(alone);
      await untilStored(alone);
      // The heartbeat takes some.
      const resting = (await usedByWorkers(3_000)) / 3;
      assert.ok(
        resting < computing / 3,
        `${resting.toFixed(2)} s of processor time a second, and ${computing.toFixed(2)} s in a loop`,
      );
    });

    test("after a reload Python starts from the snapshot, and reading a large file does not count as a termination", async () => {
      await page.reload();
      await page.waits(() => window.insitu !== undefined);
      await within(
        60_000,
        "the start",
        page.evaluate(() => window.insitu.ready),
      );
      assert.equal((await page.evaluate(() => window.insitu.startup())).from, "snapshot");
      await page.evaluate(() =>
        window.insitu.addFile(new File([`a,b\n${"123456,654321\n".repeat(3_600_000)}`], "big.csv")),
      );
      assert.equal(
        await value("import time\ntime.sleep(3)\nlen(open('big.csv', 'rb').read())"),
        "50400004",
      );
    });
  });
}
