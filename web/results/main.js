// The widgets that show results, which the page loads with the first of them: tables, trees of JSON
// and sealed frames.

import { render } from "../render/host.js";
import { wideTable } from "./column_pages.js";
import { json as tree } from "./json.js";

export { drawnReport } from "../render/report_figures.js";
export { render };

/**
 * The functions of the page that a table calls. They ask the kernel for rows and files.
 *
 * @typedef {Pick<import("../generated/automation").Insitu, "table" | "saveTable">} Page
 */

/**
 * A table that is shown: its `node`; `bar`, which takes the result's menu; `copy`, which returns
 * the text to copy; `saves`, files; `entries`, further actions; `remove`, which releases its
 * resources.
 *
 * @typedef {{ node: HTMLElement, bar?: HTMLElement, copy?: () => string | Promise<string>, saves?:
 *   Array<{ label: string, run: () => Promise<void> }>, entries?: () => Array<{ label: string, run:
 *   () => void }>, remove?: () => void }} View
 */

/**
 * Fills a place with a table.
 *
 * @param {HTMLElement} place
 * @param {string} shown the table as JSON, see `ShownTable`
 * @param {Page} page
 * @param {(sentence: string) => void} notify
 * @returns {View}
 */
export function table(place, shown, page, notify) {
  const view = wideTable(JSON.parse(shown), page, notify);
  place.replaceChildren(view.node);
  return view;
}

/**
 * Fills a place with a tree of JSON; returns false if the text is not JSON.
 *
 * @param {HTMLElement} place
 * @param {string} content
 */
export function json(place, content) {
  const shown = tree(content);
  if (shown) place.replaceChildren(shown);
  return shown !== null;
}
