"""Profiles of PDF files: the tables of their pages, and what the pages hold besides. A table is read
by the places of its columns and rows, which the reading expression states.
"""

from __future__ import annotations

import os
import tempfile
import unicodedata
from dataclasses import dataclass, field
from itertools import groupby, pairwise

from . import (
    choices,
    delimited,
    layout,
    pdf_columns,
    pdf_grids,
    pdf_lines,
    pdf_pages,
    pdf_rest,
    sniffing,
)
from .pdf_cells import STRANGE, Found, is_numbering, valued
from .pdf_pages import HYPHENS, MOSTLY
from .quoting import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .pdf_pages import Page

MAX_PAGES = 100
MAX_TABLES = 30
# Of a table on one page: PDFium looks at all letters of a page for each cell.
MAX_CELLS = 3_000
# Bytes at the end in which the mark of the end is looked for.
TAIL = 4_096
# The share of letters that may be without a meaning.
MAX_STRANGE = 0.02
# Edges of columns of a table on two pages are so close to each other, in points.
SAME = 3.0
# Pages that a note lists.
MAX_LISTED = 12
LOCKED = "The PDF is protected by a password. Open it in a viewer, print or save it as a PDF without the password, and drop the new copy."
DAMAGED = "The PDF is damaged or incomplete. Save it again, and drop the new copy."
APART = "some of its rows stand apart from others"
SOME_COLUMNS = "drawn lines divide only some of its columns"
ORDER = "its letters are stored in another order than they are read"
LARGE = "it has more cells than are read"
SCANNED = "The pages are pictures, as of a scanner, without text that could be read. Have a program recognise the text and save the tables as CSV or Excel, and drop those."
NO_NAMES = "no header row"
# Rows that are as high as each other are stated by their height if there are so many.
MIN_EVEN = 8
# Joins the words of each cell by single spaces, and the cells by tabs, which no cell has.
READER = (
    '(lambda pdf, parts: __import__("io").StringIO("\\n".join("\\t".join(" ".join(text.get_text_bounded(left, low, right, high){replaced}.split())'
    " for left, right in zip(x, x[1:])) for x, pages in parts for page, y in pages"
    " for text in [pdf[page - 1].get_textpage()] for high, low in zip(y, y[1:]))))"
    '(__import__("pypdfium2").PdfDocument({name}), [{parts}])'
)


@dataclass
class Area:
    """Rows of a page that touch: the edges of the columns, and those of the rows from above. `step`
    is the height of each if it is the same.
    """

    page: int
    x: list[float]
    y: list[float]
    step: float | None = None

    def even_out(self, free: dict[float, tuple[float, float]]) -> None:
        """Makes the rows of the same height if no word stands on their edges then."""
        count = len(self.y)
        if count <= MIN_EVEN:
            return
        step = round((self.y[0] - self.y[-1]) / (count - 1), 2)
        start = round(sum(edge + step * at for at, edge in enumerate(self.y)) / count, 1)
        edges = [start - step * at for at in range(count)]
        if all(free[edge][0] < even < free[edge][1] for edge, even in zip(self.y, edges)):
            self.y, self.step = edges, step

    def expression(self) -> str:
        if self.step is None:
            return f"({self.page}, {self.y})"
        return f"({self.page}, [{self.y[0]} - {self.step} * at for at in range({len(self.y)})])"


@dataclass
class Table:
    """A table of one or several pages: its first part, and those that continue it."""

    parts: list[Found]
    place: int
    # Whether a table without names, which may continue it, begins the next page.
    is_followed: bool = False

    def name(self) -> str:
        first, last = self.parts[0].page, self.parts[-1].page
        pages = f"page {first}" if first == last else f"pages {first}–{last}"
        return f"{pages}, table {self.place}"

    def areas(self) -> list[Area]:
        """Returns the rows that touch, by pages and edges of columns."""
        areas: list[Area] = []
        for part in self.parts:
            last = areas[-1] if areas else None
            if last and all(low < edge < high for edge, (low, high) in zip(last.x, part.beside)):
                part.columns = last.x
            for high, low in part.rows:
                last = areas[-1] if areas else None
                if (
                    last
                    and last.page == part.page
                    and last.x == part.columns
                    and last.y[-1] == high
                ):
                    last.y.append(low)
                else:
                    areas.append(Area(part.page, part.columns, [high, low]))
            for area in areas:
                if area.page == part.page:
                    area.even_out(part.free)
        return areas

    def cells(self) -> list[list[str]]:
        return [row for part in self.parts for row in part.cells]


@dataclass
class Contents:
    """What the pages of a file hold, by their numbers. `is_cut` says that it has more pages."""

    tables: list[Table] = field(default_factory=list)
    scanned: list[int] = field(default_factory=list)
    recognised: list[int] = field(default_factory=list)
    strange: dict[str, list[int]] = field(default_factory=dict)
    refused: dict[str, list[int]] = field(default_factory=dict)
    plain: list[int] = field(default_factory=list)
    is_cut: bool = False


def describe(path: str, facts: dict[str, Any]) -> None:
    """Adds the tables of a PDF, and notes about the pages without one."""
    import pypdfium2

    with open(path, "rb") as file:
        file.seek(max(facts["bytes"] - TAIL, 0))
        is_whole = b"%%EOF" in file.read()
    try:
        document = pypdfium2.PdfDocument(path)
    except pypdfium2.PdfiumError as error:
        facts["error"] = LOCKED if "assword" in str(error) else DAMAGED
        return
    try:
        count = len(document)
        if not is_whole or not count:
            facts["error"] = DAMAGED
            return
        contents = contents_of(document, min(count, MAX_PAGES))
        contents.is_cut = count > MAX_PAGES
        pages = f"{count:,} page{'' if count == 1 else 's'}"
        facts["notes"].append(
            pages
            if count <= MAX_PAGES
            else f"{pages}, of which the first {MAX_PAGES} were looked at"
        )
        for table in contents.tables[:MAX_TABLES]:
            describe_table(document, table, facts, contents)
    finally:
        document.close()
    if len(contents.tables) > MAX_TABLES:
        facts["notes"].append(
            f"{len(contents.tables)} tables, of which the first {MAX_TABLES} were looked at"
        )
    facts["notes"].extend(sentences(contents))
    if len(contents.scanned) == min(count, MAX_PAGES):
        facts["error"] = SCANNED


def contents_of(document: Any, count: int) -> Contents:
    """Returns the tables of the first pages, and what other pages hold."""
    import pypdfium2

    contents = Contents()
    before: Table | None = None
    for number in range(1, count + 1):
        try:
            page = pdf_pages.read(document, number)
        except pypdfium2.PdfiumError:
            contents.strange.setdefault("it is damaged", []).append(number)
            before = None
            continue
        if reason := strangeness_of(page):
            contents.strange.setdefault(reason, []).append(number)
            before = None
            continue
        if not page.letters:
            (contents.scanned if page.pictured > MOSTLY else contents.plain).append(number)
            continue
        if page.hidden > MOSTLY * page.letters:
            contents.recognised.append(number)
        found, reasons, places, partial = pdf_grids.find(page)
        rest = [
            word
            for word in page.words
            if not any(pdf_grids.is_within(word, place) for place in places)
        ]
        more, other_reasons = pdf_columns.find(page, rest, pdf_lines.joined(page.level))
        reasons += other_reasons or [SOME_COLUMNS] * (partial and not more)
        found += more
        if lacking := pdf_rest.incomplete(found, page.words):
            found = [part for part in found if part not in lacking]
            reasons.append(APART)
        found.sort(key=lambda part: (-part.box[3], part.box[0]))
        for reason in dict.fromkeys(reasons):
            contents.refused.setdefault(reason, []).append(number)
        if not found and not reasons:
            contents.plain.append(number)
        for place, part in enumerate(found):
            without_numbering(part)
            if place == 0 and before is not None and continues(before, part):
                before.parts.append(part)
            else:
                contents.tables.append(Table([part], place + 1))
                if place == 0 and before is not None and not layout.has_header(part.cells):
                    before.is_followed |= len(before.parts[0].columns) == len(part.columns)
        # A table that ends a page may go on on the next one.
        before = contents.tables[-1] if found else None
    return contents


def strangeness_of(page: Page) -> str | None:
    """Returns why the letters of a page are not read."""
    if page.unknown > MAX_STRANGE * page.letters:
        return STRANGE
    if len(page.turned) > MOSTLY * page.letters:
        return "the text is turned"
    return "more is drawn on it than can be looked at" if page.cut else None


def without_numbering(part: Found) -> None:
    """Leaves out a row with the numbers of the columns beneath the header."""
    at = 0 if part.names else 1
    if len(part.cells) > at + 1 and is_numbering(part.cells[at]):
        del part.cells[at], part.rows[at]


def continues(table: Table, part: Found) -> bool:
    """Returns whether a table at the beginning of a page goes on with one of the page before, and
    leaves out the header that it repeats.
    """
    last = table.parts[-1]
    if last.page != part.page - 1 or len(last.columns) != len(part.columns):
        return False
    first = table.parts[0]
    if first.names or part.names:
        return first.names == part.names and last.ruled == part.ruled
    if part.cells[0] == first.cells[0] and any(part.cells[0]) and len(part.cells) > 1:
        del part.cells[0], part.rows[0]
        return True
    width = len(part.columns) - 1
    values = valued(first.cells[1:], width)
    if part.above or not has_like(part, values) or layout.has_header(part.cells):
        return False
    if last.ruled and part.ruled:
        return all(abs(one - other) <= SAME for one, other in zip(last.columns, part.columns))
    # The spaces between the columns are at the same places.
    both = zip(last.beside[1:-1], part.beside[1:-1])
    return all(max(a, c) < min(b, d) for (a, b), (c, d) in both)


def has_like(part: Found, values: list[int]) -> bool:
    """Returns whether the first row of a table has values where another one has, and no names."""
    row = part.cells[0]
    return bool(values) and all(sniffing.is_value(row[at]) for at in values)


def describe_table(document: Any, table: Table, facts: dict[str, Any], contents: Contents) -> None:
    """Adds a table if its expression returns the words of its cells."""
    areas, first, name = table.areas(), table.parts[0], table.name()
    is_large = any(len(part.cells) * len(part.cells[0]) > MAX_CELLS for part in table.parts)
    rows, hyphens = ([], []) if is_large else cells_of(document, areas)
    if is_large or not agree(rows, table.cells()):
        for part in table.parts:
            contents.refused.setdefault(LARGE if is_large else ORDER, []).append(part.page)
        return
    shape, found = arranged(rows, first)
    if not first.names:
        found = choices.lay_out(found, shape.rows, shape.width, choices.of(facts, name))
    options, notes = delimited.find_options(shape, found, True)
    if first.names:
        options["names"] = first.names
    parts = ", ".join(
        f"({x}, [{', '.join(area.expression() for area in group)}])"
        for x, group in groupby(areas, lambda area: area.x)
    )
    replaced = "".join(f'.replace("\\\\u{ord(sign):04x}", "-")' for sign in hyphens)
    source = READER.format(name=quoted(facts["name"]), parts=parts, replaced=replaced)
    before = len(facts["notes"])
    facts["notes"].append(how_sure(table))
    # The first note names the delimiter, which the file has not.
    notes = [note for note in notes[1:] if note != NO_NAMES or not first.names]
    planned = delimited.Plan(shape, found, options, notes)
    handle, path = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write("\n".join("\t".join(row) for row in rows) + "\n")
        delimited.describe_plan(path, "utf-8", planned, facts, source, name)
    finally:
        os.unlink(path)
    entry = facts["tables"][-1]
    if first.names:
        entry["header"] = {"line": None, "chosen": False, "lines": []}
    doubts = [doubt for part in table.parts for doubt in part.doubts]
    if not first.ruled:
        doubts.append("Its columns are told by the spaces between them.")
    if any(part.page in contents.recognised for part in table.parts):
        doubts.append(
            "Its text is not drawn but lies over a picture, as a program has recognised it: signs may be wrong."
        )
    following = first.page + len({part.page for part in table.parts})
    unread = [*contents.strange.values(), *contents.refused.values()]
    is_beyond = contents.is_cut and following > MAX_PAGES
    if is_beyond or any(following in pages for pages in unread):
        doubts.append("The next page, which is not read, may continue it.")
    if table.is_followed:
        doubts.append("The first table of the next page may continue it.")
    doubts = list(dict.fromkeys(doubts))
    facts["notes"].extend(doubts)
    entry["uncertain"] = " ".join(filter(None, (entry["uncertain"], *doubts))) or None
    facts["notes"][before:] = [f"{name}: {note}" for note in facts["notes"][before:]]


def cells_of(document: Any, areas: list[Area]) -> tuple[list[list[str]], list[str]]:
    """Returns the rows of a table as its expression reads them, and the signs that stand for
    hyphens in them.
    """
    rows: list[list[str]] = []
    hyphens: set[str] = set()
    for area in areas:
        sheet = document[area.page - 1]
        text = sheet.get_textpage()
        for high, low in pairwise(area.y):
            rows.append([])
            for left, right in pairwise(area.x):
                cell = text.get_text_bounded(left, low, right, high)
                found = {sign for sign in HYPHENS if sign in cell}
                hyphens |= found
                for sign in found:
                    cell = cell.replace(sign, "-")
                rows[-1].append(" ".join(cell.split()))
        text.close()
        sheet.close()
    return rows, sorted(hyphens)


def agree(read: list[list[str]], cells: list[list[str]]) -> bool:
    """Returns whether the cells have the same words, and values also the same spaces."""
    pairs = [(one, other) for row, cell in zip(read, cells) for one, other in zip(row, cell)]
    return len(read) == len(cells) and all(
        one == other
        or (
            letters_of(one) == letters_of(other)
            and not sniffing.is_value(one)
            and not sniffing.is_value(other)
        )
        for one, other in pairs
    )


def letters_of(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split())


def arranged(rows: list[list[str]], first: Found) -> tuple[sniffing.Shape, layout.Layout]:
    """Returns the rows as lines of a text, and the parts of the table in them."""
    lines = [sniffing.Row(cells, at, sniffing.is_ruler(cells)) for at, cells in enumerate(rows)]
    width = len(rows[0])
    found = layout.Layout(0, False, len(lines)) if first.names else layout.find(lines, width)
    found.titles = [*first.above, *found.titles]
    found.footnotes = [*found.footnotes, *first.beneath]
    options = {"sep": "\t", "quoting": 3}
    return sniffing.Shape(lines, width, 1, 1, "\t", options=options), found


def how_sure(table: Table) -> str:
    """Returns how the columns and rows were found."""
    if all(part.ruled and part.sure for part in table.parts):
        return "lines divide columns and rows (sure)"
    if table.parts[0].ruled:
        return "lines divide the columns only (likely)"
    return "spaces divide columns and rows (likely)"


def sentences(contents: Contents) -> list[str]:
    """Returns what the pages hold besides tables."""
    found = []
    for reason, pages in contents.refused.items():
        found.append(f"{numbers(pages)}: something like a table is not read, since {reason}")
    for reason, pages in contents.strange.items():
        found.append(f"{numbers(pages)}: not read, since {reason}")
    if contents.scanned:
        found.append(f"{numbers(contents.scanned)}: a picture without text, as of a scanner")
    if contents.plain:
        found.append(f"{numbers(contents.plain)}: no table")
    return found


def numbers(pages: list[int]) -> str:
    """Returns the numbers of pages as text, those that follow each other as a range."""
    runs: list[list[int]] = []
    for page in sorted(set(pages)):
        if runs and page == runs[-1][-1] + 1:
            runs[-1].append(page)
        else:
            runs.append([page])
    shown = [str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs[:MAX_LISTED]]
    more = ", …" if len(runs) > MAX_LISTED else ""
    return f"page{'' if len(set(pages)) == 1 else 's'} {', '.join(shown)}{more}"
