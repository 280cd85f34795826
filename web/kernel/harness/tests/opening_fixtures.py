"""Files of every kind, each with one thing that goes wrong in files like it: their rows, columns,
one value, and what the profile says. The reader has to return the same in any Python.
"""

import io
import os
import tempfile
import unittest
import warnings
import zipfile
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd
from insitu import library_defaults, pandas_arrow, profile

# As the harness does where pandas is imported.
pandas_arrow.install(pd)
library_defaults.read_by_calamine(pd)


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


def facts_of(name, content):
    """Returns the profile of a file, and no tables."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        return profile.describe(str(path)), []


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
                # The readers leave it to Python to close their files.
                warnings.simplefilter("ignore", ResourceWarning)
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


def zipped(members):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()
