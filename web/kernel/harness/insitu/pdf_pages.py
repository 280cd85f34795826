"""The words of a page of a PDF, with where they stand, and the lines that are drawn on it, by
pypdfium2. Lengths are in points, from the lower left corner. Knows nothing of tables.
"""

from __future__ import annotations

import ctypes
import math
import re
from dataclasses import dataclass, field
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Characters, drawn objects and their corners that are looked at of a page.
MAX_CHARACTERS = 40_000
MAX_DRAWN = 5_000
MAX_CORNERS = 10_000
# A drawn shape that is thinner is a line, and an edge is upright or level if it leaves that
# direction by no more.
THIN = 3.0
# Letters of a word are this close to each other, in heights of its letters: where one ends with the
# space around it, and the next begins.
JOINED = 0.15
# The share of a page that a picture of it covers.
MOSTLY = 0.5
WORD = re.compile(r"[^\s\0]+")
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
        read_drawn(sheet, page)
        text = sheet.get_textpage()
        try:
            read_words(text, page, (left, bottom, right, top))
        finally:
            text.close()
        return page
    finally:
        sheet.close()


def read_words(text: Any, page: Page, visible: tuple[float, float, float, float]) -> None:
    """Adds the words. PDFium is asked about each, and not about each letter: a call takes tens of
    microseconds in a browser.
    """
    import pypdfium2.raw as raw

    x, base = ctypes.c_double(), ctypes.c_double()
    first, last = raw.FS_RECTF(), raw.FS_RECTF()
    count = text.count_chars()
    page.cut = page.cut or count > MAX_CHARACTERS
    letters = text.get_text_range(0, min(count, MAX_CHARACTERS))
    if len(letters) != min(count, MAX_CHARACTERS):
        # Some letters are several in the text, or none.
        codes = (raw.FPDFText_GetUnicode(text, at) for at in range(min(count, MAX_CHARACTERS)))
        letters = "".join(chr(code) if code else " " for code in codes)
    for found in WORD.finditer(letters):
        at, length = found.start(), found.end() - found.start()
        left, bottom, right, top = box_of(text, at, length)
        if right < visible[0] or left > visible[2] or top < visible[1] or bottom > visible[3]:
            continue
        page.letters += length
        if 0.05 < raw.FPDFText_GetCharAngle(text, at) < 2 * math.pi - 0.05:
            page.turned += [(left, bottom)] * length
            continue
        written = "".join(map(readable, found[0]))
        if UNKNOWN in written or raw.FPDFText_HasUnicodeMapError(text, at) == 1:
            page.unknown += length
        if page.pictured > MOSTLY and is_hidden(text, at):
            page.hidden += length
        raw.FPDFText_GetCharOrigin(text, at, x, base)
        raw.FPDFText_GetLooseCharBox(text, at, first)
        raw.FPDFText_GetLooseCharBox(text, found.end() - 1, last)
        height = max(abs(first.top - first.bottom), 1.0)
        word = Word(
            written, left, bottom, right, top, base.value, height, first.left, last.right
        )  # fmt: skip
        before = page.words[-1] if page.words else None
        if before is not None and continues(before, word):
            before.text += word.text
            before.right, before.reach = max(before.right, right), word.reach
            before.bottom, before.top = min(before.bottom, bottom), max(before.top, top)
        else:
            page.words.append(word)


def box_of(text: Any, at: int, length: int) -> tuple[float, float, float, float]:
    """Returns the edges of some letters."""
    import pypdfium2.raw as raw

    edges = [ctypes.c_double() for _ in range(4)]
    boxes = []
    for part in range(raw.FPDFText_CountRects(text, at, length)):
        left, top, right, bottom = edges
        raw.FPDFText_GetRect(text, part, left, top, right, bottom)
        boxes.append((left.value, bottom.value, right.value, top.value))
    if not boxes:
        return text.get_charbox(at)
    lefts, bottoms, rights, tops = zip(*boxes)
    return min(lefts), min(bottoms), max(rights), max(tops)


def readable(letter: str) -> str:
    """Returns a letter as it is compared and shown."""
    if letter in HYPHENS:
        return "-"
    return UNKNOWN if letter < " " or "\x7f" <= letter < "\xa0" else letter


def is_hidden(text: Any, at: int) -> bool:
    """Returns whether a letter is not drawn."""
    import pypdfium2.raw as raw

    thing = raw.FPDFText_GetTextObject(text, at)
    mode = raw.FPDFTextObj_GetTextRenderMode(thing) if thing else None
    return mode == raw.FPDF_TEXTRENDERMODE_INVISIBLE


def continues(before: Word, word: Word) -> bool:
    """Returns whether two words are one: some files place each letter."""
    gap = word.begin - before.reach
    return (
        abs(word.base - before.base) < 0.1 * before.height
        and -0.5 * before.height < gap < JOINED * before.height
    )


def read_drawn(sheet: Any, page: Page) -> None:
    """Adds the lines that are drawn, and how much of the page pictures cover."""
    import pypdfium2.raw as raw

    pictured = 0.0
    corners = 0
    for count, thing in enumerate(
        sheet.get_objects([raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_IMAGE])
    ):
        matrix = matrix_of(thing)
        if thing.type == raw.FPDF_PAGEOBJ_IMAGE:
            # A picture is drawn into the square of one.
            (x0, y0), (x1, y1) = through(matrix, 0, 0), through(matrix, 1, 1)
            pictured += abs((x1 - x0) * (y1 - y0))
            continue
        corners += max(raw.FPDFPath_CountSegments(thing), 0)
        if count >= MAX_DRAWN or corners > MAX_CORNERS:
            page.cut = True
            break
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
    for at in range(raw.FPDFPath_CountSegments(thing)):
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
