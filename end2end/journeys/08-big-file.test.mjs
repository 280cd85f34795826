// A 200 MB CSV is added and summed, and a million lines are printed, while the page responds to
// clicks. How long its main thread is busy at a time, bench/responsiveness.mjs measures.

import { after, before, test } from "node:test";
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { writeBigFile } from "../support/big_file.mjs";
import { run, within } from "../support/browser.mjs";
import { happened, now, untilEvent } from "../support/done.mjs";
import { scriptedJourney } from "../support/fixture.mjs";
import { choose, id, over, profile, type, unfold } from "../support/user.mjs";
import { MODEL, python } from "../support/upstream.mjs";

const { upstream, page } = await scriptedJourney({ ownBrowser: true });
const folder = await mkdtemp(path.join(tmpdir(), "insitu-big-"));
const file = path.join(folder, "big.csv");
/** @type {number} */
let rows;

before(async () => {
  rows = await writeBigFile(file);
});
after(() => rm(folder, { recursive: true, force: true }));

/**
 * Checks that the page responds to a click before something ends that has begun: it opens the list
 * of what was sent.
 *
 * @param {number} since what had happened before
 * @param {"file" | "execution-ended" | "turn-ended"} end
 * @param {object} [data] of what happens at the end
 */
async function respondsBefore(since, end, data) {
  await page.locator(id("privacy-open")).click();
  await page.locator(id("ledger")).waitFor();
  assert.deepEqual(await happened(page, since, end, data), [], "the page responds before the end");
  await page.keyboard.press("Escape");
}

test("the file is mounted and profiled without blocking the page", async () => {
  const since = await now(page);
  await page.locator(".pick input").first().setInputFiles(file);
  await untilEvent(page, since, "file");
  await respondsBefore(since, "file", { state: "ready" });
  const text = await (await profile(page, "big.csv", 120_000)).innerText();
  assert.match(text, /amount/);
  assert.match(text, new RegExp(`${rows.toLocaleString("en")}|${rows}|about|estimated|≈|~`), text);
});

test("the file is summed in chunks without blocking the page", async () => {
  const since = await now(page);
  const code =
    "import pandas as pd\nsum(int(part['amount'].sum()) for part in pd.read_csv('big.csv', usecols=['amount'], chunksize=200_000))";
  const running = within(180_000, "the sum", run(page, code));
  await untilEvent(page, since, "execution-began");
  await respondsBefore(since, "execution-ended");
  const outcome = await running;
  assert.equal(outcome.results[0]?.text, String(rows * 7), JSON.stringify(outcome.error));
});

test("streaming a million lines of output does not block the page", async (context) => {
  await choose(page, MODEL);
  const since = await now(page);
  upstream.script(
    { calls: [python("for i in range(1_000_000): print(i)\nprint('the end')")] },
    { text: "Counted." },
  );
  const turn = await type(page, "count to a million");
  await untilEvent(page, since, "execution-began");
  await respondsBefore(since, "execution-ended");
  await over(turn, 120_000);
  await unfold(turn);
  const shown = /** @type {string} */ (await turn.locator(id("stdout")).textContent());
  context.diagnostic(`${shown.length} characters shown`);
  assert.match(shown, /^0\n1\n/);
  assert.match(shown, /not shown here/);
  assert.match(shown, /the end\n?$/);
});
