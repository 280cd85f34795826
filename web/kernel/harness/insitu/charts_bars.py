"""Bars with their data: grouped, stacked, histograms, with error bars, and with a base other than
zero.
"""

from __future__ import annotations

import math

import numpy

from .charts_axis import number_text, numbers, plain
from .charts_fills import outlines
from .charts_groups import middles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .charts_axis import Axis
    from .charts_legend import Legend

MAX_BARS = 5_000


def bar_elements(
    axes: Any, x: Axis, y: Axis, legend: Legend
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns `(elements, options)` of all bars; the options are `horizontal` and `stacked`."""
    elements, options, ends = [], {}, {}
    found = list(series_of(axes))
    places = middles([(starts, widths) for _container, _bars, _flat, starts, widths in found])
    texts = texts_of_bars(axes, found)
    for (container, bars, flat, starts, widths), middle in zip(found, places):
        if flat:
            options["horizontal"] = True
        along = y if flat else x
        # Rounded, since stacking adds and subtracts the base, which leaves a floating-point error.
        values = numbers(
            [float(f"{bar.get_width() if flat else bar.get_height():.14g}") for bar in bars]
        )
        # The label of a histogram is on its first bar.
        named_first = len(bars) > 1 and plain(bars[1].get_label()).startswith("_")
        group = legend.name(bars[0], container.get_label()) or (
            legend.name(bars[0]) if named_first else ""
        )
        # Bars of one series with separate labels are separate groups.
        groups = [group] * len(bars)
        if sum(not plain(bar.get_label()).startswith("_") for bar in bars) > 1:
            groups = [legend.name(bar) for bar in bars]
        bases = [float(bar.get_x() if flat else bar.get_y()) for bar in bars]
        on_others = any(
            base and ends.get(tidy(start)) == tidy(base) for start, base in zip(starts, bases)
        )
        if on_others:
            options["stacked"] = True
        scale = x if flat else y
        errors = errors_of(container, values, scale, flat)
        ends.update(
            {
                tidy(start): tidy(base + value)
                for start, base, value in zip(starts, bases, values)
                if value
            }
        )
        binned = not along.names and len(bars) > 1 and touching(starts, widths)
        labels = along.labels(middle)
        for at, (start, width, value, base, label, group) in enumerate(
            zip(starts, widths, values, bases, labels, groups)
        ):
            if not value and is_between(along, start, width):
                continue
            element = (
                bin_of(along, start, start + width, group, value)
                if binned
                else {"label": label, "group": group, "value": value}
            )
            if base and not on_others:
                element["base"] = scale.values([tidy(base)])[0]
            if errors:
                element["error"] = errors[at]
            if (text := texts.get(id(bars[at]))) is not None:
                element["text"] = plain(text.get_text())
            elements.append(element)
    for patch, values, edges in outlines(axes):
        group = legend.name(patch)
        elements += [
            bin_of(x, start, end, group, value)
            for start, end, value in zip(edges, edges[1:], numbers(values[:MAX_BARS]))
        ]
    return elements[:MAX_BARS], options


def series_of(axes: Any) -> Iterator[tuple[Any, list[Any], bool, numpy.ndarray, numpy.ndarray]]:
    """Yields each series of bars as `(container, bars, whether they are horizontal, starts,
    widths)`.
    """
    for container in axes.containers:
        if type(container).__name__ != "BarContainer":
            continue
        bars = [bar for bar in container.patches if bar.axes is axes and bar.get_visible()][
            :MAX_BARS
        ]
        if bars:
            flat = container.orientation == "horizontal"
            starts = numpy.array([float(bar.get_y() if flat else bar.get_x()) for bar in bars])
            widths = numpy.array(
                [float(bar.get_height() if flat else bar.get_width()) for bar in bars]
            )
            yield container, bars, flat, starts, widths


def texts_of_bars(axes: Any, found: list[tuple[Any, ...]]) -> dict[int, Any]:
    """Returns the text that the code has put at a bar, by the bar's id. A text between bars, at
    several of them, or one of several at one bar belongs to none.
    """
    written = [(text, place) for text in axes.texts if (place := place_of(axes, text)) is not None]
    if not written or len(written) > MAX_BARS:
        return {}
    flags = {flat for _container, _bars, flat, _starts, _widths in found}
    if len(flags) != 1:
        return {}
    flat = flags.pop()
    bars = [bar for _container, drawn, *_rest in found for bar in drawn]
    starts, widths = (numpy.concatenate([part[at] for part in found]) for at in (3, 4))
    ends = numpy.array(
        [
            (bar.get_x(), bar.get_x() + bar.get_width())
            if flat
            else (bar.get_y(), bar.get_y() + bar.get_height())
            for bar in bars
        ]
    )
    low, high = ends.min(axis=1), ends.max(axis=1)
    slack = 0.1 * (high.max() - low.min())
    at_bar = {}
    for text, (across, along) in written:
        across, along = (along, across) if flat else (across, along)
        near = numpy.flatnonzero(
            (starts <= across)
            & (across <= starts + widths)
            & (low - slack <= along)
            & (along <= high + slack)
        )
        if len(near) == 1:
            at_bar.setdefault(id(bars[near[0]]), []).append(text)
    return {bar: texts[0] for bar, texts in at_bar.items() if len(texts) == 1}


def place_of(axes: Any, text: Any) -> tuple[float, float] | None:
    """Returns the position of a visible text in data coordinates, or None if it is placed
    otherwise, or points at something.
    """
    if not text.get_visible() or not text.get_text() or "\n" in text.get_text():
        return None
    if hasattr(text, "xycoords"):
        pointed = getattr(text, "arrow_patch", None) is not None
        return None if pointed or text.xycoords != "data" else as_floats(text.xy)
    return as_floats(text.get_position()) if text.get_transform() is axes.transData else None


def as_floats(place: Any) -> tuple[float, float] | None:
    """Returns a position, or None if it is not of numbers."""
    try:
        return float(place[0]), float(place[1])
    except (TypeError, ValueError):
        return None


def is_between(along: Axis, start: float, width: float) -> bool:
    """Returns whether a bar covers no category of a categorical axis, as most bins of a histogram
    of texts do.
    """
    return bool(along.names) and width < 0.5 and not math.ceil(start - 1e-9) < start + width - 1e-9


def broken_bars(collection: Any, x: Axis, y: Axis, legend: Legend) -> list[dict[str, Any]]:
    """Returns the rectangles of a `broken_barh`, all of one height, as bars with a base."""
    if type(collection).__name__ != "PolyCollection" or collection.get_array() is not None:
        return []
    corners = [path.vertices for path in collection.get_paths()[:MAX_BARS]]
    if not corners or any(
        len(one) != 5
        or len(numpy.unique(one[:, 0])) > 2
        or not numpy.array_equal(numpy.unique(one[:, 1]), numpy.unique(corners[0][:, 1]))
        for one in corners
    ):
        return []
    group, label = (
        legend.name(collection),
        y.label((corners[0][:, 1].min() + corners[0][:, 1].max()) / 2),
    )
    spans = [(float(one[:, 0].min()), float(one[:, 0].max())) for one in corners]
    return [
        {"label": label, "group": group, "value": tidy(end - start), "base": x.values([start])[0]}
        for start, end in spans
    ]


def errors_of(container: Any, values: list[Any], scale: Axis, flat: bool) -> list[Any] | None:
    """Returns the ends of the bars' error bars, or None if they have none."""
    drawn = container.errorbar.lines[2] if container.errorbar is not None else ()
    segments = drawn[0].get_segments() if len(drawn) == 1 else []
    if len(segments) != len(values) or any(len(segment) != 2 for segment in segments):
        return None
    return [scale.values(segment[:, 0 if flat else 1]) for segment in segments]


def touching(starts: numpy.ndarray, widths: numpy.ndarray) -> bool:
    """Returns whether each bar begins at the end of the previous one, as the bins of a histogram
    do.
    """
    slack = numpy.abs(widths).max() * 1e-6
    return bool((numpy.abs(starts[:-1] + widths[:-1] - starts[1:]) <= slack).all())


def bin_of(along: Axis, start: float, end: float, group: str, value: Any) -> dict[str, Any]:
    """Returns a bar of a histogram."""
    if along.scale == "datetime":
        return {"label": f"{along.label(start)}–{along.label(end)}", "group": group, "value": value}
    return {
        "label": f"{rounded(start, end - start)}–{rounded(end, end - start)}",
        "group": group,
        "value": value,
        "from": tidy(start),
        "to": tidy(end),
    }


def rounded(value: Any, width: float) -> str:
    """Formats the edge of a bin with enough digits to distinguish bins of that width."""
    return number_text(
        round(value, max(0, 2 - math.floor(math.log10(width)))) if width > 0 else value
    )


def tidy(value: Any) -> float:
    """Rounds a number to remove floating-point error."""
    return float(number_text(value))
