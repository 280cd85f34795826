"""Windows of tables: the order of rows, the possible queries, and the reuse of a computed order."""

import datetime
import decimal
import json
import unittest
from unittest import mock

import numpy as np
import pandas as pd
from fixtures import Session  # noqa: F401 - puts the harness on the path
from insitu import result_cache, windows

PEOPLE = pd.DataFrame(
    {
        "name": ["Zoë", "adam", None, "Bert", "adam"],
        "age": [31.0, 25.0, 40.0, np.nan, 30.0],
        "joined": pd.to_datetime(["2025-01-02", None, "2024-05-01", "2025-01-01", "2025-01-02"]),
        "paid": [True, False, True, True, False],
    }
)


def ask(value, **query):
    """Returns the window of `value` for the query, as the page gets it."""
    result_cache.keep("t-1", value)
    windows.views.clear()
    return json.loads(
        json.dumps(
            windows.window({"result": "t-1", "offset": 0, "limit": 100, **query}), allow_nan=False
        )
    )


def by(column, descending=False):
    return {"column": column, "descending": descending}


def where(column, op, value=None):
    return {"column": column, "op": op, "value": value}


class Windows(unittest.TestCase):
    def test_a_window_is_a_range_of_rows_with_the_layout_of_the_table(self):
        expected = {
            "columns": ["name", "age"],
            "types": ["text", "number"],
            "indexColumns": 0,
            "offset": 3,
            "rows": [["Bert", None], ["adam", 30.0]],
            "totalRows": 5,
            "allRows": 5,
            "stats": None,
        }
        self.assertEqual(ask(PEOPLE[["name", "age"]], offset=3), expected)
        self.assertEqual(
            [
                ask(PEOPLE, offset=offset, limit=limit)["rows"]
                for offset, limit in ((5, 100), (10**9, 1), (0, 0), (-3, -1))
            ],
            [[]] * 4,
        )
        self.assertEqual(len(ask(pd.DataFrame({"n": range(3000)}), limit=5000)["rows"]), 1000)

    def test_rows_are_sorted_with_missing_values_last(self):
        cases = [
            ([by(0)], ["adam", "adam", "Bert", "Zoë", None]),
            ([by(0, True)], ["Zoë", "Bert", "adam", "adam", None]),
            ([by(1)], ["adam", "adam", "Zoë", None, "Bert"]),
            ([by(1, True)], [None, "Zoë", "adam", "adam", "Bert"]),
            ([by(2)], [None, "Bert", "Zoë", "adam", "adam"]),
            ([by(3), by(1, True)], ["adam", "adam", None, "Zoë", "Bert"]),
        ]
        for sort, expected in cases:
            with self.subTest(sort=sort):
                self.assertEqual([row[0] for row in ask(PEOPLE, sort=sort)["rows"]], expected)
        self.assertEqual(
            [row[1] for row in ask(PEOPLE, sort=[by(0), by(1)])["rows"]][:2], [25.0, 30.0]
        )

    def test_intervals_and_complex_numbers_are_sorted_in_their_natural_order(self):
        cases = [
            (
                pd.arrays.IntervalArray.from_tuples([(2, 3), (10, 11), (0, 1)]),
                ["(0, 1]", "(2, 3]", "(10, 11]"],
            ),
            (pd.Categorical(pd.cut([15, 2, 9], [0, 5, 10, 20])), ["(0, 5]", "(5, 10]", "(10, 20]"]),
            ([3j, 1 + 2j, -1 + 0j], ["(-1+0j)", "3j", "(1+2j)"]),
        ]
        for values, expected in cases:
            with self.subTest(values=values):
                frame = pd.DataFrame({"v": values})
                self.assertEqual([row[0] for row in ask(frame, sort=[by(0)])["rows"]], expected)
                self.assertEqual(
                    [row[0] for row in ask(frame, sort=[by(0, True)])["rows"]], expected[::-1]
                )

    def test_dates_are_found_in_every_unit_and_on_days_of_23_hours(self):
        old = pd.DataFrame(
            {
                "d": np.array(
                    ["1500-01-01T05", "2024-01-01", "1500-01-02", "NaT"], dtype="datetime64[s]"
                )
            }
        )
        rome = pd.DataFrame(
            {
                "d": pd.to_datetime(
                    ["2024-03-31 00:00", "2024-03-31 23:59:59", "2024-04-01 00:00"], format="mixed"
                ).tz_localize("Europe/Rome")
            }
        )
        cases = [
            (old, where(0, "equals", "1500-01-01"), ["1500-01-01T05:00:00"]),
            (old, where(0, "atMost", "1500-01-02"), ["1500-01-01T05:00:00", "1500-01-02"]),
            (old, where(0, "atLeast", "1500-01-02"), ["2024-01-01", "1500-01-02"]),
            (
                rome,
                where(0, "equals", "2024-03-31"),
                ["2024-03-31T00:00:00+01:00", "2024-03-31T23:59:59+02:00"],
            ),
            (
                rome,
                where(0, "contains", "2024-03-31T23:59:59+02:00"),
                ["2024-03-31T23:59:59+02:00"],
            ),
            (rome, where(0, "atLeast", "2024-03-31T22:00:00+00:00"), ["2024-04-01T00:00:00+02:00"]),
        ]
        for frame, condition, expected in cases:
            with self.subTest(condition=condition):
                self.assertEqual(
                    [row[0] for row in ask(frame, filter=[condition])["rows"]], expected
                )

    def test_a_decimal_nan_is_missing(self):
        found = ask(
            pd.DataFrame({"v": [decimal.Decimal("1.10"), decimal.Decimal("NaN")]}), stats=True
        )
        self.assertEqual((found["rows"], found["stats"][0]["missing"]), ([["1.10"], [None]], 1))

    def test_column_names_that_are_dates_are_formatted_as_in_cells(self):
        frame = pd.DataFrame([[1, 2]], columns=pd.to_datetime(["2024-01-01", "2024-02-01"]))
        self.assertEqual(ask(frame)["columns"], ["2024-01-01", "2024-02-01"])
        frame.columns = pd.MultiIndex.from_tuples(
            [("n", pd.Timestamp("2024-01-01")), ("n", pd.Timestamp("2024-02-01 10:00"))]
        )
        self.assertEqual(ask(frame)["columns"], ["n / 2024-01-01", "n / 2024-02-01T10:00:00"])

    def test_values_of_any_type_can_be_sorted(self):
        berlin = pd.to_datetime(["2025-01-01 10:00", None, "2024-01-01 00:00"]).tz_localize(
            "Europe/Berlin"
        )
        cases = [
            (pd.array([3, None, 1], dtype="Int64"), [1, 3, None]),
            (pd.array([True, None, False], dtype="boolean"), [False, True, None]),
            (np.array([2, 3, 1], dtype="uint8"), [1, 2, 3]),
            (
                [np.iinfo("int64").min, 0, np.iinfo("int64").max],
                [str(np.iinfo("int64").min), 0, str(np.iinfo("int64").max)],
            ),
            ([2**70, 1, -5], [-5, 1, str(2**70)]),
            ([np.inf, -np.inf, np.nan], ["-inf", "inf", None]),
            (
                pd.Categorical(["low", "high", "low"], categories=["low", "high"], ordered=True),
                ["low", "low", "high"],
            ),
            (pd.Categorical(["low", "high", "low"]), ["high", "low", "low"]),
            (pd.PeriodIndex(["2025-01", "NaT", "2024-01"], freq="M"), ["2024-01", "2025-01", None]),
            (berlin, ["2024-01-01T00:00:00+01:00", "2025-01-01T10:00:00+01:00", None]),
            (pd.to_timedelta([5, None, 1], unit="h"), ["0 days 01:00:00", "0 days 05:00:00", None]),
            (
                [datetime.date(2025, 1, 1), None, datetime.date(2024, 1, 1)],
                ["2024-01-01", "2025-01-01", None],
            ),
            (["10", 9, "b", 2.5, None, decimal.Decimal("1.5")], ["1.5", 2.5, 9, "10", "b", None]),
            ([[2], {"a": 1}, (1,)], ["(1,)", "[2]", "{'a': 1}"]),
        ]
        for values, expected in cases:
            with self.subTest(values=values):
                self.assertEqual(
                    [row[0] for row in ask(pd.DataFrame({"v": values}), sort=[by(0)])["rows"]],
                    expected,
                )

    def test_rows_have_to_match_all_filters(self):
        cases = [
            ([where(0, "contains", "A")], [1, 4]),
            ([where(0, "equals", "adam"), where(1, "atLeast", 26)], [4]),
            ([where(1, "atMost", "30")], [1, 4]),
            ([where(1, "equals", 40)], [2]),
            ([where(1, "contains", "3")], [0, 4]),
            ([where(2, "atLeast", "2025-01-02")], [0, 4]),
            ([where(2, "equals", "2025-01-01")], [3]),
            ([where(2, "contains", "2024")], [2]),
            ([where(3, "equals", "true")], [0, 2, 3]),
            ([where(3, "contains", "fal")], [1, 4]),
            ([where(0, "missing")], [2]),
            ([where(2, "present"), where(1, "present")], [0, 2, 4]),
            ([where(0, "atLeast", "b")], [0, 3]),
        ]
        for filter, rows in cases:
            with self.subTest(filter=filter):
                got = ask(PEOPLE.assign(at=range(5)), filter=filter)
                self.assertEqual(
                    ([row[-1] for row in got["rows"]], got["totalRows"], got["allRows"]),
                    (rows, len(rows), 5),
                )

    def test_integers_are_compared_as_integers(self):
        # From 2^53 on, neighbours are the same float.
        least = 2**53
        numbers = [least, least + 1, least + 2]
        columns = [
            *(
                pd.Series(numbers, dtype=dtype)
                for dtype in ("int64", "uint64", "Int64", "UInt64", "object")
            ),
            pd.Series([least, least + 1, least + 2, None], dtype="Int64"),
        ]
        cases = [
            ("equals", str(least + 1), [1]),
            ("equals", least + 1, [1]),
            ("equals", f" +{least + 1} ", [1]),
            ("equals", "2.5", []),
            ("atLeast", str(least + 1), [1, 2]),
            ("atMost", str(least + 1), [0, 1]),
            ("atLeast", str(10**30), []),
            ("atMost", str(10**30), [0, 1, 2]),
            ("atMost", "-1.5", []),
            ("atLeast", "inf", []),
        ]
        for column in columns:
            for op, value, rows in cases:
                if column.dtype == object and op == "equals" and not str(value).isdigit():
                    # Values of any type are equal as text.
                    continue
                with self.subTest(dtype=column.dtype, op=op, value=value):
                    found = ask(
                        pd.DataFrame({"n": column, "row": range(len(column))}),
                        filter=[where(0, op, value)],
                    )["rows"]
                    self.assertEqual([row for _, row in found], rows)
        great = pd.DataFrame(
            {"n": pd.Series([2**64 - 1, 2**63, None], dtype="UInt64"), "row": range(3)}
        )
        self.assertEqual([row for _, row in ask(great, sort=[by(0)])["rows"]], [1, 0, 2])
        self.assertEqual(
            [row for _, row in ask(great, filter=[where(0, "atLeast", str(2**63 + 1))])["rows"]],
            [0],
        )
        halves = pd.DataFrame({"n": [1, 2, 3], "row": range(3)})
        for op, value, rows in (
            ("atLeast", "1.5", [1, 2]),
            ("atMost", "2.5", [0, 1]),
            ("equals", "2.0", [1]),
            ("atMost", 2.5, [0, 1]),
        ):
            self.assertEqual(
                [row for _, row in ask(halves, filter=[where(0, op, value)])["rows"]], rows
            )

    def test_a_large_table_is_sorted_filtered_and_searched(self):
        large = pd.DataFrame(
            {"n": range(200_000), "name": [f"item {n % 1000:03}" for n in range(200_000)]}
        )
        end = ask(large, offset=199_995)
        self.assertEqual(
            [row[0] for row in end["rows"]], [199_995, 199_996, 199_997, 199_998, 199_999]
        )
        self.assertEqual(
            (end["columns"], end["offset"], end["totalRows"], end["allRows"], end["stats"]),
            (["n", "name"], 199_995, 200_000, 200_000, None),
        )
        last = ask(large, limit=2, sort=[by(0, True)], filter=[where(1, "equals", "item 007")])
        self.assertEqual(
            (last["rows"], last["totalRows"]), ([[199_007, "item 007"], [198_007, "item 007"]], 200)
        )
        self.assertEqual(ask(large, search="item 99")["totalRows"], 2000)
        n = ask(large, limit=1, stats=True)["stats"][0]
        self.assertEqual((n["missing"], n["min"], n["max"]), (0, 0, 199_999))

    def test_a_search_covers_all_columns_and_ignores_case(self):
        cases = [
            ("ADAM", [1, 4]),
            ("zoë", [0]),
            ("2024", [2]),
            ("25", [0, 1, 3, 4]),
            ("  bert ", [3]),
            ("", [0, 1, 2, 3, 4]),
            ("nothing", []),
        ]
        for search, rows in cases:
            with self.subTest(search=search):
                self.assertEqual(
                    [row[-1] for row in ask(PEOPLE.assign(at=range(5)), search=search)["rows"]],
                    rows,
                )

    def test_statistics_cover_the_matching_rows(self):
        stats = ask(PEOPLE, stats=True, filter=[where(1, "atMost", 31)])["stats"]
        ages = [1, *[0] * 15, 1, 0, 0, 1]
        expected = [
            {
                "missing": 0,
                "distinct": 2,
                "min": None,
                "max": None,
                "bins": None,
                "top": [["adam", 2], ["Zoë", 1]],
            },
            {"missing": 0, "distinct": 3, "min": 25.0, "max": 31.0, "bins": ages, "top": []},
            {
                "missing": 1,
                "distinct": 1,
                "min": "2025-01-02",
                "max": "2025-01-02",
                "bins": [2],
                "top": [],
            },
            {
                "missing": 0,
                "distinct": 2,
                "min": None,
                "max": None,
                "bins": None,
                "top": [["false", 2], ["true", 1]],
            },
        ]
        self.assertEqual(stats, expected)
        everything = {
            "missing": 1,
            "distinct": 2,
            "min": None,
            "max": None,
            "bins": None,
            "top": [],
        }
        self.assertEqual(
            ask(pd.DataFrame({"v": [np.inf, -np.inf, np.nan]}), stats=True)["stats"], [everything]
        )
        self.assertEqual(
            ask(pd.DataFrame({"v": [-1e308, 1.7e308]}), stats=True)["stats"][0]["bins"], None
        )

    def test_every_type_of_table_has_windows(self):
        several = pd.DataFrame(
            {("a", "min"): [1, 2]},
            index=pd.MultiIndex.from_tuples([("x", 2), ("w", 1)], names=["p", "q"]),
        )
        cases = [
            (several, (["p", "q", "a / min"], 2, [["w", 1, 2], ["x", 2, 1]])),
            (
                pd.DataFrame([[1, 2], [0, 3]], columns=["same", "same"]),
                (["same", "same"], 0, [[0, 3], [1, 2]]),
            ),
            (pd.Series([3, 1], name="n"), (["n"], 0, [[1], [3]])),
            (pd.Index(["b", "a"], name="i"), (["i"], 0, [["a"], ["b"]])),
            (np.array([[3, 1], [2, 5]]), (["0", "1"], 0, [[2, 5], [3, 1]])),
            (pd.DataFrame({"v": [2, 1]}, index=[7, 5]), (["index", "v"], 1, [[5, 1], [7, 2]])),
        ]
        for value, expected in cases:
            with self.subTest(value=value):
                got = ask(value, sort=[by(0)])
                self.assertEqual((got["columns"], got["indexColumns"], got["rows"]), expected)
        self.assertEqual(ask(pd.DataFrame(), stats=True, search="x")["rows"], [])

    def test_each_column_of_a_wide_table_is_in_a_window(self):
        wide = pd.DataFrame(
            np.arange(1046).reshape(2, 523),
            columns=[f"c{at}" for at in range(523)],
            index=pd.Index(["x", "y"], name="key"),
        )
        seen = []
        for first, count in ((0, 200), (200, 200), (400, 123)):
            got = ask(
                wide,
                firstColumn=first,
                sort=[by(523, True)],
                filter=[{"column": 300, "op": "present"}],
                stats=True,
            )
            self.assertEqual(
                (got["columns"][0], got["indexColumns"], got["firstColumn"], got["allColumns"]),
                ("key", 1, first, 523),
            )
            self.assertEqual(
                (len(got["columns"]), len(got["rows"][0]), len(got["stats"]), len(got["types"])),
                (count + 1,) * 4,
            )
            self.assertEqual(got["rows"][0], ["y", *range(523 + first, 523 + first + count)])
            seen += got["columns"][1:]
        self.assertEqual(seen, list(wide.columns))
        # Beyond the end is the last column; a table that fits says nothing of its columns.
        self.assertEqual(ask(wide, firstColumn=9_999)["columns"], ["key", "c522"])
        self.assertNotIn("allColumns", ask(wide.iloc[:, :200]))
        self.assertEqual(ask(np.zeros((2, 300)), firstColumn=200)["allColumns"], 300)
        # Text is looked for in all columns, whichever are shown.
        self.assertEqual(ask(wide, search="1045")["totalRows"], 1)
        self.assertEqual(ask(wide, firstColumn=400, limit=1, whole=500)["rows"][0][1], 400)
        with self.assertRaisesRegex(windows.Refused, "not among the columns of this window"):
            ask(wide, limit=1, whole=500)

    def test_statistics_of_very_many_rows_state_their_sample(self):
        count = 1_000_000
        random = np.random.default_rng(1)
        frame = pd.DataFrame(
            {
                "counted up": np.arange(count),
                "shuffled": random.permutation(count),
                "far apart": random.integers(0, 10**15, count),
                "rhythm": np.arange(count) % 4 + 0.5,
                "in order": np.sort(random.random(count)),
                "gaps": np.where(np.arange(count) % 10 == 0, np.nan, random.random(count)),
                "small": (np.arange(count) % 256 - 128).astype("int8"),
                "large": np.arange(count).astype("uint64") + np.uint64(2**63),
                "few": np.array(["a", "b", None, "a"], dtype=object)[np.arange(count) % 4],
                "many": [f"text {at}" for at in range(count)],
            }
        )
        got = dict(zip(frame.columns, ask(frame, limit=1, stats=True)["stats"]))
        facts = {
            name: (one["missing"], one["distinct"], one.get("more"), one.get("sampled"))
            for name, one in got.items()
        }
        part = facts["far apart"][1]
        self.assertTrue(
            25_000 < part <= 50_000
            and 25_000 < facts["gaps"][1] <= 50_000
            and 25_000 < facts["many"][1] <= 50_000
        )
        expected = {
            "counted up": (0, count, None, 50_000),
            "shuffled": (0, count, None, 50_000),
            "far apart": (0, part, True, 50_000),
            "rhythm": (0, 4, None, 50_000),
            "in order": (0, int(frame["in order"].nunique()), None, 50_000),
            "gaps": (100_000, facts["gaps"][1], True, 50_000),
            "small": (0, 256, None, 50_000),
            "large": (0, count, None, 50_000),
            "few": (250_000, 2, None, None),
            "many": (0, facts["many"][1], True, None),
        }
        self.assertEqual(facts, expected)
        for name in ("counted up", "shuffled", "far apart", "rhythm", "gaps"):
            self.assertEqual(
                (got[name]["min"], got[name]["max"]), (frame[name].min(), frame[name].max())
            )
        self.assertEqual(
            (got["few"]["top"], got["many"]["top"]), ([["a", 500_000], ["b", 250_000]], [])
        )
        # A sample that follows the period of the rows would have contained one of the four values.
        self.assertTrue(
            all(abs(bins - 12_500) < 250 for bins in got["rhythm"]["bins"] if bins),
            got["rhythm"]["bins"],
        )
        self.assertTrue(
            all(abs(bins - 2_500) < 250 for bins in got["shuffled"]["bins"]),
            got["shuffled"]["bins"],
        )
        some = dict(
            zip(
                frame.columns,
                ask(frame, limit=1, stats=True, filter=[where(0, "atMost", 299_999)])["stats"],
            )
        )
        self.assertEqual(
            (some["counted up"]["distinct"], some["counted up"]["max"], some["few"]["missing"]),
            (300_000, 299_999, 75_000),
        )

    def test_a_cell_is_sent_whole_on_request(self):
        long, longer = "ä" * 3_000, "x" * 1_200_000
        frame = pd.DataFrame(
            {
                "n": [1, 2, 3],
                "text": [long + "1", long + "2", long + "3"],
                "other": [[0] * 1_000, longer, None],
            }
        )
        asked = {"limit": 1, "sort": [by(0, True)], "search": "ä"}
        self.assertEqual(
            (ask(frame, **asked)["rows"], "cut" in ask(frame, **asked)),
            ([[3, "ä" * 499 + "…", None]], False),
        )
        cases = [
            ({"offset": 0, "whole": True}, [3, long + "3", None], []),
            ({"offset": 1, "whole": 1}, [2, long + "2", "x" * 499 + "…"], []),
            (
                {"offset": 1, "whole": 2},
                [2, "ä" * 499 + "…", "x" * 999_999 + "…"],
                [{"column": 2, "length": 1_200_000}],
            ),
            ({"offset": 2, "whole": 2}, [1, "ä" * 499 + "…", str([0] * 1_000)], []),
        ]
        for query, row, cut in cases:
            with self.subTest(query=query):
                got = ask(frame, **{**asked, **query})
                self.assertEqual((got["rows"], got["cut"], got["totalRows"]), ([row], cut, 3))
        self.assertEqual(
            (
                ask(frame, offset=9, limit=1, whole=True)["rows"],
                ask(frame, offset=9, limit=1, whole=True)["cut"],
            ),
            ([], []),
        )

    def test_a_row_of_many_long_cells_is_limited_to_the_size_of_a_message(self):
        row = ask(pd.DataFrame([["y" * 900_000] * 20]), limit=1, whole=True)
        self.assertEqual(
            (
                len(row["rows"][0][0]),
                len(row["rows"][0][19]),
                [one["column"] for one in row["cut"]],
            ),
            (900_000, 500, list(range(8, 20))),
        )
        self.assertLess(sum(map(len, row["rows"][0])), 8_010_000)

    def test_invalid_requests_are_refused_with_a_reason(self):
        cases = [
            ({"sort": [by(7)]}, "no column 7"),
            ({"filter": [where(-1, "missing")]}, "no column -1"),
            ({"sort": "name"}, "A sort is a list"),
            ({"filter": [where(0, "like", "x")]}, 'no filter "like"'),
            (
                {"filter": [where(1, "equals", "old")]},
                'The column "age" holds numbers, not "old".',
            ),
            ({"filter": [where(2, "atLeast", "soon")]}, 'The column "joined" holds dates'),
            ({"whole": True}, "a row at a time"),
            ({"whole": 9, "limit": 1}, "no column 9"),
            ({"result": "t-0"}, "no longer there"),
        ]
        for query, sentence in cases:
            with self.subTest(query=query), self.assertRaisesRegex(windows.Refused, sentence):
                ask(PEOPLE, **query)

    def test_a_table_that_code_changes_is_shown_in_its_current_state(self):
        values = np.array([[3, 0], [1, 0], [2, 0]])
        self.assertEqual(ask(values, sort=[by(0)])["rows"], [[1, 0], [2, 0], [3, 0]])
        values[1, 0] = 9
        self.assertEqual(ask(values, sort=[by(0)])["rows"], [[2, 0], [3, 0], [9, 0]])
        values.resize((2, 2), refcheck=False)
        self.assertEqual(ask(values, sort=[by(0)])["rows"], [[3, 0], [9, 0]])

    def test_the_order_of_a_query_is_computed_once(self):
        count = 10_000
        random = np.random.default_rng(1)
        frame = pd.DataFrame(
            {
                "number": random.random(count),
                "region": random.choice(["North", "South", "West"], count),
            }
        )
        result_cache.keep("t-2", frame)
        query = {"result": "t-2", "limit": 100, "sort": [by(1), by(0, True)], "search": "t"}
        with mock.patch.object(
            windows.View, "compute_order", autospec=True, side_effect=windows.View.compute_order
        ) as computed:
            for offset in (0, 100, 5_000):
                self.assertEqual(len(windows.window({**query, "offset": offset})["rows"]), 100)
            self.assertEqual(computed.call_count, 1)
            windows.window({**query, "offset": 0, "search": "r"})
            self.assertEqual(computed.call_count, 2)


if __name__ == "__main__":
    unittest.main()
