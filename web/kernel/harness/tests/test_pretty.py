"""The text of values."""

import unittest
from collections import Counter, OrderedDict, defaultdict, deque, namedtuple

from fixtures import calls
from insitu.display.pretty import on_one_line, pretty

Pair = namedtuple("Pair", "a b")


class Listed(list):
    pass


class Own(dict):
    def __repr__(self):
        return "own"


def function(a, b=2):
    pass


class Texts(unittest.TestCase):
    def test_values_look_as_in_a_notebook(self):
        cyclic = [1]
        cyclic.append(cyclic)
        cases = [
            ("a'b", '"a\'b"'),
            ([1, "x", None, 1.5, b"y"], "[1, 'x', None, 1.5, b'y']"),
            ({"k": (1,), 2: {3, 1, 2}}, "{'k': (1,), 2: {1, 2, 3}}"),
            ([[], {}, (), set(), frozenset()], "[[], {}, (), set(), frozenset()]"),
            ({"a": list(range(30))}, "{'a': [" + ",\n  ".join(map(str, range(30))) + "]}"),
            (
                [{"name": "x" * 40, "value": 1}, {"name": "y" * 40, "value": 2}],
                "[{'name': '"
                + "x" * 40
                + "', 'value': 1},\n {'name': '"
                + "y" * 40
                + "', 'value': 2}]",
            ),
            (cyclic, "[1, [...]]"),
            (int, "int"),
            (Listed, f"{__name__}.Listed"),
            (function, f"<function {__name__}.function(a, b=2)>"),
            (Listed([1]), "[1]"),
            (Own(a=1), "own"),
            (Pair(1, 2), "Pair(a=1, b=2)"),
            (OrderedDict(a=1), "OrderedDict({'a': 1})"),
            (Counter("aab"), "Counter({'a': 2, 'b': 1})"),
            (defaultdict(list, {1: [2]}), "defaultdict(list, {1: [2]})"),
            (deque([1, 2], maxlen=3), "deque([1, 2], maxlen=3)"),
            (float("nan"), "nan"),
        ]
        for value, expected in cases:
            with self.subTest(value=expected):
                self.assertEqual(pretty(value), expected)

    def test_the_text_on_one_line_equals_the_repr(self):
        for value in (
            list(range(100)),
            {"a" * 50: "b" * 50},
            "quoted",
            int,
            [[i] * 30 for i in range(3)],
            (1,),
        ):
            self.assertEqual(on_one_line(value, pretty(value)), repr(value))

    def test_large_values_are_truncated_without_a_visit_to_each_item(self):
        nested = {at: list(range(1000)) for at in range(1000)}
        cases = [
            (list(range(10_000_000)), " 999,\n ...]"),
            ("x" * 50_000_000, "x'"),
            (bytes(50_000_000), "\\x00'"),
            (nested, "...}"),
            (10**4999, "0"),
            (10**1_000_000, "<integer of about 1,000,000 digits>"),
            ([10**5000], "0]"),
        ]
        for value, end in cases:
            with self.subTest(end=end):
                text, count = calls(lambda value=value: pretty(value))
                # Those that have items have a million and more.
                self.assertLess(count, 500_000)
                self.assertTrue(text.endswith(end), text[-50:])
                self.assertLess(len(text), 200_000)
        self.assertEqual(pretty(10**5000), "1" + "0" * 5000)
        self.assertEqual(pretty(-(10**5000)), "-1" + "0" * 5000)


if __name__ == "__main__":
    unittest.main()
