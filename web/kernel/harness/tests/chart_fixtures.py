"""Shared by the tests of charts: runs plotting code, checks the chart against the schema, and
writes expected elements.
"""

import datetime
import json
import warnings
from pathlib import Path

import jsonschema
import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
import matplotlib.transforms as transforms
import numpy as np
import pandas as pd
import seaborn as sns
from fixtures import Session  # noqa: F401 - puts the harness on the path
from insitu import charts

CRATE = Path(__file__).resolve().parents[4] / "crates" / "charts"
SCHEMA = json.loads((CRATE / "schema.json").read_text("utf-8"))
# By type, since a check of all types at once would not say which field is wrong.
VALIDATORS = {
    variant["properties"]["type"]["const"]: jsonschema.Draft202012Validator(SCHEMA).evolve(
        schema=variant
    )
    for variant in SCHEMA["oneOf"]
}

TIPS = pd.DataFrame({"v": [1, 2, 3, 4, 20, 2, 3, 4], "g": list("aaaaabbb"), "h": list("xyxyxyxy")})
FEW = pd.DataFrame({"v": [1, 2, 3, 4], "t": [1, 2, 1, 2], "h": list("xxyy"), "g": list("aabb")})
NAMES = {
    "plt": plt,
    "transforms": transforms,
    "np": np,
    "pd": pd,
    "sns": sns,
    "datetime": datetime,
    "TIPS": TIPS,
    "FEW": FEW,
}
HEAD = {
    "title": "",
    "xLabel": "",
    "xUnit": "",
    "xScale": "linear",
    "yLabel": "",
    "yUnit": "",
    "yScale": "linear",
}
VIEW = {
    *("xTicks", "yTicks", "zTicks"),
    *("xLimits", "yLimits", "xReversed", "yReversed", "legendTitle", "complete"),
}
CATEGORIES = {"xScale": "categorical"}
DAYS = {"xScale": "datetime"}
AXES_3D = "axes = plt.figure().add_subplot(projection='3d'); "


def chart_of(code):
    """Returns the chart of the figure that `code` draws, or None. Raises if it does not fit
    `crates/charts/schema.json`.
    """
    plt.close("all")
    names = dict(NAMES)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(code, names)
        found = charts.of_figure(plt.gcf())
    json.dumps(found, allow_nan=False)
    if found is not None:
        VALIDATORS[found["type"]].validate(found)
    return found


def without_ticks(chart):
    """Returns the chart without its ticks, its view (test_charts_complete.py), and the fields that
    have the values of an empty chart.
    """
    rest = {
        name: value for name, value in chart.items() if name not in VIEW and HEAD.get(name) != value
    }
    if chart["type"] == "several":
        rest["elements"] = [without_ticks(element) for element in chart["elements"]]
    return rest


def series(label, *points, **more):
    return {"label": label, "points": [list(point) for point in points], **more}


def bars(*values):
    return [{"label": label, "group": group, "value": value} for label, group, value in values]
