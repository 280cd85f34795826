// The widgets that show results, which the page loads with the first of them: tables, trees of JSON
// and sealed frames.

import { render } from "../render/host.ts";
import { wideTable } from "./column_pages.ts";
import { firstRows } from "./first_rows.ts";
import { json as tree } from "./json.ts";
import type { Insitu } from "../generated/automation.ts";

export { drawnReport } from "../render/report_figures.ts";
export { render };

/** The functions of the page that a table calls. They ask the kernel for rows and files. */
export type Page = Pick<Insitu, "table" | "saveTable">;

/**
 * A table that is shown: its `node`; `bar`, which takes the result's menu; `copy`, which returns
 * the text to copy; `go`, which shows a cell and focuses it; `saves`, files; `entries`, further
 * actions; `remove`, which releases its resources.
 */
export type View = {
  node: HTMLElement;
  bar?: HTMLElement;
  copy?: () => string | Promise<string>;
  go?: (row: number, column: number) => void;
  saves?: Array<{ label: string; run: () => Promise<void> }>;
  entries?: () => Array<{ label: string; run: () => void }>;
  remove?: () => void;
};

/**
 * Fills a place with a table.
 *
 * @param shown the table as JSON, see `ShownTable`; or the first rows of a file, which have
 *   `asWritten` and `data`
 */
export function table(
  place: HTMLElement,
  shown: string,
  page: Page,
  notify: (sentence: string) => void,
): View {
  const parsed = JSON.parse(shown);
  const view = parsed.asWritten ? firstRows(parsed.data, notify) : wideTable(parsed, page, notify);
  place.replaceChildren(view.node);
  return view;
}

/** Fills a place with a tree of JSON; returns false if the text is not JSON. */
export function json(place: HTMLElement, content: string) {
  const shown = tree(content);
  if (shown) place.replaceChildren(shown);
  return shown !== null;
}
