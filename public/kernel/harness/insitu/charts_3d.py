"""Axes in three dimensions: points, lines and surfaces with three coordinates each, as they were given and not as they are seen."""

import collections

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
            if (found := faces_of(artist)) is None:
                return []
            corners, faces = found
            surface = element(legend.name(artist), corners.T, scales)
            # Where corners are left out, so is how they hang together.
            surfaces.append(surface if "total" in surface else {**surface, "faces": faces})
    found = [("scatter3d", clouds), ("line3d", lines), ("surface", surfaces)]
    return [(kind, elements) for kind, elements in found if elements]


def faces_of(surface):
    """`(corners, faces)` of a surface: each corner once, and of each face which corners it has, in order round it. None where a face stands
    upright as those of bars do, or is an area as filled contours have them."""
    faces = [surface._vec[:3, part].T for part in surface._segslices]
    if not faces or any((numpy.ptp(face[:, :2], axis=0) == 0).any() or (len(face) > 5 and (len(face) % 2 or numpy.ptp(face[:, 2]) == 0)) for face in faces):
        return None
    places, first, rank = numpy.unique(numpy.concatenate(faces), axis=0, return_index=True, return_inverse=True)
    bounds = numpy.cumsum([len(face) for face in faces])[:-1]
    outlines = four_cornered(numpy.split(rank.ravel(), bounds))
    # Corners in the order in which the faces come upon them.
    used = sorted({corner for outline in outlines for corner in outline}, key=first.__getitem__)
    number = {corner: at for at, corner in enumerate(used)}
    return places[used], [[number[corner] for corner in outline] for outline in outlines]


def four_cornered(outlines):
    """Each face with its corners only. Where `plot_surface` goes over several steps of its grid at once, a face has every step along its
    sides: the first of these is a corner, the one opposite half of the way round, and the others are where other faces meet as well."""
    shared = collections.Counter(int(place) for outline in outlines for place in set(outline.tolist()))
    votes = collections.defaultdict(collections.Counter)
    for outline in outlines:
        half = len(outline) // 2
        votes[len(outline)].update(at % half for at, place in enumerate(outline.tolist()) if at % half and shared[place] > 2)
    found = []
    for outline in outlines:
        size, half = len(outline), len(outline) // 2
        if size > 5:
            side = votes[size].most_common(1)[0][0] if votes[size] else half // 2
            outline = outline[[0, side, half, half + side]]
        # One that ends where it began says so once; at a pole a side is a point.
        found.append(list(dict.fromkeys(int(place) for place in outline)))
    return [outline for outline in found if len(outline) > 2]


def element(label, coordinates, scales):
    columns = [numpy.ma.filled(numpy.ma.asarray(column, dtype=float), numpy.nan).ravel() for column in coordinates]
    total = len(columns[0])
    keep = numpy.linspace(0, total - 1, min(total, MOST_POINTS)).round().astype("int64")
    found = {"label": label, "points": [list(place) for place in zip(*(axis.values(column[keep]) for axis, column in zip(scales, columns)))]}
    return {**found, "total": total} if total > len(keep) else found
