// A model in the tab in Firefox and WebKit: it is loaded by the build that the engine can run,
// every exit of its frame is refused, it answers, it is removed, and a second load has read already
// what each session begins with. Journey 50 has the rest, in Chromium. INSITU_ENGINES names the
// engines, as for the other tests of this folder.

import { after, before, describe, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { within } from "../support/browser.mjs";
import { EXPECTED_UNPROVEN, enginesHere, openEngine, openInsitu } from "../support/engines.mjs";
import { startServer } from "../support/server.mjs";
import { LABEL, begun, modelFile } from "../support/tab_model.mjs";
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
  await writeFile(config, `[server]\ntab_models = [${JSON.stringify(await modelFile())}]\n`);
  server = await startServer({ env: { INSITU_CONFIG: config } });
});
after(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

for (const { name, skip } of enginesHere().filter(({ name }) => name !== "chromium")) {
  describe(name, { skip }, () => {
    test("a model is loaded, answers behind the same walls, and is removed", async () => {
      const engine = await openEngine(name);
      try {
        const page = await openInsitu(engine, server.url);
        const part = (/** @type {string} */ name) => id(`tab-model-${name}`);
        /** @param {string} button */
        const click = async (button) => {
          await page.appears(part(button), /./, PATIENCE);
          await page.click(part(button));
        };
        // Threads that wait for each other are slow if other tests use the cores too.
        await page.evaluate(
          () => void Object.defineProperty(navigator, "hardwareConcurrency", { get: () => 1 }),
        );
        await page.click(id("model-menu"));
        await click("offered");
        await click("load");
        const loaded = await page.appears(part("status"), /is loaded|could not|not run/, PATIENCE);
        assert.match(loaded, /is loaded, with one thread/);
        await page.appears(id("model-menu"), new RegExp(LABEL.slice(0, 12)), PATIENCE);
        await click("exits");
        const summary = await page.appears(part("status"), /exits were|exits are/, PATIENCE);
        const unproven = EXPECTED_UNPROVEN[name].length;
        assert.match(
          summary,
          unproven === 0
            ? /^All \d+ exits were refused\.$/
            : new RegExp(`^\\d+ of \\d+ exits were refused\\. Of ${unproven} more `),
        );
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
        const first = await within(PATIENCE, "what each session begins with", page.evaluate(begun));
        assert.equal(first.by, "text");
        // In WebKit the engine does not hand its state over, so that every load reads the text.
        const kept = name === "webkit" ? null : first.tokens;
        assert.equal(first.kept, kept, "nothing of the question is kept");
        await click("remove");
        await click("offered");
        await click("load");
        const again = await within(PATIENCE, "what each session begins with", page.evaluate(begun));
        assert.deepEqual(again, kept === null ? first : { ...first, by: "state" });
        await click("remove");
        await page.appears(part("choose"));
      } finally {
        await engine.close();
      }
    });
  });
}
