// What the browser has stored of a page, so that it starts without network. Knows neither the
// driver nor the engine.

import { within } from "./browser.mjs";

/**
 * Waits until everything is stored that the next visit needs: the page by its service worker, and
 * the runtime by either, when the browser is idle.
 *
 * @param {import("./done.mjs").Evaluating} page
 * @param {number} [limit] in milliseconds
 * @returns {Promise<import("../../web/generated/automation").OfflineStatus>}
 */
export async function untilStored(page, limit = 240_000) {
  try {
    return await within(
      limit,
      "storing the page",
      page.evaluate(() => window.insitu.offline.stored()),
    );
  } catch (error) {
    const status = page.evaluate(() => window.insitu.offline.status());
    /** @type {Error} */ (error).message +=
      `; its state: ${JSON.stringify(await within(30_000, "the state", status).catch(String))}`;
    throw error;
  }
}
