// Measures a long session: how long after a reload its end is shown, what scrolling through it
// costs the main thread, and what storing an execution costs it, beside the same session in memory
// (before the reload). Prints a Markdown table.
//
//   npx tsx bench/sessions.mjs [--executions 300] [--megabytes 100] [--rounds 3]
//
// The executions are those of turns with eight steps; half of the outputs are pictures, half are
// printed text. Needs Chromium (CHROMIUM) and what the journeys need (INSITU_BINARY, INSITU_SITE).

import { parseArgs } from "node:util";

import { ready } from "../end2end/support/browser.mjs";
import { longestTask, mainThreadTasks } from "../end2end/support/main-thread.mjs";
import { startServer } from "../end2end/support/server.mjs";
import { newProfile } from "../end2end/support/storage.mjs";
import { MODEL, python, startUpstream } from "../end2end/support/upstream.mjs";
import { choose, id } from "../end2end/support/user.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { quantile, spread, table } from "./support/statistics.mjs";

const { values: options } = parseArgs({
  options: {
    executions: { type: "string", default: "300" },
    megabytes: { type: "string", default: "100" },
    rounds: { type: "string", default: "3" },
  },
});
const [executions, megabytes, rounds] = [options.executions, options.megabytes, options.rounds].map(
  Number,
);

/** How many steps a turn has at most. */
const STEPS = 8;
/** How many executions are stored to measure one. */
const STORED = 300;
/** How far one turn of the wheel scrolls, in pixels, and how many there are. */
const WHEEL = [1_200, 60];

/**
 * Returns code with an output of about this many bytes.
 *
 * @param {number} at the execution's number
 * @param {number} bytes
 */
function code(at, bytes) {
  const setUp = `import numpy as np\nrng = np.random.default_rng(${at})`;
  if (at % 2 === 1)
    return `${setUp}\nfor row in rng.random((${Math.round(bytes / 165)}, 8)).tolist(): print(*row)`;
  const side = Math.round(Math.sqrt(bytes / 3));
  return `${setUp}\nfrom PIL import Image\nImage.fromarray(rng.integers(0, 256, (${side}, ${side}, 3), dtype=np.uint8))`;
}

/** @param {import("playwright-core").Page} page */
async function scroll(page) {
  await page.mouse.move(700, 400);
  const [pixels, times] = WHEEL;
  for (let at = 0; at < times; at += 1) {
    await page.mouse.wheel(0, at < times / 2 ? -pixels : pixels);
    await page.waitForTimeout(30);
  }
}

/**
 * Returns when the session's last question was shown, in milliseconds after the page began to load.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} last
 */
const shownAfter = (page, last) =>
  page.evaluate(
    (last) =>
      new Promise((resolve) => {
        const look = () => {
          const found = [...document.querySelectorAll(".turn-question")].some(
            (question) => question.textContent === last,
          );
          if (found) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
    last,
  );

await benchmark(async () => {
  const upstream = await startUpstream();
  atEnd(upstream.stop);
  const server = await startServer({ model: upstream.model });
  atEnd(server.stop);
  const profile = newProfile();
  atEnd(profile.remove);
  const { context } = await profile.start();
  atEnd(() => context.close());
  const browser = context.browser();
  if (!browser) throw new Error("the browser cannot be traced");
  const page = await context.newPage();
  await page.goto(server.url);
  await page.waitForFunction(() => window.insitu !== undefined);
  await ready(page);
  await choose(page, MODEL);

  const bytes = (megabytes * 1e6) / executions;
  let question = "";
  for (let at = 0; at < executions; at += STEPS) {
    const calls = Array.from({ length: Math.min(STEPS, executions - at) }, (_, step) =>
      python(code(at + step, bytes)),
    );
    upstream.script({ calls }, { text: "Done." });
    question = `Question ${at / STEPS + 1}`;
    const { stopped } = await page.evaluate((question) => window.insitu.ask(question), question);
    if (stopped) throw new Error(`${question} ended early: ${stopped}`);
    console.error(question);
  }

  const inMemory = [];
  for (let round = 0; round < rounds; round += 1)
    inMemory.push(await longestTask(browser, page, () => scroll(page)));
  const stored = await page.evaluate(async () => (await window.insitu.sessions.list())[0].bytes);

  /** @param {boolean} silent whether the executions are not stored */
  const executing = (silent) =>
    mainThreadTasks(browser, page, () =>
      page.evaluate(
        async ([count, silent]) => {
          for (let at = 0; at < count; at += 1) await window.insitu.run("0", { silent });
        },
        /** @type {const} */ ([STORED, silent]),
      ),
    );
  const [tasks, idle] = [await executing(false), await executing(true)];
  const sum = (/** @type {import("../end2end/support/main-thread.mjs").Task[]} */ tasks) =>
    tasks.reduce((sum, { duration }) => sum + duration, 0);

  const [opened, restored] = [/** @type {number[]} */ ([]), /** @type {number[]} */ ([])];
  for (let round = 0; round < rounds; round += 1) {
    await page.reload({ waitUntil: "commit" });
    opened.push(await shownAfter(page, question));
    await page.locator(id("turn")).last().waitFor();
    await ready(page);
    restored.push(await longestTask(browser, page, () => scroll(page)));
  }

  console.log(
    `${executions} executions, ${(stored / 1e6).toFixed(1)} MB stored; median (min..max) of ${rounds} rounds\n`,
  );
  console.log(
    table(
      ["", "in memory", "stored"],
      [
        ["the end is shown after a reload, ms", "–", spread(opened, 0)],
        ["longest task while scrolling, ms", spread(inMemory, 0), spread(restored, 0)],
        [
          "main thread for an execution, ms",
          (sum(idle) / STORED).toFixed(2),
          (sum(tasks) / STORED).toFixed(2),
        ],
        [
          "99th percentile of a task with an execution, ms",
          quantile(durations(idle), 0.99).toFixed(2),
          quantile(durations(tasks), 0.99).toFixed(2),
        ],
      ],
    ),
  );
});

/** @param {import("../end2end/support/main-thread.mjs").Task[]} tasks */
function durations(tasks) {
  return tasks.map(({ duration }) => duration);
}
