// A session that lasts: after a reload, after the browser was closed, and after its process was
// killed at any moment of a turn; in two tabs; with a file that is not there or has changed; and
// with a log that is damaged.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { neverBreached } from "../support/breach.mjs";
import { ready } from "../support/browser.mjs";
import { logged, now, settled, untilEvent } from "../support/done.mjs";
import { keptJourney, shown } from "../support/kept.mjs";
import { expectAccessible } from "../support/looks.mjs";
import { FULL } from "../support/sample.mjs";
import { python } from "../support/upstream.mjs";
import { ask, drop, id, openSessions, profile, type } from "../support/user.mjs";

const kept = await keptJourney({ background: true });
const { upstream } = kept;
beforeEach(() => kept.closeAll());

const SALES = "region,sales\nNorth,10\nSouth,32.5\nNorth,4\n";
const TOTAL = python(
  "import pandas as pd\ndf = pd.read_csv('sales.csv')\ntotal = df.sales.sum()\ndf.plot.bar(x='region', y='sales')\nprint(total)\ndf",
);

test("a reload keeps question, answer, results, file, model and ledger, and the model goes on with the variables", async () => {
  const page = await kept.openReady();
  await drop(page, [{ name: "sales.csv", content: SALES }]);
  await page.locator(id("file-kept")).waitFor();
  await profile(page, "sales.csv");
  upstream.script({ calls: [TOTAL] }, { text: "The total is **46.5**." });
  await ask(page, "What is the total?");
  const before = await shown(page);
  const request = upstream.exchanges[0].body;
  await settled(page);
  await page.reload();
  await page.locator(id("turn")).waitFor();
  assert.deepEqual(await shown(page), before);
  await profile(page, "sales.csv");
  await page.locator(id("file-kept")).waitFor();
  await page.locator(".highlights [data-testid='figure']").first().waitFor();
  await page.locator(id("privacy-open")).click();
  await page.locator(".ledger-entry summary").first().click();
  assert.equal(await page.locator(".ledger-body").first().textContent(), request);
  await page.keyboard.press("Escape");

  upstream.script({ calls: [python("print(total * 2)")] }, { text: "Twice that is 93." });
  await ask(page, "And twice that?");
  const { messages } = upstream.exchanges[0].json;
  assert.deepEqual(upstream.exchanges[0].violations, []);
  const said = messages.map(({ role, content }) => `${role}: ${content}`).join("\n");
  assert.match(said, /user: What is the total\?/);
  assert.match(said, /tool: [^]*46\.5/);
  assert.match(said, /assistant: The total is \*\*46\.5\*\*/);
  assert.match(upstream.exchanges[1].json.messages.at(-1)?.content ?? "", /93\.0/);
});

test("after the browser was closed and opened again, the session is there", async () => {
  await kept.restart();
  const page = await kept.open();
  await page.locator(id("turn")).nth(1).waitFor();
  const turns = await shown(page);
  assert.deepEqual(
    turns.map(({ question, answer }) => [question, answer]),
    [
      ["What is the total?", "The total is 46.5."],
      ["And twice that?", "Twice that is 93."],
    ],
  );
});

test("a second tab reads along, asks nothing, and takes over once the first is closed", async () => {
  const first = await kept.openReady();
  const own = await first.evaluate(() => sessionStorage.getItem("insitu-session"));
  const second = await kept.open();
  await second.evaluate((own) => sessionStorage.setItem("insitu-session", String(own)), own);
  await second.reload();
  await second.locator(id("notice")).filter({ hasText: "open in another tab" }).waitFor();
  upstream.script({ text: "Asked in the first tab.", bytes: 60, pause: 20 });
  const count = (await shown(first)).length;
  await ask(first, "Who reads along?");
  await second
    .locator(id("turn"))
    .nth(count)
    .filter({ hasText: "Asked in the first tab." })
    .waitFor();
  const refused = await second.evaluate(() => window.insitu.ask("And here?"));
  assert.equal(refused.stopped, "error");
  assert.equal((await shown(second)).length, count + 1);
  await first.close();
  await second
    .locator(id("notice"))
    .filter({ hasText: "open in another tab" })
    .waitFor({ state: "detached" });
  await ready(second);
  upstream.script({ text: "Now it is the writer." });
  await ask(second, "And now?");
  await settled(second);
  await second.reload();
  await second.locator(id("turn")).filter({ hasText: "Now it is the writer." }).waitFor();
  await second.close();
});

/**
 * @typedef {{ type: import("../../web/generated/automation").PageEvent["type"], data?: object }}
 *   Awaited
 */

/**
 * The page's own code may run before the model's: that of an earlier visit, so that its variables
 * are there.
 *
 * @type {Awaited}
 */
const BEGAN = { type: "execution-began", data: { author: "model" } };

/**
 * The moments at which the browser is killed, each after events that follow one another: while code
 * runs, and once the answer is complete. A full run has more of them: while the answer is written,
 * and so many times after these something was stored, whatever is being stored then. What follows
 * from each number of records that are stored is tested natively (`app/src/session/stored`).
 *
 * @type {{ events: Awaited[], stored?: number }[]}
 */
const MOMENTS = [{ events: [BEGAN] }, { events: [{ type: "turn-ended" }] }];
if (FULL) {
  MOMENTS.push({ events: [BEGAN, { type: "execution-ended" }] });
  for (const stored of [0, 1, 2, 3, 4, 5])
    MOMENTS.push(
      { events: [{ type: "turn-began" }], stored },
      { events: [BEGAN], stored },
      { events: [BEGAN, { type: "execution-ended" }], stored },
    );
}

test(`killed at ${MOMENTS.length} moments of a turn, the session lacks nothing that was settled, and is not damaged`, async () => {
  // Without a number: numbers have marks once an answer is complete.
  const LAST_SENTENCE = "That is all.";
  const sentences =
    Array.from({ length: 12 }, (_, at) => `Sentence number ${at} of the answer. `).join("") +
    LAST_SENTENCE;
  let page = await kept.openReady();
  let cutOff = 0;
  for (const [time, { events, stored }] of MOMENTS.entries()) {
    upstream.script(
      {
        text: "First I look at the data. ",
        calls: [
          python(
            `import time\nfor at in range(4):\n    print('line', at)\n    time.sleep(0.1)\nround_${time} = ${time}`,
          ),
        ],
        bytes: 150,
        pause: 15,
      },
      { text: sentences, bytes: 160, pause: 15 },
    );
    const earlier = await shown(page);
    let last = await now(page);
    const turn = await type(page, `Question ${time}`);
    for (const { type, data } of events) last = await untilEvent(page, last, type, data);
    const old = (await shown(page))[earlier.length];
    if (stored === undefined) await settled(page);
    for (let left = stored ?? 0; left > 0; left -= 1) last = await untilEvent(page, last, "stored");
    const over = (await turn.locator(id("phase")).textContent()) === "Answer complete";
    await kept.crash();
    page = await kept.open();
    await page.locator(id("turn")).nth(earlier.length).waitFor();
    const after = await shown(page);
    neverBreached(() => {
      assert.equal(after.length, earlier.length + 1, `moment ${time}`);
      assert.deepEqual(
        after.slice(0, -1).map(({ continues: _, ...turn }) => turn),
        earlier.map(({ continues: _, ...turn }) => turn),
        `moment ${time}: the earlier turns`,
      );
    });
    const found = after[earlier.length];
    neverBreached(() => {
      assert.equal(found.question, `Question ${time}`);
      // One that was not over when it was looked at may have ended before the browser did.
      const ended = over || !found.continues;
      if (over) assert.equal(found.continues, false, `moment ${time}: it was complete`);
      else if (ended)
        assert.ok(
          found.answer.includes(LAST_SENTENCE),
          `moment ${time}: it counts as complete and is not: ${JSON.stringify(found.answer)}`,
        );
      else cutOff += 1;
      if (stored !== undefined) return;
      // What was shown before it was settled may not be missing.
      assert.ok(found.steps >= old.steps, `moment ${time}: ${found.steps} of ${old.steps} steps`);
      // A complete answer is compared at the next moment: its numbers have marks by then.
      if (old.steps === found.steps && !ended)
        assert.ok(
          found.answer.startsWith(old.answer),
          `moment ${time}: ${JSON.stringify(old.answer)} is missing in ${JSON.stringify(found.answer)}`,
        );
    });
    await ready(page);
  }
  assert.ok(cutOff > 0, "no moment was in the middle of a turn");
});

test("a turn that was cut off can be continued", async () => {
  let page = await kept.openReady();
  upstream.script({ text: "I begin with this sentence. And another one", hold: true });
  const turn = await type(page, "A long question");
  await turn.getByText("I begin with this sentence.").waitFor();
  // Also what is not a sentence yet is stored by itself.
  await logged(page, "And another one");
  await kept.crash();
  page = await kept.open();
  const last = page.locator(id("turn")).last();
  await last.getByText("The page was closed before this was complete.").waitFor();
  assert.match(await last.innerText(), /I begin with this sentence\. And another one/);
  await ready(page);
  upstream.script({ text: "This time to the end." });
  await last.locator(id("continue")).click();
  await page.locator(id("turn")).filter({ hasText: "This time to the end." }).waitFor();
  assert.deepEqual(
    (await shown(page)).slice(-2).map(({ question, continues }) => [question, continues]),
    [
      ["A long question", false],
      ["A long question", false],
    ],
  );
  await page.close();
});

test("without a copy, the session names the file to add again, and says if it is another one", async () => {
  const page = await kept.openReady();
  await page.evaluate(() => {
    localStorage.setItem("insitu-copies", "no");
    sessionStorage.setItem("insitu-session", "new");
  });
  await page.reload();
  await ready(page);
  await drop(page, [{ name: "stock.csv", content: "item,count\nbolt,4\n" }]);
  await profile(page, "stock.csv");
  await page.evaluate(() =>
    window.insitu.run("import pandas as pd\nstock = pd.read_csv('stock.csv')"),
  );
  await settled(page);
  await page.reload();
  await page.locator(id("file")).filter({ hasText: "Add it again" }).waitFor();
  await page.locator(id("notice")).filter({ hasText: "add stock.csv again" }).waitFor();
  await ready(page);
  await drop(page, [{ name: "stock.csv", content: "item,count\nbolt,5\n" }]);
  // At once: the code waits for the file.
  await page.getByRole("button", { name: "Run the earlier code again" }).click();
  await page
    .locator(id("notice"))
    .filter({ hasText: "stock.csv is not the file that this session had" })
    .waitFor();
  await page.locator(id("rerun")).filter({ hasText: "has run again" }).waitFor();
  const { results } = await page.evaluate(() => window.insitu.run("int(stock['count'].sum())"));
  assert.equal(results[0].mime["text/plain"], "5");
  await page.close();
});

test("sessions are listed, renamed, deleted and restored, and a new one begins empty", async () => {
  const page = await kept.openReady();
  await openSessions(page);
  const rows = page.locator(id("session"));
  await rows.first().waitFor();
  const count = await rows.count();
  await page.getByRole("button", { name: "Rename What is the total?" }).click();
  await page.getByLabel("New name of What is the total?").fill("Sales");
  await page.keyboard.press("Enter");
  await rows.filter({ hasText: "Sales" }).waitFor();
  await page.getByRole("button", { name: "Duplicate Sales" }).click();
  await rows.filter({ hasText: "Copy of Sales" }).waitFor();
  await page.getByRole("button", { name: "Delete Copy of Sales" }).click();
  await page.getByRole("button", { name: "Undo deleting Copy of Sales" }).click();
  await rows.filter({ hasText: "Copy of Sales" }).waitFor();
  assert.equal(await rows.count(), count + 1);
  await page.getByRole("button", { name: "Pin Sales", exact: true }).click();
  await page.getByRole("button", { name: "Unpin Sales", exact: true }).waitFor();
  assert.match(
    (await rows.first().textContent()) ?? "",
    /^Sales/,
    "a pinned session is listed first",
  );
  await page.getByRole("button", { name: "Unpin Sales", exact: true }).click();
  await page.getByRole("button", { name: "Export Sales", exact: true }).click();
  const exporting = page.getByRole("button", { name: "Export Sales: Insitu file (.insitu)" });
  const [download] = await Promise.all([page.waitForEvent("download"), exporting.click()]);
  const file = download.suggestedFilename();
  assert.equal(file, "sales.insitu");
  const status = page.locator(id("sessions-status"));
  await status.filter({ hasText: `${file} was exported` }).waitFor();
  await page
    .locator(id("import-file"))
    .setInputFiles({ name: file, mimeType: "", buffer: await readFile(await download.path()) });
  await status.filter({ hasText: "The file is stored as “Sales”. Select it to open it" }).waitFor();
  // The newest of both.
  await page.getByRole("button", { name: "Delete Sales", exact: true }).first().click();
  await page.getByLabel("Search sessions").fill("copy of");
  assert.equal(await rows.count(), 1);
  await rows.first().locator(".sessions-name").click();
  await page.locator(id("turn")).first().getByText("What is the total?").waitFor();
  await page.evaluate(() => window.insitu.sessions.create());
  await ready(page);
  assert.equal(await page.locator(id("turn")).count(), 0);
});

test("a wide page has the sessions at its side, where one is opened, and folds them for good", async () => {
  const page = await kept.open();
  const side = page.getByRole("navigation", { name: "Sessions" });
  const toggle = page.locator(id("side-toggle"));
  const wide = { width: 1440, height: 900 };
  await page.locator(id("turn")).first().waitFor();
  assert.equal((await side.count()) + Number(await toggle.isVisible()), 0);
  await page.setViewportSize(wide);
  const rows = side.locator(id("side-session"));
  await rows.first().waitFor();
  const titles = await rows.locator(".sessions-title").allInnerTexts();
  const sales = page.getByText("Sales", { exact: true });
  await side.locator(sales).click();
  await side.locator("[aria-current]").filter({ has: sales }).waitFor();
  assert.deepEqual(await rows.locator(".sessions-title").allInnerTexts(), titles, "none moves");
  await expectAccessible(page, "html", [{ ...wide, colorScheme: "light" }]);
  const answer = await page.locator(".conversation").boundingBox();
  assert.equal(answer?.width, 46 * 16, "an answer keeps its width");
  await toggle.click();
  await side.waitFor({ state: "detached" });
  await page.reload();
  await page.locator(id("turn")).first().waitFor();
  await toggle.and(page.locator("[aria-expanded='false']")).waitFor();
  await toggle.click();
  await rows.first().waitFor();
});

test("a session is exported as a notebook and as an Insitu file, which opens as a new session and runs nothing", async () => {
  const page = await kept.openReady();
  const sales = (await page.evaluate(() => window.insitu.sessions.list())).find(
    ({ title }) => title === "Sales",
  );
  assert.ok(sales);
  const notebook = JSON.parse(
    await page.evaluate(
      async (id) => (await window.insitu.sessions.exportAs("notebook", id)).text(),
      sales.id,
    ),
  );
  assert.equal(notebook.nbformat, 4);
  const text = JSON.stringify(notebook);
  for (const part of ["What is the total?", "46.5", "image/png", "sales.csv", "pandas"])
    assert.ok(text.includes(part), part);
  const opened = await page.evaluate(async (id) => {
    const file = await window.insitu.sessions.exportAs("insitu-with-data", id);
    return window.insitu.sessions.import(file);
  }, sales.id);
  await page.evaluate((id) => window.insitu.sessions.open(id), opened);
  await page.locator(id("turn")).nth(1).waitFor();
  assert.equal((await shown(page))[1].answer, "Twice that is 93.");
  await profile(page, "sales.csv");
  await ready(page);
  const { error } = await page.evaluate(() => window.insitu.run("total"));
  assert.equal(error?.name, "NameError");
});

test("of a session with a damaged record what is before it is kept, with its outputs and files", async () => {
  const page = await kept.openReady();
  const sales = (await page.evaluate(() => window.insitu.sessions.list())).find(
    ({ title }) => title === "Sales",
  );
  assert.ok(sales);
  await page.evaluate((id) => window.insitu.sessions.open(id), sales.id);
  await page.locator(id("turn")).nth(2).waitFor();
  const before = await shown(page);
  await ready(page);
  await page.evaluate(async (id) => {
    const request = indexedDB.open("insitu-sessions");
    const database = await new Promise((resolve) =>
      request.addEventListener("success", () => resolve(request.result)),
    );
    const store = database.transaction("records", "readwrite").objectStore("records");
    const asked = store.getAll(IDBKeyRange.bound([id, 0], [id, []]));
    const rows = await new Promise((resolve) =>
      asked.addEventListener("success", () => resolve(asked.result)),
    );
    const at = rows.findIndex((/** @type {{ text: string }} */ { text }) =>
      text.includes("Who reads along?"),
    );
    const keys = store.getAllKeys(IDBKeyRange.bound([id, 0], [id, []]));
    const key = (
      await new Promise((resolve) => keys.addEventListener("success", () => resolve(keys.result)))
    )[at];
    const put = store.put({ ...rows[at], text: rows[at].text.replace("reads", "raeds") }, key);
    await new Promise((resolve) => put.addEventListener("success", resolve));
    database.close();
  }, sales.id);
  await page.reload();
  await page.locator(id("notice")).filter({ hasText: "could not be read" }).waitFor();
  await page.locator(id("turn")).nth(1).waitFor();
  assert.deepEqual(await shown(page), before.slice(0, 2));
  await profile(page, "sales.csv");
  await page.locator(".highlights [data-testid='figure']").first().waitFor();
});

test("everything is deleted on request, and the page shows that it is", async () => {
  const page = await kept.openReady();
  await openSessions(page);
  await page.locator(id("erase")).click();
  await page.locator(id("erase")).click();
  // Before, the line says how much is stored.
  const report = page
    .locator(id("sessions-status"))
    .filter({ hasText: /^(?!\d+ sessions?,|Deleting)\S/ });
  assert.match(
    await report.innerText(),
    /^Everything of yours is deleted\. The browser keeps (nothing of this site|the page itself, so that .*)\.$/,
  );
  await page.reload();
  await ready(page);
  assert.equal(await page.locator(id("turn")).count(), 0);
  assert.deepEqual(await page.evaluate(() => window.insitu.sessions.list()), []);
});
