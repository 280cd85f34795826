"""Figures as data: the exact numbers of each kind of marks except bars."""

import unittest

import matplotlib.pyplot as plt
import numpy as np
from chart_fixtures import AXES_3D, CATEGORIES, DAYS, chart_of, series, without_ticks


def box(label, low, first, median, third, high, *outliers):
    return {
        "label": label,
        "min": low,
        "firstQuartile": first,
        "median": median,
        "thirdQuartile": third,
        "max": high,
        "outliers": list(outliers),
    }


def violin(label, low=None, first=None, median=None, third=None, high=None, mean=None):
    return {
        "label": label,
        "min": low,
        "firstQuartile": first,
        "median": median,
        "thirdQuartile": third,
        "max": high,
        "mean": mean,
    }


BOXES = [box("a", 1.0, 2.0, 3.0, 4.0, 4.0, 20.0), box("b", 2.0, 2.5, 3.0, 3.5, 4.0)]
GRID = "np.array([[0, 1], [0, 1]]), np.array([[0, 0], [1, 1]]), np.array([[1.0, 2.0], [3.0, 4.0]])"
FIELD = "[0, 1, 2], [0, 1], [[0, 1, 2], [1, 2, 3]]"

KINDS = [
    (
        "plt.plot([1, 2, 3], [4, 5, np.nan], label='A'); plt.title('T'); plt.xlabel('Time (s)'); plt.ylabel('Way so far [m]')",
        {
            "type": "line",
            "title": "T",
            "xLabel": "Time (s)",
            "xUnit": "s",
            "yLabel": "Way so far [m]",
            "yUnit": "m",
            "elements": [series("A", (1.0, 4.0), (2.0, 5.0), (3.0, None))],
        },
    ),
    (
        "plt.plot([1, 2], [3, 4], [1, 2], [5, 6]); plt.legend(['a', 'b'])",
        {
            "type": "line",
            "elements": [series("a", (1.0, 3.0), (2.0, 4.0)), series("b", (1.0, 5.0), (2.0, 6.0))],
        },
    ),
    (
        "plt.semilogy([1, 2], [10, 100])",
        {"type": "line", "yScale": "log", "elements": [series("", (1.0, 10.0), (2.0, 100.0))]},
    ),
    (
        "plt.plot(['a', 'b'], [1, 2])",
        {"type": "line", **CATEGORIES, "elements": [series("", ("a", 1.0), ("b", 2.0))]},
    ),
    (
        "plt.plot([datetime.date(2025, 1, 1), datetime.date(2025, 2, 1)], [1, 2])",
        {
            "type": "line",
            **DAYS,
            "elements": [series("", ("2025-01-01", 1.0), ("2025-02-01", 2.0))],
        },
    ),
    (
        "plt.plot(pd.date_range('2025-01-01', periods=2, freq='7h'), [1, 2])",
        {
            "type": "line",
            **DAYS,
            "elements": [series("", ("2025-01-01T00:00:00", 1.0), ("2025-01-01T07:00:00", 2.0))],
        },
    ),
    (
        "plt.plot(pd.date_range('2025-01-01', periods=2, freq='7h', tz='Europe/Berlin'), [1, 2])",
        {
            "type": "line",
            **DAYS,
            "elements": [
                series("", ("2025-01-01T00:00:00+01:00", 1.0), ("2025-01-01T07:00:00+01:00", 2.0))
            ],
        },
    ),
    (
        "pd.Series([1, 2], index=pd.date_range('2025-01-31', periods=2, freq='ME'), name='s').plot()",
        {
            "type": "line",
            **DAYS,
            "elements": [series("s", ("2025-01-01", 1.0), ("2025-02-01", 2.0))],
        },
    ),
    (
        "pd.DataFrame({'a': [1, 2]}, index=pd.period_range('2025Q1', periods=2, freq='Q')).plot()",
        {
            "type": "line",
            **DAYS,
            "elements": [series("a", ("2025-01-01", 1.0), ("2025-04-01", 2.0))],
        },
    ),
    (
        "pd.Series([1, 2, 3], index=list('abc'), name='s').plot()",
        {
            "type": "line",
            **CATEGORIES,
            "elements": [series("s", ("a", 1.0), ("b", 2.0), ("c", 3.0))],
        },
    ),
    (
        "plt.errorbar([1, 2], [3, 4], yerr=[.1, .2], label='e', capsize=3)",
        {
            "type": "line",
            "elements": [series("e", (1.0, 3.0), (2.0, 4.0), yErrors=[[2.9, 3.1], [3.8, 4.2]])],
        },
    ),
    (
        "plt.plot([1, 2], [3, 4]); plt.xlim(1, 2); plt.axhline(3.5, label='goal'); plt.axvline(1)",
        {
            "type": "line",
            "elements": [
                series("", (1.0, 3.0), (2.0, 4.0)),
                series("goal", (1.0, 3.5), (2.0, 3.5)),
            ],
        },
    ),
    (
        "sns.lineplot(data=FEW, x='t', y='v', hue='h')",
        {
            "type": "line",
            "xLabel": "t",
            "yLabel": "v",
            "elements": [series("x", (1.0, 1.0), (2.0, 2.0)), series("y", (1.0, 3.0), (2.0, 4.0))],
        },
    ),
    (
        "plt.scatter([1, 2], [3, 4], label='points')",
        {"type": "scatter", "elements": [series("points", (1.0, 3.0), (2.0, 4.0))]},
    ),
    (
        "plt.plot([1, 2], [3, 4], 'o')",
        {"type": "scatter", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
    ),
    (
        "plt.stem([1, 2], [3, 4], label='s')",
        {"type": "scatter", "elements": [series("s", (1.0, 3.0), (2.0, 4.0))]},
    ),
    (
        "sns.scatterplot(data=FEW, x='t', y='v', hue='h')",
        {
            "type": "scatter",
            "xLabel": "t",
            "yLabel": "v",
            "elements": [series("x", (1.0, 1.0), (2.0, 2.0)), series("y", (1.0, 3.0), (2.0, 4.0))],
        },
    ),
    (
        "plt.stackplot([1, 2], [1, 2], [2, 5], labels=['a', 'b'])",
        {
            "type": "line",
            "stacked": True,
            "elements": [series("a", (1.0, 1.0), (2.0, 2.0)), series("b", (1.0, 2.0), (2.0, 5.0))],
        },
    ),
    (
        "pd.DataFrame({'a': [3, 2], 'b': [.1, .2]}).plot.area()",
        {
            "type": "line",
            "stacked": True,
            "elements": [series("a", (0.0, 3.0), (1.0, 2.0)), series("b", (0.0, 0.1), (1.0, 0.2))],
        },
    ),
    (
        "plt.plot([1, 2], [1, 2], label='l'); plt.plot([1, 2], [2, 4], label='m'); plt.fill_between([1, 2], [1, 2], [2, 4])",
        {
            "type": "line",
            "elements": [series("l", (1.0, 1.0), (2.0, 2.0)), series("m", (1.0, 2.0), (2.0, 4.0))],
        },
    ),
    (
        "plt.plot([1, 2], [1, 2], label='l'); plt.fill_between([1, 2], [0, 1], [2, 3], alpha=.3, label='band')",
        {"type": "line", "elements": [series("l", (1.0, 1.0), (2.0, 2.0))]},
    ),
    (
        "plt.pie([1, 3], labels=['a', 'b'], autopct='%d')",
        {
            "type": "pie",
            "elements": [
                {"label": "a", "angle": 90.0, "radius": 1.0, "value": 0.25},
                {"label": "b", "angle": 270.0, "radius": 1.0, "value": 0.75},
            ],
        },
    ),
    (
        "plt.pie([1, 1], wedgeprops={'width': .3}, radius=2); plt.legend(['p', 'q'])",
        {
            "type": "pie",
            "elements": [
                {"label": "p", "angle": 180.0, "radius": 2.0, "value": 0.5},
                {"label": "q", "angle": 180.0, "radius": 2.0, "value": 0.5},
            ],
        },
    ),
    (
        "plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'])",
        {"type": "box", **CATEGORIES, "elements": BOXES},
    ),
    (
        "plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'], patch_artist=True, notch=True, showmeans=True)",
        {"type": "box", **CATEGORIES, "elements": BOXES},
    ),
    (
        "plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'], orientation='horizontal')",
        {"type": "box", "yScale": "categorical", "horizontal": True, "elements": BOXES},
    ),
    (
        "pd.DataFrame({'a': [1, 2, 3, 4, 20], 'b': [2, 3, 4, np.nan, np.nan]}).boxplot()",
        {"type": "box", **CATEGORIES, "elements": BOXES},
    ),
    (
        "sns.boxplot(data=TIPS, x='g', y='v')",
        {"type": "box", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": BOXES},
    ),
    (
        "sns.boxplot(data=TIPS, y='g', x='v', hue='h')",
        {
            "type": "box",
            "yScale": "categorical",
            "xLabel": "v",
            "yLabel": "g",
            "horizontal": True,
            "elements": [
                box("a / x", 1.0, 2.0, 3.0, 11.5, 20.0),
                box("a / y", 2.0, 2.5, 3.0, 3.5, 4.0),
                box("b / x", 3.0, 3.0, 3.0, 3.0, 3.0),
                box("b / y", 2.0, 2.5, 3.0, 3.5, 4.0),
            ],
        },
    ),
    (
        "plt.imshow([[1, 2], [3, 4]]); plt.colorbar(); plt.xticks([0, 1], ['a', 'b'])",
        {
            "type": "heatmap",
            **CATEGORIES,
            "elements": [
                {
                    "label": "",
                    "columns": ["a", "b"],
                    "rows": ["0", "1"],
                    "values": [[1.0, 2.0], [3.0, 4.0]],
                }
            ],
        },
    ),
    (
        "plt.pcolormesh([10, 20, 30], [0, 10], [[1, 2, 3], [4, 5, 6]])",
        {
            "type": "heatmap",
            "elements": [
                {
                    "label": "",
                    "columns": ["10", "20", "30"],
                    "rows": ["0", "10"],
                    "values": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]],
                }
            ],
        },
    ),
    (
        "sns.heatmap(pd.DataFrame([[1, 2], [3, np.nan]], columns=['a', 'b'], index=['r', 's']), annot=True)",
        {
            "type": "heatmap",
            **CATEGORIES,
            "yScale": "categorical",
            "elements": [
                {
                    "label": "",
                    "columns": ["a", "b"],
                    "rows": ["r", "s"],
                    "values": [[1.0, 2.0], [3.0, None]],
                }
            ],
        },
    ),
    (
        "plt.violinplot([[1, 2, 3, 4, 20], [2, 3, 4]], showmedians=True, showmeans=True)",
        {
            "type": "violin",
            "elements": [
                violin("1", 1.0, median=3.0, high=20.0, mean=6.0),
                violin("2", 2.0, median=3.0, high=4.0, mean=3.0),
            ],
        },
    ),
    (
        "plt.violinplot([[1, 2, 3, 4, 5], [2, 3, 4]], positions=[3, 1], quantiles=[[.1], [.1]], orientation='horizontal')",
        {
            "type": "violin",
            "horizontal": True,
            "elements": [violin("1", 2.0, high=4.0), violin("3", 1.0, high=5.0)],
        },
    ),
    (
        "sns.violinplot(data=TIPS, x='v', y='g')",
        {
            "type": "violin",
            "yScale": "categorical",
            "xLabel": "v",
            "yLabel": "g",
            "horizontal": True,
            "elements": [
                violin("a", 1.0, 2.0, 3.0, 4.0, 4.0),
                violin("b", 2.0, 2.5, 3.0, 3.5, 4.0),
            ],
        },
    ),
    (
        "sns.violinplot(data=TIPS, x='g', y='v', hue='h', inner='quart')",
        {
            "type": "violin",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": [
                violin("a / x", None, 2.0, 3.0, 11.5),
                violin("a / y", None, 2.5, 3.0, 3.5),
                violin("b / y", None, 2.5, 3.0, 3.5),
            ],
        },
    ),
    (
        "plt.hexbin([0, 0, 1, 2], [0, 0, 1, 2], gridsize=2); plt.colorbar(label='rides (n)')",
        {
            "type": "hexbin",
            "valueLabel": "rides (n)",
            "valueUnit": "n",
            "elements": [
                series(
                    "",
                    (0.0, 0.0),
                    (0.0, 2.0),
                    (1.0, 0.0),
                    (1.0, 2.0),
                    (2.0, 0.0),
                    (2.0, 2.0),
                    (0.5, 1.0),
                    (1.5, 1.0),
                    values=[2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0],
                )
            ],
        },
    ),
    (
        "plt.hexbin([0, 0, 1, 2], [0, 0, 1, 2], C=[1, 2, 3, 4], gridsize=2)",
        {
            "type": "hexbin",
            "elements": [series("", (0.0, 0.0), (2.0, 2.0), (0.5, 1.0), values=[1.5, 4.0, 3.0])],
        },
    ),
    (
        f"plt.contour({FIELD}, levels=[.5, 1.5])",
        {
            "type": "contour",
            "elements": [
                series("0.5", (0.0, 0.5), (0.5, 0.0), level=0.5),
                series("1.5", (0.5, 1.0), (1.0, 0.5), (1.5, 0.0), level=1.5),
            ],
        },
    ),
    (
        "plt.contourf([0, 1], [0, 1], [[0, 2], [0, 2]], levels=[0, 1], extend='max'); plt.colorbar(label='height')",
        {
            "type": "contour",
            "filled": True,
            "valueLabel": "height",
            "valueUnit": "",
            "elements": [
                series(
                    "0–1",
                    (0.5, 1.0),
                    (0.0, 1.0),
                    (0.0, 0.0),
                    (0.5, 0.0),
                    (0.5, 1.0),
                    **{"from": 0.0, "to": 1.0},
                ),
                series(
                    "above 1",
                    (1.0, 0.0),
                    (1.0, 1.0),
                    (0.5, 1.0),
                    (0.5, 0.0),
                    (1.0, 0.0),
                    **{"from": 1.0, "to": None},
                ),
            ],
        },
    ),
    (
        "plt.quiver([0, 1], [0, 1], [1, 0], [0, 2])",
        {
            "type": "quiver",
            "elements": [{"label": "", "vectors": [[0.0, 0.0, 1.0, 0.0], [1.0, 1.0, 0.0, 2.0]]}],
        },
    ),
    (
        "plt.barbs([0, 1], [0, 1], [10, 0], [0, 20])",
        {
            "type": "quiver",
            "elements": [{"label": "", "vectors": [[0.0, 0.0, 10.0, 0.0], [1.0, 1.0, 0.0, 20.0]]}],
        },
    ),
    (
        AXES_3D + "axes.scatter([1, 2], [3, 4], [5, 6], label='p'); axes.set_zlabel('height (m)')",
        {
            "type": "scatter3d",
            "zLabel": "height (m)",
            "zUnit": "m",
            "zScale": "linear",
            "elements": [series("p", (1.0, 3.0, 5.0), (2.0, 4.0, 6.0))],
        },
    ),
    (
        AXES_3D + "axes.plot([1, 2], [3, 4], [5, 6])",
        {
            "type": "line3d",
            "zLabel": "",
            "zUnit": "",
            "zScale": "linear",
            "elements": [series("", (1.0, 3.0, 5.0), (2.0, 4.0, 6.0))],
        },
    ),
    (
        AXES_3D + f"axes.plot_surface({GRID})",
        {
            "type": "surface",
            "zLabel": "",
            "zUnit": "",
            "zScale": "linear",
            "elements": [
                series(
                    "",
                    (0.0, 0.0, 1.0),
                    (1.0, 0.0, 2.0),
                    (1.0, 1.0, 4.0),
                    (0.0, 1.0, 3.0),
                    faces=[[0, 1, 2, 3]],
                )
            ],
        },
    ),
    (
        "plt.polar([0, 1], [2, 3])",
        {"type": "line", "polar": True, "elements": [series("", (0.0, 2.0), (1.0, 3.0))]},
    ),
    (
        "axes = plt.subplot(projection='polar'); axes.plot([0, 1], [1, 2]); axes.set_xticks([0, 1], labels=['p', 'q']); axes.set_theta_zero_location('W'); axes.set_theta_direction(-1)",
        {
            "type": "line",
            "polar": True,
            "zeroAt": np.pi,
            "clockwise": True,
            "angles": [[0.0, "p"], [1.0, "q"]],
            "elements": [series("", (0.0, 1.0), (1.0, 2.0))],
        },
    ),
    (
        "plt.scatter([1, 2], [3, 4], c=[10, 20], s=[5, 50]); plt.colorbar(label='heat [K]')",
        {
            "type": "scatter",
            "valueLabel": "heat [K]",
            "valueUnit": "K",
            "elements": [
                series("", (1.0, 3.0), (2.0, 4.0), values=[10.0, 20.0], sizes=[5.0, 50.0])
            ],
        },
    ),
    (
        "plt.scatter([1, 2], [3, 4], c=['red', 'blue'], s=9)",
        {"type": "scatter", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
    ),
    (
        "plt.step([1, 2], [3, 4], where='post')",
        {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0), step="post")]},
    ),
    (
        "plt.errorbar([1, 2], [3, 4], xerr=.5, yerr=[[1, 1], [2, 2]], fmt='o')",
        {
            "type": "scatter",
            "elements": [
                series(
                    "",
                    (1.0, 3.0),
                    (2.0, 4.0),
                    xErrors=[[0.5, 1.5], [1.5, 2.5]],
                    yErrors=[[2.0, 5.0], [3.0, 6.0]],
                )
            ],
        },
    ),
    (
        "plt.eventplot([[1, 2], [4]], lineoffsets=[1, 2])",
        {
            "type": "scatter",
            "elements": [series("", (1.0, 1.0), (2.0, 1.0)), series("", (4.0, 2.0))],
        },
    ),
    (
        "plt.eventplot([1, 2], orientation='vertical')",
        {"type": "scatter", "elements": [series("", (1.0, 1.0), (1.0, 2.0))]},
    ),
    (
        "plt.pcolor([[1, 2], [3, 4]])",
        {
            "type": "heatmap",
            "elements": [
                {
                    "label": "",
                    "columns": ["0", "1"],
                    "rows": ["0", "1"],
                    "values": [[1.0, 2.0], [3.0, 4.0]],
                }
            ],
        },
    ),
    (
        "plt.hist2d([0, 0, 1, 1], [0, 0, 1, 1], bins=2); plt.colorbar(label='n')",
        {
            "type": "heatmap",
            "valueLabel": "n",
            "valueUnit": "",
            "elements": [
                {
                    "label": "",
                    "columns": ["0.25", "0.75"],
                    "rows": ["0.25", "0.75"],
                    "values": [[2.0, 0.0], [0.0, 2.0]],
                }
            ],
        },
    ),
    (
        "sns.pointplot(data=FEW, x='g', y='v')",
        {
            "type": "line",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": [series("", ("a", 1.5), ("b", 3.5))],
        },
    ),
    (
        "sns.stripplot(data=FEW, x='g', y='v')",
        {
            "type": "scatter",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": [series("", ("a", 1.0), ("a", 2.0)), series("", ("b", 3.0), ("b", 4.0))],
        },
    ),
    (
        "plt.fill_between([1, 2], [3, 4])",
        {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
    ),
    (
        "fig, ax = plt.subplots(); ax.plot([1, 2], [3, 4]); ax.secondary_xaxis('top', functions=(lambda v: v * 2, lambda v: v / 2)).set_xlabel('twice')",
        {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
    ),
    # The value of an area is its height above zero or above the area below; a band has none.
    (
        "plt.fill_between([1, 2], [3, -4], label='n')",
        {"type": "line", "elements": [series("n", (1.0, 3.0), (2.0, -4.0))]},
    ),
    (
        "plt.fill_between([1, 2], 0, [3, -4], label='n')",
        {"type": "line", "elements": [series("n", (1.0, 3.0), (2.0, -4.0))]},
    ),
    (
        "plt.fill_between([1, 2], [4, 6], [1, 2], label='b'); plt.fill_between([1, 2], [1, 2], label='a'); plt.fill_between([1, 2], [8, 9], [9, 9])",
        {
            "type": "line",
            "stacked": True,
            "elements": [series("b", (1.0, 3.0), (2.0, 4.0)), series("a", (1.0, 1.0), (2.0, 2.0))],
        },
    ),
    (
        "plt.stackplot([1, 2], [1, 2], [3, 4])",
        {
            "type": "line",
            "stacked": True,
            "elements": [series("", (1.0, 1.0), (2.0, 2.0)), series("", (1.0, 3.0), (2.0, 4.0))],
        },
    ),
    # Axes coordinates are not data, and neither are coordinates that are transformed first.
    (
        "axes = plt.subplot(); axes.plot([0, 1], [0, 1], transform=axes.transAxes); axes.plot([5, 6], [7, 8]); axes.plot([1, 2], [3, 4], transform=transforms.Affine2D().scale(2) + axes.transData)",
        {"type": "line", "elements": [series("", (5.0, 7.0), (6.0, 8.0))]},
    ),
    (
        "axes = plt.subplot(); axes.scatter([.5], [.5], transform=axes.transAxes); axes.scatter([5], [6])",
        {"type": "scatter", "elements": [series("", (5.0, 6.0))]},
    ),
    (
        "axes = plt.subplot(); axes.plot([5, 6], [7, 8], transform=axes.transData + transforms.ScaledTranslation(.1, 0, axes.figure.dpi_scale_trans))",
        {"type": "line", "elements": [series("", (5.0, 7.0), (6.0, 8.0))]},
    ),
    (
        "sns.pointplot(data=FEW, x='t', y='v', hue='h', dodge=True, errorbar=None)",
        {
            "type": "line",
            **CATEGORIES,
            "xLabel": "t",
            "yLabel": "v",
            "elements": [series("x", ("1", 1.0), ("2", 2.0)), series("y", ("1", 3.0), ("2", 4.0))],
        },
    ),
    (
        "pd.Series([1, 2], index=pd.date_range('2025-01-05', periods=2, freq='W'), name='s').plot()",
        {
            "type": "line",
            **DAYS,
            "elements": [series("s", ("2025-01-05", 1.0), ("2025-01-12", 2.0))],
        },
    ),
]


class Kinds(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        plt.close("all")

    def test_each_type_of_chart_is_converted_with_its_numbers(self):
        for code, expected in KINDS:
            with self.subTest(code=code):
                self.assertEqual(without_ticks(chart_of(code)), expected)


if __name__ == "__main__":
    unittest.main()
