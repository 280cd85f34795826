"""Texts in the workbooks that pandas writes stay texts. The libraries make a formula of every text
that begins with an equals sign, and data may hold such texts: a formula can fetch an address with
the values of other cells in it.
"""

from __future__ import annotations

import functools
import re
import sys
import warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

LIBRARIES = re.compile(r"(insitu|pandas|functools)\b")
ADVICE = {
    "xlsxwriter": 'pass engine_kwargs={"options": {"strings_to_formulas": True}}, or write them with writer.sheets[name].write_formula(…)',
    "openpyxl": 'set them as writer.sheets[name]["C2"] = "=A2*B2"',
}


class Marked:
    """The cells that pandas writes, with the places of texts that begin like a formula."""

    def __init__(self, cells: Iterable[Any]) -> None:
        self.cells = cells
        self.places: list[tuple[int, int]] = []

    def __iter__(self) -> Iterator[Any]:
        for cell in self.cells:
            if isinstance(cell.val, str) and cell.val.startswith(("=", "{=")):
                self.places.append((cell.row, cell.col))
            yield cell

    def warn(self, engine: str) -> None:
        if not self.places:
            return
        many = len(self.places)
        subject = "1 text that begins" if many == 1 else f"{many} texts that begin"
        warnings.warn(
            f"{subject} with = {'is' if many == 1 else 'are'} written as text, so that no data becomes a formula. For formulas, {ADVICE[engine]}.",
            stacklevel=levels_to_code(),
        )


def levels_to_code() -> int:
    """Returns how many calls above the caller the code is that called pandas."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and LIBRARIES.match(frame.f_globals.get("__name__", "")):
        level, frame = level + 1, frame.f_back
    return level


def install(pandas: Any) -> None:
    """Has both writers of pandas keep texts. Cells that code writes by itself, without pandas, may
    be formulas.
    """
    from pandas.io.excel import _openpyxl, _xlsxwriter

    keep_in_openpyxl(_openpyxl.OpenpyxlWriter)
    keep_in_xlsxwriter(_xlsxwriter.XlsxWriter)


def keep_in_openpyxl(writer: Any) -> None:
    original = writer._write_cells

    @functools.wraps(original)
    def write_cells(
        self: Any, cells: Any, sheet_name: Any = None, startrow: int = 0, startcol: int = 0, *rest: Any, **options: Any
    ) -> None:  # fmt: skip
        marked = Marked(cells)
        original(self, marked, sheet_name, startrow, startcol, *rest, **options)
        sheet = self.sheets[self._get_sheet_name(sheet_name)]
        for row, column in marked.places:
            cell = sheet.cell(startrow + row + 1, startcol + column + 1)
            cell.data_type = "s"
            # Excel keeps the text when the cell is edited.
            cell.quotePrefix = True
        marked.warn("openpyxl")

    writer._write_cells = write_cells


def keep_in_xlsxwriter(writer: Any) -> None:
    original, begin = writer._write_cells, writer.__init__

    @functools.wraps(begin)
    def init(self: Any, *args: Any, **options: Any) -> None:
        stated = {**options, **(options.get("engine_kwargs") or {})}.get("options") or {}
        self._states_formulas = "strings_to_formulas" in stated
        begin(self, *args, **options)

    @functools.wraps(original)
    def write_cells(
        self: Any, cells: Any, sheet_name: Any = None, *rest: Any, **options: Any
    ) -> None:
        if getattr(self, "_states_formulas", False):
            return original(self, cells, sheet_name, *rest, **options)
        name, marked = self._get_sheet_name(sheet_name), Marked(cells)
        sheet = self.book.get_worksheet_by_name(name) or self.book.add_worksheet(name)
        before, sheet.strings_to_formulas = sheet.strings_to_formulas, False
        try:
            original(self, marked, sheet_name, *rest, **options)
        finally:
            sheet.strings_to_formulas = before
        marked.warn("xlsxwriter")
        return None

    writer.__init__ = init
    writer._write_cells = write_cells
