"""What a workbook says beside the values of its cells: formats that give numbers their meaning, and
formulas whose results are not stored.
"""

from __future__ import annotations

import re

from . import currencies, workbook_formats
from .columns import assumed as add_doubt
from .quoting import column_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

# Rows whose cells' formats are looked at, and in which formulas are looked for.
MAX_ROWS = 2_000
CURRENCY = re.compile(
    r'\[\$([^\]-]+)[^\]]*\]|"?([$€£¥₹₩₽₺₪]|\b(?:EUR|USD|GBP|JPY|CHF|INR|CNY|SEK|NOK|DKK|PLN)\b)"?'
)
# Words that a format shows beside a number, and no currency.
QUOTED = re.compile(r'"([^"$€£¥₹₩₽₺₪]*[^\W\d_][^"]*)"')
HIDDEN_ROW = re.compile(rb'<row\b[^>]*\shidden="(?:1|true)"')
# Bytes of a sheet in which hidden rows are looked for.
MAX_SHEET_BYTES = 64 << 20
WITHOUT_RESULTS = "formulas have no stored results: open the file in Excel or LibreOffice, save it there, and drop it again"


def describe(
    book: Any,
    path: str,
    name: str,
    frame: Any,
    above: int,
    skipped: int,
    described: list[dict[str, Any]],
) -> None:
    """Adds to the descriptions of a table's columns what its cells say."""
    first = above + skipped + 2
    last = first + min(len(frame), MAX_ROWS) - 1
    if not hasattr(book.book, "sheetnames"):
        forms = workbook_formats.of_sheet(path, name, first, last)
        for at, facts in enumerate(described):
            formats_of([row[at] for row in forms if at in row], frame.columns[at], facts)
        return
    rows = list(book.book[name].iter_rows(min_row=first, max_row=max(last, first)))
    for at, facts in enumerate(described):
        cells = [row[at] for row in rows if at < len(row)]
        formats_of(
            [
                cell.number_format or ""
                for cell in cells
                if isinstance(cell.value, (int, float)) and not isinstance(cell.value, bool)
            ],
            frame.columns[at],
            facts,
        )
    if any(facts["missing"] for facts in described):
        for at in unstored(book, path, name, first, last):
            if at < len(described):
                add_doubt(described[at], WITHOUT_RESULTS)


def formats_of(formats: list[str], name: Any, facts: dict[str, Any]) -> None:
    """Notes percentages, which a workbook stores as fractions, and currencies, by the formats of the
    numbers of a column.
    """
    if not formats or facts["type"] not in ("integer", "number"):
        return
    percents = sum("%" in form for form in formats)
    if percents == len(formats):
        facts.update({"type": "number", "conversion": f"{column_of(name)} * 100"})
        for end in ("min", "max"):
            # As the conversion computes it.
            facts[end] = facts[end] * 100 if isinstance(facts[end], (int, float)) else facts[end]
        add_doubt(facts, "the numbers are percentages")
    elif percents:
        add_doubt(facts, "some numbers are percentages and others are not")
    words = {" ".join(QUOTED.findall(form)).strip() for form in formats}
    if len(words - {""}) > 1:
        add_doubt(facts, "the cells show different units or words beside the numbers")
    signs = {
        "".join(match.groups("")).strip() for form in formats if (match := CURRENCY.search(form))
    }
    if currencies.are_several(signs) and currencies.DOUBT not in (facts["doubt"] or ""):
        add_doubt(facts, currencies.DOUBT)


def hidden(book: Any, name: str) -> list[str]:
    """Returns sentences about what a workbook does not show of a sheet."""
    sheet = book.book[name] if hasattr(book.book, "sheetnames") else None
    if sheet is None:
        return []
    found = [] if sheet.sheet_state == "visible" else ["the sheet is hidden in the workbook"]
    with book.book._archive.open(sheet._worksheet_path) as part:
        count = len(HIDDEN_ROW.findall(part.read(MAX_SHEET_BYTES)))
    if count:
        verb = "is" if count == 1 else "are"
        found.append(
            f"{count:,} row{'' if count == 1 else 's'} that the workbook hides or filters out {verb} read; whether they belong to a sum is uncertain"
        )
    return found


def unstored(book: Any, path: str, name: str, first: int, last: int) -> Iterable[int]:
    """Returns the positions of columns with formulas that have no result."""
    import openpyxl

    formulas: Any = openpyxl.load_workbook(path, read_only=True, data_only=False)
    try:
        found = set()
        both = zip(
            formulas[name].iter_rows(min_row=first, max_row=last),
            book.book[name].iter_rows(min_row=first, max_row=last),
        )
        for with_formulas, with_values in both:
            for at, (formula, cell) in enumerate(zip(with_formulas, with_values)):
                if (
                    cell.value is None
                    and isinstance(formula.value, str)
                    and formula.value.startswith("=")
                ):
                    found.add(at)
        return sorted(found)
    finally:
        formulas.close()
