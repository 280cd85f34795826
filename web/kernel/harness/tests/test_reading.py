"""Files whose cells are easily read as something else: the reading expression and the conversions
of the profile give the right values in any Python.

`reading/cases.jsonl` has the cases: a file of that folder, or a text with its encoding; an
expression over the table as it is read, and its value; what the profile has to say. The planner's
tests ask the questions of the same cases.
"""

import datetime
import gzip
import io
import json
import os
import tempfile
import unittest
import warnings
import zipfile
from pathlib import Path

import openpyxl
import pandas as pd
from insitu import profile

FOLDER = Path(__file__).parent / "reading"
CASES = [
    json.loads(line) for line in (FOLDER / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]


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
            with (
                self.subTest(file=case["file"], text=case.get("text", "")[:60]),
                tempfile.TemporaryDirectory() as folder,
                warnings.catch_warnings(),
            ):
                warnings.simplefilter("error")
                facts, df = table_of(case, folder)
                self.assertEqual((facts["error"], df is None), (None, False), facts)
                table = facts["tables"][0]
                self.assertEqual(
                    str(plain(eval(case["value"], {"df": df, "pd": pd}))), case["right"], table
                )
                self.assertEqual((table["rows"], table["unread"]), (len(df), case.get("unread", 0)))
                self.assertIsInstance(df.index, pd.RangeIndex)
                doubts = [column["doubt"] for column in table["columns"] if column["doubt"]]
                self.assertEqual(
                    any(case["doubt"] in doubt for doubt in doubts)
                    if "doubt" in case
                    else not doubts,
                    True,
                    doubts,
                )
                if "note" in case:
                    self.assertTrue(
                        any(case["note"] in note for note in facts["notes"]), facts["notes"]
                    )


def workbook_of(rows, formats=()):
    """Returns a workbook's bytes; `formats` are pairs of a column's number and a format."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in rows:
        sheet.append(row)
    for column, form in formats:
        for at in range(2, len(rows) + 1):
            sheet.cell(at, column).number_format = form
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


class Packed(unittest.TestCase):
    def read(self, name, content):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(content)
            before = os.getcwd()
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

    def test_a_workbook_keeps_texts_of_digits_and_words(self):
        rows = [
            ["zip", "country", "n"],
            ["00501", "NA", 1],
            ["02139", "ZA", 2],
            ["10001", "NA", 3],
            ["10002", "BW", 4],
        ]
        _facts, (df,) = self.read("a.xlsx", workbook_of(rows))
        self.assertEqual(
            (list(df["zip"]), list(df["country"]), df["n"].sum()),
            (["00501", "02139", "10001", "10002"], ["NA", "ZA", "NA", "BW"], 10),
        )

    def test_a_workbook_has_durations_in_hours_and_texts_as_dates(self):
        rows = [
            ["task", "spent", "day"],
            ["a", datetime.timedelta(hours=20), "13/02/2025"],
            ["b", datetime.timedelta(hours=26, minutes=30), "01/03/2025"],
        ]
        facts, (df,) = self.read("a.xlsx", workbook_of(rows, [(2, "[h]:mm")]))
        self.assertEqual((list(df["spent"]), list(df["day"].dt.month)), ([20.0, 26.5], [2, 3]))
        self.assertIn("hours", facts["tables"][0]["columns"][1]["doubt"])

    def test_a_workbook_has_currencies_in_its_formats(self):
        book = openpyxl.load_workbook(
            io.BytesIO(workbook_of([["item", "price"], ["a", 1], ["b", 2]]))
        )
        book.active["B2"].number_format, book.active["B3"].number_format = (
            '#,##0.00 "€"',
            "[$$-409]#,##0.00",
        )
        file = io.BytesIO()
        book.save(file)
        facts, _frames = self.read("a.xlsx", file.getvalue())
        self.assertIn("several currencies", facts["tables"][0]["columns"][1]["doubt"])

    def test_a_workbook_says_what_it_hides_or_joins(self):
        def hide_rows(book):
            for row in (3, 4):
                book.active.row_dimensions[row].hidden = True

        def hide_sheet(book):
            book.create_sheet("old").append(["k", "n"])
            book["old"].append(["x", 5])
            book["old"].sheet_state = "hidden"

        def merge(book):
            book.active.merge_cells("A2:A6")
            book.active.merge_cells("A7:A9")

        def units(book):
            for row in range(2, 10):
                book.active.cell(row, 2).number_format = '0" kg"' if row % 2 else '0" g"'

        def mark(book):
            book.active["B4"] = -999

        rows = [["k", "n"], *([f"A{at}", at] for at in range(1, 9))]
        cases = [
            (hide_rows, "2 rows that the workbook hides or filters out are read", 36),
            (hide_sheet, "sheet old: the sheet is hidden in the workbook", 36),
            (merge, "empty cells may stand for the value above them", 36),
            (units, "the cells show different units", 36),
            (mark, "1 value looks like a mark of a missing value", -966),
        ]
        for change, note, total in cases:
            with self.subTest(note=note):
                book = openpyxl.load_workbook(io.BytesIO(workbook_of(rows)))
                change(book)
                file = io.BytesIO()
                book.save(file)
                facts, frames = self.read("a.xlsx", file.getvalue())
                self.assertTrue(any(note in said for said in facts["notes"]), facts["notes"])
                self.assertEqual(frames[0]["n"].sum(), total)

    def test_a_password_is_named_with_what_to_do(self):
        content = (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
            + bytes(1000)
            + "EncryptedPackage".encode("utf-16-le")
            + bytes(1000)
        )
        facts, _frames = self.read("a.xlsx", content)
        self.assertIn("remove the password", facts["error"])
        self.assertEqual(facts["kind"], "excel")

    def test_an_archive_has_a_table_for_each_member(self):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("one.csv", "a,b\n1,2\n3,4\n")
            archive.writestr("folder/two.csv", "code;n\n007;1,5\n008;2,5\n")
            archive.writestr("__MACOSX/._one.csv", b"\0\5\x16\7")
            archive.writestr(".DS_Store", b"\0\0\0\1")
        facts, frames = self.read("a.zip", file.getvalue())
        self.assertEqual(
            [table["sheet"] for table in facts["tables"]], ["one.csv", "folder/two.csv"]
        )
        self.assertEqual(
            (frames[0]["b"].sum(), list(frames[1]["code"]), frames[1]["n"].sum()),
            (6, ["007", "008"], 4.0),
        )

    def test_a_damaged_gzip_is_an_error_that_says_so(self):
        facts, _frames = self.read("a.csv.gz", gzip.compress(b"a,b\n" + b"1,2\n" * 5000)[:-40])
        self.assertIn("ends early", facts["error"])


class BeyondTheSample(unittest.TestCase):
    def test_later_rows_decide_too(self):
        days = "".join(f"0{at % 9 + 1}/0{at % 8 + 1}/2025,{at}\n" for at in range(60_000))
        cases = [
            ("day,n\n" + days + "13/01/2025,4\n", "df['day'].dt.day.max()", "13"),
            ("a,b\n" + "1,2\n" * 20_000 + "3,4,\n", "len(df)", "20001"),
            ("a,b\n" + "1,2\n" * 20_000 + "3,4,5\n", "len(df)", "20000"),
            ("a,b\n" + "1,2\n" * 20_000 + "007,4\n", "df['a'].iloc[-1]", "007"),
        ]
        for text, value, right in cases:
            with self.subTest(value=value), tempfile.TemporaryDirectory() as folder:
                _facts, df = table_of({"file": "a.csv", "text": text}, folder)
                self.assertEqual(str(eval(value, {"df": df})), right)


if __name__ == "__main__":
    unittest.main()
