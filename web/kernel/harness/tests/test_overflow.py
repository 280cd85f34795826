"""Which calls say that an integer has left its type's limits, that others say nothing, and that
nothing else changes.
"""

import ast
import unittest

import numpy as np
from fixtures import Session
from insitu import overflow

SETUP = "import warnings, numpy as np, pandas as pd\n"
INT32 = "a number beyond the limits of int32 (-2,147,483,648 to 2,147,483,647) has become another one in "


def compiled(code):
    tree = ast.parse(code)
    overflow.watch(list(ast.walk(tree)))
    return ast.unparse(tree)


class Overflow(unittest.TestCase):
    def test_only_calls_that_may_overflow_and_are_cheap_to_check_are_compiled_otherwise(self):
        cases = [
            ("x.astype('int32')", "__checked__(x.astype)('int32')"),
            ("np.dot(a, b)", "__checked__(np.dot)(a, b)"),
            ("a @ b @ c", "__products__ @ (__products__ @ (a, b), c)"),
            ("x.sum()", "x.sum()"),
            ("x.sum(dtype='i4')", "__checked__(x.sum)(dtype='i4')"),
            ("a * b + c", "a * b + c"),
            ("a @= b", "a @= b"),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                self.assertEqual(compiled(code), expected)

    def test_what_overflows_is_said_with_its_line_and_what_does_not_is_not(self):
        narrow = "np.array([60000, 60000], dtype=np.int32)"
        cases = [
            (f"{narrow} @ {narrow}", INT32 + "matmul()"),
            (f"np.dot({narrow}, {narrow})", INT32 + "dot()"),
            (f"{narrow}.dot({narrow})", INT32 + "dot()"),
            (f"pd.Series({narrow}).dot(pd.Series({narrow}))", INT32 + "dot()"),
            ("np.array([3_000_000_000]).astype(np.int32)", INT32 + "astype()"),
            ("pd.Series([3_000_000_000]).astype('int32')", INT32 + "astype()"),
            (
                "pd.DataFrame({'a': [1], 'b': [3_000_000_000]}).astype({'b': 'int32'})",
                INT32 + "astype()",
            ),
            (
                "np.array([300.0]).astype(np.uint8)",
                "limits of uint8 (0 to 255) has become another one in astype()",
            ),
            (
                "np.array([-1]).astype('u8')",
                "limits of uint64 (0 to 18,446,744,073,709,551,615) has become",
            ),
            (
                "np.array([1.0, np.nan]).astype(int)",
                "a missing value has become a number in astype(): int64 has none",
            ),
            ("np.arange(1, 26).prod()", "limits of int64"),
            ("np.prod([2] * 64)", "limits of int64"),
            ("np.cumprod(np.arange(1, 26))", "limits of int64"),
            ("pd.Series(range(1, 26)).prod()", "limits of int64"),
            ("np.sum(np.array([2**31 - 1, 1]), dtype=np.int32)", INT32 + "sum()"),
            ("np.array([2**31 - 1, 1]).cumsum(dtype='i4')", INT32 + "cumsum()"),
            (f"({narrow} // 100) @ ({narrow} // 100)", None),
            ("np.array([46340, 0], dtype=np.int32) @ np.array([46340, 0], dtype=np.int32)", None),
            ("np.array([2**31 - 1]).astype(np.int32)", None),
            ("np.array([255.9]).astype(np.uint8)", None),
            ("np.array([]).astype(np.int32)", None),
            ("np.arange(1, 21).prod()", None),
            ("np.prod([[1, 2], [3, 4]], axis=0)", None),
            ("pd.Series([1, 2, None]).prod()", None),
            ("pd.Series(['a']).astype('category')", None),
            ("np.ones((2, 3)) @ np.ones((3, 2))", None),
            ("np.sum([1, 2], dtype=float)", None),
        ]
        with Session() as session:
            for code, expected in cases:
                with self.subTest(code=code):
                    # Recorded in the cell, since the harness restores what others replace.
                    recorded = f"with warnings.catch_warnings(record=True) as seen:\n    warnings.simplefilter('always')\n    x = {code}\n"
                    listed = "[(str(one.message), one.lineno, one.filename[:6], one.category.__name__) for one in seen if 'become' in str(one.message)]"
                    outcome = session.run(f"{SETUP}{recorded}{listed}")
                    self.assertEqual(outcome["status"], "ok", outcome["error"])
                    said = ast.literal_eval(outcome["results"][0]["text"])
                    self.assertEqual(
                        [one[1:] for one in said],
                        [(4, "Cell [", "RuntimeWarning")] if expected else [],
                    )
                    self.assertIn(expected or "", "".join(one[0] for one in said))

    def test_results_and_errors_are_those_of_the_libraries(self):
        with Session() as session:
            code = "import numpy as np\nclass Own:\n    def dot(self, *a, **k): return a, k\n    def __matmul__(self, b): return 'mine'\n"
            outcome = session.run(
                f"{code}(Own().dot(1, function=2, name=3), Own() @ 1, (np.eye(2, dtype=int) @ np.eye(2, dtype=int)).tolist())"
            )
            self.assertEqual(
                outcome["results"][0]["text"],
                "(((1,), {'function': 2, 'name': 3}), 'mine', [[1, 0], [0, 1]])",
            )
            for code, error in (
                ("[1] @ [2]", "unsupported operand type(s) for @: 'list' and 'list'"),
                ("np.ones(3).astype('no')", "data type 'no' not understood"),
            ):
                outcome = session.run(code)
                self.assertEqual(outcome["error"]["value"], error)
                self.assertNotIn("overflow.py", outcome["error"]["traceback"])

    def test_a_check_never_fails_what_has_succeeded(self):
        class Odd(np.ndarray):
            def min(self, *args, **words):
                raise RuntimeError

        # Its values cannot be compared.
        odd = np.array([3_000_000_000]).view(Odd)
        self.assertEqual(overflow.checked(odd.astype)("int32").tolist(), [-1294967296])
