"""Rows that stand apart from a table of a page of a PDF and seem to belong to it, so that the table
would be read without them. Knows neither files nor pandas.
"""

from __future__ import annotations

from .layout import YEAR
from .pdf_cells import column_of, height_of, lines_of, valued
from .pdf_headers import NEXT, spread
from .sniffing import is_value
from .totals import kind_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pdf_cells import Found
    from .pdf_pages import Word

# The least share of a table's columns of values that a row has values in.
MOST = 0.6
# Sums beneath a table of one such column.
MAX_SUMS = 3


def incomplete(tables: list[Found], words: list[Word]) -> list[Found]:
    """Returns the tables of a page that seem to lack rows: lines with numbers beneath theirs, or
    another table without names of its own.
    """
    rest = [word for word in words if not any(has(table, word) for table in tables)]
    lines = lines_of(rest)
    found = []
    for table in tables:
        values = set(valued(table.cells[1:], len(table.columns) - 1))
        rows = [line for line in lines if is_near(table, line) and fits(line, table, values)]
        others = [
            other
            for other in tables
            if other is not table and not other.ruled and not other.named and is_like(other, table)
        ]
        if len(rows) > (0 if len(values) > 1 else MAX_SUMS) or (others and not table.ruled):
            found += [table, *others]
    return found


def has(table: Found, word: Word) -> bool:
    left, bottom, right, top = table.box
    x, y = (word.left + word.right) / 2, (word.bottom + word.top) / 2
    return left <= x <= right and bottom <= y <= top


def is_near(table: Found, line: list[Word]) -> bool:
    """Returns whether a line may be of the table: those between drawn lines end with these."""
    far = NEXT * height_of(line)
    return not table.ruled or table.box[1] - far < line[0].base < table.box[3] + far


def fits(line: list[Word], table: Found, values: set[int]) -> bool:
    """Returns whether a line has values where the table has, and is not a total."""
    texts = [
        text
        for text in spread(line)
        if table.columns[0] < text.right and text.left < table.columns[-1]
    ]
    if len(texts) < 2 or any(kind_of(text.text) == "strong" for text in texts):
        return False
    hits = {
        column_of(text, table.columns)
        for text in texts
        if is_value(text.text) and not YEAR.fullmatch(text.text)
    }
    return len(hits & values) >= max(MOST * len(values), min(len(values), 2), 1)


def is_like(one: Found, other: Found) -> bool:
    """Returns whether two tables have the same columns, one beneath the other."""
    if len(one.columns) != len(other.columns):
        return False
    middles = [(left + right) / 2 for left, right in zip(one.columns, one.columns[1:])]
    return all(
        left < middle < right
        for middle, left, right in zip(middles, other.columns, other.columns[1:])
    )
