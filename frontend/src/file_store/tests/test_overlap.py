"""What two columns have in common: exact for few values, close for many, and nothing for values
that `merge` would not compare.
"""

import os
import tempfile
import unittest

import numpy as np
import overlap as module
import pandas as pd
from overlap import answer


def table(frame, first=False):
    """Returns a table of a request that has all columns of a frame."""
    columns = {name: values.tolist() for name, values in frame.items()}
    text = f"[pd.DataFrame({columns!r})]".replace("nan", "float('nan')")
    return {"frames": text, "columns": list(frame.columns), "first": first}


def compared(own, other, **options):
    """Returns the overlap of two columns, given as lists."""
    tables = [table(pd.DataFrame({"a": own}), **options), table(pd.DataFrame({"b": other}))]
    [found] = overlaps({"tables": tables, "pairs": [[0, "a", 1, "b"]]})
    return found


def overlaps(request):
    """Returns the overlaps of a request, which is answered in time."""
    found = answer(request)
    assert not found["late"]
    return found["overlaps"]


class Overlap(unittest.TestCase):
    def test_rows_and_values_are_counted_as_merge_finds_them(self):
        own = ["x", "y", "y", None, "z", "z ", "Y"]
        other = ["x", "y", "w", "w"]
        self.assertEqual(
            compared(own, other),
            {
                "rows": 6,
                "found": 3,
                "distinct": 5,
                "shared": 2,
                "others": 3,
                "ownRepeated": 1,
                "repeated": 1,
                "sampled": False,
            },
        )
        a, b = pd.DataFrame({"k": own}).dropna(), pd.DataFrame({"k": other})
        merged = a.merge(b.drop_duplicates(), how="left", indicator=True)
        self.assertEqual((merged["_merge"] == "both").sum(), 3)

    def test_whole_numbers_are_the_same_where_one_is_missing(self):
        self.assertEqual(compared([1, 2, float("nan"), 3], [3, 2])["found"], 2)
        # Further than floats can count, each number is its own.
        big = 2**53
        self.assertEqual(compared([big, big + 1], [big + 1, big + 2])["found"], 1)
        self.assertEqual(compared([0.5, 1.5, 2.5], [1.5, 2.5, 9.5])["found"], 2)

    def test_values_of_different_kinds_are_not_compared(self):
        for own, other in [
            (["1", "2"], [1, 2]),
            ([True, False], [1, 0]),
            ([1, "2"], ["1", "2"]),
            ([None, None], ["x", "y"]),
        ]:
            self.assertIsNone(compared(own, other), (own, other))

    def test_of_many_values_the_lowest_hashes_say_how_many_are_shared(self):
        rng = np.random.default_rng(7)
        others = [f"c{number}" for number in range(50_000)]
        own = [f"c{number}" for number in rng.integers(0, 62_500, 200_000)]
        exact = np.isin(own, others).mean()
        exactly, most = compared(own, others), module.MOST
        self.assertAlmostEqual(exactly["found"] / exactly["rows"], exact)
        self.assertFalse(exactly["sampled"])
        try:
            module.MOST = 2_000
            about = compared(own, others)
        finally:
            module.MOST = most
        self.assertTrue(about["sampled"])
        self.assertTrue(1_000 <= about["distinct"] <= 2_500, about)
        self.assertAlmostEqual(about["found"] / about["rows"], exact, delta=0.03)
        self.assertEqual(about["repeated"], 0)

    def test_a_file_in_pieces_has_the_same_overlap_as_a_whole_one(self):
        frame = pd.DataFrame({"id": np.arange(1_000) % 700, "x": "y"})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.csv")
            frame.to_csv(path, index=False)
            ways = [
                f"[pd.read_csv({path!r})]",
                f"pd.read_csv({path!r}, usecols=lambda name: name in ['id'], chunksize=90)",
            ]
            other = table(pd.DataFrame({"id": range(0, 1_000, 2)}))
            found = [
                overlaps(
                    {
                        "tables": [{"frames": way, "columns": ["id"], "first": False}, other],
                        "pairs": [[0, "id", 1, "id"]],
                    }
                )
                for way in ways
            ]
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[0][0]["found"], 500)
        self.assertEqual(found[0][0]["ownRepeated"], 300)

    def test_a_number_is_the_same_beside_fractions_and_in_a_piece_without_any(self):
        pieces = "[pd.DataFrame({'a': values}) for values in ([1.5, 2.5], [3.0, 4.0], [-5])]"
        small = "[pd.DataFrame({'b': [1.5, 2.5, 3, 4, -5]}, dtype='float32')]"
        whole = table(pd.DataFrame({"b": [1.5, 2.5, 3.0, 4.0, -5.0]}))
        for other in [whole, {**whole, "frames": small}]:
            own = {"frames": pieces, "columns": ["a"], "first": False}
            [found] = overlaps({"tables": [own, other], "pairs": [[0, "a", 1, "b"]]})
            self.assertEqual((found["found"], found["rows"]), (5, 5))
        wide = {"frames": "[pd.DataFrame({'a': [-5, 7]}, dtype='int32')]", "columns": ["a"]}
        other = table(pd.DataFrame({"b": [-5, 7]}))
        [found] = overlaps(
            {"tables": [{**wide, "first": False}, other], "pairs": [[0, "a", 1, "b"]]}
        )
        self.assertEqual(found["found"], 2)

    def test_no_table_is_read_after_the_time_is_up(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "read")
            frames = f"[pd.DataFrame({{'b': [1]}}), open({path!r}, 'w')]"
            late, patience = {"frames": frames, "columns": ["b"], "first": False}, module.PATIENCE
            try:
                module.PATIENCE = -1
                self.assertEqual(
                    answer({"tables": [late], "pairs": [[0, "b", 0, "b"]]}),
                    {"overlaps": [None], "late": True},
                )
            finally:
                module.PATIENCE = patience
            self.assertFalse(os.path.exists(path))

    def test_first_rows_may_name_others_but_not_be_named(self):
        self.assertTrue(compared(["x"], ["x", "y"], first=True)["sampled"])
        tables = [
            table(pd.DataFrame({"a": ["x"]})),
            table(pd.DataFrame({"b": ["x", "y"]}), first=True),
        ]
        self.assertEqual(overlaps({"tables": tables, "pairs": [[0, "a", 1, "b"]]}), [None])

    def test_a_table_that_cannot_be_read_has_no_overlap_and_the_others_have_theirs(self):
        good = table(pd.DataFrame({"a": ["x", "y"]}))
        bad = {"frames": "[pd.read_csv('missing.csv')]", "columns": ["a"], "first": False}
        strange = {"frames": good["frames"], "columns": ["gone"], "first": False}
        pairs = [[0, "a", 1, "a"], [0, "a", 2, "gone"], [0, "a", 0, "a"]]
        found = overlaps({"tables": [good, bad, strange], "pairs": pairs})
        self.assertEqual(found[:2], [None, None])
        self.assertEqual(found[2]["found"], 2)


if __name__ == "__main__":
    unittest.main()
