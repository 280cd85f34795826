"""Finds how the lines of a text file divide into cells: by a delimiter, by runs of spaces, or at
fixed positions; or that they are prose.
"""

from __future__ import annotations

import collections
import csv
import io
import re
from dataclasses import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Of two that divide the lines as well, the first is taken: texts have commas, and hardly tabs.
DELIMITERS = ("\t", ",", ";", "|")

NUMBER = re.compile(
    r"[-+−]?(\d+([.,]\d*)?|[.,]\d+|\d{1,3}([., ']\d{3})+([.,]\d+)?)([eE][-+]?\d+)?%?"
)
DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T].*)?")
# What stands for a missing value; those that pandas does not know too.
MISSING = {
    "",
    "-",
    "--",
    "–",
    "—",
    ".",
    "..",
    "...",
    "*",
    "?",
    "x",
    "na",
    "n/a",
    "#n/a",
    "nan",
    "null",
    "none",
    "nil",
    "inf",
    "-inf",
}
# Lines that rule off parts of a table.
RULER = re.compile(r"[-=+|:_*#~\s]*[-=_*#~]{2}[-=+|:_*#~\s]*")
GAP = re.compile(r"\S {2,}\S")
# Columns of a fixed-width file are looked for in this many lines.
MEASURED = 400
# Texts above the values of a column: names, units, codes.
LEADING = 3
# In fewer lines, single spaces between words coincide by chance.
FEW = 4
# Lines of a fixed-width file are no longer than this.
MAX_LINE_LENGTH = 4_000
# Lines at the start that may be titles.
ABOVE = 40


@dataclass
class Row:
    """A row of the file: its cells, and its line as pandas counts lines, from zero."""

    cells: list[str]
    line: int
    ruler: bool = False

    def filled(self) -> int:
        return sum(bool(cell.strip()) for cell in self.cells)


@dataclass
class Shape:
    """How lines divide into cells. `options` are the arguments of the pandas function that divides
    them in the same way.
    """

    rows: list[Row]
    width: int
    agreement: float
    share: float
    delimiter: str = ","
    fixed: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    # Whether empty cells beyond the header were dropped from the rows.
    narrowed: bool = False

    def covers(self) -> float:
        """Returns the share of the lines that agree."""
        return self.agreement * self.share

    def name(self) -> str:
        return (
            "fixed width"
            if self.fixed
            else {"\t": "tab", " ": "spaces"}.get(self.delimiter, self.delimiter)
        )


def is_value(text: str) -> bool:
    """Returns whether a text is a number or a date."""
    return bool(NUMBER.fullmatch(text) or DATE.fullmatch(text))


def is_missing(text: str) -> bool:
    return text.strip().lower() in MISSING


def holds_values(cells: list[str]) -> bool:
    """Returns whether a column has numbers or dates, beneath at most three texts such as a name and
    a unit.
    """
    present = [cell for cell in cells if not is_missing(cell)]
    values = [is_value(cell) for cell in present]
    if not any(values):
        return False
    return sum(values) >= 0.8 * len(values) or (
        len(values) - sum(values) <= LEADING
        and values.index(True) == len(values) - sum(values)
        and sum(values) > 1
    )


def sniff(sample: str, whole: bool, named: bool) -> Shape | None:
    """Returns the shape of the lines, or None for text that is not a table. `named` says that the
    file's name promises a table, so less evidence is needed.
    """
    lines = re.split(r"\r\n|\n|\r", sample)[: None if whole else -1]
    if not named and looks_like_markup(sample, lines):
        return None
    best = by_delimiter(sample, whole)
    aligned = best is not None and (spaced(best) or is_mixed(best, lines))
    if (
        best is not None
        and best.width > 1
        and best.agreement >= 0.9
        and best.share >= 0.5
        and not aligned
    ):
        return best if named or convincing(best) else None
    # Tabs that align nothing divide cells, of which rows may have any number.
    tabbed = 2 * sum("\t" in line for line in lines) > len(lines) and "  " not in sample
    others = [
        shape
        for shape in (by_spaces(lines), None if tabbed else by_position(lines))
        if shape is not None and convincing(shape, named)
    ]
    if len(others) == 2 and (
        (others[1].width > others[0].width and others[1].covers() > others[0].covers())
        or (
            len(others[0].rows[0].cells) == others[1].width == others[0].width - 1
            and 2 * sum(bool(GAP.search(line)) for line in lines) > len(lines)
        )
    ):
        # Runs of spaces do not show empty cells, so that two columns become one; and texts of two
        # words become two columns.
        others.reverse()
    for shape in others:
        if best is None or best.width < 2 or aligned or shape.covers() > best.covers():
            return shape
    if best is None:
        return None
    if named:
        # A single column is a table if the name says so and its lines are not sentences.
        return best if best.width > 1 or not prose(lines) else None
    return best if best.width > 1 and convincing(best) else None


def looks_like_markup(sample: str, lines: list[str]) -> bool:
    """Returns whether the text is source code or markup, whose lines agree by chance."""
    start = sample.lstrip("\ufeff \t\r\n")
    if start.startswith("<") and re.match(r"<[!?a-zA-Z]", start):
        return True
    code = sum(
        bool(
            re.search(
                r"[{}]\s*$|^[^;]*;\s*$|^\s*(import|from|def|class|function|return|if|for|while|#include|SELECT|INSERT|CREATE|FROM)\b",
                line,
            )
        )
        for line in lines
    )
    return code > 0.3 * max(sum(bool(line.strip()) for line in lines), 1)


def prose(lines: list[str]) -> bool:
    """Returns whether most lines are sentences."""
    texts = [line.strip() for line in lines if line.strip()]
    sentences = sum(
        len(text.split()) >= 7 and bool(re.search(r"[a-zà-ÿ] [a-zà-ÿ]", text)) for text in texts
    )
    return bool(texts) and sentences >= 0.6 * len(texts)


def spaced(shape: Shape) -> bool:
    """Returns whether runs of spaces inside the cells, from the first row on, show that the
    delimiter only occurs in texts of a table that spaces align.
    """
    rows = [row for row in shape.rows if len(row.cells) == shape.width]
    padded = [any(GAP.search(cell.expandtabs(8)) for cell in row.cells) for row in rows]
    return shape.delimiter != "|" and sum(padded) > 0.5 * len(rows) and padded[0]


def is_mixed(shape: Shape, lines: list[str]) -> bool:
    """Returns whether tabs and runs of spaces together divide each line into as many cells as the
    first one has, so that tabs alone would shift them.
    """
    if shape.delimiter != "\t" or not any(
        GAP.search(cell) for row in shape.rows for cell in row.cells
    ):
        return False
    again = by_spaces(lines)
    return (
        again is not None
        and again.width > shape.width
        and all(len(row.cells) == again.width for row in again.rows)
    )


def convincing(shape: Shape, named: bool = False) -> bool:
    """Returns whether the rows are a table beyond doubt. A name that promises a table is evidence
    too.
    """
    rows = [
        row
        for row in shape.rows
        if len(row.cells) == shape.width and not row.ruler and row.filled()
    ]
    if len(rows) < 2 or shape.width < 2 or shape.share < 0.3:
        return False
    if shape.delimiter in ", " and shape.agreement < 0.95:
        return False
    body = rows[1:] if len(rows) > 2 else rows
    columns = [
        [row.cells[at].strip() for row in body if not is_missing(row.cells[at])]
        for at in range(shape.width)
    ]
    numeric = [at for at, cells in enumerate(columns) if holds_values(cells)]
    if shape.delimiter == " ":
        marks = any(
            cells and len(set(cells)) == 1 and cells[0] in ("=", ":", "-", ">", "->", "=>")
            for cells in columns
        )
        # Reports repeat headers above blocks of numbers.
        headers = sum(not any(is_value(row.cells[at].strip()) for at in numeric) for row in body)
        enough = 2 if named or len(numeric) == shape.width else 3
        return (
            len(rows) >= enough
            and bool(numeric)
            and not marks
            and headers < 0.1 * len(body) + 1
            and (named or shape.share >= 0.6)
        )
    if shape.delimiter != ",":
        return (bool(numeric) and shape.agreement >= 0.8) or (
            shape.agreement >= 0.9 and shape.share >= 0.5 and shape.width > 2
        )
    if numeric and shape.share >= 0.5:
        return True
    cells = [cell for row in rows for cell in row.cells]
    loose = sum(cell.startswith(" ") for row in rows for cell in row.cells[1:])
    return (
        shape.width > 2
        and len(rows) > 2
        and sum(map(len, cells)) < 30 * len(cells)
        and loose < 0.3 * len(cells)
    )


def by_delimiter(sample: str, whole: bool) -> Shape | None:
    """Returns the shape by the best of the delimiters; by commas if no delimiter divides the
    lines.
    """
    found = [
        shape
        for delimiter in DELIMITERS
        if (shape := measured(parse(sample, delimiter, whole), delimiter)) is not None
    ]
    # Whether one divides all lines alike, the first one too.
    divided = any(
        shape.width > 1 and shape.agreement >= 0.9 and len(shape.rows[0].cells) == shape.width
        for shape in found
    )
    best, rank_of_best = None, (False, 0.0, 0)
    for shape in found:
        agreement = shape.agreement * min(shape.share * 2, 1)
        # The header counts as much as a tenth of the rows: decimal commas, or bars within names,
        # split all rows alike, but not the header.
        first = len(shape.rows[0].cells)
        if first != shape.width and (shape.delimiter == "," or (first == 1 and divided)):
            agreement -= 0.1
        rank = (shape.width > 1, round(agreement, 1), shape.width)
        if best is None or rank > rank_of_best:
            best, rank_of_best = shape, rank
    if best is not None and best.width < 2 and best.delimiter != ",":
        return measured(parse(sample, ",", whole), ",")
    if best is not None:
        pad(best)
        narrow(best)
    return best


def narrow(shape: Shape) -> None:
    """Drops the empty cells that rows have beyond the names of the columns, if each row of data
    ends with delimiters.
    """
    full = [row for row in shape.rows if len(row.cells) == shape.width and not row.ruler]
    surplus = min(
        (
            len(row.cells) - len("\0".join(map(str.strip, row.cells)).rstrip("\0").split("\0"))
            for row in full
        ),
        default=0,
    )
    # A column without any value keeps its place if it has a name.
    header = next(
        (
            row
            for row in shape.rows
            if 1 < len(row.cells) < shape.width
            and len(row.cells) >= shape.width - surplus
            and row.filled() == len(row.cells)
        ),
        None,
    )
    if not surplus or header is None or shape.rows.index(header) > shape.rows.index(full[0]):
        return
    shape.width, shape.narrowed = len(header.cells), True
    for row in full:
        row.cells = row.cells[: shape.width]


def pad(shape: Shape) -> None:
    """Has pandas drop spaces beside delimiters, and the empty cells outside the bars of a table
    that has bars at its ends.
    """
    rows = [row for row in shape.rows if len(row.cells) == shape.width and not row.ruler]
    inner = [cell for row in rows for cell in row.cells[1:] if cell.strip()]
    if shape.delimiter == "|":
        if sum(cell != cell.strip() for cell in inner) > 0.5 * len(inner):
            shape.options.update({"sep": r"\s*\|\s*", "engine": "python"})
        if shape.width > 3 and all(
            not row.cells[0].strip() and not row.cells[-1].strip() for row in rows
        ):
            shape.options["usecols"] = list(range(1, shape.width - 1))
            shape.width -= 2
            for row in rows:
                row.cells = row.cells[1:-1]
    elif inner and sum(cell.startswith(" ") for cell in inner) > 0.8 * len(inner):
        shape.options["skipinitialspace"] = True


def measured(rows: list[Row], delimiter: str) -> Shape | None:
    """Returns rows with their width and how many agree in it, between the first and the last row
    that do.
    """
    if not rows:
        return None
    plain = [row for row in rows if not row.ruler]
    # Comments divide into any number of words.
    content = [row for row in plain if not row.cells[0].lstrip().startswith("#")]
    content = content if len(content) > 1 else plain
    width = width_of(content)
    at = [index for index, row in enumerate(content) if len(row.cells) == width]
    if not at:
        return None
    window = at[-1] - at[0] + 1
    shape = Shape(rows, width, len(at) / window, window / len(content), delimiter)
    if delimiter == " ":
        shape.options["sep"] = r"\s+"
    elif delimiter != ",":
        shape.options["sep"] = delimiter
    return shape


def swallows(rows: list[Row], shape: Shape) -> bool:
    """Returns whether a cell has lines that divide into as many cells as the table has columns: a
    quotation mark lacks or is too many.
    """
    if shape.fixed or shape.delimiter == " ":
        return False
    for row in rows:
        for cell in row.cells:
            lines = cell.splitlines()[1:-1]
            if lines and all(line.count(shape.delimiter) == shape.width - 1 for line in lines):
                return True
    return False


def width_of(rows: list[Row]) -> int:
    counts = collections.Counter(len(row.cells) for row in rows)
    return max(counts, key=lambda width: (counts[width] * (width > 1), width)) if counts else 0


def parse(sample: str, delimiter: str, whole: bool) -> list[Row]:
    """Returns the rows that are not blank, as pandas would number their lines."""
    rows = []
    lines = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
    try:
        for line, cells in enumerate(lines):
            if len(cells) > 1 or any(cell.strip() for cell in cells):
                rows.append(Row(cells, line, is_ruler(cells)))
    except csv.Error:
        pass
    # The last row is truncated by the end of the sample.
    return rows if whole or len(rows) < 2 else rows[:-1]


def is_ruler(cells: list[str]) -> bool:
    text = "".join(cells).strip()
    return len(text) > 2 and bool(RULER.fullmatch(text))


def by_spaces(lines: list[str]) -> Shape | None:
    """Returns the shape by runs of spaces and tabs."""
    rows = []
    for number, line in enumerate(lines):
        text = line.replace("\t", " ").strip()
        if text:
            try:
                cells = next(csv.reader([text], delimiter=" ", skipinitialspace=True))
            except csv.Error:
                cells = text.split()
            rows.append(Row(cells, number, is_ruler([text])))
    shape = measured(rows, " ")
    return shape if shape is not None and shape.width > 1 else None


def by_position(lines: list[str]) -> Shape | None:
    """Returns the shape by positions at which all lines have a space."""
    texts = [
        (number, line.expandtabs(8).rstrip()) for number, line in enumerate(lines) if line.strip()
    ]
    plain = [text for _number, text in texts[:MEASURED] if not is_ruler([text])]
    if len(plain) < 3:
        return None
    if max(map(len, plain)) > MAX_LINE_LENGTH:
        return None
    best = ruled([text for _number, text in texts])
    if not best and (lines_of_table := between_gaps(plain)) is not None:
        best = joined(spans(lines_of_table), lines_of_table[0])
    if len(best) < 2:
        return None
    spans_of_names = widened(best, [text for _number, text in texts[: ABOVE + 2]])
    rows = []
    for number, text in texts:
        cells = (
            [text.strip()]
            if crosses(text, spans_of_names)
            else [text[start:end].strip() for start, end in spans_of_names]
        )
        rows.append(Row(cells, number, is_ruler([text])))
    shape = measured(rows, " ")
    if shape is None or shape.width < 2 or shape.agreement < 0.9:
        return None
    # The messages of a log begin at the same position.
    cells = [
        [row.cells[at] for row in rows if len(row.cells) == shape.width and row.cells[at]]
        for at in range(shape.width)
    ]
    wordy = any(
        sum(len(cell.split()) for cell in column) > LEADING * len(column)
        for column in cells
        if column
    )
    if wordy and sum(map(holds_values, cells)) < 2:
        return None
    shape.fixed = True
    shape.options = {"colspecs": spans_of_names}
    return shape


def between_gaps(plain: list[str]) -> list[str] | None:
    """Returns the lines that have the most columns. Titles and notes cross the gaps between
    columns, so lines at both ends are left out if that makes more of them.
    """
    # A bit for each position with a character, so that the lines' gaps are found by one operation
    # for each line.
    inked = [
        int("".join("0" if character.isspace() else "1" for character in reversed(text)) or "0", 2)
        for text in plain
    ]
    least = max(3, len(plain) * 0.4)
    counts = {}
    for below in (0, 1, 2, 4, 8):
        covered = 0
        for above in range(len(plain) - below - 1, -1, -1):
            covered |= inked[above]
            if above < ABOVE and len(plain) - below - above >= least:
                joint = (
                    covered | (covered << 1 & covered >> 1)
                    if len(plain) - below - above < FEW
                    else covered
                )
                counts[above, below] = (joint & ~(joint << 1)).bit_count()
    best, most = None, 1.0
    for (above, below), count in sorted(counts.items()):
        if count > most + (above + below) * 0.2:
            best, most = plain[above : len(plain) - below], count
    return best


def crosses(text: str, columns: list[tuple[int, int]]) -> bool:
    """Returns whether a line is a sentence, whose words cross the borders of the columns."""
    letters = sum(character.isalpha() for character in text)
    broken = sum(len(text[start - 1 : start + 1].strip()) == 2 for start, _end in columns[1:])
    return bool(broken) and letters > 0.5 * len(text.replace(" ", ""))


def ruled(texts: list[str]) -> list[tuple[int, int]]:
    """Returns the columns that a line of dashes draws, with spaces between them."""
    for text in texts[: ABOVE + 2]:
        found = [match.span() for match in re.finditer(r"[-=]+", text)]
        if (
            len(found) > 1
            and not text.strip(" -=")
            and all(end - start > 1 for start, end in found)
        ):
            return found
    return []


def joined(columns: list[tuple[int, int]], head: str) -> list[tuple[int, int]]:
    """Joins columns that a single space divides if the names above have only one of them: the
    space is part of the texts.
    """
    if any(is_value(word) for word in head.split()):
        return columns
    found: list[tuple[int, int]] = []
    for start, end in columns:
        named = bool(head[start:end].strip())
        before = bool(found) and bool(head[found[-1][0] : found[-1][1]].strip())
        if found and start - found[-1][1] == 1 and named != before:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
    return found


def spans(body: list[str]) -> list[tuple[int, int]]:
    """Returns the columns between the positions at which every line has a space."""
    length = max(map(len, body))
    inked = [False] * length
    for text in body:
        for match in re.finditer(r"\S+", text):
            inked[match.start() : match.end()] = [True] * (match.end() - match.start())
    found, start = [], None
    for at, ink in enumerate([*inked, False]):
        if ink and start is None:
            start = at
        elif not ink and start is not None:
            found.append((start, at))
            start = None
    if len(body) < FEW:
        found = [span for at, span in enumerate(found) if at == 0 or span[0] - found[at - 1][1] > 1]
    return found


def widened(columns: list[tuple[int, int]], head: list[str]) -> list[tuple[int, int]]:
    """Returns columns that touch each other: their names may be wider than their values, to the
    left or to the right.
    """
    left = [(0 if at == 0 else columns[at - 1][1], end) for at, (_start, end) in enumerate(columns)]
    right = [
        (start, columns[at + 1][0] if at + 1 < len(columns) else end)
        for at, (start, end) in enumerate(columns)
    ]
    left[-1] = (left[-1][0], left[-1][1] + 40)
    right[0], right[-1] = (0, right[0][1]), (right[-1][0], right[-1][1] + 40)

    def broken(found: list[tuple[int, int]]) -> int:
        return sum(
            len(text[start - 1 : start + 1].strip()) == 2
            for text in head
            for start, _end in found[1:]
        )

    return left if broken(left) <= broken(right) else right
