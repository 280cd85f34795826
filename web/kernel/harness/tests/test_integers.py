"""Which calls of the user's code are widened, and that nothing else of it changes. What the widened
values are is tested in JavaScript, in the runtime whose indexes have 32 bits.
"""

import ast
import sys
import types
import unittest
from pathlib import Path
from unittest import mock

from fixtures import Session
from insitu import integers, own_modules

NAMES = {
    integers.WIDE: lambda value: ("wide", value),
    integers.WIDE_REST: lambda value: ("rest", value),
}


def compiled(code):
    tree = ast.parse(code)
    integers.widen(list(ast.walk(tree)))
    return tree


class Widening(unittest.TestCase):
    def test_calls_that_return_indexes_are_widened_and_no_others(self):
        cases = [
            ("x.argsort()", "__wide__(x.argsort())"),
            ("np.where(x > 1)", "__wide__(np.where(x > 1))"),
            ("np.where(x > 1, 1, 2)", "np.where(x > 1, 1, 2)"),
            ("frame.where(x, other=1)", "frame.where(x, other=1)"),
            ("bincount(digitize(x, [1]))", "__wide__(bincount(__wide__(digitize(x, [1]))))"),
            ("np.unique(x)", "np.unique(x)"),
            ("np.unique(x, return_counts=True)", "__wide_rest__(np.unique(x, return_counts=True))"),
            ("np.unique(x, **options)", "np.unique(x, **options)"),
            ("np.char.find(x, 'a')", "__wide__(np.char.find(x, 'a'))"),
            ("text.find('a')", "text.find('a')"),
            ("f = np.argmax", "f = __wide_owner__(np, 'argmax').argmax"),
            ("peaks, facts = find_peaks(x)", "peaks, facts = __wide_values__(find_peaks(x))"),
            ("m.fit(X).labels_ * 2", "__wide_owner__(m.fit(X), 'labels_').labels_ * 2"),
            ("m.labels_[0] + 1", "__wide_owner__(m, 'labels_').labels_[0] + 1"),
            ("m.transform(y)", "__wide_owner__(m, 'transform').transform(y)"),
            ("i.reindex(['a'])", "__wide_rest__(i.reindex(['a']))"),
            ("m.apply(X)", "__wide_owner__(m, 'apply').apply(X)"),
            ("x.labels_.argmax()", "__wide__(__wide_owner__(x, 'labels_').labels_.argmax())"),
            ("m.labels_[0] = 5", "m.labels_[0] = 5"),
            ("m.labels_[0] += 5", "m.labels_[0] += 5"),
            ("m.tree_.feature[i][0] = 5", "m.tree_.feature[i][0] = 5"),
            ("m.labels_ += 1", "m.labels_ += 1"),
            ("m.labels_ = 1", "m.labels_ = 1"),
            ("del m.labels_, m.children_[0]", "del m.labels_, m.children_[0]"),
            ("x[m.labels_] = 5", "x[__wide_owner__(m, 'labels_').labels_] = 5"),
            (
                "match x:\n    case m.labels_:\n        pass",
                "match x:\n    case m.labels_:\n        pass",
            ),
            ("m.classes_", "m.classes_"),
            ("f'{x.argmax()} of {n}'", "f'{__wide__(x.argmax())} of {n}'"),
            (
                "async def f():\n    return await g().argmax(*a, **k)",
                "async def f():\n    return await __wide__(g().argmax(*a, **k))",
            ),
            ("calls[0]()()", "calls[0]()()"),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                self.assertEqual(ast.unparse(compiled(code)), expected)

    def test_an_attribute_of_the_user_s_own_object_is_loaded_from_it(self):
        owner = types.SimpleNamespace(labels_=1)
        self.assertIs(integers.wide_owner(owner, "labels_"), owner)

    def test_the_error_of_a_missing_attribute_is_the_code_s_own(self):
        with Session() as session:
            outcome = session.run("import numpy as np\nnp.zeros(2).labels_")
        self.assertEqual(
            outcome["error"]["value"], "'numpy.ndarray' object has no attribute 'labels_'"
        )
        self.assertNotIn("wide_owner", outcome["error"]["traceback"])

    def test_positions_stay(self):
        code = "first = (\n    x\n    .argsort()\n)\nsecond = f'{np.nonzero(x)!r}'\n"
        before = [
            ast.get_source_segment(code, node)
            for node in ast.walk(ast.parse(code))
            if isinstance(node, ast.Call)
        ]
        calls = [node for node in ast.walk(compiled(code)) if isinstance(node, ast.Call)]
        outer = [
            node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "__wide__"
        ]
        self.assertEqual([ast.get_source_segment(code, node) for node in outer], before)
        self.assertEqual([ast.get_source_segment(code, node.args[0]) for node in outer], before)

    def test_deep_code_is_widened(self):
        code = "x" + ".argsort()" * 40
        self.assertEqual(ast.unparse(compiled(code)).count("__wide__"), 40)

    def test_where_indexes_have_64_bits_values_are_passed_on_as_they_are(self):
        import numpy
        import pandas

        array, series = numpy.array([2, 1]), pandas.Series([1])
        for value in (array, series, numpy.intp(3), [array], "text", None, types):
            self.assertIs(integers.wide(value), value)
        self.assertEqual(integers.wide_rest((1, 2)), (1, 2))


class Cells(unittest.TestCase):
    def test_a_cell_has_the_functions_again_after_it_has_replaced_them(self):
        with Session() as session:
            for code in (
                "__wide__ = None",
                "import numpy as np\nint(np.argmax([1, 3, 2]))",
                "globals().clear()",
                "int(np.argmax([1, 3, 2]))",
            ):
                outcome = session.run(code)
            self.assertEqual(outcome["error"]["name"], "NameError")
            outcome = session.run("import numpy as np\nint(np.argmax([1, 3, 2]))")
            self.assertEqual([item["text"] for item in outcome["results"]], ["1"])

    def test_a_traceback_shows_the_code_as_it_was_written(self):
        with Session() as session:
            outcome = session.run("import numpy as np\nvalue = 1\nnp.argmax(value, axis=4)")
        self.assertIn("np.argmax(value, axis=4)", outcome["error"]["traceback"])
        self.assertNotIn("__wide__", outcome["error"]["traceback"])

    def test_the_variables_do_not_list_the_functions(self):
        with Session() as session:
            self.assertEqual(session.run("x = 1")["variables"], ["x"])

    def test_a_module_of_the_user_is_compiled_like_a_cell(self):
        with Session() as session:
            self.addCleanup(
                lambda: [
                    sys.modules.pop(name, None)
                    for name in ("own_shop", "own_shop.parts", "own_broken")
                ]
            )
            Path(session.out, "own_shop").mkdir()
            Path(session.out, "own_shop", "__init__.py").write_text("from .parts import best\n")
            Path(session.out, "own_shop", "parts.py").write_text(
                "def best(x):\n    return x.argmax()\n"
            )
            Path(session.out, "own_broken.py").write_text("x = [1]\nx.argmax()\n")
            outcome = session.run(
                "import numpy as np, own_shop\n[int(own_shop.best(np.array([1, 3, 2]))), own_shop.best.__code__.co_names, own_shop.__name__]"
            )
            self.assertEqual(
                [item["text"] for item in outcome["results"]],
                ["[1, ('__wide__', 'argmax'), 'own_shop']"],
                outcome["error"],
            )
            broken = session.run("import own_broken")
            self.assertEqual(broken["error"]["name"], "AttributeError")
            self.assertIn("x.argmax()", broken["error"]["traceback"])
            self.assertFalse(Path(session.out, "own_shop", "__pycache__").exists())

    def test_only_the_user_s_folders_have_the_loader(self):
        hook = own_modules.hook_of(("/out", "/data"))
        with self.assertRaises(ImportError):
            hook("/outer")
        self.assertEqual(
            [
                own_modules.is_within(entry, ("/out", "/data"))
                for entry in ("/out", "/out/a", "/outer", "/data", "/lib")
            ],
            [True, True, False, True, False],
        )


class Requirement(unittest.TestCase):
    def test_a_numpy_whose_integers_overflow_is_refused(self):
        import numpy

        narrow = types.SimpleNamespace(
            arange=lambda terms: numpy.arange(terms, dtype="i4").cumsum(dtype="i4")[-1:]
        )
        self.addCleanup(integers.require)
        self.addCleanup(sys.modules.__setitem__, "numpy", numpy)
        with Session() as session:
            sys.modules["numpy"] = narrow
            with self.assertRaisesRegex(RuntimeError, "^Integers have 32 bits"):
                session.kernel.settle()
            sys.modules["numpy"] = numpy
            self.assertRegex(session.kernel.fault(), "^Integers have 32 bits")

    def test_without_numpy_nothing_is_imported_and_nothing_is_wrong(self):
        with mock.patch.dict(sys.modules):
            sys.modules.pop("numpy", None)
            integers.require()
            self.assertEqual(integers.fault(), "")
            self.assertNotIn("numpy", sys.modules)
