"""Axes in three dimensions: points, lines and surfaces with three coordinates each, as they were given and not as they are seen."""

import numpy

MOST_SERIES = 100
# A triple is half as long again as a pair.
MOST_POINTS = 3_000


def kinds_in_space(artists, legend, scales):
    """`(type, elements)` of each kind of marks, `scales` being the three axes. Walls of bars, arrows, and whatever else is not known give
    none."""
    clouds, lines, surfaces = [], [], []
    for artist in artists[:MOST_SERIES]:
        kind = type(artist).__name__
        if kind == "Path3DCollection":
            clouds.append(element(legend.name(artist), artist._offsets3d, scales))
        elif kind == "Line3D":
            (lines if artist.get_linestyle() not in ("None", "none", " ", "") else clouds).append(element(legend.name(artist), artist.get_data_3d(), scales))
        elif kind == "Poly3DCollection":
            if (corners := corners_of(artist)) is None:
                return []
            surfaces.append(element(legend.name(artist), corners.T, scales))
    found = [("scatter3d", clouds), ("line3d", lines), ("surface", surfaces)]
    return [(kind, elements) for kind, elements in found if elements]


def corners_of(surface):
    """The corners of a surface's faces, each once; None where a face stands upright as those of bars do, or has more corners than a
    surface's, as filled contours do."""
    faces = [surface._vec[:3, part].T for part in surface._segslices]
    if not faces or any(len(face) > 5 or (numpy.ptp(face[:, :2], axis=0) == 0).any() for face in faces):
        return None
    places = numpy.concatenate(faces)
    _places, first = numpy.unique(places, axis=0, return_index=True)
    return places[numpy.sort(first)]


def element(label, coordinates, scales):
    columns = [numpy.ma.filled(numpy.ma.asarray(column, dtype=float), numpy.nan).ravel() for column in coordinates]
    total = len(columns[0])
    keep = numpy.linspace(0, total - 1, min(total, MOST_POINTS)).round().astype("int64")
    found = {"label": label, "points": [list(place) for place in zip(*(axis.values(column[keep]) for axis, column in zip(scales, columns)))]}
    return {**found, "total": total} if total > len(keep) else found
