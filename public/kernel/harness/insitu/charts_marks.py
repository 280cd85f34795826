"""What is drawn inside one axes: lines, points, bars, wedges, boxes and fields of colour, each with its numbers."""

import math
import sys

import numpy

from .charts_axis import number_text, numbers, plain
from .charts_boxes import find_boxes
from .charts_fills import layers, outlines, stacked_lines

# More series or bars than anyone tells apart.
MOST_SERIES = 500
MOST_BARS = 5_000
# Rows, and columns, of a heat map.
MOST_CELLS = 200


class Kind:
    """Marks of one kind. `series` is what shares the room for points."""

    def __init__(self, type, series=(), elements=(), **more):
        self.type = type
        self.series = series
        self.elements = elements
        self.more = more

    def chart(self, head, most):
        elements = [points(*series, most) for series in self.series] or list(self.elements)
        return {"type": self.type, **head, **self.more, "elements": elements}


def kinds_of(axes, x, y):
    """The kinds of marks in `axes`, those first that lie at the back."""
    legend = Legend(axes)
    kinds = []
    heat = heat_map(axes, x, y)
    if heat is not None:
        kinds.append(Kind("heatmap", elements=[heat]))
    wedges = [patch for patch in visible(axes.patches) if type(patch).__name__ == "Wedge"]
    if wedges:
        kinds.append(Kind("pie", elements=[wedge(patch, legend) for patch in wedges]))
    bars, manner = bar_elements(axes, x, y, legend)
    if bars:
        kinds.append(Kind("bar", elements=bars, **manner))
    boxes, lying, used = find_boxes(axes, x, y, legend)
    if boxes:
        kinds.append(Kind("box", elements=boxes, **({"horizontal": True} if lying else {})))
    scatter = [one for collection in visible(axes.collections)[:MOST_SERIES] if type(collection).__name__ == "PathCollection" for one in clouds(collection, x, y, legend)]
    lines = []
    for line, label in data_lines(axes, legend, used, decorated=bool(kinds or scatter or axes.collections)):
        if len(lines) + len(scatter) >= MOST_SERIES:
            break
        series = (label, *line_positions(axes, line), x, y)
        if len(series[1]):
            (scatter if line.get_linestyle() in ("None", "none", " ", "") else lines).append(series)
    lines, manner = with_areas(axes, lines, x, y, legend)
    if scatter:
        kinds.append(Kind("scatter", series=scatter))
    if lines:
        kinds.append(Kind("line", series=lines, **manner))
    return kinds


def with_areas(axes, lines, x, y, legend):
    """`(series, manner)`: the lines, or the layers of areas that stand on each other, each with its own height."""
    areas = layers(axes)
    if not lines:
        named = [(name, area) for area in areas if (name := legend.name(area[0]))]
        stacked = any(numpy.array_equal(below[3], above[2]) for (_a, below), (_b, above) in zip(named, named[1:]))
        return [(name, positions, upper - lower, x, y) for name, (_fill, positions, lower, upper) in named], {"stacked": True} if stacked else {}
    heights = stacked_lines(areas, [(xs, ys) for _label, xs, ys, _x, _y in lines])
    if heights is None:
        return lines, {}
    return [(label, xs, height, x, y) for (label, xs, *_rest), height in zip(lines, heights)], {"stacked": True}


def visible(artists):
    return [artist for artist in artists if artist.get_visible()]


class Legend:
    """What the legend calls each colour."""

    def __init__(self, axes):
        self.texts = []
        self.by_colour = {}
        legend = axes.get_legend()
        if legend is None:
            legends = getattr(axes.figure, "legends", None) or []
            legend = legends[0] if len(legends) == 1 else None
        if legend is None:
            return
        self.texts = [plain(text.get_text()) for text in legend.get_texts()]
        colours = [colour_of(handle) for handle in legend.legend_handles]
        for colour, text in zip(colours, self.texts):
            if colour is not None and colours.count(colour) == 1:
                self.by_colour[colour] = text

    def name(self, artist, own=None):
        """The name of an artist: its own, unless the legend calls it otherwise."""
        own = plain(artist.get_label() if own is None else own)
        if own.startswith("_") or own == "None":
            own = ""
        if own and (own in self.texts or not self.texts):
            return own
        return self.by_colour.get(colour_of(artist)) or own


def colour_of(artist):
    colour = artist.get_color() if hasattr(artist, "get_color") else artist.get_facecolor() if hasattr(artist, "get_facecolor") else None
    rgba = sys.modules["matplotlib.colors"].to_rgba_array(colour) if colour is not None else ()
    # Seaborn and alpha make the same colour more or less see-through.
    return tuple(int(part * 255 + 0.5) for part in rgba[0][:3]) if len(rgba) else None


def points(label, xs, ys, x, y, most):
    """One series, thinned evenly where it is long, its ends kept."""
    total = len(xs)
    element = {"label": label, "points": None}
    if total > most:
        keep = numpy.linspace(0, total - 1, most).round().astype("int64")
        xs, ys = xs[keep], ys[keep]
        element["total"] = total
    element["points"] = [list(pair) for pair in zip(x.values(xs), y.values(ys))]
    return element


def floats(values):
    return numpy.ma.filled(numpy.ma.asarray(values, dtype=float), numpy.nan).ravel()


def data_lines(axes, legend, used, decorated):
    """`(line, name)` of the lines that are data: no caps, no error bars, no unnamed lines of reference."""
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
            names[id(container.markerline)] = legend.name(container.markerline, container.get_label())
    for line in visible(axes.lines):
        if id(line) in left_out:
            continue
        name = names.get(id(line))
        if name is None:
            name = legend.name(line)
        if type(line).__name__ != "AxLine" and (name or not (is_reference(axes, line) or (decorated and is_straight(line)))):
            yield line, name


def is_reference(axes, line):
    """Whether the line spans the axes rather than data, as `axhline` draws it."""
    # By identity: two transforms that are equal now differ with the limits.
    across = (axes.get_xaxis_transform(which="grid"), axes.get_yaxis_transform(which="grid"))
    return any(line.get_transform() is transform for transform in across)


def is_straight(line):
    xs, ys = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if len(xs) > 12:
        return False
    return any(numpy.ptp(values[numpy.isfinite(values)]) == 0 for values in (xs, ys) if numpy.isfinite(values).any())


def line_positions(axes, line):
    xs, ys = floats(line.get_xdata(orig=False)), floats(line.get_ydata(orig=False))
    if line.get_transform() is axes.get_yaxis_transform(which="grid"):
        xs = numpy.asarray(axes.get_xlim())
    elif line.get_transform() is axes.get_xaxis_transform(which="grid"):
        ys = numpy.asarray(axes.get_ylim())
    return xs, ys


def clouds(collection, x, y, legend):
    """A scatter's series: one, or one for each colour that the legend names."""
    places = numpy.ma.filled(numpy.ma.asarray(collection.get_offsets(), dtype=float), numpy.nan).reshape(-1, 2)
    colours = numpy.asarray(collection.get_facecolor())
    if len(legend.by_colour) > 1 and len(colours) == len(places) > 1:
        codes = (colours[:, :3] * 255 + 0.5).astype("int64") @ numpy.array([65536, 256, 1])
        named = {red * 65536 + green * 256 + blue: text for (red, green, blue), text in legend.by_colour.items()}
        if len(found := numpy.unique(codes)) > 1 and all(int(code) in named for code in found):
            return [(text, places[codes == code, 0], places[codes == code, 1], x, y) for code, text in named.items() if (codes == code).any()]
    return [(legend.name(collection), places[:, 0], places[:, 1], x, y)] if len(places) else []


def bar_elements(axes, x, y, legend):
    """`(elements, manner)` of all bars; the manner says whether they lie and whether they stand on each other."""
    elements, manner, ends = [], {}, {}
    for container in axes.containers:
        if type(container).__name__ != "BarContainer":
            continue
        bars = [bar for bar in container.patches if bar.axes is axes and bar.get_visible()][:MOST_BARS]
        if not bars:
            continue
        flat = container.orientation == "horizontal"
        if flat:
            manner["horizontal"] = True
        along = y if flat else x
        starts = numpy.array([float(bar.get_y() if flat else bar.get_x()) for bar in bars])
        widths = numpy.array([float(bar.get_height() if flat else bar.get_width()) for bar in bars])
        # Where bars stand on others, drawing adds and takes away what is below, which leaves its mark on the last digits.
        values = numbers([float(f"{bar.get_width() if flat else bar.get_height():.14g}") for bar in bars])
        # A histogram has its name at its first bar.
        named_first = len(bars) > 1 and plain(bars[1].get_label()).startswith("_")
        group = legend.name(bars[0], container.get_label()) or (legend.name(bars[0]) if named_first else "")
        bases = [float(bar.get_x() if flat else bar.get_y()) for bar in bars]
        if any(base and ends.get(tidy(start)) == tidy(base) for start, base in zip(starts, bases)):
            manner["stacked"] = True
        ends.update({tidy(start): tidy(base + value) for start, base, value in zip(starts, bases, values) if value})
        binned = not along.names and len(bars) > 1 and touching(starts, widths)
        for start, width, value in zip(starts, widths, values):
            label = along.label(start + width / 2)
            elements.append(bin_of(along, start, start + width, group, value) if binned else {"label": label, "group": group, "value": value})
    for patch, values, edges in outlines(axes):
        group = legend.name(patch)
        elements += [bin_of(x, start, end, group, value) for start, end, value in zip(edges, edges[1:], numbers(values[:MOST_BARS]))]
    return elements[:MOST_BARS], manner


def touching(starts, widths):
    """Whether each bar begins where the one before ends, as the bins of a histogram do."""
    slack = numpy.abs(widths).max() * 1e-6
    return bool((numpy.abs(starts[:-1] + widths[:-1] - starts[1:]) <= slack).all())


def bin_of(along, start, end, group, value):
    """A bar of a histogram."""
    if along.scale == "datetime":
        return {"label": f"{along.label(start)}–{along.label(end)}", "group": group, "value": value}
    return {"label": f"{rounded(start, end - start)}–{rounded(end, end - start)}", "group": group, "value": value, "from": tidy(start), "to": tidy(end)}


def rounded(value, width):
    """The edge of a bin, with as many digits as tell bins of that width apart."""
    return number_text(round(value, max(0, 2 - math.floor(math.log10(width)))) if width > 0 else value)


def tidy(value):
    """The number without the last digits, which are the computer's."""
    return float(number_text(value))


def wedge(patch, legend):
    angle = float(patch.theta2 - patch.theta1)
    return {"label": legend.name(patch), "angle": tidy(angle), "radius": float(patch.r), "value": tidy(angle / 360)}


def heat_map(axes, x, y):
    """The first image or mesh of numbers."""
    for image in visible(axes.images):
        values = numpy.ma.asarray(image.get_array())
        if values.ndim == 2 and values.size and values.dtype.kind in "biuf":
            left, right, bottom, top = image.get_extent()
            rows, columns = values.shape
            lower, upper = (top, bottom) if image.origin == "upper" else (bottom, top)
            across = numpy.linspace(left, right, columns + 1)
            down = numpy.linspace(lower, upper, rows + 1)
            return field(legend_label(image), values, across, down, x, y, offset=0)
    for mesh in visible(axes.collections):
        if type(mesh).__name__ != "QuadMesh" or mesh.get_array() is None:
            continue
        corners = numpy.asarray(mesh.get_coordinates())
        rows, columns = corners.shape[0] - 1, corners.shape[1] - 1
        values = numpy.ma.asarray(mesh.get_array())
        if values.size != rows * columns or not values.size:
            continue
        unit = all(numpy.array_equal(edges, numpy.arange(len(edges))) for edges in (corners[0, :, 0], corners[:, 0, 1]))
        return field(legend_label(mesh), values.reshape(rows, columns), corners[0, :, 0], corners[:, 0, 1], x, y, offset=0.5 if unit else 0)
    return None


def legend_label(artist):
    own = plain(artist.get_label())
    return "" if own.startswith("_") else own


def field(label, values, across, down, x, y, offset):
    """A heat map from the edges of its cells. `offset` is taken off the cells' middles, where cells are counted and not measured."""
    rows, columns = (numpy.unique(numpy.linspace(0, size - 1, min(size, MOST_CELLS)).round().astype("int64")) for size in values.shape)
    kept = numpy.ma.filled(values[numpy.ix_(rows, columns)].astype(float), numpy.nan)
    middles = [(edges[:-1] + edges[1:]) / 2 - offset for edges in (numpy.asarray(across, dtype=float), numpy.asarray(down, dtype=float))]
    element = {
        "label": label,
        "columns": [x.label(place) for place in middles[0][columns]],
        "rows": [y.label(place) for place in middles[1][rows]],
        "values": [numbers(row) for row in kept],
    }
    if kept.shape != values.shape:
        element["total"] = int(values.size)
    return element
