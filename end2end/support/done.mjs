// Waits for what the page says of itself: that everything is stored, that nothing is under way,
// that something has happened. Works with the pages of every driver.

import { within } from "./browser.mjs";

/** How long the page may take for it on a slow, shared machine, in milliseconds. */
const PATIENCE = 120_000;

/** @typedef {import("../../web/generated/automation").PageEvent} PageEvent */

/**
 * A page of any driver, as far as it is used here.
 *
 * @typedef {{ evaluate(act: (given: any) => any, given?: any): Promise<any> }} Evaluating
 */

/**
 * Waits until everything that happened is stored.
 *
 * @param {Evaluating} page
 * @returns {Promise<void>}
 */
export const settled = (page) =>
  described(
    page,
    "storing what happened",
    page.evaluate(() => window.insitu.settled()),
  );

/**
 * Waits until nothing is under way, and everything is on the page and stored.
 *
 * @param {Evaluating} page
 * @returns {Promise<void>}
 */
export const idle = (page) =>
  described(
    page,
    "what was under way",
    page.evaluate(() => window.insitu.idle()),
  );

/**
 * Waits until the log of a session has a text, which the page stores by itself: nothing is asked to
 * be stored.
 *
 * @param {Evaluating} page
 * @param {string} text
 * @param {string} [session] its id; any session will do without it
 * @returns {Promise<void>}
 */
export const logged = (page, text, session) =>
  described(page, `a record with “${text}”`, page.evaluate(inLog, { text, session }));

/**
 * Runs in the page: resolves once a record of the session has this text.
 *
 * @param {{ text: string, session?: string }} wanted
 */
async function inLog({ text, session }) {
  const { openStorage } = await globalThis.insituPage.storage();
  for (;;) {
    const opened = await openStorage();
    const storage = opened.ok ? opened.value : null;
    const listed = await storage?.sessions.list();
    for (const { id } of listed?.ok ? listed.value : []) {
      const read = session === undefined || session === id ? await storage?.read(id) : undefined;
      const records = read?.ok ? read.value.records.map((record) => record.text) : [];
      // What a model writes is stored in pieces, which end where it pauses.
      const written = records.map((record) => JSON.parse(record).body.text ?? "").join("");
      if ([written, ...records].some((one) => one.includes(text)))
        return void (await storage?.close());
    }
    await storage?.close();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Returns the number of the last thing that has happened.
 *
 * @param {Evaluating} page
 * @returns {Promise<number>}
 */
export const now = (page) => page.evaluate(() => window.insitu.events().at(-1)?.n ?? 0);

/**
 * Returns what has happened after a number, as far as it is of this type and has this data.
 *
 * @template {PageEvent["type"]} Type
 * @param {Evaluating} page
 * @param {number} since
 * @param {Type} type
 * @param {Partial<Extract<PageEvent, { type: Type }>["data"]>} [data]
 * @returns {Promise<Extract<PageEvent, { type: Type }>[]>}
 */
export async function happened(page, since, type, data = {}) {
  /** @type {PageEvent[]} */
  const events = await page.evaluate((since) => window.insitu.events(since), since);
  return /** @type {any} */ (
    events.filter(
      (event) =>
        event.type === type &&
        Object.entries(data).every(([name, value]) => Reflect.get(event.data, name) === value),
    )
  );
}

/**
 * Waits until something of this type, with this data, has happened after a number. Resolves with
 * its own number.
 *
 * @template {PageEvent["type"]} Type
 * @param {Evaluating} page
 * @param {number} since
 * @param {Type} type
 * @param {Partial<Extract<PageEvent, { type: Type }>["data"]>} [data]
 * @returns {Promise<number>}
 */
export function untilEvent(page, since, type, data = {}) {
  const event = { since, type, data };
  return described(page, `${type} ${JSON.stringify(data)}`, page.evaluate(found, event));
}

/**
 * Runs in the page: resolves with the number of the first event that is of this type and has this
 * data.
 *
 * @param {{ since: number, type: string, data: object }} event
 */
async function found({ since, type, data }) {
  for (;;) {
    const is = (/** @type {PageEvent} */ event) =>
      event.type === type &&
      Object.entries(data).every(([name, value]) => Reflect.get(event.data, name) === value);
    const event = window.insitu.events(since).find(is);
    if (event) return event.n;
    // Each event follows something that the page does, after which it paints, or a message.
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/**
 * Bounds a wait; if it takes too long, the error says what happened last.
 *
 * @template T
 * @param {Evaluating} page
 * @param {string} what
 * @param {Promise<T>} promise
 * @returns {Promise<T>}
 */
async function described(page, what, promise) {
  try {
    return await within(PATIENCE, what, promise);
  } catch (error) {
    const events = page.evaluate(() => window.insitu.events().slice(-20));
    const last = await within(5_000, "the page's events", events).catch(() => []);
    /** @type {Error} */ (error).message += `; what happened last: ${JSON.stringify(last)}`;
    throw error;
  }
}
