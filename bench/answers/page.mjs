// Asks one question in a fresh page: a new session, with one file and no earlier turns. Returns what the turn was, as judge.mjs reads it.

import { addFile, within } from "../../end2end/support/browser.mjs";
import { choose, disclose, id } from "../../end2end/support/user.mjs";

/** The time limit of a page's start, in milliseconds. */
const START = 120_000;

/** How long an interrupted turn may take to end, in milliseconds. */
const INTERRUPT = 10_000;

/**
 * A step of a turn: its code, how it ended (null where it was not run), and what it showed, without images.
 *
 * @typedef {{ purpose: string, code: string, status: string | null, tables: import("./facts.mjs").Table[], figures: unknown[], texts: string[] }} Step
 */

/**
 * A question's turn: the answer, its steps, why it was stopped, its seconds, and those until its first code appeared.
 *
 * @typedef {{ answer: string, steps: Step[], stopped: string | null, message: string | null, marked: boolean, start: number, seconds: number, firstCode: number | null }} Asked
 */

/**
 * Asks the question in a new page of the browser's context. Its caches are those of the pages before, its session is not.
 *
 * @param {import("playwright-core").BrowserContext} context
 * @param {{ url: string, file: { name: string, content: Uint8Array }, question: string, model?: string, limit: number }} options
 * @returns {Promise<Asked>}
 */
export async function askInFreshPage(context, { url, file, question, model, limit }) {
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
    await addFile(page, file.name, file.content);
    const start = (performance.now() - from) / 1000;
    const turn = await within(limit + INTERRUPT, "the turn", page.evaluate(ask, { question, limit }));
    const marked = await page
      .locator(`${id("turn")} ${id("not-computed")}`)
      .last()
      .isVisible();
    return { ...turn, marked, start };
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
    if (firstCode === null && document.querySelector('[data-testid="turn"] [data-testid="step"]')) firstCode = (performance.now() - from) / 1000;
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
  const data = (/** @type {import("../../public/types/kernel").Shown} */ { chart, mime }) => {
    const documents = Object.entries(mime).filter(([type]) => /plotly|vega/.test(type));
    if (chart) return [chart];
    if (documents.length > 0) return documents.map(([, json]) => JSON.parse(json));
    return Object.keys(mime).some((type) => type.startsWith("image/")) ? [null] : [];
  };
  return {
    answer: turn.answer,
    steps: turn.steps.map(({ purpose, code, outcome }) => ({
      purpose,
      code,
      status: outcome?.status ?? null,
      tables: (outcome?.results ?? []).flatMap(({ data: table }) => (table ? [table] : [])),
      figures: (outcome?.results ?? []).flatMap(data),
      texts: (outcome?.results ?? []).map(({ text }) => text.slice(0, 300)),
    })),
    stopped: late ? "time limit" : turn.stopped,
    message: turn.message,
    seconds: (performance.now() - from) / 1000,
    firstCode,
  };
}
