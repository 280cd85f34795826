"""3D axes: points, lines and surfaces with three data coordinates each, not with their projected
positions.
"""

from __future__ import annotations

import collections

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .charts_axis import Axis
    from .charts_legend import Legend

MAX_SERIES = 100
# Fewer than in 2D, since a triple is half as long again as a pair.
MAX_POINTS = 3_000


def kinds_3d(
    artists: list[Any], legend: Legend, scales: tuple[Axis, Axis, Axis]
) -> list[tuple[str, list[dict[str, Any]]]]:
    """Returns `(type, elements)` of each kind of marks; `scales` are the three axes. Bars, arrows
    and unknown artists have none.
    """
    scatters, lines, surfaces = [], [], []
    for artist in artists[:MAX_SERIES]:
        kind = type(artist).__name__
        if kind == "Path3DCollection":
            scatters.append(element(legend.name(artist), artist._offsets3d, scales))
        elif kind == "Line3D":
            (lines if artist.get_linestyle() not in ("None", "none", " ", "") else scatters).append(
                element(legend.name(artist), artist.get_data_3d(), scales)
            )
        elif kind == "Poly3DCollection":
            if (found := faces_of(artist)) is None:
                return []
            corners, faces = found
            surface = element(legend.name(artist), corners.T, scales)
            # If corners are left out, the faces are too.
            surfaces.append(surface if "total" in surface else {**surface, "faces": faces})
    found = [("scatter3d", scatters), ("line3d", lines), ("surface", surfaces)]
    return [(kind, elements) for kind, elements in found if elements]


def faces_of(surface: Any) -> tuple[numpy.ndarray, list[list[int]]] | None:
    """Returns `(corners, faces)` of a surface: each corner once, and for each face the indices of
    its corners along its outline. Returns None if a face is vertical, as in 3D bars, or is an
    area of filled contours.
    """
    faces = [surface._vec[:3, part].T for part in surface._segslices]
    if not faces or any(
        (numpy.ptp(face[:, :2], axis=0) == 0).any()
        or (len(face) > 5 and (len(face) % 2 or numpy.ptp(face[:, 2]) == 0))
        for face in faces
    ):
        return None
    places, first, rank = numpy.unique(
        numpy.concatenate(faces), axis=0, return_index=True, return_inverse=True
    )
    bounds = numpy.cumsum([len(face) for face in faces])[:-1]
    outlines = four_cornered(numpy.split(rank.ravel(), bounds))
    # Corners in the order of their first use by a face.
    used = sorted({corner for outline in outlines for corner in outline}, key=first.__getitem__)
    number = {corner: at for at, corner in enumerate(used)}
    return places[used], [[number[corner] for corner in outline] for outline in outlines]


def four_cornered(outlines: list[numpy.ndarray]) -> list[list[int]]:
    """Reduces each face to its corners. If `plot_surface` uses a stride over several grid steps,
    the outline of a face has a point for every step along its sides: the first point is a corner,
    the one half of the outline later is the opposite corner, and the two others are points that
    more than two faces share.
    """
    shared = collections.Counter(
        int(place) for outline in outlines for place in set(outline.tolist())
    )
    votes = collections.defaultdict(collections.Counter)
    for outline in outlines:
        half = len(outline) // 2
        votes[len(outline)].update(
            at % half
            for at, place in enumerate(outline.tolist())
            if at % half and shared[place] > 2
        )
    found = []
    for outline in outlines:
        size, half = len(outline), len(outline) // 2
        if size > 5:
            side = votes[size].most_common(1)[0][0] if votes[size] else half // 2
            outline = outline[[0, side, half, half + side]]
        # Without the repeated first corner of a closed outline; at a pole a side collapses to a
        # point.
        found.append(list(dict.fromkeys(int(place) for place in outline)))
    return [outline for outline in found if len(outline) > 2]


def element(label: str, coordinates: Any, scales: tuple[Axis, Axis, Axis]) -> dict[str, Any]:
    columns = [
        numpy.ma.filled(numpy.ma.asarray(column, dtype=float), numpy.nan).ravel()
        for column in coordinates
    ]
    total = len(columns[0])
    keep = numpy.linspace(0, total - 1, min(total, MAX_POINTS)).round().astype("int64")
    found = {
        "label": label,
        "points": [
            list(place)
            for place in zip(*(axis.values(column[keep]) for axis, column in zip(scales, columns)))
        ],
    }
    return {**found, "total": total} if total > len(keep) else found
