// What the page shows of the numbers of answers: their marks, what supports them, and what was not
// computed. Which answers are sent back and what supports a number is tested in
// crates/analyst/tests/native_harness and in crates/grounding.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { valid } from "../support/schema.mjs";
import { addFile, ready } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { ask, choose, id } from "../support/user.mjs";
import { python } from "../support/upstream.mjs";

const { upstream, page } = await scriptedJourney();

const MEAN = "import pandas as pd\ndf = pd.read_csv('orders.csv')\nprint(df['amount'].mean())";

before(() => addFile(page, "orders.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.25\n"));

/**
 * Asks by `window.insitu`; returns the turn, and its claims as "text: support".
 *
 * @param {string} question
 */
async function claimsOf(question) {
  const turn = valid(
    "Turn",
    await page.evaluate((question) => window.insitu.ask(question), question),
  );
  return { turn, claims: turn.claims.map(({ text, support }) => `${text}: ${support}`) };
}

test("a number that nothing has computed is sent back, and the corrected answer shows where its number is from", async () => {
  upstream.script(
    { text: "The mean amount is 41.70." },
    { calls: [python(MEAN)] },
    { text: "The mean amount is **33.25**." },
  );
  const turn = await ask(page, "mean amount?");
  assert.match(JSON.stringify(upstream.exchanges[1].json.messages), /no code has computed/);
  assert.equal((await turn.locator(id("answer")).innerText()).trim(), "The mean amount is 33.25.");
  assert.equal(await turn.locator(id("not-computed")).isVisible(), false);
  const mark = turn.locator(id("claim"));
  assert.equal(await mark.count(), 0, "a number that was verified has no mark");
  const badge = turn.locator(id("claims-badge"));
  assert.equal(await badge.innerText(), "1 number checked");
  await badge.click();
  assert.equal(await mark.count(), 1);
  const note = mark.getByRole("tooltip", { includeHidden: true });
  assert.equal(await note.isVisible(), false);
  await mark.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  assert.equal(await note.innerText(), "Found in what the code printed.");
  assert.equal(await turn.locator(id("stdout")).isVisible(), false, "the steps are closed");
  await mark.click();
  const line = turn.locator(id("found"));
  await line.waitFor();
  assert.equal(await line.innerText(), "33.25", "the click leads to the line");
  assert.ok(await line.evaluate((element) => element === document.activeElement));
  await badge.click();
  assert.equal(await mark.count(), 0);
});

test("a model that insists is shown, in plain sight, as not computed", async () => {
  upstream.script({ text: "There are 1,204 late orders." }, { text: "As I said, 1,204." });
  const turn = await ask(page, "how many late orders?");
  await turn.locator(id("not-computed")).waitFor();
  assert.match(await turn.locator(id("not-computed")).innerText(), /Not computed/);
  assert.equal(
    await turn.locator(id("claims-badge")).innerText(),
    "1 number could not be verified",
  );
  assert.equal(await turn.locator(id("claim")).count(), 1, "its mark is always there");
  const fold = turn.locator(id("about-answer"));
  assert.equal(await turn.locator(id("claims-note")).isVisible(), false);
  assert.equal(await fold.locator("summary").innerText(), "About this answer: 1 note");
  await fold.locator("summary").click();
  assert.match(
    await turn.locator(id("claims-note")).innerText(),
    /1 number was not found in any result/,
  );
  assert.equal(upstream.exchanges.length, 2, "it is asked once more, not again and again");
});

test("each number of an answer says what supports it", async () => {
  upstream.script(
    { calls: [python("print('The median is 17.31')\nprint(df.groupby('item')['amount'].sum())")] },
    {
      text: "Chair 80 and lamp 19.75, together 99.75. The median is 17.31. Last year it was 88.10.",
    },
  );
  const { turn, claims } = await claimsOf("sums by item?");
  assert.deepEqual(claims, [
    "80: found",
    "19.75: found",
    "99.75: derived",
    "17.31: typed",
    "88.10: missing",
  ]);
  assert.deepEqual(
    [turn.claims[2].note, turn.claims[2].step],
    ["80 + 19.75, from what the code printed.", 0],
  );
  assert.equal(turn.answer.slice(turn.claims[4].start, turn.claims[4].end), "88.10");
  upstream.script(
    { calls: [python("print(df.groupby('item')['amount'].sum())")] },
    { text: "Chair comes to 19.75 and lamp to 80." },
  );
  const swapped = await claimsOf("sums by item again?");
  assert.deepEqual(swapped.claims, ["19.75: misplaced", "80: misplaced"]);
  assert.equal(
    swapped.turn.claims[0].note,
    "In what the code printed this is the value of another row.",
  );
});

test("data that is typed into the code is said to be so, with the step, the answer and each number", async () => {
  upstream.script(
    {
      calls: [
        python(
          "import pandas as pd\npd.DataFrame({'item': ['a', 'b', 'c'], 'amount': [11, 23, 42]})['amount'].sum()",
        ),
      ],
    },
    { text: "It is 76." },
  );
  const turn = await ask(page, "sum of the amounts?");
  assert.match(
    await turn.locator(id("claims-note")).innerText(),
    /What the code showed is from data typed into the code\./,
  );
  assert.match(
    (await turn.locator(id("lineage")).textContent()) ?? "",
    /What it shows is from data typed into the code\./,
  );
});

test("the planner's numbers are found in its results", async () => {
  await page.evaluate(() =>
    window.insitu.addFile(
      new File(["region,sales\nNorth,10\nSouth,32.5\nNorth,4\n"], "sales.csv", {
        type: "text/csv",
      }),
    ),
  );
  await choose(page, "Built-in planner");
  const { turn, claims } = await claimsOf("total sales by region in sales.csv");
  assert.ok(turn.steps.length > 0 && claims.length > 0, turn.answer);
  assert.deepEqual(
    claims.filter((claim) => claim.endsWith("missing")),
    [],
  );
});

test("after a reload each number has its mark, and each answer its note", async () => {
  const marks = async () => {
    await page
      .locator(`${id("claims-badge")}[aria-pressed=false]`)
      .evaluateAll((badges) =>
        badges.forEach((badge) => /** @type {HTMLElement} */ (badge).click()),
      );
    return page.evaluate(() =>
      Array.from(document.querySelectorAll('[data-testid="turn"]'), (turn) =>
        Array.from(
          turn.querySelectorAll('[data-testid="claim"], [data-testid="claims-note"]'),
          (mark) => `${mark.className}: ${mark.textContent}`,
        ),
      ),
    );
  };
  const before = await marks();
  assert.ok(before.flat().length > 10 && before.every((turn) => turn.length > 0), `${before}`);
  await page.reload();
  await ready(page);
  await page
    .locator(id("rerun"))
    .or(page.locator(id("turn")))
    .first()
    .waitFor();
  await page.evaluate(() => window.insitu.settled());
  assert.deepEqual(await marks(), before);
});
