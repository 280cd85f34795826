"""Grouped bars: detects which bars belong to one position of the axis, and computes that position.

Matplotlib does not know groups. Code, and `hist` itself, offsets each series; the group's position
is the middle of all.
"""

from __future__ import annotations

import itertools

import numpy

# The gap between two groups is at least this multiple of the gap between two bars of a group.
GAP_RATIO = 1.5


def middles(series: list[tuple[numpy.ndarray, numpy.ndarray]]) -> list[numpy.ndarray]:
    """Returns the positions of the bars of each series, given as `(starts, widths)`: the middles of
    their groups, or of the bars.
    """
    own = [starts + widths / 2 for starts, widths in series]
    alike = {}
    for at, (starts, widths) in enumerate(series):
        if len(starts) > 1 and numpy.isfinite(starts).all() and numpy.isfinite(widths).all():
            alike.setdefault(len(starts), []).append(at)
    for members in alike.values():
        found = group([series[at] for at in members])
        if found is not None:
            for at in members:
                own[at] = found
    return own


def group(series: list[tuple[numpy.ndarray, numpy.ndarray]]) -> numpy.ndarray | None:
    """Returns the middles of the groups that these series of the same length form, or None if
    they form none.
    """
    first, widths = series[0]
    wide = float(numpy.abs(widths).max())
    slack = wide * 1e-6
    offsets = []
    for starts, others in series:
        moved = starts - first
        if (
            numpy.ptp(moved) > slack
            or numpy.abs(others - widths).max() > slack
            or numpy.ptp(widths) > slack
        ):
            return None
        if not any(abs(moved[0] - known) <= slack for known in offsets):
            offsets.append(float(moved[0]))
    if len(offsets) < 2:
        return None
    offsets.sort()
    within = max(late - early - wide for early, late in itertools.pairwise(offsets))
    between = (
        float(numpy.abs(numpy.diff(numpy.sort(first))).min()) - (offsets[-1] - offsets[0]) - wide
    )
    if between <= slack or within * GAP_RATIO > between or within < -0.5 * wide:
        return None
    return first + (offsets[0] + offsets[-1] + wide) / 2
