"""Which charts have everything that their figure shows, and what they say of the view that the code
has set.
"""

import unittest

import matplotlib.pyplot as plt
from chart_fixtures import chart_of

COMPLETE = [
    "plt.plot([1, 2, 3]); plt.grid()",
    "plt.plot([1, 2], label='a'); plt.plot([2, 3], label='b'); plt.legend()",
    "plt.plot([1, 2], '--'); plt.plot([2, 3])",
    "plt.hist([1, 2, 2, 3, 9]); plt.axvline(2, color='k', linestyle='--', label='median'); plt.legend()",
    "plt.errorbar([1, 2], [3, 4], yerr=.5)",
    "plt.bar(['a', 'b'], [1, 2])",
    "plt.bar(['a', 'b'], [1, 2], yerr=[.1, .2], capsize=3)",
    "plt.bar(['a', 'b'], [1, 2], label='m'); plt.bar(['a', 'b'], [3, 4], bottom=[1, 2], label='w'); plt.legend()",
    "plt.hist([1, 2, 2, 3, 9], bins=5, edgecolor='k')",
    "plt.hist([[1, 2, 2], [3, 9, 9]], label=['a', 'b']); plt.legend()",
    "bars = plt.barh(['a', 'b', 'c'], [3, 2, 1]); plt.bar_label(bars, fmt='{:,.0f}', padding=4); plt.gca().invert_yaxis()",
    "plt.bar(['a', 'b'], [1, 2]); plt.text(0, 1.02, '1', ha='center'); plt.text(1, 2.02, '2', ha='center')",
    "axes = plt.gca(); axes.plot(pd.date_range('2026-01-01', periods=3), [1, 2, 3], marker='o'); axes.set_ylim(bottom=0)",
    "axes = plt.gca(); axes.plot([1, 2]); axes.yaxis.set_major_formatter('{x:,.10g}')",
    "plt.loglog([1, 10, 100], [1, 100, 1000])",
    "plt.scatter([1, 2], [3, 4], c=[1, 2]); plt.colorbar(label='heat')",
    "plt.pie([1, 3], labels=['a', 'b'], autopct='%.1f%%'); plt.axis('equal')",
    "pd.DataFrame({'a': [1, 2], 'b': [3, 4]}, index=['x', 'y']).plot(kind='bar')",
    "pd.DataFrame({'a': [1, 2], 'b': [3, 4]}).plot()",
    "pd.Series([1, 2, 3], index=pd.date_range('2026-01-01', periods=3)).plot(title='t')",
    "sns.barplot(x=['a', 'b'], y=[1, 2])",
    "sns.scatterplot(data=TIPS, x='v', y='v', hue='g')",
    "sns.lineplot(data=FEW, x='t', y='v', hue='h', errorbar=None)",
    "fig, (one, other) = plt.subplots(1, 2); one.plot([1, 2]); other.bar(['a'], [1]); fig.suptitle('Both')",
    "axes = plt.gca(); axes.bar(['a', 'b'], [1, 2], label='m'); axes.twinx().plot(['a', 'b'], [5, 6], color='k', label='r')",
]
# What the chart lacks, or the page would draw otherwise.
INCOMPLETE = {
    "a reference line": "plt.plot([1, 2]); plt.axhline(1.5)",
    "a marked range": "plt.plot([1, 2]); plt.axvspan(0, .5)",
    "a note with an arrow": "plt.bar(['a', 'b'], [1, 2]); plt.annotate('peak', (1, 2), (0, 1.5), arrowprops={})",
    "a text that is at no bar": "plt.plot([1, 2]); plt.text(0, 1, 'start')",
    "two texts at one bar": "plt.bar(['a'], [2]); plt.text(0, 1, 'x'); plt.text(0, 2, 'y')",
    "a text of the figure": "plt.plot([1, 2]); plt.gcf().text(.1, .1, 'Source: survey')",
    "a title at the side": "plt.plot([1, 2]); plt.title('a'); plt.title('b', loc='right')",
    "a title and a heading": "plt.plot([1, 2]); plt.title('a'); plt.suptitle('b')",
    "a title and a heading of several marks": "axes = plt.gca(); axes.bar(['a'], [1], label='m'); axes.plot(['a'], [1], label='n'); axes.set_title('a'); plt.suptitle('b')",
    "a formula": "plt.plot([1, 2]); plt.title(r'$x^2$')",
    "a line in its own colour": "plt.plot([1, 2], c='grey'); plt.plot([2, 3], c='grey'); plt.plot([3, 4], c='red')",
    "a bar in its own colour": "plt.bar(['a', 'b'], [1, 2], color=['grey', 'red'])",
    "a bar with its own hatch": "plt.bar(['a', 'b'], [1, 2], hatch=['', '/'])",
    "points in their own colours": "plt.scatter([1, 2], [3, 4], color=['grey', 'red'])",
    "colours of a logarithm": "import matplotlib.colors as c; plt.scatter([1, 2], [3, 4], c=[1, 9], norm=c.LogNorm())",
    "points moved aside": "sns.stripplot(data=TIPS, x='g', y='v')",
    "bars before each other": "axes = plt.gca(); axes.barh([0, 1], [5, 6], height=.8); axes.barh([0, 1], [3, 4], height=.4)",
    "bars to both sides": "plt.barh(['a', 'b'], [1, 2]); plt.barh(['a', 'b'], [-3, -4])",
    "a stack below zero": "plt.bar(['a'], [1]); plt.bar(['a'], [2], bottom=[1]); plt.bar(['b'], [-1]); plt.bar(['b'], [-2], bottom=[-1])",
    "labels that the code formats": "plt.plot([1, 2]); plt.gca().yaxis.set_major_formatter(lambda value, at: f'${value}')",
    "labels at some places": "plt.plot([1, 2]); plt.xticks([.25, .5], ['p', 'q'])",
    "no labels": "plt.plot([1, 2]); plt.yticks([])",
    "no axes": "plt.plot([1, 2]); plt.axis('off')",
    "names out of view": "plt.bar(['a', 'b', 'c'], [1, 2, 3]); plt.xlim(-.5, 1.5)",
    "a band": "plt.plot([1, 2]); plt.fill_between([0, 1], [1, 2], [2, 3])",
    "points that are left out": "plt.plot(range(6000))",
    "more lines than colours": "[plt.plot([at, 2]) for at in range(9)]",
    "a name in the legend": "import matplotlib.patches as p; plt.plot([1, 2], label='a'); plt.legend(handles=[p.Patch(color='k', label='b')])",
    "a ring": "plt.pie([1, 3], labels=['a', 'b'], wedgeprops={'width': .4})",
    "part of a pie": "plt.pie([.25, .5], labels=['a', 'b'], normalize=False)",
    "slices without names": "plt.pie([1, 3])",
    "a pie's own words": "plt.pie([1, 3], labels=['a', 'b'], autopct=lambda share: f'{share:.0f} of 100')",
    "a table": "plt.plot([1, 2]); plt.table([['a']])",
    "an inset": "plt.plot([1, 2]); plt.gca().inset_axes((.1, .1, .2, .2)).plot([1])",
    "a scale in other units": "plt.plot([1, 2]); plt.gca().secondary_yaxis('right')",
    "a scale that two parts share": "fig, (one, other) = plt.subplots(1, 2, sharey=True); one.plot([1, 2]); other.plot([1, 9])",
    "a part of texts": "fig, (one, other) = plt.subplots(1, 2); one.plot([1, 2]); other.axis('off'); other.text(0, 0, '5')",
    "a type that is drawn otherwise": "plt.imshow([[1, 2], [3, 4]])",
    "boxes": "plt.boxplot([1, 2, 3])",
    "many parts": "fig, parts = plt.subplots(2, 4); [one.plot([1, 2]) for one in parts.flat]",
}


class CompleteCharts(unittest.TestCase):
    def tearDown(self):
        plt.close("all")

    def test_charts_that_have_everything(self):
        for code in COMPLETE:
            with self.subTest(code=code):
                self.assertIs(chart_of(code).get("complete"), True)

    def test_charts_that_lack_something(self):
        for what, code in INCOMPLETE.items():
            with self.subTest(lacks=what):
                self.assertNotIn("complete", chart_of(code))

    def test_the_view_that_the_code_has_set(self):
        found = chart_of(
            "axes = plt.gca(); axes.plot([1, 2], [3, 4]); axes.set_ylim(0, 5); axes.invert_xaxis()"
        )
        self.assertEqual([found["xReversed"], found["yLimits"]], [True, [0.0, 5.0]])
        self.assertFalse({"yReversed", "legendTitle"} & set(found))
        found = chart_of("plt.barh(['a', 'b'], [1, 2]); plt.gca().invert_yaxis()")
        self.assertIs(found["yReversed"], True)
        self.assertNotIn("yLimits", found, "an axis of names has none")
        found = chart_of("sns.lineplot(data=FEW, x='t', y='v', hue='h', errorbar=None)")
        self.assertEqual(found["legendTitle"], "h")
        self.assertNotIn("xLimits", chart_of("plt.pie([1, 3], labels=['a', 'b'])"))

    def test_the_turn_of_a_pie(self):
        for arguments, turn in (
            ("", {}),
            ("startangle=90", {"zeroAt": 1.5708}),
            ("startangle=90, counterclock=False", {"zeroAt": 1.5708, "clockwise": True}),
            ("counterclock=False", {"clockwise": True}),
        ):
            for slices in ("[1, 3]", "[1, 3, 2]"):
                with self.subTest(arguments=arguments, slices=slices):
                    found = chart_of(f"plt.pie({slices}, {arguments})")
                    keys = [name for name in ("zeroAt", "clockwise") if name in found]
                    self.assertEqual({name: round(found[name], 4) for name in keys}, turn)

    def test_dashes(self):
        lines = chart_of("plt.plot([1, 2]); plt.plot([1, 2], '--'); plt.plot([1, 2], ':')")
        found = [line.get("dash") for line in lines["elements"]]
        self.assertEqual(found, [None, "dash", "dot"])

    def test_texts_at_bars(self):
        for code, texts in (
            ("plt.bar_label(plt.bar(['a', 'b'], [1, 2500]), fmt='{:,.0f}')", ["1", "2,500"]),
            ("plt.bar_label(plt.barh(['a', 'b'], [1, -2]))", ["1", "-2"]),
            ("plt.bar(['a', 'b'], [1, 2]); plt.text(1, 2, 'most', ha='center')", [None, "most"]),
            ("plt.bar(['a', 'b'], [1, 2]); plt.text(.5, 2, 'between')", [None, None]),
            ("plt.bar(['a', 'b'], [1, 2]); plt.text(1, 9, 'far')", [None, None]),
        ):
            with self.subTest(code=code):
                found = [bar.get("text") for bar in chart_of(code)["elements"]]
                self.assertEqual(found, texts)


if __name__ == "__main__":
    unittest.main()
