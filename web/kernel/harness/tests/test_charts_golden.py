"""The examples in `crates/charts/golden`, at least one for each type of chart, are what the harness
produces.

With `INSITU_BLESS` set they are written instead. The Rust tests read them too.
"""

import json
import os
import unittest

import matplotlib.pyplot as plt
from chart_fixtures import AXES_3D, CRATE, VALIDATORS, chart_of

EXAMPLES = {
    "line": "plt.plot(pd.date_range('2026-01-01', periods=3), [1000, 250.5, np.nan], label='West'); plt.title('Revenue'); plt.xlabel('day'); plt.ylabel('revenue (EUR)')",
    "line-errors": "plt.errorbar([1, 2], [3, 4], xerr=.5, yerr=.25, drawstyle='steps-mid', label='probe'); plt.yscale('log')",
    "line-stacked": "plt.stackplot(['Jan', 'Feb'], [1, 2], [3, 4], labels=['a', 'b'])",
    "line-polar": "axes = plt.subplot(projection='polar'); axes.plot([0, 1], [1, 2]); axes.set_xticks([0, 1], labels=['p', 'q']); axes.set_theta_zero_location('W'); axes.set_theta_direction(-1)",
    "scatter": "plt.scatter([1, 2], [3, 4], c=[10, 20], s=[5, 50], label='points'); plt.colorbar(label='heat [K]')",
    "bar": "plt.bar(['p', 'q'], [1, 2], yerr=[.5, 1], label='n')",
    "bar-base": "plt.barh(['p', 'q', 'r'], [2, 3, np.nan], left=[1, np.nan, 0])",
    "bar-dates": "plt.broken_barh([(pd.Timestamp('2026-01-03'), pd.Timedelta(days=2))], (-.5, 1)); plt.yticks([0], ['task'])",
    "bar-histogram": "plt.hist([0, 1, 2, 5, 9, 10], bins=[0, 5, 7.5, 10])",
    "bar-stacked": "plt.bar(['p', 'q'], [1, 2], label='m'); plt.bar(['p', 'q'], [3, 4], bottom=[1, 2], label='w')",
    "pie": "plt.pie([1, 3], labels=['a', 'b'])",
    "box": "plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'], orientation='horizontal')",
    "violin": "plt.violinplot([[1, 2, 3, 4, 20], [2, 3, 4]], showmedians=True)",
    "heatmap": "plt.imshow([[1, 2], [3, np.nan]]); plt.colorbar(label='rides (n)'); plt.xticks([0, 1], ['a', 'b'])",
    "heatmap-total": "plt.imshow(np.ones((1, 201)))",
    "hexbin": "plt.hexbin([0, 0, 1, 2], [0, 0, 1, 2], gridsize=2); plt.colorbar(label='rides (n)')",
    "contour": "plt.contour([0, 1, 2], [0, 1], [[0, 1, 2], [1, 2, 3]], levels=[.5, 1.5])",
    "contour-filled": "plt.contourf([0, 1], [0, 1], [[0, 2], [0, 2]], levels=[0, 1], extend='max'); plt.colorbar(label='height')",
    "quiver": "plt.quiver([0, 1], [0, 1], [1, 0], [0, 2])",
    "scatter3d": AXES_3D
    + "axes.scatter([1, 2], [3, 4], [5, 6], label='p'); axes.set_zlabel('height (m)')",
    "line3d": AXES_3D + "axes.plot([1, 2], [3, 4], [5, 6])",
    "surface": AXES_3D
    + "axes.plot_surface(np.array([[0, 1], [0, 1]]), np.array([[0, 0], [1, 1]]), np.array([[1.0, 2.0], [3.0, 4.0]]))",
    "several": "fig, ax = plt.subplots(); ax.bar(['a'], [1]); other = ax.twinx(); other.plot(['a'], [10]); other.set_ylabel('share (%)'); fig.suptitle('Both')",
}


class GoldenCharts(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        plt.close("all")

    def test_each_example_is_what_the_harness_produces(self):
        for name, code in EXAMPLES.items():
            with self.subTest(name=name):
                path = CRATE / "golden" / f"{name}.json"
                found = chart_of(code)
                if "INSITU_BLESS" in os.environ:
                    path.write_text(json.dumps(found, indent=2, ensure_ascii=False) + "\n", "utf-8")
                self.assertEqual(found["type"], name.partition("-")[0])
                self.assertEqual(found, json.loads(path.read_text("utf-8")))

    def test_each_type_has_an_example_and_each_file_has_its_code(self):
        self.assertEqual({name.partition("-")[0] for name in EXAMPLES}, set(VALIDATORS))
        self.assertEqual({path.stem for path in (CRATE / "golden").iterdir()}, set(EXAMPLES))


if __name__ == "__main__":
    unittest.main()
