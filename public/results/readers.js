// Functions of the page's program that read what a result has: charts and Markdown.

/** @typedef {Pick<import("../types/page").PageModule, "describeChart" | "chartTables" | "parseMarkdown">} Readers */

export const readers = /** @type {Readers} */ ({});

/**
 * Sets the functions, before the first result is shown.
 *
 * @param {Readers} given
 */
export function useReaders({ describeChart, chartTables, parseMarkdown }) {
  Object.assign(readers, { describeChart, chartTables, parseMarkdown });
}
