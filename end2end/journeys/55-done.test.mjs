// What the page says of itself: what it has done lately, without the user's data; when
// nothing is under way; when all of it is stored. And a click that counts although what was pressed
// is drawn again before it is released.

import { test } from "node:test";
import assert from "node:assert/strict";
import { valid } from "../support/schema.mjs";
import { neverBreached } from "../support/breach.mjs";
import { addFile, ready, run, within } from "../support/browser.mjs";
import { happened, idle, now, settled, untilEvent } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { python } from "../support/upstream.mjs";
import {
  ask,
  disclose,
  drop,
  id,
  openPython,
  openSessions,
  over,
  profile,
  saved,
  type,
} from "../support/user.mjs";

const { upstream, page } = await scriptedJourney();

/** A word that is planted wherever a user's own text is. */
const SENTINEL = "Xylograph8361";

/** @typedef {import("../../web/generated/automation").PageEvent} PageEvent */

/**
 * Returns the types of events with a word of their data, in their order.
 *
 * @param {PageEvent[]} events
 * @param {RegExp} types
 */
const words = (events, types) =>
  events
    .filter(({ type }) => types.test(type))
    .map(({ type, data }) =>
      `${type} ${Object.values(data)
        .filter((value) => typeof value === "string")
        .join(" ")}`.trim(),
    );

test("what the page does is reported in order, as types, ids, counts and states", async () => {
  const since = await now(page);
  await addFile(page, "shop.csv", "item,amount\nlamp,12.5\nchair,80\n");
  upstream.script(
    { calls: [python("import pandas as pd\npd.read_csv('shop.csv')")] },
    { text: "There are two." },
  );
  await ask(page, "how many?");
  await idle(page);
  const events = await page.evaluate((since) => window.insitu.events(since), since);
  for (const event of events) valid("PageEvent", event);
  assert.deepEqual(words(events, /^file$/), ["file waiting", "file reading", "file ready"]);
  assert.deepEqual(words(events, /^(turn|execution)/), [
    "turn-began",
    "turn-phase thinking",
    "turn-phase running",
    "execution-began model",
    "execution-ended ok",
    "turn-phase thinking",
    "turn-phase over",
    "turn-ended answered",
  ]);
  assert.deepEqual(words(events, /^kernel$/).slice(0, 2), ["kernel busy", "kernel idle"]);
  const [began, ended] = events.filter(
    ({ type }) => type === "turn-began" || type === "turn-ended",
  );
  assert.deepEqual(
    [ended.id, ended.session, ended.data],
    [began.id, 1, { end: "answered", steps: 1 }],
  );
  assert.equal(events.filter(({ type }) => type === "request-sent").length, 2);
  assert.ok(events.some(({ type }) => type === "stored"));
  const numbers = events.map(({ n }) => n);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => since + 1 + at),
    "no number is left out",
  );
  assert.deepEqual(await page.evaluate((last) => window.insitu.events(last), numbers.at(-1)), []);
});

test("a state that passes at once is reported, and a notice with its dismissal", async () => {
  const since = await now(page);
  await run(page, "import os\nos._exit(3)");
  await ready(page);
  assert.equal((await happened(page, since, "kernel", { state: "restarting" })).length, 1);
  assert.equal((await happened(page, since, "execution-ended", { status: "killed" })).length, 1);
  const [shown] = await happened(page, since, "notice-shown", { problem: true });
  await page.locator(id("notice")).last().getByRole("button", { name: "Dismiss" }).click();
  await untilEvent(page, shown.n, "notice-dismissed");
  const [dismissed] = await happened(page, shown.n, "notice-dismissed");
  assert.equal(dismissed.id, shown.id);
});

test("neither the events nor the saved diagnostics have the user's data", async () => {
  await drop(page, [{ name: `${SENTINEL}.csv`, content: `${SENTINEL},amount\n${SENTINEL},12\n` }]);
  await profile(page, `${SENTINEL}.csv`);
  upstream.script(
    { calls: [python(`print("${SENTINEL}")\n"${SENTINEL}"`, SENTINEL)] },
    {
      calls: [
        python(
          `open('/out/${SENTINEL}.txt', 'w').write('${SENTINEL}')\nraise ValueError("${SENTINEL}")`,
        ),
      ],
    },
    { text: `The answer is ${SENTINEL}.` },
    { text: SENTINEL },
  );
  await ask(page, `What is ${SENTINEL}?`);
  await run(page, `${SENTINEL} = 1\n${SENTINEL}`);
  // A variable that is lost is named in a notice.
  await run(page, "import os\nos._exit(3)");
  await ready(page);
  await page.locator(id("notice")).filter({ hasText: SENTINEL }).first().waitFor();
  await page.evaluate((secret) => window.insitu.settings.set({ instructions: secret }), SENTINEL);
  await page.evaluate(
    (secret) =>
      window.insitu.functions.save(
        `def ${secret.toLowerCase()}(x):\n    """${secret}"""\n    return x\n`,
      ),
    SENTINEL,
  );
  await page.evaluate((secret) => window.insitu.ask(secret), `${SENTINEL} again`);
  // Whatever a script reports, only what is known is taken.
  await page.evaluate((secret) => {
    globalThis.insituPage.happened?.(secret, 1, secret);
    globalThis.insituPage.happened?.("render-began", 1, secret);
  }, SENTINEL);
  await idle(page);
  const events = await page.evaluate(() => window.insitu.events());
  assert.ok(events.length > 50, `${events.length}`);
  const diagnostics = async () => {
    await openPython(page);
    const file = await saved(page, () => page.locator(id("diagnostics")).click());
    await page.keyboard.press("Escape");
    return file;
  };
  const { name, bytes } = await diagnostics();
  assert.match(name, /^insitu-diagnostics-.*\.json$/);
  const text = bytes.toString("utf8");
  const read = JSON.parse(text);
  assert.deepEqual(Object.keys(read).sort(), ["at", "events", "pending"]);
  assert.ok(read.events.length >= events.length);
  for (const event of read.events) valid("PageEvent", event);
  neverBreached(() => {
    for (const [what, said] of Object.entries({
      events: JSON.stringify(events),
      diagnostics: text,
    })) {
      assert.doesNotMatch(said, new RegExp(SENTINEL, "i"), what);
      // Nor any other text: each word is one of the types' own.
      const words = new Set(said.match(/"(?:[^"\\]|\\.)*"/g));
      assert.deepEqual(
        [...words].filter((word) => !/^"[a-z-]{1,20}"$/.test(word)),
        [],
        what,
      );
    }
  });
});

test("what is under way is in the diagnostics", async () => {
  upstream.script({ text: "It goes on", hold: true });
  const turn = await type(page, "go on");
  await turn.getByText("It goes on").waitFor();
  await openPython(page);
  const { bytes } = await saved(page, () => page.locator(id("diagnostics")).click());
  await page.keyboard.press("Escape");
  assert.deepEqual(JSON.parse(bytes.toString("utf8")).pending, [{ session: 1, task: "call" }]);
  await page.locator(id("stop")).click();
  await over(turn);
});

test("once the page is idle, nothing on it changes by itself: frames have their heights, and all is stored", async () => {
  upstream.script(
    {
      calls: [
        python(
          "import plotly.graph_objects as go\nfrom IPython.display import HTML, Latex, display\ndisplay(HTML('<h2>Head</h2>' * 5), Latex('$x^2$'))\ngo.Figure(go.Bar(y=[1, 2, 3]))",
        ),
      ],
    },
    { text: "The values are **1**, 2 and 3." },
  );
  const since = await now(page);
  const turn = await ask(page, "draw", 120_000);
  await turn
    .locator("details")
    .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
  await turn.evaluate((element) => element.scrollIntoView());
  await idle(page);
  const drawn = await happened(page, since, "render-ended", { end: "drawn" });
  assert.ok(drawn.length >= 2, `${drawn.length}`);
  const look = () =>
    page.evaluate(() => ({
      text: document.querySelector("main")?.innerHTML,
      heights: Array.from(
        document.querySelectorAll("iframe.rendered"),
        (frame) => frame.getBoundingClientRect().height,
      ),
      fonts: document.fonts.status,
    }));
  const before = await look();
  assert.ok(
    before.heights.length > 0 && before.heights.every((height) => height > 0),
    `${before.heights}`,
  );
  assert.equal(before.fonts, "loaded");
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  assert.deepEqual(await look(), before);
  const question = await page.evaluate(async () => {
    const { openStorage } = await globalThis.insituPage.storage();
    const opened = await openStorage();
    if (!opened.ok) return "";
    const listed = await opened.value.sessions.list();
    const read = listed.ok ? await opened.value.read(listed.value[0].id) : undefined;
    await opened.value.close();
    return read?.ok ? read.value.records.map(({ text }) => text).join("") : "";
  });
  assert.match(question, /The values are \*\*1\*\*/);
});

test("the page is not idle while a turn waits for the user", async () => {
  await disclose(page, "Ask me first");
  upstream.script({ calls: [python("'private'")] }, { text: "Thank you." });
  const turn = await type(page, "ask me");
  await page.locator(id("consent")).waitFor();
  const isOver = page.evaluate(() => {
    let over = false;
    window.insitu.idle().then(() => (over = true));
    Object.assign(window, { isOver: () => over });
  });
  await isOver;
  // What it waits for otherwise is over long before.
  await settled(page);
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      ),
  );
  assert.equal(await page.evaluate(() => Reflect.get(window, "isOver")()), false);
  await page.locator(id("consent")).getByRole("button", { name: "Send", exact: true }).click();
  await over(turn);
  await page.waitForFunction(() => Reflect.get(window, "isOver")());
  await disclose(page, "Everything printed");
});

test("settled waits for the storage, and not for a turn that is under way", async () => {
  upstream.script({ text: "I write this sentence. And", hold: true });
  const turn = await type(page, "write");
  await turn.getByText("I write this sentence.").waitFor();
  // A transaction of the test's holds the stores.
  await page.evaluate(async () => {
    const request = indexedDB.open("insitu-sessions");
    /** @type {IDBDatabase} */
    const database = await new Promise(
      (resolve) => (request.onsuccess = () => resolve(request.result)),
    );
    const transaction = database.transaction(["sessions", "heads", "records"], "readwrite");
    let held = true;
    const hold = () => {
      if (held) transaction.objectStore("heads").count().onsuccess = hold;
    };
    hold();
    let over = false;
    Object.assign(window, {
      isSettled: () => over,
      release: () => {
        held = false;
        database.close();
      },
    });
    void window.insitu.run("'written while it is held'");
    window.insitu.settled().then(() => (over = true));
  });
  const since = await now(page);
  await page.evaluate(() => window.insitu.run("1", { silent: true }));
  assert.equal(await page.evaluate(() => Reflect.get(window, "isSettled")()), false);
  assert.deepEqual(await happened(page, since, "stored"), []);
  await page.evaluate(() => Reflect.get(window, "release")());
  await within(
    60_000,
    "the storage",
    page.waitForFunction(() => Reflect.get(window, "isSettled")()),
  );
  assert.match(
    String(await turn.locator(id("phase")).textContent()),
    /Writing/,
    "the turn is still under way",
  );
  await page.locator(id("stop")).click();
  await over(turn);
});

/**
 * Presses the mouse on something, lets something happen, and releases it.
 *
 * @param {import("playwright-core").Locator} what
 * @param {() => Promise<unknown>} meanwhile
 */
async function pressedDuring(what, meanwhile) {
  const { x, y, width, height } = /** @type {DOMRect} */ (await what.boundingBox());
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await meanwhile();
  await page.mouse.up();
}

test("a click counts although the menu of models is drawn again before the button is released", async () => {
  const opener = page.locator(id("model-menu"));
  await opener.click();
  const row = page.locator(id("model")).filter({ hasText: "Built-in planner" });
  await row.waitFor();
  // As when the server has answered, with the same models: the menu is asked for again.
  await pressedDuring(row.getByText("Built-in planner").first(), async () => {
    await opener.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await opener.evaluate((button) => /** @type {HTMLElement} */ (button).click());
    await page.locator(".models-list:not([aria-busy])").waitFor();
  });
  await opener.filter({ hasText: "Built-in planner" }).waitFor();
  await page.keyboard.press("Escape");
});

test("a click counts although what corrects a turn is drawn again before the button is released", async () => {
  const edit = page.locator(id("edit-question")).last();
  await edit.scrollIntoViewIfNeeded();
  await idle(page);
  const drawnAgain = () =>
    page.evaluate(async () => {
      await window.insitu.run("0");
      await window.insitu.settled();
    });
  await pressedDuring(edit, drawnAgain);
  const field = page.locator(id("edited-question"));
  await field.fill("What is typed stays.");
  await page.locator("#question").focus();
  await drawnAgain();
  assert.equal(await field.inputValue(), "What is typed stays.");
  assert.ok(
    await page.locator("#question").evaluate((field) => field === document.activeElement),
    "the focus stays where the user has put it",
  );
  await page.getByRole("button", { name: "Cancel" }).click();
});

test("a click counts although the list of sessions is drawn again before the button is released", async () => {
  await openSessions(page);
  const row = page.locator(id("session")).first();
  await row.waitFor();
  await pressedDuring(row.getByRole("button", { name: /^Export/ }).first(), async () => {
    // What the list says of the session changes meanwhile.
    await page.evaluate(() => window.insitu.run("'meanwhile'"));
    await settled(page);
    await page.evaluate(() => {
      const search = /** @type {HTMLInputElement} */ (document.querySelector(".sessions-search"));
      search.dispatchEvent(new Event("input"));
    });
  });
  await row.getByRole("button", { name: "Notebook" }).waitFor();
  await page.keyboard.press("Escape");
});

test("the page has no errors", () =>
  assert.deepEqual(
    page.faults.filter(
      (fault) =>
        !/Program terminated with exit\(3\)|render\/frame|about:srcdoc|^Framing /.test(fault),
    ),
    [],
  ));
