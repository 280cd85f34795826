// A cache of a large table's rows by page, which requests missing pages. Knows a source, nothing of
// elements: visible rows are requested first, answers to outdated requests are dropped, and distant
// pages are evicted.

import { pieces } from "./geometry.ts";
import type { Cell } from "./cells.ts";
import type { Query, Source } from "./source.ts";

/** Rows per page. */
export const PAGE = 100;
/** Pages that are kept, so that the user can scroll back to them at once. */
const KEPT = 40;
/**
 * Concurrent requests: the kernel answers one after the other, and other rows may be visible by
 * then.
 */
const AT_ONCE = 2;
/** How long an answer may take before the view says that it waits, in milliseconds. */
const PATIENCE = 300;

/** Returns the pages of a source. */
export function pages(
  source: Pick<Source, "rows">,
  listener: {
    arrived: () => void;
    waits: (yes: boolean) => void;
    failed: (sentence: string) => void;
  },
) {
  let query: Query = { sort: [], filter: [], search: "" };
  let age = 0;
  let known = new Map<number, Cell[][]>();
  let asked = new Set<number>();
  let wanted: number[] = [];
  let total: number | null = null;
  let late: ReturnType<typeof setTimeout> | 0 = 0;
  let down = false;

  const next = () => {
    while (!down && asked.size < AT_ONCE) {
      const page = wanted.find((one) => !known.has(one) && !asked.has(one));
      if (page === undefined) break;
      ask(page, age);
    }
    if (asked.size === 0) stopWaiting();
  };
  const stopWaiting = () => {
    clearTimeout(late);
    late = 0;
    listener.waits(false);
  };
  /** @param then the age of the request */
  const ask = async (page: number, then: number) => {
    asked.add(page);
    late ||= setTimeout(() => listener.waits(true), PATIENCE);
    try {
      const window = await source.rows({
        ...query,
        offset: page * PAGE,
        limit: PAGE,
        stats: false,
      });
      if (then !== age) return;
      asked.delete(page);
      // Answers arrive, so the view does not say that it waits.
      stopWaiting();
      total = window.totalRows;
      known.set(page, window.rows);
      evict();
      listener.arrived();
    } catch (error) {
      if (then !== age) return;
      asked.delete(page);
      down = true;
      stopWaiting();
      listener.failed((error as Error).message);
    }
    next();
  };
  const evict = () => {
    for (const page of known.keys()) {
      if (known.size <= KEPT) return;
      if (!wanted.includes(page)) known.delete(page);
    }
  };
  return {
    /** Returns the number of rows that match the query; null until it is known. */
    total: () => total,
    query: () => query,
    /** Returns a row, or undefined if it is not loaded. */
    row: (at: number) => known.get(Math.floor(at / PAGE))?.[at % PAGE],
    /** Sets what is known without a request: the first page, and the number of rows. */
    seed(rows: Cell[][], all: number) {
      total = all;
      if (rows.length >= Math.min(PAGE, all)) known.set(0, rows.slice(0, PAGE));
    },
    /**
     * Requests these rows, then the pages beyond them, first in the direction of scrolling.
     *
     * @param ahead positive if scrolling goes down
     */
    want(first: number, last: number, ahead = 1) {
      const seen = pieces(first, Math.min(last, total ?? last), PAGE);
      const beyond = [
        ahead > 0 ? (seen.at(-1) as number) + 1 : seen[0] - 1,
        ahead > 0 ? seen[0] - 1 : (seen.at(-1) as number) + 1,
      ];
      wanted = [
        ...seen,
        ...beyond.filter((page) => page >= 0 && (total === null || page * PAGE < total)),
      ];
      // Visible pages become the most recent, so that they are evicted last.
      for (const page of seen) {
        const rows = known.get(page);
        if (rows) {
          known.delete(page);
          known.set(page, rows);
        }
      }
      next();
    },
    /**
     * Changes the query. The loaded rows stay until the first of the new ones arrive.
     *
     * @returns whether they have arrived
     */
    ask(changed: Partial<Query>): Promise<boolean> {
      query = { ...query, ...changed };
      age += 1;
      asked = new Set();
      down = false;
      const mine = age;
      late ||= setTimeout(() => listener.waits(true), PATIENCE);
      return source.rows({ ...query, offset: 0, limit: PAGE, stats: false }).then(
        (window) => {
          if (mine !== age) return false;
          stopWaiting();
          known = new Map([[0, window.rows]]);
          total = window.totalRows;
          return true;
        },
        (error) => {
          if (mine !== age) return false;
          down = true;
          stopWaiting();
          listener.failed(error.message);
          return false;
        },
      );
    },
    /** Returns the loaded rows nearest to `at` without a gap: `[first, last)`. */
    around(at: number) {
      const distance = (one: number) => Math.abs(one - Math.floor(at / PAGE));
      const page = [...known.keys()].sort((a, b) => distance(a) - distance(b))[0];
      if (page === undefined) return [at, at];
      let [from, until] = [page, page];
      while (known.has(from - 1)) from -= 1;
      while (known.has(until + 1)) until += 1;
      return [from * PAGE, until * PAGE + (known.get(until) as unknown[]).length];
    },
    /** Stops all notifications: the view is removed. */
    leave() {
      age += 1;
      clearTimeout(late);
    },
  };
}
