"""Imports of packages that are not loaded yet, and of modules that do not exist."""

import sys
import unittest

from fixtures import Session


class Missing(unittest.TestCase):
    def test_a_module_that_does_not_exist_is_named_with_an_alternative(self):
        cases = [
            ("import torch.nn", "There is no `torch` in this Python. Use sklearn."),
            ("from torch import nn", "There is no `torch` in this Python. Use sklearn."),
            (
                "import panda",
                "There is no `panda` in this Python, and code can install nothing: there is no network and no pip. Did you mean `pandas`?",
            ),
            (
                "import jsom",
                "There is no `jsom` in this Python, and code can install nothing: there is no network and no pip. Did you mean `json`?",
            ),
            (
                "import zzyzx_q",
                "There is no `zzyzx_q` in this Python, and code can install nothing: there is no network and no pip. "
                "Available beside the standard library, among others: pandas, sklearn. The user can drop a wheel of it onto the page.",
            ),
        ]
        with Session() as session:
            for code, expected in cases:
                for written in (code, f"exec({code!r})", f"def f():\n    {code}\nf()"):
                    with self.subTest(code=written):
                        error = session.run(written)["error"]
                        self.assertEqual(
                            (error["name"], error["value"]), ("ModuleNotFoundError", expected)
                        )

    def test_a_module_of_the_standard_library_that_browsers_lack_is_explained(self):
        with Session() as session:
            sys.modules["msvcrt"] = None
            del sys.modules["msvcrt"]
            error = session.run("import msvcrt")["error"]
            self.assertEqual(
                error["value"],
                "There is no `msvcrt` here: it is a part of Python's standard library that does not exist inside a browser.",
            )

    def test_libraries_can_test_for_optional_modules(self):
        with Session() as session:
            kept = session.run(
                "try:\n    import nosuchthing\nexcept ModuleNotFoundError as e:\n    name = e.name\nname"
            )
            self.assertEqual(kept["results"][0]["text"], "'nosuchthing'")
            asked = session.run(
                "import importlib.util\n[importlib.util.find_spec(name) for name in ('nosuchthing', 'late_package')]"
            )
            self.assertEqual(asked["results"][0]["text"], "[None, None]", asked["error"])
            self.assertEqual(session.bridge.provided, [], "a lookup fetches no package")

    def test_every_form_of_import_fetches_its_package(self):
        ways = [
            "import late_package",
            "from late_package import ANSWER",
            "exec('import late_package')",
            "__import__('late_package')",
            "import importlib\nimportlib.import_module('late_' + 'package')",
            "def f():\n    import late_package\nf()",
            "import uses_it",
        ]
        with Session() as session:
            for number, code in enumerate(ways):
                session.run(f"open('uses_it_{number}.py', 'w').write('import late_package');")
                session.bridge.provided.clear()
                error = session.run(code.replace("uses_it", f"uses_it_{number}"))["error"]
                with self.subTest(code=code):
                    self.assertEqual(session.bridge.provided, ["late-package"])
                    # The package of this test has no modules.
                    self.assertEqual(error["name"], "ModuleNotFoundError")

    def test_a_package_that_cannot_be_fetched_is_reported_with_the_reason(self):
        with Session() as session:
            session.bridge.unreachable["late-package"] = (
                "/runtime/late.whl could not be fetched. Check the connection."
            )
            error = session.run("import late_package")["error"]
            self.assertEqual(
                (error["name"], error["value"]),
                (
                    "ModuleNotFoundError",
                    "/runtime/late.whl could not be fetched. Check the connection.",
                ),
            )
            caught = session.run(
                "try:\n    import late_package\nexcept ImportError:\n    late_package = None\nlate_package is None"
            )
            self.assertEqual(caught["results"][0]["text"], "True")

    def test_modules_that_are_imported_already_are_not_fetched(self):
        with Session() as session:
            session.run("import json, pandas, os.path")
            self.assertEqual(session.bridge.provided, [])


if __name__ == "__main__":
    unittest.main()
