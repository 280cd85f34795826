// axe-core finds no violations, in every state of the page, at phone and desktop width, light and
// dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addFile, ready } from "../support/browser.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { LOOKS, expectAccessible } from "../support/looks.mjs";
import {
  ask,
  choose,
  consent,
  disclose,
  id,
  over,
  profile,
  type,
  unfold,
} from "../support/user.mjs";
import { MODEL, python } from "../support/upstream.mjs";

const { upstream, server, page } = await scriptedJourney({ boot: false });

test("the header fits at every width, while Python loads too", async () => {
  const loading = await page.context().newPage();
  /** @type {(value?: unknown) => void} */
  let release = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  try {
    await loading.route(/\/runtime\//, async (route) => {
      await held;
      await route.continue();
    });
    await loading.goto(server.url);
    await loading.waitForFunction(() => window.insitu !== undefined);
    await choose(loading, "Built-in planner");
    await loading.locator("[data-testid=kernel-badge] progress").waitFor();
    for (const width of [320, 390, 600, 820, 834, 960, 1100, 1280, 1360, 1500]) {
      await loading.setViewportSize({ width, height: 900 });
      const overflow = await loading.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(overflow <= 0, `the page is ${overflow} px too wide at ${width} px`);
      const header = await loading.locator(".header").evaluate((header) => ({
        height: header.getBoundingClientRect().height,
        // What is shown of it must not reach beyond the page.
        right: Math.max(
          ...Array.from(
            header.querySelectorAll(".header-choices > *"),
            (one) => one.getBoundingClientRect().right,
          ),
        ),
      }));
      assert.ok(header.height <= 56, `the header is ${header.height} px high at ${width} px`);
      assert.ok(header.right <= width, `it is ${header.right} px wide at ${width} px`);
    }
  } finally {
    release();
    await loading.close();
  }
});

test("a conversation is accessible", async () => {
  await ready(page);
  await addFile(page, "shop.csv", "item,amount\nlamp,12.5\nchair,80\nlamp,7.5\n");
  await profile(page, "shop.csv");
  await choose(page, MODEL);
  await choose(page, MODEL);
  upstream.script(
    {
      text: "Let me look.",
      calls: [python("import pandas as pd\ndf = pd.read_csv('shop.csv')\nprint(len(df))\ndf")],
    },
    {
      calls: [
        python(
          "import matplotlib.pyplot as plt\ndf.plot.bar(x='item'); plt.title('Amounts')\ndf.to_csv('copy.csv')",
        ),
      ],
    },
    {
      text: "## Amounts\n\n| item | amount |\n|---|---|\n| lamp | 20 |\n\nSee [the site](https://example.org) and `df`.\n\n```python\ndf.sum()\n```",
    },
  );
  const turn = await ask(page, "what is in it?");
  await unfold(turn);
  await expectAccessible(page, "html", LOOKS);
});

test("the page is accessible while the model writes", async () => {
  upstream.script({ text: "Still writing", hold: true });
  const turn = await type(page, "write");
  await turn.getByText("Still writing").waitFor();
  await expectAccessible(page, "html", LOOKS);
  await page.locator(id("stop")).click();
  await over(turn);
});

test("a Python error and a provider's error are accessible", async () => {
  upstream.script(
    { calls: [python("def inner(row):\n    return row['price']\ndf.apply(inner, axis=1)")] },
    { status: 401, error: "Incorrect API key provided" },
  );
  const turn = await ask(page, "fail");
  await turn.getByText("KeyError").first().waitFor({ state: "attached" });
  await unfold(turn);
  await expectAccessible(page, "html", LOOKS);
});

test("the privacy panel and the menu are accessible", async () => {
  for (const [opener, panel] of [
    ["privacy-open", "ledger"],
    ["more-open", "more"],
  ]) {
    await page.locator(id(opener)).click();
    await page.locator(id(panel)).waitFor();
    await expectAccessible(page, "html", LOOKS);
    await page.keyboard.press("Escape");
  }
});

test("a chosen theme counts whatever the system's is, also before the program of the next visit", async () => {
  const paper = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  /** @type {Record<string, string>} */
  const papers = {};
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    papers[colorScheme] = await paper();
  }
  assert.notEqual(papers.dark, papers.light);
  await page.locator(id("more-open")).click();
  await page.locator(id("theme")).getByText("Dark", { exact: true }).click();
  assert.equal(await paper(), papers.dark);
  await page.keyboard.press("Escape");
  const other = await page.context().newPage();
  try {
    await other.emulateMedia({ colorScheme: "light" });
    await other.route(/\/pkg\/.*\.wasm$/, () => {});
    await other.goto(server.url, { waitUntil: "commit" });
    await other.locator(id("composer")).waitFor();
    assert.equal(
      await other.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
      papers.dark,
    );
  } finally {
    await other.close();
  }
  await page.locator(id("more-open")).click();
  await page.locator(id("theme")).getByText("System", { exact: true }).click();
  assert.equal(await paper(), papers.light);
  await page.keyboard.press("Escape");
});

test("the request for consent is accessible", async () => {
  await disclose(page, "Ask me first");
  upstream.script({ calls: [python("print('a secret')")] }, { text: "Thanks." });
  const turn = await type(page, "may I?");
  await page.getByRole("dialog", { name: "May the model see this result?" }).waitFor();
  await expectAccessible(page, "html", LOOKS);
  await consent(page, "Send");
  await over(turn);
});
