"""Figures as data: exact numbers for each type of chart, and None, never an error, for figures without a chart."""

import datetime
import json
import time
import unittest
import warnings

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import matplotlib.transforms as transforms
import numpy as np
import pandas as pd
import seaborn as sns
from fixtures import Session  # noqa: F401 - puts the harness on the path
from insitu import charts

TIPS = pd.DataFrame({"v": [1, 2, 3, 4, 20, 2, 3, 4], "g": list("aaaaabbb"), "h": list("xyxyxyxy")})
FEW = pd.DataFrame({"v": [1, 2, 3, 4], "t": [1, 2, 1, 2], "h": list("xxyy"), "g": list("aabb")})
NAMES = {"plt": plt, "transforms": transforms, "np": np, "pd": pd, "sns": sns, "datetime": datetime, "TIPS": TIPS, "FEW": FEW}
HEAD = {"title": "", "xLabel": "", "xUnit": "", "xScale": "linear", "yLabel": "", "yUnit": "", "yScale": "linear"}


def chart_of(code):
    plt.close("all")
    names = dict(NAMES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, names)
        found = charts.of_figure(plt.gcf())
    json.dumps(found, allow_nan=False)
    return found


def without_ticks(chart):
    """Returns the chart without its ticks, and without the fields that have the values of an empty chart."""
    rest = {name: value for name, value in chart.items() if name not in ("xTicks", "yTicks", "zTicks") and HEAD.get(name) != value}
    if chart["type"] == "several":
        rest["elements"] = [without_ticks(element) for element in chart["elements"]]
    return rest


def series(label, *points, **more):
    return {"label": label, "points": [list(point) for point in points], **more}


def bars(*values):
    return [{"label": label, "group": group, "value": value} for label, group, value in values]


def box(label, low, first, median, third, high, *outliers):
    return {"label": label, "min": low, "firstQuartile": first, "median": median, "thirdQuartile": third, "max": high, "outliers": list(outliers)}


BOXES = [box("a", 1.0, 2.0, 3.0, 4.0, 4.0, 20.0), box("b", 2.0, 2.5, 3.0, 3.5, 4.0)]
CATEGORIES = {"xScale": "categorical"}
DAYS = {"xScale": "datetime"}


def violin(label, low=None, first=None, median=None, third=None, high=None, mean=None):
    return {"label": label, "min": low, "firstQuartile": first, "median": median, "thirdQuartile": third, "max": high, "mean": mean}


SIDE_BY_SIDE = "plt.bar({0}, [1, 2], {2}, label='a'); plt.bar({1}, [3, 4], {2}, label='b')"
AXES_3D = "axes = plt.figure().add_subplot(projection='3d'); "
GRID = "np.array([[0, 1], [0, 1]]), np.array([[0, 0], [1, 1]]), np.array([[1.0, 2.0], [3.0, 4.0]])"
FIELD = "[0, 1, 2], [0, 1], [[0, 1, 2], [1, 2, 3]]"

RICHER = [
    (
        "plt.violinplot([[1, 2, 3, 4, 20], [2, 3, 4]], showmedians=True, showmeans=True)",
        {"type": "violin", "elements": [violin("1", 1.0, median=3.0, high=20.0, mean=6.0), violin("2", 2.0, median=3.0, high=4.0, mean=3.0)]},
    ),
    (
        "plt.violinplot([[1, 2, 3, 4, 5], [2, 3, 4]], positions=[3, 1], quantiles=[[.1], [.1]], orientation='horizontal')",
        {"type": "violin", "horizontal": True, "elements": [violin("1", 2.0, high=4.0), violin("3", 1.0, high=5.0)]},
    ),
    (
        "sns.violinplot(data=TIPS, x='v', y='g')",
        {"type": "violin", "yScale": "categorical", "xLabel": "v", "yLabel": "g", "horizontal": True, "elements": [violin("a", 1.0, 2.0, 3.0, 4.0, 4.0), violin("b", 2.0, 2.5, 3.0, 3.5, 4.0)]},
    ),
    (
        "sns.violinplot(data=TIPS, x='g', y='v', hue='h', inner='quart')",
        {
            "type": "violin",
            **CATEGORIES,
            "xLabel": "g",
            "yLabel": "v",
            "elements": [violin("a / x", None, 2.0, 3.0, 11.5), violin("a / y", None, 2.5, 3.0, 3.5), violin("b / y", None, 2.5, 3.0, 3.5)],
        },
    ),
    (
        "plt.hexbin([0, 0, 1, 2], [0, 0, 1, 2], gridsize=2); plt.colorbar(label='rides (n)')",
        {
            "type": "hexbin",
            "valueLabel": "rides (n)",
            "valueUnit": "n",
            "elements": [
                series("", (0.0, 0.0), (0.0, 2.0), (1.0, 0.0), (1.0, 2.0), (2.0, 0.0), (2.0, 2.0), (0.5, 1.0), (1.5, 1.0), values=[2.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0])
            ],
        },
    ),
    ("plt.hexbin([0, 0, 1, 2], [0, 0, 1, 2], C=[1, 2, 3, 4], gridsize=2)", {"type": "hexbin", "elements": [series("", (0.0, 0.0), (2.0, 2.0), (0.5, 1.0), values=[1.5, 4.0, 3.0])]}),
    (
        f"plt.contour({FIELD}, levels=[.5, 1.5])",
        {"type": "contour", "elements": [series("0.5", (0.0, 0.5), (0.5, 0.0), level=0.5), series("1.5", (0.5, 1.0), (1.0, 0.5), (1.5, 0.0), level=1.5)]},
    ),
    (
        "plt.contourf([0, 1], [0, 1], [[0, 2], [0, 2]], levels=[0, 1], extend='max'); plt.colorbar(label='height')",
        {
            "type": "contour",
            "filled": True,
            "valueLabel": "height",
            "valueUnit": "",
            "elements": [
                series("0–1", (0.5, 1.0), (0.0, 1.0), (0.0, 0.0), (0.5, 0.0), (0.5, 1.0), **{"from": 0.0, "to": 1.0}),
                series("above 1", (1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.5, 0.0), (1.0, 0.0), **{"from": 1.0, "to": None}),
            ],
        },
    ),
    ("plt.quiver([0, 1], [0, 1], [1, 0], [0, 2])", {"type": "quiver", "elements": [{"label": "", "vectors": [[0.0, 0.0, 1.0, 0.0], [1.0, 1.0, 0.0, 2.0]]}]}),
    ("plt.barbs([0, 1], [0, 1], [10, 0], [0, 20])", {"type": "quiver", "elements": [{"label": "", "vectors": [[0.0, 0.0, 10.0, 0.0], [1.0, 1.0, 0.0, 20.0]]}]}),
    (
        AXES_3D + "axes.scatter([1, 2], [3, 4], [5, 6], label='p'); axes.set_zlabel('height (m)')",
        {"type": "scatter3d", "zLabel": "height (m)", "zUnit": "m", "zScale": "linear", "elements": [series("p", (1.0, 3.0, 5.0), (2.0, 4.0, 6.0))]},
    ),
    (AXES_3D + "axes.plot([1, 2], [3, 4], [5, 6])", {"type": "line3d", "zLabel": "", "zUnit": "", "zScale": "linear", "elements": [series("", (1.0, 3.0, 5.0), (2.0, 4.0, 6.0))]}),
    (
        AXES_3D + f"axes.plot_surface({GRID})",
        {"type": "surface", "zLabel": "", "zUnit": "", "zScale": "linear", "elements": [series("", (0.0, 0.0, 1.0), (1.0, 0.0, 2.0), (1.0, 1.0, 4.0), (0.0, 1.0, 3.0), faces=[[0, 1, 2, 3]])]},
    ),
    ("plt.polar([0, 1], [2, 3])", {"type": "line", "polar": True, "elements": [series("", (0.0, 2.0), (1.0, 3.0))]}),
    (
        "axes = plt.subplot(projection='polar'); axes.plot([0, 1], [1, 2]); axes.set_xticks([0, 1], labels=['p', 'q']); axes.set_theta_zero_location('W'); axes.set_theta_direction(-1)",
        {"type": "line", "polar": True, "zeroAt": np.pi, "clockwise": True, "angles": [[0.0, "p"], [1.0, "q"]], "elements": [series("", (0.0, 1.0), (1.0, 2.0))]},
    ),
    ("plt.subplot(projection='polar').bar([0, 1], [2, 3])", {"type": "bar", "polar": True, "elements": bars(("0", "", 2.0), ("1", "", 3.0))}),
    (
        "plt.scatter([1, 2], [3, 4], c=[10, 20], s=[5, 50]); plt.colorbar(label='heat [K]')",
        {"type": "scatter", "valueLabel": "heat [K]", "valueUnit": "K", "elements": [series("", (1.0, 3.0), (2.0, 4.0), values=[10.0, 20.0], sizes=[5.0, 50.0])]},
    ),
    ("plt.scatter([1, 2], [3, 4], c=['red', 'blue'], s=9)", {"type": "scatter", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]}),
    ("plt.step([1, 2], [3, 4], where='post')", {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0), step="post")]}),
    (
        "plt.errorbar([1, 2], [3, 4], xerr=.5, yerr=[[1, 1], [2, 2]], fmt='o')",
        {"type": "scatter", "elements": [series("", (1.0, 3.0), (2.0, 4.0), xErrors=[[0.5, 1.5], [1.5, 2.5]], yErrors=[[2.0, 5.0], [3.0, 6.0]])]},
    ),
    (
        "plt.bar(['p', 'q'], [1, 2], yerr=[.5, 1])",
        {"type": "bar", **CATEGORIES, "elements": [{"label": "p", "group": "", "value": 1.0, "error": [0.5, 1.5]}, {"label": "q", "group": "", "value": 2.0, "error": [1.0, 3.0]}]},
    ),
    (
        "plt.barh(['p', 'q'], [2, 3], left=[1, 2])",
        {"type": "bar", "yScale": "categorical", "horizontal": True, "elements": [{"label": "p", "group": "", "value": 2.0, "base": 1.0}, {"label": "q", "group": "", "value": 3.0, "base": 2.0}]},
    ),
    (
        "plt.broken_barh([(1, 2), (5, 1)], (-.5, 1), label='a'); plt.broken_barh([(2, 2)], (.5, 1), label='b'); plt.yticks([0, 1], ['p', 'q'])",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "elements": [{"label": name, "group": group, "value": value, "base": base} for name, group, value, base in (("p", "a", 2.0, 1.0), ("p", "a", 1.0, 5.0), ("q", "b", 2.0, 2.0))],
        },
    ),
    ("plt.eventplot([[1, 2], [4]], lineoffsets=[1, 2])", {"type": "scatter", "elements": [series("", (1.0, 1.0), (2.0, 1.0)), series("", (4.0, 2.0))]}),
    ("plt.eventplot([1, 2], orientation='vertical')", {"type": "scatter", "elements": [series("", (1.0, 1.0), (1.0, 2.0))]}),
    ("plt.pcolor([[1, 2], [3, 4]])", {"type": "heatmap", "elements": [{"label": "", "columns": ["0", "1"], "rows": ["0", "1"], "values": [[1.0, 2.0], [3.0, 4.0]]}]}),
    (
        "plt.hist2d([0, 0, 1, 1], [0, 0, 1, 1], bins=2); plt.colorbar(label='n')",
        {"type": "heatmap", "valueLabel": "n", "valueUnit": "", "elements": [{"label": "", "columns": ["0.25", "0.75"], "rows": ["0.25", "0.75"], "values": [[2.0, 0.0], [0.0, 2.0]]}]},
    ),
    ("sns.pointplot(data=FEW, x='g', y='v')", {"type": "line", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": [series("", ("a", 1.5), ("b", 3.5))]}),
    ("sns.stripplot(data=FEW, x='g', y='v')", {"type": "scatter", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": [series("", ("a", 1.0), ("a", 2.0)), series("", ("b", 3.0), ("b", 4.0))]}),
    ("plt.fill_between([1, 2], [3, 4])", {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]}),
    (
        "fig, ax = plt.subplots(); ax.plot([1, 2], [3, 4]); ax.secondary_xaxis('top', functions=(lambda v: v * 2, lambda v: v / 2)).set_xlabel('twice')",
        {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
    ),
    # Grouped bars are at the middle of their group; bars in the gaps of another series are not grouped.
    (SIDE_BY_SIDE.format("np.array([2020, 2021]) - .2", "np.array([2020, 2021]) + .2", .4), {"type": "bar", "elements": bars(("2020", "a", 1.0), ("2021", "a", 2.0), ("2020", "b", 3.0), ("2021", "b", 4.0))}),
    (SIDE_BY_SIDE.format("[0, 1]", "[.3, 1.3]", .3) + "; plt.xticks([.15, 1.15], ['p', 'q'])", {"type": "bar", "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0))}),
    (SIDE_BY_SIDE.format("[0, 1]", "[.4, 1.4]", .4) + "; plt.xticks([0, 1], ['p', 'q'])", {"type": "bar", **CATEGORIES, "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0))}),
    ("plt.bar([1, 3], [1, 2]); plt.bar([2, 4], [3, 4])", {"type": "bar", "elements": bars(("1", "", 1.0), ("3", "", 2.0), ("2", "", 3.0), ("4", "", 4.0))}),
    ("plt.bar([10, 20], [1, 2]); plt.xticks([10, 20], ['ten', 'twenty'])", {"type": "bar", "elements": bars(("ten", "", 1.0), ("twenty", "", 2.0))}),
    (
        "plt.hist([[1, 1, 2], [2, 2, 3]], bins=2, label=['a', 'b'])",
        {"type": "bar", "elements": bars(("1.5", "a", 2.0), ("2.5", "a", 1.0), ("1.5", "b", 0.0), ("2.5", "b", 3.0))},
    ),
    (
        "plt.bar(['p', 'q', 'r'], [1, 2, 3], label=['red', 'blue', '_red'], color=['r', 'b', 'r']); plt.legend()",
        {"type": "bar", **CATEGORIES, "elements": bars(("p", "red", 1.0), ("q", "blue", 2.0), ("r", "red", 3.0))},
    ),
    ("plt.hist(['a', 'b', 'a', 'c'])", {"type": "bar", **CATEGORIES, "elements": bars(("a", "", 2.0), ("b", "", 1.0), ("c", "", 1.0))}),
    # The value of an area is its height above zero or above the area below; a band has none.
    ("plt.fill_between([1, 2], [3, -4], label='n')", {"type": "line", "elements": [series("n", (1.0, 3.0), (2.0, -4.0))]}),
    ("plt.fill_between([1, 2], 0, [3, -4], label='n')", {"type": "line", "elements": [series("n", (1.0, 3.0), (2.0, -4.0))]}),
    (
        "plt.fill_between([1, 2], [4, 6], [1, 2], label='b'); plt.fill_between([1, 2], [1, 2], label='a'); plt.fill_between([1, 2], [8, 9], [9, 9])",
        {"type": "line", "stacked": True, "elements": [series("b", (1.0, 3.0), (2.0, 4.0)), series("a", (1.0, 1.0), (2.0, 2.0))]},
    ),
    ("plt.stackplot([1, 2], [1, 2], [3, 4])", {"type": "line", "stacked": True, "elements": [series("", (1.0, 1.0), (2.0, 2.0)), series("", (1.0, 3.0), (2.0, 4.0))]}),
    # Axes coordinates are not data, and neither are coordinates that are transformed first.
    (
        "axes = plt.subplot(); axes.plot([0, 1], [0, 1], transform=axes.transAxes); axes.plot([5, 6], [7, 8]); axes.plot([1, 2], [3, 4], transform=transforms.Affine2D().scale(2) + axes.transData)",
        {"type": "line", "elements": [series("", (5.0, 7.0), (6.0, 8.0))]},
    ),
    ("axes = plt.subplot(); axes.scatter([.5], [.5], transform=axes.transAxes); axes.scatter([5], [6])", {"type": "scatter", "elements": [series("", (5.0, 6.0))]}),
    (
        "axes = plt.subplot(); axes.plot([5, 6], [7, 8], transform=axes.transData + transforms.ScaledTranslation(.1, 0, axes.figure.dpi_scale_trans))",
        {"type": "line", "elements": [series("", (5.0, 7.0), (6.0, 8.0))]},
    ),
    (
        "sns.pointplot(data=FEW, x='t', y='v', hue='h', dodge=True, errorbar=None)",
        {"type": "line", **CATEGORIES, "xLabel": "t", "yLabel": "v", "elements": [series("x", ("1", 1.0), ("2", 2.0)), series("y", ("1", 3.0), ("2", 4.0))]},
    ),
    (
        "pd.Series([1, 2], index=pd.date_range('2025-01-05', periods=2, freq='W'), name='s').plot()",
        {"type": "line", **DAYS, "elements": [series("s", ("2025-01-05", 1.0), ("2025-01-12", 2.0))]},
    ),
]

KINDS = [
    (
        "plt.plot([1, 2, 3], [4, 5, np.nan], label='A'); plt.title('T'); plt.xlabel('Time (s)'); plt.ylabel('Way so far [m]')",
        {"type": "line", "title": "T", "xLabel": "Time (s)", "xUnit": "s", "yLabel": "Way so far [m]", "yUnit": "m", "elements": [series("A", (1.0, 4.0), (2.0, 5.0), (3.0, None))]},
    ),
    ("plt.plot([1, 2], [3, 4], [1, 2], [5, 6]); plt.legend(['a', 'b'])", {"type": "line", "elements": [series("a", (1.0, 3.0), (2.0, 4.0)), series("b", (1.0, 5.0), (2.0, 6.0))]}),
    ("plt.semilogy([1, 2], [10, 100])", {"type": "line", "yScale": "log", "elements": [series("", (1.0, 10.0), (2.0, 100.0))]}),
    ("plt.plot(['a', 'b'], [1, 2])", {"type": "line", **CATEGORIES, "elements": [series("", ("a", 1.0), ("b", 2.0))]}),
    (
        "plt.plot([datetime.date(2025, 1, 1), datetime.date(2025, 2, 1)], [1, 2])",
        {"type": "line", **DAYS, "elements": [series("", ("2025-01-01", 1.0), ("2025-02-01", 2.0))]},
    ),
    (
        "plt.plot(pd.date_range('2025-01-01', periods=2, freq='7h'), [1, 2])",
        {"type": "line", **DAYS, "elements": [series("", ("2025-01-01T00:00:00", 1.0), ("2025-01-01T07:00:00", 2.0))]},
    ),
    (
        "plt.plot(pd.date_range('2025-01-01', periods=2, freq='7h', tz='Europe/Berlin'), [1, 2])",
        {"type": "line", **DAYS, "elements": [series("", ("2025-01-01T00:00:00+01:00", 1.0), ("2025-01-01T07:00:00+01:00", 2.0))]},
    ),
    (
        "pd.Series([1, 2], index=pd.date_range('2025-01-31', periods=2, freq='ME'), name='s').plot()",
        {"type": "line", **DAYS, "elements": [series("s", ("2025-01-01", 1.0), ("2025-02-01", 2.0))]},
    ),
    (
        "pd.DataFrame({'a': [1, 2]}, index=pd.period_range('2025Q1', periods=2, freq='Q')).plot()",
        {"type": "line", **DAYS, "elements": [series("a", ("2025-01-01", 1.0), ("2025-04-01", 2.0))]},
    ),
    ("pd.Series([1, 2, 3], index=list('abc'), name='s').plot()", {"type": "line", **CATEGORIES, "elements": [series("s", ("a", 1.0), ("b", 2.0), ("c", 3.0))]}),
    (
        "plt.errorbar([1, 2], [3, 4], yerr=[.1, .2], label='e', capsize=3)",
        {"type": "line", "elements": [series("e", (1.0, 3.0), (2.0, 4.0), yErrors=[[2.9, 3.1], [3.8, 4.2]])]},
    ),
    (
        "plt.plot([1, 2], [3, 4]); plt.xlim(1, 2); plt.axhline(3.5, label='goal'); plt.axvline(1)",
        {"type": "line", "elements": [series("", (1.0, 3.0), (2.0, 4.0)), series("goal", (1.0, 3.5), (2.0, 3.5))]},
    ),
    ("sns.lineplot(data=FEW, x='t', y='v', hue='h')", {"type": "line", "xLabel": "t", "yLabel": "v", "elements": [series("x", (1.0, 1.0), (2.0, 2.0)), series("y", (1.0, 3.0), (2.0, 4.0))]}),
    ("plt.scatter([1, 2], [3, 4], label='points')", {"type": "scatter", "elements": [series("points", (1.0, 3.0), (2.0, 4.0))]}),
    ("plt.plot([1, 2], [3, 4], 'o')", {"type": "scatter", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]}),
    ("plt.stem([1, 2], [3, 4], label='s')", {"type": "scatter", "elements": [series("s", (1.0, 3.0), (2.0, 4.0))]}),
    (
        "sns.scatterplot(data=FEW, x='t', y='v', hue='h')",
        {"type": "scatter", "xLabel": "t", "yLabel": "v", "elements": [series("x", (1.0, 1.0), (2.0, 2.0)), series("y", (1.0, 3.0), (2.0, 4.0))]},
    ),
    ("plt.bar(['x', 'y'], [3, np.nan]); plt.ylabel('n (pcs)')", {"type": "bar", **CATEGORIES, "yLabel": "n (pcs)", "yUnit": "pcs", "elements": bars(("x", "", 3.0), ("y", "", None))}),
    ("plt.barh(['x', 'y'], [3, 4])", {"type": "bar", "yScale": "categorical", "horizontal": True, "elements": bars(("x", "", 3.0), ("y", "", 4.0))}),
    ("plt.bar([2019, 2020], [3, 4])", {"type": "bar", "elements": bars(("2019", "", 3.0), ("2020", "", 4.0))}),
    ("plt.bar(pd.date_range('2025-01-01', periods=2), [1, 2])", {"type": "bar", **DAYS, "elements": bars(("2025-01-01", "", 1.0), ("2025-01-02", "", 2.0))}),
    (
        "x = np.arange(2); plt.bar(x - .2, [1, 2], .4, label='m'); plt.bar(x + .2, [3, 4], .4, label='w'); plt.xticks(x, ['p', 'q']); plt.legend()",
        {"type": "bar", **CATEGORIES, "elements": bars(("p", "m", 1.0), ("q", "m", 2.0), ("p", "w", 3.0), ("q", "w", 4.0))},
    ),
    (
        "plt.bar(['p', 'q'], [1, 2], label='m'); plt.bar(['p', 'q'], [3, 4], bottom=[1, 2], label='w'); plt.legend()",
        {"type": "bar", **CATEGORIES, "stacked": True, "elements": bars(("p", "m", 1.0), ("q", "m", 2.0), ("p", "w", 3.0), ("q", "w", 4.0))},
    ),
    (
        "pd.DataFrame({'a': [.1, -1], 'b': [.2, 4], 'c': [.3, -3]}, index=['p', 'q']).plot.barh(stacked=True)",
        {
            "type": "bar",
            "yScale": "categorical",
            "horizontal": True,
            "stacked": True,
            "elements": bars(("p", "a", 0.1), ("q", "a", -1.0), ("p", "b", 0.2), ("q", "b", 4.0), ("p", "c", 0.3), ("q", "c", -3.0)),
        },
    ),
    ("pd.DataFrame({'a': [1, 2], 'b': [3, 4]}, index=['p', 'q']).plot.bar()", {"type": "bar", **CATEGORIES, "elements": bars(("p", "a", 1.0), ("q", "a", 2.0), ("p", "b", 3.0), ("q", "b", 4.0))}),
    (
        "sns.barplot(data=FEW, x='g', y='v', hue='t')",
        {"type": "bar", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": bars(("a", "1", 1.0), ("b", "1", 3.0), ("a", "2", 2.0), ("b", "2", 4.0))},
    ),
    ("sns.barplot(data=FEW, x='g', y='v')", {"type": "bar", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": bars(("a", "", 1.5), ("b", "", 3.5))}),
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
            {"type": "bar", "elements": [{"label": "1–2", "group": "s", "value": 1.0, "from": 1.0, "to": 2.0}, {"label": "2–3", "group": "s", "value": 3.0, "from": 2.0, "to": 3.0}]},
        )
        for manner in ("bar", "step", "stepfilled")
    ),
    ("plt.stairs([4], [0, 1])", {"type": "bar", "elements": [{"label": "0–1", "group": "", "value": 4.0, "from": 0.0, "to": 1.0}]}),
    (
        "plt.stackplot([1, 2], [1, 2], [2, 5], labels=['a', 'b'])",
        {"type": "line", "stacked": True, "elements": [series("a", (1.0, 1.0), (2.0, 2.0)), series("b", (1.0, 2.0), (2.0, 5.0))]},
    ),
    (
        "pd.DataFrame({'a': [3, 2], 'b': [.1, .2]}).plot.area()",
        {"type": "line", "stacked": True, "elements": [series("a", (0.0, 3.0), (1.0, 2.0)), series("b", (0.0, 0.1), (1.0, 0.2))]},
    ),
    (
        "plt.plot([1, 2], [1, 2], label='l'); plt.plot([1, 2], [2, 4], label='m'); plt.fill_between([1, 2], [1, 2], [2, 4])",
        {"type": "line", "elements": [series("l", (1.0, 1.0), (2.0, 2.0)), series("m", (1.0, 2.0), (2.0, 4.0))]},
    ),
    (
        "plt.plot([1, 2], [1, 2], label='l'); plt.fill_between([1, 2], [0, 1], [2, 3], alpha=.3, label='band')",
        {"type": "line", "elements": [series("l", (1.0, 1.0), (2.0, 2.0))]},
    ),
    (
        "plt.pie([1, 3], labels=['a', 'b'], autopct='%d')",
        {"type": "pie", "elements": [{"label": "a", "angle": 90.0, "radius": 1.0, "value": 0.25}, {"label": "b", "angle": 270.0, "radius": 1.0, "value": 0.75}]},
    ),
    (
        "plt.pie([1, 1], wedgeprops={'width': .3}, radius=2); plt.legend(['p', 'q'])",
        {"type": "pie", "elements": [{"label": "p", "angle": 180.0, "radius": 2.0, "value": 0.5}, {"label": "q", "angle": 180.0, "radius": 2.0, "value": 0.5}]},
    ),
    ("plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'])", {"type": "box", **CATEGORIES, "elements": BOXES}),
    ("plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'], patch_artist=True, notch=True, showmeans=True)", {"type": "box", **CATEGORIES, "elements": BOXES}),
    ("plt.boxplot([[1, 2, 3, 4, 20], [2, 3, 4]], tick_labels=['a', 'b'], orientation='horizontal')", {"type": "box", "yScale": "categorical", "horizontal": True, "elements": BOXES}),
    ("pd.DataFrame({'a': [1, 2, 3, 4, 20], 'b': [2, 3, 4, np.nan, np.nan]}).boxplot()", {"type": "box", **CATEGORIES, "elements": BOXES}),
    ("sns.boxplot(data=TIPS, x='g', y='v')", {"type": "box", **CATEGORIES, "xLabel": "g", "yLabel": "v", "elements": BOXES}),
    (
        "sns.boxplot(data=TIPS, y='g', x='v', hue='h')",
        {
            "type": "box",
            "yScale": "categorical",
            "xLabel": "v",
            "yLabel": "g",
            "horizontal": True,
            "elements": [box("a / x", 1.0, 2.0, 3.0, 11.5, 20.0), box("a / y", 2.0, 2.5, 3.0, 3.5, 4.0), box("b / x", 3.0, 3.0, 3.0, 3.0, 3.0), box("b / y", 2.0, 2.5, 3.0, 3.5, 4.0)],
        },
    ),
    (
        "plt.imshow([[1, 2], [3, 4]]); plt.colorbar(); plt.xticks([0, 1], ['a', 'b'])",
        {"type": "heatmap", **CATEGORIES, "elements": [{"label": "", "columns": ["a", "b"], "rows": ["0", "1"], "values": [[1.0, 2.0], [3.0, 4.0]]}]},
    ),
    (
        "plt.pcolormesh([10, 20, 30], [0, 10], [[1, 2, 3], [4, 5, 6]])",
        {"type": "heatmap", "elements": [{"label": "", "columns": ["10", "20", "30"], "rows": ["0", "10"], "values": [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]}]},
    ),
    (
        "sns.heatmap(pd.DataFrame([[1, 2], [3, np.nan]], columns=['a', 'b'], index=['r', 's']), annot=True)",
        {"type": "heatmap", **CATEGORIES, "yScale": "categorical", "elements": [{"label": "", "columns": ["a", "b"], "rows": ["r", "s"], "values": [[1.0, 2.0], [3.0, None]]}]},
    ),
]

SEVERAL = [
    (
        "fig, axes = plt.subplots(1, 2); axes[0].plot([1]); axes[0].set_title('L'); axes[1].bar(['a'], [1]); fig.suptitle('S')",
        ("S", [{"type": "line", "title": "L", "elements": [series("", (0.0, 1.0))]}, {"type": "bar", **CATEGORIES, "elements": bars(("a", "", 1.0))}]),
    ),
    (
        "plt.bar(['a', 'b'], [1, 2], label='n'); plt.plot(['a', 'b'], [2, 3], label='m'); plt.axhline(2)",
        ("", [{"type": "bar", **CATEGORIES, "elements": bars(("a", "n", 1.0), ("b", "n", 2.0))}, {"type": "line", **CATEGORIES, "elements": [series("m", ("a", 2.0), ("b", 3.0))]}]),
    ),
    (
        "fig, ax = plt.subplots(); ax.bar(['a'], [1]); other = ax.twinx(); other.plot(['a'], [10]); other.set_ylabel('share (%)')",
        ("", [{"type": "bar", **CATEGORIES, "elements": bars(("a", "", 1.0))}, {"type": "line", **CATEGORIES, "yLabel": "share (%)", "yUnit": "%", "over": True, "elements": [series("", ("a", 10.0))]}]),
    ),
    (
        "fig, (one, two) = plt.subplots(2, sharex=True); one.plot([1, 2]); two.plot([3, 4]); one.twinx().plot([5, 6]); two.twinx()",
        ("", [{"type": "line", "elements": [series("", (0.0, first), (1.0, first + 1))], **over} for first, over in ((1.0, {}), (5.0, {"over": True}), (3.0, {}))]),
    ),
    (
        "sns.relplot(data=FEW, x='t', y='v', col='h')",
        (
            "",
            [
                {"type": "scatter", "title": "h = x", "xLabel": "t", "yLabel": "v", "elements": [series("", (1.0, 1.0), (2.0, 2.0))]},
                {"type": "scatter", "title": "h = y", "xLabel": "t", "elements": [series("", (1.0, 3.0), (2.0, 4.0))]},
            ],
        ),
    ),
]


class Charts(unittest.TestCase):
    maxDiff = None

    def tearDown(self):
        plt.close("all")

    def test_each_type_of_chart_is_converted_with_its_numbers(self):
        for code, expected in [*KINDS, *RICHER]:
            with self.subTest(code=code):
                self.assertEqual(without_ticks(chart_of(code)), expected)

    def test_several_axes_or_types_are_several_charts(self):
        for code, (title, elements) in SEVERAL:
            with self.subTest(code=code):
                found = chart_of(code)
                self.assertEqual((found["type"], found["title"], [without_ticks(element) for element in found["elements"]]), ("several", title, elements))

    def test_tick_labels_are_those_of_the_figure(self):
        cases = [
            ("plt.plot([0, 1]); plt.xticks([0, .5, 1])", ("xTicks", ["0.0", "0.5", "1.0"])),
            ("plt.loglog([1, 10], [1, 10]); plt.xlim(1, 10)", ("xTicks", ["10^0", "10^1"])),
            ("plt.bar(['p', 'q'], [1, 2])", ("xTicks", ["p", "q"])),
            ("plt.plot([0, 3]); plt.yticks([0, 1.5, 3], ['none', 'half', 'all'])", ("yTicks", ["none", "half", "all"])),
            ("plt.pie([1])", ("xTicks", [])),
        ]
        for code, (name, expected) in cases:
            with self.subTest(code=code):
                self.assertEqual(chart_of(code)[name], expected)

    def test_labels_at_fractional_positions_are_not_categories(self):
        found = chart_of("plt.plot([0, 3.14], [1, 2]); plt.xticks([0, 1.57, 3.14], ['0', 'π/2', 'π'])")
        self.assertEqual((found["xScale"], found["elements"]), ("linear", [series("", (0.0, 1.0), (3.14, 2.0))]))

    def test_values_per_point_are_thinned_with_the_points(self):
        found = chart_of("plt.scatter(np.arange(20_000), np.arange(20_000), c=np.arange(20_000))")["elements"][0]
        self.assertEqual((found["total"], len(found["values"]), found["values"]), (20_000, 5000, [x for x, _y in found["points"]]))
        space = chart_of(AXES_3D + "axes.plot(np.arange(9_000), np.arange(9_000), np.arange(9_000))")["elements"][0]
        self.assertEqual((len(space["points"]), space["points"][-1], space["total"]), (3000, [8999.0] * 3, 9000))

    def test_a_surface_lists_the_corners_of_its_faces(self):
        flat = "x, y = np.meshgrid(np.linspace(-3, 3, {}), np.linspace(-2, 2, {})); axes.plot_surface(x, y, np.sin(x) * y)"
        ball = "u, v = np.meshgrid(np.linspace(0, 2 * np.pi, 60), np.linspace(0, np.pi, 60)); axes.plot_surface(np.cos(u) * np.sin(v), np.sin(u) * np.sin(v), np.cos(v))"
        for code, most, faces, span in ((flat.format(20, 10), 200, 171, 0.5), (flat.format(200, 101), 2601, 1700, 0.4), (ball, 2601, 900, 0.3)):
            with self.subTest(code=code):
                [surface] = chart_of(AXES_3D + code)["elements"]
                corners = np.array(surface["points"])
                self.assertLessEqual(len(corners), most)
                self.assertEqual(len(surface["faces"]), faces)
                self.assertEqual(sorted({at for face in surface["faces"] for at in face}), list(range(len(corners))))
                # A face with wrong corners would overlap others.
                self.assertLess(max(np.ptp(corners[face][:, :2], axis=0).max() for face in surface["faces"]), span)
        many = chart_of(AXES_3D + "r = np.random.default_rng(0); axes.plot_trisurf(*r.random((3, 4000)))")["elements"][0]
        self.assertEqual((len(many["points"]), many["total"], "faces" in many), (3000, 4000, False))

    def test_pieces_of_a_long_contour_keep_their_gaps(self):
        found = chart_of("a, b = np.meshgrid(np.linspace(-3, 3, 3000), np.linspace(-2, 2, 3000)); plt.contour(a, b, np.cos(np.pi * a) + b * b, levels=[0])")["elements"][0]
        self.assertGreater(found["total"], len(found["points"]))
        self.assertLess(len(found["points"]), 5_200)
        gaps = [point for point in found["points"] if point == [None, None]]
        whole = chart_of("a, b = np.meshgrid(np.linspace(-3, 3, 60), np.linspace(-2, 2, 60)); plt.contour(a, b, np.cos(np.pi * a) + b * b, levels=[0])")["elements"][0]
        self.assertEqual(len(gaps), len([point for point in whole["points"] if point == [None, None]]))

    def test_a_long_series_is_thinned_and_keeps_its_ends(self):
        found = chart_of("plt.plot(np.arange(1_000_000))")["elements"][0]
        self.assertEqual((len(found["points"]), found["points"][0], found["points"][-1], found["total"]), (5000, [0.0, 0.0], [999999.0, 999999.0], 1_000_000))
        field = chart_of("plt.imshow(np.zeros((1000, 2000)))")["elements"][0]
        self.assertEqual((len(field["columns"]), len(field["rows"]), field["rows"][-1], field["total"]), (200, 200, "999", 2_000_000))

    def test_large_figures_are_converted_in_under_a_second(self):
        for code in (
            "plt.plot(np.random.rand(1_000_000)); plt.scatter(np.arange(1_000_000), np.random.rand(1_000_000))",
            "plt.plot(pd.date_range('2000', periods=1_000_000, freq='min'), np.random.rand(1_000_000))",
            "plt.imshow(np.random.rand(2000, 3000))",
            "plt.plot(np.random.rand(1000, 500))",
        ):
            with self.subTest(code=code):
                plt.close("all")
                exec(code, dict(NAMES))
                since = time.process_time()
                found = charts.chart(plt.gcf())
                self.assertIsNotNone(found)
                self.assertLess(time.process_time() - since, 0.8)
                self.assertLess(len(json.dumps(found)), 3_000_000)

    def test_figures_without_a_chart_are_none(self):
        for code in ("plt.figure()", "plt.subplots(2)", "plt.boxplot([[1, np.nan]])", "plt.fill_between([1, 2], [1, 2], [3, 4], label='band')", "plt.imshow(np.zeros((4, 4, 3)))", "plt.figure().add_subplot(projection='3d').bar3d([0], [0], [0], 1, 1, [2])", "plt.figure().add_subplot(projection='3d').quiver(0, 0, 0, 1, 1, 1)", "plt.figure().add_subplot(projection='3d').contourf([0, 1], [0, 1], [[0, 1], [1, 2]])", "plt.text(0, 0, 'only words')", "plt.fill([0, 1, 1], [0, 0, 1])", "sns.violinplot(data=TIPS, x='v', y='g', inner=None)", "plt.violinplot([1, 2, 4], showextrema=False)", "sns.boxenplot(data=TIPS, x='v', y='g')", "plt.hexbin([1, 10], [1, 10], xscale='log')", "plt.streamplot(np.arange(3.0), np.arange(3.0), np.ones((3, 3)), np.ones((3, 3)))", "plt.fill_betweenx([1, 2, 3], [1, 2, 3])", "plt.hlines([1, 2], 0, [3, 4])"):
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
