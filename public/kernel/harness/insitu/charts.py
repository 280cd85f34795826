"""A matplotlib figure as data: what kind of chart each of its axes shows, and the numbers in it.

Owns how the parts become one chart; how an axis is read is in `charts_axis`, how marks are in `charts_marks`. Draws nothing,
changes nothing, and imports matplotlib only through the figure that it is given.
"""

import itertools
import warnings

from . import charts_marks as marks
from .charts_axis import Axis, plain, unit

# Points of all elements of a figure together, and of one element.
MOST_POINTS = 40_000
MOST_POINTS_OF_ONE = 5_000
# Axes of one figure that are looked at; nobody reads more.
MOST_AXES = 64
# Words round a circle.
MOST_ANGLES = 100


def chart(figure):
    """The figure as a chart, or None where it holds nothing that is known. Never raises, but for an
    interrupt."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return of_figure(figure)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def of_figure(figure):
    shown = [axes for axes in itertools.islice(figure.axes, MOST_AXES) if axes.get_visible() and not is_colorbar(axes)]
    found = []
    for group in twins(shown):
        parts = [part for part in map(parts_of, group) if part is not None]
        found += [*parts[:1], *(({**head, "over": True}, kinds) for head, kinds in parts[1:])]
    if not found:
        return None
    count = sum(len(kind.series) for _head, kinds in found for kind in kinds)
    most = max(2, min(MOST_POINTS_OF_ONE, MOST_POINTS // max(count, 1)))
    charts = [combined(head, [kind.chart(head, most) for kind in kinds]) for head, kinds in found]
    heading = plain(figure.get_suptitle())
    if len(charts) == 1:
        only = charts[0]
        return {**only, "title": only["title"] or heading}
    flat = [inner for part in charts for inner in (part["elements"] if part["type"] == "several" else [part])]
    return several({"title": heading}, flat)


def twins(shown):
    """The axes in their order, in lists: those that lie over others with a vertical axis of their own are in the list of these."""
    groups = []
    for axes in shown:
        group = next((group for group in groups if is_twin(group[0], axes)), None)
        if group is None:
            groups.append([axes])
        else:
            group.append(axes)
    return groups


def is_twin(axes, other):
    """Whether they have one place and one horizontal axis, as `twinx` makes them."""
    return axes.get_shared_x_axes().joined(axes, other) and axes.get_position().bounds == other.get_position().bounds


def is_colorbar(axes):
    return axes.get_label() == "<colorbar>" or hasattr(axes, "_colorbar")


def parts_of(axes):
    """`(head, kinds)` of one axes: what every chart in it has in common, and the marks by kind. None where it is empty."""
    x, y = Axis(axes, "x"), Axis(axes, "y")
    kinds = marks.kinds_of(axes, x, y)
    if not kinds:
        return None
    title = next((text for where in ("center", "left", "right") if (text := plain(axes.get_title(loc=where)))), "")
    head = {"title": title}
    for name, axis in (("x", x), ("y", y), *([("z", Axis(axes, "z"))] if axes.name == "3d" else [])):
        # A pie has axes that nobody sees.
        hidden = kinds[0].type == "pie"
        label = "" if hidden else plain(getattr(axes, f"get_{name}label")())
        head.update({f"{name}Label": label, f"{name}Unit": unit(label), f"{name}Scale": axis.scale, f"{name}Ticks": [] if hidden else axis.ticks()})
    return {**head, **(polar(axes, x) if axes.name == "polar" else {})}, kinds


def polar(axes, angles):
    """What is said of axes polar: where the angle zero is, which way they go, and what the code has written at angles."""
    found = {"polar": True}
    if start := float(axes.get_theta_offset()):
        found["zeroAt"] = start
    if axes.get_theta_direction() == -1:
        found["clockwise"] = True
    if words := [[place, text] for place, text in angles.fixed_words().items() if text]:
        found["angles"] = words[:MOST_ANGLES]
    return found


def combined(head, charts):
    return charts[0] if len(charts) == 1 else several(head, charts)


def several(head, charts):
    empty = {"title": "", "xLabel": "", "xUnit": "", "xScale": "linear", "yLabel": "", "yUnit": "", "yScale": "linear", "xTicks": [], "yTicks": []}
    return {"type": "several", **empty, **head, "elements": charts}
