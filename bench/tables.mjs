// Measures how long each kind of file takes until its profile is shown, and until its first
// aggregate is computed as pandas' documentation has it (and by SQL, where DuckDB reads the kind),
// beside native pandas and native DuckDB, one after the other. Prints a Markdown table: seconds,
// medians of the rounds, and whether all answers agree. Needs what the journeys need (CHROMIUM,
// INSITU_BINARY, INSITU_SITE), and a Python with the packages that tables/native.py names (PYTHON).
//
//   npx tsx bench/tables.mjs [--sizes 1,50] [--kinds csv,parquet,…] [--rounds 3]
//
// Sizes are in MB. Workbooks, ODS and Stata are written up to 50 MB only, since writing larger ones
// takes longer than all that is measured. Files are kept in target/bench/tables.

import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { loadavg } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { openPage, run, startBrowser } from "../end2end/support/browser.mjs";
import { root, startServer } from "../end2end/support/server.mjs";
import { atEnd, benchmark } from "./support/cleanup.mjs";
import { spread, table } from "./support/statistics.mjs";

const PYTHON = process.env.PYTHON ?? "python3";
const NATIVE = path.join(import.meta.dirname, "tables", "native.py");
const FOLDER = path.join(root, "target", "bench", "tables");

/** How long one file may take, in milliseconds. */
const LIMIT = 600_000;

/**
 * How code reads a kind, and whether DuckDB reads it, and the largest file in MB.
 *
 * @type {Record<string, { read: (name: string) => string, sql?: boolean, largest?: number }>}
 */
const KINDS = {
  csv: { read: (name) => `pd.read_csv('${name}')`, sql: true },
  "csv.gz": { read: (name) => `pd.read_csv('${name}')`, sql: true },
  jsonl: { read: (name) => `pd.read_json('${name}', lines=True)`, sql: true },
  parquet: { read: (name) => `pd.read_parquet('${name}')`, sql: true },
  feather: { read: (name) => `pd.read_feather('${name}')` },
  sqlite: {
    read: (name) => `pd.read_sql('select * from sales', __import__('sqlite3').connect('${name}'))`,
  },
  dta: { read: (name) => `pd.read_stata('${name}')`, largest: 50 },
  xlsx: { read: (name) => `pd.read_excel('${name}')`, largest: 50 },
  ods: { read: (name) => `pd.read_excel('${name}')`, largest: 1 },
};

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "1,50" },
    kinds: { type: "string", default: Object.keys(KINDS).join(",") },
    rounds: { type: "string", default: "3" },
  },
});

await benchmark(async () => {
  mkdirSync(FOLDER, { recursive: true });
  const server = await startServer();
  atEnd(() => server.stop());
  const browser = await startBrowser();
  atEnd(() => browser.close());
  /** @type {string[][]} */
  const rows = [];
  for (const size of options.sizes.split(",").map(Number))
    for (const kind of options.kinds.split(",")) {
      if (size > (KINDS[kind].largest ?? Number.POSITIVE_INFINITY)) continue;
      const file = path.join(FOLDER, `sales-${size}.${kind}`);
      if (!existsSync(file)) execFileSync(PYTHON, [NATIVE, "make", kind, String(size), file]);
      rows.push(await measured(kind, file, browser, server.url));
      console.error(`${rows.at(-1)?.join(" | ")} (load ${loadavg()[0].toFixed(1)})`);
    }
  const header = ["kind", "MB", "profile", "pandas here", "native pandas", "SQL here"];
  console.log(table([...header, "native DuckDB", "same"], rows));
});

/**
 * Measures one file in as many fresh pages as there are rounds, and natively after each.
 *
 * @param {string} kind
 * @param {string} file
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 */
async function measured(kind, file, browser, url) {
  const { read, sql = false } = KINDS[kind];
  const name = path.basename(file);
  const says = "print(*(f'{region} {value:.2f}' for region, value in sums.items()))";
  const codes = {
    pandas: `import pandas as pd\nsums = ${read(name)}.groupby('region')['amount'].sum()\n${says}`,
    sql: `sums = dict(duckdb.sql("select region, sum(amount) from '${name}' group by 1 order by 1").fetchall())\n${says}`,
  };
  /** @type {Record<string, number[]>} */
  const seconds = { profile: [], pandas: [], nativePandas: [], sql: [], nativeSql: [] };
  const answers = new Set();
  const native = (/** @type {string} */ engine) => {
    const said = execFileSync(PYTHON, [NATIVE, engine, kind, file], { encoding: "utf8" });
    const { seconds: took, answer } = JSON.parse(said);
    answers.add(answer);
    return took;
  };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const page = await openPage(browser, url, { background: true });
    const since = performance.now();
    await page.locator(".pick input").first().setInputFiles(file);
    await page.locator('[data-testid="file-profile"]').first().waitFor({ timeout: LIMIT });
    seconds.profile.push((performance.now() - since) / 1000);
    const here = async (/** @type {string} */ code) => {
      const { durationMs, stdout, error } = await run(page, code, { timeoutMs: LIMIT });
      answers.add(error ? `${error.name}: ${error.value}` : stdout.trim());
      return durationMs / 1000;
    };
    seconds.pandas.push(await here(codes.pandas));
    seconds.nativePandas.push(native("pandas"));
    if (sql) {
      // The engine's start is not part of the query.
      await run(page, "import duckdb\nduckdb.sql('select 1').fetchall()", { timeoutMs: LIMIT });
      seconds.sql.push(await here(codes.sql));
      seconds.nativeSql.push(native("duckdb"));
    }
    await page.close();
  }
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  const cells = Object.values(seconds).map((values) => spread(values, 2));
  const same = answers.size === 1 ? "yes" : [...answers].join(" / ");
  return [kind, megabytes, ...cells, same];
}
