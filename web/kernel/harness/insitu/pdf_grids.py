"""Tables that drawn lines divide on a page of a PDF. Knows neither files nor pandas."""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise

from .layout import YEAR
from .pdf_cells import (
    ALONE,
    ROWS,
    Found,
    Partial,
    Refused,
    by_column,
    check_cell,
    crosses,
    fit_columns,
    fit_rows,
    lines_of,
    pieces_of,
    rows_by_lines,
    text_of,
    unique,
    valued,
)
from .pdf_lines import Grid, grids_of
from .sniffing import is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .pdf_cells import Box
    from .pdf_pages import Page, Word

# Rows at the top that may name groups of columns.
MAX_HEADER = 4
# Words that stand over a line by no more than this do not cross it.
OVER = 1.5
# Columns and rows that are narrower and hold no word are between two lines of one border.
BORDER = 6.0
# The least share of the cells of a grid that hold words; others are forms and figures.
FILLED = 0.3
# The share of a column's lines whose words are far apart, from which it is several columns.
WIDE = 0.4
# Lines of a cell that are further apart than others, in distances of these, are of several rows.
SPACED = 1.5
CROSSED = "words cross its lines"
# How far a title is above a table, in heights of its letters.
TITLE = 2.0
LEFT_OUT = "Rows at the end whose cells span columns are left out."


def find(page: Page) -> tuple[list[Found], list[str], list[Box], bool]:
    """Returns the tables of a page that lines divide, why others are refused, all places that lines
    divide, whose words belong to no other table, and whether lines divide some columns only of
    others.
    """
    tables, refused, places, partial = [], [], [], False
    for grid in grids_of(page):
        box = grid.box()
        words = [word for word in page.words if is_within(word, box)]
        if not holds_table(grid, words):
            continue
        try:
            if any(is_inside(place, box) for place in page.turned):
                raise Refused("it has text that is turned")
            if any(sticks_out(word, box) for word in page.words):
                raise Refused(CROSSED)
            table = table_of(page, grid, words)
            table.above = [*title_of(page, box), *table.above]
            tables.append(table)
        except Partial:
            partial = True
            continue
        except Refused as reason:
            refused.append(str(reason))
        places.append(box)
    return tables, refused, places, partial


def is_inside(place: tuple[float, float], box: Box) -> bool:
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def is_within(word: Word, box: Box) -> bool:
    return is_inside(((word.left + word.right) / 2, (word.bottom + word.top) / 2), box)


def title_of(page: Page, box: Box) -> list[str]:
    """Returns the line of text above a grid, if it belongs to no text of several lines."""
    over = [word for word in page.words if word.left < box[2] and word.right > box[0]]
    lines = lines_of(word for word in over if word.bottom > box[3])[-2:]
    if not lines or lines[-1][0].base - box[3] > TITLE * lines[-1][0].height:
        return []
    is_text = len(lines) > 1 and lines[0][0].base - lines[1][0].base < TITLE * lines[1][0].height
    title = text_of(lines[-1])
    return [] if is_text or not any(map(str.isalpha, title)) else [title]


def sticks_out(word: Word, box: Box) -> bool:
    """Returns whether a word stands on the border at the left or the right."""
    is_beside = box[1] < (word.bottom + word.top) / 2 < box[3]
    return is_beside and any(word.left + OVER < edge < word.right - OVER for edge in box[::2])


def row_of(word: Word, edges: Sequence[float]) -> int:
    middle = (word.bottom + word.top) / 2
    found = bisect_right(edges, -middle, key=lambda edge: -edge)
    return min(max(found - 1, 0), len(edges) - 2)


def by_row(words: Iterable[Word], edges: Sequence[float]) -> list[list[Word]]:
    rows: list[list[Word]] = [[] for _edge in edges[1:]]
    for word in words:
        rows[row_of(word, edges)].append(word)
    return rows


def holds_table(grid: Grid, words: list[Word]) -> bool:
    """Returns whether so many cells hold words that the grid may be a table, and no figure or
    form. Edges between which there is nothing are left out of the grid.
    """
    rows = by_row(words, grid.rows)
    kept = [at for at, row in enumerate(rows) if row or grid.rows[at] - grid.rows[at + 1] > BORDER]
    grid.rows = [grid.rows[at] for at in kept] + grid.rows[-1:]
    columns = by_column(words, grid.columns)
    kept = [at for at, column in enumerate(columns) if column]
    grid.columns = [grid.columns[at] for at in kept] + grid.columns[-1:]
    if len(grid.columns) < 3 or len(grid.rows) < 2:
        return False
    filled = [sum(map(bool, by_column(row, grid.columns))) for row in by_row(words, grid.rows)]
    return max(filled) > 1 and sum(filled) >= FILLED * len(filled) * (len(grid.columns) - 1)


def table_of(page: Page, grid: Grid, words: list[Word]) -> Found:
    """Returns the table of a grid."""
    width, height = len(grid.columns) - 1, len(grid.rows) - 1
    rows = by_row(words, grid.rows)
    check_columns(rows, grid.columns)
    groups = [grid.groups(row) for row in range(height)]
    # Rows with a text that stands in several columns.
    torn = [is_torn(row, grid.columns, groups[at]) for at, row in enumerate(rows)]
    first = 0
    while first < height - 1 and len(groups[first]) == 1:
        first += 1
    above = [text_of(row) for row in rows[:first]]
    start, names = header_of(grid, rows, groups, first)
    end = height
    while end > start + 1 and (torn[end - 1] or len(groups[end - 1]) == 1):
        end -= 1
    beneath = [text for row in rows[end:] if (text := text_of(row))]
    if any(torn[start:end]):
        raise Refused("some of its cells span columns")
    if any(not grid.is_closed(row, at) for row in range(start, end - 1) for at in range(width)):
        raise Refused("some of its cells span rows")
    bands = [(grid.rows[at], grid.rows[at + 1]) for at in range(start, end)]
    bands, inside, alone = divided(bands, rows[start:end], grid.columns, names is None)
    if len(inside) + (names is not None) < 2:
        raise Refused("it has one row")
    for row in inside:
        for cell in by_column(row, grid.columns):
            check_cell(cell)
    table = Found(
        page.number,
        grid.columns,
        bands,
        [[text_of(cell) for cell in by_column(row, grid.columns)] for row in inside],
        grid.box(),
        ruled=True,
        sure=len(inside) == end - start,
        names=names,
        doubts=[ALONE] * alone + [LEFT_OUT] * bool(beneath),
        above=[text for text in above if text],
        beneath=beneath,
    )
    fit_columns(table, [word for row in inside for word in row])
    fit_rows(table, inside)
    return table


def check_columns(rows: Iterable[Sequence[Word]], edges: Sequence[float]) -> None:
    """Refuses a grid in which the space between words divides further columns."""
    counts = [[0, 0] for _edge in edges[1:]]
    for row in rows:
        for at, cell in enumerate(by_column(row, edges)):
            for line in lines_of(cell):
                counts[at][0] += 1
                counts[at][1] += len(pieces_of(line)) > 1
    if any(wide > 1 and wide > WIDE * filled for filled, wide in counts):
        raise Partial


def is_torn(words: Iterable[Word], edges: Sequence[float], groups: list[list[int]]) -> bool:
    """Returns whether a text of a row stands in several columns. Refuses a word over a line."""
    cells = by_column(words, edges)
    for group in groups:
        if sum(bool(cells[at]) for at in group) > 1:
            return True
        around = [edges[group[0]], *(edges[at] for at in group[1:]), edges[group[-1] + 1]]
        for at in group:
            for word in cells[at]:
                if word.left < around[0] - OVER or word.right > around[-1] + OVER:
                    raise Refused(CROSSED)
                if crosses(word, around, OVER):
                    return True
    return False


def header_of(
    grid: Grid, rows: list[list[Word]], groups: list[list[list[int]]], first: int
) -> tuple[int, list[str] | None]:
    """Returns the first row beneath the header, and the names of the columns if several rows have
    them: a cell that spans columns names each of them.
    """
    width, height = len(grid.columns) - 1, len(grid.rows) - 1
    last = first
    for row in range(first, min(first + MAX_HEADER, height - 1)):
        spans = len(groups[row]) < width
        open_below = any(not grid.is_closed(row, at) for at in range(width))
        values = sum(is_value(text_of(cell)) for cell in by_column(rows[row], grid.columns))
        if values > 1 or row > last:
            break
        if spans or open_below:
            last = row + 1
    if last == first:
        return first, None
    beneath = [word for row in rows[first : last + 1] for word in row]
    numbers = [
        any(is_number(line) for line in lines_of(cell)) for cell in by_column(beneath, grid.columns)
    ]
    if sum(numbers) > 1:
        raise Refused(ROWS)
    parts: list[list[str]] = [[] for _ in range(width)]
    for row in range(first, last + 1):
        cells = by_column(rows[row], grid.columns)
        for group in groups[row]:
            text = text_of([word for at in group for word in cells[at]])
            for at in group:
                if text and text not in parts[at]:
                    parts[at].append(text)
    names = unique([" ".join(part) for part in parts])
    return last + 1, names


def is_number(line: Iterable[Word]) -> bool:
    """Returns whether a line is a value other than a year, which a name may be."""
    text = text_of(line)
    return is_value(text) and not YEAR.fullmatch(text)


def divided(
    bands: list[tuple[float, float]], rows: list[list[Word]], edges: Sequence[float], header: bool
) -> tuple[list[tuple[float, float]], list[list[Word]], bool]:
    """Returns the rows of a table and their words, where the rows between two lines are several:
    some of their cells have a number in each line.
    """
    found: list[tuple[float, float]] = []
    inside: list[list[Word]] = []
    alone = False
    for at, (band, row) in enumerate(zip(bands, rows)):
        lines = lines_of(row)
        texts = [[text_of(cell) for cell in by_column(line, edges)] for line in lines]
        is_header = header and at == 0 and len(bands) > 1
        several = len(valued(texts, len(edges) - 1)) >= (1 if len(bands) < 3 else 2)
        if (
            len(lines) > 1
            and not is_header
            and not several
            and (len(bands) < 3 or is_spaced(row, edges))
        ):
            raise Refused(ROWS)
        if len(lines) < 2 or is_header or not several:
            found.append(band)
            inside.append(row)
            continue
        parts, some = rows_by_lines(row, edges)
        alone = alone or some
        middles = [
            (min(word.bottom for word in over) + max(word.top for word in under)) / 2
            for over, under in pairwise(parts)
        ]
        found += zip([band[0], *middles], [*middles, band[1]])
        inside += parts
    return found, inside, alone


def is_spaced(row: Iterable[Word], edges: Sequence[float]) -> bool:
    """Returns whether several cells of a row have lines with more space between some than between
    others.
    """
    spaced = 0
    for cell in by_column(row, edges):
        bases = [line[0].base for line in lines_of(cell)]
        steps = [over - under for over, under in pairwise(bases)]
        spaced += len(steps) > 1 and max(steps) > SPACED * min(steps)
    return spaced > 1
