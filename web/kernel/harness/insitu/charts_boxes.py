"""Box plots, detected by their shape, since matplotlib does not record which lines belong to one
box.
"""

from __future__ import annotations

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .charts_axis import Axis
    from .charts_legend import Legend

MAX_BOXES = 500


def find_boxes(
    axes: Any, x: Axis, y: Axis, legend: Legend
) -> tuple[list[dict[str, Any]], bool, set[int]]:
    """Returns `(elements, whether they are horizontal, ids of the artists used)`. A box is a
    rectangle with whiskers at the middle of two sides.
    """
    corners = []
    for artist in [*axes.patches, *axes.lines]:
        kind = type(artist).__name__
        if kind == "PathPatch":
            corners.append((artist, artist.get_path().vertices))
        elif hasattr(artist, "get_xdata") and len(artist.get_xdata(orig=False)) in (5, 11):
            corners.append(
                (
                    artist,
                    numpy.column_stack(
                        [artist.get_xdata(orig=False), artist.get_ydata(orig=False)]
                    ).astype(float),
                )
            )
    rectangles = [(artist, places) for artist, places in corners[:MAX_BOXES] if is_box(places)]
    if not rectangles:
        return [], False, set()
    strokes = [
        (
            line,
            numpy.asarray(line.get_xdata(orig=False), float),
            numpy.asarray(line.get_ydata(orig=False), float),
        )
        for line in axes.lines
    ]
    for horizontal in (False, True):
        elements, used = [], set()
        for artist, places in rectangles:
            across, along = (
                (places[:, 1], places[:, 0]) if horizontal else (places[:, 0], places[:, 1])
            )
            # A notch may extend beyond the ends of its box.
            low, high = (along[0], along[5]) if len(along) > 10 else (along.min(), along.max())
            found = box(strokes, (across.min(), across.max(), low, high), horizontal)
            if found is None:
                continue
            element, middle, lines = found
            used |= lines | {id(artist)}
            place = (y if horizontal else x).label(middle)
            named = legend.name(artist)
            element["label"] = (
                f"{place} / {named}" if named and place and named != place else place or named
            )
            elements.append((middle, element))
        if elements:
            # Drawn group by group, so sorted along the axis here.
            return (
                [element for _middle, element in sorted(elements, key=lambda pair: pair[0])],
                horizontal,
                used,
            )
    return [], False, set()


def is_box(places: numpy.ndarray) -> bool:
    """Returns whether the corners are those of an axis-aligned rectangle, with or without notches."""
    if len(places) not in (5, 6, 11, 12) or not numpy.isfinite(places[:5]).all():
        return False
    if len(places) > 10:
        return bool((places[0] == places[10]).all())
    (left, low), (right, high) = places[:4].min(axis=0), places[:4].max(axis=0)
    return (right > left or high > low) and {(x, y) for x, y in places[:4].tolist()} == {
        (left, low),
        (right, low),
        (right, high),
        (left, high),
    }


def box(
    strokes: list[tuple[Any, numpy.ndarray, numpy.ndarray]],
    edges: tuple[float, float, float, float],
    horizontal: bool,
) -> tuple[dict[str, Any], float, set[int]] | None:
    """Returns `(element, middle, ids of its lines)` of the box with these `edges`: `left` and
    `right` across the axis, `low` and `high` along the values. Returns None if it does not have
    two whiskers.
    """
    left, right, low, high = edges
    middle, slack = (left + right) / 2, (right - left) * 1e-6
    whiskers, outliers, lines = [], [], set()
    median, widest = None, 0.0
    for line, xs, ys in strokes:
        across, along = (ys, xs) if horizontal else (xs, ys)
        if not len(across):
            continue
        if len(across) == 2 and abs(across - middle).max() <= slack:
            if along[0] in (low, high):
                whiskers.append(float(along[1]))
                lines.add(id(line))
        elif (
            len(across) == 2
            and along[0] == along[1]
            and across.min() >= left - slack
            and across.max() <= right + slack
        ):
            # Caps are narrower than the median's line, and drawn before it.
            lines.add(id(line))
            if low <= along[0] <= high and numpy.ptp(across) >= widest - slack:
                median, widest = float(along[0]), numpy.ptp(across)
        elif (
            line.get_linestyle() in ("None", "none", " ", "")
            and abs(across - middle).max() <= slack
        ):
            lines.add(id(line))
            if (along > max([high, *whiskers])).any() or (along < min([low, *whiskers])).any():
                outliers = sorted(along[numpy.isfinite(along)].tolist())[:1000]
    if len(whiskers) != 2:
        return None
    element = {
        "label": "",
        "min": min(whiskers),
        "firstQuartile": float(low),
        "median": median,
        "thirdQuartile": float(high),
        "max": max(whiskers),
        "outliers": outliers,
    }
    return element, middle, lines
