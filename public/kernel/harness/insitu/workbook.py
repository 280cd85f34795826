"""Profiles of Excel workbooks, with a table per sheet."""

from __future__ import annotations

from .delimited import SAMPLE_ROWS, quoted, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pandas import DataFrame

# Rows that are searched for the table's header.
SEARCHED = 20
MOST_SHEETS = 30


def describe(path: str, ending: str, facts: dict[str, Any]) -> None:
    """Adds one table per sheet that is not empty. Needs openpyxl, or xlrd for `.xls`."""
    import pandas

    # Imported by name, so that the error names a missing reader.
    __import__("xlrd" if ending == ".xls" else "openpyxl")
    with pandas.ExcelFile(path) as book:
        sheets = book.sheet_names
        for name in sheets[:MOST_SHEETS]:
            describe_sheet(book, name, len(sheets), facts)
    if len(sheets) > MOST_SHEETS:
        facts["notes"].append(f"{len(sheets)} sheets, of which the first {MOST_SHEETS} were looked at")
    if not facts["tables"]:
        facts["error"] = "The workbook has no sheet with a table in it."


def describe_sheet(book: Any, name: str, count: int, facts: dict[str, Any]) -> None:
    head = book.parse(name, header=None, nrows=SEARCHED)
    if head.empty:
        facts["notes"].append(f"sheet {name} is empty")
        return
    above = header_row(head)
    frame = book.parse(name, skiprows=above, nrows=SAMPLE_ROWS)
    sampled = len(frame) >= SAMPLE_ROWS
    rows = len(frame)
    if sampled:
        sheet = book.book[name] if hasattr(book.book, "sheetnames") else book.book.sheet_by_name(name)
        rows = max(rows, (getattr(sheet, "max_row", None) or getattr(sheet, "nrows", 0)) - above - 1)
    words = "" if count == 1 else f", sheet_name={quoted(name)}"
    if above:
        words += f", skiprows={above}"
        facts["notes"].append(f"sheet {name}: {above} rows above the table")
    expression = f"pd.read_excel({quoted(facts['name'])}{words})"
    facts["tables"].append(table(frame, expression, rows, not sampled, sampled, sheet=name))


def header_row(head: DataFrame) -> int:
    """Counts the rows above the table: the first row with at least 60 % of the fullest row's cells is the header."""
    filled = head.notna().sum(axis=1)
    need = max(filled.max() * 0.6, 1)
    return next((at for at, cells in enumerate(filled) if cells >= need), 0)
