// The rows come from the source of small tables, slowed down.

import assert from "node:assert/strict";
import { test } from "node:test";

import { PAGE, pages } from "./pages.ts";
import { here } from "./source.ts";

const ROWS = Array.from({ length: 10_000 }, (_, at) => [at]);
const DATA = {
  columns: ["n"],
  types: ["integer"],
  indexColumns: 0,
  rows: ROWS,
  totalRows: ROWS.length,
};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a condition is met, for as long as a busy machine may need. */
async function until(met: () => unknown) {
  for (let left = 500; left > 0 && !met(); left -= 1) await pause(10);
}

/** Returns pages over a slow source, with a record of requests and notices. */
function slow(takes = 5) {
  const source = here(DATA);
  const asked: number[] = [];
  const notices: string[] = [];
  const paged = pages(
    {
      async rows(question) {
        asked.push((question.offset as number) / PAGE);
        await pause(takes);
        if (paged.broken) throw new Error("Python was restarted.");
        return source.rows(question);
      },
    },
    {
      arrived: () => notices.push("arrived"),
      waits: (yes) => yes && notices.push("waits"),
      failed: (sentence) => notices.push(sentence),
    },
  ) as ReturnType<typeof pages> & { broken?: boolean };
  return { paged, asked, notices };
}

test("visible pages are requested first, then the page ahead, then the one behind, and none twice", async () => {
  const { paged, asked } = slow();
  paged.want(450, 520);
  paged.want(450, 520);
  await until(() => paged.row(699) && paged.row(300));
  assert.deepEqual(asked, [4, 5, 6, 3]);
  assert.deepEqual(
    [paged.row(450), paged.row(519), paged.row(699), paged.row(700), paged.total()],
    [[450], [519], [699], undefined, 10_000],
  );
});

test("pages that were scrolled past are not requested", async () => {
  const { paged, asked } = slow(20);
  for (let first = 0; first < 9_000; first += 300) paged.want(first, first + 20);
  await until(() => paged.row(8_600));
  assert.deepEqual(asked, [0, 1, 87, 88, 86]);
});

test("an answer to an outdated request is dropped", async () => {
  const { paged, asked } = slow(10);
  paged.want(0, 20);
  const [first, second] = await Promise.all([
    paged.ask({ sort: [{ column: 0, descending: true }] }),
    paged.ask({ search: "99" }),
  ]);
  assert.deepEqual([first, second, paged.row(0), asked.length], [false, true, [9_999], 4]);
  assert.deepEqual(paged.query(), {
    sort: [{ column: 0, descending: true }],
    filter: [],
    search: "99",
  });
});

test("a long wait is reported once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { paged, notices } = slow(900);
  paged.want(0, 10);
  context.mock.timers.tick(100);
  assert.deepEqual(notices, []);
  context.mock.timers.tick(799);
  assert.deepEqual(notices, ["waits"]);
  context.mock.timers.tick(1);
  await new Promise(setImmediate);
  assert.deepEqual(notices.slice(0, 2), ["waits", "arrived"]);
  paged.leave();
});

test("after a failure the loaded rows stay, and the next query tries again", async () => {
  const { paged, asked, notices } = slow();
  paged.want(100, 180);
  await until(() => paged.row(100) && paged.row(200) && paged.row(0));
  paged.broken = true;
  paged.want(5_000, 5_020);
  await until(() => notices.at(-1) === "Python was restarted.");
  assert.equal(notices.at(-1), "Python was restarted.");
  const before = asked.length;
  paged.want(7_000, 7_020);
  assert.equal(asked.length, before, "nothing is requested after a failure");
  assert.deepEqual(
    [paged.row(150), paged.around(150), paged.around(5_000)],
    [[150], [0, 300], [0, 300]],
  );
  paged.broken = false;
  assert.equal(await paged.ask({}), true);
});

test("the number of kept rows is limited, however far the user scrolls", async () => {
  const { paged } = slow(0);
  for (let first = 0; first < 10_000; first += 100) {
    paged.want(first, first + 100);
    await pause(3);
  }
  await pause(30);
  const kept = ROWS.filter((_, at) => paged.row(at) !== undefined).length;
  assert.ok(kept >= 1_000 && kept <= 4_400, `${kept} rows`);
});
