"""Text files with a table: writes the pandas call that reads it, and describes what stands above, beneath and between its rows."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass

from . import columns, layout, sniffing, totals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAMPLE = 65_536
# Rows that the columns are described from; about a second of reading.
SAMPLE_ROWS = 50_000
# Files up to this size have their rows counted; larger ones are estimated.
COUNTED = 64 << 20
# The end of a file that is larger than the sample, in which notes and totals are looked for.
TAIL = 8_192
# Lines inside the table that are left out one by one.
MOST_SKIPPED = 50

DOTTED_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2,4}")
COMMA_DECIMAL = re.compile(r"[-+]?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{1,3}(\.\d{3})+,\d+)")
DOT_DECIMAL = re.compile(r"[-+]?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(,\d{3})+\.\d+)")
DOT_GROUPS = re.compile(r"[-+]?\d{1,3}(\.\d{3})+(,\d+)?")
POINT_GROUPS = r"[-+]?\d{1,3}(?:\.\d{3})*"
COMMA_GROUPS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")


def sample_of(path: str, codec: str) -> tuple[str, bool]:
    """Returns the beginning of the text, and whether it is all of it."""
    with open(path, encoding=codec, errors="replace", newline="") as file:
        text = file.read(SAMPLE + 1).lstrip("\ufeff")
    return text[:SAMPLE], len(text) <= SAMPLE


@dataclass
class Plan:
    """How a text file is read as a table: the arguments of the reading function, and what was found around the table."""

    shape: sniffing.Shape
    found: layout.Layout
    options: dict[str, Any]
    notes: list[str]


def plan(path: str, codec: str, named: bool) -> Plan | None:
    """Returns how the file is read, or None if it is no table; `named` says that its name promises one."""
    sample, whole = sample_of(path, codec)
    shape = sniffing.sniff(sample, whole, named)
    if shape is None:
        return None
    found = layout.find(shape.rows, shape.width, tail=whole, strict=shape.delimiter == " " and not shape.fixed)
    options, notes = find_options(shape, found, whole)
    if codec != "utf-8":
        options["encoding"] = codec
    if not whole:
        notes_of_tail(path, codec, shape, found, options)
    return Plan(shape, found, options, notes)


def describe(path: str, codec: str, facts: dict[str, Any], named: bool) -> bool:
    """Adds the table to the profile. Returns whether the file has one."""
    import pandas

    planned = plan(path, codec, named)
    if planned is None:
        return False
    shape, found = planned.shape, planned.found
    facts["notes"].extend(planned.notes)
    frame, options = read(pandas, path, planned.options, facts["notes"])
    if "decimal" not in options and "thousands" not in options and groups_by_points(frame):
        grouped = {**options, "decimal": ",", "thousands": "."}
        frame, options = read(pandas, path, grouped, facts["notes"])
        facts["notes"].append("points between thousands")
    sampled = len(frame) >= SAMPLE_ROWS
    rows, exact = (len(frame), True) if not sampled else (options["nrows"], True) if "nrows" in options else count_rows(path, facts["bytes"], codec, options)
    entry = table(frame, reader(facts["name"], options), max(rows, len(frame)), exact, sampled)
    sums = totals_of_tail(pandas, path, codec, facts["bytes"], shape, options) if sampled else totals.find(frame)
    arrange(entry, found, shape.rows, sums)
    facts["notes"].extend(remarks(entry, found))
    facts["tables"].append(entry)
    return True


def arrange(entry: dict[str, Any], found: layout.Layout, rows: Any, sums: totals.Found) -> None:
    """Adds the parts of the layout and the totals to a table of a profile."""
    doubts = []
    if found.other_start is not None:
        taken, other = rows[found.start].line + 1, rows[found.other_start].line + 1
        place = "above" if other < taken else "beneath"
        doubts.append(f"The names of the columns are taken from line {taken}; line {other} {place} it may belong to them.")
    if found.second is not None:
        doubts.append(f"Another table seems to begin in line {rows[found.second].line + 1}; it is read as rows of the first.")
    if sums.doubtful:
        doubts.append(sums.doubtful)
    units = found.units + [""] * (len(entry["columns"]) - len(found.units)) if found.units else []
    entry.update(
        {
            "titles": found.titles[:MOST_SKIPPED],
            "units": units[: len(entry["columns"])],
            "totals": sums.totals,
            "withoutTotals": sums.without,
            "footnotes": found.footnotes[:MOST_SKIPPED],
            "uncertain": " ".join(doubts) or None,
        }
    )


def remarks(entry: dict[str, Any], found: layout.Layout) -> list[str]:
    """Returns sentences about what belongs to the file and not to the table's rows."""
    notes = []
    if entry["titles"]:
        notes.append(f"above the table: {shortened(entry['titles'])}")
    if entry["units"]:
        notes.append(f"units beneath the header: {shortened([unit for unit in entry['units'] if unit])}")
    if found.described:
        notes.append(f"{found.described} more row{'s' if found.described > 1 else ''} beneath the header that describe the columns")
    notes.extend(totals.sentences(entry["totals"]))
    if entry["footnotes"]:
        notes.append(f"beneath the table: {shortened(entry['footnotes'])}")
    if entry["uncertain"]:
        notes.append(entry["uncertain"])
    return notes


def shortened(texts: list[str]) -> str:
    """Returns the first texts in quotation marks."""
    shown = ", ".join(f"“{text if len(text) <= 90 else text[:89] + '…'}”" for text in texts[:4])
    return shown + (f" and {len(texts) - 4} more" if len(texts) > 4 else "")


def tail_rows(path: str, codec: str, shape: sniffing.Shape) -> list[sniffing.Row]:
    """Returns the last rows of a large file."""
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - TAIL, 0) & ~3)
        text = file.read().decode(codec, errors="replace")
    text = text[text.find("\n") + 1 :]
    if shape.fixed:
        parts = [(text_line, [text_line[start:end] for start, end in shape.options["colspecs"]]) for text_line in text.splitlines()]
        return [sniffing.Row(cells, at, sniffing.is_ruler(cells)) for at, (line, cells) in enumerate(parts) if line.strip()]
    if shape.delimiter == " ":
        again = sniffing.by_spaces(text.splitlines())
        return again.rows if again else []
    return sniffing.parse(text, shape.delimiter, True)


def notes_of_tail(path: str, codec: str, shape: sniffing.Shape, found: layout.Layout, options: dict[str, Any]) -> None:
    """Finds the notes at the end of a file that is larger than the sample, and leaves them out by the number of rows before them."""
    rows = tail_rows(path, codec, shape)
    if len(rows) < 4:
        return
    columns_found = layout.columns_of(shape.rows[found.start :], shape.width)
    end = layout.notes_start(rows, 0, shape.width, columns_found)
    notes = [row for row in rows[end:] if row.filled() and not row.ruler]
    if not notes or os.path.getsize(path) > COUNTED:
        return
    import pandas

    first = [cell.strip() for cell in rows[end - 1].cells]
    wanted = {key: value for key, value in options.items() if key not in ("decimal", "thousands")}
    wanted = {**wanted, "dtype": str, "on_bad_lines": "skip", "keep_default_na": False}
    count, last = 0, pandas.DataFrame()
    # In pieces, since the texts of a large file would take much memory.
    for piece in reading(pandas, path, {**wanted, "chunksize": SAMPLE_ROWS}):
        count += len(piece)
        last = pandas.concat([last, piece]).iloc[-len(rows) - 1 :]
    # The last row of data, from the end.
    for at in range(len(last) - 1, -1, -1):
        cells = [cell.strip() for cell in last.iloc[at].fillna("") if cell.strip()]
        if cells and cells == [cell for cell in first if cell][-len(cells) :]:
            options["nrows"] = count - len(last) + at + 1
            found.footnotes = [layout.text_of(row) for row in notes]
            return


def totals_of_tail(pandas: Any, path: str, codec: str, size: int, shape: sniffing.Shape, options: dict[str, Any]) -> totals.Found:
    """Looks for a total at the end of a file of which only the first rows were read; reads all of it if a label says so."""
    rows = [row for row in tail_rows(path, codec, shape) if row.filled()][-3:]
    if size > COUNTED or not any(totals.kind_of(cell) == "strong" for row in rows for cell in row.cells):
        return totals.Found()
    return totals.find(reading(pandas, path, options))


def groups_by_points(frame: Any) -> bool:
    """Returns whether some column holds numbers such as 1.242.123 and 872.367 and no other column has points. A single "872.367" is
    ambiguous, so the column needs a value with two points, which made pandas read it as text."""
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
        # Nearly all columns of texts end here; matching all of their rows would take longer than reading them.
        if not len(first) or not first.str.fullmatch(POINT_GROUPS).all():
            continue
        texts = column.astype(str).str.strip()
        if texts.str.fullmatch(POINT_GROUPS).all() and texts.str.count(r"\.").max() > 1:
            found = True
    return found


def table(frame: Any, expression: str, rows: int, exact: bool, sampled: bool, sheet: str | None = None) -> dict[str, Any]:
    """Returns one table of a profile."""
    try:
        duplicates = int(frame.duplicated().sum())
    except TypeError:
        duplicates = int(frame.astype(str).duplicated().sum())
    return {
        "sheet": sheet,
        "reader": expression,
        "rows": int(rows),
        "rowsExact": exact,
        "sampled": sampled,
        "duplicates": duplicates,
        "columns": [columns.describe(frame.columns[at], frame.iloc[:, at]) for at in range(frame.shape[1])],
        "titles": [],
        "units": [],
        "totals": [],
        "withoutTotals": None,
        "footnotes": [],
        "uncertain": None,
    }


def reader(name: str, options: dict[str, Any]) -> str:
    """Returns the expression that reads the file."""
    words = "".join(f", {key}={quoted(value)}" for key, value in options.items())
    return f"pd.read_{'fwf' if 'colspecs' in options else 'csv'}({quoted(name)}{words})"


def reading(pandas: Any, path: str, options: dict[str, Any]) -> Any:
    """Reads the file as the expression does."""
    return pandas.read_fwf(path, **options) if "colspecs" in options else pandas.read_csv(path, **options)


def quoted(value: Any) -> str:
    """Returns a Python literal, with text in double quotes."""
    texts = isinstance(value, str) or (isinstance(value, list) and all(isinstance(item, str) for item in value))
    return json.dumps(value, ensure_ascii=False) if texts else repr(value)


def read(pandas: Any, path: str, options: dict[str, Any], notes: list[str]) -> tuple[Any, dict[str, Any]]:
    """Reads the first rows. Returns them with the options that worked."""
    attempts = [{}, {"on_bad_lines": "skip"}, {"on_bad_lines": "skip", "quoting": 3}, {"on_bad_lines": "skip", "engine": "python"}]
    most = min(options.get("nrows", SAMPLE_ROWS), SAMPLE_ROWS)
    for number, more in enumerate(attempts):
        tried = {**options, **more}
        try:
            frame = reading(pandas, path, {**tried, "nrows": most})
        except UnicodeDecodeError:
            tried["encoding"] = "cp1252"
            notes.append("encoding cp1252")
            try:
                frame = reading(pandas, path, {**tried, "nrows": most})
            except UnicodeDecodeError:
                tried["encoding"] = "latin-1"
                frame = reading(pandas, path, {**tried, "nrows": most})
        except pandas.errors.ParserError:
            if number == len(attempts) - 1:
                raise
            continue
        if more:
            notes.append("some lines have more fields than the header and are skipped")
        return frame, tried
    raise AssertionError("unreachable")


def find_options(shape: sniffing.Shape, found: layout.Layout, whole: bool) -> tuple[dict[str, Any], list[str]]:
    """Returns the arguments that the reading function needs, and notes about them."""
    rows, delimiter = shape.rows, shape.delimiter
    options, notes = dict(shape.options), []
    if shape.fixed:
        notes.append("columns of fixed width")
    elif delimiter == " ":
        notes.append("columns separated by spaces")
    elif delimiter != ",":
        notes.append(f"delimiter {shape.name()}")
    above = rows[found.start].line if found.start else 0
    inner = [at for at in found.skipped if at < found.end]
    grid = [at for at in inner if "".join(rows[at].cells).strip().startswith("+")]
    if len(grid) > 2:
        options["comment"] = "+"
        inner = [at for at in inner if at not in grid]
        above = 0 if all("".join(row.cells).strip().startswith("+") for row in rows[: found.start]) else above
    if not whole:
        inner = [at for at in inner if at <= found.start + layout.MOST_DESCRIBING + 2]
    if inner and len(inner) <= MOST_SKIPPED:
        options["skiprows"] = [*range(above), *(rows[at].line for at in inner)]
    elif above:
        options["skiprows"] = above
    if above:
        notes.append(f"{above} line{'s' if above > 1 else ''} above the table")
    body = [row.cells for at, row in enumerate(rows) if found.start <= at < found.end and at not in inner]
    if not found.header:
        options["header"] = None
        notes.append("no header row")
    content = body[1:] if found.header else body
    if found.header and content and len(content[0]) == len(body[0]) + 1 == shape.width + 1:
        # Otherwise pandas takes the first column of all rows for row names.
        options["index_col"] = False
        notes.append("some lines have more fields than the header, which are left out")
    if found.header and body[0][0] == "#" and len(body[0]) == shape.width + 1:
        options.update({"header": None, "names": body[0][1:]})
        options["skiprows"] = [*range(rows[found.start].line + 1), *(rows[at].line for at in inner)] if inner else rows[found.start].line + 1
    decimal, thousands = number_format([cells for cells in content if len(cells) == shape.width], delimiter)
    if decimal == ",":
        options["decimal"] = ","
        notes.append("decimal comma")
    if thousands:
        options["thousands"] = thousands
    if whole and found.end < len(rows):
        options["nrows"] = len(content)
    return options, notes


def number_format(body: list[list[str]], delimiter: str) -> tuple[str | None, str | None]:
    """Returns `(decimal mark, thousands separator or None)`."""
    comma = dot = dates = 0
    groups = {",": 0, ".": 0}
    for cells in body[:500]:
        for cell in cells:
            value = cell.strip()
            comma += bool(COMMA_DECIMAL.fullmatch(value))
            dot += bool(DOT_DECIMAL.fullmatch(value))
            dates += bool(DOTTED_DATE.fullmatch(value))
            groups[","] += bool(COMMA_GROUPS.fullmatch(value))
            groups["."] += bool(DOT_GROUPS.fullmatch(value))
    if comma > dot:
        # With "." as separator pandas would read 31.12.2025 as a number.
        return ",", "." if groups["."] and not dates else None
    if groups[","]:
        # "1,234" without any other decimals, in a file whose delimiter leaves the comma free.
        ambiguous = dot == 0 and delimiter == ";"
        return (",", None) if ambiguous and comma else (".", ",")
    return ".", None


def count_rows(path: str, size: int, codec: str, options: dict[str, Any]) -> tuple[int, bool]:
    """Returns `(rows, whether they were counted)`, without the header and the lines above it."""
    skipped = options.get("skiprows", 0)
    above = (len(skipped) if isinstance(skipped, list) else skipped) + (0 if "header" in options else 1)
    wide = 2 if codec.startswith("utf-16") else 4 if codec.startswith("utf-32") else 1
    with open(path, "rb") as file:
        if size > COUNTED:
            head = file.read(8 << 20)
            lines, _open = newlines(head, False)
            return max(round(size * lines / len(head)) - above, 0), False
        lines, inside, last = 0, False, b"\n"
        while chunk := file.read(4 << 20):
            found, inside = newlines(chunk, inside)
            lines += found
            last = chunk[-wide:]
    return max(lines + (b"\n" not in last) - above, 0), True


def newlines(chunk: bytes, inside: bool) -> tuple[int, bool]:
    """Counts the line ends outside quotes. Returns the count, and whether the chunk ends inside quotes."""
    if b'"' not in chunk:
        return (0 if inside else chunk.count(b"\n")), inside
    parts = chunk.split(b'"')
    return sum(part.count(b"\n") for part in parts[1 if inside else 0 :: 2]), inside ^ (len(parts) % 2 == 0)
