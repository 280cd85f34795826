"""Tables on a page of a PDF whose columns only the space between them divides. Knows neither files
nor pandas.
"""

from __future__ import annotations

import re
from itertools import pairwise

from . import layout, pdf_headers
from .pdf_cells import (
    ALONE,
    APART,
    CLOSER,
    Found,
    Refused,
    by_column,
    check_cell,
    crosses,
    fit_columns,
    fit_rows,
    height_of,
    lines_of,
    pieces_of,
    rows_by_lines,
    text_of,
    valued,
)
from .pdf_headers import NEXT, spread
from .sniffing import is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .pdf_cells import Space
    from .pdf_pages import Page, Rule, Word

    Line = list[Word]

# Lines of one text that may stand between two rows.
MAX_BETWEEN = 2
# The least numbers of rows: of more than two columns, of two, and without names.
MIN_ROWS, MIN_ROWS_OF_TWO, MIN_UNNAMED = 2, 3, 4
# The least share of the cells that hold words, without names and with them, and the most words of a
# usual cell.
FILLED, FILLED_NAMED = 0.85, 0.6
MAX_WORDS = 8
# A width of space between columns that no space between words has, in widths of the widest of these.
CLEARLY = 1.5
# Edges of the texts of a column that are so close are aligned, in points.
ALIGNED = 2.0
POINT = re.compile(r"\d{1,3}[.)]")
UNDER = "The line of text beneath the last row may belong to it."
CROSSED = "Texts above the columns that stand over several of them are not part of their names."


def find(page: Page, words: list[Word], rules: list[Rule]) -> tuple[list[Found], list[str]]:
    """Returns the tables among the words of a page, and why others are refused. `rules` are the
    level lines that are drawn.
    """
    tables, refused = [], []
    lines = lines_of(words)
    for start, end in blocks_of(lines):
        for first, last in parts_of(lines, start, end):
            try:
                found = table_of(page.number, lines, (first, last), rules)
            except Refused as reason:
                refused.append(str(reason))
                continue
            if found is not None:
                tables.append(found)
    return tables, refused


def blocks_of(lines: list[Line]) -> list[tuple[int, int]]:
    """Returns the lines from which to which most have several texts and none is far from the next."""
    blocks: list[tuple[int, int]] = []
    start = last = None
    for at, line in enumerate(lines):
        if len(pieces_of(line)) < 2:
            continue
        if start is None or last is None or at - last > MAX_BETWEEN + 1 or is_far(lines, last, at):
            if start is not None and last is not None:
                blocks.append((start, last + 1))
            start = at
        last = at
    if start is not None and last is not None:
        blocks.append((start, last + 1))
    return blocks


def is_far(lines: list[Line], first: int, last: int) -> bool:
    """Returns whether two lines from here to there are far from each other."""
    return any(
        over[0].base - under[0].base > NEXT * max(height_of(over), height_of(under))
        for over, under in zip(lines[first:last], lines[first + 1 : last + 1])
    )


def parts_of(lines: list[Line], start: int, end: int) -> list[tuple[int, int]]:
    """Returns a block without its lines that stand in several columns, which divide it."""
    rows = [line for line in lines[start:end] if has_values(line)]
    if len(rows) < 2:
        return []
    edges = edges_of(rows)
    parts, first = [], start
    for at in range(start, end):
        line = lines[at]
        is_between = len(pieces_of(line)) < 2
        if is_between and any(crosses(word, edges) for word in spread(line)):
            parts.append((first, at))
            first = at + 1
    return [part for part in [*parts, (first, end)] if part[1] - part[0] > 1]


def has_values(line: Line) -> bool:
    return len(pieces_of(line)) > 1 and any(is_value(text_of(piece)) for piece in pieces_of(line))


def edges_of(rows: Sequence[Line]) -> list[float]:
    """Returns the middles of the spaces that no line has a word in, and the outer edges."""
    height = sorted(height_of(row) for row in rows)[len(rows) // 2]
    spans = sorted((word.left, word.right) for row in rows for word in row)
    edges, end = [spans[0][0] - 3], spans[0][1]
    for left, right in spans:
        if left - end >= APART * height:
            edges.append((end + left) / 2)
        end = max(end, right)
    return [*edges, end + 3]


def table_of(
    page: int, lines: list[Line], part: tuple[int, int], rules: list[Rule]
) -> Found | None:
    """Returns the table of a part of the lines; None if it has none."""
    rows = [at for at in range(*part) if has_values(lines[at])]
    if not rows:
        return None
    first, last = rows[0], rows[-1] + 1
    edges = edges_of([lines[at] for at in rows])
    width = len(edges) - 1
    texts = [[text_of(cell) for cell in by_column(lines[at], edges)] for at in rows]
    # Numbers of points that sentences begin with are not values.
    values = [
        at
        for at in valued(texts, width)
        if not all(POINT.fullmatch(row[at]) for row in texts if row[at])
    ]
    if width < 2 or len(rows) < (MIN_ROWS if width > 2 else MIN_ROWS_OF_TWO) or not values:
        return None
    spans = spans_of(lines, rows, edges)
    header = pdf_headers.find(lines, first, edges, spans, rules)
    if len(rows) > MIN_ROWS and not header.is_complete(edges) and are_years(texts, values):
        first = rows[1]
        header = pdf_headers.find(lines, first, edges, spans, rules)
    if not header.lines and len(rows) < MIN_UNNAMED:
        return None
    edges = pdf_headers.refined(edges, spans, header)
    names = header.names(edges) if header.groups else None
    doubts = []
    if last < len(lines) and pdf_headers.divided(lines[last], edges, spans) is not None:
        over = [above[0].base - under[0].base for above, under in pairwise(lines[first : last + 1])]
        if over[-1] < min(over[:-1], default=0) - CLOSER:
            last += 1
        elif over[-1] < max(over[:-1], default=0) + CLOSER:
            doubts.append(UNDER)
    body = [word for line in lines[first:last] for word in line]
    within, alone = rows_by_lines(body, edges)
    check(
        lines[first:last], within, edges, values, FILLED_NAMED if header.is_clear(edges) else FILLED
    )
    if header.lines and names is None:
        within.insert(0, [word for at in header.lines for word in lines[at]])
    top = min([*header.lines, first])
    above = [text_of(lines[at]) for at in range(max(top - 2, 0), top) if not is_far(lines, at, top)]
    doubts += [ALONE] * alone
    if top > 0 and len(pieces_of(lines[top - 1])) > 1 and not is_far(lines, top - 1, top):
        doubts.append(CROSSED)
    bands = bands_of(within)
    table = Found(
        page,
        edges,
        bands,
        [],
        (edges[0], bands[-1][1], edges[-1], max(word.top for word in lines[top]) + 1),
        ruled=False,
        sure=False,
        names=names,
        named=bool(header.lines) or are_years(texts, values),
        doubts=doubts,
        above=above,
    )
    fit_columns(table, [word for row in within for word in row])
    fit_rows(table, within)
    for row in within:
        cells = by_column(row, table.columns)
        for cell in cells:
            check_cell(cell)
        table.cells.append([text_of(cell) for cell in cells])
    return table


def are_years(texts: list[list[str]], values: list[int]) -> bool:
    """Returns whether the numbers of the first row are years, as names of columns."""
    return layout.has_header(texts) and all(layout.YEAR.fullmatch(texts[0][at]) for at in values)


def spans_of(lines: list[Line], rows: list[int], edges: list[float]) -> list[Space]:
    """Returns from where to where the words of each column reach."""
    columns = by_column([word for at in rows for word in lines[at]], edges)
    return [
        (min(word.left for word in column), max(word.right for word in column))
        for column in columns
    ]


def check(
    lines: Sequence[Line], rows: list[Line], edges: list[float], values: list[int], least: float
) -> None:
    """Refuses a table whose columns are not clearly apart, or that may be sentences. `least` is the
    share of its cells that hold words.
    """
    cells = [by_column(row, edges) for row in rows]
    filled = sum(bool(cell) for row in cells for cell in row)
    if filled < least * len(cells) * len(cells[0]):
        raise Refused("many of its cells are empty, so that it is unsure which columns it has")
    for at in range(len(edges) - 1):
        counts = sorted(len(row[at]) for row in cells if row[at])
        if counts and counts[len(counts) // 2] > MAX_WORDS:
            raise Refused("it may be text in columns")
    inner = [
        after.left - before.right
        for line in lines
        for cell in by_column(line, edges)
        for before, after in pairwise(cell)
    ]
    spans = sorted((word.left, word.right) for line in lines for word in line)
    outer, end = [], spans[0][1]
    for left, right in spans:
        if left > end and any(end < edge < left for edge in edges[1:-1]):
            outer.append(left - end)
        end = max(end, right)
    if len(outer) < len(edges) - 2:
        raise Refused("words stand between its columns")
    if inner and min(outer) < CLEARLY * max(inner):
        raise Refused("the spaces between its columns are like those between words")
    for at in range(len(edges) - 1):
        if at not in values and not is_aligned([row[at] for row in cells if row[at]]):
            raise Refused("its texts are not aligned in columns")


def is_aligned(cells: list[Line]) -> bool:
    """Returns whether most texts of a column begin, end or have their middle at the same place."""
    lefts = [min(word.left for word in cell) for cell in cells]
    rights = [max(word.right for word in cell) for cell in cells]
    middles = [(left + right) / 2 for left, right in zip(lefts, rights)]
    return any(
        max((sum(abs(other - one) <= ALIGNED for other in places) for one in places), default=0)
        >= 0.6 * len(places)
        for places in (lefts, rights, middles)
    )


def bands_of(rows: list[Line]) -> list[tuple[float, float]]:
    """Returns the upper and the lower edge of each row, in the middle of the space between them."""
    tops = [max(word.top for word in row) for row in rows]
    lows = [min(word.bottom for word in row) for row in rows]
    middles = [(low + top) / 2 for low, top in zip(lows, tops[1:])]
    return list(zip([tops[0] + 2, *middles], [*middles, lows[-1] - 2]))
