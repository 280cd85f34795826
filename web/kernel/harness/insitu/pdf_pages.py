"""The words of a page of a PDF, with where they stand, and the lines that are drawn on it, by
pypdfium2. Lengths are in points, from the lower left corner. Knows nothing of tables.
"""

from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Characters and drawn objects of a page that are looked at.
MAX_CHARACTERS = 40_000
MAX_DRAWN = 20_000
# A drawn shape that is thinner is a line, and an edge is upright or level if it leaves that
# direction by no more.
THIN = 3.0
# Letters of a word are this close to each other, in heights of its letters: where one ends with the
# space around it, and the next begins.
JOINED = 0.15
LINE, MOVE = 0, 2
# What PDFium writes for hyphens at the end of a line and elsewhere, and what stands for letters that
# the file does not name.
HYPHENS, UNKNOWN = "\ufffe\2", "\ufffd"


@dataclass
class Word:
    """A word: the edges of its letters, the line that it stands on, the height of its font, and
    where it begins and ends with the space around its letters.
    """

    text: str
    left: float
    bottom: float
    right: float
    top: float
    base: float
    height: float
    begin: float
    reach: float


@dataclass
class Rule:
    """A drawn line from `start` to `end`, at `at` of the other direction."""

    at: float
    start: float
    end: float


@dataclass
class Page:
    """A page: `turned` has the places of letters that do not stand upright, `unknown` counts those
    without a meaning in the file, `hidden` those that are not drawn, as where a scan was recognised;
    `pictured` is the share of the page that its pictures cover.
    """

    number: int
    width: float
    height: float
    words: list[Word] = field(default_factory=list)
    level: list[Rule] = field(default_factory=list)
    upright: list[Rule] = field(default_factory=list)
    letters: int = 0
    turned: list[tuple[float, float]] = field(default_factory=list)
    unknown: int = 0
    hidden: int = 0
    pictured: float = 0.0
    cut: bool = False


def read(document: Any, number: int) -> Page:
    """Reads the page of this number, from one."""
    sheet = document[number - 1]
    try:
        left, bottom, right, top = sheet.get_bbox()
        page = Page(number, right - left, top - bottom)
        text = sheet.get_textpage()
        try:
            read_words(text, page, (left, bottom, right, top))
        finally:
            text.close()
        read_drawn(sheet, page)
        return page
    finally:
        sheet.close()


def read_words(text: Any, page: Page, visible: tuple[float, float, float, float]) -> None:
    import pypdfium2.raw as raw

    left, right, bottom, top, x, base = (ctypes.c_double() for _ in range(6))
    box = raw.FS_RECTF()
    count = text.count_chars()
    page.cut = count > MAX_CHARACTERS
    word: Word | None = None
    for at in range(min(count, MAX_CHARACTERS)):
        letter = chr(raw.FPDFText_GetUnicode(text, at) or 0)
        if letter.isspace() or letter == "\0":
            word = None
            continue
        if not raw.FPDFText_GetCharBox(text, at, left, right, bottom, top):
            continue
        raw.FPDFText_GetCharOrigin(text, at, x, base)
        if right.value < visible[0] or left.value > visible[2]:
            continue
        if top.value < visible[1] or bottom.value > visible[3]:
            continue
        if letter in HYPHENS:
            letter = "-"
        page.letters += 1
        if letter < " " or "\x7f" <= letter < "\xa0":
            letter = UNKNOWN
        if letter == UNKNOWN or raw.FPDFText_HasUnicodeMapError(text, at) == 1:
            page.unknown += 1
        if 0.05 < raw.FPDFText_GetCharAngle(text, at) < 2 * math.pi - 0.05:
            page.turned.append((left.value, bottom.value))
            word = None
            continue
        thing = raw.FPDFText_GetTextObject(text, at)
        if thing and raw.FPDFTextObj_GetTextRenderMode(thing) == raw.FPDF_TEXTRENDERMODE_INVISIBLE:
            page.hidden += 1
        raw.FPDFText_GetLooseCharBox(text, at, box)
        if word is not None and continues(word, box.left, base.value):
            word.text += letter
            word.right = max(word.right, right.value)
            word.bottom = min(word.bottom, bottom.value)
            word.top = max(word.top, top.value)
            word.reach = max(word.reach, box.right)
            continue
        height = max(abs(box.top - box.bottom), top.value - bottom.value, 1.0)
        word = Word(
            letter,
            left.value, bottom.value, right.value, top.value, base.value, height, box.left, box.right,
        )  # fmt: skip
        page.words.append(word)


def continues(word: Word, left: float, base: float) -> bool:
    """Returns whether a letter belongs to the word before it."""
    gap = left - word.reach
    return (
        abs(base - word.base) < 0.1 * word.height
        and -0.5 * word.height < gap < JOINED * word.height
    )


def read_drawn(sheet: Any, page: Page) -> None:
    """Adds the lines that are drawn, and how much of the page pictures cover."""
    import pypdfium2.raw as raw

    pictured = 0.0
    for count, thing in enumerate(
        sheet.get_objects([raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE])
    ):
        if count >= MAX_DRAWN:
            page.cut = True
            break
        matrix = matrix_of(thing)
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            # A picture is drawn into the square of one.
            (x0, y0), (x1, y1) = through(matrix, 0, 0), through(matrix, 1, 1)
            pictured += abs((x1 - x0) * (y1 - y0))
            continue
        fill, stroke = ctypes.c_int(), ctypes.c_int()
        raw.FPDFPath_GetDrawMode(thing, fill, stroke)
        if stroke.value or fill.value:
            for shape in shapes_of(thing, matrix):
                add_shape(page, shape, bool(stroke.value))
    page.pictured = pictured / max(page.width * page.height, 1.0)


def matrix_of(thing: Any) -> tuple[float, ...]:
    """Returns how an object's coordinates become those of the page, through the forms that it is
    drawn within.
    """
    matrix = thing.get_matrix().get()
    while (thing := thing.container) is not None:
        a, b, c, d, e, f = matrix
        (g, h, i, j, k, m) = thing.get_matrix().get()
        matrix = (
            a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m,
        )  # fmt: skip
    return matrix


def through(matrix: tuple[float, ...], x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def shapes_of(thing: Any, matrix: tuple[float, ...]) -> Iterator[list[tuple[float, float]]]:
    """Yields the corners of each part of a path; parts with curves are left out."""
    import pypdfium2.raw as raw

    x, y = ctypes.c_float(), ctypes.c_float()
    corners: list[tuple[float, float]] = []
    curved = False
    for at in range(min(raw.FPDFPath_CountSegments(thing), MAX_DRAWN)):
        segment = raw.FPDFPath_GetPathSegment(thing, at)
        kind = raw.FPDFPathSegment_GetType(segment)
        raw.FPDFPathSegment_GetPoint(segment, x, y)
        if kind == MOVE:
            if len(corners) > 1 and not curved:
                yield corners
            corners, curved = [], False
        curved = curved or kind not in (LINE, MOVE)
        corners.append(through(matrix, x.value, y.value))
        if raw.FPDFPathSegment_GetClose(segment) and corners[0] != corners[-1]:
            corners.append(corners[0])
    if len(corners) > 1 and not curved:
        yield corners


def add_shape(page: Page, corners: list[tuple[float, float]], stroked: bool) -> None:
    """Adds the lines of a shape: its edges, or itself if it is a thin area."""
    left, right = min(x for x, _y in corners), max(x for x, _y in corners)
    bottom, top = min(y for _x, y in corners), max(y for _x, y in corners)
    if right - left <= THIN and top - bottom > THIN:
        page.upright.append(Rule((left + right) / 2, bottom, top))
    elif top - bottom <= THIN and right - left > THIN:
        page.level.append(Rule((bottom + top) / 2, left, right))
    elif stroked:
        for (x0, y0), (x1, y1) in pairwise(corners):
            if abs(x1 - x0) <= 1 < abs(y1 - y0):
                page.upright.append(Rule((x0 + x1) / 2, min(y0, y1), max(y0, y1)))
            elif abs(y1 - y0) <= 1 < abs(x1 - x0):
                page.level.append(Rule((y0 + y1) / 2, min(x0, x1), max(x0, x1)))
