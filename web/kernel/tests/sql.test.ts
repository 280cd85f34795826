// The SQL engine behind its checks: what it answers, what it refuses, and how it stops. Values and
// types are tested with the Python package.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";

import { fileAt, openNodeEngine, requestsOf } from "./sql-engine.ts";
import type { Answer } from "../worker/engine.ts";

const text = ({ bytes, failed }: Answer) => failed ?? new TextDecoder().decode(bytes);

describe("the SQL engine", () => {
  let send: (request: object) => Answer;
  let connection: number;
  let stop = false;

  before(async () => {
    send = requestsOf(await openNodeEngine({ interrupted: () => stop, first: 100 }));
    connection = Number(text(send({ action: "connect" })));
  });

  const run = (sql: string) => send({ action: "run", connection, sql });

  test("connections of another engine are not known", () => {
    assert.equal(connection, 101);
    assert.match(text(send({ action: "run", connection: 1, sql: "select 1" })), /is closed/);
  });

  test("what is not a request is refused or ignored", () => {
    for (const request of [
      { action: "run", connection },
      { action: "run", connection: "101", sql: "select 1" },
      { action: "insert", connection, table: "t", bytes: "text" },
      { action: "open", connection, path: "x.db" },
      { action: "refer", file: "/etc/passwd" },
      { action: "refer", file: { size: 1, slice() {} } },
      { action: "refer", file: undefined },
      { action: "forget", table: 1 },
      { action: "constructor", connection },
    ])
      assert.match(text(send(request)), /does not know this request/, JSON.stringify(request));
    assert.deepEqual(send({ ticket: "none", ...{ more: true } }), {});
  });

  test("nothing outside can be reached, whatever SQL says", () => {
    for (const sql of [
      "load httpfs",
      "load 'x.duckdb_extension'",
      "from read_csv('https://example.com/x.csv')",
      "from read_csv('/etc/passwd')",
      "from read_text('/etc/passwd')",
      "from read_blob('https://example.com/x')",
      "from glob('/*')",
      "from sniff_csv('/etc/passwd')",
      "copy (select 1) to '/tmp/insitu-sql.csv'",
      "copy (select 1) to 'https://example.com/x.csv'",
      "export database '/tmp/insitu-sql'",
      "attach '/tmp/insitu-sql.db'",
      "attach 'https://example.com/x.db'",
      "attach ':memory:' as outside (type sqlite)",
      "set enable_external_access = true",
      "set lock_configuration = false",
      "reset enable_external_access",
      "set memory_limit = '100GB'",
      "set autoload_known_extensions = true",
      "set temp_directory = '/tmp'",
      "set profiling_output = '/tmp/insitu-sql'",
      "set s3_region = 'eu'",
      "create secret (type s3)",
      "select getenv('HOME')",
    ]) {
      const { failed } = run(sql);
      assert.match(
        failed ?? "it was done",
        /disabled|locked|not exist|extension|not found/i,
        `${sql}: ${failed}`,
      );
    }
  });

  test("a query that computes is stopped, and its tables stay", () => {
    assert.ok(run("create table kept as select 42 as a").bytes);
    stop = true;
    const from = performance.now();
    assert.equal(
      text(run("select sum(a.i * b.i) from range(1000000) a(i), range(1000000) b(i)")),
      "stopped",
    );
    assert.ok(performance.now() - from < 1000);
    stop = false;
    assert.ok(run("from kept").bytes);
  });

  test("a query for which the memory does not suffice ends with an error", async () => {
    const little = requestsOf(await openNodeEngine({ memory: 50_000_000 }));
    const connection = Number(text(little({ action: "connect" })));
    const sql = "select count(*) from (select distinct i || 'text' from range(5000000) t(i))";
    assert.match(text(little({ action: "run", connection, sql })), /Out of Memory Error/);
    assert.ok(little({ action: "run", connection, sql: "select 1" }).bytes);
  });

  test("a closed connection takes its tables with it", () => {
    const other = Number(text(send({ action: "connect" })));
    assert.ok(send({ action: "run", connection: other, sql: "create table t (a int)" }).bytes);
    assert.ok(send({ action: "close", connection: other }).bytes);
    assert.match(text(run(`from database_${other}.t`)), /does not exist/);
  });

  describe("a file by reference", () => {
    const folder = mkdtempSync(join(tmpdir(), "insitu-sql-"));
    const path = join(folder, "a.csv");
    const content = "a,b\n1,x\n2,y\n";
    const columns = "auto_detect = false, header = true, columns = {a: 'BIGINT', b: 'VARCHAR'}";
    let name: string;

    before(async () => {
      writeFileSync(path, content);
      name = text(send({ action: "refer", file: await fileAt(path) }));
    });
    after(() => rmSync(folder, { recursive: true }));

    test("is read, by a name of the engine's own", () => {
      assert.equal(name, "insitu-files/1");
      assert.ok(run(`create table read as from read_csv('${name}', ${columns})`).bytes);
      assert.equal(
        text(run("select error('sum ' || sum(a)) from read")),
        "Invalid Input Error: sum 3",
      );
    });

    test("is all that a pattern finds", () => {
      const found = run("select error(string_agg(file, ' ')) from glob('insitu-files/*')");
      assert.equal(text(found), "Invalid Input Error: insitu-files/1");
    });

    test("is the only thing that can be reached, and only to read", () => {
      for (const [sql, refusal] of [
        [`from read_text('${path}')`, /disabled/],
        ["from read_csv('a.csv')", /disabled/],
        [`from read_csv('insitu-files/2', ${columns})`, /No files found/],
        ["from read_text('insitu-files/../insitu-files/1')", /disabled/],
        ["from read_text('insitu-files/../../etc/passwd')", /disabled/],
        ["from read_text('./insitu-files/1')", /disabled/],
        ["from read_text('/insitu-files/1')", /disabled/],
        [`from read_csv('insitu-files/https://example.com/x', ${columns})`, /No files found/],
        ["from read_text('https://example.com/insitu-files/1')", /disabled/],
        ["from read_text('http://insitu-files/1')", /disabled/],
        ["from read_text('file:insitu-files/1')", /disabled/],
        ["from glob('*')", /disabled/],
        ["from glob('**/*')", /disabled/],
        [`copy (select 1) to '${name}'`, /SQL writes no files/],
        [`copy (select 1) to '${name}' (use_tmp_file false)`, /SQL writes no files/],
        [`copy read to '${name}.csv'`, /SQL writes no files/],
        ["copy read to 'insitu-files/x' (partition_by a)", /SQL writes no files/],
        ["export database 'insitu-files/x'", /SQL writes no files/],
        [`attach '${name}' as other`, /SQL writes no files/],
        ["attach 'insitu-files/new.db' as other", /SQL writes no files/],
        [`attach '${name}' as other (read_only)`, /not a valid DuckDB database/],
        [`load '${name}'`, /disabled/],
        ["set allowed_directories = ['/']", /locked/],
        ["set allowed_paths = ['/etc/passwd']", /locked/],
        ["reset allowed_directories", /locked/],
      ] as const) {
        const { failed } = run(sql);
        assert.match(failed ?? "it was done", refusal, `${sql}: ${failed}`);
      }
      assert.equal(readFileSync(path, "utf-8"), content);
      const read = run(`select error('rows ' || count(*)) from read_csv('${name}', ${columns})`);
      assert.equal(text(read), "Invalid Input Error: rows 2", "it can be read as before");
    });

    test("is forgotten", () => {
      assert.ok(send({ action: "forget", table: name }).bytes);
      assert.match(text(run(`from read_csv('${name}', ${columns})`)), /No files found/);
    });
  });
});
