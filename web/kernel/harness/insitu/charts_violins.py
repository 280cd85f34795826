"""Violin plots, detected by their shape: symmetric bodies, and the lines in them that mark
statistics.

A statistic without a line is None: a body's outline is a density estimate, from which no exact
number can be read.
"""

from __future__ import annotations

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .charts_axis import Axis
    from .charts_legend import Legend

MAX_VIOLINS = 200


def find_violins(
    axes: Any, x: Axis, y: Axis, legend: Legend
) -> tuple[list[dict[str, Any]], bool, set[int]]:
    """Returns `(elements, whether they are horizontal, ids of the artists used)`."""
    bodies = [
        body for fill in list(axes.collections)[:MAX_VIOLINS] if (body := body_of(fill)) is not None
    ]
    if not bodies:
        return [], False, set()
    horizontal = bodies[0].horizontal
    bodies = [body for body in bodies if body.horizontal == horizontal]
    across = y if horizontal else x
    facts = by_collections(axes, bodies, horizontal) or [by_lines(axes, body) for body in bodies]
    elements = []
    for body, numbers in sorted(zip(bodies, facts), key=lambda pair: pair[0].middle):
        if numbers is None:
            continue
        place, named = across.label(body.middle), legend.name(body.fill)
        label = f"{place} / {named}" if named and place and named != place else place or named
        empty = {
            "min": None,
            "firstQuartile": None,
            "median": None,
            "thirdQuartile": None,
            "max": None,
            "mean": None,
        }
        elements.append({"label": label, **empty, **numbers})
    return elements, horizontal, {id(body.fill) for body in bodies} if elements else set()


class Body:
    """The outline of a violin: its width at each of `places`, and their range `low` to `high` along
    the values.
    """

    def __init__(
        self,
        fill: Any,
        horizontal: bool,
        middle: float,
        places: numpy.ndarray,
        widths: numpy.ndarray,
    ) -> None:
        self.fill, self.horizontal, self.middle = fill, horizontal, middle
        self.places, self.widths = places, widths
        self.low, self.high = places.min(), places.max()


def body_of(fill: Any) -> Body | None:
    """Returns the fill as a violin's body, or None if it is not symmetric."""
    if (
        type(fill).__name__ != "FillBetweenPolyCollection"
        or not fill.get_visible()
        or len(fill.get_paths()) != 1
    ):
        return None
    horizontal = fill.t_direction == "x"
    corners = fill.get_paths()[0].vertices if horizontal else fill.get_paths()[0].vertices[:, ::-1]
    count = (len(corners) - 3) // 2
    one, other = corners[1 : count + 1], corners[count + 2 : 2 * count + 2][::-1]
    if count < 10 or len(one) != len(other) or not numpy.isfinite(corners).all():
        return None
    middles, widths = (one[:, 1] + other[:, 1]) / 2, numpy.abs(one[:, 1] - other[:, 1])
    if (
        not numpy.array_equal(one[:, 0], other[:, 0])
        or numpy.ptp(middles) > 1e-9 * max(widths.max(), 1e-9)
        or not widths.max() > 0
    ):
        return None
    return Body(fill, horizontal, float(numpy.median(middles)), one[:, 0], widths)


def by_collections(
    axes: Any, bodies: list[Body], horizontal: bool
) -> list[dict[str, float]] | None:
    """Returns the statistics of violins that matplotlib has drawn: after all bodies the means, the
    ends, the medians and the quantiles, each as a collection with one line per violin. Returns None
    for other collections.
    """
    drawn = [
        strokes
        for fill in axes.collections
        if type(fill).__name__ == "LineCollection"
        and (strokes := strokes_of(fill, horizontal)) is not None
    ]
    middles = numpy.array([body.middle for body in bodies])
    for at, (highs, lows, bars) in enumerate(zip(drawn, drawn[1:], drawn[2:])):
        if not (
            len(highs) == len(lows) == len(bars) == len(bodies)
            and numpy.allclose(bars[:, :, 0], middles[:, None])
        ):
            continue
        low, high = lows[:, 0, 1], highs[:, 0, 1]
        if not (
            flat(lows)
            and flat(highs)
            and numpy.array_equal(bars[:, 0, 1], low)
            and numpy.array_equal(bars[:, 1, 1], high)
        ):
            continue
        # Exactly one such collection before the ends is the means; several are other lines.
        before = [strokes for strokes in drawn[:at] if same_places(strokes, highs)]
        after = [strokes for strokes in drawn[at + 3 :] if flat(strokes)]
        facts = [{"min": float(low[n]), "max": float(high[n])} for n in range(len(bodies))]
        if len(before) == 1:
            put(facts, "mean", before[0])
        if after and same_places(after[0], highs) and are_medians(bodies, after[0][:, 0, 1]):
            put(facts, "median", after[0])
        return facts
    return None


def strokes_of(collection: Any, horizontal: bool) -> numpy.ndarray | None:
    """Returns lines of two points each as an array of (line, end, across or along), or None."""
    segments = collection.get_segments()
    if not segments or any(len(segment) != 2 for segment in segments):
        return None
    strokes = numpy.array(segments, dtype=float)
    return strokes[:, :, ::-1] if horizontal else strokes


def flat(strokes: numpy.ndarray) -> bool:
    return bool((strokes[:, 0, 1] == strokes[:, 1, 1]).all())


def same_places(strokes: numpy.ndarray, others: numpy.ndarray) -> bool:
    return (
        flat(strokes)
        and len(strokes) == len(others)
        and numpy.array_equal(strokes[:, :, 0], others[:, :, 0])
    )


def put(facts: list[dict[str, float]], name: str, strokes: numpy.ndarray) -> None:
    for fact, value in zip(facts, strokes[:, 0, 1].tolist()):
        fact[name] = value


def are_medians(bodies: list[Body], values: numpy.ndarray) -> bool:
    """Returns whether the values can be the medians: quantiles without medians look the same, but
    do not halve the bodies.
    """
    shares = [
        body.widths[body.places <= value].sum() / body.widths.sum()
        for body, value in zip(bodies, values)
    ]
    return bool(0.3 <= numpy.mean(shares) <= 0.7)


def by_lines(axes: Any, body: Body) -> dict[str, float] | None:
    """Returns the statistics of a violin that seaborn has drawn: a small box plot in the middle, or
    lines across at the quartiles. Returns None if there are neither.
    """
    along, across = [], []
    for line in axes.lines:
        places = numpy.column_stack(
            [line.get_xdata(orig=False), line.get_ydata(orig=False)]
        ).astype(float)
        places = places[:, ::-1] if body.horizontal else places
        if not len(places) or len(places) > 2 or not numpy.isfinite(places).all():
            continue
        values, sides = places[:, 1], places[:, 0]
        slack = body.widths.max() * 1e-6
        if not (body.low <= values.min() and values.max() <= body.high):
            continue
        if numpy.abs(sides - body.middle).max() <= slack:
            along.append(values)
        elif (
            len(values) == 2
            and values[0] == values[1]
            and abs(sides.mean() - body.middle) <= slack
            and numpy.ptp(sides) <= body.widths.max() + slack
        ):
            across.append(float(values[0]))
    if [len(values) for values in along] == [2, 2, 1] and not across:
        (low, high), (first, third), (median,) = (sorted(values.tolist()) for values in along)
        if low <= first <= median <= third <= high:
            return {
                "min": low,
                "firstQuartile": first,
                "median": median,
                "thirdQuartile": third,
                "max": high,
            }
    if len(across) == 3 and not along and across == sorted(across):
        return dict(zip(("firstQuartile", "median", "thirdQuartile"), across))
    return None
