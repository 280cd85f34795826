"""Delimited text files: detects delimiter, header, decimal mark and the lines above the table, and writes the pandas call that reads it."""

from __future__ import annotations

import collections
import csv
import io
import json
import re

from . import columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAMPLE = 65_536
# Rows that the columns are described from; about a second of reading.
SAMPLE_ROWS = 50_000
# Files up to this size have their rows counted; larger ones are estimated.
COUNTED = 64 << 20
DELIMITERS = (",", ";", "\t", "|")

NUMBER = re.compile(r"[-+]?(\d+([.,]\d+)?|\d{1,3}([., ']\d{3})+([.,]\d+)?)([eE][-+]?\d+)?%?")
DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T].*)?")
DOTTED_DATE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2,4}")
COMMA_DECIMAL = re.compile(r"[-+]?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{1,3}(\.\d{3})+,\d+)")
DOT_DECIMAL = re.compile(r"[-+]?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(,\d{3})+\.\d+)")
DOT_GROUPS = re.compile(r"[-+]?\d{1,3}(\.\d{3})+(,\d+)?")
COMMA_GROUPS = re.compile(r"[-+]?\d{1,3}(,\d{3})+(\.\d+)?")


def looks_tabular(head: bytes) -> bool:
    """Returns whether the first bytes of a `.txt` file look like a table of at least two columns."""
    try:
        text = head.decode("utf-16" if head[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1")
    except UnicodeDecodeError:
        return False
    delimiter, rows, agreement = find_delimiter(text, len(head) < SAMPLE)
    # Prose contains commas too, so with a comma nearly all lines must have the same width.
    return len(rows) > 1 and width_of(rows) > 1 and agreement >= (0.95 if delimiter == "," else 0.8)


def describe(path: str, codec: str, facts: dict[str, Any]) -> None:
    """Adds the table to the profile."""
    import pandas

    with open(path, encoding=codec, errors="replace", newline="") as file:
        sample = file.read(SAMPLE).lstrip("\ufeff")
    options, notes = find_options(sample, facts["bytes"] <= len(sample))
    if codec != "utf-8":
        options["encoding"] = codec
    facts["notes"].extend(notes)
    frame, options = read(pandas, path, options, facts["notes"])
    if "decimal" not in options and "thousands" not in options and groups_by_points(frame):
        grouped = {**options, "decimal": ",", "thousands": "."}
        frame, options = read(pandas, path, grouped, facts["notes"])
        facts["notes"].append("points between thousands")
    sampled = len(frame) >= SAMPLE_ROWS
    rows, exact = count_rows(path, facts["bytes"], codec, options) if sampled else (len(frame), True)
    facts["tables"].append(table(frame, reader(facts["name"], options), max(rows, len(frame)), exact, sampled))


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
        texts = column.astype(str).str.strip()
        if texts.head(500).str.fullmatch(DOTTED_DATE.pattern).any():
            return False
        grouped = texts.str.fullmatch(r"[-+]?\d{1,3}(?:\.\d{3})*")
        if len(texts) and grouped.all() and texts.str.count(r"\.").max() > 1:
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
    }


def reader(name: str, options: dict[str, Any]) -> str:
    """Returns the expression that reads the file."""
    words = "".join(f", {key}={quoted(value)}" for key, value in options.items())
    return f"pd.read_csv({quoted(name)}{words})"


def quoted(value: Any) -> str:
    """Returns a Python literal, with text in double quotes."""
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def read(pandas: Any, path: str, options: dict[str, Any], notes: list[str]) -> tuple[Any, dict[str, Any]]:
    """Reads the first rows. Returns them with the options that worked."""
    attempts = [{}, {"on_bad_lines": "skip"}, {"on_bad_lines": "skip", "quoting": 3}, {"on_bad_lines": "skip", "engine": "python"}]
    for number, more in enumerate(attempts):
        tried = {**options, **more}
        try:
            frame = pandas.read_csv(path, nrows=SAMPLE_ROWS, **tried)
        except UnicodeDecodeError:
            tried["encoding"] = "cp1252"
            notes.append("encoding cp1252")
            try:
                frame = pandas.read_csv(path, nrows=SAMPLE_ROWS, **tried)
            except UnicodeDecodeError:
                tried["encoding"] = "latin-1"
                frame = pandas.read_csv(path, nrows=SAMPLE_ROWS, **tried)
        except pandas.errors.ParserError:
            if number == len(attempts) - 1:
                raise
            continue
        if more:
            notes.append("some lines have more fields than the header and are skipped")
        return frame, tried
    raise AssertionError("unreachable")


def find_options(sample: str, whole: bool) -> tuple[dict[str, Any], list[str]]:
    """Returns the arguments that `read_csv` needs, and notes about them."""
    delimiter, rows, _agreement = find_delimiter(sample, whole)
    options, notes = {}, []
    if delimiter != ",":
        options["sep"] = delimiter
        notes.append(f"delimiter {({chr(9): 'tab'}).get(delimiter, delimiter)}")
    width = width_of(rows)
    start, line = table_start(rows, width)
    if line:
        options["skiprows"] = line
        notes.append(f"{line} lines above the table")
    body = [cells for cells, _line in rows[start:]]
    header = has_header(body)
    if not header:
        options["header"] = None
        notes.append("no header row")
    decimal, thousands = number_format([cells for cells in (body[1:] if header else body) if len(cells) == width], delimiter)
    if decimal == ",":
        options["decimal"] = ","
        notes.append("decimal comma")
    if thousands:
        options["thousands"] = thousands
    return options, notes


def find_delimiter(sample: str, whole: bool) -> tuple[str, list[tuple[list[str], int]], float]:
    """Returns `(delimiter, rows, agreement)`: rows as `(cells, first physical line)`, agreement as the share of rows of one width."""
    best = None
    for delimiter in DELIMITERS:
        rows = parse(sample, delimiter, whole)
        if not rows:
            continue
        width = width_of(rows)
        agreement = sum(len(cells) == width for cells, _line in rows) / len(rows)
        # The header counts as much as a tenth of the rows: decimal commas split all rows alike, but not the header.
        if len(rows[0][0]) != width and delimiter == ",":
            agreement -= 0.1
        rank = (width > 1, round(agreement, 1), width)
        if best is None or rank > best[0]:
            best = (rank, delimiter, rows, agreement)
    if best is None:
        return ",", [], 0.0
    if not best[0][0]:
        return ",", parse(sample, ",", whole), 1.0
    return best[1], best[2], best[3]


def parse(sample: str, delimiter: str, whole: bool) -> list[tuple[list[str], int]]:
    rows = []
    lines = csv.reader(io.StringIO(sample, newline=""), delimiter=delimiter)
    before = 0
    try:
        for cells in lines:
            if any(cell.strip() for cell in cells):
                rows.append((cells, before))
            before = lines.line_num
    except csv.Error:
        pass
    # The last row is truncated by the end of the sample.
    return rows if whole or len(rows) < 2 else rows[:-1]


def width_of(rows: list[tuple[list[str], int]]) -> int:
    counts = collections.Counter(len(cells) for cells, _line in rows)
    return max(counts, key=lambda width: (counts[width] * (width > 1), width)) if counts else 0


def table_start(rows: list[tuple[list[str], int]], width: int) -> tuple[int, int]:
    """Returns the index of the table's first row, and how many lines to skip before it."""
    for index, (cells, line) in enumerate(rows[:30]):
        filled = sum(bool(cell.strip()) for cell in cells)
        # R writes row names without a header for them, so the header has one cell fewer; pandas reads that.
        if len(cells) >= max(width - 1, 1) and filled >= max(width * 0.5, min(width, 2)):
            return (index, line) if index else (0, 0)
    return 0, 0


def has_header(body: list[list[str]]) -> bool:
    if len(body) < 2:
        return True
    first, rest = body[0], body[1:200]
    names = [cell.strip() for cell in first]
    contrasts = matches = 0
    for at, name in enumerate(names):
        values = [cells[at].strip() for cells in rest if at < len(cells) and cells[at].strip()]
        numeric = sum(is_value(value) for value in values) > 0.8 * len(values) if values else False
        if numeric and is_value(name):
            matches += 1
        elif numeric and name:
            contrasts += 1
    years = [name for name in names if re.fullmatch(r"(19|20)\d\d", name)]
    if matches and len(years) == matches and len(years) > 1 and years == sorted(set(years)):
        return True
    return not (matches and not contrasts)


def is_value(text: str) -> bool:
    return bool(NUMBER.fullmatch(text) or DATE.fullmatch(text))


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
    above = int(options.get("skiprows", 0)) + (0 if "header" in options else 1)
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
