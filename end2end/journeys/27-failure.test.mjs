// The page's own program fails: its message and place are shown, and the session's code survives
// the reload.

import { test } from "node:test";
import assert from "node:assert/strict";
import { ready, run } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { id, saved } from "../support/user.mjs";

const DIALOG = id("failure");
const SAVE = "Save the code and reload";

const { server, browser, page } = await journey();

test("a panic says what failed and where, and the code is saved before the page is loaded again", async () => {
  await run(page, "treasure = 1");
  await run(page, "print(treasure + 1)\n\n");
  // A document that is hydrated a second time is not what the program expects.
  await page.evaluate(() => {
    const { href } = /** @type {HTMLLinkElement} */ (
      document.querySelector('link[rel="modulepreload"]')
    );
    return import(href).then((module) => module.hydrate()).catch(() => {});
  });
  const dialog = page.locator(DIALOG);
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /panicked at \S+\.rs:\d+:\d+/);
  const { name, bytes } = await saved(page, () =>
    dialog.getByRole("button", { name: SAVE }).click(),
  );
  assert.deepEqual(
    [name, bytes.toString()],
    ["insitu-session.py", "# %%\ntreasure = 1\n\n# %%\nprint(treasure + 1)\n"],
  );
  await dialog.waitFor({ state: "detached" });
  await page.waitForFunction(() => window.insitu !== undefined);
  await ready(page);
  assert.equal((await run(page, "'treasure' in globals()")).results[0].text, "False");
});

test("a document that something has changed on its way is a failure that is shown, without code to save", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route(`${server.url}/`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({
      response,
      body: (await response.text()).replace(/<main\b/, "<section></section><main"),
    });
  });
  await page.goto(server.url);
  const dialog = page.locator(DIALOG);
  await dialog.waitFor();
  assert.match(await dialog.innerText(), /panicked at \S+\.rs:\d+:\d+/);
  assert.equal(await dialog.getByRole("button", { name: SAVE }).count(), 0);
  await page.unroute(`${server.url}/`);
  await dialog.getByRole("button", { name: "Reload" }).click();
  await page.waitForFunction(() => window.insitu !== undefined);
  assert.equal(await dialog.count(), 0);
  await context.close();
});
