"""The names above columns that only spaces divide on a page of a PDF, in one or several lines, and
texts over a line that is drawn above several columns. Knows neither files nor pandas.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from .layout import YEAR
from .pdf_cells import APART, by_column, column_of, height_of, unique
from .sniffing import is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .pdf_cells import Space
    from .pdf_pages import Rule, Word

    Line = list[Word]

# Lines of a table are no further apart, in heights of their letters; those of one header are closer.
NEXT, CLOSE = 2.6, 1.6
MAX_LINES = 6
# How far beneath a text its line is drawn, in heights of its letters.
BENEATH = 1.3
# Texts of one name are aligned as far as this, in points.
ALIGNED = 3.0
# How far the middle of a text over several columns is from that of its line, in lengths of it.
CENTRED = 0.1


@dataclass
class Header:
    """The lines that have the names of the columns, from above, with their texts, each of which is a
    word in a column, and the texts over several columns.
    """

    lines: list[int] = field(default_factory=list)
    texts: list[Word] = field(default_factory=list)
    groups: list[tuple[Word, list[int]]] = field(default_factory=list)

    def is_clear(self, edges: list[float]) -> bool:
        """Returns whether each column has a name, the first one possibly none."""
        named = {column_of(text, edges) for text in self.texts}
        named |= {at for _text, columns in self.groups for at in columns}
        return named | {0} == set(range(len(edges) - 1))

    def is_complete(self, edges: list[float]) -> bool:
        """Returns whether each column has a name, and no two the same."""
        names = [" ".join(word.text for word in column) for column in by_column(self.texts, edges)]
        return all(names) and len(set(names)) == len(names)

    def names(self, edges: list[float]) -> list[str]:
        """Returns the names of the columns, after those of the groups that they are in."""
        parts: list[list[tuple[float, str]]] = [[] for _edge in edges[1:]]
        for text in self.texts:
            parts[column_of(text, edges)].append((-text.base, text.text))
        for text, columns in self.groups:
            for at in columns:
                parts[at].append((-text.base, text.text))
        return unique([" ".join(text for _base, text in sorted(part)) for part in parts])


def find(
    lines: list[Line], first: int, edges: list[float], spans: list[Space], rules: list[Rule]
) -> Header:
    """Returns the names above the row `first`. `spans` are from where to where the words of each
    column reach, `rules` the level lines that are drawn.
    """
    header = Header()
    for at in range(first - 1, max(first - 1 - MAX_LINES, -1), -1):
        line = lines[at]
        texts, groups = without_groups(spread(line), spans, rules)
        # Names that are complete are continued only by a line that is close.
        complete = header.is_complete(edges) and not groups
        limit = CLOSE if complete or (len(texts) < 2 and not groups) else NEXT
        if line[0].base - lines[at + 1][0].base > limit * height_of(line):
            break
        if texts:
            found = divided([word for word in line if is_part(word, texts)], edges, spans)
            if found is None or not divisible([*found, *header.texts], edges):
                break
            if any(is_value(text.text) and not YEAR.fullmatch(text.text) for text in found):
                break
            if not all(is_over(text, header.texts, edges) for text in found):
                break
            if len(found) < 2 and (not header.lines or column_of(found[0], edges) == 0):
                break
            header.texts = [*found, *header.texts]
        header.lines.insert(0, at)
        header.groups = [*groups, *header.groups]
    return header


def without_groups(
    texts: list[Word], spans: list[Space], rules: list[Rule]
) -> tuple[list[Word], list[tuple[Word, list[int]]]]:
    """Returns the texts that are over no drawn line, and those over a line above several columns,
    with these.
    """
    rest, groups = [], []
    for text in texts:
        columns: list[int] = []
        for rule in rules:
            over = [one for one in texts if one.right > rule.start and one.left < rule.end]
            middle = abs(text.left + text.right - rule.start - rule.end) / 2
            is_beneath = text.base - BENEATH * text.height < rule.at < text.base
            if is_beneath and over == [text] and middle < CENTRED * (rule.end - rule.start):
                columns = [
                    at
                    for at, (left, right) in enumerate(spans)
                    if rule.start <= (left + right) / 2 <= rule.end
                ]
        if 1 < len(columns) < len(spans):
            groups.append((text, columns))
        else:
            rest.append(text)
    return rest, groups


def is_over(text: Word, texts: list[Word], edges: list[float]) -> bool:
    """Returns whether a text begins, ends or has its middle where one beneath it in its column does;
    one that does not may belong to several columns.
    """
    beneath = [one for one in texts if column_of(one, edges) == column_of(text, edges)]
    return not beneath or any(
        min(
            abs(text.left - one.left),
            abs(text.right - one.right),
            abs(text.left + text.right - one.left - one.right) / 2,
        )
        <= ALIGNED
        for one in beneath
    )


def is_part(word: Word, texts: list[Word]) -> bool:
    return any(text.left <= word.left and word.right <= text.right for text in texts)


def spread(line: Line, apart: float | None = None) -> list[Word]:
    """Returns the texts of a line that are so far apart, each as one word."""
    texts: list[Word] = []
    for word in line:
        limit = APART * word.height if apart is None else apart
        if texts and word.left - texts[-1].right <= limit:
            together = f"{texts[-1].text} {word.text}"
            texts[-1] = replace(texts[-1], right=max(word.right, texts[-1].right), text=together)
        else:
            texts.append(replace(word))
    return texts


def divided(line: Line, edges: list[float], spans: list[Space]) -> list[Word] | None:
    """Returns the texts of a line, each in a column of its own; None if that is not possible."""
    gaps = [after.left - before.right for before, after in pairwise(line)]
    for limit in (APART * height_of(line), 1.3 * max(min(gaps, default=0), 0.5)):
        texts = spread(line, limit)
        places = [column_of(text, edges) for text in texts]
        if (
            len(set(places)) == len(places)
            and divisible(texts, edges)
            and texts[0].right > edges[0]
            and texts[-1].left < edges[-1]
            and not any(
                text.left <= right and text.right >= left
                for text, place in zip(texts, places)
                for at, (left, right) in enumerate(spans)
                if at != place
            )
        ):
            return texts
    return None


def divisible(texts: list[Word], edges: list[float]) -> bool:
    """Returns whether the texts of each column end before those of the next begin."""
    columns = by_column(texts, edges)
    end = float("-inf")
    for column in columns:
        if any(text.left <= end for text in column):
            return False
        end = max([end, *(text.right for text in column)])
    return True


def refined(edges: list[float], spans: list[Space], header: Header) -> list[float]:
    """Returns the edges of columns in the middle of the space that the header leaves too."""
    columns = by_column(header.texts, edges)
    lows = [
        max([right, *(text.right for text in column)])
        for (_left, right), column in zip(spans, columns)
    ]
    highs = [
        min([left, *(text.left for text in column)])
        for (left, _right), column in zip(spans, columns)
    ]
    inner = [(low + high) / 2 for low, high in zip(lows, highs[1:])]
    return [highs[0] - 3, *inner, lows[-1] + 3]
