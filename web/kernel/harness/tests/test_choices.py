"""What a user changes of how a file is read: the arguments, the conversions and the values that
follow from it, and what the profile says of values that cannot be read so.
"""

import datetime
import json
import os
import tempfile
import unittest
from pathlib import Path

import openpyxl
import pandas as pd
from insitu import preview, profile

# Days and months that may be exchanged, points that may divide thousands, and codes.
TABLE = "day,amount,code\n03/04/2024,1.234,007\n05/06/2024,2.500,012\n01/02/2024,3.000,101\n"
# Two lines that may be the header.
REPORT = "made by,me,x\nday,amount,code\n03/04/2024,1,7\n05/06/2024,2,8\n"
DAY = datetime.datetime


def written(folder, name, content):
    """Writes a file, of rows a workbook, and returns its path."""
    path = os.path.join(folder, name)
    if isinstance(content, list):
        book = openpyxl.Workbook()
        for row in content:
            book.active.append(row)
        book.save(path)
    else:
        Path(path).write_text(content, encoding="utf-8")
    return path


def read(path, wanted):
    """Returns the profile of a file as the user wants it, and its first table as code reads it."""
    facts = profile.describe(path, None, wanted)
    before = os.getcwd()
    os.chdir(os.path.dirname(path))
    try:
        names = {"pd": pd, "df": eval(facts["tables"][0]["reader"], {"pd": pd})}
    finally:
        os.chdir(before)
    for column in facts["tables"][0]["columns"]:
        if column["conversion"]:
            names["df"][column["name"]] = eval(column["conversion"], names)
    return facts, names["df"]


def plain(values):
    """Returns values of Python, None for missing ones."""
    return [
        None if pd.isna(value) else value.to_pydatetime() if hasattr(value, "hour") else value
        for value in values
    ]


class Choices(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.folder = folder.name
        self.addCleanup(folder.cleanup)

    def look(self, content, column, choice, name="a.csv", sheet=None):
        """Returns how a column is described as the user wants it, its values, and the reader."""
        path = written(self.folder, name, content)
        facts, df = read(path, [{"sheet": sheet, "columns": {column: choice}}])
        self.assertIsNone(facts["error"])
        self.assertNotIn("choices", facts)
        table = facts["tables"][0]
        found = next(one for one in table["columns"] if one["name"] == column)
        return found, plain(df[column].tolist()), table["reader"]

    def test_a_column_is_read_as_the_user_wants(self):
        first = [DAY(2024, 4, 3), DAY(2024, 6, 5), DAY(2024, 2, 1)]
        second = [DAY(2024, 3, 4), DAY(2024, 5, 6), DAY(2024, 1, 2)]
        cases = [
            (TABLE, "day", {"dayFirst": True}, "date", first),
            (TABLE, "day", {"dayFirst": False}, "date", second),
            (TABLE, "day", {"type": "text"}, "text", ["03/04/2024", "05/06/2024", "01/02/2024"]),
            (TABLE, "amount", {"decimal": "comma"}, "numbertext", [1234, 2500, 3000]),
            (TABLE, "amount", {"decimal": "point"}, "number", [1.234, 2.5, 3]),
            (TABLE, "amount", {"type": "text"}, "text", ["1.234", "2.500", "3.000"]),
            (TABLE, "code", {"type": "number"}, "integer", [7, 12, 101]),
            (TABLE, "code", {"type": "number", "decimal": None}, "integer", [7, 12, 101]),
            ("a;b\nx;1,5\ny;2.000,5\n", "b", {"decimal": "comma"}, "number", [1.5, 2000.5]),
            ("a;b\nx;1,234\ny;2,345\n", "b", {"decimal": "point"}, "integer", [1234, 2345]),
            ("a,b\nx,20240103\ny,20240204\n", "b", {"type": "date"}, "date", [DAY(2024, 1, 3), DAY(2024, 2, 4)]),
            ("a,b\nx,1700000000\n", "b", {"type": "date"}, "date", [DAY(2023, 11, 14, 22, 13, 20)]),
            ("a,created_at\nx,1700000000\n", "created_at", {"type": "number"}, "integer", [1700000000]),
        ]  # fmt: skip
        for text, column, choice, kind, values in cases:
            with self.subTest(text=text, choice=choice):
                found, got, _reader = self.look(text, column, choice)
                self.assertEqual((found["type"], got, found["bad"]), (kind, values, 0), found)
                given = {key: value for key, value in choice.items() if value is not None}
                self.assertEqual(found["reading"]["chosen"], given)
                unit = "the numbers are read as seconds since 1970, in UTC"
                self.assertEqual(
                    found["doubt"], unit if values[0] == DAY(2023, 11, 14, 22, 13, 20) else None
                )

    def test_what_reads_a_column_is_code_that_needs_no_other(self):
        cases = [
            ("day", {"dayFirst": True}, ', parse_dates=["day"], date_format="%d/%m/%Y")', None),
            ("amount", {"decimal": "comma"}, ', dtype={"amount": str, "code": str}', "to_numeric"),
            ("amount", {"type": "text"}, ', dtype={"amount": str, "code": str}', None),
            ("code", {"type": "number"}, 'pd.read_csv("a.csv", parse_dates', None),
        ]
        for column, choice, part, conversion in cases:
            with self.subTest(column=column, choice=choice):
                found, _values, reader = self.look(TABLE, column, choice)
                self.assertIn(part, reader)
                self.assertIn(conversion or "None", str(found["conversion"]))

    def test_values_that_cannot_be_read_so_are_counted_and_shown(self):
        days = TABLE + "25/12/2024,x1,9\n25/12/2024,x1,9\n"
        cases = [
            (days, "day", {"dayFirst": False}, 2, ["25/12/2024"], [None, None]),
            (days, "amount", {"type": "number"}, 2, ["x1"], [None, None]),
            # A point that divides no thousands is no part of a number with a decimal comma.
            ("a;b\nx;1.5\ny;2,5\n", "b", {"decimal": "comma"}, 1, ["1.5"], [None, 2.5]),
            ("a;b\nx;1.5\ny;2,5\n", "b", {"decimal": "point"}, 1, ["2,5"], [1.5, None]),
        ]
        for text, column, choice, bad, shown, values in cases:
            with self.subTest(column=column, choice=choice):
                found, got, _reader = self.look(text, column, choice)
                self.assertEqual((found["bad"], found["reading"]["unreadable"]), (bad, shown))
                self.assertEqual(got[-len(values) :], values)

    def test_a_type_that_no_value_has_is_refused_and_the_rest_applies(self):
        path = written(self.folder, "a.csv", TABLE)
        wanted = {"code": {"type": "date"}, "day": {"dayFirst": True}, "gone": {"type": "text"}}
        facts, df = read(path, [{"sheet": None, "columns": wanted}])
        day, _amount, code = (column["reading"] for column in facts["tables"][0]["columns"])
        self.assertEqual((day["chosen"], code), ({"dayFirst": True}, {"refused": True}))
        self.assertEqual(df["code"].tolist(), ["007", "012", "101"])

    def test_the_header_may_be_in_another_line_or_absent(self):
        cases = [
            (None, ["made by", "me", "x"], 1, 3),
            (1, ["made by", "me", "x"], 1, 3),
            (2, ["day", "amount", "code"], 2, 2),
            (0, ["0", "1", "2"], None, 4),
            (99, ["made by", "me", "x"], 1, 3),
        ]
        sheet = [line.split(",") for line in REPORT.splitlines()]
        for name, content, within in (("a.csv", REPORT, None), ("a.xlsx", sheet, "Sheet")):
            path = written(self.folder, name, content)
            for line, names, expected, rows in cases:
                with self.subTest(name=name, line=line):
                    facts, df = read(path, [{"sheet": within, "header": line}])
                    table = facts["tables"][0]
                    header = table["header"]
                    self.assertEqual([str(one) for one in df.columns], names)
                    self.assertEqual(
                        (header["line"], len(df), table["rows"]), (expected, rows, rows)
                    )
                    self.assertEqual(header["chosen"], line in (0, 1, 2))
                    self.assertEqual(header["lines"][1], {"line": 2, "text": "day · amount · code"})

    def test_workbooks_and_lines_of_json_have_texts_too(self):
        rows = [["day", "amount", "id"], ["03/04/2024", "1.234", 7], ["05/06/2024", "2.500", 12]]
        lines = "\n".join(json.dumps({"day": day, "id": 7}) for day in ("03/04/2024", "05/06/2024"))
        cases = [
            ("a.xlsx", rows, "Sheet", "day", {"dayFirst": True}, [DAY(2024, 4, 3), DAY(2024, 6, 5)]),
            ("a.xlsx", rows, "Sheet", "amount", {"decimal": "comma"}, [1234, 2500]),
            ("a.xlsx", rows, "Sheet", "id", {"type": "text"}, ["7", "12"]),
            ("a.jsonl", lines, None, "day", {"dayFirst": True}, [DAY(2024, 4, 3), DAY(2024, 6, 5)]),
        ]  # fmt: skip
        for name, content, sheet, column, choice, values in cases:
            with self.subTest(name=name, column=column):
                found, got, _reader = self.look(content, column, choice, name, sheet)
                self.assertEqual((got, found["reading"]["chosen"]), (values, choice))

    def test_the_table_has_the_values_that_the_conversions_make(self):
        path = written(self.folder, "a.csv", TABLE)
        facts, _df = read(path, [{"sheet": None, "columns": {"amount": {"decimal": "comma"}}}])
        table = facts["tables"][0]
        conversions = {"amount": table["columns"][1]["conversion"]}
        wanted = {
            "reader": table["reader"],
            "name": "a.csv",
            "rows": 10,
            "conversions": conversions,
        }
        results, message = preview.preview(path, (self.folder,), wanted)
        cells = [row[1] for row in results[0]["data"]["rows"]]
        self.assertEqual(([float(cell) for cell in cells], message), ([1234, 2500, 3000], None))


if __name__ == "__main__":
    unittest.main()
