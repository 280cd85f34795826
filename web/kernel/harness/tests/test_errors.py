"""Tracebacks: the lines of the user's code, with the frames of libraries folded."""

import re
import sys
import unittest

from fixtures import Session

# Since 3.11 Python marks the failing part of a line, and versions mark different parts.
MARKS = re.compile(r"\n +[~^][~^ ]*(?=\n)")


class Tracebacks(unittest.TestCase):
    def trace(self, session, code):
        return MARKS.sub("", session.run(code)["error"]["traceback"])

    def test_the_failing_line_is_marked_and_libraries_are_folded(self):
        with Session() as session:
            text = self.trace(
                session,
                "import pandas as pd\ndf = pd.DataFrame({'a': [1]})\ndf.apply(\n    lambda row: row['b'],\n    axis=1,\n)",
            )
            last = text[text.rindex("Traceback") :]
            folded = re.sub(r"… \d+ frames? in ", "… n frames in ", last)
            expected = [
                "Traceback (most recent call last):",
                "  Cell [1], line 3, in <module>",
                "        1 import pandas as pd",
                "        2 df = pd.DataFrame({'a': [1]})",
                "    --> 3 df.apply(",
                "        4     lambda row: row['b'],",
                "        5     axis=1,",
                "  … n frames in pandas …",
                "  Cell [1], line 4, in <lambda>",
                "        2 df = pd.DataFrame({'a': [1]})",
                "        3 df.apply(",
                "    --> 4     lambda row: row['b'],",
                "        5     axis=1,",
                "        6 )",
                "  … n frames in pandas …",
                "KeyError: 'b'",
            ]
            self.assertEqual(folded.split("\n"), expected)

    def test_pythons_marks_are_below_the_part_that_failed(self):
        with Session() as session:
            lines = session.run("x = 0\ny = [1, 2 / x]")["error"]["traceback"].split("\n")
            at = lines.index("    --> 2 y = [1, 2 / x]")
            self.assertEqual(lines[at][lines[at + 1].index("~") :], "2 / x]")

    def test_each_kind_of_exception_shows_its_location(self):
        cases = [
            ("x = = 1", "  Cell [1], line 1\n    x = = 1\n        ^\nSyntaxError: invalid syntax"),
            (
                "a = (1,\n",
                "  Cell [1], line 1\n    a = (1,\n        ^\nSyntaxError: '(' was never closed",
            ),
            (
                "try:\n    1/0\nexcept ZeroDivisionError as e:\n    e.add_note('noted')\n    raise ValueError('x') from e",
                "Traceback (most recent call last):\n  Cell [1], line 2, in <module>\n        1 try:\n    --> 2     1/0\n        3 except ZeroDivisionError as e:\n        4     e.add_note('noted')\n"
                "ZeroDivisionError: division by zero\nnoted\n\nThe above exception was the direct cause of the following exception:\n\n"
                "Traceback (most recent call last):\n  Cell [1], line 5, in <module>\n        3 except ZeroDivisionError as e:\n        4     e.add_note('noted')\n    --> 5     raise ValueError('x') from e\nValueError: x",
            ),
            (
                "raise ExceptionGroup('both', [ValueError(1), TypeError('t')])",
                "  + Exception Group Traceback (most recent call last):\n  |   Cell [1], line 1, in <module>\n  |     --> 1 raise ExceptionGroup('both', [ValueError(1), TypeError('t')])\n"
                "  | ExceptionGroup: both (2 sub-exceptions)\n  +-+---------------- 1 ----------------\n    | ValueError: 1\n    +---------------- 2 ----------------\n    | TypeError: t\n    +------------------------------------",
            ),
            ("import json; json.loads('{')", None),
        ]
        for code, expected in cases:
            with self.subTest(code=code), Session() as session:
                text = session.run(code)["error"]["traceback"]
                # The marks of a syntax error are part of the expected text.
                text = text if "SyntaxError" in text else MARKS.sub("", text)
                if expected is None:
                    self.assertRegex(
                        text,
                        r"--> 1 import json; json.loads\('\{'\)\n  … 3 frames in Python's library …\njson.decoder.JSONDecodeError",
                    )
                else:
                    self.assertEqual(text, expected)

    def test_frames_of_a_user_module_show_its_file(self):
        with Session() as session:
            session.run("open('mine.py', 'w').write('def f():\\n    return 1/0\\n')")
            text = self.trace(session, "import mine\nmine.f()")
            self.assertIn(
                f'  File "{session.out}/mine.py", line 2, in f\n        1 def f():\n    --> 2     return 1/0\n',
                text,
            )
            sys.modules.pop("mine", None)

    def test_tracebacks_of_endless_recursions_and_chains_are_short(self):
        with Session() as session:
            text = self.trace(session, "def f(): return f()\nf()")
            self.assertRegex(
                text,
                r"  … the same line \d+ more times …\nRecursionError: maximum recursion depth exceeded$",
            )
            self.assertLess(len(text), 800)
            text = self.trace(session, "def f(n): return g(n)\ndef g(n): return f(n)\nf(1)")
            self.assertRegex(text, r"  … \d+ further frames …\n")
            text = self.trace(
                session,
                "e = None\nfor i in range(5000):\n    n = ValueError(i); n.__context__ = e; e = n\nraise e",
            )
            self.assertLess(len(text), 2000)

    def test_errors_about_features_that_a_browser_lacks_are_explained(self):
        with Session() as session:
            error = session.run('raise RuntimeError("can\'t start new thread")')["error"]
            self.assertEqual(
                error["value"],
                "There are no threads here: call the function directly, use a pool, whose work is done in order, or use asyncio. (can't start new thread)",
            )


if __name__ == "__main__":
    unittest.main()
