"""Saves results as files: a table as CSV or as a workbook, a figure as SVG. Writes to a given path;
does not know who fetches the file.
"""

from __future__ import annotations

import io
import warnings

import numpy

from . import result_cache, saving_workbook
from .open_views import Refused
from .windows import Query, view_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .windows import View
    from .windows_columns import Column

# With the byte order mark Excel reads the file as UTF-8; without it Excel garbles "Müller". Other
# readers of CSV skip it.
CSV_ENCODING = "utf-8-sig"
MAX_CSV_CELLS = 50_000_000
# About ten seconds of writing in a browser.
MAX_WORKBOOK_CELLS = 1_000_000
MAX_WORKBOOK_ROWS = 1_048_575
MAX_VECTOR_BYTES = 10_000_000

VECTORS_GONE = "The figure is no longer there: the kernel keeps the last 20 figures. Run the code again to save it."


def save(request: dict[str, Any], path: str) -> str:
    """Writes the table that a `save` request names to `path`. Returns the name for the file; raises
    `Refused`.
    """
    view = view_of(request.get("result"))
    rows = view.order(Query(request))
    cells = (view.size if rows is None else len(rows)) * max(len(view.columns), 1)
    form = request.get("format")
    if form == "csv":
        if cells > MAX_CSV_CELLS:
            raise Refused(
                f"The table has {cells:,} cells, too many for one download. Filter it first, or write it in parts with to_csv."
            )
        csv(view, rows, path)
    elif form == "xlsx":
        if (
            cells > MAX_WORKBOOK_CELLS
            or (view.size if rows is None else len(rows)) > MAX_WORKBOOK_ROWS
        ):
            raise Refused(
                f"The table is too large for a workbook, which holds {MAX_WORKBOOK_ROWS:,} rows, here of {MAX_WORKBOOK_CELLS:,} cells in all. Filter it first, or save it as CSV."
            )
        workbook(view, rows, path)
    else:
        raise Refused(f'A table is saved as "csv" or "xlsx", not as "{str(form)[:20]}".')
    return f"table.{form}"


def csv(view: View, rows: numpy.ndarray | None, path: str) -> None:
    import pandas

    everything = slice(None) if rows is None else rows
    parts = {at: plain(column, column.at(everything)) for at, column in enumerate(view.columns)}
    frame = pandas.DataFrame(
        {at: part.array if hasattr(part, "array") else part for at, part in parts.items()}
    )
    frame.to_csv(path, index=False, header=view.names, encoding=CSV_ENCODING, lineterminator="\r\n")


def plain(column: Column, part: Any) -> Any:
    """Returns a part of a column as CSV writes it; dates as the table shows them, since pandas
    would choose a format for each chunk.
    """
    if column.kind != "date" or getattr(part.dtype, "tz", None) is not None:
        return part
    moments = numpy.asarray(part.to_numpy())
    unit = (
        "D"
        if column.type == "date"
        else "s"
        if not (moments.astype("M8[us]").astype("int64")[~numpy.isnat(moments)] % 1_000_000).any()
        else "us"
    )
    texts = numpy.datetime_as_string(moments.astype(f"M8[{unit}]")).astype(object)
    texts[numpy.isnat(moments)] = None
    return texts


def workbook(view: View, rows: numpy.ndarray | None, path: str) -> None:
    try:
        import xlsxwriter
    except ImportError:
        raise Refused(
            "Saving a workbook needs the package xlsxwriter, which is not loaded. Load it with `import xlsxwriter`, or save the table as CSV."
        ) from None
    saving_workbook.write(xlsxwriter, view, rows, path)


class Bounded(io.BytesIO):
    """A buffer that raises `Refused` beyond `MAX_VECTOR_BYTES`."""

    def write(self, data: Any) -> int:
        if self.tell() + len(data) > MAX_VECTOR_BYTES:
            raise Refused(
                f"As vectors the figure would have more than {MAX_VECTOR_BYTES // 1_000_000} MB, since it has very many points. Save it as PNG, or draw fewer points."
            )
        return super().write(data)


def vectors(name: Any) -> bytes:
    """Returns the figure with the id `name` as SVG, with the same bytes each time. Raises
    `Refused`.
    """
    figure = result_cache.get(name)
    if not result_cache.is_figure(figure):
        raise Refused(VECTORS_GONE)
    import matplotlib

    buffer = Bounded()
    # Text as paths looks the same without the font; a fixed salt makes the ids reproducible.
    settings = {"svg.fonttype": "path", "svg.hashsalt": "insitu"}
    with warnings.catch_warnings(), matplotlib.rc_context(settings):
        warnings.simplefilter("ignore")
        figure.savefig(
            buffer,
            format="svg",
            bbox_inches="tight",
            facecolor="white",
            metadata={"Date": None, "Creator": None},
        )
    return buffer.getvalue()
