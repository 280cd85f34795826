// A model that the user picks from disk runs in the tab: what is said before it is loaded, which
// files are refused, what leaves the browser during a question (nothing), the walls of its frame,
// stopping, a model that is dropped in the middle, and a reload.

import { after, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { neverBreached } from "../support/breach.mjs";
import { openPage, ready, run, startBrowser, until } from "../support/browser.mjs";
import { startCanary } from "../support/canary.mjs";
import { idle } from "../support/done.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { startServer } from "../support/server.mjs";
import { exportSite, startStaticHost, untilIsolated } from "../support/static_host.mjs";
import { untilStored } from "../support/stored.mjs";
import { BABBLER, babblerFile, begun as begunByModel } from "../support/tab_model.mjs";
import { id, over, saved, type } from "../support/user.mjs";

/** What no policy of some browser controls, so that no worker has it. */
const REMOVED = [
  ...["RTCPeerConnection", "webkitRTCPeerConnection", "mozRTCPeerConnection", "RTCDataChannel"],
  ...["RTCIceTransport", "RTCDtlsTransport", "RTCSctpTransport", "EventSource", "FontFace"],
  ...["WebTransport", "FontFaceSet", "fonts", "caches", "CacheStorage", "Cache"],
];
/** How long two busy cores may take for what a small model does, in milliseconds. */
const PATIENCE = 180_000;

const model = await babblerFile();
const canary = await startCanary();
const folder = await mkdtemp(path.join(tmpdir(), "insitu-tab-model-"));
const config = path.join(folder, "insitu.toml");
await writeFile(config, `[server]\ntab_models = [${JSON.stringify(model)}]\n`);
const server = await startServer({ env: { INSITU_CONFIG: config } });
const browser = await startBrowser({ lazy: true });
// The driver cannot answer the browser's own picker of handles; without it the page asks as every
// other browser does.
const page = await openPage(browser, server.url, {
  background: true,
  init: () => void delete window.showOpenFilePicker,
});
after(async () => {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/**
 * What a user does in a page's menu of models, and sees there.
 *
 * @param {import("../support/browser.mjs").RecordedPage} page
 */
function menuOf(page) {
  const status = page.locator(id("tab-model-status"));
  const part = (/** @type {string} */ name) => page.locator(id(`tab-model-${name}`));
  /** Waits for what the menu says. @param {RegExp} wanted */
  const says = (wanted) => status.filter({ hasText: wanted }).waitFor({ timeout: PATIENCE });
  /** Presses a button of the part. @param {string} name */
  const press = (name) => part(name).click();
  const openMenu = async () => {
    // It is drawn again with each change, so that its buttons say nothing of whether it is open.
    if (!(await page.locator("#model-menu").isVisible()))
      await page.locator(id("model-menu")).click();
    await part("choose").or(part("remove")).or(part("cancel")).first().waitFor();
  };
  /** Picks a file. @param {string} file */
  const pick = async (file) => {
    await openMenu();
    const [chooser] = await Promise.all([page.waitForEvent("filechooser"), part("choose").click()]);
    await chooser.setFiles(file);
  };
  const load = async () => {
    await pick(model);
    await says(/needs about/);
    await press("load");
    await loaded();
  };
  /** Waits until the model is loaded, and chosen, which is when the page's list has it. */
  const loaded = async () => {
    await says(/is loaded, with/);
    await page
      .locator(id("model-menu"))
      .filter({ hasText: BABBLER.slice(0, 12) })
      .waitFor();
  };
  /**
   * Has the model use one thread: threads that wait for each other are slow if other tests use
   * the cores too.
   */
  const oneThread = () =>
    page.evaluate(
      () => void Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 }),
    );
  /** Waits until an answer has begun to arrive. @param {import("playwright-core").Locator} turn */
  const begun = (turn) => {
    const words = turn.locator(id("answer")).filter({ hasText: /\S/ });
    return turn
      .locator("pre")
      .or(words)
      .filter({ visible: true })
      .first()
      .waitFor({ timeout: PATIENCE });
  };
  /** Waits until the model has been asked. @param {import("playwright-core").Locator} turn */
  const asked = (turn) => turn.locator(id("phase")).filter({ hasText: "Thinking" }).waitFor();
  /** Waits until so many copies of models are stored. @param {number} count */
  const copies = (count) =>
    until(
      page,
      `${count} copies`,
      async (count) => (await (await caches.open("insitu-models")).keys()).length === count,
      count,
    );
  return {
    status,
    part,
    press,
    says,
    openMenu,
    pick,
    load,
    loaded,
    oneThread,
    begun,
    asked,
    copies,
  };
}

const { status, part, press, says, openMenu, pick, load, loaded, oneThread, begun, asked, copies } =
  menuOf(page);
/** The frames that are sealed: the kernel's, and the model's while there is one. */
const sealed = () =>
  page.frames().filter((frame) => new URL(frame.url()).pathname === "/kernel/frame");
/** What the page has requested of the engine. */
const engine = () =>
  page.sent
    .map(({ url }) => new URL(url).pathname)
    .filter((path) => /local_model_(worker|engine)/.test(path));

test("a file that is not a model, or whose architecture the engine does not know, is refused with what to choose instead", async () => {
  const bytes = await readFile(model);
  const write = async (/** @type {string} */ name, /** @type {Uint8Array} */ content) => {
    await writeFile(path.join(folder, name), content);
    return path.join(folder, name);
  };
  await pick(await write("model.safetensors", bytes.subarray(100, 5_000)));
  await says(/This is not a model file that can run here\. Choose/);
  assert.equal(await status.evaluate((element) => element.classList.contains("is-problem")), true);
  await expectAccessible(page, "#model-menu");
  await page.setViewportSize({ width: 1280, height: 900 });
  const other = Buffer.from(bytes);
  const at = other.indexOf("llama", other.indexOf("general.architecture"));
  other.write("lambs", at);
  await pick(await write("other.gguf", other));
  await says(/needs about/);
  await press("load");
  await says(/architecture “lambs” are not run here\. Choose one/);
  assert.equal(sealed().length, 1, "a frame whose model failed is gone");
});

test("what a model needs is said before it is loaded, and it is mounted, not copied", async () => {
  const before = engine().length;
  await pick(model);
  await says(
    /llama, 10 million parameters, 12 MB\. With a window of 1,024 tokens it needs about \d+ MB of memory/,
  );
  assert.equal(sealed().length, 1, "nothing is loaded yet");
  await expectAccessible(page, "#model-menu");
  await page.setViewportSize({ width: 1280, height: 900 });
  await press("load");
  await loaded();
  assert.match(await status.innerText(), /is loaded, with 2 threads and about \d+ MB/);
  assert.equal(sealed().length, 2);
  assert.deepEqual(
    engine()
      .slice(before)
      .filter((path) => !path.startsWith("/pkg/")),
    [],
  );
  const stored = await page.evaluate(async () => {
    const names = [];
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name);
    return names;
  });
  assert.deepEqual(stored, ["runtime"], "the model is not stored");
});

test("the model's frame has the kernel's walls: every exit is refused, from its document and from each of its workers", async () => {
  await openMenu();
  await press("exits");
  await says(/^All \d+ exits were refused\.$/);
  const kernel = sealed()[0];
  const [frame] = sealed().filter((one) => one !== kernel);
  assert.deepEqual(await frame.evaluate(() => [self.origin, self.crossOriginIsolated]), [
    "null",
    true,
  ]);
  const workers = page.workers().filter((worker) => worker.url().startsWith("blob:null/"));
  assert.ok(
    workers.length >= 6,
    `${workers.length} workers: of the kernel, and the model's with its threads`,
  );
  for (const worker of workers) {
    const reached = await Promise.race([
      worker.evaluate(
        ([url, ...names]) => {
          // Those that only watch run text of ours that is fixed.
          const watches = ["insitu-listen", "insitu-beat"].includes(self.name);
          const there = watches ? [] : names.filter((name) => name in self);
          try {
            const request = new XMLHttpRequest();
            request.open("GET", url, false);
            request.send();
            return [...there, "XMLHttpRequest"];
          } catch {
            return there;
          }
        },
        [canary.url, ...REMOVED],
      ),
      // A thread that waits for work answers nobody.
      new Promise((resolve) => setTimeout(() => resolve([]), 2_000)),
    ]);
    assert.deepEqual(reached, []);
  }
  neverBreached(() => assert.equal(canary.touched(), 0));
});

test("a question is answered while nothing leaves the browser, and the ledger has what the model saw", async (context) => {
  const read = await page.evaluate(begunByModel);
  assert.deepEqual(
    [read.by, read.kept],
    ["text", read.tokens],
    "what is kept has nothing of a session",
  );
  await oneThread();
  await openMenu();
  await press("remove");
  await load();
  assert.match(await status.innerText(), /is loaded, with one thread/);
  assert.deepEqual(await page.evaluate(begunByModel), { ...read, by: "state" });
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.insitu.settings.set({ temperature: 0, steps: 1 }));
  await page.locator(id("privacy-open")).click();
  await page
    .locator(id("stays"))
    .filter({ hasText: "Nothing leaves this browser, not even the question." })
    .waitFor();
  await page.keyboard.press("Escape");
  // What the page fetches of itself in the background has come.
  await run(
    page,
    "import pandas, matplotlib.pyplot as plt\nplt.plot([1, 2])\npandas.DataFrame({'a': [1]})",
  );
  await untilStored(page);
  await idle(page);
  const before = page.sent.length;
  const started = performance.now();
  const turn = await type(page, "Compute 6 * 7 with Python.");
  await begun(turn);
  const first = performance.now() - started;
  await over(turn, PATIENCE).catch(async (error) => {
    throw new Error(`${error.message}\n${await turn.innerText()}`);
  });
  context.diagnostic(
    `${Math.round(first)} ms to the first words, ${Math.round(performance.now() - started)} ms in all`,
  );
  const own = page.sent.slice(before).filter(({ url }) => !/^(blob|data):/.test(url));
  assert.deepEqual(
    own
      .map(({ method, url }) => `${method} ${url}`)
      .filter((request) => !/\/pkg\/\w+\.[0-9a-f]{12}\.(js|wasm)$/.test(request)),
    [],
    "nothing but the page's own modules is fetched",
  );
  assert.ok(
    own.every(({ method, body }) => method === "GET" && body === null),
    "and nothing is sent",
  );
  assert.deepEqual(page.sockets, []);
  assert.match(await turn.innerText(), new RegExp(`Answered by.*${BABBLER}`, "s"));
  await page.locator(id("privacy-open")).filter({ hasText: "Nothing sent" }).waitFor();
  await page.locator(id("privacy-open")).click();
  const entries = page.locator(`${id("ledger")} li`);
  assert.equal(await entries.first().locator(".ledger-to").innerText(), "this tab");
  const { bytes } = await saved(page, () =>
    page.locator(id("ledger")).getByRole("button", { name: "Download" }).click(),
  );
  const { requests } = JSON.parse(bytes.toString());
  for (const entry of requests) {
    assert.equal(entry.to, "this tab");
    assert.equal(createHash("sha256").update(entry.body).digest("hex"), entry.sha256);
  }
  assert.equal(JSON.parse(requests[0].body).messages.at(-1).content.includes("6 * 7"), true);
  await page.keyboard.press("Escape");
  // What two requests begin with is read once.
  const later = requests.length > 1 ? turn : await type(page, "And 6 * 8?");
  await over(later, PATIENCE);
  await later.locator(id("usage")).filter({ hasText: "tokens" }).waitFor();
  assert.match(
    String(await later.locator(id("usage")).getAttribute("title")),
    /tokens read, \d+ of them from the provider’s cache/,
  );
});

test("an answer is stopped, and the next question is answered", async () => {
  const turn = await type(
    page,
    "Write a very long story about the sea, at least a thousand words.",
  );
  await asked(turn);
  const stop = page.locator(id("stop"));
  await stop.click();
  await stop.waitFor({ state: "hidden" });
  assert.match(await turn.innerText(), /[Ss]topped/);
  // In the middle of the words, too.
  const again = await type(page, "Count from one to five hundred in words.");
  await begun(again);
  await stop.click();
  await stop.waitFor({ state: "hidden" });
  assert.match(await again.innerText(), /[Ss]topped/);
});

test("a model that is removed in the middle of an answer ends it with a sentence, its memory is freed, and the planner answers", async () => {
  const turn = await type(page, "Write a very long story about a mountain.");
  await begun(turn);
  // At once: a small model may be quicker than a menu that opens.
  await part("remove").evaluate((button) => /** @type {HTMLElement} */ (button).click());
  await part("choose").waitFor({ state: "attached" });
  await turn.filter({ hasText: /removed from this tab\. Choose another one/ }).waitFor();
  assert.equal(sealed().length, 1, "its frame is gone, and with it its memory");
  await page.keyboard.press("Escape");
  await page.locator(id("model-menu")).filter({ hasText: "Built-in planner" }).waitFor();
  assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
});

test("an engine that does not begin to read is replaced by another one", async () => {
  // As in Firefox, where now and then a worker does not get to it.
  await page.evaluate(() => {
    const { postMessage } = MessagePort.prototype;
    MessagePort.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      if (!given[0]?.load) return Reflect.apply(postMessage, this, given);
      MessagePort.prototype.postMessage = postMessage;
    };
  });
  await load();
  assert.equal(sealed().length, 2, "the first frame is gone");
  await press("remove");
  await page.keyboard.press("Escape");
});

test("a load is cancelled, and a page that is loaded again has no model and says so", async () => {
  await pick(model);
  await says(/needs about/);
  await press("load");
  await press("cancel");
  await part("choose").waitFor();
  assert.equal(await status.innerText(), "");
  await load();
  await page.keyboard.press("Escape");
  await asked(await type(page, "Write a very long story about a river."));
  await page.reload();
  await ready(page);
  assert.equal(sealed().length, 1);
  await page.locator(id("model-menu")).filter({ hasText: "Built-in planner" }).waitFor();
  assert.equal((await run(page, "6 * 7")).results[0]?.text, "42");
  assert.deepEqual(
    page.sent.filter(({ method, body }) => method !== "GET" || body !== null).map(({ url }) => url),
    [],
    "nothing was ever sent",
  );
});

test("an open model is fetched by the server, refused with another hash, and loaded with one click", async () => {
  const bytes = await readFile(model);
  const [{ modified }] = await (await fetch(`${server.url}/models/index.json`)).json();
  const listing = await (await fetch(`${server.url}/models/open.json`)).json();
  assert.equal(listing.may_fetch, true);
  // In place of the models of the list, which have gigabytes, the server's answers have the small
  // one.
  const small = {
    ...listing.models[0],
    file: path.basename(model),
    bytes: bytes.length,
    sha256: "0".repeat(64),
  };
  /** @type {object[]} */
  const answers = [{}, { fetching: { name: small.name, bytes: 6_000_000 } }, { modified }];
  await page.route("**/models/open.json", (route) => {
    const { modified = null, fetching = null } = /** @type {any} */ (
      answers.length > 1 ? answers.shift() : answers[0]
    );
    return route.fulfill({ json: { ...listing, fetching, models: [{ ...small, modified }] } });
  });
  await page.route("**/models/fetch", (route) => route.fulfill({ status: 202 }));
  const dialog = page.locator(id("open-models"));
  const use = dialog.locator(id("open-model-use"));
  await page.locator(id("model-menu")).click();
  await page.locator(id("open-models-open")).click();
  await use.filter({ hasText: "Download 12 MB and use it" }).waitFor();
  await expectAccessible(page, id("open-models"));
  await use.click();
  await dialog.locator(id("open-model-progress")).filter({ hasText: "6 MB of 12 MB" }).waitFor();
  await dialog
    .getByRole("alert")
    .filter({ hasText: /its SHA-256 differs\. It was not used/ })
    .waitFor({ timeout: PATIENCE });
  const begun = page.sent.filter(({ method }) => method === "POST");
  assert.deepEqual(
    begun.map(({ url, body }) => [new URL(url).pathname, String(body)]),
    [["/models/fetch", JSON.stringify({ name: small.name })]],
  );
  assert.equal(
    page.frames().filter((frame) => new URL(frame.url()).pathname === "/kernel/frame").length,
    1,
    "no engine was started",
  );
  small.sha256 = createHash("sha256").update(bytes).digest("hex");
  await dialog.getByRole("button", { name: "Close" }).click();
  await page
    .locator(id("open-models-open"))
    .or(page.locator(id("model-menu")))
    .first()
    .waitFor();
  if (!(await page.locator("#model-menu").isVisible()))
    await page.locator(id("model-menu")).click();
  await page.locator(id("open-models-open")).click();
  await use.filter({ hasText: `Use ${small.label}` }).click();
  await dialog.waitFor({ state: "hidden", timeout: PATIENCE });
  await page
    .locator(id("model-menu"))
    .filter({ hasText: BABBLER.slice(0, 12) })
    .waitFor();
  await page.locator(id("notice")).filter({ hasText: "answers now, in this browser" }).waitFor();
  await page.unrouteAll();
  await openMenu();
  await press("remove");
  await press("forget-copy");
  await copies(0);
});

test("a model that the operator offers is downloaded from the page's host, kept, and answers when the server is away", async () => {
  const from = page.sent.length;
  await openMenu();
  const offer = part("offered").filter({ hasText: `Download ${BABBLER}, 12 MB` });
  const kept = part("offered").filter({ hasText: `Choose ${BABBLER}, 12 MB` });
  // One that breaks off is refused with a sentence, and can be tried again.
  await page.route("**/models/*.gguf", (route) => route.fulfill({ status: 200, body: "GGUF" }));
  await offer.click();
  await says(/could not be downloaded \(4 of \d+ bytes came\)\. Check the connection/);
  await page.unroute("**/models/*.gguf");
  await offer.click();
  await says(/needs about/);
  await press("load");
  await loaded();
  const fetched = () =>
    page.sent.slice(from).filter(({ url }) => url.startsWith(`${server.url}/models/`));
  const asked = new Set(
    fetched().map(({ method, url, body }) => `${method} ${new URL(url).pathname} ${body}`),
  );
  asked.delete("GET /models/index.json null");
  assert.deepEqual([...asked], [`GET /models/${BABBLER}.gguf null`]);
  await copies(1);
  // The copy is there from then on, until the user deletes it.
  await press("remove");
  await kept.waitFor();
  await expectAccessible(page, "#model-menu");
  const before = fetched().filter(({ url }) => url.endsWith(".gguf")).length;
  await kept.click();
  await says(/needs about/);
  assert.equal(
    fetched().filter(({ url }) => url.endsWith(".gguf")).length,
    before,
    "a copy is not downloaded again",
  );

  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await untilStored(page);
  await server.stop();
  await page.reload();
  await page.locator(id("server-absent")).waitFor();
  await ready(page);
  await oneThread();
  await openMenu();
  await kept.click();
  await says(/needs about/);
  await press("load");
  await loaded();
  await page.keyboard.press("Escape");
  await page.evaluate(() => window.insitu.settings.set({ temperature: 0, steps: 1 }));
  const turn = await type(page, "Compute 6 * 7 with Python.");
  // A whole answer is waited for above.
  await begun(turn);
  await page.locator(id("stop")).click();
  await page.locator(id("stop")).waitFor({ state: "hidden" });
  assert.match(await turn.innerText(), new RegExp(`Answered by.*${BABBLER}`, "s"));
  await openMenu();
  await press("remove");
  await press("forget-copy");
  await part("forget-copy").waitFor({ state: "detached" });
  await copies(0);
});

test("an exported page without network answers with the model, in a frame with the same walls", async () => {
  const site = path.join(folder, "site");
  await exportSite(site);
  const host = await startStaticHost(site, { below: "/tools/insitu/" });
  const there = await openPage(browser, host.url, {
    background: true,
    boot: false,
    init: () => void delete window.showOpenFilePicker,
    prepare: async (page) => {
      await page.goto(host.url);
      await untilIsolated(page);
    },
  });
  await ready(there);
  const menu = menuOf(there);
  try {
    await menu.load();
    await menu.press("exits");
    await menu.says(/^\d+ of \d+ exits were refused\. Of 2 more nothing can be known/);
    assert.deepEqual(
      host.asked.filter((request) => /[?]exit=(worker|frame)/.test(request)),
      [],
      "no exit led to the host",
    );
    await untilStored(there);
    await host.stop();
    await there.context().setOffline(true);
    await there.reload();
    await ready(there);
    await menu.oneThread();
    await menu.load();
    await there.keyboard.press("Escape");
    await there.evaluate(() => window.insitu.settings.set({ temperature: 0, steps: 1 }));
    const turn = await type(there, "Compute 6 * 7 with Python.");
    await menu.begun(turn);
    // A whole answer is waited for above.
    await there.locator(id("stop")).click();
    await over(turn, PATIENCE);
    assert.match(await turn.innerText(), new RegExp(`Answered by.*${BABBLER}`, "s"));
    await there.locator(id("privacy-open")).filter({ hasText: "Nothing sent" }).waitFor();
  } finally {
    await there.context().close();
  }
});
