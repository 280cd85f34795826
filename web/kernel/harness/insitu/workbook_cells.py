"""What a workbook says beside the values of its cells: formats that give numbers their meaning, and
formulas whose results are not stored.
"""

from __future__ import annotations

import re

from . import currencies, workbook_formats
from .delimited import add_doubt
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
    """Adds to the descriptions of a table's columns what its cells say. xlrd has no formats."""
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
    signs = {
        "".join(match.groups("")).strip() for form in formats if (match := CURRENCY.search(form))
    }
    if currencies.are_several(signs) and currencies.DOUBT not in (facts["doubt"] or ""):
        add_doubt(facts, currencies.DOUBT)


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
