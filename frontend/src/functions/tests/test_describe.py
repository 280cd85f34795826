"""What the page learns of code with functions: signatures without values, sources by lines, imports
and names that are missing.
"""

import contextlib
import io
import json
import math
import os
import types
import unittest

import describe as module
from describe import describe, uses


def only(code, **variables):
    """Returns the only function of the code."""
    [found] = describe(code, variables)["functions"]
    return found


def read(code, among):
    """Returns which of the names the code reads."""
    return uses(code, among)["names"]


class Described(unittest.TestCase):
    def test_a_signature_has_the_names_of_parameters_and_no_default_value(self):
        cases = [
            ("def f(): pass", "f()"),
            (
                "def f(a, b=4711, /, c='Anna Weber', *, d, e=[1, 2]): pass",
                "f(a, b=…, /, c=…, *, d, e=…)",
            ),
            ("def f(*rows, **more): pass", "f(*rows, **more)"),
            ("async def f(a): pass", "f(a)"),
            (
                "def f(a: int = 3, b: list[str] | None = None) -> dict[str, float]: pass",
                "f(a: int=…, b: list[str] | None=…) -> dict[str, float]",
            ),
            (
                "def f(a: Literal['Anna Weber'], b: 'pd.DataFrame') -> Annotated[int, 4711]: pass",
                "f(a, b)",
            ),
            ("def f(a: " + "x" * 60 + "): pass", "f(a)"),
        ]
        for code, signature in cases:
            self.assertEqual(only(code)["signature"], signature, code)
            self.assertNotIn("4711", json.dumps(only(code)))
        self.assertLess(
            len(only("def f(" + ", ".join(f"a{n}" for n in range(200)) + "): pass")["signature"]),
            420,
        )

    def test_a_source_has_its_decorators_and_comments(self):
        code = "x = 1\n\n# insitu: save\n@cache\n@other(\n  2)\ndef f(a):\n    '''Doubles.\n\n    More.'''\n    # why\n    return 2 * a\n\nf(x)\n"
        found = only(code)
        self.assertEqual((found["from"], found["to"], found["doc"]), (4, 12, "Doubles.\n\nMore."))
        self.assertEqual(found["names"], ["cache", "other"])

    def test_a_function_has_the_imports_that_it_needs_and_no_other(self):
        code = "import os, numpy as np\nimport os.path\nfrom math import pi, tau as turn\n\ndef f(a):\n    return np.sum(a) * turn + len(os.path.sep)\n"
        found = only(code)
        self.assertEqual(
            set(found["imports"]),
            {"import numpy as np", "import os", "import os.path", "from math import tau as turn"},
        )
        self.assertEqual(found["names"], [])

    def test_what_the_session_has_imported_is_imported_too(self):
        code = "def f(a):\n    return m.floor(a), sep(a), path, Kind, helper(a), value\n"
        own = types.FunctionType((lambda: 0).__code__, {})
        own.__module__ = "__main__"
        found = only(
            code,
            m=math,
            sep=os.fsdecode,
            path=os.path,
            Kind=types.SimpleNamespace,
            helper=own,
            value=4711,
        )
        self.assertEqual(
            set(found["imports"]),
            {
                "import math as m",
                "from os import fsdecode as sep",
                f"import {os.path.__name__} as path",
                "from types import SimpleNamespace as Kind",
            },
        )
        self.assertEqual(found["names"], ["helper", "value"])

    def test_names_that_are_missing_elsewhere_are_reported(self):
        code = "limit = 3\ndef f(a, b=limit):\n    total = sum(a)\n    def inner(x):\n        return x + total + offset\n    return [inner(n) for n in a if n < limit] + f(a)\n"
        self.assertEqual(set(only(code)["names"]), {"limit", "offset"})

    def test_a_function_that_hides_a_builtin_is_marked(self):
        self.assertTrue(only("def sum(a): return a")["reserved"])
        self.assertFalse(only("def total(a): return a")["reserved"])

    def test_code_with_something_else_is_not_alone(self):
        cases = [
            ("import os\n\ndef f(): pass", True),
            ("def f(): pass\ndef g(): pass", True),
            ("x = 1\ndef f(): pass", False),
            ("from __future__ import annotations\ndef f(): pass", False),
            ("class A:\n    def f(self): pass", False),
            ("", False),
        ]
        for code, alone in cases:
            self.assertEqual(describe(code, {})["alone"], alone, code)

    def test_of_two_functions_of_one_name_the_later_one_counts(self):
        found = only("def f(a): pass\ndef f(b): pass")
        self.assertEqual((found["signature"], found["from"]), ("f(b)", 2))

    def test_the_line_of_a_value_that_is_shown_is_known(self):
        for code, line in [
            ("x = 1\nx + 1", 2),
            ("x = 1", None),
            ("print(1)", None),
            ("if True:\n    1", None),
            ("x = 1; x", None),
            ("", None),
        ]:
            self.assertEqual(describe(code, {})["result"], line, code)

    def test_what_is_no_python_is_reported_with_its_line(self):
        for code, line in [("def f(:\n  pass", 1), ("x = 1\nreturn x", 2), ("a\x00b", None)]:
            error = describe(code, {})["error"]
            self.assertTrue(error["message"], code)
            self.assertIn(error["line"], (line, 1), code)


class Names(unittest.TestCase):
    def test_code_uses_what_it_reads_and_has_not_bound(self):
        among = ["net", "gross"]
        cases = [
            ("net(3)", ["net"]),
            ("print(f'{net(3)}')", ["net"]),
            ("'net' # gross", []),
            ("def net(a): return a\nnet(3)", []),
            ("from tools import net\nnet(3)", []),
            ("net = 3\nprint(net)", []),
            ("net = net(3)", ["net"]),
            ("def f(net): return net + 1", []),
            ("def f(): return gross(1)\nf()", ["gross"]),
            ("[net for net in range(3)]", []),
            ("x.net(3)", []),
            ("net(gross(await x))", ["net", "gross"]),
            ("class A:\n    net = 1\n    other = net", []),
        ]
        for code, names in cases:
            self.assertEqual(read(code, among), names, code)

    def test_code_that_is_no_python_has_no_answer(self):
        self.assertIsNone(read("!net", ["net"]))


class Answered(unittest.TestCase):
    def test_the_page_gets_one_line_and_no_name_is_left_behind(self):
        with open(module.__file__, encoding="utf-8") as file:
            source = file.read()
        names, printed = (
            {
                "__name__": "insitu_functions",
                "REQUEST": json.dumps({"uses": "net(1)", "among": ["net"]}),
            },
            io.StringIO(),
        )
        with contextlib.redirect_stdout(printed):
            exec(source, names)
        self.assertEqual(json.loads(printed.getvalue()), {"names": ["net"]})


if __name__ == "__main__":
    unittest.main()
