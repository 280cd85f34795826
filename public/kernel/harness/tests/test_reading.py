"""Files whose cells are easily read as something else: the reading expression and the conversions of the profile give the right values in any Python.

`reading/cases.jsonl` has the cases: a file of that folder, or a text with its encoding; an expression over the table as it is read, and its value; what the
profile has to say. The planner's tests ask the questions of the same cases."""

import json
import os
import tempfile
import unittest
import warnings
from pathlib import Path

import pandas as pd
from insitu import profile

FOLDER = Path(__file__).parent / "reading"
CASES = [json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()]


def content_of(case):
    """Returns the bytes of a case's file."""
    if "text" not in case:
        return (FOLDER / case["file"]).read_bytes()
    return case["text"].encode(case.get("codec", "utf-8"), "surrogateescape")


def table_of(case, folder):
    """Returns the profile of a case's file, and its first table as code reads it."""
    path = Path(folder) / case["file"]
    path.write_bytes(content_of(case))
    facts = profile.describe(str(path))
    if not facts["tables"]:
        return facts, None
    before = os.getcwd()
    os.chdir(folder)
    try:
        names = {"pd": pd, "df": eval(facts["tables"][0]["reader"], {"pd": pd})}
    finally:
        os.chdir(before)
    for column in facts["tables"][0]["columns"]:
        if column["conversion"]:
            names["df"][column["name"]] = eval(column["conversion"], names)
    return facts, names["df"]


def plain(value):
    """Returns a value without the types of numpy, as a text."""
    if isinstance(value, dict):
        return {plain(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(plain, value))
    return value.item() if hasattr(value, "item") else value


class Reading(unittest.TestCase):
    def test_files_are_read_as_they_are_written(self):
        for case in CASES:
            with self.subTest(file=case["file"], text=case.get("text", "")[:60]), tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
                warnings.simplefilter("error")
                facts, df = table_of(case, folder)
                self.assertEqual((facts["error"], df is None), (None, False), facts)
                table = facts["tables"][0]
                self.assertEqual(str(plain(eval(case["value"], {"df": df, "pd": pd}))), case["right"], table)
                self.assertEqual((table["rows"], table["unread"]), (len(df), case.get("unread", 0)))
                self.assertIsInstance(df.index, pd.RangeIndex)
                doubts = [column["doubt"] for column in table["columns"] if column["doubt"]]
                self.assertEqual(any(case["doubt"] in doubt for doubt in doubts) if "doubt" in case else not doubts, True, doubts)
                if "note" in case:
                    self.assertTrue(any(case["note"] in note for note in facts["notes"]), facts["notes"])


if __name__ == "__main__":
    unittest.main()
