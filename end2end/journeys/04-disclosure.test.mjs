// What leaves the browser: nothing with the planner; with a model, printed text that the user's
// setting allows. The tests plant a sentinel in a file and search for it in every request of the
// browser and in everything that the upstream receives.

import { before, test } from "node:test";
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { neverBreached } from "../support/breach.mjs";
import { addFile, openPage, run } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import {
  ask,
  choose,
  consent,
  disclose,
  id,
  over,
  profile,
  saved,
  type,
} from "../support/user.mjs";
import { MODEL, python, toolTexts } from "../support/upstream.mjs";

const SENTINEL = "Qz7xSENTINELw4Kp";
// The most frequent value, the first, the last and the greatest contain it, in a column that looks
// like a category.
const FILE = `name,grade,amount\n${`${SENTINEL},${SENTINEL}-grade,1\n`.repeat(20)}Ann,b,2\nBob,c,3\nzz-${SENTINEL},b,4\n`;

const { upstream, server, browser, page } = await scriptedJourney();

before(async () => {
  await addFile(page, "people.csv", FILE);
  await profile(page, "people.csv");
});

test("Python reads the sentinel from the file", async () => {
  const outcome = await run(page, "print(open('people.csv').read())");
  assert.ok(outcome.stdout.includes(SENTINEL));
});

test("with the planner no request with content leaves the browser", async () => {
  await choose(page, "Built-in planner");
  const before = page.sent.length;
  for (const question of [
    "give me an overview",
    "count by name",
    `rows where name = ${SENTINEL}`,
    "total amount by grade",
  ]) {
    await ask(page, question);
  }
  const left = page.sent.slice(before);
  assert.deepEqual(
    left.filter((request) => request.method !== "GET" || request.body !== null),
    [],
  );
  assert.deepEqual(
    left
      .filter((request) => /[?#]/.test(request.url) || !request.url.startsWith(server.url))
      .filter(isNetwork),
    [],
  );
  assert.deepEqual(page.sockets, []);
  assert.equal(upstream.exchanges.length, 0);
  absent();
});

test("what stands around a table is shown to the user, and named to a model without its text", async () => {
  const rows = `region,weight\n,kg\n${SENTINEL} West,1\nEast,2\nNorth,4\nTotal of ${SENTINEL},7\n`;
  await addFile(
    page,
    "report.ssv",
    `Report of ${SENTINEL}\n\n${rows}\nSource: the books of ${SENTINEL}\n`,
  );
  const text = await (await profile(page, "report.ssv")).innerText();
  for (const part of [
    "above the table: “Report of",
    "units beneath the header: “kg”",
    "row 4 of the data is a total",
    "beneath the table: “Source",
  ]) {
    assert.ok(text.includes(part), `${part} is missing in: ${text}`);
  }
  await choose(page, MODEL);
  await disclose(page, "Everything printed");
  upstream.script({ text: "It has weights." });
  await ask(page, "what is in report.ssv?");
  const prompt = upstream.exchanges[0].json.messages[0].content;
  for (const part of [
    "above the header left out",
    "row of units beneath the header",
    "df.drop(index=df.index[[3]])",
    '"weight": whole numbers in kg',
    "beneath the data left out",
  ]) {
    assert.ok(prompt.includes(part), `${part} is missing in: ${prompt}`);
  }
  absent();
});

test("with a model, the sentinel does not leave before code prints it", async () => {
  upstream.script(
    { calls: [python("import pandas as pd\ndf = pd.read_csv('people.csv')\nlen(df)")] },
    { calls: [python("print(df['amount'].sum())")] },
    { text: "There are 23 rows." },
  );
  await ask(page, "how many rows are there?");
  assert.equal(upstream.exchanges.length, 3);
  assert.match(
    JSON.stringify(upstream.exchanges[0].json.messages),
    /people\.csv/,
    "the model knows the file",
  );
  assert.match(JSON.stringify(upstream.exchanges[0].json.messages), /amount/, "and its columns");
  absent();
  upstream.script({ calls: [python("print(df['name'].iloc[0])")] }, { text: "That is the first." });
  await ask(page, "who is first?");
  assert.ok(
    /** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)).includes(SENTINEL),
    "printed, it goes",
  );
});

test("the ledger has every body that was sent, byte for byte", async () => {
  upstream.script({ text: "They are names and amounts." });
  await ask(page, "what are these columns?");
  const posts = /** @type {{ body: Buffer }[]} */ (
    page.sent.filter((request) => request.method === "POST")
  );
  await page.locator(id("privacy-open")).click();
  const shown = /** @type {string} */ (await page.locator(id("ledger")).textContent());
  for (const { body } of posts) {
    const digest = createHash("sha256").update(body).digest("hex");
    neverBreached(() => assert.ok(shown.includes(digest), `${digest} is not in the ledger`));
  }
  const { bytes } = await saved(page, () =>
    page.locator(id("ledger")).getByRole("button", { name: "Download" }).click(),
  );
  for (const { body } of posts) {
    const digest = createHash("sha256").update(body).digest("hex");
    neverBreached(() => assert.ok(bytes.includes(digest), `${digest} is not in the saved ledger`));
  }
  await page.keyboard.press("Escape");
  const last = JSON.parse(/** @type {{ body: Buffer }} */ (posts.at(-1)).body.toString());
  assert.deepEqual(
    last.messages,
    upstream.exchanges.at(-1)?.json.messages,
    "the relay passes on what the ledger shows",
  );
});

test("in shape-only mode output does not leave either, by whatever form of output", async () => {
  const fresh = await freshSession("Column info only");
  upstream.script(
    {
      calls: [
        python(
          "import pandas as pd\ndf = pd.read_csv('people.csv')\nprint(df.head(), df['name'].tolist())\ndf",
        ),
      ],
    },
    { calls: [python("raise ValueError(df['name'].iloc[0])")] },
    { calls: [python("df[df['name'].iloc[0]]")] },
    { calls: [python("df.set_index('name').T")] },
    {
      calls: [
        python(
          "import matplotlib.pyplot as plt\nplt.bar(df['name'], df['amount']); plt.title(df['name'].iloc[0]); plt.show()",
        ),
      ],
    },
    { calls: [python("open(df['name'].iloc[0] + '.txt', 'w').write('x')")] },
    { text: "Done." },
  );
  await ask(fresh, "look at it from all sides");
  assert.equal(upstream.exchanges.length, 7);
  assert.match(
    /** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)),
    /23/,
    "the model still learns the number of rows",
  );
  assert.match(
    /** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)),
    /amount/,
    "and the columns",
  );
  assert.match(/** @type {string} */ (toolTexts(upstream.exchanges[2]).at(-1)), /ValueError/);
  absent(fresh);
  await fresh.context().close();
});

test("in ask-first mode the exact text is shown, and nothing leaves before the user agrees", async () => {
  const fresh = await freshSession("Ask me first");
  upstream.script(
    { calls: [python("print(open('people.csv').read()[:60])")] },
    { text: "I saw it." },
  );
  const turn = await type(fresh, "print the beginning");
  const request = fresh.locator(id("consent"));
  await request.waitFor();
  assert.equal(upstream.exchanges.length, 1);
  absent(fresh);
  assert.ok((await request.innerText()).includes(SENTINEL), "the user sees what would go");
  await consent(fresh, "Send");
  await over(turn);
  const toolText = /** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1));
  assert.ok(toolText.includes(SENTINEL));

  upstream.script(
    { calls: [python("print(open('people.csv').read()[-60:])")] },
    { text: "Only the shape, then." },
  );
  const second = await type(fresh, "and the end");
  await request.waitFor();
  await consent(fresh, "Send column info only");
  await over(second);
  neverBreached(() =>
    assert.ok(
      !(/** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)).includes(SENTINEL)),
    ),
  );

  // Each result of a turn is asked about, also one that is only a file. What the code makes is not
  // in the code.
  upstream.script(
    { calls: [python("print('one')")] },
    { calls: [python("print('again', 7719 * 2)")] },
    { calls: [python("open(f'/out/made-{7719 * 3}.txt', 'w').close()")] },
    { text: "Done." },
  );
  const several = await type(fresh, "in three steps");
  await request.filter({ hasText: "one" }).waitFor();
  await consent(fresh, "Send");
  for (const [at, made] of ["again 15438", "made-23157.txt"].entries()) {
    await request.filter({ hasText: made }).waitFor();
    const sent = upstream.exchanges.map(({ body }) => body);
    neverBreached(() =>
      assert.ok(
        sent.length === at + 2 && !sent.some((body) => body.includes(made)),
        `${sent.length} requests before the consent`,
      ),
    );
    await consent(fresh, "Send");
  }
  await over(several);
  assert.equal(upstream.exchanges.length, 4);

  upstream.script({ calls: [python("print('third', open('people.csv').read()[-60:])")] });
  const third = await type(fresh, "once more");
  await request.waitFor();
  await consent(fresh, "Stop");
  await over(third);
  neverBreached(() =>
    assert.equal(upstream.exchanges.length, 1, "after a no, nothing more is sent"),
  );
  await fresh.context().close();
});

test("a model elsewhere gets nothing before the user has agreed, once in this browser", async () => {
  await page.route("**/v1/models*", async (route) => {
    const response = await route.fetch();
    const json = await response.json();
    for (const { insitu } of json.data) {
      Object.assign(insitu, { local: false, host: "api.example.org" });
    }
    await route.fulfill({ response, json });
  });
  const listed = page.waitForResponse("**/v1/models*");
  await page.locator(id("model-menu")).click();
  await listed;
  await page.keyboard.press("Escape");
  await disclose(page, "Everything printed");
  const request = page.locator(id("consent"));
  const printing = [{ calls: [python("print(df['name'].iloc[0])")] }, { text: "That is it." }];

  upstream.script(...printing);
  const stopped = await type(page, "who is first of all?");
  await request.filter({ hasText: "api.example.org" }).waitFor();
  assert.ok((await request.innerText()).includes(SENTINEL), "the example is from the file");
  await consent(page, "Stop");
  await over(stopped);
  neverBreached(() => assert.equal(upstream.exchanges.length, 0, "a request without consent"));

  const declined = await type(page, "who is first then?");
  await request.waitFor();
  await consent(page, "Send column info only");
  await over(declined);
  assert.equal(upstream.exchanges.length, 2);
  for (const { body } of upstream.exchanges) {
    neverBreached(() => assert.ok(!body.includes(SENTINEL), "a value without consent"));
  }

  await disclose(page, "Everything printed");
  upstream.script(...printing);
  const agreed = await type(page, "who is first now?");
  await request.waitFor();
  neverBreached(() => assert.equal(upstream.exchanges.length, 0, "a request without consent"));
  await consent(page, "Agree");
  await over(agreed);
  assert.ok(/** @type {string} */ (toolTexts(upstream.exchanges[1]).at(-1)).includes(SENTINEL));
  upstream.script({ text: "The same." });
  await ask(page, "and again?");

  await page.locator(id("privacy-open")).click();
  await page.getByRole("button", { name: /^Revoke for .* \(api\.example\.org\)$/ }).click();
  await page.keyboard.press("Escape");
  upstream.script();
  const revoked = await type(page, "and once more?");
  await request.waitFor();
  await consent(page, "Stop");
  await over(revoked);
  neverBreached(() => assert.equal(upstream.exchanges.length, 0, "a request without consent"));
});

/** @param {string} disclosure */
async function freshSession(disclosure) {
  const fresh = await openPage(browser, server.url);
  await addFile(fresh, "people.csv", FILE);
  await profile(fresh, "people.csv");
  await choose(fresh, MODEL);
  await disclose(fresh, disclosure);
  return fresh;
}

/** Checks that no request contains the sentinel, in any encoding that it could have. */
function absent(from = page) {
  const forms = [SENTINEL, Buffer.from(SENTINEL).toString("hex"), ...[0, 1, 2].map(base64Core)];
  const left = from.sent.map(
    ({ url, body, headers }) =>
      `${url} ${body?.toString("latin1") ?? ""} ${JSON.stringify(headers)}`,
  );
  const arrived = upstream.exchanges.map((exchange) => exchange.body);
  for (const text of [...left, ...arrived, ...from.sockets]) {
    const found = forms.find((form) => text.includes(form));
    const at = text.indexOf(/** @type {string} */ (found));
    neverBreached(() =>
      assert.equal(
        found,
        undefined,
        `left the browser: ${text.slice(Math.max(0, at - 200), at + 60)}`,
      ),
    );
  }
}

/**
 * Returns the part of the sentinel's base64 that does not depend on its neighbours, at one of three
 * alignments.
 *
 * @param {number} shift
 */
function base64Core(shift) {
  const whole = Buffer.from("\0".repeat(shift) + SENTINEL).toString("base64");
  return whole.slice(shift === 0 ? 0 : 4, Math.floor((shift + SENTINEL.length) / 3) * 4);
}

/** @param {{ url: string }} request */
function isNetwork({ url }) {
  return !/^(blob|data|about):/.test(url);
}
