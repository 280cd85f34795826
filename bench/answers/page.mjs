// Asks one question in a fresh page: a new session, with the question's files, after the turns that
// it follows. Returns what the turn was, as judge.mjs reads it.

import { addFile, within } from "../../end2end/support/browser.mjs";
import { choose, disclose, id } from "../../end2end/support/user.mjs";
import { step } from "./lines.mjs";

/** The time limit of a page's start, in milliseconds. */
const START = 120_000;

/** How long an interrupted turn may take to end, in milliseconds. */
const INTERRUPT = 10_000;

/**
 * A question's turn: the answer, the choices that it offers if it asks back, its steps, why it
 * was stopped, its seconds, and those until its first code appeared.
 *
 * @typedef {{ answer: string, choices?: string[], steps: import("./lines.mjs").Step[], stopped:
 *   string | null, message: string | null, marked: boolean, start: number, seconds: number,
 *   firstCode: number | null }} Asked
 */

/**
 * Asks the question in a new page of the browser's context. Its caches are those of the pages
 * before, its session is not.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {{ url: string, files: { name: string, content: Uint8Array }[], before?: string[],
 *   question: string, model?: string, limit: number }} options
 * @returns {Promise<Asked>}
 */
export async function askInFreshPage(context, { url, files, before = [], question, model, limit }) {
  const from = performance.now();
  const page = await context.newPage();
  try {
    await page.goto(url, { waitUntil: "load" });
    await page.waitForFunction(() => window.insitu !== undefined);
    await within(
      START,
      "the start",
      page.evaluate(() => window.insitu.ready),
    );
    if (model) {
      await choose(page, model);
      await disclose(page, "Everything printed");
    }
    for (const { name, content } of files) await addFile(page, name, content);
    for (const earlier of before)
      await within(
        limit + INTERRUPT,
        "an earlier turn",
        page.evaluate(ask, { question: earlier, limit }),
      );
    const start = (performance.now() - from) / 1000;
    const turn = await within(
      limit + INTERRUPT,
      "the turn",
      page.evaluate(ask, { question, limit }),
    );
    const marked = await page
      .locator(`${id("turn")} ${id("not-computed")}`)
      .last()
      .isVisible();
    return { ...turn, steps: turn.steps.map(step), marked, start };
  } finally {
    await page.close();
  }
}

/**
 * Asks in the page, and interrupts the turn at the time limit.
 *
 * @param {{ question: string, limit: number }} options
 */
async function ask({ question, limit }) {
  const from = performance.now();
  /** @type {number | null} */
  let firstCode = null;
  const look = () => {
    if (firstCode === null && document.querySelector('[data-testid="turn"] [data-testid="step"]'))
      firstCode = (performance.now() - from) / 1000;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    window.insitu.interrupt();
  }, limit);
  const turn = await window.insitu.ask(question);
  clearTimeout(timer);
  observer.disconnect();
  return {
    answer: turn.answer,
    choices: "choices" in turn ? /** @type {string[]} */ (turn.choices) : [],
    steps: turn.steps.map(({ purpose, code, outcome }) => ({
      purpose,
      code,
      outcome: outcome ?? null,
    })),
    stopped: late ? "time limit" : turn.stopped,
    message: turn.message,
    seconds: (performance.now() - from) / 1000,
    firstCode,
  };
}
