"""Executions and their outcomes."""

import sys
import unittest

from fixtures import Session
from insitu import source


class Execution(unittest.TestCase):
    def check(self, cases, session):
        for code, expected in cases:
            with self.subTest(code=code):
                outcome = session.run(code)
                got = (
                    outcome["status"],
                    [item["text"] for item in outcome["results"]],
                    outcome["stdout"],
                )
                self.assertEqual(got, expected, outcome["error"])

    def test_the_last_expression_is_shown_as_in_a_notebook(self):
        with Session() as session:
            self.check(
                [
                    ("1 + 1", ("ok", ["2"], "")),
                    ("_ * 21", ("ok", ["42"], "")),
                    ("Out[1], In[1]", ("ok", ["(2, '1 + 1')"], "")),
                    ("None", ("ok", [], "")),
                    ("x = 5", ("ok", [], "")),
                    ("x;", ("ok", [], "")),
                    ("x; # not the end\n'a;b'", ("ok", ["'a;b'"], "")),
                    ("    y = x\n    y + 1", ("ok", ["6"], "")),
                    ("if x:\n    print('yes')", ("ok", [], "yes\n")),
                    ("__name__", ("ok", ["'__main__'"], "")),
                    ("display(x, 'two'); x", ("ok", ["5", "'two'", "5"], "")),
                    (
                        "import asyncio\nawait asyncio.sleep(0)\n'awaited'",
                        ("ok", ["'awaited'"], ""),
                    ),
                    ("", ("ok", [], "")),
                    ('"""\n  kept\n"""', ("ok", ["'\\n  kept\\n'"], "")),
                ],
                session,
            )

    def test_without_stack_switching_the_cell_awaits_the_argument_of_asyncio_run(self):
        five = "async def five(n=5):\n    await asyncio.sleep(0)\n    return n\n"
        runs = [
            ("import asyncio\n" + five + "asyncio.run(five())", "5"),
            ("import asyncio as aio\n[aio.run(five()), aio.run(five(6))]", "[5, 6]"),
            ("from asyncio import run as go\nx = go(five(7)) + 1\nx", "8"),
            ("if __name__ == '__main__':\n    y = asyncio.run(five(9))\ny", "9"),
            ("class Own:\n    def run(self, n): return n\nOwn().run(3)", "3"),
        ]
        with Session() as session:
            source.switching = False
            self.addCleanup(setattr, source, "switching", True)
            for code, expected in runs:
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertEqual(
                        (outcome["error"], [item["text"] for item in outcome["results"]]),
                        (None, [expected]),
                    )
            # A call in a function is not changed.
            inside = session.run("def main(): return asyncio.run(five())\nmain.__code__.co_names")
            self.assertEqual(inside["results"][0]["text"], "('asyncio', 'run', 'five')")

    def test_the_recursion_limit_cannot_exceed_that_of_the_browser(self):
        code = "import sys, warnings\nwith warnings.catch_warnings(record=True) as caught:\n    warnings.simplefilter('always')\n"
        code += "    sys.setrecursionlimit({})\n(sys.getrecursionlimit(), [str(one.message) for one in caught])"
        sentence = (
            "The recursion limit is 5,000 here, which is the most that this browser's stack allows."
        )
        self.addCleanup(sys.setrecursionlimit, sys.getrecursionlimit())
        self.addCleanup(setattr, sys, "setrecursionlimit", sys.setrecursionlimit)
        with Session(recursion=5000) as session:
            for limit, expected in [
                (3000, (3000, [])),
                (10**6, (5000, [sentence])),
                (5000, (5000, [])),
            ]:
                with self.subTest(limit=limit):
                    self.assertEqual(
                        session.run(code.format(limit))["results"][0]["text"], repr(expected)
                    )
            self.assertEqual(
                session.run("sys.setrecursionlimit('x')")["error"]["name"], "TypeError"
            )

    def test_failing_executions_are_counted(self):
        with Session() as session:
            counts = [session.run(code)["executionCount"] for code in ("1/0", "(", "1")]
            self.assertEqual(counts, [1, 2, 3])

    def test_a_traceback_shows_the_failing_lines_without_frames_of_the_harness(self):
        with Session() as session:
            error = session.run("def f(row):\n    return row['price']\n\nf({})")["error"]
            self.assertEqual((error["name"], error["value"]), ("KeyError", "'price'"))
            self.assertIn(
                "Cell [1], line 4, in <module>\n        2     return row['price']\n        3\n    --> 4 f({})\n",
                error["traceback"],
            )
            self.assertIn(
                "Cell [1], line 2, in f\n        1 def f(row):\n    --> 2     return row['price']\n",
                error["traceback"],
            )
            self.assertNotIn("insitu", error["traceback"])

    def test_errors_of_every_type_become_outcomes(self):
        class_with_bad_text = (
            "class Bad(Exception):\n    def __str__(self): raise ValueError('no')\nraise Bad()"
        )
        cases = [
            (
                "raise SystemExit(3)",
                "error",
                "SystemExit",
                "The code called exit (3); the session goes on.",
            ),
            (
                "raise KeyboardInterrupt",
                "interrupted",
                "KeyboardInterrupt",
                "Stopped before it was done. The variables are kept.",
            ),
            (
                class_with_bad_text,
                "error",
                "Bad",
                "<the exception's own text could not be made: ValueError>",
            ),
            (
                "input('name')",
                "error",
                "EOFError",
                "input() is not available here, because nobody is there to type. Put the value into the code instead.",
            ),
            (
                "def f(): return f()\nf()",
                "error",
                "RecursionError",
                "maximum recursion depth exceeded",
            ),
        ]
        with Session() as session:
            for code, status, name, value in cases:
                with self.subTest(code=code):
                    outcome = session.run(code)
                    self.assertEqual(
                        (outcome["status"], outcome["error"]["name"], outcome["error"]["value"]),
                        (status, name, value),
                    )
                    self.assertEqual(session.run("1")["status"], "ok")

    def test_values_that_hide_their_class_do_not_harm_the_session(self):
        setup = "class Shy:\n    def __getattribute__(self, name): raise RuntimeError(name)\nclass ShyError(Exception):\n    def __getattribute__(self, name): raise RuntimeError(name)"
        with Session() as session:
            session.run(setup)
            self.assertRegex(
                session.run("shy = Shy()\nshy")["results"][0]["text"], "^<__main__.Shy object at "
            )
            self.assertEqual(session.run("1")["variables"], ["Shy", "ShyError", "shy"])
            error = session.run("raise ShyError('x')")["error"]
            self.assertEqual((error["name"], error["value"]), ("ShyError", "x"))

    def test_deleted_builtins_are_restored_for_the_next_cell(self):
        with Session() as session:
            for code in (
                "import builtins\nbuiltins.__dict__.clear()",
                "builtins.range = builtins.BaseException = None",
                "import asyncio\nawait asyncio.sleep(0)\nbuiltins.__dict__.clear()",
            ):
                with self.subTest(code=code):
                    self.assertEqual(session.run(code)["status"], "ok")
                    self.assertEqual(
                        session.run("[n for n in range(2)], len('ab')")["results"][0]["text"],
                        "([0, 1], 2)",
                    )

    def test_a_traceback_contains_chained_exceptions(self):
        with Session() as session:
            text = session.run(
                "try:\n    1/0\nexcept ZeroDivisionError as e:\n    raise ValueError('x') from e"
            )["error"]["traceback"]
            self.assertIn(
                "ZeroDivisionError: division by zero\n\nThe above exception was the direct cause",
                text,
            )

    def test_magics_shell_commands_and_help_requests_are_explained(self):
        cases = [
            ("%matplotlib inline\n1", "%matplotlib is a notebook magic"),
            ("x = 1\n%time x", "%time is a notebook magic"),
            ("%%bash\nls", "%%bash is a notebook magic"),
            ("%%time\n1", "%%time is a notebook magic"),
            (
                "!pip install x",
                "There is no shell here, so !pip cannot run. Packages cannot be installed",
            ),
            ("files = !ls", "There is no shell here, so !ls cannot run."),
            ("df.head?", "'?' does not show help here. Use help(df.head)"),
            ("df?", "'?' does not show help here. Use help(df)"),
        ]
        with Session() as session:
            for code, start in cases:
                with self.subTest(code=code):
                    error = session.run(code)["error"]
                    self.assertEqual(error["name"], "SyntaxError")
                    self.assertTrue(error["value"].startswith(start), error["value"])
            ordinary = session.run("x = = 1")["error"]["value"]
            self.assertTrue(ordinary.startswith("invalid syntax"), ordinary)

    def test_new_and_changed_files_are_listed_without_links(self):
        with Session() as session:
            session.run("import os\nos.symlink('/etc/hostname', 'input.csv')")
            first = session.run(
                "open('a.txt', 'w').write('one')\nos.makedirs('sub')\nopen('sub/b.txt', 'w').write('2');"
            )
            self.assertEqual(
                first["files"],
                [
                    {"path": f"{session.out}/a.txt", "bytes": 3},
                    {"path": f"{session.out}/sub/b.txt", "bytes": 1},
                ],
            )
            self.assertEqual(session.run("1")["files"], [])
            self.assertEqual(
                session.run("open('a.txt', 'a').write('more');")["files"],
                [{"path": f"{session.out}/a.txt", "bytes": 7}],
            )

    def test_interrupts_are_enabled_only_while_user_code_runs(self):
        with Session() as session:
            session.run("1")
            session.run("await __import__('asyncio').sleep(0)")
            session.run("1/0")
            # Once for each execution, and twice more to describe the exception of the last one.
            self.assertEqual(session.bridge.listening, [True, False] * 5)

    def test_a_stop_before_the_code_starts_is_effective(self):
        import asyncio

        with Session() as session:
            session.kernel.cancelled = True
            self.assertEqual(session.run("x = 1")["status"], "interrupted")
            self.assertEqual(session.run("'x' in globals()")["results"][0]["text"], "False")

            async def stopped_early():
                self.assertIsNone(session.kernel.begin("import asyncio\nawait asyncio.sleep(30)"))
                session.kernel.interrupt()
                return await session.kernel.finish()

            async def stopped_before_finish_started():
                self.assertIsNone(session.kernel.begin("import asyncio\nawait asyncio.sleep(30)"))
                finishing = asyncio.ensure_future(session.kernel.finish())
                session.kernel.interrupt()
                return await finishing

            for stopped in (stopped_early, stopped_before_finish_started):
                self.assertIn('"status": "interrupted"', asyncio.run(stopped()), stopped.__name__)
            self.assertEqual(session.run("1")["status"], "ok")


if __name__ == "__main__":
    unittest.main()
