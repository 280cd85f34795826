"""Databases of SQLite."""

import contextlib
import sqlite3
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from insitu import databases
from opening_fixtures import Case, Opening, facts_of


def database(*statements):
    """Returns the bytes of an SQLite database."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.sqlite")
        with contextlib.closing(sqlite3.connect(path)) as connection:
            for statement in statements:
                connection.execute(statement)
            connection.commit()
        return path.read_bytes()


class Databases(Opening):
    def test_each_table_and_view_is_a_table(self):
        shop = database(
            "CREATE TABLE orders(id INTEGER PRIMARY KEY, zip TEXT, day TEXT, amount REAL, note TEXT)",
            "INSERT INTO orders VALUES (1, '00501', '2025-02-13', 1.5, NULL), (2, '02139', '2025-02-14', NULL, 'x'), (3, '10001', '2025-02-14', 4, NULL)",
            "CREATE VIEW [by day] AS SELECT day, sum(amount) AS total FROM orders GROUP BY day",
            "CREATE TABLE log(at INTEGER, text TEXT)",
            "CREATE TRIGGER t AFTER INSERT ON log BEGIN DELETE FROM orders; END",
            "INSERT INTO log VALUES (1739400000, 'x')",
            "DELETE FROM log",
            "INSERT INTO orders VALUES (1, '00501', '2025-02-13', 1.5, NULL), (2, '02139', '2025-02-14', NULL, 'x'), (3, '10001', '2025-02-14', 4, NULL)",
        )
        columns = ["id", "zip", "day", "amount", "note"]
        value = "(df['zip'].tolist(), str(df['day'].max().date()), df['amount'].sum(), df['note'].isna().sum())"
        right = "(['00501', '02139', '10001'], '2025-02-14', np.float64(5.5), np.int64(2))"
        names = database(
            """CREATE TABLE "it's a ""table"" \\ %" ("the day" TEXT, "a""b" INTEGER, "select" REAL)""",
            """INSERT INTO "it's a ""table"" \\ %" VALUES ('13.02.2025', 1, 2.5), ('14.02.2025', 2, 3.5)""",
        )
        mixed = database(
            "CREATE TABLE t(a, b BLOB, c)",
            "INSERT INTO t VALUES (1, x'00ff', 'x'), ('n/a', x'01', 'y'), (3, NULL, 'z')",
        )
        large = database(
            "CREATE TABLE t(n INTEGER, text TEXT)",
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 60000) INSERT INTO t SELECT n, 'text ' || n FROM c",
        )
        words = database(
            "CREATE VIRTUAL TABLE docs USING fts4(body)",
            "INSERT INTO docs VALUES ('one two'), ('three')",
            "CREATE TABLE docs_archive(body TEXT)",
            "INSERT INTO docs_archive VALUES ('kept'), ('too')",
        )
        waiting = bytearray(shop)
        waiting[18:20] = b"\2\2"
        self.check(
            [
                Case(
                    "padded digits, missing values, a trigger", "shop.sqlite", shop, 3, columns, value, right,
                    types={"zip": "text", "day": "date", "note": "category"}, tables=3,
                ),
                Case("a view", "shop.db", shop, 2, ["day", "total"], "df['total'].tolist()", "[1.5, 4.0]", tables=3, table=2),
                Case("a table without rows", "shop.db", shop, 0, ["at", "text"], "len(df)", "0", tables=3, table=1),
                Case("no ending, a name with spaces and marks", "50% of #1?", shop, 3, columns, value, right, tables=3),
                Case(
                    "names with quotes and words of SQL", "a.sqlite", names, 2, ["the day", 'a"b', "select"],
                    "(str(df['the day'].max().date()), df['select'].sum())", "('2025-02-14', np.float64(6.0))",
                ),
                Case(
                    "several types in a column, bytes", "a.sqlite", mixed, 3, ["a", "b", "c"], "df['c'].tolist()", "['x', 'y', 'z']",
                    ("t: bytes and no values: `b`",),
                ),
                Case("more rows than are looked at", "a.sqlite", large, 60_000, ["n", "text"], "df['n'].sum()", "1800030000"),
                Case("an index of words", "a.sqlite", words, 2, ["body"], "df['body'][0]", "one two", tables=2),
                Case(
                    "a log beside it", "shop.db", bytes(waiting), 3, columns, value, right,
                    ("rows that are only in the log are not read",), tables=3,
                ),
            ]
        )  # fmt: skip

    def test_a_damaged_or_hostile_database_ends_in_a_sentence(self):
        rows = database(
            "CREATE TABLE t(n INTEGER, text TEXT)",
            "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 2000) INSERT INTO t SELECT n, 'text ' || n FROM c",
        )
        broken = bytearray(rows)
        broken[100:4096] = bytes(3996)
        self.refused(
            [
                ("a.sqlite", rows[:-5000], "5,000 bytes are missing"),
                ("a.sqlite", rows[:60], "bytes are missing"),
                ("a.sqlite", bytes(broken), "damaged or encrypted"),
                ("a.sqlite", bytes(at * 7919 % 256 for at in range(4096)), "damaged or encrypted"),
                ("a.sqlite", database("CREATE TABLE t(a)", "DROP TABLE t"), "no table"),
            ]
        )
        hostile = database(
            "CREATE TABLE good(a INTEGER)",
            "INSERT INTO good VALUES (1)",
            "CREATE VIEW endless AS WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) AS n FROM c",
            "CREATE VIEW huge AS SELECT zeroblob(1000000000) AS b",
            "CREATE VIEW gone AS SELECT * FROM missing",
        )
        with mock.patch.object(databases, "MAX_SECONDS", 0.2):
            facts, _frames = facts_of("a.sqlite", hostile)
        self.assertEqual([table["sheet"] for table in facts["tables"]], ["good"])
        said = " / ".join(facts["notes"])
        for words in (
            "view endless could not be read: it takes too long",
            "view huge could",
            "view gone could",
        ):
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main()
