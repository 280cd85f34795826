"""How the user has a table read where that differs from what its profile finds: the line of the
header, and a column's type, order of day and month, and decimal mark
(`kernel::choices::TableChoice`). What does not fit the file is left out.
"""

from __future__ import annotations

import dataclasses
import functools

from . import columns, dates, layout, numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from .raw_cells import Kept
    from .sniffing import Row

# The lines that the header may be chosen among, those of them before the one that was found, the
# rows that they are looked for in, and their length.
MAX_LINES = 10
BEFORE = 5
SEARCHED = 40
MAX_LINE_LENGTH = 80


def of(facts: dict[str, Any], sheet: str | None) -> dict[str, Any]:
    """Returns what the user has chosen for a table."""
    return next((one for one in facts.get("choices", ()) if one.get("sheet") == sheet), {})


def lay_out(
    found: layout.Layout, rows: Sequence[Row], width: int, choice: dict[str, Any]
) -> layout.Layout:
    """Returns the parts of a table with the header in the line that the user has chosen."""
    line = choice.get("header")
    if line == 0:
        return dataclasses.replace(found, header=False, other_start=None)
    at = next((at for at, row in enumerate(rows[: found.end]) if row.line + 1 == line), None)
    if at is None:
        return found
    if at == found.start:
        return dataclasses.replace(found, header=True, other_start=None)
    inner = range(at + 1, found.end)
    return layout.Layout(
        at,
        True,
        found.end,
        [row for row in inner if rows[row].ruler or layout.is_comment(rows[row], width)],
        [layout.text_of(row) for row in rows[:at] if row.filled() and not row.ruler],
        footnotes=found.footnotes,
    )


def header(
    found: layout.Layout, rows: Sequence[Row], width: int, choice: dict[str, Any]
) -> dict[str, Any]:
    """Returns the line of the header, counted from 1, and the lines that it may be in instead."""
    may_be = [
        at
        for at, row in enumerate(rows[: min(SEARCHED, found.end)])
        if at == found.start
        or (len(row.cells) == width and row.filled() >= min(width, 2) and not row.ruler)
    ]
    first = max(sum(at < found.start for at in may_be) - BEFORE, 0)
    line = rows[found.start].line + 1 if found.header else None
    return {
        "line": line,
        "chosen": choice.get("header") == (line or 0),
        "lines": [
            {
                "line": rows[at].line + 1,
                "text": " · ".join(cell.strip() for cell in rows[at].cells if cell.strip())[
                    :MAX_LINE_LENGTH
                ],
            }
            for at in may_be[first : first + MAX_LINES]
        ],
    }


def of_columns(frame: Any, choice: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Returns what the user has chosen for columns, by their position."""
    chosen = choice.get("columns") or {}
    return {
        at: {key: value for key, value in chosen[str(name)].items() if value is not None}
        for at, name in enumerate(frame.columns)
        if str(name) in chosen
    }


def keep(kept: Kept, frame: Any, chosen: dict[int, dict[str, Any]], decimal: str) -> None:
    """Has the reading function leave those columns as texts whose texts the choices are about.
    `decimal` is the mark that it reads numbers with.
    """
    for at, one in chosen.items():
        is_number = frame.iloc[:, at].dtype.kind in "iufb"
        is_text = one.get("type") == "text" or one.get("decimal", decimal) != decimal
        kept.identifiers = [other for other in kept.identifiers if other != at]
        kept.grouped = [other for other in kept.grouped if other != at]
        kept.doubts.pop(at, None)
        if is_number and is_text:
            kept.grouped.append(at)


def judges(chosen: dict[int, dict[str, Any]]) -> dict[int, Callable[..., columns.Judged]]:
    """Returns what decides the types of the columns that the user has chosen something for."""
    return {at: functools.partial(judge, one) for at, one in chosen.items()}


def judge(
    choice: dict[str, Any],
    name: Any,
    present: Any,
    counts: Any,
    original: Any,
    comma: bool,
    day_first: bool | None,
) -> columns.Judged:
    """Returns a column's type as the user has chosen it; without that, with `refused`, if no value
    can be read so.
    """
    kind = choice.get("type") or ("date" if "dayFirst" in choice else "number")
    if kind == "text":
        judged = columns.as_text(counts)
    elif kind == "date":
        judged = as_dates(choice, name, present, counts, original, day_first)
    else:
        judged = as_numbers(choice, name, present, counts, comma)
    if judged is None:
        judged = columns.judge(name, present, counts, original, comma, day_first)
        judged.reading["refused"] = True
    else:
        judged.reading["chosen"] = choice
    return judged


def as_dates(
    choice: dict[str, Any],
    name: Any,
    present: Any,
    counts: Any,
    original: Any,
    day_first: bool | None,
) -> columns.Judged | None:
    """Returns how the values are read as dates, or None if none can be."""
    if present.dtype.kind in "iuf":
        return (
            columns.moments_of_integers(name, present, True) if (present % 1 == 0).all() else None
        )
    if present.dtype.kind == "M":
        return columns.judge(name, present, counts, original, False, None)
    read = dates.decide(
        name,
        [str(value) for value in counts.index],
        [str(value) for value in present.iloc[: dates.MAX_ORDERED_TEXTS]],
        day_first,
        any(not isinstance(value, str) for value in counts.index),
        choice.get("dayFirst"),
    )
    judged = columns.of_dates(name, counts, read) if read else None
    if judged and judged.dates and "dayFirst" in choice:
        # It says nothing of other columns.
        judged.dates.day_first = None
    return judged


def as_numbers(
    choice: dict[str, Any], name: Any, present: Any, counts: Any, comma: bool
) -> columns.Judged | None:
    """Returns how the values are read as numbers, or None if none can be."""
    if present.dtype.kind in "iuf":
        # Without its name, they are not moments.
        return columns.judge("", present, counts, present, comma, None)
    how = numbers.decide(
        name,
        [str(value) for value in counts.index],
        comma,
        any(not isinstance(value, str) for value in counts.index),
        True,
        choice.get("decimal"),
    )
    return columns.of_numbers(name, counts, how) if how else None


def left(
    facts: dict[str, Any], wanted: list[dict[str, Any]]
) -> tuple[list[dict[str, Any]], set[tuple[str | None, str]]]:
    """Returns what remains of the user's choices without those that the profile refuses, and the
    sheets and columns of the latter.
    """
    if facts["error"]:
        return [], set()
    refused = {
        (table["sheet"], column["name"])
        for table in facts["tables"]
        for column in table["columns"]
        if column["reading"].get("refused")
    }
    return [
        {
            **one,
            "columns": {
                name: choice
                for name, choice in (one.get("columns") or {}).items()
                if (one.get("sheet"), name) not in refused
            },
        }
        for one in wanted
    ], refused


def refuse(facts: dict[str, Any], refused: set[tuple[str | None, str]]) -> None:
    """States in a profile which columns cannot be read as the user wants them."""
    for table in facts["tables"]:
        for column in table["columns"]:
            if (table["sheet"], column["name"]) in refused:
                column["reading"]["refused"] = True
