"""Profiles of Excel workbooks, with a table per sheet."""

from __future__ import annotations

from . import columns, layout, raw_cells, totals, workbook_cells
from .delimited import SAMPLE_ROWS, arrange, remarks, table
from .quoting import quoted
from .sniffing import Row, is_ruler

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pandas import DataFrame

# Rows that are searched for the table's header, and rows at the end that are searched for notes.
SEARCHED = 60
LAST = 40
MAX_SHEETS = 30


def describe(path: str, ending: str, facts: dict[str, Any]) -> None:
    """Adds one table per sheet that has one. Needs openpyxl, or xlrd for `.xls`."""
    import pandas

    # Imported by name, so that the error names a missing reader.
    __import__("xlrd" if ending == ".xls" else "openpyxl")
    with pandas.ExcelFile(path) as book:
        sheets = book.sheet_names
        for name in sheets[:MAX_SHEETS]:
            describe_sheet(book, name, len(sheets), facts)
    if len(sheets) > MAX_SHEETS:
        facts["notes"].append(
            f"{len(sheets)} sheets, of which the first {MAX_SHEETS} were looked at"
        )
    if not facts["tables"]:
        facts["error"] = "The workbook has no sheet with a table in it."


def describe_sheet(book: Any, name: str, count: int, facts: dict[str, Any]) -> None:
    head = book.parse(name, header=None, nrows=SEARCHED)
    if head.empty:
        facts["notes"].append(f"sheet {name} is empty")
        return
    rows = rows_of(head)
    if is_prose(rows, len(head)):
        facts["notes"].append(f"sheet {name} has text and no table")
        return
    found, options = plan(rows, head.shape[1])
    above = rows[found.start].line
    frame = book.parse(name, **options, nrows=SAMPLE_ROWS)
    sampled = len(frame) >= SAMPLE_ROWS
    if not sampled and (end := notes_at_end(frame, rows, found, head.shape[1])) is not None:
        options["nrows"] = end
        frame = book.parse(name, **options)
    frame, identifiers = as_written(book, name, frame, options)
    described = [entry for entry, _read in columns.describe_all(frame, identifiers=identifiers)]
    workbook_cells.describe(book, facts["path"], name, frame, above, len(found.skipped), described)
    count_of_rows = len(frame)
    if sampled:
        sheet = (
            book.book[name] if hasattr(book.book, "sheetnames") else book.book.sheet_by_name(name)
        )
        count_of_rows = max(
            count_of_rows,
            (getattr(sheet, "max_row", None) or getattr(sheet, "nrows", 0))
            - above
            - len(found.skipped)
            - 1,
        )
    words = "" if count == 1 else f", sheet_name={quoted(name)}"
    words += "".join(f", {key}={quoted(value)}" for key, value in options.items())
    expression = f"pd.read_excel({quoted(facts['name'])}{words})"
    entry = table(
        frame, expression, count_of_rows, not sampled, sampled, sheet=name, described=described
    )
    arrange(entry, found, rows, totals.Found() if sampled else totals.find(frame))
    notes = [f"{above} rows above the table"] if above else []
    notes += ["no header row"] if not found.header else []
    facts["notes"].extend(f"sheet {name}: {note}" for note in [*notes, *remarks(entry, found)])
    facts["tables"].append(entry)


def as_written(
    book: Any, name: str, frame: DataFrame, options: dict[str, Any]
) -> tuple[DataFrame, list[int]]:
    """Returns the table with the texts of its cells as they are and the positions of identifiers,
    and adds the arguments that read it so: pandas makes numbers of texts of digits.
    """

    def pieces(_rows: int, positions: list[int]) -> Any:
        limited = {**options, "nrows": min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)}
        cells = book.parse(name, **limited, dtype=object, keep_default_na=False).iloc[:, positions]
        # Numbers have no digits that could be lost.
        yield cells.map(lambda value: value if isinstance(value, str) else "")

    kept = raw_cells.look(frame, pieces, False)
    kept.doubts.clear()
    if not (more := raw_cells.arguments(kept, list(frame.columns), len(frame) < SAMPLE_ROWS)):
        return frame, []
    options.update(more)
    return book.parse(
        name, **{**options, "nrows": min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)}
    ), kept.identifiers


def plan(rows: list[Row], width: int) -> tuple[layout.Layout, dict[str, Any]]:
    """Returns the parts of a table whose first rows these are, and the arguments that read it,
    without the notes beneath it.
    """
    # pandas drops blank rows at the end of what it reads, so the number of rows does not say
    # whether this is all.
    found = layout.find(rows, width, tail=False, named=True)
    above = rows[found.start].line
    options: dict[str, Any] = {}
    if found.skipped:
        options["skiprows"] = [*range(above), *(rows[at].line for at in found.skipped)]
    elif above:
        options["skiprows"] = above
    if not found.header:
        options["header"] = None
    return found, options


def rows_of(frame: DataFrame) -> list[Row]:
    """Returns the rows of a sheet that are not blank, with their cells as text."""
    rows = []
    for line, values in enumerate(frame.itertuples(index=False)):
        cells = [text_of(value) for value in values]
        if any(cells):
            rows.append(Row(cells, line, is_ruler(cells)))
    return rows


def text_of(value: Any) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


def is_prose(rows: list[Row], count: int) -> bool:
    """Returns whether a sheet has only text in single cells, with blank rows between them or of the
    length of sentences.
    """
    texts = [cell for row in rows for cell in row.cells if cell]
    if sum(row.filled() > 1 for row in rows) > 0.5 * len(rows) or any(
        layout.is_value(text) for text in texts[1:]
    ):
        return False
    longest = max(map(len, texts))
    if any(row.filled() > 1 for row in rows):
        return longest > 200
    return len(rows) < 2 or count > 1.2 * len(rows) or longest > 100


def notes_at_end(frame: DataFrame, head: list[Row], found: layout.Layout, width: int) -> int | None:
    """Finds the notes beneath a table of many rows. Returns how many rows precede them, or None
    where there are none.
    """
    rows = [
        Row(row.cells, row.line + len(frame) - min(LAST, len(frame)), row.ruler)
        for row in rows_of(frame.iloc[-LAST:])
    ]
    columns = layout.columns_of(head[found.start :], width)
    end = layout.notes_start(rows, 0, width, columns)
    if end >= len(rows):
        return None
    found.footnotes = [layout.text_of(row) for row in rows[end:] if not row.ruler]
    return rows[end - 1].line + 1
