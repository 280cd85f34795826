// SQL by duckdb: the engine comes with its first import, joins files as their profiles read them,
// reaches nothing outside, and is stopped with Python's variables kept.

import { test } from "node:test";
import assert from "node:assert/strict";
import { startCanary } from "../support/canary.mjs";
import { addFile, run, within } from "../support/browser.mjs";
import { journey } from "../support/fixture.mjs";
import { id, more } from "../support/user.mjs";

const canary = await startCanary();
const { page } = await journey();

test("two dropped files are joined, each as its profile reads it", async (context) => {
  await addFile(
    page,
    "orders.csv",
    "customer;amount;day\n1;1.200,50;03.02.2025\n2;99,25;13.02.2025\n1;0,50;04.03.2025\n",
  );
  await addFile(page, "customers.csv", "id,country\n1,Österreich\n2,France\n");
  const from = performance.now();
  const outcome = await within(
    120_000,
    "the first query",
    run(
      page,
      `import duckdb
kept = 5
duckdb.sql("""
  select c.country, sum(o.amount) as total, min(o.day) as first
  from 'orders.csv' o join 'customers.csv' c on o.customer = c.id
  group by all order by total desc
""")`,
    ),
  );
  context.diagnostic(`first query: ${(performance.now() - from).toFixed(0)} ms`);
  assert.equal(outcome.status, "ok", outcome.error?.traceback);
  assert.deepEqual(outcome.deviations ?? [], []);
  const [{ data }] = outcome.results;
  assert.deepEqual(data?.columns, ["country", "total", "first"]);
  assert.deepEqual(data?.rows, [
    ["Österreich", 1201, "2025-02-03"],
    ["France", 99.25, "2025-02-13"],
  ]);
});

test("a further query takes a DataFrame by its name, and keeps every digit", async (context) => {
  const from = performance.now();
  const outcome = await run(
    page,
    `import pandas as pd
frame = pd.DataFrame({"id": [1, 2], "share": [0.25, 0.75]})
duckdb.sql("select sum(share), sum(9007199254740993::bigint * id), max(2.10::decimal(9, 2)) from frame join 'customers.csv' using (id)").fetchall()`,
  );
  context.diagnostic(`further query: ${(performance.now() - from).toFixed(0)} ms`);
  assert.equal(
    outcome.results.at(-1)?.text,
    "[(1.0, 27021597764222979, Decimal('2.10'))]",
    outcome.error?.traceback,
  );
});

test("a large file is read by the engine itself", async () => {
  await addFile(page, "large.csv", "n;day\n1,5;13.02.2025\n2,5;14.02.2025\n");
  const outcome = await run(
    page,
    `import duckdb._files
duckdb._files.LARGE = 10
found = duckdb.sql("select sum(n), max(day)::varchar from 'large.csv'").fetchall()
duckdb._files.LARGE = 64 << 20
found, duckdb.sql("select count(*) from glob('insitu-files/*')").fetchall()`,
  );
  assert.equal(
    outcome.results.at(-1)?.text,
    "([(4.0, '2025-02-14 00:00:00')], [(1,)])",
    outcome.error?.traceback,
  );
});

test("what would reach outside is refused, and says so", async () => {
  const address = `http://127.0.0.1:${canary.port}`;
  for (const [sql, message] of [
    ["install httpfs", /Extensions cannot be installed or loaded here/],
    ["load httpfs", /Extensions cannot be installed or loaded here/],
    [`from read_csv('${address}/a.csv')`, /SQL has no network/],
    [`from '${address}/a.parquet'`, /cannot be reached/],
    [`copy (select 1) to '${address}/a.csv'`, /SQL writes and opens no files here/],
    [`attach '${address}/a.db'`, /cannot be reached/],
    ["set enable_external_access = true", /configuration has been locked/],
  ]) {
    const { error } = await run(page, `duckdb.sql(${JSON.stringify(sql)})`);
    assert.match(error?.value ?? "", /** @type {RegExp} */ (message), String(sql));
  }
  assert.equal(canary.touched(), 0);
});

test("a query is stopped, and Python's variables and the engine's tables stay", async (context) => {
  await run(page, 'duckdb.sql("create table t as select 7 as a")');
  const { outcome, milliseconds } = await page.evaluate(async () => {
    const running = window.insitu.run(
      'duckdb.sql("select sum(a.i * b.i) from range(1000000) a(i), range(10000000) b(i)")',
    );
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const from = performance.now();
    window.insitu.interrupt();
    return { outcome: await running, milliseconds: performance.now() - from };
  });
  context.diagnostic(`stopped after ${milliseconds.toFixed(0)} ms`);
  assert.equal(outcome.status, "interrupted");
  const after = await run(page, '(kept, duckdb.sql("from t").fetchall())');
  assert.equal(after.results.at(-1)?.text, "(5, [(7,)])", after.error?.traceback);
});

test("a cell of SQL runs in the console, and is listed as the Python that runs it", async () => {
  await more(page, "console");
  await page.locator(`${id("console")} .cm-content`).click();
  await page.keyboard.insertText("%%sql\nselect a * 6 as answer from t");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+Enter");
  const entry = page.locator(id("console-entry")).filter({ hasText: "a * 6 as answer" });
  await entry.locator("td", { hasText: /^42$/ }).waitFor();
  assert.match(await entry.innerText(), /import duckdb\s+duckdb\.sql\("""/);
});

test("the page has no errors", () => assert.deepEqual(page.faults, []));
