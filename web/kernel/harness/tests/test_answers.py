"""The page's requests about results, sent through the kernel as the worker does: answers, files,
and sentences for errors.
"""

import datetime
import io
import json
import os
import unittest

import openpyxl
from fixtures import Session
from insitu import result_cache

SETUP = """
import matplotlib, os
os.environ['MPLBACKEND'] = 'module://insitu.backend'
matplotlib.use('module://insitu.backend')
import matplotlib.pyplot as plt, numpy as np, pandas as pd
"""


class Answers(unittest.TestCase):
    def ask(self, session, kind, **request):
        return json.loads(session.kernel.answer(kind, json.dumps(request)))

    def file(self, answer):
        with open(answer["file"], "rb") as file:
            content = file.read()
        os.unlink(answer["file"])
        return content

    def result(self, session, code):
        outcome = session.run(code)
        self.assertIsNone(outcome["error"])
        return outcome["results"][-1]["id"]

    def test_a_result_is_requested_by_its_id(self):
        with Session() as session:
            session.run(SETUP)
            name = self.result(session, "df = pd.DataFrame({'n': range(5)}); df")
            self.assertEqual(
                self.ask(
                    session,
                    "table",
                    result=name,
                    offset=3,
                    limit=9,
                    sort=[{"column": 0, "descending": True}],
                )["window"]["rows"],
                [[1], [0]],
            )
            self.assertIn(
                "no longer there",
                self.ask(session, "table", result="00000000-1", offset=0, limit=9)["failed"],
            )
            self.assertIn("no longer there", self.ask(session, "vectors", result=name)["failed"])

    def test_small_arrays_are_copied_and_large_ones_show_later_changes(self):
        with Session() as session:
            session.run(SETUP)
            name = self.result(session, "values = np.array([[3, 0], [1, 0], [2, 0]]); values")
            query = {
                "result": name,
                "offset": 0,
                "limit": 9,
                "sort": [{"column": 0, "descending": False}],
            }
            self.assertEqual(
                [row[0] for row in self.ask(session, "table", **query)["window"]["rows"]], [1, 2, 3]
            )
            session.run("values[1, 0] = 9")
            self.assertEqual(
                [row[0] for row in self.ask(session, "table", **query)["window"]["rows"]], [1, 2, 3]
            )
            # An array that is too large to be copied shows its current state.
            self.addCleanup(
                setattr, result_cache, "MAX_COPIED_BYTES", result_cache.MAX_COPIED_BYTES
            )
            result_cache.MAX_COPIED_BYTES = 0
            query["result"] = self.result(session, "values")
            self.assertEqual(
                [row[0] for row in self.ask(session, "table", **query)["window"]["rows"]], [2, 3, 9]
            )
            session.run("values[0, 0] = 1")
            self.assertEqual(
                [row[0] for row in self.ask(session, "table", **query)["window"]["rows"]], [1, 2, 9]
            )

    def test_a_table_is_saved_sorted_and_filtered(self):
        code = """
frame = pd.DataFrame({'Größe': [1.5, np.nan, 2.0], 'day': pd.to_datetime(['2025-01-01', None, '2024-01-01']), 'at': pd.to_datetime(['2025-01-01 10:00', None, '2024-01-01 00:00']),
    'text': ['=1+1', 'http://x', 'a,"b"'], 'flag': [True, False, True], 'big': [2**60, 1, 2]}, index=pd.Index(['x', 'y', 'z'], name='key'))
frame"""
        with Session() as session:
            session.run(SETUP)
            query = {
                "result": self.result(session, code),
                "sort": [{"column": 1, "descending": True}],
                "filter": [{"column": 0, "op": "contains", "value": ""}],
                "search": "",
            }
            answer = self.ask(session, "save", format="csv", **query)
            self.assertEqual(answer["name"], "table.csv")
            lines = self.file(answer).decode("utf-8").split("\r\n")
            self.assertEqual(
                lines,
                [
                    "\ufeffkey,Größe,day,at,text,flag,big",
                    'z,2.0,2024-01-01,2024-01-01T00:00:00,"a,""b""",True,2',
                    f"x,1.5,2025-01-01,2025-01-01T10:00:00,=1+1,True,{2**60}",
                    "y,,,,http://x,False,1",
                    "",
                ],
            )
            answer = self.ask(session, "save", format="xlsx", **{**query, "search": "=1"})
            sheet = openpyxl.load_workbook(io.BytesIO(self.file(answer))).active
            self.assertEqual(
                [[str(cell.value) for cell in row] for row in sheet.iter_rows()],
                [
                    ["key", "Größe", "day", "at", "text", "flag", "big"],
                    [
                        "x",
                        "1.5",
                        "2025-01-01 00:00:00",
                        "2025-01-01 10:00:00",
                        "=1+1",
                        "True",
                        str(2**60),
                    ],
                ],
            )
            # Text that looks like a formula stays text.
            self.assertEqual(
                (sheet["E2"].data_type, sheet["A1"].font.bold, sheet.freeze_panes),
                ("s", True, "B2"),
            )
            self.assertIn("csv", self.ask(session, "save", format="pdf", **query)["failed"])

    def test_cells_of_every_type_keep_their_type_in_a_workbook(self):
        code = """
import datetime
frame = pd.DataFrame({'number': [1.5, np.nan, np.inf], 'whole': [1, -2, 3], 'day': pd.to_datetime(['1900-02-28', '1900-03-01', '1899-05-05']),
    'at': pd.to_datetime(['2025-01-01 10:00:00', '2025-01-01 12:34:56', None]), 'text': ['<a> & "b"', ' lead\\ntrail ', 'y' * 700], 'flag': [True, False, True],
    'mixed': [None, 2**60, datetime.date(2020, 1, 2)], 'gaps': pd.array([1, None, 3], dtype='Int64'), 'kind': pd.Categorical(['x', 'y', 'x']), 'odd': ['\\ud800x', '\\x01', 'http://x'],
    'zone': pd.to_datetime(['2025-01-01', None, None], utc=True), 'span': pd.to_timedelta([1, 2, None], unit='h')})
frame"""
        with Session() as session:
            session.run(SETUP)
            query = {"result": self.result(session, code), "sort": [], "filter": [], "search": ""}
            sheet = openpyxl.load_workbook(
                io.BytesIO(self.file(self.ask(session, "save", format="xlsx", **query)))
            ).active
            columns = {
                cells[0].value: [cell.value for cell in cells[1:]] for cells in sheet.iter_cols()
            }
            moment = datetime.datetime
            expected = {
                "number": [1.5, None, "inf"],
                "whole": [1, -2, 3],
                "day": [moment(1900, 2, 28), moment(1900, 3, 1), "1899-05-05 00:00:00"],
                "at": [moment(2025, 1, 1, 10), moment(2025, 1, 1, 12, 34, 56), None],
                "text": ['<a> & "b"', " lead\ntrail ", "y" * 700],
                "flag": [True, False, True],
                "mixed": [None, str(2**60), "2020-01-02"],
                "gaps": [1, None, 3],
                "kind": ["x", "y", "x"],
                "odd": ["\ufffdx", "_x0001_", "http://x"],
                "zone": ["2025-01-01T00:00:00+00:00", None, None],
                "span": ["0 days 01:00:00", "0 days 02:00:00", None],
            }
            self.assertEqual(columns, expected)
            self.assertEqual(
                (
                    sheet.dimensions,
                    sheet.auto_filter.ref,
                    sheet["C2"].number_format,
                    sheet["C2"].data_type,
                ),
                ("A1:L4", "A1:L4", "yyyy-mm-dd", "d"),
            )

    def test_a_figure_is_saved_as_the_same_svg_each_time(self):
        with Session() as session:
            session.run(SETUP)
            name = self.result(session, "plt.plot([1, 2]); plt.title('T <&>'); plt.show()")
            first, second = (self.file(self.ask(session, "vectors", result=name)) for _ in range(2))
            self.assertEqual(first, second)
            self.assertTrue(first.startswith(b"<?xml") and b"<svg" in first and b"</svg>" in first)
            self.assertEqual(
                session.run("str(matplotlib.rcParams['svg.hashsalt'])")["results"][0]["text"],
                "'None'",
            )
            many = self.result(
                session,
                "_ = plt.scatter(np.random.rand(120_000), np.random.rand(120_000)); plt.show()",
            )
            self.assertIn("more than 10 MB", self.ask(session, "vectors", result=many)["failed"])

    def test_values_whose_methods_misbehave_do_not_harm_the_session(self):
        code = """
import sys
class Odd:
    def __init__(self, does): self.does = does
    def __str__(self):
        print('loud')
        exec(self.does)
        return 'odd'
    __repr__ = lambda self: 'shown'
does = ['raise ValueError', 'raise SystemExit', 'raise KeyboardInterrupt', 'sys.settrace(lambda *_: None)', 'import builtins; builtins.len = None', 'pass']
values = [pd.DataFrame({'v': [Odd(one)]}) for one in does]
fine = pd.DataFrame({'v': [1]})
at = iter(values)
"""
        with Session(results=20) as session:
            session.run(SETUP + code)
            found = []
            for _ in range(6):
                session.run(
                    "shown = next(at); cell = shown.iloc[0, 0]; does, cell.does = cell.does, 'pass'"
                )
                name = self.result(session, "shown")
                session.run("cell.does = does")
                emitted = len(session.bridge.emitted)
                answer = self.ask(session, "table", result=name, offset=0, limit=5, search="odd")
                found.append(answer.get("failed") or answer["window"]["rows"])
                self.assertEqual(session.bridge.emitted[emitted:], [])
                self.assertEqual(session.run("6 * 7")["results"][0]["text"], "42")
            self.assertEqual(
                found,
                [
                    [["<Odd: its text raised ValueError>"]],
                    "SystemExit",
                    "It was stopped, since it took too long or somebody pressed Stop.",
                    [["odd"]],
                    "There is no answer, since a value's own code took parts of Python away while it was looked at.",
                    [["odd"]],
                ],
            )
            self.assertEqual(session.bridge.listening[-1], False)


if __name__ == "__main__":
    unittest.main()
