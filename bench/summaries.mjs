// Measures the cost of a large table's column statistics and files in the browser's Python, here
// under Node: processor time of the statistics of each kind of column, of all columns, and of a
// workbook. Needs the runtime (`cargo xtask runtime`).
//
//   npx tsx bench/summaries.mjs [rows]

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { startInterpreter } from "../web/kernel/worker/interpreter.ts";
import { makeShared } from "../web/kernel/worker/shared.ts";
import { coreFiles, nodeScope, pyodideFolder } from "../web/kernel/build/node-scope.ts";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const runtime = join(dirname(fileURLToPath(import.meta.url)), "../runtime");
const LIMITS = {
  streamBytes: 10_000,
  results: 50,
  figures: 20,
  tableRows: 100,
  memoryBytes: 2 ** 31,
  imageBytes: 1_000_000,
  newFiles: 20,
  outBytes: 100 << 20,
};

const COLUMNS = {
  "counted up": "np.arange(n)",
  "whole numbers, few": "random.integers(0, 1000, n)",
  "whole numbers, far apart": "random.integers(0, 10**15, n)",
  numbers: "random.random(n) * 1000",
  "numbers, few": "random.integers(0, 10_000, n) / 100",
  "numbers with gaps": "np.where(random.random(n) < .1, np.nan, random.random(n))",
  times: "pd.Timestamp('2020-01-01') + pd.to_timedelta(random.integers(0, 10**8, n), unit='s')",
  days: "pd.Timestamp('2020-01-01') + pd.to_timedelta(random.integers(0, 2000, n), unit='D')",
  "true or false": "random.random(n) < .3",
  "texts, few": "pd.Series(random.choice(['North', 'South', 'West'], n))",
  "texts, all different": "pd.Series([f'Customer {i:07}' for i in random.permutation(n)])",
  "texts, many": "pd.Series([f'Customer {i:07}' for i in random.integers(0, n // 4, n)])",
  category: "pd.Categorical(random.choice(['a', 'b', 'c'], n))",
};

/** @type {import("../web/generated/kernel").Manifest} */
const { packages } = JSON.parse(readFileSync(join(runtime, "manifest.json"), "utf8"));
const names = new Set();
const add = (/** @type {import("../web/generated/kernel").Package} */ item) => {
  if (names.has(item.name)) return;
  item.depends.forEach((name) =>
    add(
      /** @type {import("../web/generated/kernel").Package} */ (
        packages.find((other) => other.name === name)
      ),
    ),
  );
  names.add(item.name);
};
packages.filter(({ name, upFront }) => upFront || name === "xlsxwriter").forEach(add);
const wheels = packages
  .filter(({ name }) => names.has(name))
  .map(({ name, asset }) => {
    const content = readFileSync(
      join(runtime, "files", /** @type {string} */ (asset.url.split("/").at(-1))),
    );
    return {
      name,
      bytes: content.buffer.slice(content.byteOffset, content.byteOffset + content.byteLength),
    };
  });
const python = await startInterpreter({
  core: coreFiles(/** @type {string} */ (pyodideFolder())),
  packages: wheels,
  warm: ["pandas"],
  limits: LIMITS,
  progress() {},
  stream() {},
  ask() {},
  memory() {},
  interrupt: makeShared(),
  scope: nodeScope(),
});
let id = 0;
const run = async (/** @type {string} */ code) => {
  const { outcome } = await python.execute(code, { id: (id += 1) });
  if (outcome.status !== "ok") throw new Error(outcome.error?.traceback);
  return outcome.results;
};

/**
 * An answer of the interpreter, with the fields that are read here.
 *
 * @typedef {{ fields: { window: { stats: import("../web/generated/automation").ColumnStats[] } },
 *   files: Blob[] }} Answer
 */

/** @type {(kind: string, request: object) => [milliseconds: number, answer: Answer]} */
const timed = (kind, request) => {
  const from = process.cpuUsage();
  const answer = python.answer(
    kind,
    /** @type {{ id: number }} */ ({ id: (id += 1), sort: [], filter: [], search: "", ...request }),
  );
  const { user, system } = process.cpuUsage(from);
  return [
    Math.round((user + system) / 1000),
    /** @type {Answer} */ (/** @type {unknown} */ (answer)),
  ];
};

await run(`import numpy as np, pandas as pd\nn = ${ROWS}\nrandom = np.random.default_rng(1)`);
for (const [name, code] of Object.entries(COLUMNS)) {
  const [{ id: result }] = await run(`pd.DataFrame({"column": ${code}})`);
  timed("table", { result, offset: 0, limit: 100 });
  const [first, { fields }] = timed("table", { result, offset: 0, limit: 1, stats: true });
  const [again] = timed("table", { result, offset: 0, limit: 1, stats: true });
  const [{ distinct, min, max, bins }] = fields.window.stats;
  console.log(
    `${name.padEnd(26)} ${String(first).padStart(6)} ms, again ${String(again).padStart(6)} ms   ${JSON.stringify({ distinct, min, max, bins: bins?.length })}`,
  );
}
const rows = Math.round(ROWS / 10);
const [{ id: result }] = await run(`random = np.random.default_rng(1); m = ${rows}
pd.DataFrame({"order": np.arange(m), "region": random.choice(["North", "South", "West"], m), "amount": random.random(m) * 1000, "day": pd.Timestamp("2020-01-01") + pd.to_timedelta(np.arange(m) % 1000, unit="D"), "customer": [f"Customer {i:07}" for i in random.integers(0, m, m)], "paid": random.random(m) < .3})`);
const [took, { files }] = timed("save", { result, format: "xlsx" });
console.log(
  `workbook of ${(rows * 6).toLocaleString("en")} cells: ${took} ms, ${(files[0].size / 1e6).toFixed(1)} MB`,
);
const [csv] = timed("save", { result, format: "csv" });
console.log(`the same as CSV: ${csv} ms`);
process.exit(0);
