"""Large text files: what the engine reads itself, what it leaves to pandas, and what it says."""

import os
import tempfile
import unittest
import warnings
from unittest import mock

import duckdb
from duckdb import _files, _reference
from duckdb._file_tables import FileTables
from engine_process import EngineProcess, with_engine
from insitu import delimited, sql_engine

# More than the rows from which a profile describes the columns here.
ROWS = 600


def lines(*last, row="{0},w{0},{0}.5,2025-03-04,True"):
    return "\n".join(["n,text,x,day,yes", *(row.format(at) for at in range(ROWS)), *last, ""])


@with_engine
class Large(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, "/")
        for module, name, value in (
            (_files, "LARGE", 0),
            (_files, "PIECE", 1 << 12),
            (_files, "PIECE_ROWS", 100),
            (delimited, "SAMPLE", 1 << 12),
            (delimited, "SAMPLE_ROWS", 500),
        ):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)
        self.copied = []
        copy = FileTables.copy

        def copies(tables, made, options):
            self.copied.append(made.path)
            copy(tables, made, options)

        patch = mock.patch.object(FileTables, "copy", copies)
        patch.start()
        self.addCleanup(patch.stop)
        self.connection = duckdb.connect()

    def write(self, text, name="a.csv"):
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)

    def one(self, sql):
        return self.connection.sql(sql).fetchone()

    def test_the_engine_reads_a_file_itself_as_its_profile_says(self):
        self.write(lines())
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            self.assertEqual(
                self.one("select count(*), sum(n), sum(x), max(text), max(day)::varchar, bool_and(yes) from 'a.csv'"),
                (ROWS, ROWS * (ROWS - 1) // 2, ROWS * ROWS / 2, "w99", "2025-03-04 00:00:00", True),
            )  # fmt: skip
        types = self.connection.sql("from 'a.csv' limit 1").types
        self.assertEqual(types, ["BIGINT", "VARCHAR", "DOUBLE", "TIMESTAMP", "BOOLEAN"])
        self.assertEqual(self.copied, [])

    def test_a_late_value_that_does_not_fit_changes_how_its_column_is_read(self):
        for cell, at, expected, warning in [
            ("0.5", 0, (ROWS * (ROWS - 1) / 2 + 0.5,), None),
            ("1e3", 0, (ROWS * (ROWS - 1) / 2 + 1000,), None),
            (str(2**60 + 1), 0, (ROWS * (ROWS - 1) // 2 + 2**60 + 1,), None),
            ("", 0, (ROWS * (ROWS - 1) // 2,), None),
            ("many", 0, ("many",), "the column n has texts beyond the first rows"),
            ("0x10", 0, ("99",), "the column n has texts beyond the first rows"),
            ("many", 2, ("many",), "the column x has texts beyond the first rows"),
            ("perhaps", 4, ("perhaps",), "the column yes has texts beyond the first rows"),
            ("2025-02-30", 3, (ROWS,), "some texts in the column day are not values of its type"),
        ]:
            with self.subTest(cell=cell, at=at), warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                row = ["0", "w", "0", "2025-03-04", "True"]
                row[at] = cell
                self.write(lines(",".join(row)), f"{at}{len(cell)}{cell[:1]}.csv")
                column = ("n", "text", "x", "day", "yes")[at]
                kind = {"day": "count", "n": "max" if warning else "sum"}.get(column, "max")
                found = self.one(f"select {kind}({column}) from '{at}{len(cell)}{cell[:1]}.csv'")
                self.assertEqual(found, expected)
                self.assertEqual(bool(warning), bool(said), said)
                self.assertIn(warning or "", str(said[0].message) if said else "")
        self.assertEqual(self.copied, [])

    def test_a_name_stays_that_of_a_file_which_is_read_in_another_way(self):
        self.write(lines("0.5,w,0,2025-03-04,True"))
        self.assertEqual(self.one('select count(*) from "a.csv"'), (ROWS + 1,))
        self.assertEqual(self.one('select sum(n) from "a.csv"'), (ROWS * (ROWS - 1) / 2 + 0.5,))
        self.assertEqual(self.one('select max(n) from "a.csv"'), (ROWS - 1,))

    def test_rows_of_other_lengths_are_read_by_pandas_in_pieces(self):
        self.write(lines("1,w"))
        self.assertEqual(
            self.one("select sum(n), count(x) from 'a.csv'"), (ROWS * (ROWS - 1) // 2 + 1, ROWS)
        )
        self.assertEqual(self.copied, ["a.csv"])
        self.assertEqual(self.one("select count(*) from 'a.csv'"), (ROWS + 1,))
        self.assertEqual(self.copied, ["a.csv"])

    def test_what_the_engine_reads_otherwise_is_found_by_the_first_rows(self):
        # The engine drops blanks before quotation marks.
        self.write('n,text\n1,"a"\n2, "b"\n3,c\n')
        self.assertEqual(
            self.connection.sql("select text from 'a.csv' order by n").fetchall(),
            [("a",), (' "b"',), ("c",)],
        )
        self.assertEqual(self.copied, ["a.csv"])

    def test_names_words_and_marks_are_taken_as_they_are(self):
        self.write('"it\'s";"a ""b""";A\n1,5;NA;\'x\'\n2,5;{column};-\n3,5;\\;c\n')
        with mock.patch.object(_reference, "agrees", lambda *_tables: True):
            found = self.connection.sql("from 'a.csv'")
        self.assertEqual(found.columns, ["it's", 'a "b"', "A"])
        self.assertEqual(
            found.fetchall(), [(1.5, None, "'x'"), (2.5, "{column}", "-"), (3.5, "\\", "c")]
        )
        self.assertEqual(self.copied, [])

    def test_a_file_that_has_changed_is_read_again_and_the_old_one_forgotten(self):
        self.write("n,s\n1,x\n2,y\n")
        self.assertEqual(self.one("select sum(n) from 'a.csv'"), (3,))
        self.write("n,s\n1,x\n20,yy\n")
        self.assertEqual(self.one("select sum(n) from 'a.csv'"), (21,))
        files = self.connection.sql("from glob('insitu-files/*')").fetchall()
        self.assertEqual(len(files), 1, files)

    def test_messages_of_data_are_not_taken_for_those_of_the_engine(self):
        self.write("n,s\n1,x\n2,y\n")
        self.one("from 'a.csv'")
        with self.assertRaisesRegex(duckdb.Error, "no such"):
            self.one("select error('no such insitu:1:0\n  file = nothing') from 'a.csv'")

    def test_files_of_the_session_are_not_reached_by_the_engines_names_for_them(self):
        self.write("n,s\n1,x\n2,y\n")
        self.write("secret,s\n1,x\n2,y\n", "b.csv")
        self.one("from 'a.csv'")
        for sql in (
            "from read_text('insitu-files/b.csv')",
            "from read_text('insitu-files/../b.csv')",
            "copy (select 1) to 'insitu-files/b.csv'",
            "attach 'insitu-files/x.db'",
        ):
            with self.subTest(sql):
                try:
                    self.assertEqual(self.connection.sql(sql).fetchall(), [])
                except duckdb.PermissionException as error:
                    self.assertRegex(str(error), "no network|writes and opens no files")
        self.assertEqual(sorted(os.listdir()), ["a.csv", "b.csv"])


class Memory(unittest.TestCase):
    def test_a_table_that_does_not_fit_says_so(self):
        engine = EngineProcess(memory=40_000_000)
        self.addCleanup(engine.close)
        with (
            tempfile.TemporaryDirectory() as folder,
            mock.patch.object(sql_engine, "ask", engine.ask),
            mock.patch.object(_files, "LARGE", 0),
            mock.patch.object(_files, "PIECE", 1 << 20),
        ):
            path = os.path.join(folder, "a.csv")
            with open(path, "w", encoding="utf-8") as file:
                file.write("n,text\n1,first,\n")
                for at in range(400_000):
                    file.write(f"{at},{at * 7919} and more words that take place {at * 104729}\n")
            connection = duckdb.connect()
            with self.assertRaisesRegex(duckdb.OutOfMemoryException, r"full after \d[\d,]+ rows"):
                connection.sql(f"select count(*) from '{path}'")
            self.assertEqual(connection.sql("select 1").fetchall(), [(1,)])
            with self.assertRaisesRegex(duckdb.OutOfMemoryException, "The result has more than"):
                connection.sql("select i, repeat('word', 20) from range(1_000_000) t(i)")
