"""Profiles of workbooks of Excel and LibreOffice, with a table per sheet."""

from __future__ import annotations

import zipfile

from . import choices, columns, layout, raw_cells, totals, workbook_cells
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
# Bytes of a workbook's parts. A small file may hold very much.
MAX_UNPACKED_BYTES = 1 << 30
MAX_MANIFEST_BYTES = 1 << 20
# How the parts of an archive, and its first one, tell the form of a workbook.
PARTS = {"xl/workbook.xml": "xlsx", "xl/workbook.bin": "xlsb"}
# The first bytes of workbooks of Excel before 2007, and of other documents of that time.
LEGACY = b"\xd0\xcf\x11\xe0"
SPREADSHEET = b"application/vnd.oasis.opendocument.spreadsheet"
# The engines for forms whose own packages do not exist here, and the modules of the engines.
ENGINES = {"ods": "calamine", "xlsb": "calamine"}
MODULES = {"calamine": "python_calamine"}
LOCKED = "The workbook is protected by a password. Open it in LibreOffice, save it without the password (File, Save As, Save with password: off), and drop the new copy."


def form_of(path: str) -> str | None:
    """Returns the form of a workbook that is a zip archive, by its parts; None if it is none."""
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                is_sheet = archive.read("mimetype").startswith(SPREADSHEET)
                return "ods" if is_sheet else None
    except (zipfile.BadZipFile, NotImplementedError, OSError):
        return None
    return next((form for part, form in PARTS.items() if part in names), None)


def is_legacy(path: str) -> bool:
    """Returns whether a workbook is one of Excel before 2007, whatever its name says."""
    with open(path, "rb") as file:
        return file.read(len(LEGACY)) == LEGACY


def engine_of(path: str) -> str | None:
    """Returns the engine of pandas that reads a workbook, if it is not the one that pandas takes
    for it everywhere. Imports the package that reads it, so that an error names one that is missing.
    """
    if is_legacy(path):
        __import__("xlrd")
        return None
    engine = ENGINES.get(form_of(path) or "")
    __import__(MODULES.get(engine or "", "openpyxl"))
    return engine


def too_much(path: str) -> str | None:
    """Returns why a workbook is not opened: its reader takes all of it into memory."""
    if is_legacy(path):
        return None
    with zipfile.ZipFile(path) as archive:
        size = sum(item.file_size for item in archive.infolist())
        manifests = [
            archive.read(item)
            for item in archive.infolist()
            if item.filename == "META-INF/manifest.xml" and item.file_size < MAX_MANIFEST_BYTES
        ]
        if any(b"encryption-data" in manifest for manifest in manifests):
            return LOCKED
    if size > MAX_UNPACKED_BYTES:
        return f"Unpacked, the workbook has {size >> 20:,} MB, which is too much to be read here. Save its sheets as CSV, and drop those."
    return None


def describe(path: str, facts: dict[str, Any]) -> None:
    """Adds one table per sheet that has one. Needs openpyxl, xlrd for `.xls`, or python-calamine for
    `.ods` and `.xlsb`.
    """
    import pandas

    if (reason := too_much(path)) is not None:
        facts["error"] = reason
        return
    opened, words = open_book(pandas, path)
    with opened as book:
        keep_rows(book)
        sheets = book.sheet_names
        for name in sheets[:MAX_SHEETS]:
            describe_sheet(book, name, len(sheets), facts, words)
    if len(sheets) > MAX_SHEETS:
        facts["notes"].append(
            f"{len(sheets)} sheets, of which the first {MAX_SHEETS} were looked at"
        )
    if not facts["tables"]:
        facts["error"] = "The workbook has no sheet with a table in it."


def open_book(pandas: Any, path: str) -> tuple[Any, str]:
    """Opens a workbook; returns it with the argument for its engine, if that is not the one that
    pandas takes: openpyxl reads neither strict Open XML nor workbooks in which a part is missing.
    """
    engine: Any = engine_of(path)
    failed = None
    try:
        book = pandas.ExcelFile(path, engine=engine)
        if engine or book.sheet_names or is_legacy(path):
            return book, ""
        book.close()
    except (KeyError, ValueError, TypeError) as error:
        if engine or form_of(path) is None:
            raise
        failed = error
    __import__("python_calamine")
    try:
        return pandas.ExcelFile(path, engine="calamine"), ', engine="calamine"'
    except Exception as error:
        raise failed or error from None


def keep_rows(book: Any) -> None:
    """Has a workbook keep the rows that were read last: reading them is nearly all that a profile
    takes, and the same rows are read as values and as texts.
    """
    reader: Any = book._reader
    read = reader.get_sheet_data
    kept: dict[tuple[str, int | None], list[list[Any]]] = {}

    def get_sheet_data(sheet: Any, file_rows_needed: int | None = None) -> list[list[Any]]:
        # openpyxl's sheets have a title, those of the others a name.
        key = (getattr(sheet, "title", None) or sheet.name, file_rows_needed)
        if key not in kept:
            kept.clear()
            kept[key] = read(sheet, file_rows_needed)
        # pandas fills merged cells of a header in place.
        return [row.copy() for row in kept[key]]

    reader.get_sheet_data = get_sheet_data


def describe_sheet(
    book: Any, name: str, count: int, facts: dict[str, Any], engine: str = ""
) -> None:
    head = book.parse(name, header=None, nrows=SEARCHED)
    if head.empty:
        facts["notes"].append(f"sheet {name} is empty")
        return
    rows = rows_of(head)
    if not rows:
        facts["notes"].append(f"sheet {name} has nothing in its first {SEARCHED} rows")
        return
    if is_prose(rows, len(head)):
        facts["notes"].append(f"sheet {name} has text and no table")
        return
    choice = choices.of(facts, name)
    found, options = plan(rows, head.shape[1], choice)
    above = rows[found.start].line
    frame = book.parse(name, **options, nrows=SAMPLE_ROWS)
    sampled = len(frame) >= SAMPLE_ROWS
    if not sampled and (end := notes_at_end(frame, rows, found, head.shape[1])) is not None:
        options["nrows"] = end
        frame = book.parse(name, **options)
    frame, identifiers = as_written(book, name, frame, options, choice)
    judges = choices.judges(choices.of_columns(frame, choice))
    described = [
        entry
        for entry, _read in columns.describe_all(frame, identifiers=identifiers, judges=judges)
    ]
    workbook_cells.describe(book, facts["path"], name, frame, above, len(found.skipped), described)
    count_of_rows = len(frame)
    if sampled:
        count_of_rows = max(
            count_of_rows, height_of(book.book, name) - above - len(found.skipped) - 1
        )
    words = engine + ("" if count == 1 else f", sheet_name={quoted(name)}")
    words += "".join(f", {key}={quoted(value)}" for key, value in options.items())
    expression = f"pd.read_excel({quoted(facts['name'])}{words})"
    entry = table(
        frame, expression, count_of_rows, not sampled, sampled, sheet=name, described=described
    )
    entry["header"] = choices.header(found, rows, head.shape[1], choice)
    arrange(entry, found, rows, totals.Found() if sampled else totals.find(frame))
    notes = [f"{above} row{'s' * (above > 1)} above the table"] if above else []
    notes += ["no header row"] if not found.header else []
    notes += workbook_cells.hidden(book, name)
    facts["notes"].extend(f"sheet {name}: {note}" for note in [*notes, *remarks(entry, found)])
    facts["tables"].append(entry)


def height_of(book: Any, name: str) -> int:
    """Returns how many rows a sheet has."""
    if hasattr(book, "sheetnames"):
        return book[name].max_row or 0
    if hasattr(book, "sheet_by_name"):
        return book.sheet_by_name(name).nrows
    return book.get_sheet_by_name(name).total_height


def as_written(
    book: Any, name: str, frame: DataFrame, options: dict[str, Any], choice: dict[str, Any]
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
    choices.keep(kept, frame, choices.of_columns(frame, choice), "point")
    kept.doubts.clear()
    if not (more := raw_cells.arguments(kept, list(frame.columns), len(frame) < SAMPLE_ROWS)):
        return frame, []
    options.update(more)
    return book.parse(
        name, **{**options, "nrows": min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)}
    ), kept.identifiers


def plan(
    rows: list[Row], width: int, choice: dict[str, Any] | None = None
) -> tuple[layout.Layout, dict[str, Any]]:
    """Returns the parts of a table whose first rows these are, and the arguments that read it,
    without the notes beneath it; `choice` is what the user has chosen.
    """
    # pandas drops blank rows at the end of what it reads, so the number of rows does not say
    # whether this is all.
    found = layout.find(rows, width, tail=False, named=True)
    found = choices.lay_out(found, rows, width, choice or {})
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
