// The rows of a large table that are here, a page at a time, and the asking for those that are not. Knows a source, nothing of
// elements: what is seen is wanted first, answers to earlier questions are dropped, and what is far away is forgotten.

import { pieces } from "./geometry.js";

/** Rows a page. */
export const PAGE = 100;
/** Pages that are kept: what a user scrolls back to at once. */
const KEPT = 40;
/** Questions that wait for an answer at a time: the kernel answers one after the other, and what is seen may have changed meanwhile. */
const AT_ONCE = 2;
/** How long an answer may take before the view says that it waits, in milliseconds. */
const PATIENCE = 300;

/**
 * @param {{ rows: (question: object) => Promise<object> }} source
 * @param {{ arrived: () => void, waits: (yes: boolean) => void, failed: (sentence: string) => void }} tell
 */
export function pages(source, tell) {
  let query = { sort: [], filter: [], search: "" };
  let age = 0;
  let known = new Map();
  let asked = new Set();
  let wanted = [];
  let total = null;
  let late = 0;
  let down = false;

  const next = () => {
    while (!down && asked.size < AT_ONCE) {
      const page = wanted.find((one) => !known.has(one) && !asked.has(one));
      if (page === undefined) break;
      ask(page, age);
    }
    if (asked.size === 0) rest();
  };
  const rest = () => {
    clearTimeout(late);
    late = 0;
    tell.waits(false);
  };
  const ask = async (page, then) => {
    asked.add(page);
    late ||= setTimeout(() => tell.waits(true), PATIENCE);
    try {
      const window = await source.rows({ ...query, offset: page * PAGE, limit: PAGE, stats: false });
      if (then !== age) return;
      asked.delete(page);
      // As long as answers come, nobody waits.
      rest();
      total = window.totalRows;
      known.set(page, window.rows);
      forget();
      tell.arrived();
    } catch (error) {
      if (then !== age) return;
      asked.delete(page);
      down = true;
      rest();
      tell.failed(error.message);
    }
    next();
  };
  const forget = () => {
    for (const page of known.keys()) {
      if (known.size <= KEPT) return;
      if (!wanted.includes(page)) known.delete(page);
    }
  };
  return {
    /** Rows that match the query; null until that is known. */
    total: () => total,
    query: () => query,
    /** A row, or undefined where it is not here. */
    row: (at) => known.get(Math.floor(at / PAGE))?.[at % PAGE],
    /** What is known already without asking: the first page, and how many rows there are. */
    seed(rows, all) {
      total = all;
      if (rows.length >= Math.min(PAGE, all)) known.set(0, rows.slice(0, PAGE));
    },
    /** Wants these rows, and then the pages beyond them, first in the direction in which the view moves. */
    want(first, last, ahead = 1) {
      const seen = pieces(first, Math.min(last, total ?? last), PAGE);
      const beyond = [ahead > 0 ? seen.at(-1) + 1 : seen[0] - 1, ahead > 0 ? seen[0] - 1 : seen.at(-1) + 1];
      wanted = [...seen, ...beyond.filter((page) => page >= 0 && (total === null || page * PAGE < total))];
      // The pages that are seen are the youngest, so that they are forgotten last.
      for (const page of seen) {
        const rows = known.get(page);
        if (rows) {
          known.delete(page);
          known.set(page, rows);
        }
      }
      next();
    },
    /** Asks something else: the rows that are here stay until the first of the new ones have come. */
    ask(changed) {
      query = { ...query, ...changed };
      age += 1;
      asked = new Set();
      down = false;
      const mine = age;
      late ||= setTimeout(() => tell.waits(true), PATIENCE);
      return source.rows({ ...query, offset: 0, limit: PAGE, stats: false }).then(
        (window) => {
          if (mine !== age) return false;
          rest();
          known = new Map([[0, window.rows]]);
          total = window.totalRows;
          return true;
        },
        (error) => {
          if (mine !== age) return false;
          down = true;
          rest();
          tell.failed(error.message);
          return false;
        },
      );
    },
    /** The rows nearest to `at` that are here without a gap: `[first, last)`. */
    around(at) {
      const distance = (one) => Math.abs(one - Math.floor(at / PAGE));
      const page = [...known.keys()].sort((a, b) => distance(a) - distance(b))[0];
      if (page === undefined) return [at, at];
      let [from, until] = [page, page];
      while (known.has(from - 1)) from -= 1;
      while (known.has(until + 1)) until += 1;
      return [from * PAGE, until * PAGE + known.get(until).length];
    },
    /** Stops telling: nobody looks any more. */
    leave() {
      age += 1;
      clearTimeout(late);
    },
  };
}
