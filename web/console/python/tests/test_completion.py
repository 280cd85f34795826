"""Completion and signatures from live objects, and that none of their code runs."""

import ast
import builtins
import unittest

import pandas as pd
from insitu_completion import completion


class Meta(type):
    def __eq__(cls, other):
        raise AssertionError("a metaclass ran")

    __hash__ = type.__hash__

    def __getattribute__(cls, name):
        raise AssertionError("a metaclass ran")


class Hostile(metaclass=Meta):
    def __getattr__(self, name):
        raise AssertionError("__getattr__ ran")

    def __dir__(self):
        raise AssertionError("__dir__ ran")

    def __repr__(self):
        raise AssertionError("__repr__ ran")

    @property
    def total(self):
        raise AssertionError("a property ran")

    def scale(self, factor, offset=2, *rest, unit=None, **more):
        """Scales it."""


HOSTILE = Hostile()


def damaged(value, other=HOSTILE, *, key):
    pass


FRAME = pd.DataFrame({"region": ["a"], "net total": [1.0], "it's": [2], 'a"b': [3]})
NAMES = {
    "__builtins__": builtins,
    "df": FRAME,
    "pd": pd,
    "hostile": Hostile(),
    "damaged": damaged,
    "held": {"one": FRAME, 3: 1},
    "Kind": Hostile,
}


def labels(code, **options):
    answer = completion.complete(code, len(code), NAMES, **options)
    return [] if answer is None else [candidate["label"] for candidate in answer["candidates"]]


def signature(code):
    return completion.signature(code, len(code), NAMES)


class Completion(unittest.TestCase):
    def test_names_are_found_where_they_can_stand(self):
        cases = [
            ("d", "df"),
            ("x = pr", "print"),
            ("whi", "while"),
            ("df.gro", "groupby"),
            ("df.", "region"),
            ("df.head().", "groupby"),
            ('df["region"].', "unique"),
            ('held["one"].', "groupby"),
            ('df.groupby("region").', "agg"),
            ('"text".', "upper"),
            ("print(df.", "shape"),
            ("df[df.", "region"),
            ('df["', "net total"),
            ('df[["region", "', "net total"),
            ('df.groupby("', "region"),
            ('held["', "one"),
            ("df.merge(", "how="),
            ("import pan", "pandas"),
            ("from pandas import Da", "DataFrame"),
            ("hostile.", "total"),
            ("hostile._", "__dir__"),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                self.assertIn(expected, labels(code))

    def test_nothing_is_completed_in_comments_texts_and_numbers(self):
        for code in [
            "# df.",
            'x = "df.',
            "x = 12",
            "'''\ndf.",
            "unknown.",
            "df.shape.",
            "hostile.total.",
        ]:
            with self.subTest(code=code):
                self.assertEqual(labels(code), [])

    def test_the_span_is_the_name_before_the_cursor_in_code_points(self):
        answer = completion.complete("x = '🎉'; df.gro # rest", 15, NAMES)
        self.assertEqual((answer["from"], answer["to"]), (12, 15))

    def test_a_column_in_quotes_is_the_content_of_a_literal(self):
        for quote in "'\"":
            found = labels(f"df[{quote}")
            self.assertEqual(
                [ast.literal_eval(f"{quote}{label}{quote}") for label in found], list(FRAME.columns)
            )

    def test_modules_of_the_catalog_are_offered(self):
        self.assertIn("absent_one", labels("import abs", available=["absent_one"]))

    def test_an_answer_is_bounded_and_says_so(self):
        names = {f"name_{index}": index for index in range(2_000)}
        answer = completion.complete("n", 1, names)
        self.assertEqual((len(answer["candidates"]), answer["more"]), (completion.MOST, True))

    def test_hostile_objects_are_described_without_their_code(self):
        for code in [
            "",
            "h",
            "hostile.",
            "hostile.scale.",
            "hostile.total.",
            "hostile.scale(",
            "hostile[",
            'hostile["',
            "Kind.",
            "Kind(",
            "damaged(",
        ]:
            with self.subTest(code=code):
                completion.complete(code, len(code), NAMES)
                completion.signature(code, len(code), NAMES)


class Signatures(unittest.TestCase):
    def test_the_parameter_at_the_cursor_is_marked(self):
        cases = [
            ("hostile.scale(", "factor"),
            ("hostile.scale(1, ", "offset=2"),
            ("hostile.scale(1, 2, (3, 4), ", "*rest"),
            ("hostile.scale(unit=", "unit=None"),
            ("hostile.scale(other=", "**more"),
            ("len(", "obj"),
            ("df.merge(df, on=", "on=None"),
        ]
        for code, expected in cases:
            with self.subTest(code=code):
                answer = signature(code)
                start, end = answer["active"]
                self.assertEqual(answer["text"][start:end], expected)

    def test_a_signature_is_written_as_in_python(self):
        self.assertEqual(
            signature("hostile.scale("),
            {
                "text": "scale(factor, offset=2, *rest, unit=None, **more)",
                "active": [6, 12],
                "doc": "Scales it.",
            },
        )
        self.assertEqual(signature("damaged(")["text"], "damaged(value, other=…, *, key)")
        self.assertEqual(
            signature("sorted(")["text"], "sorted(iterable, /, *, key=None, reverse=False)"
        )

    def test_there_is_none_outside_of_calls(self):
        for code in [
            "df",
            "len()",
            "(",
            "def f(",
            "class A(",
            "if (",
            "# len(",
            "unknown(",
            "hostile.total(",
        ]:
            with self.subTest(code=code):
                self.assertIsNone(signature(code))


if __name__ == "__main__":
    unittest.main()
