"""Tables whose files state the names and types of their columns: nothing stands above, beneath or
between their rows.
"""

from __future__ import annotations

from . import choices, layout, totals
from .delimited import SAMPLE_ROWS, arrange, remarks, table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Cells of the rows that the columns are described from; fewer rows are read of wide tables.
MAX_CELLS = 5_000_000
# Columns that a note names.
MAX_NAMED = 10


def sample_rows(columns: int) -> int:
    """Returns how many rows of a table with so many columns are read for its profile."""
    return min(SAMPLE_ROWS, max(MAX_CELLS // max(columns, 1), 1_000))


def add(
    facts: dict[str, Any],
    frame: Any,
    expression: str,
    rows: int,
    exact: bool = True,
    sheet: str | None = None,
) -> dict[str, Any]:
    """Adds a table to the profile, of which `frame` has the first rows. Returns its entry."""
    sampled = rows > len(frame) or rows > SAMPLE_ROWS
    lists = with_lists(frame)
    if lists:
        frame = as_texts(frame, lists)
    choice = choices.of(facts, sheet)
    entry = table(
        frame.head(SAMPLE_ROWS), expression, rows, exact, sampled, sheet=sheet, choice=choice
    )
    plain = layout.Layout(0, True, 0)
    arrange(entry, plain, [], totals.Found() if sampled else totals.find(frame))
    before = "" if sheet is None else f"{sheet}: "
    facts["notes"].extend(f"{before}{note}" for note in remarks(entry, plain))
    if lists:
        names = [str(frame.columns[at]) for at in lists]
        facts["notes"].append(f"{before}lists within cells: {named(names)}")
    facts["tables"].append(entry)
    return entry


def with_lists(frame: Any) -> list[int]:
    """Returns the positions of the columns that have lists or objects in their cells."""
    return [
        at
        for at in range(frame.shape[1])
        if frame.iloc[:, at].dtype == object and frame.iloc[:, at].map(holds_several).any()
    ]


def as_texts(frame: Any, positions: list[int]) -> Any:
    """Returns the frame with the lists of these columns as texts, which can be compared."""
    frame = frame.copy()
    for at in positions:
        texts = frame.iloc[:, at].map(lambda value: str(value) if holds_several(value) else value)
        frame.isetitem(at, texts.astype(object))
    return frame


def holds_several(value: Any) -> bool:
    return isinstance(value, (list, tuple, dict, set)) or type(value).__name__ == "ndarray"


def named(names: list[str]) -> str:
    """Returns the first names as Markdown, and how many there are besides."""
    shown = ", ".join(f"`{name}`" for name in names[:MAX_NAMED])
    return shown + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "")
