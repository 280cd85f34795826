"""Words of a page of a PDF as lines, and as the cells of columns and rows. Knows neither files nor
pandas.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from itertools import pairwise

from .pdf_pages import UNKNOWN
from .sniffing import is_missing, is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .pdf_pages import Word

    Box = tuple[float, float, float, float]
    Space = tuple[float, float]

# Words whose lines differ by no more, in heights of their letters, stand on one line; by more than
# the second number, one is raised.
SAME_LINE = 0.4
RAISED = 0.1
# Words of a cell are no further apart, in heights of their letters.
APART = 0.6
# Groups of three digits are no further apart.
GROUPED = 0.3
# The least share of a column's cells that are values if its cells are.
VALUES = 0.7
# How much closer, in points, a line is to the row that it belongs to.
CLOSER = 1.0
MARKS = "it has numbers with raised marks"
ROWS = "no lines divide its rows"
STRANGE = "the file does not say which letters its signs are"
LOOSE_LINES = "it cannot be told which rows some of its lines belong to"
ALONE = "Lines that have texts alone are rows of their own; they may belong to the rows above them."


class Refused(Exception):
    """Why words of a page are not read as a table."""


class Partial(Refused):
    """Drawn lines divide only some columns of a table."""


@dataclass
class Found:
    """A table of a page: the edges of its columns from left to right, the upper and the lower edge
    of each row, and the texts of the cells. `names` are those of the columns if several rows have
    them, which are not among the rows then; `named` says that there are some. `ruled` says that lines divide its columns, `sure` that
    they divide its rows too. `free` has the space without words around each edge of a row, and
    `beside` around each of a column.
    """

    page: int
    columns: list[float]
    rows: list[tuple[float, float]]
    cells: list[list[str]]
    box: Box
    ruled: bool
    sure: bool
    names: list[str] | None = None
    named: bool = True
    doubts: list[str] = field(default_factory=list)
    above: list[str] = field(default_factory=list)
    beneath: list[str] = field(default_factory=list)
    free: dict[float, Space] = field(default_factory=dict)
    beside: list[Space] = field(default_factory=list)


def lines_of(words: Iterable[Word]) -> list[list[Word]]:
    """Returns the words of each line, from the upper left."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: -word.base):
        if lines and abs(lines[-1][0].base - word.base) <= SAME_LINE * word.height:
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.left) for line in lines]


def text_of(words: Iterable[Word]) -> str:
    return " ".join(word.text for line in lines_of(words) for word in line)


def height_of(line: Sequence[Word]) -> float:
    return max(word.height for word in line)


def pieces_of(line: Sequence[Word]) -> list[list[Word]]:
    """Returns the words of a line that are close to each other."""
    pieces: list[list[Word]] = []
    for word in line:
        if pieces and word.left - pieces[-1][-1].right <= APART * word.height:
            pieces[-1].append(word)
        else:
            pieces.append([word])
    return pieces


def column_of(word: Word, edges: Sequence[float]) -> int:
    middle = (word.left + word.right) / 2
    return min(max(bisect_right(edges, middle) - 1, 0), len(edges) - 2)


def is_numbering(cells: Sequence[str]) -> bool:
    """Returns whether cells are the numbers of their columns, as beneath some headers."""
    numbers = [cell.strip("()[].") for cell in cells]
    return len(cells) > 2 and numbers == [str(at + 1) for at in range(len(cells))]


def unique(names: list[str]) -> list[str]:
    """Returns names of columns of which none is empty or equal to another, as pandas makes them."""
    found: list[str] = []
    for at, name in enumerate(names):
        name = name or f"Unnamed: {at}"
        count = names[:at].count(names[at])
        found.append(f"{name}.{count}" if names[at] and count else name)
    return found


def by_column(words: Iterable[Word], edges: Sequence[float]) -> list[list[Word]]:
    """Returns the words of each column."""
    cells: list[list[Word]] = [[] for _edge in edges[1:]]
    for word in words:
        cells[column_of(word, edges)].append(word)
    return cells


def crosses(word: Word, edges: Sequence[float], over: float = 0.0) -> bool:
    """Returns whether a word stands on both sides of an edge."""
    return any(word.left + over < edge < word.right - over for edge in edges[1:-1])


def valued(rows: Iterable[Sequence[str]], width: int) -> list[int]:
    """Returns the columns whose cells are numbers or dates."""
    rows = list(rows)
    found = []
    for at in range(width):
        cells = [row[at] for row in rows if not is_missing(row[at])]
        values = sum(map(is_value, cells))
        if values > 1 and values >= VALUES * len(cells):
            found.append(at)
    return found


def check_cell(words: list[Word]) -> None:
    """Refuses a table for a number with a raised mark, or with a space that may be between two."""
    lines = lines_of(words)
    if any(UNKNOWN in word.text for word in words):
        raise Refused(STRANGE)
    if any(
        after.left < before.right - 0.5 * before.height
        for line in lines
        for before, after in pairwise(line)
    ):
        raise Refused("some of its words are drawn upon each other")
    if len(lines) > 1 and is_value(text_of(words)):
        raise Refused("it has numbers in several lines")
    for line in lines:
        lowest = min(word.base for word in line)
        raised = [word for word in line if word.base - lowest > RAISED * height_of(line)]
        plain = " ".join(word.text for word in line if word not in raised)
        if raised and is_value(plain):
            raise Refused(MARKS)
        numbers = [word for word in line if is_value(word.text)]
        if len(numbers) == len(line) > 1 and any(
            after.begin - before.reach > GROUPED * before.height or not is_group(after.text)
            for before, after in pairwise(line)
        ):
            raise Refused("its columns are too close to each other")


def is_group(text: str) -> bool:
    """Returns whether a text may be three digits after a space, with decimals."""
    digits = text.replace(",", ".").partition(".")[0]
    return len(digits) == 3 and digits.isdigit()


def rows_by_lines(words: Iterable[Word], edges: Sequence[float]) -> tuple[list[list[Word]], bool]:
    """Returns the words of each row where no lines are drawn between rows: a row has numbers or
    dates, and lines of texts that are closer to the row above belong to it. The second value says
    that some lines have texts alone and are rows of their own.
    """
    lines = lines_of(words)
    texts = [[text_of(cell) for cell in by_column(line, edges)] for line in lines]
    values = valued(texts, len(edges) - 1)
    is_row = [any(is_value(cells[at]) for at in values) if values else True for cells in texts]
    rows: list[list[Word]] = []
    alone = False
    for at, line in enumerate(lines):
        if is_row[at] or not rows:
            rows.append(list(line))
            continue
        over = lines[at - 1][0].base - line[0].base
        under = line[0].base - lines[at + 1][0].base if at + 1 < len(lines) else None
        if under is None or over < under - CLOSER:
            rows[-1].extend(line)
        elif under < over - CLOSER:
            raise Refused(LOOSE_LINES)
        else:
            rows.append(list(line))
            alone = True
    return rows, alone


def between(low: float, high: float, near: float) -> float:
    """Returns a round number between two, near a third."""
    margin = min(0.5, max(high - low, 0) / 4)
    low, high = low + margin, high - margin
    best = min(max(near, low), high) if low <= high else (low + high) / 2
    for digits in (0, 1, 2):
        if low <= round(best, digits) <= high:
            return round(best, digits) if digits else round(best)
    return round(best, 2)


def fit_columns(table: Found, words: Iterable[Word]) -> None:
    """Makes the edges of columns round numbers that no word stands on."""
    columns = by_column(words, table.columns)
    edges = []
    for at, edge in enumerate(table.columns):
        lefts = [word.left for column in columns[at:] for word in column]
        rights = [word.right for column in columns[:at] for word in column]
        space = max(rights, default=edge - 3), min(lefts, default=edge + 3)
        table.beside.append(space)
        edges.append(between(*space, edge))
    table.columns = edges


def fit_rows(table: Found, rows: Sequence[Sequence[Word]]) -> None:
    """Makes the edges of rows, which touch, round numbers that no word stands on."""
    edges = [table.rows[0][0], *(low for _high, low in table.rows)]
    found: list[float] = []
    for at, edge in enumerate(edges):
        under = [word.top for row in rows[at : at + 3] for word in row]
        over = [word.bottom for row in rows[max(at - 3, 0) : at] for word in row]
        space = max(under, default=edge - 3), min(over, default=edge + 3)
        found.append(between(*space, edge))
        table.free[found[-1]] = space
    table.rows = list(pairwise(found))
