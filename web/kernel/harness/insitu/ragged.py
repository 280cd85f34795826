"""Rows of a text file with more cells than its header. If the surplus cells are empty nothing is
lost by leaving them out; the other rows cannot be read, and are counted.
"""

from __future__ import annotations

import csv
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# Lines that are left out one by one, as a list in the reading expression.
MAX_LISTED_LINES = 1_000


@dataclass
class Ragged:
    """What was found in the rows of data."""

    # Rows whose surplus cells are all empty.
    empty: int = 0
    # Lines of rows with content in surplus cells, as pandas counts lines.
    lost: list[int] = field(default_factory=list)
    # Whether the first row of data has surplus cells.
    first: bool = False
    # Whether every row has exactly one cell more than the header, and not all of these are empty.
    named: bool = False


def rows_of(path: str, codec: str, delimiter: str) -> Iterable[tuple[int, list[str]]]:
    """Returns the rows of the file with their numbers."""
    with open(path, encoding=codec, errors="replace", newline="") as file:
        try:
            yield from enumerate(csv.reader(file, delimiter=delimiter))
        except csv.Error:
            return


def find(
    rows: Iterable[tuple[int, list[str]]],
    header: int,
    end: int | None,
    width: int,
    skipped: set[int],
) -> Ragged:
    """Looks at the rows between the lines `header` and `end`."""
    found = Ragged()
    count = one_more = first_filled = 0
    for line, cells in rows:
        if line <= header or (end is not None and line >= end) or line in skipped or not any(cells):
            continue
        count += 1
        surplus = cells[width:]
        if not surplus:
            continue
        found.first = found.first or count == 1
        one_more += len(surplus) == 1
        first_filled += len(surplus) == 1 and bool(surplus[0].strip())
        if any(cell.strip() for cell in surplus):
            found.lost.append(line)
        else:
            found.empty += 1
    # The first of many rows may lack its last value; a name of each row is never empty.
    found.named = count > 1 and one_more == count and first_filled > 0.5 * count
    return found


def apply(found: Ragged, options: dict[str, Any], width: int, header: int) -> int:
    """Writes the arguments that read the rows as the header names them. Returns how many are left
    out.
    """
    if not found.lost and not found.empty:
        return 0
    if not found.empty and not found.first:
        options["on_bad_lines"] = "skip"
        return len(found.lost)
    if len(found.lost) > MAX_LISTED_LINES:
        options.update({"index_col": False, "on_bad_lines": "skip"})
        return len(found.lost) + found.empty
    options.update({"usecols": range(width), "index_col": False})
    if found.lost:
        above = options.get("skiprows", 0)
        above = list(range(above)) if isinstance(above, int) else above
        options["skiprows"] = sorted({*above, *found.lost})
    return len(found.lost)
