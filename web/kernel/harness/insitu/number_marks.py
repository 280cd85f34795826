"""Decides whether the numbers of a text file have decimal commas, and what is between their
thousands, over all of its columns.
"""

from __future__ import annotations

import re

from . import layout, sniffing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DOTTED_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2,4}")
COMMA_DECIMAL = re.compile(r"[-+]?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{1,3}(\.\d{3})+,\d+)")
DOT_DECIMAL = re.compile(r"[-+]?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(,\d{3})+\.\d+)")
DOT_GROUPS = re.compile(r"[-+]?\d{1,3}(\.\d{3})+(,\d+)?")
POINT_GROUPS = r"[-+]?\d{1,3}(?:\.\d{3})*"
DIGITS = re.compile(r"[-+]?\d+([.,]\d+)+")
COMMA_GROUPS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")


def number_format(body: list[list[str]], delimiter: str) -> tuple[str | None, str | None]:
    """Returns `(decimal mark, thousands separator or None)`."""
    comma = dot = dates = 0
    groups = {",": 0, ".": 0}
    # Numbers with a mark that does not divide thousands.
    others = {",": 0, ".": 0}
    for cells in body[:500]:
        for cell in cells:
            value = cell.strip()
            comma += bool(COMMA_DECIMAL.fullmatch(value))
            dot += bool(DOT_DECIMAL.fullmatch(value))
            dates += bool(DOTTED_DATE.fullmatch(value))
            groups[","] += bool(COMMA_GROUPS.fullmatch(value))
            groups["."] += bool(DOT_GROUPS.fullmatch(value))
            others[","] += (
                "," in value and bool(DIGITS.fullmatch(value)) and not COMMA_GROUPS.fullmatch(value)
            )
            others["."] += (
                "." in value and bool(DIGITS.fullmatch(value)) and not DOT_GROUPS.fullmatch(value)
            )
    if comma > dot:
        # With "." as separator pandas would read 31.12.2025 and 1.2 as numbers of whole digits.
        return ",", "." if groups["."] and not dates and not others["."] else None
    if groups[","] and others[","]:
        # With "," as separator pandas would read 3,5 as 35.
        return ".", None
    if groups[","]:
        # "1,234" without any other decimals, in a file whose delimiter leaves the comma free.
        ambiguous = dot == 0 and delimiter == ";"
        return (",", None) if ambiguous and comma else (".", ",")
    return ".", None


def has_points(rows: list[sniffing.Row], found: layout.Layout) -> bool:
    """Returns whether cells of the sample have decimal points."""
    return any(
        DOT_DECIMAL.fullmatch(cell.strip()) and not DOT_GROUPS.fullmatch(cell.strip())
        for row in rows[found.start :]
        for cell in row.cells
    )


def groups_by_points(frame: Any) -> bool:
    """Returns whether some column holds numbers such as 1.242.123 and 872.367 and no other column
    has points. A single "872.367" is ambiguous, so the column needs a value with two points, which
    made pandas read it as text.
    """
    found = False
    for at in range(frame.shape[1]):
        column = frame.iloc[:, at].dropna()
        if column.dtype.kind == "f" and not (column % 1 == 0).all():
            return False
        if column.dtype.kind in "biuf":
            continue
        first = column.head(500).astype(str).str.strip()
        if first.str.fullmatch(DOTTED_DATE.pattern).any():
            return False
        # Nearly all columns of texts end here; matching all of their rows would take longer than
        # reading them.
        if not len(first) or not first.str.fullmatch(POINT_GROUPS).all():
            continue
        texts = column.astype(str).str.strip()
        if texts.str.fullmatch(POINT_GROUPS).all() and texts.str.count(r"\.").max() > 1:
            found = True
    return found
