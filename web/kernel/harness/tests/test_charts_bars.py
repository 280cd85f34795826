"""Figures as data: bars, histograms, groups and stacks of bars with their numbers."""

import unittest

import matplotlib.pyplot as plt
from chart_fixtures import CATEGORIES, DAYS, bars, chart_of, without_ticks

SIDE_BY_SIDE = "plt.bar({0}, [1, 2], {2}, label='a'); plt.bar({1}, [3, 4], {2}, label='b')"

BARS = [
    (
        "plt.bar(['x', 'y'], [3, np.nan]); plt.ylabel('n (pcs)')",
        {
            "type": "bar",
            **CATEGORIES,
            "yLabel": "n (pcs)",
            "yUnit": "pcs",
            "elements": bars(("x", "", 3.0), ("y", "", None)),
        },
    ),
    (
        "plt.barh(['x', 'y'], [3, 4])",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "elements": bars(("x", "", 3.0), ("y", "", 4.0)),
        },
    ),
    (
        "plt.bar([2019, 2020], [3, 4])",
        {"type": "bar", "elements": bars(("2019", "", 3.0), ("2020", "", 4.0))},
    ),
    (
        "plt.bar(pd.date_range('2025-01-01', periods=2), [1, 2])",
        {"type": "bar", **DAYS, "elements": bars(("2025-01-01", "", 1.0), ("2025-01-02", "", 2.0))},
    ),
    (
        "x = np.arange(2); plt.bar(x - .2, [1, 2], .4, label='m'); plt.bar(x + .2, [3, 4], .4, label='w'); plt.xticks(x, ['p', 'q']); plt.legend()",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": bars(("p", "m", 1.0), ("q", "m", 2.0), ("p", "w", 3.0), ("q", "w", 4.0)),
        },
    ),
    (
        "plt.bar(['p', 'q'], [1, 2], label='m'); plt.bar(['p', 'q'], [3, 4], bottom=[1, 2], label='w'); plt.legend()",
        {
            "type": "bar",
            **CATEGORIES,
            "stacked": True,
            "elements": bars(("p", "m", 1.0), ("q", "m", 2.0), ("p", "w", 3.0), ("q", "w", 4.0)),
        },
    ),
    (
        "pd.DataFrame({'a': [.1, -1], 'b': [.2, 4], 'c': [.3, -3]}, index=['p', 'q']).plot.barh(stacked=True)",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "stacked": True,
            "elements": bars(
                ("p", "a", 0.1),
                ("q", "a", -1.0),
                ("p", "b", 0.2),
                ("q", "b", 4.0),
                ("p", "c", 0.3),
                ("q", "c", -3.0),
            ),
        },
    ),
    (
        "pd.DataFrame({'a': [1, 2], 'b': [3, 4]}, index=['p', 'q']).plot.bar()",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0)),
        },
    ),
    (
        "sns.barplot(data=FEW, x='g', y='v', hue='t')",
        {
            "type": "bar",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": bars(("a", "1", 1.0), ("b", "1", 3.0), ("a", "2", 2.0), ("b", "2", 4.0)),
        },
    ),
    (
        "sns.barplot(data=FEW, x='g', y='v')",
        {
            "type": "bar",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": bars(("a", "", 1.5), ("b", "", 3.5)),
        },
    ),
    (
        "plt.hist([0, 1, 2, 5, 9, 10], bins=[0, 5, 7.5, 10])",
        {
            "type": "bar",
            "elements": [
                {"label": "0–5", "group": "", "value": 3.0, "from": 0.0, "to": 5.0},
                {"label": "5–7.5", "group": "", "value": 1.0, "from": 5.0, "to": 7.5},
                {"label": "7.5–10", "group": "", "value": 2.0, "from": 7.5, "to": 10.0},
            ],
        },
    ),
    *(
        (
            f"plt.hist([1, 2, 2, 3], bins=2, histtype='{manner}', label='s')",
            {
                "type": "bar",
                "elements": [
                    {"label": "1–2", "group": "s", "value": 1.0, "from": 1.0, "to": 2.0},
                    {"label": "2–3", "group": "s", "value": 3.0, "from": 2.0, "to": 3.0},
                ],
            },
        )
        for manner in ("bar", "step", "stepfilled")
    ),
    (
        "plt.stairs([4], [0, 1])",
        {
            "type": "bar",
            "elements": [{"label": "0–1", "group": "", "value": 4.0, "from": 0.0, "to": 1.0}],
        },
    ),
    (
        "plt.subplot(projection='polar').bar([0, 1], [2, 3])",
        {"type": "bar", "polar": True, "elements": bars(("0", "", 2.0), ("1", "", 3.0))},
    ),
    (
        "plt.bar(['p', 'q'], [1, 2], yerr=[.5, 1])",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": [
                {"label": "p", "group": "", "value": 1.0, "error": [0.5, 1.5]},
                {"label": "q", "group": "", "value": 2.0, "error": [1.0, 3.0]},
            ],
        },
    ),
    (
        "plt.barh(['p', 'q'], [2, 3], left=[1, 2])",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "elements": [
                {"label": "p", "group": "", "value": 2.0, "base": 1.0},
                {"label": "q", "group": "", "value": 3.0, "base": 2.0},
            ],
        },
    ),
    (
        "plt.broken_barh([(1, 2), (5, 1)], (-.5, 1), label='a'); plt.broken_barh([(2, 2)], (.5, 1), label='b'); plt.yticks([0, 1], ['p', 'q'])",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "elements": [
                {"label": name, "group": group, "value": value, "base": base}
                for name, group, value, base in (
                    ("p", "a", 2.0, 1.0),
                    ("p", "a", 1.0, 5.0),
                    ("q", "b", 2.0, 2.0),
                )
            ],
        },
    ),
    # Grouped bars are at the middle of their group; bars in the gaps of another series are not
    # grouped.
    (
        SIDE_BY_SIDE.format("np.array([2020, 2021]) - .2", "np.array([2020, 2021]) + .2", 0.4),
        {
            "type": "bar",
            "elements": bars(
                ("2020", "a", 1.0), ("2021", "a", 2.0), ("2020", "b", 3.0), ("2021", "b", 4.0)
            ),
        },
    ),
    (
        SIDE_BY_SIDE.format("[0, 1]", "[.3, 1.3]", 0.3) + "; plt.xticks([.15, 1.15], ['p', 'q'])",
        {
            "type": "bar",
            "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0)),
        },
    ),
    (
        SIDE_BY_SIDE.format("[0, 1]", "[.4, 1.4]", 0.4) + "; plt.xticks([0, 1], ['p', 'q'])",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0)),
        },
    ),
    (
        "plt.bar([1, 3], [1, 2]); plt.bar([2, 4], [3, 4])",
        {
            "type": "bar",
            "elements": bars(("1", "", 1.0), ("3", "", 2.0), ("2", "", 3.0), ("4", "", 4.0)),
        },
    ),
    (
        "plt.bar([10, 20], [1, 2]); plt.xticks([10, 20], ['ten', 'twenty'])",
        {"type": "bar", "elements": bars(("ten", "", 1.0), ("twenty", "", 2.0))},
    ),
    (
        "plt.hist([[1, 1, 2], [2, 2, 3]], bins=2, label=['a', 'b'])",
        {
            "type": "bar",
            "elements": bars(
                ("1.5", "a", 2.0), ("2.5", "a", 1.0), ("1.5", "b", 0.0), ("2.5", "b", 3.0)
            ),
        },
    ),
    (
        "plt.bar(['p', 'q', 'r'], [1, 2, 3], label=['red', 'blue', '_red'], color=['r', 'b', 'r']); plt.legend()",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": bars(("p", "red", 1.0), ("q", "blue", 2.0), ("r", "red", 3.0)),
        },
    ),
    (
        "plt.hist(['a', 'b', 'a', 'c'])",
        {
            "type": "bar",
            **CATEGORIES,
            "elements": bars(("a", "", 2.0), ("b", "", 1.0), ("c", "", 1.0)),
        },
    ),
]


class Bars(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        plt.close("all")

    def test_bars_are_converted_with_their_numbers(self):
        for code, expected in BARS:
            with self.subTest(code=code):
                self.assertEqual(without_ticks(chart_of(code)), expected)


if __name__ == "__main__":
    unittest.main()
