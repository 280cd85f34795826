// Pools of threads and processes in the built runtime, whose work is done in order, and what still
// fails, with what its error says.

import assert from "node:assert/strict";
import { before, describe, test } from "node:test";

import { needsRuntime, startFromSnapshot } from "./built-runtime.ts";

const COMPUTED: [code: string, value: unknown][] = [
  [
    "from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(4) as pool: found = list(pool.map(abs, [-1, 2]))\nfound",
    [1, 2],
  ],
  [
    "import concurrent.futures\nwith concurrent.futures.ProcessPoolExecutor() as pool: found = pool.submit(pow, 2, 3).result()\nfound",
    8,
  ],
  [
    "import multiprocessing\nwith multiprocessing.Pool(2) as pool: found = pool.map(abs, [-1, 2])\nfound",
    [1, 2],
  ],
  ["multiprocessing.get_context('spawn').Pool(2).starmap(pow, [(2, 3)])", [8]],
  [
    "from multiprocessing.pool import ThreadPool\nfrom multiprocessing.dummy import Pool\n[ThreadPool(2).map(abs, [-1]), Pool(2).map(abs, [-3])]",
    [[1], [3]],
  ],
  ["import asyncio\nfound = await asyncio.to_thread(abs, -5)\nfound", 5],
  [
    "from joblib import Parallel, delayed\n[Parallel(n_jobs=2)(delayed(abs)(-i) for i in range(3)), Parallel(-1, prefer='threads')([delayed(abs)(-4)])]",
    [[0, 1, 2], [4]],
  ],
];

const REFUSED: [code: string, last: RegExp][] = [
  [
    "import threading\nthreading.Thread(target=print).start()",
    /There are no threads here: call the function directly, use a pool, whose work is done in order, or use asyncio\.$/,
  ],
  [
    "import multiprocessing\nmultiprocessing.Process(target=print).start()",
    /There is no `_multiprocessing` in this Python\. There are no processes here: call the function directly, or use a Pool, whose work is done in order\.$/,
  ],
  [
    "import locale\nlocale.setlocale(locale.LC_ALL, 'de_DE.UTF-8')",
    /unsupported locale setting: there is no de_DE\.UTF-8 here/,
  ],
];

describe("what a browser has no threads, processes and locales for", needsRuntime, () => {
  let started: Awaited<ReturnType<typeof startFromSnapshot>>;
  before(async () => {
    started = await startFromSnapshot();
  });

  for (const [code, value] of COMPUTED) {
    test(`is computed in order: ${code.split("\n")[0]}`, async () =>
      assert.deepEqual(await started.value(code), value));
  }

  for (const [code, last] of REFUSED) {
    test(`or fails with what to do: ${code.split("\n")[1]}`, async () => {
      const { error } = await started.execute(code);
      assert.match(String(error?.traceback), last);
    });
  }
});
