// Takes pictures of the page in the states that people meet, for the README and for looking at it as a designer would.
//
//     node end2end/screenshots.mjs FOLDER

import { mkdir } from "node:fs/promises";
import path from "node:path";
import { addFile, openPage, ready, startBrowser } from "./support/browser.mjs";
import { ask, choose, consent, disclose, id, over, profile, type, unfold } from "./support/person.mjs";
import { startServer } from "./support/server.mjs";
import { MODEL, python, startUpstream } from "./support/upstream.mjs";

const folder = process.argv[2] ?? "end2end/results/screenshots";

const LOOKS = {
  desktop: { width: 1280, height: 860, colorScheme: "light" },
  "desktop-dark": { width: 1280, height: 860, colorScheme: "dark" },
  phone: { width: 390, height: 844, colorScheme: "light" },
  "phone-dark": { width: 390, height: 844, colorScheme: "dark" },
};

await mkdir(folder, { recursive: true });
const upstream = await startUpstream();
const server = await startServer({ model: upstream.model });
const browser = await startBrowser();

try {
  await planner();
  await model();
} finally {
  await browser.close();
  await server.stop();
  await upstream.stop();
}

/** The empty page, then the sample with two questions answered by the planner. */
async function planner() {
  const page = await openPage(browser, server.url, { boot: false });
  await everywhere(page, "1-empty");
  await page.locator(id("sample-sales")).click();
  await profile(page, "sales.csv", 150_000);
  await choose(page, "Built-in planner");
  await everywhere(page, "2-file");
  await ask(page, "top 5 customers by revenue");
  await everywhere(page, "3-ranking");
  const turn = await ask(page, "monthly revenue as a chart");
  await turn.locator(`${id("figure")} img`).first().evaluate((image) => image.decode());
  await everywhere(page, "4-chart");
  await unfold(turn);
  await everywhere(page, "5-steps", true);
  await page.context().close();
}

/** A turn of a language model with a correction, its request for consent, the ledger, an error, a run under way. */
async function model() {
  const page = await openPage(browser, server.url);
  await addFile(page, "orders.csv", "item,amount,day\nlamp,12.5,2026-01-03\nchair,80,2026-01-04\nlamp,7.5,2026-02-01\ntable,240,2026-02-11\n");
  await profile(page, "orders.csv");
  await choose(page, MODEL);
  upstream.script(
    { text: "I'll add up the prices first.", calls: [python("import pandas as pd\n\ndf = pd.read_csv('orders.csv')\ndf.groupby('item')['price'].sum()", "add up the prices per item")] },
    { text: "The column is called `amount`.", calls: [python("totals = df.groupby('item')['amount'].sum().sort_values(ascending=False)\nprint(f'{len(df)} orders')\ntotals", "add up the amounts per item")] },
    { text: "**Tables** bring in the most:\n\n| item | total |\n|---|---:|\n| table | 240.00 |\n| chair | 80.00 |\n| lamp | 20.00 |\n\nThe lamps come in two small orders; see the [catalogue](https://example.org/lamps)." },
  );
  await ask(page, "Which item brings in the most, and how are the others spread?");
  await everywhere(page, "6-model");
  await page.locator(id("ledger-open")).click();
  await everywhere(page, "7-ledger");
  await page.keyboard.press("Escape");
  upstream.script({ status: 401, error: "Incorrect API key provided" });
  await ask(page, "And by month?");
  await everywhere(page, "8-error");
  await disclose(page, "Ask me first");
  upstream.script({ calls: [python("df.describe()", "describe the numbers")] }, { text: "Done." });
  const asked = await type(page, "Describe the numbers");
  await page.locator(id("consent")).waitFor();
  await everywhere(page, "9-consent");
  await consent(page, "Send");
  await over(asked);
  upstream.script({ calls: [python("import time\nfor step in range(100):\n    print('step', step)\n    time.sleep(0.2)", "work through a hundred steps")] });
  const running = await type(page, "Work through it");
  await running.getByText("step 3").first().waitFor();
  await everywhere(page, "10-running");
  await page.locator(id("stop")).click();
  await over(running);
  await ready(page);
  await page.context().close();
}

/** One picture per look. */
async function everywhere(page, name, fullPage = false) {
  for (const [look, { width, height, colorScheme }] of Object.entries(LOOKS)) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: path.join(folder, `${name}-${look}.png`), fullPage });
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}
