// Sessions with a kernel each, switched within the page: what a session computes goes on while
// another one is shown, and whatever computes nothing has no interpreter.

import { beforeEach, test } from "node:test";
import assert from "node:assert/strict";
import { ready, run, until } from "../support/browser.mjs";
import { logged } from "../support/done.mjs";
import { keptJourney, shown } from "../support/kept.mjs";
import { python } from "../support/upstream.mjs";
import { ask, disclose, drop, id, openSessions, over, profile, type } from "../support/user.mjs";

const kept = await keptJourney();
const { upstream } = kept;
beforeEach(() => upstream.script());

let page = await kept.openReady();

/**
 * Code that computes until so many seconds from now are over: if it runs again later, it takes
 * no time.
 *
 * @param {string} name of a variable that it sets
 * @param {number} value
 * @param {number} seconds
 */
const slow = (name, value, seconds) =>
  python(
    `import time\nat = 0\nwhile time.time() < ${Date.now() / 1000 + seconds}:\n    print('${name} at', at)\n    at += 1\n    time.sleep(0.1)\n${name} = ${value}`,
  );

/** Returns what holds a reply of the model back, so that its turn goes on until it is let go. */
function holding() {
  let release = () => {};
  /** @type {Promise<void>} */
  const wait = new Promise((resolve) => (release = resolve));
  return { wait, release };
}

const create = () => page.evaluate(() => window.insitu.sessions.create());
const open = (/** @type {string} */ session) =>
  page.evaluate((session) => window.insitu.sessions.open(session), session);
const list = () => page.evaluate(() => window.insitu.sessions.list());
const shownId = async () => (await list()).find(({ shown }) => shown)?.id ?? "";
const titled = async (/** @type {string} */ title) =>
  (await list()).find((one) => one.title === title) ?? assert.fail(`no session is called ${title}`);

/** Waits until the document has this many kernels. @param {number} count */
const kernels = (count) =>
  page.waitForFunction(
    (count) => document.querySelectorAll("iframe[src='/kernel/frame']").length === count,
    count,
  );

/** Waits until this session no longer computes. @param {string} session */
const ends = (session) =>
  until(
    page,
    "the end",
    async (session) =>
      !(await window.insitu.sessions.list()).find(({ id }) => id === session)?.computing,
    session,
  );

const questions = async () => (await shown(page)).map(({ question }) => question);

/** @type {string} */
let first;
/** @type {string} */
let second;

test("a turn goes on while another session is shown and asked, and its answer is there afterwards, also after a reload", async () => {
  await page.evaluate(() => Reflect.set(window, "sameDocument", true));
  const sentences = "This sentence is one of many. ".repeat(10);
  const { wait, release } = holding();
  upstream.script(
    { text: "First I compute. ", calls: [slow("a", 20, 3)] },
    { text: sentences, bytes: 160, pause: 20, wait },
  );
  await type(page, "The slow one");
  await page.locator(".step").waitFor();
  first = await shownId();
  await create();
  assert.equal(await page.locator(id("turn")).count(), 0);
  assert.equal(
    await page.locator(id("composer")).evaluate((field) => field === document.activeElement),
    true,
  );
  assert.equal((await titled("The slow one")).computing, true);
  await ready(page);
  await kernels(2);
  // Its code has run meanwhile.
  await upstream.received(1);
  upstream.script({ text: "A quick answer." });
  await ask(page, "The quick one");
  second = await shownId();
  assert.notEqual(second, first);
  assert.deepEqual(await questions(), ["The quick one"]);
  assert.equal((await run(page, "'a' in globals()")).results[0].text, "False");
  await openSessions(page);
  const row = page.locator(id("session")).filter({ hasText: "The slow one" });
  await row.filter({ hasText: "Computing" }).waitFor();
  release();
  await row.filter({ hasText: "New answer" }).waitFor({ timeout: 60_000 });
  assert.equal((await titled("The slow one")).computing, false);
  await kernels(1);
  await row.locator(".sessions-name").click();
  await page.locator(id("turn")).filter({ hasText: "The slow one" }).waitFor();
  await page.locator(id("sessions")).waitFor({ state: "detached" });
  const [turn] = await shown(page);
  assert.equal(turn.answer, sentences.trim());
  assert.equal(turn.done, true);
  assert.equal(await page.evaluate(() => Reflect.get(window, "sameDocument")), true);
  await page.reload();
  await page.locator(id("turn")).waitFor();
  assert.deepEqual(await shown(page), [turn]);
  await open(second);
  assert.deepEqual(await questions(), ["The quick one"]);
});

test("a session that is shown again has its variables, after its code has run again where its interpreter was ended", async () => {
  await ready(page);
  upstream.script({ calls: [python("b = 7\nprint(b)")] }, { text: "Seven." });
  await ask(page, "Set b.");
  await open(first);
  await kernels(1);
  await page.locator(id("notice")).filter({ hasText: "Its variables come back" }).waitFor();
  await ready(page);
  upstream.script({ calls: [python("print('a is', a, 'b' in globals())")] }, { text: "It is 20." });
  await ask(page, "What is a?");
  assert.match(upstream.exchanges.at(-1)?.json.messages.at(-1)?.content ?? "", /a is 20 False/);
  await open(second);
  await ready(page);
  upstream.script({ calls: [python("print('b is', b, 'a' in globals())")] }, { text: "It is 7." });
  await ask(page, "What is b?");
  assert.match(upstream.exchanges.at(-1)?.json.messages.at(-1)?.content ?? "", /b is 7 False/);
});

test("what streams is shown again when its session is, and stopping one does not stop the other", async () => {
  upstream.script({ calls: [slow("c", 1, 600)] });
  await type(page, "Compute c.");
  await page.locator('.step[data-state="running"]').waitFor();
  await open(first);
  await ready(page);
  const { wait, release } = holding();
  upstream.script({ calls: [slow("d", 1, 5)] }, { text: "That was d.", wait });
  await type(page, "Compute d.");
  await page
    .locator(".step")
    .last()
    .locator(id("stdout"))
    .getByText("d at")
    .waitFor({ state: "attached" });
  await open(second);
  await page
    .locator('.step[data-state="running"]')
    .locator(id("stdout"))
    .getByText("c at")
    .waitFor();
  await page.locator(id("stop")).click();
  await over(page.locator(id("turn")).last());
  assert.equal((await titled("The slow one")).computing, true);
  release();
  await ends(first);
  await open(first);
  await page.locator(id("turn")).last().getByText("That was d.").waitFor();
  assert.equal((await run(page, "1 + 1")).results[0].text, "2");
});

test("files, settings and the ledger are those of the session", async () => {
  await drop(page, [{ name: "one.csv", content: "n\n1\n" }]);
  await page.locator(id("file-kept")).waitFor();
  await profile(page, "one.csv");
  await disclose(page, "Column info only");
  upstream.script({ text: "With the shape." });
  await ask(page, "Only the shape.");
  const requests = Number.parseInt(await page.locator(id("privacy-open")).innerText(), 10);
  await open(second);
  await page.locator(id("turn")).filter({ hasText: "Set b." }).waitFor();
  assert.equal(await page.locator(id("file")).count(), 0);
  const allowed = () => page.locator(id("privacy-open")).getAttribute("title");
  assert.match(String(await allowed()), /Everything printed$/);
  await create();
  assert.equal(await page.locator(id("file")).count(), 0);
  await open(first);
  await profile(page, "one.csv");
  assert.match(String(await allowed()), /Column info only$/);
  assert.equal(Number.parseInt(await page.locator(id("privacy-open")).innerText(), 10), requests);
});

test("a turn that waits for consent goes on waiting while it is not shown, and the list says so", async () => {
  await disclose(page, "Ask me first");
  await ready(page);
  upstream.script({ calls: [python("import time\ntime.sleep(2)\nprint('private')")] });
  await type(page, "Ask me.");
  await page.locator('.step[data-state="running"]').waitFor();
  await open(second);
  await openSessions(page);
  const row = page.locator(id("session")).filter({ hasText: "The slow one" });
  await row.filter({ hasText: "Waits for your consent" }).waitFor();
  assert.equal(await page.locator(id("consent")).isVisible(), false);
  await row.locator(".sessions-name").click();
  await page.locator(id("consent")).getByText("private").waitFor();
  upstream.script({ text: "Thank you." });
  await page.getByRole("button", { name: "Send", exact: true }).last().click();
  await page.locator(id("turn")).last().getByText("Thank you.").waitFor();
});

test("what scripts have of a session keeps working for it when another one is shown", async () => {
  const value = await page.evaluate(async (second) => {
    const before = window.insitu;
    await before.run("mine = 'first'");
    await window.insitu.sessions.open(second);
    const [here, there] = await Promise.all([
      window.insitu.run("'mine' in globals()"),
      before.run("40 + 2"),
    ]);
    const refused = await before.replay().catch((error) => error.message);
    return [here.results[0].text, there.results[0].text, refused];
  }, second);
  assert.deepEqual(value.slice(0, 2), ["False", "42"]);
  assert.match(String(value[2]), /not shown/);
  await kernels(1);
});

test("three sessions compute at once at most, and the fourth is refused with the names of the others", async () => {
  await ready(page);
  const long = () => python("import time\ntime.sleep(120)");
  for (const name of ["Long one", "Long two", "Long three"]) {
    await create();
    await ready(page);
    upstream.script({ calls: [long()] });
    await type(page, name);
    await page.locator('.step[data-state="running"]').waitFor();
  }
  const refused = await page.evaluate(() =>
    window.insitu.sessions.create().then(
      () => "",
      (error) => error.message,
    ),
  );
  for (const name of ["Long one", "Long two", "Long three", "Stop one"])
    assert.ok(refused.includes(name), refused);
  await kernels(3);
  await openSessions(page);
  await page.locator(id("new-session")).click();
  await page.locator(id("sessions-status")).filter({ hasText: "Stop one" }).waitFor();
  await page.getByRole("button", { name: "Stop Long one" }).click();
  await ends((await titled("Long one")).id);
  await page.locator(id("new-session")).click();
  await page.locator(id("sessions")).waitFor({ state: "detached" });
  assert.deepEqual(await questions(), []);
  await kernels(3);
  for (const name of ["Long two", "Long three"]) {
    await open((await titled(name)).id);
    await page.locator(id("stop")).click();
    await over(page.locator(id("turn")).last());
  }
});

test("killed while two sessions answer, both lack at most the sentence that was being written", async () => {
  const sentences = Array.from(
    { length: 200 },
    (_, at) => `Sentence number ${at} of the answer. `,
  ).join("");
  await open(first);
  await ready(page);
  await disclose(page, "Everything printed");
  upstream.script(
    { text: sentences, bytes: 160, pause: 40 },
    { text: sentences, bytes: 160, pause: 40 },
  );
  await type(page, "Write much.");
  await page.locator(id("turn")).last().getByText("Sentence number 2 of").waitFor();
  await open(second);
  await ready(page);
  await type(page, "You too.");
  await page.locator(id("turn")).last().getByText("Sentence number 2 of").waitFor();
  // Both logs have what comes after it, each stored by itself.
  for (const session of [first, second]) await logged(page, "Sentence number 3 of", session);
  await kept.crash();
  page = await kept.open();
  for (const [session, question] of [
    [first, "Write much."],
    [second, "You too."],
  ]) {
    await open(session);
    const turn = page.locator(id("turn")).filter({ hasText: question });
    await turn.getByText("The page was closed before this was complete.").waitFor();
    assert.match(await turn.innerText(), /Sentence number 2 of the answer\./);
  }
});
