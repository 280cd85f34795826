// A table with more columns than the kernel sends at once: one page of columns is shown, with
// buttons for the others. Owns which page it is; each page is a table of its own, whose requests
// get the positions of columns in the whole table.

import { element } from "../elements/element.ts";
import { count } from "./format.ts";
import { table } from "./table.ts";
import type { Page, View } from "./main.ts";
import type { ShownTable } from "./table.ts";

/** Returns the view of a table of any number of columns. */
export function wideTable(
  shown: ShownTable,
  page: Pick<Page, "table" | "saveTable">,
  notify: (sentence: string) => void,
): View {
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
  /** @param to the first column of the page to show */
  const go = async (to: number) => {
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
      if (mine === asked) word.textContent = (error as Error).message;
    }
  };
  say();
  return {
    node,
    // Outside of the pages, so that what is put into it stays.
    bar,
    copy: () => (view.copy as NonNullable<typeof view.copy>)(),
    go: (row, column) => view.go?.(row, column),
    entries: () => view.entries?.() ?? [],
    saves: view.saves?.map(({ label }, at) => ({
      label,
      run: () => (view.saves as NonNullable<typeof view.saves>)[at].run(),
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
 * @param first number of columns before those that are shown
 * @param levels number of index columns, which each page begins with
 */
export function from(
  page: Pick<Page, "table" | "saveTable">,
  first: number,
  levels: number,
): Pick<Page, "table" | "saveTable"> {
  const inWhole = (at: number): number => (at < levels ? at : at + first);
  const moved = <T extends { column: number }>(list: T[] | undefined = []): T[] =>
    list.map((one) => ({ ...one, column: inWhole(one.column) }));
  const translated = ({ sort, filter, ...rest }: any): any => ({
    ...rest,
    sort: moved(sort),
    filter: moved(filter),
  });
  return {
    table: (id, options = {}) => {
      const { whole } = options as { whole?: unknown };
      return page.table(id, {
        ...translated(options),
        firstColumn: first,
        ...(typeof whole === "number" && { whole: inWhole(whole) }),
      });
    },
    saveTable: (id, options = {}) => page.saveTable(id, translated(options)),
  };
}
