"""Lays out a line of text of any script: the fonts that have its characters, the direction, and the
glyphs that HarfBuzz makes of them, as outlines. Fetches fonts and HarfBuzz when a text first needs
them. Knows no figures.
"""

from __future__ import annotations

import functools
import importlib
import os

from . import bidi, writing_systems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# The size of the outlines in units per em, which is that of Matplotlib's `TextToPath`.
SIZE = 100
LIBRARY = "uharfbuzz"
# The font in each of the packages of fonts.
FILE = "regular.ttf"
# Laid out texts that are kept, for the passes that a figure takes.
MAX_KEPT_TEXTS = 512

# Why a package could not be fetched; forgotten with each execution, which tries again.
failures: dict[str, str] = {}


class Line:
    """A laid out line: `glyphs` as (font file, glyph, x, y), its `width`, and the `missing`
    characters.
    """

    def __init__(
        self, glyphs: list[tuple[str, int, float, float]], width: float, missing: list[str]
    ) -> None:
        self.glyphs = glyphs
        self.width = width
        self.missing = missing

    def outline(self) -> tuple[Any, Any]:
        """Returns the vertices and the codes of the line as one path."""
        import numpy

        vertices, codes = [numpy.empty((0, 2))], [numpy.empty(0, numpy.uint8)]
        for file, glyph, x, y in self.glyphs:
            points, kinds = glyph_outline(file, glyph)
            vertices.append(numpy.add(points, (x, y)))
            codes.append(kinds)
        return numpy.concatenate(vertices), numpy.concatenate(codes)


def forget() -> None:
    """Has packages tried again that could not be fetched, and the texts that lack them laid out
    again.
    """
    if failures:
        failures.clear()
        lay_out.cache_clear()


def font_file(module: str) -> str | None:
    """Returns the path of a package's font, which is fetched if it has not been; None if that
    fails.
    """
    if module not in failures:
        try:
            folder = importlib.import_module(module).__path__[0]
        except ImportError as error:
            failures[module] = str(error)
        else:
            return os.path.join(folder, FILE)
    return None


@functools.lru_cache(32)
def face(file: str) -> tuple[Any, Any]:
    """Returns a font for Matplotlib, which has its characters and outlines, of `SIZE`."""
    from matplotlib import ft2font

    font = ft2font.FT2Font(file, hinting_factor=1)
    font.set_size(SIZE, 72)
    return font, ft2font.LoadFlags.NO_HINTING


def library() -> Any:
    """Returns HarfBuzz, which is fetched if it has not been. Raises `ImportError`."""
    return importlib.import_module(LIBRARY)


@functools.lru_cache(16)
def shaper(file: str) -> tuple[Any, float]:
    """Returns a font for HarfBuzz, and how long its unit is in units of `SIZE`."""
    harfbuzz = library()
    with open(file, "rb") as content:
        shape = harfbuzz.Face(harfbuzz.Blob(content.read()))
    return harfbuzz.Font(shape), SIZE / shape.upem


@functools.lru_cache(4096)
def glyph_outline(file: str, glyph: int) -> tuple[Any, Any]:
    """Returns the vertices and codes of a glyph at the origin."""
    font, flags = face(file)
    font.load_glyph(glyph, flags)
    return font.get_path()


def has(file: str, character: str) -> bool:
    """Returns whether a font has a character, or it needs no glyph."""
    return (
        writing_systems.is_invisible(character) or face(file)[0].get_char_index(ord(character)) != 0
    )


def is_needed(text: str, own: Sequence[str]) -> bool:
    """Returns whether Matplotlib alone would draw the text wrongly with the fonts `own`: without
    glyphs, unjoined or in the wrong order.
    """
    if text.isascii():
        return False
    names = writing_systems.systems(text)
    if any(name in writing_systems.SHAPED for name in names):
        return True
    for character, name in zip(text, names, strict=True):
        if (name or writing_systems.is_sign(character)) and not any(
            has(file, character) for file in own
        ):
            return True
    return False


@functools.lru_cache(MAX_KEPT_TEXTS)
def lay_out(text: str, own: tuple[str, ...], tongue: str) -> Line:
    """Lays out a line with the fonts `own` and, for what they lack, those of the packages."""
    base = bidi.base_level(text)
    runs = divided(text, own, tongue, bidi.levels(text, base))
    glyphs: list[tuple[str, int, float, float]] = []
    missing: list[str] = []
    x = 0.0
    for at in bidi.visual_order([level for _, _, level in runs]):
        part, file, level = runs[at]
        missing += [character for character in part if not has(file, character)]
        for glyph, along, up, advance in shaped(part, file, level):
            glyphs.append((file, glyph, x + along, up))
            x += advance
    return Line(glyphs, x, missing)


def shaped(part: str, file: str, level: int) -> list[tuple[int, float, float, float]]:
    """Returns the glyphs of a part of one font and direction: glyph, offsets, and advance."""
    if LIBRARY in failures:
        return unshaped(part, file)
    try:
        font, unit = shaper(file)
    except ImportError as error:
        failures[LIBRARY] = str(error)
        return unshaped(part, file)
    harfbuzz = library()
    buffer = harfbuzz.Buffer()
    buffer.add_str(part)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if level % 2 else "ltr"
    harfbuzz.shape(font, buffer)
    return [
        (info.codepoint, place.x_offset * unit, place.y_offset * unit, place.x_advance * unit)
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True)
    ]


def unshaped(part: str, file: str) -> list[tuple[int, float, float, float]]:
    """Returns a glyph for each character, if HarfBuzz could not be fetched."""
    font, flags = face(file)
    glyphs = []
    for character in part:
        glyph = font.get_char_index(ord(character))
        # In units of 1/65536.
        glyphs.append((glyph, 0.0, 0.0, font.load_glyph(glyph, flags).linearHoriAdvance / 65536))
    return glyphs


def divided(
    text: str, own: Sequence[str], tongue: str, levels: Sequence[int]
) -> list[tuple[str, str, int]]:
    """Divides a line into parts of one font, script and level: (text, font file, level)."""
    runs: list[tuple[str, str, int]] = []
    names = writing_systems.systems(text)
    start = 0
    for end in range(1, len(text) + 1):
        if end < len(text) and names[end] == names[start] and levels[end] == levels[start]:
            continue
        for part, file in fonts_of(text[start:end], names[start], own, tongue):
            runs.append((part, file, levels[start]))
        start = end
    return runs


def fonts_of(part: str, name: str, own: Sequence[str], tongue: str) -> list[tuple[str, str]]:
    """Returns the parts of a text of one script with their fonts. A word has one font, if one has
    all of it.
    """
    for file in own:
        if all(has(file, character) for character in part):
            return [(part, file)]
    packages = list(writing_systems.packages(name, tongue))
    if not name and any(writing_systems.is_sign(character) for character in part):
        packages = ["noto_emoji"]
    files = list(own)
    # The figure's own font comes first only for what is not of a script of its own.
    for module in packages:
        file = font_file(module)
        if file is None:
            continue
        if name and all(has(file, character) for character in part):
            return [(part, file)]
        files.append(file)
    if name:
        files = files[len(own) :] + files[: len(own)]
    found: list[tuple[str, str]] = []
    for character in part:
        file = next((file for file in files if has(file, character)), files[0])
        if writing_systems.is_attached(character) and found and has(found[-1][1], character):
            file = found[-1][1]
        if found and found[-1][1] == file:
            found[-1] = (found[-1][0] + character, file)
        else:
            found.append((character, file))
    return found
