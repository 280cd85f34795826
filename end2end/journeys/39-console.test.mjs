// The console: the user's own code in the session's interpreter, what it produced after a
// reload, and completion from the live interpreter, for it and for the code of a step.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { ready, run } from "../support/browser.mjs";
import { happened, idle, now, untilEvent } from "../support/done.mjs";
import { keptJourney } from "../support/kept.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { ask, id, more, over, type, unfold } from "../support/user.mjs";
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
const written = () =>
  panel
    .locator(".cm-content")
    .evaluate((content) =>
      [...content.querySelectorAll(".cm-line")].map((line) => line.textContent).join("\n"),
    );

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
  await page.waitForFunction(
    ([name, at]) =>
      !["running", "stored"].includes(
        document.querySelectorAll(name)[at]?.dataset.state ?? "running",
      ),
    [/** @type {any} */ (id("console-entry")), /** @type {any} */ (before)],
  );
  return one;
}

/**
 * Types at the end of the code, and waits until a candidate is listed that begins with `wanted`;
 * returns the labels with their descriptions. Until the interpreter has answered, only those are
 * listed that the editor knows by itself.
 *
 * @param {import("playwright-core").Locator} editor
 * @param {string} text
 * @param {string} wanted
 */
async function candidates(editor, text, wanted) {
  const menu = editor.locator(".cm-tooltip-autocomplete li");
  const found = menu.filter({
    has: page.locator(".cm-completionLabel", { hasText: new RegExp(`^${wanted}`) }),
  });
  await page.keyboard.type(text, { delay: 20 });
  await found.first().waitFor({ timeout: 60_000 });
  // By design the editor takes no key in the first 75 milliseconds of a list.
  await page.waitForTimeout(100);
  return menu.evaluateAll((rows) =>
    rows.map((row) =>
      [
        row.querySelector(".cm-completionLabel")?.textContent ?? "",
        row.querySelector(".cm-completionDetail")?.textContent ?? "",
      ]
        .join(" ")
        .trim(),
    ),
  );
}

test("code runs in a session without turns: printed text, a table, a figure, a file and an error are shown", async () => {
  await more(page, "console");
  await panel.locator(".cm-content").waitFor();
  const shown = await enter(
    "import pandas as pd\nimport matplotlib.pyplot as plt\nprint('hello \\x1b[31mred\\x1b[0m <b>')\ndf = pd.DataFrame({'region': ['north', 'south'], 'net total': [1.5, 2]})\nplt.bar(df.region, df['net total'])\ndf.to_csv('/out/kept.csv')\ndf",
  );
  assert.equal(await shown.locator(id("stdout")).textContent(), "hello red <b>\n");
  await shown.locator("table").getByText("south").waitFor();
  await shown.locator(id("figure")).first().waitFor();
  await shown.locator(id("console-file")).getByRole("button", { name: "Save kept.csv" }).waitFor();
  assert.equal(await written(), "");
  const failed = await enter("df['absent']");
  assert.equal(await failed.getAttribute("data-state"), "error");
  assert.match(
    String(await failed.locator(".traceback-line").textContent()),
    /^KeyError: 'absent'/,
  );
  await failed.getByText("Traceback", { exact: true }).click();
  await failed.getByText("Cell [").first().waitFor();
});

test("what code prints is shown while it runs, and it can be stopped", async () => {
  await write("import time\nfor at in range(1000):\n    print('line', at)\n    time.sleep(0.05)");
  await panel.locator(id("console-run")).click();
  await entries.last().locator(id("live")).getByText("line 3").waitFor();
  // The output moves the button, so that a mouse that is pressed on it may be released beside it.
  await panel
    .locator(id("console-stop"))
    .dispatchEvent("pointerdown", { button: 0, pointerType: "mouse" });
  await entries.last().getByText("It was stopped.").waitFor();
  assert.equal((await run(page, "len(df)")).results[0].text, "2");
});

test("a line that code asks for is asked of the user", async () => {
  // It fails in the end, so that it does not run again and ask once more.
  await write("name = input('Name?')\nprint('Hello', name)\nabsent");
  await page.keyboard.press("Control+Enter");
  await page.locator("dialog").getByText("Name?").waitFor();
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  await entries.last().getByText("Hello Ada").waitFor();
});

test("columns, attributes, arguments and signatures are those of live objects", async () => {
  await write("");
  assert.deepEqual(await candidates(panel, 'df["', "region"), ["region str", "net total float64"]);
  await page.keyboard.press("Escape");
  await write("");
  assert.ok((await candidates(panel, "df.gro", "groupby")).includes("groupby"));
  await page.keyboard.press("Tab");
  assert.equal(await written(), "df.groupby");
  await page.keyboard.type("(");
  await panel.locator(".cm-signature").getByText("groupby(").waitFor();
  assert.match(await panel.locator(".cm-signature strong").innerText(), /^by/);
  await write("");
  assert.ok((await candidates(panel, "df.merge(ho", "how=")).some((one) => one.startsWith("how=")));
  await page.keyboard.press("Escape");
});

test("completion leaves no trace: not in the variables, the log, the history of cells, or what can be run again", async () => {
  const size = () =>
    page.evaluate(
      async () => (await window.insitu.sessions.list()).find(({ shown }) => shown)?.bytes,
    );
  const first = await run(page, "'kept'");
  const bytes = await size();
  await write("");
  await candidates(panel, "df.he", "head");
  await write("");
  await page.keyboard.type("df.merge(");
  await panel.locator(".cm-signature").waitFor();
  assert.equal(await size(), bytes);
  const { results, executionCount, variables } = await run(
    page,
    "[_, _i, In[-2], list(Out.values())[-1], [name for name in globals() if 'insitu' in name]]",
  );
  assert.equal(results[0].text, `['kept', "'kept'", "'kept'", 'kept', []]`);
  assert.equal(executionCount, first.executionCount + 1);
  assert.deepEqual(variables, first.variables);
  assert.equal(
    (await run(page, "import os\nos.path.exists('/out/.outputs')")).results[0].text,
    "False",
  );
  // What runs again after a restart is what the user ran.
  await page.evaluate(() => window.insitu.restart());
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await page.locator(id("rerun")).filter({ hasText: "has run again" }).waitFor();
  assert.equal(
    (await run(page, "[code for code in In if 'insitu_' in code and 'for code' not in code]"))
      .results[0].text,
    "[]",
  );
  await write("");
  assert.ok((await candidates(panel, "df.gro", "groupby")).includes("groupby"));
});

test("while other code runs, nothing is completed, and nothing is disturbed", async () => {
  await idle(page);
  const since = await now(page);
  const running = page.evaluate(() =>
    window.insitu.run("import time\nfor at in range(100): time.sleep(0.05)\nat"),
  );
  await page.locator(`${id("kernel-badge")}[data-state="busy"]`).waitFor();
  await write("");
  await page.keyboard.type("df.merge(region.", { delay: 20 });
  const { status, results } = await running;
  assert.deepEqual([status, results[0].text], ["ok", "99"]);
  assert.equal(await panel.locator(".cm-tooltip").count(), 0);
  assert.deepEqual(
    await happened(page, since, "execution-began", { author: "page" }),
    [],
    "the interpreter was not asked",
  );
});

test("completion does not show as running code, and refuses no question", async () => {
  const states = await page.evaluateHandle((badge) => {
    /** @type {(string | null)[]} */
    const seen = [];
    const place = /** @type {Element} */ (document.querySelector(badge));
    new MutationObserver(() => seen.push(place.getAttribute("data-state"))).observe(place, {
      attributes: true,
    });
    return seen;
  }, id("kernel-badge"));
  await write("");
  assert.ok((await candidates(panel, "df.gro", "groupby")).includes("groupby"));
  assert.deepEqual(await states.jsonValue(), []);
  upstream.script({ text: "Here I am." });
  await page.keyboard.type("u");
  const turn = await page.evaluate(() => window.insitu.ask("Are you there?"));
  assert.deepEqual([turn.stopped, turn.answer], [null, "Here I am."]);
});

test("objects whose own code would run, and modules that were tampered with, neither break nor hang the page", async () => {
  const hostile = [
    "import time",
    "class Meta(type):",
    "    def __getattribute__(cls, name): time.sleep(100)",
    "    def __dir__(cls): time.sleep(100)",
    "class Hostile(metaclass=Meta):",
    "    def __getattr__(self, name): time.sleep(100)",
    "    def __dir__(self): time.sleep(100)",
    "    def __repr__(self): time.sleep(100)",
    "    def __len__(self): time.sleep(100)",
    "    def reachable(self, first, second=2): pass",
    "    @property",
    "    def total(self): time.sleep(100)",
    "hostile = Hostile()",
    "'<img src=x onerror=alert(1)>'; globals()['\u202ereversed'] = 1",
  ].join("\n");
  assert.equal((await run(page, hostile)).status, "ok");
  await write("");
  assert.ok((await candidates(panel, "hostile.", "reachable")).includes("reachable"));
  await page.keyboard.type("reachable(");
  await panel.locator(".cm-signature").getByText("reachable(first, second=2)").waitFor();
  const forged =
    'import sys\nforge = lambda request, names: sys.stderr.write(\'{"from":0,"to":0,"candidates":[{"label":"<b>x\\\\u202e"}],"text":"<img src=x onerror=x>"}\\n\')\nsys.modules[\'insitu_completion.request\'].answer = forge';
  assert.equal((await run(page, forged)).status, "ok");
  await write("");
  await page.keyboard.type("hostile.reachable(", { delay: 20 });
  await panel.locator(".cm-signature").getByText("<img src=x onerror=x>").waitFor();
  assert.equal(await panel.locator("img[src=x]").count(), 0);
  // Code that hangs within a completion is interrupted.
  assert.equal(
    (
      await run(
        page,
        "def hang(request, names):\n    while True: pass\nsys.modules['insitu_completion.request'].answer = hang\nsafe = 1",
      )
    ).status,
    "ok",
  );
  await write("");
  const since = await now(page);
  await page.keyboard.type("hostile.", { delay: 20 });
  await untilEvent(page, since, "execution-began", { author: "page" });
  assert.equal((await run(page, "safe")).results[0].text, "1");
  assert.deepEqual(faults, []);
});

test("after a reload the console is open, with its entries and what they produced", async () => {
  const texts = () =>
    entries.evaluateAll((items) => items.map((item) => item.querySelector("pre")?.textContent));
  await panel.locator(id("console-run")).waitFor();
  await enter("len(df)");
  const before = await texts();
  await page.reload();
  await ready(page);
  await entries.nth(before.length - 1).waitFor();
  assert.deepEqual(await texts(), before);
  const first = entries.first();
  assert.equal(await first.locator(id("stdout")).textContent(), "hello red <b>\n");
  await first.locator("table").getByText("south").waitFor();
  await first.locator(id("figure")).first().waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    first.getByRole("button", { name: "Save kept.csv" }).click(),
  ]);
  assert.equal(download.suggestedFilename(), "kept.csv");
  await entries.nth(1).getByText("KeyError").first().waitFor();
  await entries.nth(2).getByText("It was stopped.").waitFor();
  await panel.getByText("After: Are you there?").waitFor();
});

test("what belongs to a turn that is not shown is not shown", async () => {
  const count = await entries.count();
  await page.locator(id("undo-turn")).last().click();
  await page.locator(id("redo")).waitFor();
  await panel.getByText("After: Are you there?").waitFor({ state: "detached" });
  assert.ok((await entries.count()) < count);
  await page.locator(id("redo")).click();
  await panel.getByText("After: Are you there?").waitFor();
  assert.equal(await entries.count(), count);
  await ready(page);
});

test("the code of a step is completed from live objects too", async () => {
  upstream.script(
    {
      calls: [
        python("import pandas as pd\nframe = pd.DataFrame({'net total': [1]})\nprint(len(frame))"),
      ],
    },
    { text: "One." },
  );
  const turn = await ask(page, "Make a frame.");
  await unfold(turn);
  await turn.locator(id("edit-code")).click();
  await turn.locator(".cm-content").click();
  await page.keyboard.press("Control+End");
  assert.deepEqual(await candidates(turn, '\nframe["', "net total"), ["net total int64"]);
  await page.keyboard.press("Escape");
  await turn.getByRole("button", { name: "Cancel" }).click();
});

test("while a turn is under way the console runs nothing and keeps the code", async () => {
  upstream.script({ text: "A long answer.", hold: true });
  const turn = await type(page, "Wait.");
  await turn.getByText("A long answer.").waitFor();
  const count = await entries.count();
  await write("1 + 1");
  await page.keyboard.press("Control+Enter");
  await status.filter({ hasText: "Wait until the answer is complete, or stop it." }).waitFor();
  assert.deepEqual([await written(), await entries.count()], ["1 + 1", count]);
  await page.locator(id("stop")).click();
  await over(turn);
  await panel.locator(id("console-run")).waitFor();
});

test("the keyboard is enough: earlier code comes back with the arrow keys, and Tab leaves the editor after Escape", async () => {
  await write("");
  for (const code of ["'first'", "if True:\n    'second'"]) await enter(code);
  await page.keyboard.insertText("draft");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ArrowUp");
  assert.equal(await written(), "if True:\n    'second'");
  await page.keyboard.press("ArrowUp");
  assert.equal(await written(), "'first'");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  assert.equal(await written(), "draft");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  const count = await entries.count();
  await page.keyboard.press("Shift+Enter");
  await entries.nth(count).getByText("first").last().waitFor();
  await panel.locator(id("console-run")).waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Run");
  await panel.getByRole("button", { name: "Close" }).focus();
  await page.keyboard.press("Enter");
  await panel.waitFor({ state: "detached" });
  assert.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "More",
  );
  await more(page, "console");
  await panel.locator(".cm-content").waitFor();
});

test("the console is accessible and as wide as the page at every width", async () => {
  await expectAccessible(page, id("console"));
});

test("of many entries the newest are shown, and the others on request", async () => {
  await page.evaluate(async () => {
    for (let at = 0; at < 55; at += 1) await window.insitu.run(`print('number ${at}')`);
  });
  await enter("'last'");
  assert.equal(await entries.count(), 50);
  const all =
    Number((await panel.locator(id("console-earlier")).innerText()).match(/\d+/)?.[0]) + 50;
  await panel.locator(id("console-earlier")).click();
  await entries.nth(all - 1).waitFor();
});

test("while another tab has the session, the console is read-only", async () => {
  const own = await page.evaluate(() => sessionStorage.getItem("insitu-session"));
  const second = await kept.open();
  await second.evaluate((own) => sessionStorage.setItem("insitu-session", String(own)), own);
  await second.reload();
  await second.locator(id("notice")).filter({ hasText: "open in another tab" }).waitFor();
  await more(second, "console");
  await second.locator(id("console-entry")).last().getByText("last").first().waitFor();
  await second.locator(id("console-status")).filter({ hasText: "open in another tab" }).waitFor();
  assert.equal(await second.locator(id("console-run")).count(), 0);
  await page.close();
  await second.locator(id("console-run")).waitFor();
  await second.close();
  assert.deepEqual(faults, []);
});
