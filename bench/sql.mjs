// Measures queries over a CSV file that is larger than memory: SQL here, native DuckDB with one
// thread and with its own number of them, and pandas in pieces here, one after the other for each
// query. Prints seconds and processor time, and whether the answers agree; then the memory of the
// browser's processes, and how long Stop takes. Needs what the journeys need (CHROMIUM,
// INSITU_BINARY, INSITU_SITE), and a Python with duckdb (PYTHON).
//
//   npx tsx bench/sql.mjs [--rows 20000000] [--file file.csv] [--pandas count,sum,…]

import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";

import { openPage, run, startBrowser } from "../end2end/support/browser.mjs";
import { startServer } from "../end2end/support/server.mjs";

const PYTHON = process.env.PYTHON ?? "python3";
const NATIVE = path.join(import.meta.dirname, "sql", "native.py");
// The unit of /proc/…/stat.
const TICKS = 100;

const { values: options } = parseArgs({
  options: {
    rows: { type: "string", default: "20000000" },
    file: { type: "string" },
    pandas: { type: "string", default: "sum,group" },
  },
});

const pieces = (/** @type {string} */ columns) =>
  `pd.read_csv('big.csv', usecols=${columns}, chunksize=1_000_000)`;

/** @type {Record<string, { sql: string, pandas: string }>} */
const QUERIES = {
  count: { sql: "select count(*) from FILE", pandas: `sum(len(p) for p in ${pieces("['id']")})` },
  sum: {
    sql: "select sum(amount), sum(units) from FILE",
    pandas: `sum(p[['amount', 'units']].sum() for p in ${pieces("['amount', 'units']")})`,
  },
  group: {
    sql: "select key, round(sum(amount), 2), count(*) from FILE group by key order by 2 desc limit 3",
    pandas: `pd.concat([p.groupby('key')['amount'].agg(['sum', 'count']) for p in ${pieces("['key', 'amount']")}]).groupby('key').sum().nlargest(3, 'sum')`,
  },
  top: {
    sql: "select id, amount from FILE order by amount desc, id limit 10",
    pandas: `pd.concat([p.nlargest(10, 'amount') for p in ${pieces("['id', 'amount']")}]).nlargest(10, 'amount')`,
  },
  filter: {
    sql: "select count(*), round(avg(amount), 6) from FILE where units < 1000 and key < 'k500'",
    pandas: `pd.concat([p[(p.units < 1000) & (p.key < 'k500')] for p in ${pieces("['key', 'units', 'amount']")}]).amount.agg(['count', 'mean'])`,
  },
  distinct: {
    sql: "select count(distinct key), count(distinct units) from FILE",
    pandas: `pd.concat([p.drop_duplicates() for p in ${pieces("['key', 'units']")}]).nunique()`,
  },
};

const folder = mkdtempSync(path.join(tmpdir(), "insitu-bench-"));
const file = options.file ?? path.join(folder, "big.csv");
if (!existsSync(file)) execFileSync(PYTHON, [NATIVE, "make", file, options.rows]);
const server = await startServer();
const browser = await startBrowser();
try {
  const page = await openPage(browser, server.url, { background: true });
  await page.locator(".pick input").first().setInputFiles(file);
  const name = path.basename(file);
  await page.waitForFunction(
    (name) =>
      window.insitu
        .run(`import os; os.path.exists('${name}')`)
        .then(({ results }) => results[0]?.text === "True"),
    name,
  );
  const here = (/** @type {string} */ code) =>
    measured(() => run(page, code, { timeoutMs: 900_000 }));
  console.log(`${(statSync(file).size / 1e6).toFixed(0)} MB, load ${loadavg()[0].toFixed(1)}`);
  const first = await here("import duckdb\nduckdb.sql('select 1').fetchall()");
  console.log(`the engine's start: ${first.text}`);
  const warm = await here(`duckdb.sql("from '${name}' limit 1").fetchall()`);
  console.log(`profile and first row: ${warm.text}; ${memory()}`);
  console.log(
    `${"query".padEnd(9)} ${"here".padEnd(20)} ${"native, 1 thread".padEnd(20)} ${"native".padEnd(20)} ratio (processor)  same  pandas in pieces here`,
  );
  for (const [what, { sql, pandas }] of Object.entries(QUERIES)) {
    const ours = await here(`duckdb.sql("""${sql.replace("FILE", `'${name}'`)}""").fetchall()`);
    const [one, own] = [1, 0].map((threads) =>
      JSON.parse(
        execFileSync(PYTHON, [NATIVE, "run", file, String(threads), sql], { encoding: "utf8" }),
      ),
    );
    const chunks = options.pandas.split(",").includes(what)
      ? (await here(`import pandas as pd\n${pandas.replaceAll("big.csv", name)}`)).text
      : "";
    const ratio = `${(ours.seconds / one.seconds).toFixed(2)} (${(ours.processor / one.processor).toFixed(2)})`;
    console.log(
      `${what.padEnd(9)} ${ours.text.padEnd(20)} ${text(one).padEnd(20)} ${text(own).padEnd(20)} ${ratio.padEnd(18)} ${String(ours.answer === one.answer && one.answer === own.answer).padEnd(5)} ${chunks}`,
    );
    if (ours.answer !== one.answer) console.log(`  here   ${ours.answer}\n  native ${one.answer}`);
  }
  console.log(memory());
  const stopped = await page.evaluate(async (query) => {
    const running = window.insitu.run(query);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const from = performance.now();
    window.insitu.interrupt();
    const { status } = await running;
    return `${status} after ${(performance.now() - from).toFixed(0)} ms`;
  }, `duckdb.sql("select max(note) from '${name}'").fetchall()`);
  const after = await here("duckdb.sql('select 42').fetchall()");
  console.log(`Stop within a scan: ${stopped}; the engine afterwards: ${after.answer}`);
} finally {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true });
}

/** @param {{ seconds: number, processor: number }} times */
function text({ seconds, processor }) {
  return `${seconds.toFixed(1)} s (${processor.toFixed(1)})`;
}

/** @param {() => Promise<import("../web/generated/kernel").Outcome>} act */
async function measured(act) {
  const processorBefore = processorTime();
  const outcome = await act();
  const times = {
    seconds: outcome.durationMs / 1000,
    processor: processorTime() - processorBefore,
  };
  const answer = outcome.error?.value ?? outcome.results.at(-1)?.text ?? "";
  return { ...times, answer, text: text(times) };
}

/** Returns the processor time of the browser's processes so far, in seconds. */
function processorTime() {
  let total = 0;
  for (const id of descendants())
    try {
      const fields = readFileSync(`/proc/${id}/stat`, "utf8").split(") ")[1].split(" ");
      total += (Number(fields[11]) + Number(fields[12])) / TICKS;
    } catch {
      // It ended meanwhile.
    }
  return total;
}

/** Returns the private memory of the browser's renderers, as text. */
function memory() {
  const found = [];
  for (const id of descendants())
    try {
      if (!readFileSync(`/proc/${id}/cmdline`, "utf8").includes("--type=renderer")) continue;
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      const [now, most] = ["RssAnon", "VmHWM"].map(
        (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024,
      );
      found.push(`${now.toFixed(0)} MB (most at once, with shared pages: ${most.toFixed(0)})`);
    } catch {
      // It ended meanwhile.
    }
  return `private memory of renderers: ${found.join(", ")}`;
}

/** Returns the processes below this one, which are the browser's and the server's. */
function descendants() {
  /** @type {Map<number, number>} */
  const parents = new Map();
  for (const id of readdirSync("/proc").filter((name) => /^\d+$/.test(name)))
    try {
      const status = readFileSync(`/proc/${id}/status`, "utf8");
      parents.set(Number(id), Number(/PPid:\s+(\d+)/.exec(status)?.[1]));
    } catch {
      // It ended meanwhile.
    }
  /** @type {(id: number) => boolean} */
  const below = (id) =>
    id === process.pid || (parents.has(id) && below(/** @type {number} */ (parents.get(id))));
  return [...parents.keys()].filter(below);
}
