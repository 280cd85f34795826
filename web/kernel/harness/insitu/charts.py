"""Converts a matplotlib figure to data: the type of chart of each axes, and the numbers in it.

Combines the parts into one chart; `charts_axis` reads an axis, `charts_marks` reads marks. Draws
nothing, changes nothing, and imports matplotlib only through the given figure.
"""

from __future__ import annotations

import itertools
import warnings

from . import charts_marks as marks
from .charts_axis import Axis, plain, unit
from .charts_complete import completeness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .charts_marks import Kind

# Points of all elements of a figure together, and of one element.
MAX_POINTS = 40_000
MAX_POINTS_OF_ONE = 5_000
# Axes of one figure that are read.
MAX_AXES = 64
# Labels at the angles of polar axes.
MAX_ANGLES = 100


def chart(figure: Any) -> dict[str, Any] | None:
    """Returns the figure as a chart, or None if it contains no known marks. Raises nothing
    except an interrupt.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return of_figure(figure)
    except KeyboardInterrupt:
        raise
    except BaseException:
        return None


def of_figure(figure: Any) -> dict[str, Any] | None:
    shown = [
        axes
        for axes in itertools.islice(figure.axes, MAX_AXES)
        if axes.get_visible() and not is_colorbar(axes)
    ]
    found = []
    groups = twins(shown)
    for group in groups:
        parts = [part for part in map(parts_of, group) if part is not None]
        found += [*parts[:1], *(({**head, "over": True}, kinds) for head, kinds in parts[1:])]
    if not found:
        return None
    count = sum(len(kind.series) for _head, kinds in found for kind in kinds)
    most = max(2, min(MAX_POINTS_OF_ONE, MAX_POINTS // max(count, 1)))
    charts = [combined(head, [kind.chart(head, most) for kind in kinds]) for head, kinds in found]
    heading = plain(figure.get_suptitle())
    if len(charts) == 1:
        only = charts[0]
        chart = {**only, "title": only["title"] or heading}
        return {**chart, **completeness(figure, groups, chart)}
    flat = [
        inner
        for part in charts
        for inner in (part["elements"] if part["type"] == "several" else [part])
    ]
    chart = several({"title": heading}, flat)
    return {**chart, **completeness(figure, groups, chart)}


def twins(shown: list[Any]) -> list[list[Any]]:
    """Groups axes, in their order: axes that overlay others with a second vertical axis are in the
    same group.
    """
    groups = []
    for axes in shown:
        group = next((group for group in groups if is_twin(group[0], axes)), None)
        if group is None:
            groups.append([axes])
        else:
            group.append(axes)
    return groups


def is_twin(axes: Any, other: Any) -> bool:
    """Returns whether both have the same position and share the horizontal axis, as after `twinx`."""
    return (
        axes.get_shared_x_axes().joined(axes, other)
        and axes.get_position().bounds == other.get_position().bounds
    )


def is_colorbar(axes: Any) -> bool:
    return axes.get_label() == "<colorbar>" or hasattr(axes, "_colorbar")


def parts_of(axes: Any) -> tuple[dict[str, Any], list[Kind]] | None:
    """Returns `(head, kinds)` of one axes: the fields that all charts in it share, and the marks by
    kind. Returns None if it is empty.
    """
    x, y = Axis(axes, "x"), Axis(axes, "y")
    kinds = marks.kinds_of(axes, x, y)
    if not kinds:
        return None
    title = next(
        (
            text
            for where in ("center", "left", "right")
            if (text := plain(axes.get_title(loc=where)))
        ),
        "",
    )
    head: dict[str, Any] = {"title": title}
    for name, axis in (
        ("x", x),
        ("y", y),
        *([("z", Axis(axes, "z"))] if axes.name == "3d" else []),
    ):
        # The axes of a pie are invisible.
        hidden = kinds[0].type == "pie"
        label = "" if hidden else plain(getattr(axes, f"get_{name}label")())
        head.update(
            {
                f"{name}Label": label,
                f"{name}Unit": unit(label),
                f"{name}Scale": axis.scale,
                f"{name}Ticks": [] if hidden else axis.ticks(),
            }
        )
    if axes.name == "polar":
        return {**head, **polar(axes, x)}, kinds
    if axes.name == "3d" or kinds[0].type == "pie":
        return head, kinds
    return {**head, **view(axes, (("x", x), ("y", y)))}, kinds


def view(axes: Any, scales: tuple[tuple[str, Axis], ...]) -> dict[str, Any]:
    """Returns the fields of what the code has set: limits and directions of the axes, and the title
    of the legend.
    """
    found: dict[str, Any] = {}
    for name, axis in scales:
        if axis.is_reversed():
            found[f"{name}Reversed"] = True
        if (limits := axis.limits()) is not None:
            found[f"{name}Limits"] = limits
    legend = axes.get_legend()
    title = plain(legend.get_title().get_text()) if legend is not None else ""
    return {**found, "legendTitle": title} if title not in ("", "None") else found


def polar(axes: Any, angles: Axis) -> dict[str, Any]:
    """Returns the fields of polar axes: the position of angle zero, the direction, and the labels
    that the code has set at angles.
    """
    found: dict[str, Any] = {"polar": True}
    if start := float(axes.get_theta_offset()):
        found["zeroAt"] = start
    if axes.get_theta_direction() == -1:
        found["clockwise"] = True
    if labels := [[place, text] for place, text in angles.fixed_labels().items() if text]:
        found["angles"] = labels[:MAX_ANGLES]
    return found


def combined(head: dict[str, Any], charts: list[dict[str, Any]]) -> dict[str, Any]:
    return charts[0] if len(charts) == 1 else several(head, charts)


def several(head: dict[str, Any], charts: list[dict[str, Any]]) -> dict[str, Any]:
    empty = {
        "title": "",
        "xLabel": "",
        "xUnit": "",
        "xScale": "linear",
        "yLabel": "",
        "yUnit": "",
        "yScale": "linear",
        "xTicks": [],
        "yTicks": [],
    }
    return {"type": "several", **empty, **head, "elements": charts}
