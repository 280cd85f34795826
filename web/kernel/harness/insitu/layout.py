"""Finds the parts of a table among rows of text cells: titles above it, its header, rows of units,
notes beneath it. Knows neither files nor pandas; `Row.line` is passed through.
"""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass, field

from .sniffing import NUMBER, Row, holds_values, is_missing, is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# The table's first row is looked for among this many rows, and notes among as many at the end.
SEARCHED = 60
MAX_NOTES = 30
# Rows of a preamble that may have numbers.
MAX_PREAMBLE = 12
# Rows that say what the columns hold.
LIKELY = 300
# Rows beneath the header may describe the columns: units, types, codes. So many of them are data.
TOO_MANY_DESCRIBING_ROWS = 3
# A row with fewer characters beyond those of its first cell than this is not a sentence.
LONG_NOTE = 40
# So many rows with numbers throughout beneath a row of texts show that the texts are not data.
MIN_NUMERIC_ROWS = 12

DAY = re.compile(r"\d[-/.:]\d+[-/.:]\d|\d:\d\d")
YEAR = re.compile(r"(19|20)\d\d")
NOTE = re.compile(
    r"(source|note|footnote|remark|disclaimer|legend|copyright|©|last updated?|updated|retrieved|data:|\*|//|†|‡|#|=hyperlink|\[?\(?\d{1,2}[).\]]\s|\(?[a-z]\)\s|"
    r"quelle|anmerkung|hinweis|stand:|fuente|nota|fonte|bron|källa|zdroj|źródło|источник|примечание|出典|注|资料来源)",
    re.IGNORECASE,
)
# Words of units; a cell in brackets is a unit whatever its words are.
UNIT = re.compile(
    r"[\[(].{0,30}[\])]|[%‰°$€£¥₹]|°[CFK]|(in |per |x |× )?('000s?|000s?|1,?000s?|10\^?\d+|thousands?|millions?|billions?|mn?|bn|mio\.?|mrd\.?|tsd\.?|tys\.?|mln\.?|тыс\.?|млн\.?|млрд\.?|[千万亿億]?[元円]|百万円|k|percent|pct|index|ratio|number|no\.|count|units?|"
    r"St(ü|ue)ck|Stk\.?|Personen|Tage|Jahre|Stunden|Prozent|unités?|unidades|personn?[ae]s|jours|días|années|años|шт\.?|чел\.?|руб\.?|szt\.?|zł|Kč|"
    r"pieces?|persons?|people|heads?|years?|yrs?|months?|weeks?|days?|hours?|hrs?|min(utes?)?|sec(onds?)?|ms|µs|us|ns|[yhdsa]|"
    r"[kcmµdMGnhp]?(m|g|l|L|s|A|V|W|Wh|J|N|Pa|Hz|Ohm|mol|eV|cal|bar|b|B|t)|[kMG]Wp?|in(ches)?|ft|feet|yd|miles?|mi|acres?|ha|lbs?|oz|gal|mph|kmh|kn|deg(rees)?|rad|arcsec|arcmin|pixels?|ppm|ppb|ppmv|mmHg|hPa|[CFK]|dB|lux|lx|rpm|cd|"
    r"USD|EUR|GBP|JPY|CHF|CNY|INR|CAD|AUD|SEK|NOK|DKK|PLN|US\$|dollars?|euros?|pounds?|"
    r"(km|m|cm|mm|ft|in)[²³23]|sq\.? ?(km|m|ft|mi|miles?))((/| ?per | ?· ?|\*| )[A-Za-z%°²³0-9^.€$£¥₹-]{1,12}(m|bn|mn)?)*",
)
TYPE = re.compile(
    r"(u?int(eger)?(8|16|32|64)?|float(32|64)?|double|real|decimal|numeric|number|str(ing)?|text|char(acter)?|date(time)?|time|bool(ean)?|\d*[NS])",
    re.IGNORECASE,
)
EXPRESSION = re.compile(r"(1|[A-Za-zµ%°Ω]{1,4})(/|·|\*)[A-Za-zµ%°Ω]{1,6}[²³0-9^-]{0,3}")


@dataclass
class Layout:
    """The parts of a table. Positions are indices of the rows that were searched."""

    start: int
    header: bool
    end: int
    skipped: list[int] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)
    units: list[str] = field(default_factory=list)
    described: int = 0
    footnotes: list[str] = field(default_factory=list)
    # Whether cells seem to have swallowed rows.
    merged: bool = False
    # Rows that repeat the header.
    repeated: list[int] = field(default_factory=list)
    other_start: int | None = None
    second: int | None = None


@dataclass
class Columns:
    """What the body's columns hold: which are used, and which are numbers or dates."""

    used: set[int]
    numeric: set[int]


def find(
    rows: Sequence[Row], width: int, tail: bool = True, strict: bool = False, named: bool = False
) -> Layout:
    """Returns the parts of the table in `rows`, which have no blank rows except those of empty
    cells. `tail` says that the last rows are the last of the table, `strict` that a header has no
    more cells than the rows, as where spaces divide sentences too, `named` that one with a text is
    a header.
    """
    columns = columns_of(rows, width)
    start = first_row(rows, width, columns, strict)
    end = notes_start(rows, start, width, columns) if tail else len(rows)
    body = [row for row in rows[start:end] if not row.ruler]
    header = has_header([row.cells for row in body], named)
    found = Layout(start, header, end)
    found.titles = [text_of(row) for row in rows[:start] if row.filled() and not row.ruler]
    found.footnotes = [text_of(row) for row in rows[end:] if row.filled() and not row.ruler]
    at = start + 1
    if header:
        while (
            at < end
            and at - start <= TOO_MANY_DESCRIBING_ROWS + 2
            and (rows[at].ruler or describes(rows, at, end, columns))
        ):
            if not rows[at].ruler:
                cells = [cell.strip() for cell in rows[at].cells]
                if not found.units and any(is_unit(cell) or TYPE.fullmatch(cell) for cell in cells):
                    found.units = cells
                else:
                    found.described += 1
                    found.other_start = (
                        at
                        if found.other_start is None
                        and not found.units
                        and names_like(rows[at], columns)
                        else found.other_start
                    )
            found.skipped.append(at)
            at += 1
        if found.described == TOO_MANY_DESCRIBING_ROWS:
            found.skipped, found.units, found.described = [], [], 0
    names = [cell.strip() for cell in rows[start].cells]
    found.repeated = [
        index
        for index in range(at, end)
        if header and len(names) > 1 and [cell.strip() for cell in rows[index].cells] == names
    ]
    found.skipped.extend(
        index
        for index in range(at, end)
        if rows[index].ruler or is_comment(rows[index], width) or index in found.repeated
    )
    if (
        start
        and header
        and found.other_start is None
        and names_like(rows[start - 1], columns)
        and rows[start].line == rows[start - 1].line + 1
    ):
        found.other_start = start - 1
    found.second = second_table(rows, at, end, columns)
    return found


def text_of(row: Row) -> str:
    """Returns a title or note as one line of at most 300 characters."""
    text = " ".join(" ".join(cell.split()) for cell in row.cells if cell.strip())
    return text if len(text) <= 300 else text[:299] + "…"


def columns_of(rows: Sequence[Row], width: int) -> Columns:
    """Describes the columns by the rows that are likely to be data: those of the table's width
    after the first few, before the last.
    """
    full = [row for row in rows if len(row.cells) == width and not row.ruler and row.filled()]
    plain = [row for row in full if not row.cells[0].lstrip().startswith("#")]
    full = plain if len(plain) > 1 else full
    fill = max((row.filled() for row in full), default=0)
    likely = [row for row in full if row.filled() >= 0.5 * fill]
    likely = likely[1:] if len(likely) < 12 else likely[len(likely) // 4 : -2][:LIKELY]
    used, numeric = set(), set()
    for at in range(width):
        cells = [row.cells[at].strip() for row in likely]
        if sum(map(bool, cells)) >= 0.5 * max(len(cells), 1):
            used.add(at)
        if holds_values(cells):
            numeric.add(at)
    return Columns(used, numeric)


def searched(rows: Sequence[Row]) -> int:
    """Returns how many of the first rows may be the header: more, if comments are above it."""
    above = itertools.takewhile(
        lambda row: row.cells and row.cells[0].lstrip().startswith("#"), rows
    )
    return SEARCHED + sum(1 for _row in above)


def first_row(rows: Sequence[Row], width: int, columns: Columns, strict: bool) -> int:
    """Returns the index of the header, or of the first row if there is none."""
    need = max(min(0.5 * width, 0.6 * len(columns.used)), min(width, 2))
    candidates = [
        at
        for at, row in enumerate(rows[: searched(rows)])
        if fits(row, width, need, strict) and not row.ruler and not is_comment(row, width)
    ]
    if strict and not has_row_names(rows, width):
        candidates = [at for at in candidates if len(rows[at].cells) >= width]
    if not candidates:
        return 0
    data = first_data(rows, width, columns)
    if data is None:
        return candidates[0]
    # The header is among the rows directly above the data that have as many cells, which may also
    # name groups, units or types.
    block: list[int] = []
    for at in range(data - 1, -1, -1):
        if block and rows[at + 1].line - rows[at].line > 1:
            break
        if (
            at in candidates
            and not (block and rows[at].cells[0].lstrip().startswith("#"))
            and not is_data(rows[at], width, columns)
        ):
            block.append(at)
        elif not rows[at].ruler and not only_units(rows[at], width):
            break
    if not block:
        names = [
            at
            for at in candidates
            if at < data and names_like(rows[at], columns) and rows[at].filled() >= width - 1
        ]
        return names[-1] if names else data
    most = max(coverage(rows[at], columns) for at in block)
    return min(at for at in block if coverage(rows[at], columns) >= most - 0.1)


def first_data(rows: Sequence[Row], width: int, columns: Columns) -> int | None:
    """Returns the index of the first row of data. Counts of rows and columns, which some formats
    have above the names, are not data.
    """
    if not columns.numeric & columns.used:
        return None
    for at, row in enumerate(rows[: SEARCHED + searched(rows)]):
        if is_data(row, width, columns) and not is_preamble(rows, at, columns):
            following = next((other for other in rows[at + 1 :] if not other.ruler), None)
            counts = all(is_value(cell.strip()) for cell in row.cells if cell.strip())
            if (
                following is None
                or not counts
                or len(following.cells) != width
                or not names_like(following, columns)
                or following.cells[0].lstrip().startswith("#")
            ):
                return at
    return None


def is_preamble(rows: Sequence[Row], at: int, columns: Columns) -> bool:
    """Returns whether a row of few cells, such as “Transactions, 14”, stands above the names of the
    columns: a full row of names follows soon.
    """
    few = 0.5 * len(columns.used)
    return rows[at].filled() < few and any(
        row.filled() >= len(columns.used) and names_like(row, columns)
        for row in rows[at + 1 : at + 1 + MAX_PREAMBLE]
    )


def only_units(row: Row, width: int) -> bool:
    """Returns whether nearly all cells are units, in a row with as many cells as the table."""
    cells = [cell.strip() for cell in row.cells if cell.strip()]
    return (
        len(row.cells) == width and len(cells) > 1 and sum(map(is_unit, cells)) >= 0.6 * len(cells)
    )


def is_data(row: Row, width: int, columns: Columns) -> bool:
    """Returns whether most of the cells beneath numeric names are values, or stand for missing
    ones.
    """
    numeric = columns.numeric & columns.used
    cells = [row.cells[at].strip() for at in numeric if at < len(row.cells)]
    values = sum(map(is_value, cells))
    years = sum(bool(YEAR.fullmatch(cell)) for cell in cells)
    if (
        row.ruler
        or len(row.cells) != width
        or not values
        or (years == values and years > 1 and len(numeric) > years)
    ):
        return False
    return sum(is_value(cell) or is_missing(cell) for cell in cells) >= 0.6 * len(numeric)


def fits(row: Row, width: int, need: float, strict: bool) -> bool:
    # Row names have an empty cell above them; if R leaves it out, the header has one cell fewer,
    # which pandas reads.
    unnamed = len(row.cells) == width and not row.cells[0].strip()
    return (
        len(row.cells) >= max(width - 1, 1)
        and row.filled() + unnamed >= need
        and (not strict or len(row.cells) <= width + (row.cells[0] == "#"))
    )


def has_row_names(rows: Sequence[Row], width: int) -> bool:
    """Returns whether the first cells may be names of the rows: no two are equal."""
    names = [row.cells[0] for row in rows if len(row.cells) == width and not row.ruler]
    return len(set(names)) == len(names)


def coverage(row: Row, columns: Columns) -> float:
    return sum(at < len(row.cells) and bool(row.cells[at].strip()) for at in columns.used) / max(
        len(columns.used), 1
    )


def names_like(row: Row, columns: Columns) -> bool:
    """Returns whether the cells may be names of columns: texts, none of them a number that is not a
    year, in most of the columns.
    """
    cells = [cell.strip() for cell in row.cells if cell.strip()]
    return (
        len(cells) > 1
        and coverage(row, columns) >= 0.6
        and not any(is_value(cell) and not YEAR.fullmatch(cell) for cell in cells)
    )


def is_comment(row: Row, width: int) -> bool:
    """Returns whether the row is a comment of one cell, which starts with a number sign."""
    first = next((cell.strip() for cell in row.cells if cell.strip()), "")
    return (
        first.startswith("#")
        and width > 1
        and (row.filled() == 1 or not width <= len(row.cells) <= width + (first == "#"))
    )


def has_header(body: list[list[str]], named: bool = False) -> bool:
    """Returns whether the first row names the columns: where others have numbers, it has texts, or
    numbers as only names are. `named` says that one with a text does unless it is like the others.
    """
    if len(body) < 2:
        return not (
            body and len(body[0]) > 1 and all(NUMBER.fullmatch(cell.strip()) for cell in body[0])
        ) or (named and any(cell.strip() and not is_value(cell.strip()) for cell in body[0]))
    first, rest = body[0], body[1:200]
    names = [cell.strip() for cell in first]
    if (
        len(names) > 1
        and len(rest) > 1
        and len(set(names)) == len(names)
        and all(len(cells) == len(names) + 1 for cells in rest)
    ):
        # As R writes it: one name less than values, since the names of the rows have none.
        return True
    if stands_below(names, rest):
        return False
    contrasts = repeats = 0
    matches: list[str] = []
    # If names are fewer than values, the rows begin with names of their own.
    shift = 1 if len(rest[0]) == len(names) + 1 else 0
    for at, name in enumerate(names):
        values = [
            cells[at + shift].strip()
            for cells in rest
            if at + shift < len(cells) and cells[at + shift].strip()
        ]
        numeric = sum(is_value(value) for value in values) > 0.8 * len(values) if values else False
        # A day above numbers is a name, and in a workbook a year above others.
        named_by_day = DAY.search(name) and not DAY.search(values[0]) if values else False
        named_by_year = named and YEAR.fullmatch(name) and not any(map(YEAR.fullmatch, values))
        if numeric and is_value(name) and not named_by_day and not named_by_year:
            matches.append(name)
            repeats += values.count(name) > 0.5 * len(values)
        elif numeric and name:
            contrasts += 1
    years = [name for name in names if YEAR.fullmatch(name)]
    if (
        matches
        and len(years) >= len(matches)
        and len(years) > 1
        and years in (sorted(set(years)), sorted(set(years), reverse=True))
    ):
        return True
    texts = any(name and not is_value(name) for name in names)
    if texts and repeats <= len(matches) // 3:
        others = [[cell.strip() for cell in cells if is_value(cell.strip())] for cells in rest]
        # Sheets without a header are rare, and those with sizes or years as names are not.
        forms = [is_scale, is_rising] if named and not is_value(names[0]) else [is_scale]
        for form in forms:
            if form(matches) and sum(map(form, others)) <= 0.2 * len(others):
                return True
    # A name does not stand below itself in most of the columns of numbers.
    return not matches or (contrasts > 0 and repeats < max(contrasts, 2))


def stands_below(names: list[str], rest: list[list[str]]) -> bool:
    """Returns whether a text of the first row stands below itself again and again among others, as
    values do. A header that is repeated does so in all of its cells, and a survey's answer in every
    cell that is not empty.
    """
    others = [cells for cells in rest if [cell.strip() for cell in cells[: len(names)]] != names]
    for at, name in enumerate(names):
        below = [cells[at].strip() for cells in others if at < len(cells)]
        filled = [cell for cell in below if cell]
        times = 0 if not name or is_value(name) else filled.count(name)
        if max(1, 0.1 * len(below)) < times < len(filled):
            return True
    return False


def is_rising(names: list[str]) -> bool:
    """Returns whether there are at least three whole numbers, each greater than the one before."""
    if len(names) < 3 or not all(name.isdecimal() for name in names):
        return False
    return all(int(before) < int(after) for before, after in itertools.pairwise(names))


def is_scale(names: list[str]) -> bool:
    """Returns whether numbers rise by the same step, as those of ages or of months in a header do."""
    try:
        numbers = [float(name) for name in names]
    except ValueError:
        return False
    steps = [after - before for before, after in itertools.pairwise(numbers)]
    if not steps or steps[0] <= 0 or max(steps) - min(steps) > 1e-9 * max(map(abs, numbers)):
        return False
    return len(numbers) > 2 or steps == [1]


def is_unit(text: str) -> bool:
    return bool(UNIT.fullmatch(text) or EXPRESSION.fullmatch(text))


def describes(rows: Sequence[Row], at: int, end: int, columns: Columns) -> bool:
    """Returns whether a row beneath the header describes the columns: it has texts where all rows
    beneath have numbers.
    """
    numeric = [column for column in columns.numeric if column in columns.used]
    cells = {column: rows[at].cells[column].strip() for column in range(len(rows[at].cells))}
    texts = [cells.get(column, "") for column in numeric]
    if not numeric or any(is_value(text) for text in cells.values()) or end - at < 3:
        return False
    described = [text for text in texts if not is_missing(text)]
    beneath = [
        row
        for row in rows[at + 1 : at + 1 + SEARCHED]
        if not row.ruler and len(row.cells) > max(numeric)
    ]
    beneath = (
        beneath[TOO_MANY_DESCRIBING_ROWS - 1 :]
        if len(beneath) > 2 * TOO_MANY_DESCRIBING_ROWS
        else beneath[-1:]
    )
    clean = all(
        is_value(row.cells[column].strip()) or is_missing(row.cells[column])
        for row in beneath
        for column in numeric
    )
    units = sum(map(is_unit, described))
    if units and units >= 0.5 * len(described):
        return clean or units > 1
    if described and all(TYPE.fullmatch(text) for text in described):
        return clean
    # Other texts may be codes of the columns; above a few rows they may as well be data.
    return (
        clean
        and len(described) > 1
        and len(described) >= 0.5 * len(numeric)
        and len(beneath) >= MIN_NUMERIC_ROWS
    )


def notes_start(rows: Sequence[Row], start: int, width: int, columns: Columns) -> int:
    """Returns the index of the first of the notes beneath the table, or the number of rows."""
    end = len(rows)
    at = len(rows) - 1
    while at > start + 1 and at >= len(rows) - MAX_NOTES:
        if is_note(rows, at, width, columns):
            end = at
        elif rows[at].filled() and not rows[at].ruler:
            break
        at -= 1
    # Blank rows between the data and the notes belong to neither.
    while (
        end < len(rows) and end > start + 1 and (not rows[end - 1].filled() or rows[end - 1].ruler)
    ):
        end -= 1
    return end


def is_note(rows: Sequence[Row], at: int, width: int, columns: Columns) -> bool:
    row = rows[at]
    cells = [cell.strip() for cell in row.cells if cell.strip()]
    if row.ruler or not cells:
        return False
    values = [
        column
        for column in columns.numeric
        if column < len(row.cells) and is_value(row.cells[column].strip())
    ]
    text = " ".join(cells)
    if NUMBER.fullmatch(cells[0]) or not re.search(r"[^\W\d]", text):
        return False
    prefix = bool(NOTE.match(cells[0]))
    words = len(text.split())
    # Prose that contains the delimiter.
    if (
        prefix
        and words >= 3
        and len(values) <= 0.2 * len(columns.numeric)
        and (len(row.cells) != width or len(cells) <= 0.5 * width)
    ):
        return len(columns.numeric) > 0 or len(cells) == 1 or len(row.cells) != width
    if (
        len(row.cells) != width
        and len(columns.numeric) > 1
        and len(values) <= 0.2 * len(columns.numeric)
        and words > 3
        and len(cells) > 1
    ):
        # A sentence that spaces or delimiters divide.
        return True
    ragged = len(row.cells) < width
    if values or len(cells) > (2 if ragged else 1) or width < 2:
        return False
    apart = rows[at].line > rows[at - 1].line + 1 or not rows[at - 1].filled() or rows[at - 1].ruler
    if width == 2:
        return prefix or (ragged and words > 2) or (apart and words > 2)
    return (
        prefix
        or (ragged and (len(text) > 15 or words > 1))
        or (apart and words > 1)
        or len(text) > LONG_NOTE
        or notes_below(rows, at, width)
    )


def notes_below(rows: Sequence[Row], at: int, width: int) -> bool:
    """Returns whether the row continues the sentence of the row above it, or titles notes beneath
    it.
    """
    beneath = [row for row in rows[at + 1 :] if row.filled()]
    return (
        bool(beneath) and len(rows[at].cells) < width and all(row.filled() == 1 for row in beneath)
    )


def second_table(rows: Sequence[Row], start: int, end: int, columns: Columns) -> int | None:
    """Returns the index of a row that looks like the header of another table, beneath blank lines."""
    numeric = columns.numeric & columns.used
    for at in range(start + 1, min(end - 1, 2000)):
        row = rows[at]
        apart = row.line > rows[at - 1].line + 1 or not rows[at - 1].filled() or rows[at - 1].ruler
        if (
            apart
            and numeric
            and row.filled() > 1
            and not any(is_value(cell.strip()) for cell in row.cells)
            and coverage(row, columns) >= 0.6
        ):
            beneath = rows[at + 1].cells
            if any(is_value(cell.strip()) for cell in beneath):
                return at
    return None
