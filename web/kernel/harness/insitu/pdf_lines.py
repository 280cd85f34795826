"""The lines that are drawn on a page of a PDF and meet each other, as grids of columns and rows. Knows
no words.
"""

from __future__ import annotations

from dataclasses import dataclass

from .pdf_pages import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .pdf_cells import Box
    from .pdf_pages import Page

# Lines that are so close are one, or meet.
SAME = 2.5
# The least share of a cell's edge that a line covers.
COVERED = 0.7
MAX_LINES = 1_500
MAX_CELLS = 20_000


@dataclass
class Grid:
    """Lines that meet each other, and the edges of the columns and rows between them."""

    level: list[Rule]
    upright: list[Rule]
    columns: list[float]
    rows: list[float]

    def box(self) -> Box:
        return self.columns[0], self.rows[-1], self.columns[-1], self.rows[0]

    def groups(self, row: int) -> list[list[int]]:
        """Returns the columns of a row that no line is between."""
        found = [[0]]
        for at in range(1, len(self.columns) - 1):
            band = self.rows[row + 1], self.rows[row]
            if covered(self.upright, self.columns[at], *band):
                found.append([at])
            else:
                found[-1].append(at)
        return found

    def is_closed(self, row: int, column: int) -> bool:
        """Returns whether a line is beneath a cell."""
        edges = self.columns[column], self.columns[column + 1]
        return covered(self.level, self.rows[row + 1], *edges)


def grids_of(page: Page) -> list[Grid]:
    """Returns the lines of a page that meet, as grids of at least two columns, from above."""
    level, upright = joined(page.level), joined(page.upright)
    if len(level) > MAX_LINES or len(upright) > MAX_LINES:
        return []
    grids = []
    while upright:
        # Lines that meet, from one to the next.
        uprights, levels, waiting = [], [], [upright.pop()]
        while waiting:
            line = waiting.pop()
            uprights.append(line)
            met = [one for one in level if meet(one, line)]
            level = [one for one in level if one not in met]
            levels += met
            near = [other for other in upright if any(meet(one, other) for one in met)]
            upright = [other for other in upright if other not in near]
            waiting += near
        if not levels:
            continue
        columns, rows = edges_of(uprights, levels), edges_of(levels, uprights)[::-1]
        if len(columns) > 2 and len(rows) > 1 and len(columns) * len(rows) < MAX_CELLS:
            grids.append(Grid(levels, uprights, columns, rows))
    return sorted(grids, key=lambda grid: (-grid.rows[0], grid.columns[0]))


def joined(rules: Iterable[Rule]) -> list[Rule]:
    """Returns lines with those as one that lie upon or continue each other."""
    groups: list[list[Rule]] = []
    for rule in sorted(rules, key=lambda rule: rule.at):
        if groups and rule.at - groups[-1][0].at <= SAME:
            groups[-1].append(rule)
        else:
            groups.append([rule])
    found = []
    for group in groups:
        at = sum(rule.at for rule in group) / len(group)
        pieces: list[Rule] = []
        for rule in sorted(group, key=lambda rule: rule.start):
            if pieces and rule.start <= pieces[-1].end + SAME:
                pieces[-1].end = max(pieces[-1].end, rule.end)
            else:
                pieces.append(Rule(at, rule.start, rule.end))
        found += pieces
    return found


def meet(level: Rule, upright: Rule) -> bool:
    return (
        level.start - SAME <= upright.at <= level.end + SAME
        and upright.start - SAME <= level.at <= upright.end + SAME
    )


def edges_of(lines: list[Rule], across: list[Rule]) -> list[float]:
    """Returns where lines are, and how far those across them reach beyond them, in ascending
    order.
    """
    edges = sorted({line.at for line in lines})
    start, end = min(line.start for line in across), max(line.end for line in across)
    if edges[0] - start > 2 * SAME:
        edges.insert(0, start)
    if end - edges[-1] > 2 * SAME:
        edges.append(end)
    return edges


def covered(lines: Iterable[Rule], at: float, start: float, end: float) -> bool:
    """Returns whether lines at `at` reach over most of the way from `start` to `end`."""
    length = sum(
        max(min(line.end, end) - max(line.start, start), 0)
        for line in lines
        if abs(line.at - at) <= SAME
    )
    return length >= COVERED * (end - start)
