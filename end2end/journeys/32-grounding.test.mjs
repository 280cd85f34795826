// A model that lies: states numbers that nothing computed, insists, misreads its own result, prints what it made up, and says that work was done.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { valid } from "../../public/tests/schema.js";
import { addFile, openPage } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, choose, id } from "../support/user.mjs";
import { MODEL, python } from "../support/upstream.mjs";

const { upstream, server, browser, page } = await scriptedJourney();

const MEAN = "import pandas as pd\ndf = pd.read_csv('orders.csv')\nprint(df['amount'].mean())";

before(() => addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.25\n"));

/**
 * Asks by `window.insitu`; returns the turn, and its claims as "text: support".
 *
 * @param {string} question
 */
async function claimsOf(question) {
  const turn = valid("Turn", await page.evaluate((question) => window.insitu.ask(question), question));
  return { turn, claims: turn.claims.map(({ text, support }) => `${text}: ${support}`) };
}

/** Returns the last message of the user's side in the last request. */
const sentBack = () => /** @type {string} */ (upstream.exchanges.at(-1)?.json.messages.findLast((message) => message.role === "user")?.content);

test("a number that nothing has computed is sent back, and the corrected answer shows where its number is from", async () => {
  upstream.script({ text: "The mean amount is 41.70." }, { calls: [python(MEAN)] }, { text: "The mean amount is **33.25**." });
  const turn = await ask(page, "mean amount?");
  assert.match(JSON.stringify(upstream.exchanges[1].json.messages), /no code has computed/);
  assert.equal((await turn.locator(id("answer")).innerText()).trim(), "The mean amount is 33.25.");
  assert.equal(await turn.locator(id("not-computed")).isVisible(), false);
  const mark = turn.locator(id("claim"));
  assert.equal(await mark.count(), 1);
  const note = mark.getByRole("tooltip", { includeHidden: true });
  assert.equal(await note.isVisible(), false);
  await mark.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  assert.equal(await note.innerText(), "Found in what the code printed.");
  await mark.click();
  const target = turn.locator("li:target");
  assert.equal(await target.locator(id("step")).count(), 1, "the click leads to the step");
});

test("a model that insists is shown, in plain sight, as not computed", async () => {
  upstream.script({ text: "There are 1,204 late orders." }, { text: "As I said, 1,204." });
  const turn = await ask(page, "how many late orders?");
  await turn.locator(id("not-computed")).waitFor();
  assert.match(await turn.locator(id("not-computed")).innerText(), /Not computed/);
  assert.match(await turn.locator(id("claims-note")).innerText(), /1 number was not found in any result/);
  assert.equal(upstream.exchanges.length, 2, "it is asked once more, not again and again");
});

test("a number beside the results is marked, and those of the results and what follows from them are not", async () => {
  upstream.script(
    { calls: [python("print(df.groupby('item')['amount'].sum())")] },
    { text: "Chair 80 and lamp 19.75, together 99.75. Last year it was 88.10." },
  );
  const { turn, claims } = await claimsOf("sums by item?");
  assert.deepEqual(claims, ["80: found", "19.75: found", "99.75: derived", "88.10: missing"]);
  assert.deepEqual([turn.claims[2].note, turn.claims[2].step], ["80 + 19.75, from what the code printed.", 0]);
  assert.equal(turn.answer.slice(turn.claims[3].start, turn.claims[3].end), "88.10");
});

test("code that prints what the model made up computes nothing", async () => {
  upstream.script({ calls: [python("print('The median is 17.31')")] }, { text: "The median is 17.31." });
  assert.deepEqual((await claimsOf("the median?")).claims, ["17.31: typed"]);
});

test("a number of another row is marked where it stands, and that of the row is not", async () => {
  upstream.script({ calls: [python("print(df.groupby('item')['amount'].sum())")] }, { text: "Chair comes to 19.75 and lamp to 80." });
  const { turn, claims } = await claimsOf("sums by item again?");
  assert.deepEqual(claims, ["19.75: misplaced", "80: misplaced"]);
  assert.equal(turn.claims[0].note, "In what the code printed this is the value of another row.");
  upstream.script({ text: "Chair comes to 80 and lamp to 19.75." });
  assert.deepEqual((await claimsOf("really?")).claims, ["80: found", "19.75: found"]);
});

test("data that is typed into the code is said to be so, with the step, the answer and each number", async () => {
  upstream.script(
    { calls: [python("import pandas as pd\npd.DataFrame({'item': ['a', 'b', 'c'], 'amount': [11, 23, 42]})['amount'].sum()")] },
    { text: "It is 76." },
  );
  const turn = await ask(page, "sum of the amounts?");
  assert.match(await turn.locator(id("claims-note")).innerText(), /What the code showed is from data typed into the code\./);
  assert.match((await turn.locator(id("lineage")).textContent()) ?? "", /What it shows is from data typed into the code\./);
  upstream.script(
    { calls: [python("import numpy as np\nprint(np.random.default_rng(1).normal(50, 5, 30).mean().round(2))")] },
    { text: "I made up a sample." },
  );
  assert.deepEqual((await claimsOf("simulate")).turn.steps[0].outcome?.lineage, { files: false, made: ["random"] });
  upstream.script({ calls: [python("print(df['amount'].sample(2, random_state=3).sum())")] }, { text: "Done." });
  assert.deepEqual((await claimsOf("a sample of two rows")).turn.steps[0].outcome?.lineage, { files: true, made: ["random"] });
});

test("work that is said to be done without code is sent back, and so is a name", async () => {
  upstream.script({ text: "I have plotted the amounts." }, { text: "I could not plot them." });
  assert.equal((await claimsOf("plot the amounts")).turn.notComputed, false);
  assert.match(sentBack(), /run_python/);
  upstream.script({ text: "The best customer is Rodriguez." }, { text: "The best customer is Rodriguez." });
  assert.equal((await claimsOf("who is the best customer?")).turn.notComputed, true);
});

test("an answer from an earlier result, a question back and a refusal need no code", async () => {
  for (const text of ["As above, the mean is 33.25.", "Which column do you mean?", "I cannot know that from the file."]) {
    upstream.script({ text });
    const { turn } = await claimsOf("and?");
    assert.deepEqual([turn.answer, turn.notComputed], [text, false]);
  }
});

test("the planner's numbers are found in its results", async () => {
  await page.evaluate(() => window.insitu.addFile(new File(["region,sales\nNorth,10\nSouth,32.5\nNorth,4\n"], "sales.csv", { type: "text/csv" })));
  await choose(page, "Built-in planner");
  const { turn, claims } = await claimsOf("total sales by region in sales.csv");
  assert.ok(turn.steps.length > 0 && claims.length > 0, turn.answer);
  assert.deepEqual(
    claims.filter((claim) => claim.endsWith("missing")),
    [],
  );
});

test("without the module that compares, answers have no marks, and a number without code is still not computed", async () => {
  const prepare = (/** @type {import("playwright-core").Page} */ page) => page.route(/\/lazy_module[^/]*\.wasm/, (route) => route.fulfill({ status: 404 }));
  const other = await openPage(browser, server.url, { prepare });
  await addFile(other, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.25\n");
  await choose(other, MODEL);
  upstream.script({ text: "The mean is 41.70." }, { text: "It is 41.70." }, { calls: [python(MEAN)] }, { text: "The mean is 33.25." }, { text: "As I said." });
  const turns = [];
  for (const question of ["mean amount?", "compute it", "sure?"]) turns.push(await other.evaluate((question) => window.insitu.ask(question), question));
  assert.deepEqual(
    turns.map(({ answer, notComputed, claims }) => [answer, notComputed, claims.length]),
    [
      ["It is 41.70.", true, 0],
      ["The mean is 33.25.", false, 0],
      ["As I said.", false, 0],
    ],
  );
  await other.context().close();
});
