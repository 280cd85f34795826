"""Tests of what an execution says of the data: selections without a match, and text in the place of
numbers.
"""

import unittest

from fixtures import Session

TABLE = """
import pandas as pd
df = pd.DataFrame({
    "type": ["Criminal Case", "Civil", "Family", "Civil"],
    "amount": ["1,200", "n/a", "3", "4"],
    "stored": ["1", "2", "3", "4"],
    "year of birth": [2001, 2002, 2003, 2003],
})
many = pd.DataFrame({"city": [f"Town {number}" for number in range(500)] + ["São Paulo", None]})
"""


def outcome_of(code, setup=TABLE):
    with Session() as session:
        session.run(setup)
        return session.run(code)


def found(code, setup=TABLE):
    return outcome_of(code, setup).get("findings", [])


class SelectionsWithoutMatch(unittest.TestCase):
    def test_a_comparison_that_no_row_fulfils_names_the_nearest_values(self):
        civil = ["Civil", "Criminal Case", "Family"]
        cases = [
            (
                'df[df["type"] == "criminal"]',
                ("type", "==", "criminal", ["Criminal Case", "Civil", "Family"], 3),
            ),
            (
                'df[(df["type"] == "civil") & (df["year of birth"] == 2001)]',
                ("type", "==", "civil", civil, 3),
            ),
            ('df.loc[df.type == "civil", "amount"]', ("type", "==", "civil", civil, 3)),
            ('df = df[df["type"] == "civil"]', ("type", "==", "civil", civil, 3)),
            (
                'def of(name):\n    return df[df["type"] == "civil"]\nof(1)',
                ("type", "==", "civil", civil, 3),
            ),
            (
                'df[df["type"].str.lower() == "Civil"]',
                ("type", "==", "Civil", ["civil", "criminal case", "family"], 3),
            ),
            ('(df["type"].eq("civil")).sum()', ("type", "eq", "civil", civil, 3)),
            ('df[df["type"].isin(["civil"])]', ("type", "isin", "civil", civil, 3)),
            (
                'df[df["type"].str.contains("crime")]',
                ("type", "contains", "crime", ["Criminal Case", "Civil", "Family"], 3),
            ),
            ("df.query(\"type == 'civil'\")", ("type", "==", "civil", civil, 3)),
            (
                'df.query("`year of birth` == 1999")',
                ("year of birth", "==", "1999", ["2001", "2002", "2003"], 3),
            ),
            (
                'df[df["year of birth"] == "2001"]',
                ("year of birth", "==", "2001", ["2001", "2002", "2003"], 3),
            ),
            ('many[many["city"] == "Sao Paulo"]', ("city", "==", "Sao Paulo", ["São Paulo"], 501)),
            ('many[many["city"] == "Quito"]', ("city", "==", "Quito", [], 501)),
        ]
        for code, (column, test, value, nearest, distinct) in cases:
            with self.subTest(code):
                one = {
                    "kind": "noMatch",
                    "column": column,
                    "test": test,
                    "value": value,
                    "nearest": nearest,
                    "distinct": distinct,
                }
                self.assertEqual(found(code), [one])

    def test_what_matches_or_is_no_selection_of_a_column_is_left_alone(self):
        for code in (
            'df[df["type"] == "Civil"]',
            'df[df["type"] != "civil"]',
            "df.query(\"type == 'Civil'\")",
            'df[df["type"].isin(["civil", "Civil"])]',
            'df[df["type"] == "Civil"].iloc[:0]',
            'df.iloc[:0][df.iloc[:0]["type"] == "x"]',
            '[one for one in df["type"] if one == "civil"]',
            'df["type"].map(lambda one: one == "civil").sum()',
            'x = {"a": 1}\nx["a"] == 2',
            "import numpy as np\nnp.array([1, 2])[:1] == 5",
        ):
            with self.subTest(code):
                outcome = outcome_of(code)
                self.assertEqual((outcome["status"], outcome.get("findings")), ("ok", None))

    def test_the_code_computes_what_it_says_and_fails_where_it_says(self):
        for code, printed in (
            ('print((df["type"] == "civil").sum(), (df["type"] == "Civil").sum())', "0 2\n"),
            (
                'print(df["type"].str.contains("CIVIL", case=False).tolist())',
                "[False, True, False, True]\n",
            ),
            (
                "class Odd:\n    def isin(self, one):\n        return one\n    def __eq__(self, other):\n        return 'odd'\nprint(Odd().isin('x'), [Odd()][0] == 'y')",
                "x odd\n",
            ),
        ):
            with self.subTest(code):
                self.assertEqual(outcome_of(code)["stdout"], printed)
        error = outcome_of('x = "text"\nx[0].isin(["a"])')["error"]
        self.assertEqual(
            (error["name"], error["value"]),
            ("AttributeError", "'str' object has no attribute 'isin'"),
        )
        self.assertIn("line 2", error["traceback"])
        self.assertNotIn("selections", error["traceback"])

    def test_findings_are_bounded_and_those_of_one_execution(self):
        with Session() as session:
            session.run(TABLE)
            loop = session.run('for number in range(1000):\n    many[many["city"] == "x"]')
            several = session.run(
                "\n".join(f'df[df["type"] == "{number}{"x" * 500}"]' for number in range(9))
            )
            after = session.run("1")
        self.assertEqual(
            (len(loop["findings"]), len(several["findings"]), after.get("findings")), (1, 5, None)
        )
        self.assertTrue(all(len(one["value"]) <= 80 for one in several["findings"]))

    def test_hostile_values_and_columns_do_no_harm(self):
        setup = TABLE + (
            "class Hostile:\n    def __eq__(self, other):\n        raise KeyError('eq')\n    def __hash__(self):\n        return 1\n"
            "    def __str__(self):\n        raise ValueError('str')\n"
        )
        outcome = outcome_of(
            's = pd.Series([Hostile()], dtype=object, name=Hostile())\ntry:\n    s[s == "x"]\nexcept KeyError as e:\n    print(e)',
            setup,
        )
        self.assertEqual((outcome["status"], outcome["stdout"]), ("ok", "'eq'\n"))
        self.assertEqual(found('s = pd.Series(["a"], name=Hostile())\ns[s == "x"]', setup), [])


class TextInThePlaceOfNumbers(unittest.TestCase):
    def test_the_columns_of_the_failing_statement_are_described(self):
        amount = {
            "column": "amount",
            "count": 2,
            "of": 4,
            "forms": ["thousands", "words"],
            "examples": ["1,200", "n/a"],
        }
        stored = {"column": "stored", "count": 0, "of": 4, "forms": [], "examples": []}
        for code, expected in (
            ('df["amount"].mean()', [amount]),
            ('x = 1\ny = df["amount"].astype(float).sum()', [amount]),
            ('df["amount"] > 3', [amount]),
            ('df.groupby("type")["amount"].mean()', [amount]),
            ('df.groupby("type").mean()', [amount, stored]),
            ('df["stored"].mean()', [stored]),
            ('float(df["amount"].iloc[0])', [amount]),
            ('df["missing"].mean()', []),
            ('raise TypeError("dtype")', []),
            ('df["year of birth"].mean() + 1', []),
        ):
            with self.subTest(code):
                self.assertEqual(found(code), [{"kind": "notNumbers", **one} for one in expected])

    def test_each_form_of_values_is_recognized(self):
        for values, forms in (
            (["1,200.50", "-12,345"], ["thousands"]),
            (["3,50", "1.234,5"], ["decimalComma"]),
            (["12 %", "3.5%"], ["percent"]),
            (["$ 1,200", "12 €", "($5)"], ["currency"]),
            (["10-20", "5 to 7"], ["range"]),
            (["12 kg", "5*", "<3"], ["unit"]),
            (["n/a", "unknown"], ["words"]),
            (["", " "], ["blank"]),
            (["2024-01-02x7"], []),
        ):
            with self.subTest(values):
                [one] = found(
                    f'pd.DataFrame({{"a": {values!r}}}).a\nd = pd.DataFrame({{"a": {values!r}}})\nd["a"].mean()',
                    "import pandas as pd",
                )
                self.assertEqual(one["forms"], forms)


ORDERS = """
import pandas as pd
orders = pd.DataFrame({"id": range(1, 101), "customer": [n % 20 for n in range(100)], "paid": 1})
customers = pd.DataFrame({"id": range(20), "customer": range(20), "land": ["A", "B"] * 10})
fewer, twice = customers[:18], pd.concat([customers, customers[:2]])
notes = pd.DataFrame({"customer": [1, 1, 2], "text": ["x", "y", "z"]})
"""


class Joins(unittest.TestCase):
    def check(self, code, *expected):
        """`expected` is how, the rows of the left table, the right one and the result, and the
        rows of both without a match.
        """
        names = ("how", "left", "right", "rows", "leftAlone", "rightAlone")
        findings = [{"kind": "join", **dict(zip(names, one))} for one in expected]
        with self.subTest(code):
            self.assertEqual(found(code, ORDERS), findings)

    def test_a_join_that_multiplies_or_loses_rows_is_found(self):
        lost, doubled = ("inner", 100, 18, 90, 10, 0), ("inner", 100, 22, 110, 0, 0)
        for code, expected in [
            ('orders.merge(fewer, on="customer")', lost),
            ('pd.merge(orders, fewer, on="customer")', lost),
            ('pd.merge(left=orders, right=fewer, left_on="customer", right_on="id")', lost),
            ('orders.merge(fewer, left_on="customer", right_on="id")', lost),
            ('def of():\n    return orders.merge(fewer, on="customer")\nof()', lost),
            ('orders.merge(fewer, on="customer").groupby("land").paid.sum()', lost),
            ('orders.merge(fewer, "left", "customer")', ("left", 100, 18, 100, 10, 0)),
            ('fewer.merge(orders, how="right", on="customer")', ("right", 18, 100, 100, 0, 10)),
            ('orders.merge(twice, on="customer")', doubled),
            ('orders.merge(twice, on=["customer"])', doubled),
            (
                'orders.join(fewer.set_index("id")[["land"]], on="customer")',
                ("left", 100, 18, 100, 10, 0),
            ),
            ('notes.merge(orders, on="customer")', ("inner", 3, 100, 15, 0, 90)),
            ('orders.merge(fewer, on=["customer", "id"])', ("inner", 100, 18, 0, 100, 18)),
        ]:
            self.check(code, expected)

    def test_a_join_that_keeps_each_row_once_is_not(self):
        for code in [
            'orders.merge(customers, on="customer")',
            'orders.merge(fewer, on="customer", how="left", indicator=True)',
            'orders.merge(twice, on="customer", validate="many_to_many")',
            'orders.merge(fewer, on="customer", how="outer")',
            "orders.merge(customers, how='cross')",
            '", ".join(["a"])',
            'import os\nos.path.join("a", "b")',
        ]:
            self.check(code)

    def test_columns_that_are_called_by_numbers_are_joined_by_those(self):
        setup = """
import pandas as pd
a = pd.DataFrame({0: [1, 2, 3, 4], 1: [9, 9, 9, 9]})
b = pd.DataFrame({0: [1, 2, 3, 5], 1: [5, 6, 7, 8]})
"""
        one = {"kind": "join", "how": "inner", "left": 4, "right": 4, "rows": 3}
        one |= {"leftAlone": 1, "rightAlone": 1}
        for code in ["a.merge(b, on=0)", "pd.merge(a, b, left_on=0, right_on=0)"]:
            with self.subTest(code):
                self.assertEqual(found(code, setup), [one])

    def test_missing_values_match_each_other_as_pandas_has_it(self):
        setup = """
import pandas as pd
def of(values, dtype, name):
    return pd.DataFrame({"k": pd.Series(values, dtype=dtype), name: 1})
"""
        nothing = "float('nan')"
        for own, dtype, other, other_dtype in [
            ("[1, None]", "Int64", "[1, None]", "Int64"),
            ("['a', None]", "object", f"['a', {nothing}]", "object"),
            (f"['a', {nothing}]", "string", "['a', None]", "object"),
        ]:
            code = f"of({own}, {dtype!r}, 'v').merge(of({other}, {other_dtype!r}, 'w'), on='k')"
            with self.subTest(code):
                outcome = outcome_of(code, setup)
                self.assertEqual(outcome["results"][0]["text"].count("\n"), 2)
                self.assertNotIn("findings", outcome)

    def test_what_is_not_of_pandas_joins_as_it_is_written(self):
        code = """
class Path:
    def join(self, *parts, sep="/"):
        return sep.join(parts)
    def merge(self, **given):
        return given
Path().join("a", "b", sep="-"), Path().merge(left=1), "+".join("xy")
"""
        outcome = outcome_of(code, ORDERS)
        self.assertEqual(outcome["results"][0]["text"], "('a-b', {'left': 1}, 'x+y')")
        self.assertNotIn("findings", outcome)

    def test_a_warning_of_a_join_names_the_line_of_the_code_and_is_given_once(self):
        setup = ORDERS + 'odd = pd.DataFrame({"id": [1.5, 2, 3]})'
        code = """
import warnings
def of():
    return orders.merge(odd, on="id")
with warnings.catch_warnings(record=True) as given:
    warnings.simplefilter("default")
    of(), of()
[(one.category.__name__, one.filename, one.lineno) for one in given]
"""
        shown = outcome_of(code, setup)["results"][-1]["text"]
        self.assertEqual(shown, "[('UserWarning', 'Cell [2]', 4)]")
        error = outcome_of(code.replace("default", "error"), setup)["error"]
        self.assertEqual(error["name"], "UserWarning")

    def test_an_error_of_a_join_is_that_of_pandas(self):
        error = outcome_of('orders.merge(customers, on="none")', ORDERS)["error"]
        self.assertEqual(error["name"], "KeyError")
        self.assertNotIn("joins.py", error["traceback"])


if __name__ == "__main__":
    unittest.main()
