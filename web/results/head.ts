// The head of a table: column names that sort, and under them summaries of the columns. Knows
// types, shares and counts.

import { element } from "../elements/element.ts";
import { visible } from "../elements/visible.ts";
import { count, plural, share, short } from "./format.ts";
import type { ColumnStats } from "../generated/automation.ts";
import type { Order } from "./source.ts";

type Column = { name: string; type: string; numeric: boolean };

const SVG = "http://www.w3.org/2000/svg";

const TYPES: Record<string, string> = {
  integer: "whole numbers",
  number: "numbers",
  text: "text",
  date: "dates",
  datetime: "times",
  boolean: "true or false",
  category: "categories",
  duration: "durations",
  other: "mixed",
};

/** Returns the head of a table; without `sort` for rows that cannot be sorted. */
export function head(columns: Column[], sort?: (column: number, more: boolean) => void) {
  const names = columns.map(({ name, type, numeric }, column) =>
    element(
      "th",
      {
        scope: "col",
        class: numeric ? "is-number" : "",
        title: type === "" ? visible(name) : `${visible(name)}: ${TYPES[type] ?? visible(type)}`,
      },
      sort
        ? // The grid is one tab stop: its arrow keys lead here too.
          element(
            "button",
            {
              type: "button",
              tabindex: "-1",
              class: "table-name",
              click: (event) => sort(column, event.shiftKey),
            },
            visible(name),
          )
        : element("span", { class: "table-name" }, visible(name)),
    ),
  );
  const top = element("tr", { "aria-rowindex": "1" }, ...names);
  const node = element("thead", {}, top);
  return {
    node,
    /** Shows by which columns the rows are sorted. */
    sorted(order: Order[]) {
      for (const [column, cell] of names.entries()) {
        const at = order.findIndex((one) => one.column === column);
        if (at < 0) cell.removeAttribute("aria-sort");
        else cell.setAttribute("aria-sort", order[at].descending ? "descending" : "ascending");
      }
    },
    /** Leaves room for the summaries that will be under the names. */
    reserve() {
      const room = () =>
        element(
          "td",
          {},
          element("span", { class: "table-bars" }),
          element("span", { class: "table-range" }, "\u00a0"),
        );
      node.append(
        element("tr", { class: "table-summary", "aria-hidden": "true" }, ...columns.map(room)),
      );
    },
    /**
     * Shows each column's distribution, range and missing share under the names, or nothing if
     * `stats` is null.
     *
     * @param rows their number, with `stats`
     */
    summarise(stats: ColumnStats[] | null, rows?: number) {
      node.rows[1]?.remove();
      if (stats)
        node.append(
          element(
            "tr",
            { class: "table-summary" },
            ...columns.map((column, at) => summary(column, stats[at], rows as number, names[at])),
          ),
        );
    },
  };
}

/** @param head the column's name */
function summary(
  { type, numeric, name }: Column,
  stats: ColumnStats | undefined,
  rows: number,
  head: HTMLElement,
) {
  if (!stats) return element("td");
  const gone =
    stats.missing > 0
      ? element(
          "span",
          { class: "table-gone" },
          `${share(stats.missing / Math.max(1, rows))} missing`,
        )
      : "";
  const words = described(stats, numeric);
  head.title = `${visible(name)}: ${TYPES[type] ?? visible(type ?? "")}; ${words}`;
  const range =
    numeric && typeof stats.min === "number"
      ? `${short(stats.min)} – ${short(stats.max as number)}`
      : kinds(stats, rows);
  return element(
    "td",
    { title: words },
    distribution(stats, rows, words),
    element("span", { class: "table-range" }, range),
    gone,
  );
}

const kinds = ({ distinct, more }: ColumnStats, rows: number) =>
  distinct === rows && rows > 1
    ? "all different"
    : `${more ? "over " : ""}${count(distinct)} distinct`;

/** Describes a column in words. */
export function described(
  { missing, distinct, more, min, max, bins, sampled, top }: ColumnStats,
  numeric: boolean,
) {
  const facts = [
    missing > 0 ? `${plural(missing, "value")} missing` : "no value missing",
    `${more ? "over " : ""}${count(distinct)} distinct`,
  ];
  if (min !== null && min !== undefined)
    facts.push(
      numeric
        ? `from ${short(Number(min))} to ${short(Number(max))}`
        : `from ${truncated(min)} to ${truncated(max)}`,
    );
  if (!numeric && top?.length > 0 && top[0][1] > 1)
    facts.push(
      `most often ${top.map(([text, times]) => `${truncated(text)} (${count(times)})`).join(", ")}`,
    );
  if (bins && sampled) facts.push(`spread counted over ${plural(sampled, "row")}`);
  return facts.join("; ");
}

const truncated = (value: unknown) =>
  visible(String(value).length > 40 ? `${String(value).slice(0, 39)}…` : String(value));

/**
 * Returns a histogram of a column of numbers, or the shares of the most frequent values of any
 * other column.
 *
 * @param words describe it
 */
function distribution({ bins, top, missing }: ColumnStats, rows: number, words: string) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({
    class: "table-bars",
    viewBox: "0 0 100 20",
    preserveAspectRatio: "none",
    role: "img",
    "aria-label": words,
  }))
    svg.setAttribute(name, value);
  const add = (x: number, y: number, width: number, height: number, kind: string) => {
    const bar = document.createElementNS(SVG, "rect");
    for (const [name, value] of Object.entries({
      x,
      y,
      width: Math.max(0, width),
      height,
      class: kind,
    }))
      bar.setAttribute(name, String(value));
    svg.append(bar);
  };
  if (bins && bins.length > 0) {
    const most = Math.max(...bins, 1);
    const step = 100 / bins.length;
    for (const [at, size] of bins.entries()) {
      const height = size === 0 ? 0 : Math.max(1.5, (size / most) * 20);
      add(at * step, 20 - height, step - 1, height, "is-bin");
    }
    return svg;
  }
  let from = 0;
  for (const [at, [, times]] of (top ?? []).entries()) {
    const width = (times / Math.max(1, rows)) * 100;
    if (width >= 1) add(from, 6, width - (width > 3 ? 1 : 0), 8, `is-top-${Math.min(at, 2)}`);
    from += width;
  }
  const gone = (missing / Math.max(1, rows)) * 100;
  add(from, 6, Math.max(0, 100 - from - gone), 8, "is-rest");
  return svg;
}
