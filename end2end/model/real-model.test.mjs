// A real language model on this machine, from the menu to the answer: the server finds it on its
// usual port, and it answers with what its code computed. Skipped if no model runs on one of
// those ports.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { addFile, openPage, startBrowser } from "../support/browser.mjs";
import { startServer } from "../support/server.mjs";
import { ask, choose, id } from "../support/user.mjs";

/** How long a small model may take for an answer without a graphics card, in milliseconds. */
const PATIENCE = 600_000;

const server = await startServer({ env: { INSITU_DISCOVERY: "true" } });
after(() => server.stop());

/** @type {{ data: { id: string, insitu: { local: boolean, label: string } }[] }} */
const { data } = await (await fetch(`${server.url}/v1/models`)).json();
const found = data.find((model) => model.insitu.local);

test("a local model is found, asked and answers with what was computed", {
  skip: found ? false : "no model runs on the usual local ports",
}, async () => {
  const browser = await startBrowser();
  after(() => browser.close());
  const page = await openPage(browser, server.url);
  const name = /** @type {NonNullable<typeof found>} */ (found).insitu.label;
  await choose(page, name);
  await addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\nsofa,420\n");
  const turn = await ask(page, "What is the total of the column amount?", PATIENCE);
  console.log(`# ${name}: ${await turn.locator(id("answer")).innerText()}`);
  assert.match(await turn.locator(id("answer")).innerText(), /520/);
  assert.equal(await turn.locator(id("not-computed")).isVisible(), false);
  assert.ok((await turn.locator(id("step")).count()) > 0, "it ran code");
});
