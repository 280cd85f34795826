"""Figures as data: several charts in one figure, ticks, limits, and None, never an error, for
figures without a chart.
"""

import json
import unittest

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from chart_fixtures import AXES_3D, CATEGORIES, NAMES, bars, chart_of, series, without_ticks
from fixtures import calls
from insitu import charts

SEVERAL = [
    (
        "fig, axes = plt.subplots(1, 2); axes[0].plot([1]); axes[0].set_title('L'); axes[1].bar(['a'], [1]); fig.suptitle('S')",
        (
            "S",
            [
                {"type": "line", "title": "L", "elements": [series("", (0.0, 1.0))]},
                {"type": "bar", **CATEGORIES, "elements": bars(("a", "", 1.0))},
            ],
        ),
    ),
    (
        "plt.bar(['a', 'b'], [1, 2], label='n'); plt.plot(['a', 'b'], [2, 3], label='m'); plt.axhline(2)",
        (
            "",
            [
                {"type": "bar", **CATEGORIES, "elements": bars(("a", "n", 1.0), ("b", "n", 2.0))},
                {"type": "line", **CATEGORIES, "elements": [series("m", ("a", 2.0), ("b", 3.0))]},
            ],
        ),
    ),
    (
        "fig, ax = plt.subplots(); ax.bar(['a'], [1]); other = ax.twinx(); other.plot(['a'], [10]); other.set_ylabel('share (%)')",
        (
            "",
            [
                {"type": "bar", **CATEGORIES, "elements": bars(("a", "", 1.0))},
                {
                    "type": "line",
                    **CATEGORIES,
                    "yLabel": "share (%)",
                    "yUnit": "%",
                    "over": True,
                    "elements": [series("", ("a", 10.0))],
                },
            ],
        ),
    ),
    (
        "fig, (one, two) = plt.subplots(2, sharex=True); one.plot([1, 2]); two.plot([3, 4]); one.twinx().plot([5, 6]); two.twinx()",
        (
            "",
            [
                {"type": "line", "elements": [series("", (0.0, first), (1.0, first + 1))], **over}
                for first, over in ((1.0, {}), (5.0, {"over": True}), (3.0, {}))
            ],
        ),
    ),
    (
        "sns.relplot(data=FEW, x='t', y='v', col='h')",
        (
            "",
            [
                {
                    "type": "scatter",
                    "title": "h = x",
                    "xLabel": "t",
                    "yLabel": "v",
                    "elements": [series("", (1.0, 1.0), (2.0, 2.0))],
                },
                {
                    "type": "scatter",
                    "title": "h = y",
                    "xLabel": "t",
                    "elements": [series("", (1.0, 3.0), (2.0, 4.0))],
                },
            ],
        ),
    ),
]


class Charts(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        plt.close("all")

    def test_several_axes_or_types_are_several_charts(self):
        for code, (title, elements) in SEVERAL:
            with self.subTest(code=code):
                found = chart_of(code)
                self.assertEqual(
                    (
                        found["type"],
                        found["title"],
                        [without_ticks(element) for element in found["elements"]],
                    ),
                    ("several", title, elements),
                )

    def test_tick_labels_are_those_of_the_figure(self):
        cases = [
            ("plt.plot([0, 1]); plt.xticks([0, .5, 1])", ("xTicks", ["0.0", "0.5", "1.0"])),
            ("plt.loglog([1, 10], [1, 10]); plt.xlim(1, 10)", ("xTicks", ["10^0", "10^1"])),
            ("plt.bar(['p', 'q'], [1, 2])", ("xTicks", ["p", "q"])),
            (
                "plt.plot([0, 3]); plt.yticks([0, 1.5, 3], ['none', 'half', 'all'])",
                ("yTicks", ["none", "half", "all"]),
            ),
            ("plt.pie([1])", ("xTicks", [])),
        ]
        for code, (name, expected) in cases:
            with self.subTest(code=code):
                self.assertEqual(chart_of(code)[name], expected)

    def test_labels_at_fractional_positions_are_not_categories(self):
        found = chart_of(
            "plt.plot([0, 3.14], [1, 2]); plt.xticks([0, 1.57, 3.14], ['0', 'π/2', 'π'])"
        )
        self.assertEqual(
            (found["xScale"], found["elements"]), ("linear", [series("", (0.0, 1.0), (3.14, 2.0))])
        )

    def test_values_per_point_are_thinned_with_the_points(self):
        found = chart_of("plt.scatter(np.arange(20_000), np.arange(20_000), c=np.arange(20_000))")[
            "elements"
        ][0]
        self.assertEqual(
            (found["total"], len(found["values"]), found["values"]),
            (20_000, 5000, [x for x, _y in found["points"]]),
        )
        space = chart_of(
            AXES_3D + "axes.plot(np.arange(9_000), np.arange(9_000), np.arange(9_000))"
        )["elements"][0]
        self.assertEqual(
            (len(space["points"]), space["points"][-1], space["total"]), (3000, [8999.0] * 3, 9000)
        )

    def test_a_surface_lists_the_corners_of_its_faces(self):
        flat = "x, y = np.meshgrid(np.linspace(-3, 3, {}), np.linspace(-2, 2, {})); axes.plot_surface(x, y, np.sin(x) * y)"
        ball = "u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 60), np.linspace(0, np.pi, 60)); axes.plot_surface(np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v))"
        for code, most, faces, span in (
            (flat.format(20, 10), 200, 171, 0.5),
            (flat.format(200, 101), 2601, 1700, 0.4),
            (ball, 2601, 900, 0.3),
        ):
            with self.subTest(code=code):
                [surface] = chart_of(AXES_3D + code)["elements"]
                corners = np.array(surface["points"])
                self.assertLessEqual(len(corners), most)
                self.assertEqual(len(surface["faces"]), faces)
                self.assertEqual(
                    sorted({at for face in surface["faces"] for at in face}),
                    list(range(len(corners))),
                )
                # A face with wrong corners would overlap others.
                self.assertLess(
                    max(np.ptp(corners[face][:, :2], axis=0).max() for face in surface["faces"]),
                    span,
                )
        many = chart_of(
            AXES_3D + "r = np.random.default_rng(0); axes.plot_trisurf(*r.random((3, 4000)))"
        )["elements"][0]
        self.assertEqual((len(many["points"]), many["total"], "faces" in many), (3000, 4000, False))

    def test_pieces_of_a_long_contour_keep_their_gaps(self):
        found = chart_of(
            "a, b = np.meshgrid(np.linspace(-3, 3, 3000), np.linspace(-2, 2, 3000)); plt.contour(a, b, np.cos(np.pi * a) + b * b, levels=[0])"
        )["elements"][0]
        self.assertGreater(found["total"], len(found["points"]))
        self.assertLess(len(found["points"]), 5_200)
        gaps = [point for point in found["points"] if point == [None, None]]
        whole = chart_of(
            "a, b = np.meshgrid(np.linspace(-3, 3, 60), np.linspace(-2, 2, 60)); plt.contour(a, b, np.cos(np.pi * a) + b * b, levels=[0])"
        )["elements"][0]
        self.assertEqual(
            len(gaps), len([point for point in whole["points"] if point == [None, None]])
        )

    def test_a_long_series_is_thinned_and_keeps_its_ends(self):
        found = chart_of("plt.plot(np.arange(1_000_000))")["elements"][0]
        self.assertEqual(
            (len(found["points"]), found["points"][0], found["points"][-1], found["total"]),
            (5000, [0.0, 0.0], [999999.0, 999999.0], 1_000_000),
        )
        field = chart_of("plt.imshow(np.zeros((1000, 2000)))")["elements"][0]
        self.assertEqual(
            (len(field["columns"]), len(field["rows"]), field["rows"][-1], field["total"]),
            (200, 200, "999", 2_000_000),
        )

    def test_large_figures_are_thinned_before_their_points_are_converted(self):
        for code in (
            "plt.plot(np.random.rand(1_000_000)); plt.scatter(np.arange(1_000_000), np.random.rand(1_000_000))",
            "plt.plot(pd.date_range('2000', periods=1_000_000, freq='min'), np.random.rand(1_000_000))",
            "plt.imshow(np.random.rand(2000, 3000))",
            "plt.plot(np.random.rand(1000, 500))",
        ):
            with self.subTest(code=code):
                plt.close("all")
                exec(code, dict(NAMES))
                found, count = calls(lambda: charts.chart(plt.gcf()))
                self.assertIsNotNone(found)
                # They have half a million points and more.
                self.assertLess(count, 300_000)
                self.assertLess(len(json.dumps(found)), 3_000_000)

    def test_figures_without_a_chart_are_none(self):
        for code in (
            "plt.figure()",
            "plt.subplots(2)",
            "plt.boxplot([[1, np.nan]])",
            "plt.fill_between([1, 2], [1, 2], [3, 4], label='band')",
            "plt.imshow(np.zeros((4, 4, 3)))",
            "plt.figure().add_subplot(projection='3d').bar3d([0], [0], [0], 1, 1, [2])",
            "plt.figure().add_subplot(projection='3d').quiver(0, 0, 0, 1, 1, 1)",
            "plt.figure().add_subplot(projection='3d').contourf([0, 1], [0, 1], [[0, 1], [1, 2]])",
            "plt.text(0, 0, 'only words')",
            "plt.fill([0, 1, 1], [0, 0, 1])",
            "sns.violinplot(data=TIPS, x='v', y='g', inner=None)",
            "plt.violinplot([1, 2, 4], showextrema=False)",
            "sns.boxenplot(data=TIPS, x='v', y='g')",
            "plt.hexbin([1, 10], [1, 10], xscale='log')",
            "plt.streamplot(np.arange(3.0), np.arange(3.0), np.ones((3, 3)), np.ones((3, 3)))",
            "plt.fill_betweenx([1, 2, 3], [1, 2, 3])",
            "plt.hlines([1, 2], 0, [3, 4])",
        ):
            with self.subTest(code=code):
                self.assertIsNone(chart_of(code))

    def test_figures_that_raise_are_none(self):
        class Raises:
            def __getattr__(self, name):
                raise SystemExit(name)

        class Endless:
            @property
            def axes(self):
                while True:
                    yield Raises()

        class Unspeakable(str):
            def __str__(self):
                raise ValueError("no text")

        class Line(matplotlib.lines.Line2D):
            def get_xdata(self, orig=True):
                raise RecursionError

        figure, axes = plt.subplots()
        axes.add_line(Line([1, 2], [3, 4]))
        labelled, other = plt.subplots()
        other.plot([1, 2])
        other.get_ylabel = lambda: Unspeakable("x")
        for found in (None, 7, Raises(), Endless(), figure, labelled):
            self.assertIsNone(charts.chart(found))


if __name__ == "__main__":
    unittest.main()
