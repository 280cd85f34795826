"""Filled shapes with data: the layers of stacked areas, and histograms that are drawn as one
outline.
"""

from __future__ import annotations

import itertools
import math

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_LAYERS = 100


def layers(axes: Any) -> list[tuple[Any, numpy.ndarray, numpy.ndarray, numpy.ndarray]]:
    """Returns `(collection, positions, one edge, other edge)` of each area between two lines over
    the x axis.
    """
    found = []
    for fill in list(axes.collections)[:MAX_LAYERS]:
        if (
            type(fill).__name__ != "FillBetweenPolyCollection"
            or not fill.get_visible()
            or getattr(fill, "t_direction", "x") != "x"
            or len(fill.get_paths()) != 1
        ):
            continue
        corners = fill.get_paths()[0].vertices
        # The outline follows the first line, and returns along the second, with a corner before
        # each and one that closes it.
        count = (len(corners) - 3) // 2
        one, other = corners[1 : count + 1], corners[count + 2 : 2 * count + 2][::-1]
        if count > 1 and len(one) == len(other) and numpy.array_equal(one[:, 0], other[:, 0]):
            found.append((fill, one[:, 0], one[:, 1], other[:, 1]))
    return found


def heights(
    areas: list[tuple[Any, numpy.ndarray, numpy.ndarray, numpy.ndarray]],
) -> tuple[list[tuple[int, numpy.ndarray]], bool]:
    """Returns `([(index in areas, height)], whether they are stacked)` of the areas that begin at
    zero or at the edge of another one.
    """
    # Compared as bytes, so `+ 0.0` turns negative zeros into positive ones.
    keys = [
        [(positions + 0.0).tobytes() + (edge + 0.0).tobytes() for edge in (one, other)]
        for _fill, positions, one, other in areas
    ]
    tops, found = set(), {}
    # Repeats until no further area has a known base.
    for _ in areas:
        before = len(found)
        for at, (_fill, _positions, *edges) in enumerate(areas):
            if at in found:
                continue
            base = next((side for side in (0, 1) if not edges[side].any()), None)
            if base is None:
                base = next((side for side in (0, 1) if keys[at][side] in tops), None)
            if base is not None:
                found[at] = (height_between(edges[1 - base], edges[base]), bool(edges[base].any()))
                tops.add(keys[at][1 - base])
        if len(found) == before:
            break
    chained = len(areas) > 1 and all(
        numpy.array_equal(below[1], above[1]) and numpy.array_equal(below[3], above[2])
        for below, above in itertools.pairwise(areas)
    )
    if not found and chained:
        return [
            (at, height_between(other, one))
            for at, (_fill, _positions, one, other) in enumerate(areas)
        ], True
    return [(at, found[at][0]) for at in sorted(found)], any(
        stacked for _height, stacked in found.values()
    )


def height_between(top: numpy.ndarray, base: numpy.ndarray) -> numpy.ndarray:
    """Returns the height between two edges, rounded to remove the floating-point error of stacking."""
    largest = numpy.nanmax(numpy.abs([top, base]), initial=0)
    return (
        numpy.round(top - base, 14 - math.ceil(math.log10(largest)))
        if base.any() and 0 < largest < math.inf
        else top - base
    )


def stacked_lines(
    areas: list[tuple[Any, numpy.ndarray, numpy.ndarray, numpy.ndarray]],
    lines: list[tuple[numpy.ndarray, numpy.ndarray]],
) -> list[numpy.ndarray] | None:
    """Returns the heights of the layers whose upper edges are the `lines` (pairs of arrays), or
    None if the lines are not such edges.
    """
    if len(areas) < 2 or len(areas) != len(lines):
        return None
    heights = []
    for (_fill, positions, one, other), (xs, ys) in zip(areas, lines):
        edges = (one, other) if numpy.array_equal(other, ys) else (other, one)
        if not (numpy.array_equal(edges[1], ys) and numpy.array_equal(positions, xs)):
            return None
        heights.append(edges[1] - edges[0])
    # Lines with a filled band between them are not stacked.
    total = lines[-1][1]
    if not numpy.allclose(numpy.sum(heights, axis=0), total):
        return None
    # Removes the floating-point error of stacking.
    largest = numpy.nanmax(numpy.abs(total), initial=0)
    return (
        [numpy.round(height, 14 - math.ceil(math.log10(largest))) for height in heights]
        if largest
        else heights
    )


def outlines(axes: Any) -> list[tuple[Any, numpy.ndarray, numpy.ndarray]]:
    """Returns `(patch, values, edges)` of each histogram that is one shape."""
    found = []
    for patch in list(axes.patches)[:MAX_LAYERS]:
        kind = type(patch).__name__
        if not patch.get_visible():
            continue
        if kind == "StepPatch":
            values, edges, _base = patch.get_data()
            if patch.orientation == "vertical":
                found.append(
                    (patch, numpy.asarray(values, dtype=float), numpy.asarray(edges, dtype=float))
                )
        elif kind == "Polygon":
            corners = numpy.asarray(patch.get_xy(), dtype=float)
            # The outline goes forward and, if it is filled, back again.
            count = (len(corners) - 2) // 2 if len(corners) % 2 == 0 else (len(corners) - 1) // 4
            there = corners[: 2 * count + 2]
            edges, values = there[0::2, 0], there[1:-1:2, 1]
            if (
                count > 0
                and len(there) == 2 * count + 2
                and numpy.array_equal(edges, there[1::2, 0])
                and numpy.array_equal(values, there[2::2, 1])
                and (numpy.diff(edges) > 0).all()
            ):
                found.append((patch, values, edges))
    return found
