// The exported page on a bare static host, below a path: without any header, where a service worker
// isolates it, and with those of `_headers`. Its frames are sealed as where the server serves it:
// the self-test, and the tables of hostile code. Once visited, it works without network, and a new
// version is offered.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cp, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { addFile, openPage, ready, run, startBrowser, within } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { hostileCases, hostileAtStaticHost } from "../support/hostile.mjs";
import { exportSite, startStaticHost, untilIsolated } from "../support/static_host.mjs";
import { frames, renderedCases, show } from "../support/rendered.mjs";
import { FULL, sample, sampled } from "../support/sample.mjs";
import { untilStored } from "../support/stored.mjs";
import { ask, id } from "../support/user.mjs";

/**
 * What the self-test leaves unproven in Chromium: without the header `Connection-Allowlist`, which
 * a document inside another does not get, it shows no lookup of a name.
 */
const UNPROVEN = ["link: dns-prefetch", "link: preconnect"];
const BELOW = "/tools/insitu/";
/** What Cloudflare Pages takes: bytes of a file, and files. */
const MAX_FILE_BYTES = 25 << 20;
const MOST = 20_000;

/** @type {string} */
let folder;
/** @type {string} */
let printed;
/** @type {import("playwright-core").Browser} */
let browser;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "insitu-static-"));
  printed = await exportSite(folder);
  assert.match(printed, /\d+ files, \d+ MB\. Copy it to any static host\./);
  browser = await startBrowser({ compileLess: true, windows: true });
});

after(async () => {
  await browser?.close();
  await rm(folder, { recursive: true, force: true });
});

test("no file is too large for a host, and the program names none", async (context) => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const sizes = await Promise.all(
    names.map(async (entry) => (await stat(path.join(entry.parentPath, entry.name))).size),
  );
  context.diagnostic(
    `${names.length} files, ${sizes.reduce((sum, size) => sum + size, 0)} bytes, the largest ${Math.max(...sizes)}`,
  );
  assert.ok(names.length > 100 && names.length <= MOST, `${names.length} files`);
  assert.deepEqual(
    names.filter((_, at) => sizes[at] > MAX_FILE_BYTES).map(({ name }) => name),
    [],
  );
  assert.equal(printed.trimEnd().split("\n").length, 1, printed);
});

/**
 * Opens the page; `visited` is called once the first visit is isolated, before the page is loaded
 * again.
 *
 * @param {string} url
 * @param {(page: import("playwright-core").Page) => Promise<void>} [visited]
 */
async function open(url, visited = async () => {}) {
  const page = await openPage(browser, url, {
    background: true,
    boot: false,
    prepare: async (page) => {
      // The first visit loads again once the service worker isolates the page.
      await page.goto(url);
      await untilIsolated(page);
      await visited(page);
    },
  });
  await ready(page);
  return page;
}

/** Shows a session in which nothing has happened. @param {import("playwright-core").Page} page */
async function begin(page) {
  await page.evaluate(() => window.insitu.sessions.create());
  await ready(page);
}

for (const headers of [false, true]) {
  // The frames' documents are the same at both hosts: the tables of hostile content and code run at
  // the second one in a whole run alone.
  const again = headers && !FULL && "at the other host";
  describe(
    headers ? "a host that sends the headers of _headers" : "a host that sends no headers",
    () => {
      /** @type {Awaited<ReturnType<typeof startStaticHost>>} */
      let host;
      /** @type {import("../support/browser.mjs").RecordedPage} */
      let page;
      /** @type {Awaited<ReturnType<typeof startCanary>>} */
      let canary;

      before(async () => {
        canary = await startCanary();
        host = await startStaticHost(folder, { below: BELOW, headers });
        page = await open(host.url, ready);
      });
      after(async () => {
        await page?.context().close();
        await host?.stop();
      });

      test("the page fetches the runtime as gzip, but for what is too small to become smaller", async () => {
        const runtime = host.asked.filter((request) => request.includes("/runtime/"));
        assert.ok(runtime.some((request) => /\/heap\.[0-9a-f]+\.bin\.gz$/.test(request)));
        for (const request of runtime.filter((request) => !request.endsWith(".gz"))) {
          const { size } = await stat(path.join(folder, "runtime", path.basename(request)));
          assert.ok(size < 1024, `${request} has ${size} bytes`);
        }
      });

      test("the page is isolated, its frames are of opaque origin, and it asks for nothing outside its folder", async () => {
        assert.equal(await page.evaluate(() => crossOriginIsolated), true);
        const sealed = page
          .frames()
          .find((frame) => frame.parentFrame()?.url().includes("/kernel/frame."));
        assert.ok(sealed);
        assert.deepEqual(await sealed.evaluate(() => [self.origin, self.crossOriginIsolated]), [
          "null",
          true,
        ]);
        assert.deepEqual(
          host.asked.filter(
            (request) => !request.startsWith(`GET ${BELOW}`) && request !== "GET /favicon.ico",
          ),
          [],
        );
        assert.deepEqual(page.faults, []);
      });

      test("a sample is answered with a table and a chart, and rendered HTML is shown", async () => {
        await page.locator(id("sample-sales")).click();
        const turn = await ask(page, "monthly revenue as a chart");
        await turn.locator(id("answer")).waitFor();
        assert.equal(await show(page, { kind: "html", content: "<p>Rendered here</p>" }), null);
        // The innermost document: here the frames' own documents are within another.
        let frame = (await frames(page)).outer;
        for (let inner = frame.childFrames().at(-1); inner; inner = frame.childFrames().at(-1))
          frame = inner;
        await frame.getByText("Rendered here").waitFor();
      });

      test("hostile content reaches nothing, and runs nothing in the page", {
        timeout: 300_000,
        skip: again,
      }, async () => {
        for (const one of sample(renderedCases(canary.url), 9)) {
          await within(60_000, one.name, show(page, one));
          neverBreached(() => assert.equal(canary.touched(), 0, `something arrived: ${one.name}`));
          const pwned = await page.evaluate(() => window.pwned ?? null);
          neverBreached(() => assert.equal(pwned, null, one.name));
          assert.equal(page.url(), host.url, one.name);
        }
        await page.evaluate(() => globalThis.shown?.handle.remove());
        await page.evaluate(() => document.querySelector("#shown")?.remove());
      });

      test("the self-test finds no wall open, and names what this host cannot say", async () => {
        const probes = await page.evaluate(() => window.insitu.selfTest());
        assert.ok(probes.length > 60, `${probes.length}`);
        const left = probes.filter(({ fate }) => fate !== "refused");
        neverBreached(() =>
          assert.deepEqual(
            left.map(({ fate, name }) => [fate, name]),
            UNPROVEN.map((name) => ["unproven", name]),
          ),
        );
      });

      test("hostile code reaches nothing, and the kernel computes afterwards", {
        timeout: 400_000,
        skip: again,
      }, async (context) => {
        await addFile(page, "input.csv", "a,b\n1,2\n3,4\n");
        await page.evaluate(() => localStorage.setItem("key", "SECRET-local-611953"));
        const cases = hostileAtStaticHost(
          hostileCases({ host: "127.0.0.1", port: canary.port }),
        ).filter(({ turn, outside, idle, stop }) => !turn && !outside && !idle && !stop);
        context.diagnostic(`${cases.length} cases: ${sampled()}`);
        assert.ok(cases.length > (FULL ? 200 : 30), `${cases.length}`);
        const different = [];
        for (const one of cases) {
          const what = `${one.group}: ${one.name}`;
          const outcome = await within(
            90_000,
            what,
            run(page, one.code, { timeoutMs: one.timeout ?? 20_000 }),
          );
          await ready(page);
          neverBreached(() =>
            assert.doesNotMatch(JSON.stringify(outcome), /SECRET-local-\d{6}/, what),
          );
          neverBreached(() => assert.equal(canary.touched(), 0, `something arrived: ${what}`));
          if (![one.status ?? "ok"].flat().includes(outcome.status))
            different.push(`${what}: ${outcome.status}`);
        }
        const healthy = await run(page, "6 * 7");
        assert.equal(healthy.results[0]?.text, "42");
        assert.ok(different.length <= 5, different.join("\n"));
        context.diagnostic(
          `${cases.length} cases; ended otherwise than expected: ${different.join("; ") || "none"}`,
        );
        neverBreached(() =>
          assert.deepEqual(
            host.asked.filter(
              (request) => /\?|SECRET/.test(request) && !/\?exit=(begin|end)$/.test(request),
            ),
            [],
            "no probe of the self-test arrived, and no secret",
          ),
        );
      });

      if (headers) {
        test("a new version is offered, used when the user says so, and what is stored stays", async () => {
          const next = `${folder}-next`;
          await cp(folder, next, { recursive: true });
          const index = await readFile(path.join(next, "index.html"), "utf8");
          const changed = index.replace("<title>Insitu", "<title>Next Insitu");
          const worker = await readFile(path.join(next, "service-worker.js"), "utf8");
          const integrity = `sha256-${createHash("sha256").update(changed).digest("base64")}`;
          await writeFile(
            path.join(next, "service-worker.js"),
            worker
              .replace(/"version":"\w+"/, '"version":"next"')
              .replace(/"index\.html":"[^"]+"/, `"index.html":"${integrity}"`),
          );
          try {
            await begin(page);
            await addFile(page, "t.csv", "city,amount\nOslo,3\nRome,4\n");
            await ask(page, "total amount");
            const update = () =>
              within(
                180_000,
                "the update",
                page.evaluate(() => window.insitu.offline.update()),
              );
            const { version } = await untilStored(page);
            // The folder is replaced file by file: what is not of the version that the list names
            // is not installed.
            host.serve(next);
            assert.equal((await update()).found, "refused");
            assert.equal(await page.locator(id("version-offer")).count(), 0);
            await writeFile(path.join(next, "index.html"), changed);
            assert.deepEqual(await update(), { found: "newer", version: "next", why: null });
            const { version: kept, next: waiting } = await page.evaluate(() =>
              window.insitu.offline.status(),
            );
            assert.deepEqual([kept, waiting], [version, "next"], "it waits until it is used");
            const offer = page.locator(id("version-offer"));
            await offer.waitFor();
            assert.match(await page.title(), /^Insitu/, "nothing changes before the user says so");
            assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
            await Promise.all([page.waitForEvent("load"), offer.locator("button.is-main").click()]);
            await ready(page);
            assert.match(await page.title(), /^Next Insitu/);
            await page.locator(id("turn")).filter({ hasText: "total amount" }).waitFor();
          } finally {
            await rm(next, { recursive: true, force: true });
          }
        });
      } else {
        test("without network the page starts, runs Python with what it has used, and answers", async () => {
          await begin(page);
          const { installabilityErrors } = await (await page.context().newCDPSession(page)).send(
            "Page.getInstallabilityErrors",
          );
          // The driver's windows are private ones.
          assert.deepEqual(
            installabilityErrors.map(({ errorId }) => errorId),
            ["in-incognito"],
            "it could be installed",
          );
          assert.equal((await run(page, "import sympy; sympy.__name__")).status, "ok");
          await page.locator(id("sample-sales")).click();
          await (await ask(page, "monthly revenue as a chart")).locator(id("answer")).waitFor();
          await untilStored(page);
          await host.stop();
          await page.context().setOffline(true);
          await page.reload();
          await ready(page);
          assert.equal(
            (await run(page, "import sympy; str(sympy.Integer(6) * 7)")).results[0]?.text,
            "'42'",
          );
          await addFile(page, "t.csv", "city,amount\nOslo,3\nRome,4\n");
          const turn = await ask(page, "total amount");
          assert.match(await turn.locator(id("answer")).innerText(), /\b7\b/);
        });
      }
    },
  );
}

test("a host that declares gzip files as an encoding, so that the browser decompresses them, serves the same page", async () => {
  const host = await startStaticHost(folder, { below: BELOW, encodes: true });
  const page = await open(host.url);
  try {
    assert.deepEqual(await page.evaluate(() => window.insitu.startup()), {
      from: "snapshot",
      why: null,
    });
    assert.equal(
      (await run(page, "import sympy; str(sympy.Integer(6) * 7)")).results[0]?.text,
      "'42'",
    );
    assert.deepEqual(page.faults, []);
  } finally {
    await page.context().close();
    await host.stop();
  }
});

test("where a file is not of the version, the page starts without its service worker, and does not wait for it again", async () => {
  const other = await mkdtemp(path.join(tmpdir(), "insitu-static-other-"));
  for (const name of await readdir(folder))
    if (name !== "service-worker.js")
      await symlink(path.join(folder, name), path.join(other, name));
  const worker = await readFile(path.join(folder, "service-worker.js"), "utf8");
  const integrity = `sha256-${createHash("sha256").update("another icon").digest("base64")}`;
  await writeFile(
    path.join(other, "service-worker.js"),
    worker.replace(/"icons\/favicon\.svg":"[^"]+"/, `"icons/favicon.svg":"${integrity}"`),
  );
  const host = await startStaticHost(other, { below: BELOW });
  const page = await openPage(browser, host.url, { background: true });
  const visits = () => host.asked.filter((request) => request === `GET ${BELOW}`).length;
  try {
    assert.deepEqual([visits(), await page.evaluate(() => crossOriginIsolated)], [2, false]);
    await page.reload();
    await ready(page);
    assert.equal(visits(), 3);
    assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
  } finally {
    await page.context().close();
    await host.stop();
    await rm(other, { recursive: true });
  }
});
