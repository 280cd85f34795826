"""Has Matplotlib draw texts that its own layout cannot: those of scripts that the figure's font
lacks, joined scripts, and those from right to left. They are laid out by `shaping` and drawn as
outlines, by each of its ways to draw: pixels, SVG, PDF.
"""

from __future__ import annotations

import functools
import re
import warnings
import weakref

from . import shaping, writing_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A dollar sign that begins or ends a formula.
DOLLAR = re.compile(r"(?<!\\)\$")

# Where the blocks of Chinese, Japanese and Korean begin.
FIRST_EAST_ASIAN = "\u1100"

# The language of each figure with Chinese characters, once one was looked for.
languages: weakref.WeakKeyDictionary[Any, str] = weakref.WeakKeyDictionary()
# That of the figure whose text was laid out last: Matplotlib's layout of a text does not know its
# figure.
current = "zh"


def own_fonts(prop: Any) -> tuple[str, ...]:
    """Returns the files of the fonts that a text's properties name."""
    from matplotlib import font_manager

    # With its fallbacks, as Matplotlib's own drawing has them.
    manager: Any = font_manager.fontManager
    return tuple(str(file) for file in manager._find_fonts_by_props(prop))


def is_ours(text: Any, prop: Any, ismath: Any) -> bool:
    """Returns whether Matplotlib would draw a line of text wrongly."""
    if ismath == "TeX" or not isinstance(text, str) or text.isascii():
        return False
    own = own_fonts(prop)
    # A formula's signs have fonts of their own.
    texts = DOLLAR.split(text)[::2] if ismath else [text]
    return any(shaping.is_needed(part, own) for part in texts)


def line(text: str, prop: Any) -> shaping.Line:
    """Lays out a text, and warns of what cannot be drawn: as Matplotlib does, once for each pass."""
    laid = shaping.lay_out(text, own_fonts(prop), current)
    for reason in shaping.failures.values():
        warnings.warn(f"A font could not be loaded: {reason}", UserWarning, stacklevel=2)
    for character in laid.missing:
        warnings.warn(f"Glyph {ord(character)} missing from all fonts.", UserWarning, stacklevel=2)
    return laid


def outline(
    layout: Any, prop: Any, text: str, ismath: Any, original: Any
) -> tuple[Any, Any, float]:
    """Returns a text's vertices, codes and width, in units of `shaping.SIZE`. `layout` is a
    `TextToPath`, `original` its method `get_text_path`, which draws the formulas in a text.
    """
    import numpy

    if not ismath:
        laid = line(text, prop)
        return (*laid.outline(), laid.width)
    vertices, codes, x = [numpy.empty((0, 2))], [numpy.empty(0, numpy.uint8)], 0.0
    for at, part in enumerate(DOLLAR.split(text)):
        if not part:
            continue
        if at % 2:
            formula = f"${part}$"
            sized = prop.copy()
            sized.set_size(shaping.SIZE)
            points, kinds = original(layout, sized, formula, True)
            width = layout.mathtext_parser.parse(formula, layout.DPI, sized)[0]
        else:
            laid = line(part.replace(r"\$", "$"), prop)
            (points, kinds), width = laid.outline(), laid.width
        vertices.append(numpy.add(numpy.asarray(points).reshape(-1, 2), (x, 0)))
        codes.append(numpy.asarray(kinds, numpy.uint8))
        x += width
    return numpy.concatenate(vertices), numpy.concatenate(codes), x


def extents(
    layout: Any, prop: Any, text: str, ismath: Any, original: Any
) -> tuple[float, float, float]:
    """Returns a text's width, height and descent in units of `shaping.SIZE`."""
    vertices, _, width = outline(layout, prop, text, ismath, original)
    if not len(vertices):
        return width, 0.0, 0.0
    lowest, highest = float(vertices[:, 1].min()), float(vertices[:, 1].max())
    return max(width, float(vertices[:, 0].max())), highest - lowest, -lowest


def prepare_textpath(textpath: Any) -> None:
    """Changes `TextToPath`, which all ways to draw a text as outlines use."""
    kind = textpath.TextToPath
    get_text_path, get_extent = kind.get_text_path, kind.get_text_width_height_descent

    @functools.wraps(get_text_path)
    def path(self: Any, prop: Any, s: Any, ismath: Any = False) -> Any:
        if not is_ours(s, prop, ismath):
            return get_text_path(self, prop, s, ismath)
        return outline(self, prop, s, ismath, get_text_path)[:2]

    @functools.wraps(get_extent)
    def extent(self: Any, s: Any, prop: Any, ismath: Any) -> Any:
        if not is_ours(s, prop, ismath):
            return get_extent(self, s, prop, ismath)
        scale = prop.get_size_in_points() / shaping.SIZE
        return tuple(length * scale for length in extents(self, prop, s, ismath, get_text_path))

    kind.get_text_path, kind.get_text_width_height_descent = path, extent


def prepare_renderer(kind: Any, *, outlines: Any = lambda: True) -> None:
    """Changes a class of renderers. `outlines` returns whether it may draw text as outlines."""
    from matplotlib import backend_bases

    draw_text, get_extent = (
        kind.__dict__.get("draw_text"),
        kind.__dict__.get("get_text_width_height_descent"),
    )
    base: Any = backend_bases.RendererBase

    if draw_text is not None:

        @functools.wraps(draw_text)
        def draw(
            self: Any,
            gc: Any,
            x: Any,
            y: Any,
            s: Any,
            prop: Any,
            angle: Any,
            ismath: Any = False,
            mtext: Any = None,
        ) -> None:
            if not outlines() or not is_ours(s, prop, ismath):
                return draw_text(self, gc, x, y, s, prop, angle, ismath, mtext)
            return base._draw_text_as_path(self, gc, x, y, s, prop, angle, ismath)

        kind.draw_text = draw

    if get_extent is not None:

        @functools.wraps(get_extent)
        def extent(self: Any, s: Any, prop: Any, ismath: Any) -> Any:
            if not is_ours(s, prop, ismath):
                return get_extent(self, s, prop, ismath)
            # In points, of a layout that knows no renderer.
            measured = self._text2path.get_text_width_height_descent(s, prop, ismath)
            return tuple(self.points_to_pixels(length) for length in measured)

        kind.get_text_width_height_descent = extent


def prepare_bases(module: Any) -> None:
    prepare_renderer(module.RendererBase)


def prepare_agg(module: Any) -> None:
    prepare_renderer(module.RendererAgg)


def prepare_svg(module: Any) -> None:
    import matplotlib

    # As text, a viewer's own fonts draw it.
    prepare_renderer(
        module.RendererSVG, outlines=lambda: matplotlib.rcParams["svg.fonttype"] == "path"
    )


def prepare_pdf(module: Any) -> None:
    prepare_renderer(module.RendererPdf)


def prepare_ps(module: Any) -> None:
    prepare_renderer(module.RendererPS)


def prepare_pdf_ps(module: Any) -> None:
    prepare_renderer(module.RendererPDFPSBase)


def prepare_text(module: Any) -> None:
    """Has the language of the figure known when one of its texts is laid out."""
    kind = module.Text
    original = kind._get_layout

    @functools.wraps(original)
    def layout(self: Any, renderer: Any) -> Any:
        global current
        text = self.get_text()
        if isinstance(text, str) and not text.isascii():
            current = language_of(self, text)
        return original(self, renderer)

    kind._get_layout = layout


def language_of(artist: Any, text: str) -> str:
    """Returns the language whose forms Chinese characters have in a figure. One Japanese text makes
    it Japanese.
    """
    if max(text) < FIRST_EAST_ASIAN:
        return current
    figure = artist.get_figure(root=True)
    found = writing_systems.language([text])
    if figure is None or found == "ja":
        if figure is not None:
            languages[figure] = found
        return found
    if figure not in languages:
        languages[figure] = writing_systems.language(all_texts(figure))
    return languages[figure]


def all_texts(figure: Any) -> list[str]:
    """Returns the texts of a figure, with those of ticks that are not drawn yet."""
    from matplotlib.text import Text

    texts = [str(artist.get_text()) for artist in figure.findobj(Text)]
    for axes in figure.axes:
        for axis in axes._axis_map.values():
            units = getattr(axis, "units", None)
            # Of a scale of categories, and of labels that code has set.
            texts += [str(label) for label in getattr(units, "_mapping", ())]
            texts += [str(label) for label in getattr(axis.get_major_formatter(), "seq", ())]
    return texts


PREPARE = {
    "matplotlib.textpath": prepare_textpath,
    "matplotlib.text": prepare_text,
    "matplotlib.backend_bases": prepare_bases,
    "matplotlib.backends.backend_agg": prepare_agg,
    "matplotlib.backends.backend_svg": prepare_svg,
    "matplotlib.backends.backend_pdf": prepare_pdf,
    "matplotlib.backends.backend_ps": prepare_ps,
    "matplotlib.backends._backend_pdf_ps": prepare_pdf_ps,
}
