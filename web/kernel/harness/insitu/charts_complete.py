"""Whether a chart has everything that its figure shows, so that it can be drawn in its place.

What is not known to be in the chart is taken for missing: other shapes and texts, colours and line
styles that tell marks of one series apart, ticks that the code formats, scales that axes share.
"""

from __future__ import annotations

import itertools
import re
import sys

import numpy

from .charts_axis import Axis, plain
from .charts_bars import series_of, texts_of_bars
from .charts_legend import Legend, colour_of
from .charts_marks import data_lines, error_bars, in_data_coordinates, snap_to_categories, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


TYPES = {"line", "scatter", "bar", "pie"}
SCALES = {"linear", "log", "datetime", "categorical"}
# Formatters whose labels are the values themselves.
FORMATTERS = {
    "AutoDateFormatter",
    "ConciseDateFormatter",
    "DateFormatter",
    "LogFormatterSciNotation",
    "PandasAutoDateFormatter",
    "ScalarFormatter",
    "StrCategoryFormatter",
    "TimeSeries_DateFormatter",
}
PLAIN_FORMAT = re.compile(r"\{x(:,?(\.\d+)?[dfg]?)?\}")
PERCENTAGE = re.compile(r"\d+(\.\d+)?\s*%")
# As many as the page has colours for.
MAX_SERIES = 8
# Parts of a figure that the page shows at a size at which they can be read.
MAX_PARTS = 6


def completeness(figure: Any, groups: list[list[Any]], chart: dict[str, Any]) -> dict[str, Any]:
    """Returns the field of a figure's chart that says whether it has everything, as `is_complete`."""
    return {"complete": True} if is_complete(figure, groups, chart) else {}


def is_complete(figure: Any, groups: list[list[Any]], chart: dict[str, Any]) -> bool:
    """Returns whether `chart` has everything that `figure` shows. `groups` are its axes; those that
    overlay each other are in one.
    """
    heading = figure._suptitle
    known = names(chart)
    return not (
        len(groups) > MAX_PARTS
        or (heading and chart["title"] != plain(heading.get_text()))
        or figure.subfigs
        or figure.images
        or figure.lines
        or figure.patches
        or any(text is not heading and text.get_text() for text in figure.texts)
        or any(text not in known for legend in figure.legends for text in texts_of(legend))
        or any(
            is_formula(artist)
            for artist in figure.findobj(lambda one: hasattr(one, "get_parse_math"))
        )
    ) and (
        all(map(is_drawn_alike, singles(chart)))
        and all(
            not is_shared(axes, group) and is_covered(axes, known, alone=len(group) == 1)
            for group in groups
            for axes in group
        )
    )


def singles(chart: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the chart, or those that it consists of."""
    if chart["type"] == "several":
        for part in chart["elements"]:
            yield from singles(part)
    else:
        yield chart


def names(chart: dict[str, Any]) -> set[str]:
    return {
        element.get("group", element["label"])
        for single in singles(chart)
        for element in single["elements"]
    }


def is_drawn_alike(chart: dict[str, Any]) -> bool:
    """Returns whether the page draws the chart as the figure does."""
    elements = chart["elements"]
    if chart["type"] not in TYPES or any("total" in element for element in elements):
        return False
    if chart["type"] == "pie":
        whole = sum(element["angle"] for element in elements)
        return all(element["label"] for element in elements) and abs(whole - 360) < 0.1
    if chart["type"] == "bar":
        # Negative bars of a stack go the other way from zero.
        values = [element["value"] or 0 for element in elements]
        return not chart.get("stacked") or min(values) >= 0
    valued = [element for element in elements if "values" in element]
    return len(elements) <= (1 if valued else MAX_SERIES)


def is_shared(axes: Any, group: list[Any]) -> bool:
    """Returns whether another part of the figure has the same scale, so that both can be
    compared.
    """
    return any(
        all(other is not one for one in group)
        for shared in (axes.get_shared_x_axes(), axes.get_shared_y_axes())
        for other in shared.get_siblings(axes)
    )


def is_formula(text: Any) -> bool:
    written = text.get_text()
    # The powers of ten of a logarithmic axis are matplotlib's own formulas.
    return (
        "$" in written
        and "mathdefault" not in written
        and text.get_visible()
        and text.get_parse_math()
        and bool(sys.modules["matplotlib.cbook"].is_math_text(written))
    )


def texts_of(legend: Any) -> list[str]:
    return [plain(text.get_text()) for text in legend.get_texts()] if legend is not None else []


def is_covered(axes: Any, known: set[str], alone: bool) -> bool:
    """Returns whether everything within the axes is in a chart whose series have the names
    `known`; `alone` says that no other axes overlay these.
    """
    titles = [title for title in titles_of(axes) if title.get_text()]
    if (
        axes.name != "rectilinear"
        or axes.child_axes
        or len(titles) > 1
        or not set(texts_of(axes.get_legend())) <= known
    ):
        return False
    wedges = [patch for patch in visible(axes.patches) if type(patch).__name__ == "Wedge"]
    if wedges:
        return is_plain_pie(axes, wedges, known)
    x, y, legend = Axis(axes, "x"), Axis(axes, "y"), Legend(axes)
    bars = list(series_of(axes))
    # Seaborn draws lines without points for the legend.
    lines = [
        (line, name)
        for line, name in data_lines(axes, legend, set(), decorated=True)
        if not is_empty(line)
    ]
    points = [one for one in visible(axes.collections) if type(one).__name__ == "PathCollection"]
    read = {
        *(id(bar) for _container, drawn, *_rest in bars for bar in drawn),
        *(id(text) for text in texts_of_bars(axes, bars).values()),
        *(id(line) for line, _name in lines),
        *map(id, points),
        *errors_read(axes, x, y),
    }
    series = [
        *(line for line, _name in lines),
        *points,
        *(drawn[0] for _one, drawn, *_rest in bars),
    ]
    colours = [colour_of(one) for one in series]
    return (
        axes.axison
        # Of axes over others, the lower ones show the shared axis.
        and (is_plain_axis(x) or not (alone or x.axis.get_visible()))
        and is_plain_axis(y)
        and len(set(colours)) == len(colours)
        # Without names, the colours of two axes are told apart by their labels.
        and (alone or all(name for _line, name in lines) or not lines)
        and are_plain_bars(bars)
        and all(is_plain_scatter(one, axes, x, y, legend) for one in points)
        and all(id(artist) in read for artist in artists(axes))
    )


def titles_of(axes: Any) -> tuple[Any, Any, Any]:
    return axes.title, axes._left_title, axes._right_title


def artists(axes: Any) -> list[Any]:
    """Returns what is drawn within the axes: without frame, axes, titles, legend, empty texts and
    lines without points.
    """
    frame = {
        id(one)
        for one in (
            axes.patch,
            axes.xaxis,
            axes.yaxis,
            axes.get_legend(),
            *axes.spines.values(),
            *titles_of(axes),
        )
    }
    return [
        one for one in visible(axes.get_children()) if id(one) not in frame and not is_empty(one)
    ]


def is_empty(artist: Any) -> bool:
    if hasattr(artist, "get_xydata"):
        return not numpy.isfinite(artist.get_xydata()).all(axis=1).any()
    return hasattr(artist, "get_parse_math") and not artist.get_text()


def is_plain_axis(axis: Axis) -> bool:
    """Returns whether the labels of an axis follow from its values."""
    formatter = axis.axis.get_major_formatter()
    kind = type(formatter).__name__
    if axis.scale not in SCALES or not axis.axis.get_visible() or not axis.ticks():
        return False
    if axis.names:
        low, high = sorted(axis.axis.get_view_interval())
        return low <= min(axis.names) and max(axis.names) <= high
    if kind == "StrMethodFormatter":
        return PLAIN_FORMAT.fullmatch(formatter.fmt) is not None
    return kind in FORMATTERS


def are_plain_bars(found: Iterable[tuple[Any, ...]]) -> bool:
    """Returns whether the bars of each series look the same, and several series stand beside or on
    each other, as their places say.
    """
    series = list(found)
    for _container, bars, *_rest in series:
        looks = {(tuple(numpy.round(bar.get_facecolor(), 3)), bar.get_hatch()) for bar in bars}
        labelled = [bar for bar in bars if not plain(bar.get_label()).startswith("_")]
        if len(looks) > 1 or len(labelled) > 1:
            return False
    spans = {}
    for _container, bars, flat, starts, widths in series:
        if len(bars) > 1 and numpy.allclose(starts[:-1] + widths[:-1], starts[1:]):
            continue
        for bar, start, width in zip(bars, starts, widths):
            base = round(float(bar.get_x() if flat else bar.get_y()), 9)
            spans.setdefault(base, []).append((float(start), float(start + width)))
    return len({flat for _container, _bars, flat, *_rest in series}) <= 1 and not any(
        following < end - 1e-6
        for at_base in map(sorted, spans.values())
        for (_start, end), (following, _end) in itertools.pairwise(at_base)
    )


def is_plain_scatter(points: Any, axes: Any, x: Axis, y: Axis, legend: Legend) -> bool:
    """Returns whether neither the shapes, colours nor places of the points say more than the
    series have.
    """
    places = numpy.ma.filled(numpy.ma.asarray(points.get_offsets(), dtype=float), numpy.nan)
    colours = numpy.unique(numpy.round(points.get_facecolor(), 3), axis=0)
    sized = len(numpy.unique(points.get_sizes())) > 1
    if (
        not in_data_coordinates(axes, points.get_offset_transform())
        or len(points.get_paths()) > 1
        or (sized and legend.texts)
        or any(
            (snap_to_categories(axis, column) != column)[numpy.isfinite(column)].any()
            for axis, column in zip((x, y), places.reshape(-1, 2).T)
        )
    ):
        return False
    if points.get_array() is not None:
        return type(points.norm).__name__ == "Normalize" and not legend.texts
    # Colours that the legend names are series.
    return len(colours) <= 1 or (not sized and len(colours) <= len(legend.by_colour))


def errors_read(axes: Any, x: Axis, y: Axis) -> set[int]:
    """Returns the ids of the lines and caps of error bars whose ends are in the chart."""
    ends = error_bars(axes, x, y)
    read = set()
    for container in axes.containers:
        drawn = container if type(container).__name__ == "ErrorbarContainer" else None
        if drawn is not None and drawn.lines[0] is not None:
            line, caps, bars = drawn.lines
            if len(ends.get(id(line), ())) == len(bars):
                read |= {id(one) for one in (*caps, *bars)}
        elif type(container).__name__ == "BarContainer" and container.errorbar is not None:
            _line, caps, bars = container.errorbar.lines
            if len(bars) == 1 and len(bars[0].get_segments()) == len(container.patches):
                read |= {id(one) for one in (*caps, *bars)}
    return read


def is_plain_pie(axes: Any, wedges: list[Any], known: set[str]) -> bool:
    """Returns whether the axes show one full pie, with its labels and percentages only."""
    ids = set(map(id, wedges))
    return (
        len({(wedge.r, wedge.width) for wedge in wedges}) == 1
        and all(
            id(one) in ids
            or (
                hasattr(one, "get_text")
                and (plain(one.get_text()) in known or PERCENTAGE.fullmatch(one.get_text().strip()))
            )
            for one in artists(axes)
        )
        and wedges[0].width is None
    )
