"""Saves a table as an Excel workbook. The library writes everything except the rows; these are
written here in blocks by column, since writing cell by cell through the library takes four times as
long in a browser. Knows the table's view, not what happens to the file.
"""

from __future__ import annotations

import os
import re

import numpy

from . import tables

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .windows import View

BLOCK = 10_000
WIDEST = 60
# Excel's limit, in UTF-16 units.
MAX_CELL_LENGTH = 32_767
# Different texts of one column whose XML is cached.
MAX_CACHED_TEXTS = 10_000

# Characters that have to be escaped in XML, and text that Excel would read as an escape.
SPECIAL = re.compile("[&<>\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]|_x[0-9a-fA-F]{4}_")
LONE = re.compile("[\ud800-\udfff]")
DAY = 86_400_000_000
# Day 0 of Excel's calendar, which has a 29 February in 1900.
BEFORE_FIRST = numpy.datetime64("1899-12-31", "us").astype("int64")
LEAP = 59


def write(library: Any, view: View, rows: numpy.ndarray | None, path: str) -> None:
    """Writes these rows of the view (None: all) as the one sheet of a workbook. `library` is
    xlsxwriter.
    """
    book = library.Workbook(path, {"constant_memory": True, "tmpdir": None})
    sheet = book.add_worksheet("Table")
    heading = book.add_format({"bold": True, "bottom": 1})
    days, times = (
        book.add_format({"num_format": "yyyy-mm-dd"}),
        book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss"}),
    )
    formats = [
        days if column.type == "date" else times if column.type == "datetime" else None
        for column in view.columns
    ]
    total = view.size if rows is None else len(rows)
    for at, (name, column) in enumerate(zip(view.names, view.columns)):
        head = column.at(slice(0, 100) if rows is None else rows[:100])
        widths = [len(str(tables.cell(value) or "")) for value in head.astype(object)]
        sheet.set_column(at, at, min(max([len(name) + 2, *widths]) + 1, WIDEST), formats[at])
    sheet.freeze_panes(1, view.levels)
    try:
        if view.columns:
            sheet.autofilter(0, 0, total, len(view.columns) - 1)
            # The library copies rows from this file unchanged; it has to know the range of their
            # cells.
            sheet._check_dimensions(0, 0)
            sheet._check_dimensions(total, len(view.columns) - 1)
            writers = [
                Cells(sheet, library.utility.xl_col_to_name(at), column, form)
                for at, (column, form) in enumerate(zip(view.columns, formats))
            ]
            names = [
                Cells(sheet, writer.letter, None, heading).text(name, 1)
                for name, writer in zip(view.names, writers)
            ]
            sheet.row_data_fh.write(f'<row r="1">{"".join(names)}</row>')
            for start in range(0, total, BLOCK):
                place = (
                    slice(start, min(start + BLOCK, total))
                    if rows is None
                    else rows[start : start + BLOCK]
                )
                block = zip(*(writer.of(place, start + 2) for writer in writers))
                sheet.row_data_fh.writelines(
                    f'<row r="{number}">{"".join(cells)}</row>'
                    for number, cells in enumerate(block, start + 2)
                )
    except BaseException:
        sheet._opt_close()
        os.unlink(sheet.row_data_filename)
        raise
    book.close()


class Cells:
    """Writes the cells of one column."""

    def __init__(self, sheet: Any, letter: str, column: Any, form: Any) -> None:
        self.sheet, self.letter, self.column = sheet, letter, column
        self.style = f' s="{form._get_xf_index()}"' if form is not None else ""
        self.cache = {}

    def of(self, place: Any, first: int) -> list[str]:
        """Returns the cells of the rows at `place`, which start at the sheet's row `first`; empty
        if a value is missing.
        """
        part = self.column.at(place)
        dtype = part.dtype
        if isinstance(dtype, numpy.dtype) and dtype.kind == "M":
            return self.moments(numpy.asarray(part), first)
        # Numbers that a float cannot represent exactly are text, as in the table itself.
        if isinstance(dtype, numpy.dtype) and dtype.kind in "iuf":
            values = numpy.asarray(part)
            if numpy.isfinite(values).all() and (
                dtype.kind == "f"
                or not len(values)
                or max(abs(int(values.min())), abs(int(values.max()))) < tables.EXACT
            ):
                return [
                    f'<c r="{self.letter}{row}"{self.style}><v>{value!r}</v></c>'
                    for row, value in enumerate(values.tolist(), first)
                ]
        if isinstance(dtype, numpy.dtype) and dtype.kind == "b":
            return [
                f'<c r="{self.letter}{row}"{self.style} t="b"><v>{value:d}</v></c>'
                for row, value in enumerate(part.tolist(), first)
            ]
        return [
            self.text(value, row)
            if type(value) is str
            else self.cell(tables.cell(value, MAX_CELL_LENGTH), row)
            for row, value in enumerate(part.astype(object), first)
        ]

    def cell(self, value: Any, row: int) -> str:
        if value is None:
            return ""
        if isinstance(value, bool):
            return f'<c r="{self.letter}{row}"{self.style} t="b"><v>{value:d}</v></c>'
        if isinstance(value, (int, float)):
            return f'<c r="{self.letter}{row}"{self.style}><v>{value!r}</v></c>'
        return self.text(value, row)

    def text(self, value: str, row: int) -> str:
        rest = self.cache.get(value)
        if rest is None:
            rest = f'"{self.style} t="inlineStr"><is><t xml:space="preserve">{self.escaped(value)}</t></is></c>'
            if len(self.cache) < MAX_CACHED_TEXTS:
                self.cache[value] = rest
        return f'<c r="{self.letter}{row}{rest}'

    def escaped(self, value: str) -> str:
        if len(value) * 2 > MAX_CELL_LENGTH:
            value = value.encode("utf-16-le", "surrogatepass")[: 2 * MAX_CELL_LENGTH].decode(
                "utf-16-le", "ignore"
            )
        if not SPECIAL.search(value):
            return value
        return self.sheet._escape_data(
            self.sheet._escape_control_characters(LONE.sub("\ufffd", value))
        )

    def moments(self, values: numpy.ndarray, first: int) -> list[str]:
        """Returns moments as days with fractions; moments before 1900, which workbooks do not
        support, as text.
        """
        gone = numpy.isnat(values)
        since = values.astype("M8[us]").astype("int64")
        known = since >= numpy.datetime64("1900-01-01", "us").astype("int64")
        whole, rest = numpy.divmod(
            numpy.where(known & ~gone, since, BEFORE_FIRST) - BEFORE_FIRST, DAY
        )
        counted = whole + (whole > LEAP) + rest / DAY
        cells = []
        for row, (missing, good, value, moment) in enumerate(
            zip(gone.tolist(), known.tolist(), counted.tolist(), values), first
        ):
            if missing:
                cells.append("")
            elif good:
                cells.append(f'<c r="{self.letter}{row}"{self.style}><v>{value:.15g}</v></c>')
            else:
                cells.append(self.text(str(moment.astype("M8[s]")).replace("T", " "), row))
        return cells
