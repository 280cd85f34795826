"""The marks inside one axes with their data: lines, points, wedges and heat maps.

Bars, boxes, violins, areas, hexagons, contours, vector fields and 3D marks are in separate modules.
"""

from __future__ import annotations

import math

import numpy

from .charts_3d import kinds_3d
from .charts_axis import Axis, numbers, plain, unit
from .charts_bars import MAX_BARS, bar_elements, broken_bars
from .charts_boxes import find_boxes
from .charts_fills import heights, layers, stacked_lines
from .charts_legend import Legend, colour_of
from .charts_plane import arrows, contour_levels, hexagons, value_of_colour
from .charts_violins import find_violins

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

# More series than anyone can distinguish.
MAX_SERIES = 500
# Rows, and columns, of a heat map.
MAX_CELLS = 200


class Kind:
    """Marks of one kind. All `series` of a figure share its limit of points; `elements` are
    complete. `options` are further fields.
    """

    def __init__(
        self,
        type: str,
        series: Sequence[tuple[Any, ...]] = (),
        elements: Sequence[dict[str, Any]] = (),
        **options: Any,
    ) -> None:
        self.type = type
        self.series = series
        self.elements = elements
        self.options = options

    def chart(self, head: dict[str, Any], most: int) -> dict[str, Any]:
        # A series has five parts, or six with the further fields.
        elements = [
            points(*parts[:5], parts[5] if len(parts) > 5 else {}, most)  # pyright: ignore[reportCallIssue]
            for parts in self.series
        ] or list(self.elements)
        return {"type": self.type, **head, **self.options, "elements": elements}


def kinds_of(axes: Any, x: Axis, y: Axis) -> list[Kind]:
    """Returns the kinds of marks in `axes`, from back to front."""
    legend = Legend(axes)
    if axes.name == "3d":
        return [
            Kind(kind, elements=elements)
            for kind, elements in kinds_3d(
                visible([*axes.collections, *axes.lines]), legend, (x, y, Axis(axes, "z"))
            )
        ]
    kinds = []
    heat, colours = heat_map(axes, x, y)
    if heat is not None:
        kinds.append(Kind("heatmap", elements=[heat], **value_label(colours)))
    kinds += kinds_of_collections(axes, x, y, legend)
    wedges = [patch for patch in visible(axes.patches) if type(patch).__name__ == "Wedge"]
    if wedges:
        slices = [wedge(patch, legend) for patch in wedges]
        kinds.append(Kind("pie", elements=slices, **turn_of(wedges)))
    bars, options = bar_elements(axes, x, y, legend)
    if bars:
        kinds.append(Kind("bar", elements=bars, **options))
    boxes, horizontal, used = find_boxes(axes, x, y, legend)
    if boxes:
        kinds.append(Kind("box", elements=boxes, **direction(horizontal)))
    violins, horizontal, bodies = find_violins(axes, x, y, legend)
    if violins:
        kinds.append(Kind("violin", elements=violins, **direction(horizontal)))
    scattered = [
        collection
        for collection in visible(axes.collections)[:MAX_SERIES]
        if type(collection).__name__ == "PathCollection"
        and in_data_coordinates(axes, collection.get_offset_transform())
    ]
    # In a boxen plot the points are only the outliers.
    if any(
        type(collection).__name__ == "PatchCollection" and len(collection.get_paths())
        for collection in visible(axes.collections)
    ):
        scattered = []
    scatter = [one for collection in scattered for one in scatter_series(collection, x, y, legend)]
    colours = [collection for collection in scattered if collection.get_array() is not None]
    lines, errors = [], error_bars(axes, x, y)
    for line, label in data_lines(
        axes, legend, used, decorated=bool(kinds or scatter or axes.collections)
    ):
        if len(lines) + len(scatter) >= MAX_SERIES:
            break
        series = (
            label,
            *line_positions(axes, line, x, y),
            x,
            y,
            {**errors.get(id(line), {}), **style_of(line)},
        )
        if (numpy.isfinite(series[1]) & numpy.isfinite(series[2])).any():
            (scatter if line.get_linestyle() in ("None", "none", " ", "") else lines).append(series)
    lines, options = with_areas(axes, lines, x, y, legend, bodies)
    if scatter:
        kinds.append(
            Kind(
                "scatter", series=scatter, **value_label(colours[0] if len(colours) == 1 else None)
            )
        )
    if lines:
        kinds.append(Kind("line", series=lines, **options))
    return kinds


def direction(horizontal: bool) -> dict[str, Any]:
    return {"horizontal": True} if horizontal else {}


def value_label(artist: Any) -> dict[str, Any]:
    """Returns the fields of a chart that label the values behind the artist's colours."""
    label = value_of_colour(artist) if artist is not None else ""
    return {"valueLabel": label, "valueUnit": unit(label)} if label else {}


def kinds_of_collections(axes: Any, x: Axis, y: Axis, legend: Legend) -> list[Kind]:
    """Returns hexagons, contours, vector fields, events and broken bars, which matplotlib stores as
    one collection each.
    """
    found, levels, areas, events, spans = [], [], [], [], []
    for collection in visible(axes.collections)[:MAX_SERIES]:
        name = type(collection).__name__
        if name in ("QuadContourSet", "TriContourSet"):
            (areas if collection.filled else levels).append(collection)
        elif name in ("Quiver", "Barbs"):
            if (shafts := arrows(collection, x, y, MAX_CELLS * 10)) is not None:
                found.append(
                    Kind("quiver", elements=[{"label": legend_label(collection), **shafts}])
                )
        elif name == "EventCollection":
            places, row = (
                floats(collection.get_positions()),
                numpy.full(len(collection.get_positions()), float(collection.get_lineoffset())),
            )
            events.append(
                (
                    legend.name(collection),
                    *(
                        (places, row)
                        if collection.get_orientation() == "horizontal"
                        else (row, places)
                    ),
                    x,
                    y,
                )
            )
        elif ranges := broken_bars(collection, x, y, legend):
            spans += ranges
        elif (cells := hexagons(collection, x, y)) is not None:
            across, up, held = cells
            found.append(
                Kind(
                    "hexbin",
                    series=[("", across, up, x, y, {"values": numbers(held)})],
                    **value_label(collection),
                )
            )
    if events:
        found.append(Kind("scatter", series=events))
    if spans:
        found.append(Kind("bar", elements=spans[:MAX_BARS], horizontal=True))
    for sets, options in ((areas, {"filled": True}), (levels, {})):
        elements = [element for contours in sets for element in contour_levels(contours, x, y)]
        if elements:
            found.append(
                Kind(
                    "contour",
                    elements=elements,
                    **options,
                    **value_label(sets[0] if len(sets) == 1 else None),
                )
            )
    return found


STEPS = {"steps": "pre", "steps-pre": "pre", "steps-mid": "mid", "steps-post": "post"}
DASHES = {"--": "dash", ":": "dot", "-.": "dashdot"}


def style_of(line: Any) -> dict[str, Any]:
    """Returns how a line steps, and its dashes, if it does and has any."""
    step, dash = STEPS.get(line.get_drawstyle()), DASHES.get(line.get_linestyle())
    return {**({"step": step} if step else {}), **({"dash": dash} if dash else {})}


def error_bars(axes: Any, x: Axis, y: Axis) -> dict[int, dict[str, list[Any]]]:
    """Returns the ends of error bars by the id of their line, as `[low, high]` per point."""
    found = {}
    for container in axes.containers:
        if type(container).__name__ != "ErrorbarContainer" or container.lines[0] is None:
            continue
        line, _caps, bars = container.lines
        ends = {}
        # The bars along x come first.
        for name, bar in zip(
            [
                name
                for name, has in (("xErrors", container.has_xerr), ("yErrors", container.has_yerr))
                if has
            ],
            bars,
        ):
            column, scale = (0, x) if name == "xErrors" else (1, y)
            segments = bar.get_segments()
            if len(segments) == len(line.get_xdata(orig=False)) and all(
                len(segment) == 2 for segment in segments
            ):
                low, high = (
                    scale.values([segment[side][column] for segment in segments]) for side in (0, 1)
                )
                ends[name] = [list(pair) for pair in zip(low, high)]
        found[id(line)] = ends
    return found


def with_areas(
    axes: Any, lines: list[tuple[Any, ...]], x: Axis, y: Axis, legend: Legend, left_out: set[int]
) -> tuple[list[tuple[Any, ...]], dict[str, Any]]:
    """Returns `(series, options)`: the lines, or the layers of stacked areas with the height of
    each.
    """
    areas = [area for area in layers(axes) if id(area[0]) not in left_out]
    if not lines:
        # An area from zero has the values of its other edge; a band between two lines has none.
        found, stacked = heights(areas)
        return [(legend.name(areas[at][0]), areas[at][1], height, x, y) for at, height in found], {
            "stacked": True
        } if stacked else {}
    layered = stacked_lines(areas, [(xs, ys) for _label, xs, ys, *_rest in lines])
    if layered is None:
        return lines, {}
    return [(label, xs, height, x, y) for (label, xs, *_rest), height in zip(lines, layered)], {
        "stacked": True
    }


def visible(artists: Iterable[Any]) -> list[Any]:
    return [artist for artist in artists if artist.get_visible()]


def points(
    label: str,
    xs: numpy.ndarray,
    ys: numpy.ndarray,
    x: Axis,
    y: Axis,
    extra: dict[str, Any],
    most: int,
) -> dict[str, Any]:
    """Returns one series, thinned evenly to `most` points including its ends. `extra` are further
    fields; a list has one item per point.
    """
    total = len(xs)
    element = {"label": label, "points": None}
    if total > most:
        keep = numpy.linspace(0, total - 1, most).round().astype("int64")
        xs, ys = xs[keep], ys[keep]
        extra = {
            name: [value[at] for at in keep] if isinstance(value, list) else value
            for name, value in extra.items()
        }
        element["total"] = total
    element["points"] = [list(pair) for pair in zip(x.values(xs), y.values(ys))]
    return {**element, **extra}


def floats(values: Any) -> numpy.ndarray:
    return numpy.ma.filled(numpy.ma.asarray(values, dtype=float), numpy.nan).ravel()


def data_lines(
    axes: Any, legend: Legend, used: set[int], decorated: bool
) -> Iterator[tuple[Any, str]]:
    """Yields `(line, name)` of the lines that are data: no caps, no error bars, no unnamed
    reference lines.
    """
    names, left_out = {}, set(used)
    for container in axes.containers:
        kind = type(container).__name__
        if kind == "ErrorbarContainer":
            line, caps, _bars = container.lines
            left_out.update(map(id, caps))
            if line is not None:
                names[id(line)] = legend.name(line, container.get_label())
        elif kind == "StemContainer":
            left_out.add(id(container.baseline))
            names[id(container.markerline)] = legend.name(
                container.markerline, container.get_label()
            )
    for line in visible(axes.lines):
        if (
            id(line) in left_out
            or not (is_reference(axes, line) or in_data_coordinates(axes, line.get_transform()))
            or is_error_bar(axes, line)
        ):
            continue
        name = names.get(id(line))
        if name is None:
            name = legend.name(line)
        if type(line).__name__ != "AxLine" and (
            name or not (is_reference(axes, line) or (decorated and is_straight(line)))
        ):
            yield line, name


def is_reference(axes: Any, line: Any) -> bool:
    """Returns whether the line spans the axes rather than data, as one of `axhline`."""
    # By identity: transforms that are equal now differ with other limits.
    across = (axes.get_xaxis_transform(which="grid"), axes.get_yaxis_transform(which="grid"))
    return any(line.get_transform() is transform for transform in across)


def in_data_coordinates(axes: Any, transform: Any) -> bool:
    """Returns whether the transform takes data coordinates: neither fractions of the axes nor
    coordinates that are transformed first.
    """
    data = axes.transData
    # By identity: axes coordinates are equal to data coordinates if the limits are 0 and 1.
    if transform is data:
        return True
    while hasattr(transform, "_a"):
        if transform._a is data:
            # What follows is an offset in dots, which does not change the data.
            return True
        if transform._b is data:
            return transform._a.is_affine and numpy.array_equal(
                transform._a.get_matrix(), numpy.eye(3)
            )
        transform = transform._a
    return False


def is_straight(line: Any) -> bool:
    xs, ys = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if len(xs) > 12:
        return False
    return any(
        numpy.ptp(values[numpy.isfinite(values)]) == 0
        for values in (xs, ys)
        if numpy.isfinite(values).any()
    )


def is_error_bar(axes: Any, line: Any) -> bool:
    """Returns whether an unnamed line crosses a point of another line of its colour, as seaborn
    draws error bars.
    """
    xs, ys = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if (
        len(xs) != 2
        or not plain(line.get_label()).startswith("_")
        or not (xs[0] == xs[1] or ys[0] == ys[1])
    ):
        return False
    place, low, high = (xs[0], *sorted(ys)) if xs[0] == xs[1] else (ys[0], *sorted(xs))
    for other in visible(axes.lines)[:MAX_SERIES]:
        if other is line or colour_of(other) != colour_of(line):
            continue
        across, along = floats(other.get_xdata(orig=False)), floats(other.get_ydata(orig=False))
        across, along = (across, along) if xs[0] == xs[1] else (along, across)
        if (
            len(numpy.unique(across)) > 1
            and ((across == place) & (along >= low) & (along <= high)).any()
        ):
            return True
    return False


def line_positions(axes: Any, line: Any, x: Axis, y: Axis) -> tuple[numpy.ndarray, numpy.ndarray]:
    xs, ys = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if line.get_transform() is axes.get_yaxis_transform(which="grid"):
        xs = numpy.asarray(axes.get_xlim())
    elif line.get_transform() is axes.get_xaxis_transform(which="grid"):
        ys = numpy.asarray(axes.get_ylim())
    # Seaborn dodges the lines of several groups: all points of a line are offset from their
    # categories by the same amount.
    xs, ys = (
        snap_to_categories(axis, places) if offset_spread(places) < 1e-6 else places
        for axis, places in ((x, xs), (y, ys))
    )
    return xs, ys


def offset_spread(places: numpy.ndarray) -> float:
    """Returns the range of the positions' offsets from whole numbers."""
    moved = (places - numpy.round(places))[numpy.isfinite(places)]
    return float(numpy.ptp(moved)) if len(moved) else 0.0


def scatter_series(collection: Any, x: Axis, y: Axis, legend: Legend) -> list[tuple[Any, ...]]:
    """Returns a scatter's series: one, or one for each colour in the legend."""
    places = numpy.ma.filled(
        numpy.ma.asarray(collection.get_offsets(), dtype=float), numpy.nan
    ).reshape(-1, 2)
    places = (
        numpy.column_stack(
            [snap_to_categories(axis, column) for axis, column in zip((x, y), places.T)]
        )
        if len(places)
        else places
    )
    colours = numpy.asarray(collection.get_facecolor())
    if len(legend.by_colour) > 1 and len(colours) == len(places) > 1:
        codes = (colours[:, :3] * 255 + 0.5).astype("int64") @ numpy.array([65536, 256, 1])
        named = {
            red * 65536 + green * 256 + blue: text
            for (red, green, blue), text in legend.by_colour.items()
        }
        if len(found := numpy.unique(codes)) > 1 and all(int(code) in named for code in found):
            return [
                (text, places[codes == code, 0], places[codes == code, 1], x, y)
                for code, text in named.items()
                if (codes == code).any()
            ]
    held, sizes, extra = collection.get_array(), collection.get_sizes(), {}
    if held is not None and held.ndim == 1 and len(held) == len(places):
        extra["values"] = numbers(floats(held))
    if len(sizes) == len(places) > 1 and numpy.ptp(sizes) > 0:
        extra["sizes"] = numbers(floats(sizes))
    return (
        [(legend.name(collection), places[:, 0], places[:, 1], x, y, extra)] if len(places) else []
    )


def snap_to_categories(axis: Axis, places: numpy.ndarray) -> numpy.ndarray:
    """Returns positions without dodge and jitter, which offset points from their category so that
    they do not overlap.
    """
    nearest = numpy.round(places)
    present = numpy.isfinite(places)
    if (
        axis.scale != "categorical"
        or numpy.abs(places - nearest)[present].max(initial=0) > 0.4
        or not set(nearest[present].tolist()) <= set(axis.names)
    ):
        return places
    return nearest


def turn_of(wedges: list[Any]) -> dict[str, Any]:
    """Returns the fields of a pie's first angle and direction, unless it begins at the right and
    goes counterclockwise.
    """
    first, *others = wedges
    clockwise = bool(others) and abs(first.theta1 - others[0].theta2) < 0.01
    start = float(first.theta2 if clockwise else first.theta1) % 360
    return {
        **({"zeroAt": math.radians(start)} if start else {}),
        **({"clockwise": True} if clockwise else {}),
    }


def wedge(patch: Any, legend: Legend) -> dict[str, Any]:
    angle = float(patch.theta2 - patch.theta1)
    # Matplotlib computes the wedges of a pie in single precision, which has seven digits.
    return {
        "label": legend.name(patch),
        "angle": float(f"{angle:.7g}"),
        "radius": float(patch.r),
        "value": float(f"{angle / 360:.7g}"),
    }


def heat_map(axes: Any, x: Axis, y: Axis) -> tuple[dict[str, Any] | None, Any]:
    """Returns `(element, artist)` of the first image or mesh of numbers."""
    for image in visible(axes.images):
        values = numpy.ma.asarray(image.get_array())
        if values.ndim == 2 and values.size and values.dtype.kind in "biuf":
            left, right, bottom, top = image.get_extent()
            rows, columns = values.shape
            lower, upper = (top, bottom) if image.origin == "upper" else (bottom, top)
            across = numpy.linspace(left, right, columns + 1)
            down = numpy.linspace(lower, upper, rows + 1)
            return heat_map_element(
                legend_label(image), values, across, down, x, y, offset=0
            ), image
    for mesh in visible(axes.collections):
        if type(mesh).__name__ not in ("QuadMesh", "PolyQuadMesh") or mesh.get_array() is None:
            continue
        corners = numpy.asarray(mesh.get_coordinates())
        rows, columns = corners.shape[0] - 1, corners.shape[1] - 1
        values = numpy.ma.asarray(mesh.get_array())
        if values.size != rows * columns or not values.size:
            continue
        unit = all(
            numpy.array_equal(edges, numpy.arange(len(edges)))
            for edges in (corners[0, :, 0], corners[:, 0, 1])
        )
        return heat_map_element(
            legend_label(mesh),
            values.reshape(rows, columns),
            corners[0, :, 0],
            corners[:, 0, 1],
            x,
            y,
            offset=0.5 if unit else 0,
        ), mesh
    return None, None


def legend_label(artist: Any) -> str:
    own = plain(artist.get_label())
    return "" if own.startswith("_") else own


def heat_map_element(
    label: str,
    values: Any,
    across: numpy.ndarray,
    down: numpy.ndarray,
    x: Axis,
    y: Axis,
    offset: float,
) -> dict[str, Any]:
    """Returns a heat map from the edges of its cells. `offset` is subtracted from the cells'
    middles if these are indices.
    """
    rows, columns = (
        numpy.unique(numpy.linspace(0, size - 1, min(size, MAX_CELLS)).round().astype("int64"))
        for size in values.shape
    )
    kept = numpy.ma.filled(values[numpy.ix_(rows, columns)].astype(float), numpy.nan)
    middles = [
        (edges[:-1] + edges[1:]) / 2 - offset
        for edges in (numpy.asarray(across, dtype=float), numpy.asarray(down, dtype=float))
    ]
    element = {
        "label": label,
        "columns": [x.label(place) for place in middles[0][columns]],
        "rows": [y.label(place) for place in middles[1][rows]],
        "values": [numbers(row) for row in kept],
    }
    if kept.shape != values.shape:
        element["total"] = int(values.size)
    return element
