// The console: code of the user's own in the session's interpreter, what it produced after a reload, and completion from the live interpreter, for it and for the
// code of a step.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { keptJourney } from "../support/kept.mjs";
import { ready, run } from "../support/browser.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { ask, id, over, type, unfold } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => upstream.script());

const page = await kept.openReady();
/** @type {string[]} */
const faults = [];
page.on("pageerror", (error) => faults.push(String(error.stack ?? error)));

const panel = page.locator(id("console"));
const entries = panel.locator(id("console-entry"));
const status = panel.locator(id("console-status"));
/** The text of the editor. */
const written = () => panel.locator(".cm-content").evaluate((content) => [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"));

/** Replaces the console's code. @param {string} code */
async function write(code) {
  await panel.locator(".cm-content").click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(code);
}

/** Runs code in the console; returns its entry once it has ended. @param {string} code */
async function enter(code) {
  const before = await entries.count();
  await write(code);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  const one = entries.nth(before);
  await one.waitFor();
  await page.waitForFunction(([name, at]) => !["running", "stored"].includes(document.querySelectorAll(name)[at]?.dataset.state ?? "running"), [
    /** @type {any} */ (id("console-entry")),
    /** @type {any} */ (before),
  ]);
  return one;
}

/**
 * Types at the end of the code until candidates are listed; returns their labels with their descriptions.
 *
 * @param {import("playwright-core").Locator} editor
 * @param {string} text
 */
async function candidates(editor, text) {
  await page.keyboard.type(text, { delay: 20 });
  const menu = editor.locator(".cm-tooltip-autocomplete li");
  await menu.first().waitFor();
  // The first answer may be that of the text alone, while the modules are loaded.
  return menu.evaluateAll((rows) =>
    rows.map((row) => [row.querySelector(".cm-completionLabel")?.textContent ?? "", row.querySelector(".cm-completionDetail")?.textContent ?? ""].join(" ").trim()),
  );
}

test("code runs in a session without turns: printed text, a table, a figure, a file and an error are shown", async () => {
  await page.locator(id("show-console")).click();
  await panel.locator(".cm-content").waitFor();
  const shown = await enter(
    "import pandas as pd\nimport matplotlib.pyplot as plt\nprint('hello \\x1b[31mred\\x1b[0m <b>')\ndf = pd.DataFrame({'region': ['north', 'south'], 'net total': [1.5, 2]})\nplt.bar(df.region, df['net total'])\ndf.to_csv('/out/kept.csv')\ndf",
  );
  assert.equal(await shown.locator(id("stdout")).textContent(), "hello red <b>\n");
  await shown.locator("table").getByText("south").waitFor();
  await shown.locator("img").first().waitFor();
  await shown.locator(id("console-file")).getByText("Save kept.csv").waitFor();
  assert.equal(await written(), "");
  const failed = await enter("df['absent']");
  assert.equal(await failed.getAttribute("data-state"), "error");
  assert.match(String(await failed.locator(".traceback-line").textContent()), /^KeyError: 'absent'/);
  await failed.getByText("Traceback", { exact: true }).click();
  await failed.getByText("Cell [").first().waitFor();
});

test("what code prints is shown while it runs, and it can be stopped", async () => {
  await write("import time\nfor at in range(1000):\n    print('line', at)\n    time.sleep(0.05)");
  await panel.locator(id("console-run")).click();
  await entries.last().locator(id("live")).getByText("line 3").waitFor();
  await panel.locator(id("console-stop")).click();
  await entries.last().getByText("It was stopped.").waitFor();
  assert.equal((await run(page, "len(df)")).results[0].text, "2");
});

test("a line that code asks for is asked of the user", async () => {
  await write("name = input('Name?')\nprint('Hello', name)");
  await page.keyboard.press("Control+Enter");
  await page.locator("dialog").getByText("Name?").waitFor();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await entries.last().getByText("Hello Ada").waitFor();
});

test("columns, attributes, arguments and signatures are those of live objects", async () => {
  await write("");
  assert.deepEqual((await candidates(panel, 'df["')).slice(0, 2), ["region object", "net total float64"].map((one) => one.replace("object", "str")));
  await page.keyboard.press("Escape");
  await write("");
  assert.ok((await candidates(panel, "df.gro")).includes("groupby"));
  await page.keyboard.press("Tab");
  assert.equal(await written(), "df.groupby");
  await page.keyboard.type("(");
  await panel.locator(".cm-signature").getByText("groupby(").waitFor();
  assert.match(await panel.locator(".cm-signature strong").innerText(), /^by/);
  await write("");
  assert.ok((await candidates(panel, "df.merge(ho")).includes("how=") || (await panel.locator(".cm-tooltip-autocomplete").innerText()).includes("how="));
  await page.keyboard.press("Escape");
});
