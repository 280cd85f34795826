"""The cases of the harness's reading, as SQL: the same values as by pandas, whether pandas reads the
file or the engine does by reference.
"""

import json
import os
import re
import tempfile
import unittest
import warnings
from pathlib import Path
from unittest import mock

import duckdb
import pandas as pd
from duckdb import _files, _reference
from duckdb._file_tables import FileTables
from engine_process import with_engine

FOLDER = Path(__file__).parents[2] / "harness" / "tests" / "reading"
CASES = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
# Names in SQL do not differ by their case alone.
RENAMED = {"pledges_case.csv": {"amount_1": "amount"}}


def content_of(case):
    if "text" not in case:
        return (FOLDER / case["file"]).read_bytes()
    return case["text"].encode(case.get("codec", "utf-8"), "surrogateescape")


def plain(value):
    """Returns a value without the types of numpy, as a text."""
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return value.item() if hasattr(value, "item") else value


def value_of(case):
    """Returns a case's value by SQL."""
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        (Path(folder) / case["file"]).write_bytes(content_of(case))
        os.chdir(folder)
        try:
            df = duckdb.connect().sql(f"from '{case['file']}'").df()
        finally:
            os.chdir("/")
        df = df.rename(columns=RENAMED.get(case["file"], {}))
        return plain(eval(case["value"], {"df": df, "pd": pd}))


def as_numbers(value):
    """Returns a value in which a whole number is the same whatever its type."""
    return re.sub(r"(\d)\.0\b", r"\1", str(value))


@with_engine
class Reading(unittest.TestCase):
    def test_a_file_named_in_sql_has_the_values_of_its_profile(self):
        for case in CASES:
            with self.subTest(file=case["file"], text=case.get("text", "")[:60]):
                self.assertEqual(str(value_of(case)), case["right"])

    def test_a_large_file_has_the_same_values(self):
        by_reference, by_pieces, refused = [], [], []
        refer, copy = FileTables.refer, FileTables.copy_instead

        def refers(self, made):
            accepted = refer(self, made)
            (by_reference if made.reference else by_pieces).append(made.path)
            return accepted

        def copies(self, made):
            refused.append(made.path)
            copy(self, made)

        with (
            mock.patch.object(_files, "LARGE", 0),
            mock.patch.object(_files, "PIECE", 1),
            mock.patch.object(_files, "PIECE_ROWS", 2),
            # What the comparison of the first rows would find has to be known without it.
            mock.patch.object(_reference, "agrees", lambda *_tables: True),
            mock.patch.object(FileTables, "refer", refers),
            mock.patch.object(FileTables, "copy_instead", copies),
        ):
            for case in CASES:
                with self.subTest(file=case["file"], text=case.get("text", "")[:60]):
                    self.assertEqual(as_numbers(value_of(case)), as_numbers(case["right"]))
        # Zeros after the last row, rows with too few cells, a note after the last row.
        self.assertEqual(
            refused, ["meters_nul_padding.csv", "short.csv", "padded.csv", "export_end.csv"]
        )
        self.assertGreater(len(by_reference), len(CASES) // 2)
        self.assertGreater(len(by_pieces), 50)
