"""The number formats of the cells of workbooks whose reader has values only: of LibreOffice, and
binary ones of Excel, old and new. Knows neither tables nor pandas.
"""

from __future__ import annotations

import io
import posixpath
import struct
import zipfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO
    from xml.etree.ElementTree import Element

    # The formats of a row: by column, those of its cells that are numbers.
    Formats = dict[int, str]

TABLES = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
NUMBERS = {"float", "percentage", "currency"}
# Columns of a sheet, so that a cell that is said to repeat more often takes no more memory.
MAX_COLUMNS = 16_384
MAX_PART_BYTES = 64 << 20
MAX_RECORD_BYTES = 1 << 24
# Formats that Excel has without stating them, as far as they tell percentages or dollars.
BUILT_IN = {9: "0%", 10: "0.00%", **dict.fromkeys((5, 6, 7, 8, 42, 44), "$0")}
# Kinds of records: rows, cells with numbers (compressed, plain, of a formula), sheets, formats.
ROW, NUMERIC = 0, {2, 5, 9}
SHEET, FORMAT, STYLES_BEGIN, STYLES_END, STYLE = 156, 44, 617, 618, 47


def of_sheet(path: str, name: str, first: int, last: int) -> list[Formats]:
    """Returns the formats of the rows of a sheet, counted from one; nothing of damaged parts."""
    if not zipfile.is_zipfile(path):
        return of_legacy(path, name, first, last)
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            if "content.xml" in names:
                return of_open_document(archive, name, first, last)
            return of_binary(archive, name, first, last) if "xl/workbook.bin" in names else []
    except (SyntaxError, KeyError, ValueError, IndexError, struct.error, UnicodeDecodeError):
        # calamine has read the values, which are shown without what is not understood here.
        return []


def of_legacy(path: str, name: str, first: int, last: int) -> list[Formats]:
    """Returns the formats of a workbook of Excel before 2007 (`.xls`)."""
    import xlrd

    try:
        # The page's files cannot be mapped into memory.
        with xlrd.open_workbook(path, formatting_info=True, on_demand=True, use_mmap=False) as book:
            sheet = book.sheet_by_name(name)
            return [
                {
                    column: book.format_map[book.xf_list[cell.xf_index].format_key].format_str
                    for column, cell in enumerate(sheet.row(line))
                    if cell.ctype == xlrd.XL_CELL_NUMBER
                }
                for line in range(first - 1, min(last, sheet.nrows))
            ]
    except Exception:
        # The values were read without the formats, which xlrd does not understand in every file and
        # then raises whatever comes.
        return []


def of_open_document(archive: zipfile.ZipFile, name: str, first: int, last: int) -> list[Formats]:
    from xml.etree import ElementTree

    found: list[Formats] = []
    with archive.open("content.xml") as file:
        line, inside = 0, False
        for event, node in ElementTree.iterparse(file, events=("start", "end")):
            if node.tag == f"{TABLES}table":
                if inside and event == "end":
                    break
                inside = event == "start" and node.get(f"{TABLES}name") == name
            if event != "end" or node.tag != f"{TABLES}table-row":
                continue
            if inside:
                # Rows beyond the last one are said to repeat a million times.
                repeated = int(node.get(f"{TABLES}number-rows-repeated", "1"))
                kept = min(line + repeated, last) - max(line, first - 1)
                found += [of_row(node)] * max(kept, 0)
                line += repeated
                if line >= last:
                    break
            node.clear()
    return found


def of_row(row: Element) -> Formats:
    """Returns the formats of a row of LibreOffice: the type of a cell says what it is."""
    found: Formats = {}
    at = 0
    for cell in row:
        repeated = int(cell.get(f"{TABLES}number-columns-repeated", "1"))
        kind = cell.get(f"{OFFICE}value-type")
        if kind in NUMBERS:
            currency = cell.get(f"{OFFICE}currency", "")
            form = "0%" if kind == "percentage" else f"[${currency}]0" if currency else "0"
            found.update(dict.fromkeys(range(at, min(at + repeated, MAX_COLUMNS)), form))
        at += repeated
    return found


def of_binary(archive: zipfile.ZipFile, name: str, first: int, last: int) -> list[Formats]:
    styles = styles_of(archive)
    part = part_of(archive, name)
    if part is None or not styles:
        return []
    found: list[Formats] = [{} for _line in range(last - first + 1)]
    line = -1
    with archive.open(part) as file:
        for kind, content in records(file):
            if kind == ROW:
                line = int.from_bytes(content[:4], "little")
                if line >= last:
                    break
            elif kind in NUMERIC and line >= first - 1:
                column, style = struct.unpack_from("<II", content)
                # The highest byte has a mark of another kind.
                at = style & 0xFFFFFF
                found[line - first + 1][column] = styles[at] if at < len(styles) else ""
    return found


def styles_of(archive: zipfile.ZipFile) -> list[str]:
    """Returns the formats of the styles of cells, by their numbers."""
    forms, styles, inside = dict(BUILT_IN), [], False
    for kind, content in records(io.BytesIO(limited(archive, "xl/styles.bin"))):
        if kind == FORMAT:
            forms[int.from_bytes(content[:2], "little")] = text_of(content, 2)[0]
        elif kind in (STYLES_BEGIN, STYLES_END):
            inside = kind == STYLES_BEGIN
        elif kind == STYLE and inside:
            styles.append(forms.get(int.from_bytes(content[2:4], "little"), ""))
    return styles


def part_of(archive: zipfile.ZipFile, name: str) -> str | None:
    """Returns the part that has a sheet."""
    from xml.etree import ElementTree

    links = ElementTree.fromstring(limited(archive, "xl/_rels/workbook.bin.rels"))
    for kind, content in records(io.BytesIO(limited(archive, "xl/workbook.bin"))):
        if kind == SHEET:
            link, end = text_of(content, 8)
            if text_of(content, end)[0] == name:
                target = next(one.get("Target", "") for one in links if one.get("Id") == link)
                return posixpath.normpath(posixpath.join("xl", target)).lstrip("/")
    return None


def limited(archive: zipfile.ZipFile, part: str) -> bytes:
    with archive.open(part) as file:
        return file.read(MAX_PART_BYTES)


def text_of(content: bytes, at: int) -> tuple[str, int]:
    """Returns the text at this place of a record, and where it ends."""
    end = at + 4 + 2 * int.from_bytes(content[at : at + 4], "little")
    return content[at + 4 : end].decode("utf-16-le"), end


def records(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yields the records of a part with their kinds, as long as they are complete."""
    while head := file.read(1):
        kind = head[0]
        if kind & 128:
            kind = kind & 127 | (file.read(1) or b"\0")[0] << 7
        size = 0
        for shift in range(0, 28, 7):
            byte = (file.read(1) or b"\0")[0]
            size |= (byte & 127) << shift
            if not byte & 128:
                break
        content = file.read(size) if size < MAX_RECORD_BYTES else b""
        if len(content) < size:
            return
        yield kind, content
