// A model in the tab in Firefox and WebKit: it is loaded by the build that the engine can run,
// every exit of its frame is refused, it answers, it is removed, and a second load has read already
// what each session begins with. Journey 50 has the rest, in Chromium. A real model, which knows an
// answer, is asked in one engine per commit, and in both in a full run. INSITU_ENGINES names the
// engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { within } from "../support/browser.mjs";
import { EXPECTED_UNPROVEN, enginesHere, openEngine, openInsitu } from "../support/engines.mjs";
import { sample, sampled } from "../support/sample.mjs";
import { startServer } from "../support/server.mjs";
import { BABBLER, LABEL, babblerFile, begun, modelFile } from "../support/tab_model.mjs";
import { id } from "../support/user.mjs";

/** How long two busy cores may take for what a small model does, in milliseconds. */
const PATIENCE = 120_000;

/** @type {string} */
let folder;
/** @type {import("../support/server.mjs").Server} */
let server;

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "insitu-tab-model-"));
  const config = path.join(folder, "insitu.toml");
  const models = [await babblerFile(), await modelFile()];
  await writeFile(config, `[server]\ntab_models = ${JSON.stringify(models)}\n`);
  server = await startServer({ env: { INSITU_CONFIG: config } });
});
after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const ENGINES = enginesHere().filter(({ name }) => name !== "chromium");
const ASKED = sample(ENGINES, 2).map(({ name }) => name);

for (const { name, skip } of ENGINES) {
  describe(name, { skip }, () => {
    /** @type {import("../support/engines.mjs").Engine} */
    let engine;
    /** @type {Awaited<ReturnType<typeof openInsitu>>} */
    let page;
    const part = (/** @type {string} */ name) => id(`tab-model-${name}`);
    /** Presses a button of the menu once it is there. @param {string} selector */
    const click = async (selector) => {
      await page.appears(selector, /./, PATIENCE);
      await page.click(selector);
    };
    /** Loads a model that the server offers. @param {string} label */
    const load = async (label) => {
      await page.appears(part("offered"), /./, PATIENCE);
      await page.evaluate(
        (offered, label) => {
          const buttons = Array.from(
            /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(offered)),
          );
          buttons.find((button) => button.textContent.includes(label))?.click();
        },
        part("offered"),
        label,
      );
      await click(part("load"));
      const loaded = await page.appears(part("status"), /is loaded|could not|not run/, PATIENCE);
      assert.match(loaded, /is loaded, with one thread/);
      await page.appears(id("model-menu"), new RegExp(label.slice(0, 12)), PATIENCE);
    };
    const read = () => within(PATIENCE, "what each session begins with", page.evaluate(begun));

    before(async () => {
      engine = await openEngine(name);
      page = await openInsitu(engine, server.url);
      // Threads that wait for each other are slow if other tests use the cores too.
      await page.evaluate(
        () => void Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 }),
      );
      await page.click(id("model-menu"));
    });
    after(() => engine?.close());

    test("a model is loaded behind the same walls, and what each session begins with is read once", async () => {
      await load(BABBLER);
      await click(part("exits"));
      const summary = await page.appears(part("status"), /exits were|exits are/, PATIENCE);
      const unproven = EXPECTED_UNPROVEN[name].length;
      assert.match(
        summary,
        unproven === 0
          ? /^All \d+ exits were refused\.$/
          : new RegExp(`^\\d+ of \\d+ exits were refused\\. Of ${unproven} more `),
      );
      const first = await read();
      assert.equal(first.by, "text");
      // In WebKit the engine does not hand its state over, so that every load reads the text.
      const kept = name === "webkit" ? null : first.tokens;
      assert.equal(first.kept, kept, "nothing of a question is kept");
      await click(part("remove"));
      await load(BABBLER);
      assert.deepEqual(await read(), kept === null ? first : { ...first, by: "state" });
      await click(part("remove"));
      await page.appears(part("choose"));
    });

    test("a model answers", { skip: !ASKED.includes(name) && sampled() }, async () => {
      await load(LABEL);
      const answer = await within(
        PATIENCE,
        "the answer",
        page.evaluate(async (model) => {
          const tab = await globalThis.insituPage.localModel();
          const body = {
            model: `this tab/${model}`,
            messages: [{ role: "user", content: "What is the capital of France?" }],
            max_tokens: 12,
            temperature: 0,
          };
          const { signal } = new AbortController();
          const answer = await (await tab.prepare(JSON.stringify(body), signal)).send(signal);
          return new Response(answer?.bytes).text();
        }, LABEL),
      );
      assert.match(answer, /Paris/);
      assert.equal((await read()).by, "text", "the state of another model is not used");
      await click(part("remove"));
      await page.appears(part("choose"));
    });
  });
}
