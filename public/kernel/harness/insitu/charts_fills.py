"""Filled shapes that stand for numbers: layers of a stacked area, and histograms drawn as one outline."""

import math

import numpy

MOST_LAYERS = 100


def layers(axes):
    """`(collection, positions, lower edge, upper edge)` of each area between two lines over the x axis."""
    found = []
    for fill in list(axes.collections)[:MOST_LAYERS]:
        if type(fill).__name__ != "FillBetweenPolyCollection" or not fill.get_visible() or getattr(fill, "t_direction", "x") != "x" or len(fill.get_paths()) != 1:
            continue
        corners = fill.get_paths()[0].vertices
        # One way along the first line, and back along the second, with a corner before each and one to close it.
        count = (len(corners) - 3) // 2
        one, other = corners[1 : count + 1], corners[count + 2 : 2 * count + 2][::-1]
        if count > 1 and len(one) == len(other) and numpy.array_equal(one[:, 0], other[:, 0]):
            found.append((fill, one[:, 0], one[:, 1], other[:, 1]))
    return found


def heights(areas):
    """`([(place in areas, height)], whether they stand on each other)` of the areas that begin at zero or where another one ends."""
    # Compared as they lie in memory, where negative zero would be another number.
    keys = [[(positions + 0.0).tobytes() + (edge + 0.0).tobytes() for edge in (one, other)] for _fill, positions, one, other in areas]
    tops, found = set(), {}
    # As often as one more has found what it stands on.
    for _ in areas:
        before = len(found)
        for at, (_fill, _positions, *edges) in enumerate(areas):
            if at in found:
                continue
            base = next((side for side in (0, 1) if not edges[side].any()), None)
            if base is None:
                base = next((side for side in (0, 1) if keys[at][side] in tops), None)
            if base is not None:
                found[at] = (tidied(edges[1 - base], edges[base]), bool(edges[base].any()))
                tops.add(keys[at][1 - base])
        if len(found) == before:
            break
    chained = len(areas) > 1 and all(numpy.array_equal(below[1], above[1]) and numpy.array_equal(below[3], above[2]) for below, above in zip(areas, areas[1:]))
    if not found and chained:
        return [(at, tidied(other, one)) for at, (_fill, _positions, one, other) in enumerate(areas)], True
    return [(at, found[at][0]) for at in sorted(found)], any(stands for _height, stands in found.values())


def tidied(top, base):
    """The height between two edges, without the last digits, which adding up has left."""
    largest = numpy.nanmax(numpy.abs([top, base]), initial=0)
    return numpy.round(top - base, 14 - math.ceil(math.log10(largest))) if base.any() and 0 < largest < math.inf else top - base


def stacked_lines(areas, lines):
    """The heights of the layers whose upper edges the `lines` (pairs of arrays) are, or None where they are no such edges."""
    if len(areas) < 2 or len(areas) != len(lines):
        return None
    heights = []
    for (_fill, positions, one, other), (xs, ys) in zip(areas, lines):
        edges = (one, other) if numpy.array_equal(other, ys) else (other, one)
        if not (numpy.array_equal(edges[1], ys) and numpy.array_equal(positions, xs)):
            return None
        heights.append(edges[1] - edges[0])
    # Two lines with something between them do not stand on each other.
    total = lines[-1][1]
    if not numpy.allclose(numpy.sum(heights, axis=0), total):
        return None
    # What was added up and is taken apart again differs in its last digits.
    largest = numpy.nanmax(numpy.abs(total), initial=0)
    return [numpy.round(height, 14 - math.ceil(math.log10(largest))) for height in heights] if largest else heights


def outlines(axes):
    """`(patch, values, edges)` of each histogram that is one shape."""
    found = []
    for patch in list(axes.patches)[:MOST_LAYERS]:
        kind = type(patch).__name__
        if not patch.get_visible():
            continue
        if kind == "StepPatch":
            values, edges, _base = patch.get_data()
            if patch.orientation == "vertical":
                found.append((patch, numpy.asarray(values, dtype=float), numpy.asarray(edges, dtype=float)))
        elif kind == "Polygon":
            corners = numpy.asarray(patch.get_xy(), dtype=float)
            # There and, where it is filled, back again.
            count = (len(corners) - 2) // 2 if len(corners) % 2 == 0 else (len(corners) - 1) // 4
            there = corners[: 2 * count + 2]
            edges, values = there[0::2, 0], there[1:-1:2, 1]
            if count > 0 and len(there) == 2 * count + 2 and numpy.array_equal(edges, there[1::2, 0]) and numpy.array_equal(values, there[2::2, 1]) and (numpy.diff(edges) > 0).all():
                found.append((patch, values, edges))
    return found
