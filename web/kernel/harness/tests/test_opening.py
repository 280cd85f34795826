"""Files of every kind, each with one thing that goes wrong in files like it: their rows, columns,
one value, and what the profile says. The reader has to return the same in any Python.
"""

import bz2
import gzip
import lzma
import os
import tempfile
import unittest
import warnings
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

import pandas as pd
from insitu import containers, profile


@dataclass
class Case:
    """A file with its table; `value` is an expression over `df`, whose text is `right`."""

    messiness: str
    name: str
    content: bytes
    rows: int
    columns: list
    value: str
    right: str
    notes: tuple = ()
    types: dict = field(default_factory=dict)
    tables: int = 1
    table: int = 0


def opened(name, content):
    """Returns the profile of a file, and its tables as their readers and conversions read them."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        os.chdir(folder)
        try:
            facts = profile.describe(str(path))
            frames = []
            for table in facts["tables"]:
                names = {"pd": pd, "df": eval(table["reader"], {"pd": pd})}
                for column in table["columns"]:
                    if column["conversion"]:
                        names["df"][column["name"]] = eval(column["conversion"], names)
                frames.append(names["df"])
            return facts, frames
        finally:
            os.chdir(before)


class Opening(unittest.TestCase):
    maxDiff = None

    def check(self, cases):
        for case in cases:
            with (
                self.subTest(file=case.name, messiness=case.messiness),
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("error")
                facts, frames = opened(case.name, case.content)
                self.assertEqual((facts["error"], len(frames)), (None, case.tables), facts)
                table, df = facts["tables"][case.table], frames[case.table]
                self.assertEqual(
                    (table["rows"], len(df), [column["name"] for column in table["columns"]]),
                    (case.rows, case.rows, case.columns),
                )
                self.assertEqual(list(map(str, df.columns)), case.columns)
                self.assertEqual(str(eval(case.value, {"df": df, "pd": pd})), case.right, table)
                types = {column["name"]: column["type"] for column in table["columns"]}
                self.assertEqual({name: types[name] for name in case.types}, case.types)
                said = " / ".join(facts["notes"])
                for note in case.notes:
                    self.assertIn(note, said)

    def refused(self, cases):
        """Checks files that cannot be read: `(name, content, words of the error)`."""
        for name, content, words in cases:
            with self.subTest(name=name, words=words):
                facts, _frames = opened(name, content)
                self.assertEqual(facts["tables"], [])
                self.assertIn(words, facts["error"] or "no error")


ORDERS = "zip;amount;day\n00501;1,5;13.02.2025\n02139;2,5;14.02.2025\n10001;4;15.02.2025\n"
NAMES = ["zip", "amount", "day"]


class Compressed(Opening):
    def test_what_is_compressed_is_read_like_the_table_itself(self):
        value = "(df['zip'].tolist(), df['amount'].sum(), str(df['day'].max().date()))"
        right = "(['00501', '02139', '10001'], np.float64(8.0), '2025-02-15')"
        latin = "name;n\nJosé;1\nZoë;2\nÅsa;3\n".encode("latin-1")
        self.check(
            [
                Case("decimal commas", "a.csv.bz2", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("decimal commas", "a.csv.xz", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a.csv", bz2.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("no ending of its own", "a", lzma.compress(ORDERS.encode()), 3, NAMES, value, right),
                Case("an encoding of before 2000", "b.csv.xz", lzma.compress(latin), 3, ["name", "n"], "df['name'][1]", "Zoë"),
                Case(
                    "several streams after each other", "c.csv.bz2",
                    bz2.compress(b"a,b\n1,2\n3,4\n") + bz2.compress(b"5,6\n"), 3, ["a", "b"], "df['b'].sum()", "12",
                ),
            ]
        )  # fmt: skip

    def test_damage_is_stated_and_what_is_too_much_is_not_unpacked(self):
        rows = b"a,b\n" + b"1,2\n" * 5000
        self.refused(
            [
                ("a.csv.gz", gzip.compress(rows)[:-40], "ends early"),
                ("a.csv.bz2", bz2.compress(rows)[:-4], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:-40], "ends early"),
                ("a.csv.xz", lzma.compress(rows)[:30] + bytes(60), "damaged"),
            ]
        )
        for name, content in (("a.csv.bz2", bz2.compress(rows)), ("a.csv.xz", lzma.compress(rows))):
            with self.subTest(name=name), mock.patch.object(containers, "MAX_BYTES", 1000):
                facts, frames = opened(name, content)
                self.assertEqual(frames, [])
                self.assertIn("too large to be read in its compressed form", facts["notes"][0])

    def test_text_that_begins_like_a_compressed_file_stays_text(self):
        facts, _frames = opened("notes.txt", b"BZh is how files of bzip2 begin.\n")
        self.assertEqual(facts["kind"], "text")


if __name__ == "__main__":
    unittest.main()
