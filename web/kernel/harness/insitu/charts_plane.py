"""Marks over a plane with their data: hexagonal bins, contours and vector fields."""

from __future__ import annotations

import numpy

from .charts_axis import number_text, numbers, plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .charts_axis import Axis

MAX_LEVELS = 100
MAX_POINTS = 5_000


def value_of_colour(artist: Any) -> str:
    """Returns the label of an artist's colour bar; empty if it has none."""
    bar = getattr(artist, "colorbar", None)
    axes = getattr(bar, "ax", None)
    return (
        plain(getattr(axes, "get_ylabel", str)() or getattr(axes, "get_xlabel", str)())
        if axes is not None
        else ""
    )


def hexagons(
    collection: Any, x: Axis, y: Axis
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray] | None:
    """Returns the cells of a `hexbin` as `(x of the middles, y of the middles, values)`, or None
    for other collections.
    """
    values = collection.get_array()
    if (
        type(collection).__name__ != "PolyCollection"
        or values is None
        or values.ndim != 1
        or (x.scale, y.scale) != ("linear", "linear")
    ):
        return None
    paths, places = collection.get_paths(), numpy.asarray(collection.get_offsets(), dtype=float)
    if (
        len(paths) != 1
        or len(paths[0].vertices) not in (6, 7)
        or len(places) != len(values)
        or len(values) < 2
    ):
        return None
    # Matplotlib offsets the cells by a billionth of the range.
    middles = [
        numpy.round(column, 7 - int(numpy.ceil(numpy.log10(max(numpy.ptp(column), 1e-300))))) + 0.0
        for column in places.T
    ]
    held = numpy.ma.filled(numpy.ma.asarray(values, dtype=float), numpy.nan)
    return middles[0], middles[1], held


def contour_levels(contours: Any, x: Axis, y: Axis) -> list[dict[str, Any]]:
    """Returns the lines of each level of a contour plot, or the outlines of the areas between two
    levels.
    """
    levels = numpy.asarray(contours.levels, dtype=float)
    paths = contours.get_paths()
    spans = (
        list(zip(contours._levels, contours._levels[1:]))
        if contours.filled
        else [(level, level) for level in levels]
    )
    if len(paths) != len(spans):
        return []
    elements = []
    for path, (low, high) in list(zip(paths, spans))[:MAX_LEVELS]:
        places, total = pieces_of(path)
        element = {
            "label": level_label(low, high),
            **({"from": edge(low), "to": edge(high)} if contours.filled else {"level": edge(low)}),
        }
        element["points"] = [
            list(pair) for pair in zip(x.values(places[:, 0]), y.values(places[:, 1]))
        ]
        if total > len(places):
            element["total"] = total
        elements.append(element)
    return elements


def level_label(low: float, high: float) -> str:
    if low == high:
        return number_text(low)
    if abs(low) > 1e200:
        return f"below {number_text(high)}"
    return (
        f"above {number_text(low)}"
        if abs(high) > 1e200
        else f"{number_text(low)}–{number_text(high)}"
    )


def edge(value: Any) -> float | None:
    """Returns a bound; None if there is none, for which matplotlib uses a number of more than
    1e200.
    """
    return float(value) if numpy.isfinite(value) and abs(value) < 1e200 else None


def pieces_of(path: Any) -> tuple[numpy.ndarray, int]:
    """Returns `(points, original number of points)` of a path's pieces, with a gap between them;
    long paths are thinned evenly.
    """
    codes = path.codes
    starts = [0] if codes is None else numpy.flatnonzero(codes == path.MOVETO).tolist()
    total = len(path.vertices)
    step = max(1, -(-total // MAX_POINTS))
    rows = []
    for start, end in zip(starts, [*starts[1:], total]):
        piece = path.vertices[start:end]
        if rows:
            rows.append(numpy.full((1, 2), numpy.nan))
        rows += [piece[::step], piece[-1:]] if (len(piece) - 1) % step else [piece[::step]]
    places = numpy.concatenate(rows) if rows else numpy.empty((0, 2))
    return places[: 2 * MAX_POINTS], total + len(starts) - 1 if starts else 0


def arrows(collection: Any, x: Axis, y: Axis, most: int) -> dict[str, Any] | None:
    """Returns the vectors of a `quiver` or `barbs` plot, each as `[x, y, along x, along y]`, and
    their `total` if they are thinned.
    """
    names = ("X", "Y", "U", "V") if type(collection).__name__ == "Quiver" else ("x", "y", "u", "v")
    xs, ys, us, vs = (
        numpy.ma.filled(numpy.ma.asarray(getattr(collection, name), dtype=float), numpy.nan).ravel()
        for name in names
    )
    total = len(xs)
    if not total == len(ys) == len(us) == len(vs):
        return None
    keep = numpy.linspace(0, total - 1, min(total, most)).round().astype("int64")
    vectors = [
        list(row)
        for row in zip(x.values(xs[keep]), y.values(ys[keep]), numbers(us[keep]), numbers(vs[keep]))
    ]
    return {"vectors": vectors, **({"total": total} if total > len(keep) else {})}
