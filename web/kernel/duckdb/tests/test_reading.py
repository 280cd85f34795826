"""The cases of the harness's reading, as SQL: the same values as by pandas."""

import json
import os
import tempfile
import unittest
import warnings
from pathlib import Path

import duckdb
import pandas as pd
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


@with_engine
class Reading(unittest.TestCase):
    def test_a_file_named_in_sql_has_the_values_of_its_profile(self):
        for case in CASES:
            with (
                self.subTest(file=case["file"], text=case.get("text", "")[:60]),
                tempfile.TemporaryDirectory() as folder,
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("ignore")
                (Path(folder) / case["file"]).write_bytes(content_of(case))
                os.chdir(folder)
                df = duckdb.connect().sql(f"from '{case['file']}'").df()
                df = df.rename(columns=RENAMED.get(case["file"], {}))
                os.chdir("/")
                self.assertEqual(
                    str(plain(eval(case["value"], {"df": df, "pd": pd}))), case["right"]
                )
