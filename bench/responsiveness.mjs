// Measures how long the page's main thread is busy at a time, in processor time, while a 200 MB
// file is added and summed, a million lines are printed, a result is updated thirty thousand times,
// and hostile code floods the page. Prints a Markdown table, and exits with an error if a task
// is longer than a user may notice.
//
//   npx tsx bench/responsiveness.mjs [--runs 3]
//
// The shortest of the runs counts: cores share their caches with whatever else the machine does,
// which costs processor time too. Needs what the journeys need (CHROMIUM, INSITU_BINARY,
// INSITU_SITE).

import { mkdtempSync, rmSync } from "node:fs";
import { link } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { writeBigFile } from "../end2end/support/big_file.mjs";
import { openPage, ready, run, startBrowser, within } from "../end2end/support/browser.mjs";
import { hostileCases, outlastsClicks } from "../end2end/support/hostile.mjs";
import { longestTask } from "../end2end/support/main-thread.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { MODEL, python, startUpstream } from "../end2end/support/upstream.mjs";
import { ask, choose, profile } from "../end2end/support/user.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { table } from "./support/statistics.mjs";

/**
 * The processor time of a task that a user does not notice, in milliseconds, and of one that is
 * noticed as a delay of a click.
 */
const UNNOTICED = 50;
const DELAY = 200;

const { values: options } = parseArgs({ options: { runs: { type: "string", default: "3" } } });
const RUNS = Number(options.runs);

await benchmark(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "insitu-responsiveness-"));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  const big = path.join(folder, "big.csv");
  await writeBigFile(big);
  const upstream = await startUpstream();
  atEnd(upstream.stop);
  const server = await startServer({ model: upstream.model });
  atEnd(server.stop);
  const browser = await startBrowser();
  atEnd(() => browser.close());
  const page = await openPage(browser, server.url);
  await choose(page, MODEL);
  const turn = (/** @type {string} */ code) => {
    upstream.script({ calls: [python(code)] }, { text: "Done." });
    return ask(page, "run it", 180_000);
  };

  /** @type {[what: string, most: number, act: (run: number) => Promise<unknown>][]} */
  const works = [
    [
      "adding and profiling a file of 200 MB",
      UNNOTICED,
      async (run) => {
        const added = path.join(folder, `big-${run}.csv`);
        await link(big, added);
        await page.locator(".pick input").first().setInputFiles(added);
        await profile(page, path.basename(added), 120_000);
      },
    ],
    [
      "summing it in chunks",
      UNNOTICED,
      () =>
        run(
          page,
          "import pandas as pd\nsum(int(part['amount'].sum()) for part in pd.read_csv('big-0.csv', usecols=['amount'], chunksize=200_000))",
        ),
    ],
    ["printing a million lines", UNNOTICED, () => turn("for i in range(1_000_000): print(i)")],
    [
      "updating a result 30,000 times",
      UNNOTICED,
      () => turn("h = display(0, display_id=True)\nfor i in range(30_000): h.update(i)"),
    ],
  ];
  for (const { name, code, timeout, stop } of hostileCases({ host: "127.0.0.1", port: 9 }).filter(
    outlastsClicks,
  )) {
    const act = async () => {
      const stopping =
        stop &&
        setTimeout(() => page.evaluate(() => window.insitu.interrupt()).catch(() => {}), stop);
      await within(200_000, name, run(page, code, timeout ? { timeoutMs: timeout } : undefined));
      clearTimeout(stopping);
      await ready(page);
    };
    works.push([`hostile: ${name}`, DELAY, act]);
  }

  const rows = [];
  for (const [what, most, act] of works) {
    let least = Infinity;
    for (let at = 0; at < RUNS && least > most; at += 1)
      least = Math.min(least, await longestTask(browser, page, () => act(at)));
    console.error(`measured ${what}`);
    rows.push([what, String(least), String(most), least > most ? "too long" : ""]);
  }
  console.log(table(["work", "longest task, ms", "at most", ""], rows));
  if (rows.some(([, , , verdict]) => verdict)) process.exitCode = 1;
});
