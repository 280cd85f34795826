// A table with more columns than the kernel sends at once: one page of columns is shown, with
// buttons for the others. Owns which page it is; each page is a table of its own, whose requests
// get the positions of columns in the whole table.

import { element } from "../elements/element.js";
import { count } from "./format.js";
import { table } from "./table.js";

/**
 * Returns the view of a table of any number of columns.
 *
 * @param {import("./table.js").ShownTable} shown
 * @param {Pick<import("./main.js").Page, "table" | "saveTable">} page
 * @param {(sentence: string) => void} notify
 * @returns {import("./main.js").View}
 */
export function wideTable(shown, page, notify) {
  const { id, data } = shown;
  const own = data.columns.length - data.indexColumns;
  const all = data.allColumns ?? own;
  if (!id || all <= own) return table(shown, page, notify);
  let first = 0;
  let view = table(shown, page, notify);
  const word = element("span", { class: "table-columns-word", role: "status" });
  const back = element(
    "button",
    { class: "button is-quiet", type: "button", click: () => go(first - own) },
    "Previous columns",
  );
  const on = element(
    "button",
    { class: "button is-quiet", type: "button", click: () => go(first + own) },
    "Next columns",
  );
  const bar = element(
    "div",
    { class: "table-columns", "data-testid": "table-columns" },
    back,
    word,
    on,
  );
  const node = element("div", {}, view.node, bar);
  let asked = 0;
  const say = () => {
    const last = Math.min(first + own, all);
    word.textContent = `Columns ${count(first + 1)} to ${count(last)} of ${count(all)}`;
    back.disabled = first === 0;
    on.disabled = last >= all;
  };
  /** @param {number} to the first column of the page to show */
  const go = async (to) => {
    const mine = ++asked;
    try {
      const window = await page.table(id, { firstColumn: to, limit: data.rows.length });
      if (mine !== asked) return;
      const { columns, types, indexColumns, rows, allRows } = window;
      first = to;
      const before = view;
      view = table(
        { ...shown, data: { columns, types, indexColumns, rows, totalRows: allRows } },
        from(page, first, indexColumns),
        notify,
      );
      before.node.replaceWith(view.node);
      before.remove?.();
      say();
    } catch (error) {
      if (mine === asked) word.textContent = /** @type {Error} */ (error).message;
    }
  };
  say();
  return {
    node,
    // Outside of the pages, so that what is put into it stays.
    bar,
    copy: () => /** @type {NonNullable<typeof view.copy>} */ (view.copy)(),
    entries: () => view.entries?.() ?? [],
    saves: view.saves?.map(({ label }, at) => ({
      label,
      run: () => /** @type {NonNullable<typeof view.saves>} */ (view.saves)[at].run(),
    })),
    remove: () => {
      asked += 1;
      view.remove?.();
    },
  };
}

/**
 * Returns the page's functions for a table that begins with another column than the whole one.
 *
 * @param {Pick<import("./main.js").Page, "table" | "saveTable">} page
 * @param {number} first number of columns before those that are shown
 * @param {number} levels number of index columns, which each page begins with
 * @returns {Pick<import("./main.js").Page, "table" | "saveTable">}
 */
export function from(page, first, levels) {
  /** @type {(at: number) => number} */
  const inWhole = (at) => (at < levels ? at : at + first);
  /** @type {<T extends { column: number }>(list: T[] | undefined) => T[]} */
  const moved = (list = []) => list.map((one) => ({ ...one, column: inWhole(one.column) }));
  /** @type {(options: any) => any} */
  const translated = ({ sort, filter, ...rest }) => ({
    ...rest,
    sort: moved(sort),
    filter: moved(filter),
  });
  return {
    table: (id, options = {}) => {
      const { whole } = /** @type {{ whole?: unknown }} */ (options);
      return page.table(id, {
        ...translated(options),
        firstColumn: first,
        ...(typeof whole === "number" && { whole: inWhole(whole) }),
      });
    },
    saveTable: (id, options = {}) => page.saveTable(id, translated(options)),
  };
}
