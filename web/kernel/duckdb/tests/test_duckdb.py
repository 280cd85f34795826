"""The package with its engine: tables of Python and files by name, values, and refusals."""

import contextlib
import datetime
import decimal
import json
import os
import sqlite3
import tempfile
import unittest
import zipfile
from unittest import mock

import duckdb
import pandas as pd
from duckdb import _files
from engine_process import with_engine
from insitu import pandas_arrow, profile, readings, sql_engine

# As the harness does where pandas is imported.
pandas_arrow.install(pd)

EVERY = """select 1::hugeint as whole, 123456789012345678901234567890::hugeint as huge,
    2.50::decimal(9, 2) as price, true as yes, 'é' as text, date '2025-02-03' as day,
    timestamp '2025-02-03 04:05:06' as moment, time '12:30' as clock, interval '1 day 2 hours' as span,
    [1, 2] as list, {'a': 1} as struct, map {'k': 2} as map, 'x'::enum ('x', 'y') as code,
    'a'::blob as bytes, null as nothing"""


@with_engine
class Duckdb(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, "/")

    def write(self, name, text):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)

    def test_a_frame_of_the_caller_is_a_table_as_it_is_now(self):
        frame = pd.DataFrame({"a": [1, 2], "b": ["x", None]})
        self.assertEqual(duckdb.sql("select sum(a), count(b) from frame").fetchall(), [(3, 1)])
        frame.loc[0, "a"] = 10
        self.assertEqual(duckdb.sql("select sum(a) from frame").fetchone(), (12,))
        with self.assertRaisesRegex(duckdb.CatalogException, "nowhere does not exist"):
            duckdb.sql("from nowhere")

    def test_values_keep_their_types_and_digits(self):
        self.assertEqual(
            duckdb.sql(EVERY).fetchall(),
            [
                (
                    1,
                    123456789012345678901234567890,
                    decimal.Decimal("2.50"),
                    True,
                    "é",
                    datetime.date(2025, 2, 3),
                    datetime.datetime(2025, 2, 3, 4, 5, 6),
                    datetime.time(12, 30),
                    datetime.timedelta(days=1, hours=2),
                    [1, 2],
                    {"a": 1},
                    {"k": 2},
                    "x",
                    b"a",
                    None,
                )
            ],
        )
        frame = duckdb.sql(EVERY).df()
        self.assertEqual(
            {
                name: str(frame[name].dtype)
                for name in ("whole", "price", "yes", "text", "day", "moment", "span")
            },
            {
                "whole": "int64",
                "price": "object",
                "yes": "bool",
                "text": "str",
                "day": "datetime64[us]",
                "moment": "datetime64[us]",
                "span": "timedelta64[us]",
            },
        )
        self.assertEqual(frame["huge"][0], 123456789012345678901234567890)
        self.assertEqual(frame["price"][0], decimal.Decimal("2.50"))

    def test_a_frame_of_every_type_comes_back(self):
        frame = pd.DataFrame(
            {
                "f": [1.5, None],
                "i": [1, 2],
                "t": ["x", None],
                "d": pd.to_datetime(["2025-02-03", None]),
                "z": pd.to_datetime(["2025-02-03", None], utc=True),
                "b": [True, False],
            }
        )
        pd.testing.assert_frame_equal(duckdb.sql("from frame").df(), frame)

    def test_files_are_joined_as_their_profiles_read_them(self):
        self.write("orders.csv", "customer;amount;day\n1;1.200,50;03.02.2025\n2;99,25;13.02.2025\n")
        self.write("customers.csv", "id,country\n1,Österreich\n2,France\n")
        found = duckdb.sql(
            "select country, sum(amount) as total, min(day) as day from 'orders.csv' join 'customers.csv' on orders.customer = customers.id group by all order by 1"
        )
        self.assertEqual(
            found.fetchall(),
            [
                ("France", 99.25, datetime.datetime(2025, 2, 13)),
                ("Österreich", 1200.5, datetime.datetime(2025, 2, 3)),
            ],
        )
        self.assertEqual(found.columns, ["country", "total", "day"])

    def test_reading_a_file_by_its_profile_is_no_deviation_from_it(self):
        self.write("o.csv", "n;day\n1,5;03.02.2025\n2,5;13.02.2025\n")
        readings.watch(pd)
        (table,) = profile.describe(os.path.abspath("o.csv"))["tables"]
        page = {
            "path": os.path.abspath("o.csv"),
            "name": "o.csv",
            "sheet": None,
            "reader": table["reader"],
        }
        readings.current.begin(json.dumps([page]))
        self.addCleanup(readings.current.begin, "[]")
        self.assertEqual(duckdb.sql("select sum(n) from 'o.csv'").fetchone(), (4.0,))
        self.assertEqual(readings.current.deviations, [])
        pd.read_csv("o.csv")
        self.assertEqual(len(readings.current.deviations), 1)

    def test_a_file_that_has_changed_is_read_again(self):
        self.write("a.csv", "n,s\n1,x\n2,y\n")
        self.assertEqual(duckdb.sql("select sum(n) from 'a.csv'").fetchone(), (3,))
        self.write("a.csv", "n,s\n1,x\n20,yy\n")
        self.assertEqual(duckdb.sql("select sum(n) from 'a.csv'").fetchone(), (21,))

    def test_a_parquet_or_arrow_file_has_the_values_that_pandas_reads(self):
        days = pd.to_datetime(["2026-03-01", None, "2024-02-29"])
        frame = pd.DataFrame(
            {
                "whole": [1, 2, 2**60],
                "missing": pd.array([1, None, 3], dtype="Int64"),
                "small": pd.array([1, 2, 255], dtype="uint8"),
                "part": [0.5, None, -1.25],
                "text": ["a", None, "é"],
                "flag": pd.array([True, None, False], dtype="boolean"),
                "moment": days,
                "zoned": days.tz_localize("Europe/Berlin"),
                "day": [datetime.date(2026, 3, 1), None, datetime.date(2024, 2, 29)],
                "kind": pd.Categorical(["x", "y", None]),
                "exact": [decimal.Decimal("1.10"), None, decimal.Decimal("-2.25")],
                "list": [[1, 2], None, []],
                "written": ["2026-03-01", "2026-03-02", "2026-03-03"],
            }
        )
        frame.to_parquet("all.parquet")
        frame.to_feather("all.feather")
        pd.DataFrame({"n": [1, 2, 3]}, index=pd.Index(["x", "y", "z"], name="key")).to_parquet(
            "key.parquet"
        )
        readers = {"all.parquet": pd.read_parquet, "all.feather": pd.read_feather}
        for piece in (1, _files.PIECE):
            for name, read in readers.items():
                with self.subTest(name, piece=piece), mock.patch.object(_files, "PIECE", piece):
                    connection = duckdb.connect()
                    df = read(name).drop(columns="list")
                    # What the profile's conversions do.
                    df["written"] = pd.to_datetime(df["written"])
                    df["zoned"] = df["zoned"].dt.tz_localize(None)
                    self.assertEqual(
                        connection.sql(f"select * exclude list from '{name}'").fetchall(),
                        connection.sql("from df").fetchall(),
                    )
                    self.assertEqual(
                        connection.sql(f"select list, exact from '{name}'").fetchall(),
                        [
                            ([1, 2], decimal.Decimal("1.10")),
                            (None, None),
                            ([], decimal.Decimal("-2.25")),
                        ],
                    )
                    self.assertEqual(
                        connection.sql("from 'key.parquet'").fetchall(),
                        [("x", 1), ("y", 2), ("z", 3)],
                    )

    def test_parquet_patterns_and_options(self):
        pd.DataFrame({"n": [1, 2]}).to_csv("p1.csv", index=False)
        pd.DataFrame({"n": [3]}).to_csv("p2.csv", index=False)
        self.assertEqual(duckdb.sql("select sum(n) from read_csv('p*.csv')").fetchone(), (6,))
        self.assertEqual(duckdb.read_csv("p1.csv").fetchall(), [(1,), (2,)])
        self.assertEqual(
            duckdb.sql("from read_csv('p1.csv', all_varchar=true)").fetchall(), [("1",), ("2",)]
        )
        with self.assertRaisesRegex(duckdb.InvalidInputException, "read as its profile says"):
            duckdb.sql("from read_csv('p1.csv', rejects_table='x')")

    def test_other_tables_of_a_file_are_reached_by_their_names(self):
        with pd.ExcelWriter("book.xlsx") as book:
            for at, sheet in enumerate(["A", "it's B"]):
                pd.DataFrame({"n": [at], "s": ["x"]}).to_excel(book, sheet_name=sheet, index=False)
        with contextlib.closing(sqlite3.connect("shop.db")) as shop:
            shop.executescript(
                "create table a (n int, s text); create table b (n int, s text);"
                "insert into a values (1, 'x'); insert into b values (2, 'y')"
            )
        with zipfile.ZipFile("both.zip", "w") as both:
            both.writestr("a.csv", "n,s\n1,x\n")
            both.writestr("b.csv", "n,s\n2,y\n")
        for sql, right in [
            ("from 'book.xlsx'", 0),
            ("from read_xlsx('book.xlsx', sheet = 'it''s B')", 1),
            ("from read_xlsx('book.xlsx', sheet='A')", 0),
            ("from 'shop.db'", 1),
            ("from sqlite_scan('shop.db', 'b')", 2),
            ("from read_csv('both.zip', sheet='b.csv')", 2),
        ]:
            with self.subTest(sql):
                self.assertEqual(duckdb.sql(f"select n {sql}").fetchone(), (right,))
        self.assertEqual(duckdb.read_xlsx("book.xlsx", sheet="A").fetchall(), [(0, "x")])
        with self.assertRaisesRegex(duckdb.IOException, "no table 'C'. It has 'A', 'it's B'."):
            duckdb.sql("from read_xlsx('book.xlsx', sheet='C')")

    def test_connections_have_databases_of_their_own(self):
        with duckdb.connect() as one, duckdb.connect() as other:
            one.execute("create table t (a int)").execute("insert into t values (?), (?)", [1, 2])
            self.assertEqual(
                one.execute("select sum(a) from t where a > ?", [1]).fetchall(), [(2,)]
            )
            with self.assertRaises(duckdb.CatalogException):
                other.sql("from t")
            other.register("t", pd.DataFrame({"a": [7]}))
            self.assertEqual(other.sql("from t").fetchall(), [(7,)])
            self.assertIsNone(one.sql("create table u (a int)"))
        with self.assertRaises(duckdb.ConnectionException):
            one.sql("select 1")

    def test_relations_are_tables_of_further_queries(self):
        numbers = duckdb.sql("select i from range(5) t(i)")
        self.assertEqual(duckdb.sql("select max(i) from numbers").fetchone(), (4,))
        self.assertEqual(numbers.filter("i > 2").aggregate("sum(i) as s").fetchall(), [(7,)])
        self.assertEqual(numbers.order("i desc").limit(1).fetchall(), [(4,)])
        self.assertEqual((numbers.shape, numbers.types), ((5, 1), ["BIGINT"]))
        self.assertIn("(5 rows)", repr(numbers))
        self.assertEqual([numbers.fetchone(), numbers.fetchmany(2)], [(0,), [(1,), (2,)]])

    def test_what_lies_outside_is_refused_and_says_so(self):
        self.write("a.csv", "n\n1\n")
        for sql, message in [
            ("install httpfs", "Extensions cannot be installed or loaded here"),
            ("force install httpfs from community", "Extensions cannot be installed"),
            ("load parquet", "Extensions cannot be installed or loaded here"),
            ("from read_csv('https://example.com/x.csv')", "SQL has no network"),
            ("from 'https://example.com/x.csv'", "cannot be reached"),
            ("from 's3://bucket/x.parquet'", "cannot be reached"),
            ("copy (select 1) to 'x.csv'", "SQL writes and opens no files here"),
            ("copy (select 1) to 'https://example.com/x'", "SQL writes and opens no files here"),
            ("export database 'x'", "SQL writes and opens no files here"),
            ("attach 'https://example.com/x.db'", "cannot be reached"),
            ("attach 'x.db'", "cannot be opened"),
            ("from read_text('a.csv')", "is not read by this call"),
            ("from glob('*')", "cannot be opened"),
            ("set enable_external_access = true", "configuration has been locked"),
            ("set threads = 4", "configuration has been locked"),
            ("select json_extract('{}', '$')", "Extensions cannot be installed or loaded here"),
        ]:
            with self.subTest(sql), self.assertRaisesRegex(duckdb.Error, message):
                duckdb.sql(sql)
        self.assertEqual(os.listdir(), ["a.csv"])
        with self.assertRaisesRegex(duckdb.IOException, "databases live in memory here"):
            duckdb.connect("x.db")

    def test_an_engine_that_was_ended_begins_again_and_says_so(self):
        connection = duckdb.connect().execute("create table t (a int)")

        def ended(request, *payload):
            sql_engine.ask = self.engine.ask
            return json.dumps({"stopped": True, "lost": True})

        sql_engine.ask = ended
        with self.assertRaises(KeyboardInterrupt):
            connection.sql("from t")
        with self.assertWarnsRegex(UserWarning, "was ended, so that this connection begins again"):
            self.assertEqual(connection.sql("select 1").fetchall(), [(1,)])
        with self.assertRaises(duckdb.CatalogException):
            connection.sql("from t")

    def test_errors_are_duckdbs_own(self):
        for sql, error in [
            ("selec 1", duckdb.ParserException),
            ("select nothing", duckdb.BinderException),
            ("select 'x'::int", duckdb.ConversionException),
        ]:
            with self.subTest(sql), self.assertRaises(error):
                duckdb.sql(sql)
