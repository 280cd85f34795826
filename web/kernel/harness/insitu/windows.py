"""Windows of a large table: a range of its rows after sorting, filtering and searching, and
statistics of its columns.

Works on the table itself, which is kept by reference, so the page can scroll through a million rows
and hold a hundred. The order of the rows is computed once per query and kept until the next
execution, since code may change the table. `windows_columns` compares and searches columns,
`result_cache` maps a result's id to its value.
"""

from __future__ import annotations

from collections import OrderedDict

import numpy

from . import result_cache, tables
from .open_views import Refused, views
from .windows_columns import Column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_ROWS = 1_000
# Characters of a cell that is requested whole; and of all cells of its row, which are sent in one
# message.
MAX_WHOLE_ROWS = 1_000_000
MAX_ROW_LENGTH = 8_000_000
# Row orders that are kept per table; one of a million rows takes four megabytes.
MAX_ORDERS = 8
# Tables of previews, which must not evict those of the session.
MAX_PREVIEWS = 20

GONE = "The table is no longer there: the kernel keeps the last few tables. Run the code again to look at it."


class View:
    """A table in its current state: columns by position, of which the first `levels` are its index."""

    def __init__(self, frame: Any) -> None:
        self.frame = frame
        self.index = list(zip(*tables.levels_of(frame.index), strict=True))
        self.levels = len(self.index)
        self.width = self.levels + frame.shape[1]
        # As they are asked for: a table may have very many.
        self.known: dict[int, Column] = {}
        self.size = len(frame)
        self.shape = frame.shape
        self.orders = OrderedDict()

    def order(self, query: Query) -> numpy.ndarray | None:
        """Returns the positions of the matching rows in their order; None for all rows in the
        table's order.
        """
        key = query.key
        if key not in self.orders:
            self.orders[key] = self.compute_order(query)
            while len(self.orders) > MAX_ORDERS:
                self.orders.popitem(last=False)
        self.orders.move_to_end(key)
        return self.orders[key]

    def compute_order(self, query: Query) -> numpy.ndarray | None:
        rows = None
        if query.filter or query.search:
            matching = numpy.ones(self.size, dtype=bool)
            for at, op, value in query.filter:
                matching &= self.column(at).matches(op, value)
            if query.search:
                found = numpy.zeros(self.size, dtype=bool)
                for at in range(self.width):
                    found |= self.column(at).contains(query.search)
                matching &= found
            rows = numpy.flatnonzero(matching).astype("int32")
        if query.sort:
            keys = [
                key
                for at, descending in query.sort
                for key in self.column(at).sort_keys(descending)
            ]
            keys = keys if rows is None else [key[rows] for key in keys]
            # For `lexsort` the last key is the primary one; the sort is stable.
            order = numpy.lexsort(keys[::-1]).astype("int32")
            rows = order if rows is None else rows[order]
        return rows

    def column(self, at: int) -> Column:
        if not (type(at) is int and 0 <= at < self.width):
            raise Refused(
                f"The table has no column {at}: its {self.width} columns are counted from 0."
            )
        if at not in self.known:
            own = at - self.levels
            name, part = (
                self.index[at]
                if own < 0
                else (tables.label(self.frame.columns[own]), self.frame.iloc[:, own])
            )
            self.known[at] = Column(name, part)
        return self.known[at]

    @property
    def columns(self) -> list[Column]:
        """All columns."""
        return [self.column(at) for at in range(self.width)]

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    def shown(self, first: int) -> list[int]:
        """Returns the positions of the index and of the columns from `first` on that fit into one
        window.
        """
        start = self.levels + first
        return [*range(self.levels), *range(start, min(start + tables.MAX_COLUMNS, self.width))]


class Query:
    """The sort, filter and search of a request."""

    def __init__(self, request: dict[str, Any]) -> None:
        try:
            self.sort = [
                (item["column"], bool(item.get("descending"))) for item in request.get("sort") or []
            ]
            self.filter = [
                (item["column"], item["op"], item.get("value"))
                for item in request.get("filter") or []
            ]
            self.search = str(request.get("search") or "").strip()
        except (KeyError, TypeError, AttributeError):
            raise Refused(
                "A sort is a list of { column, descending }, a filter a list of { column, op, value }."
            ) from None
        self.key = repr((self.sort, self.filter, self.search))


previews = OrderedDict()


def offer(name: str, frame: Any) -> None:
    """Keeps the table of a preview under the id `name`."""
    previews[name] = frame
    while len(previews) > MAX_PREVIEWS:
        previews.popitem(last=False)


def view_of(name: str | None) -> View:
    """Returns the view of the result `name`. Raises `Refused` if it is not kept any more."""
    value = result_cache.get(name)
    value = previews.get(name) if value is None else value
    frame = None if value is None else tables.as_frame(value)
    if frame is None:
        views.pop(name, None)
        raise Refused(GONE)
    known = views.get(name)
    if known is None or known.shape != frame.shape:
        views[name] = known = View(frame)
        while len(views) > 4:
            del views[next(iter(views))]
    return known


def window(request: dict[str, Any]) -> dict[str, Any]:
    """Returns the window that a `table` request asks for, see `docs/protocol.md`. Raises `Refused`
    with a sentence.
    """
    view = view_of(request.get("result"))
    query = Query(request)
    rows = view.order(query)
    offset, limit = (
        max(int(request.get("offset") or 0), 0),
        min(max(int(request.get("limit") or 0), 0), MAX_ROWS),
    )
    total = view.size if rows is None else len(rows)
    place = slice(offset, offset + limit) if rows is None else rows[offset : offset + limit]
    first = min(max(int(request.get("firstColumn") or 0), 0), max(view.width - view.levels - 1, 0))
    positions = view.shown(first)
    columns = [view.column(at) for at in positions]
    shown = {
        "columns": [column.name for column in columns],
        "types": [column.type for column in columns],
        "indexColumns": view.levels,
        "offset": offset,
        "rows": tables.rows_of([column.at(place) for column in columns]),
        "totalRows": int(total),
        "allRows": int(view.size),
        "stats": [column.stats(rows) for column in columns] if request.get("stats") else None,
    }
    if len(positions) < view.width:
        shown.update({"firstColumn": first, "allColumns": view.width - view.levels})
    wanted = request.get("whole")
    if wanted is None or wanted is False:
        return shown
    if limit != 1:
        raise Refused("Whole cells come a row at a time: ask with a limit of 1.")
    return {**shown, "cut": make_whole(shown["rows"], view, place, positions, wanted)}


def make_whole(
    rows: list[list[Any]], view: View, place: Any, positions: list[int], wanted: Any
) -> list[dict[str, int]]:
    """Puts whole values into a window of one row, for all columns (True) or for one. Returns `{
    column, length }` of the values that exceed even the limits for whole values.
    """
    chosen = {at: view.column(at) for at in (positions if wanted is True else [wanted])}
    if not chosen.keys() <= set(positions):
        raise Refused(f"Column {wanted} is not among the columns of this window.")
    room, cut = MAX_ROW_LENGTH, []
    for at, column in chosen.items() if rows else ():
        value = next(iter(column.at(place).astype(object)))
        most = min(MAX_WHOLE_ROWS, max(room, tables.MAX_CELL_LENGTH))
        found = rows[0][positions.index(at)] = tables.cell(value, most)
        if isinstance(found, str):
            room -= len(found)
            if len(found) == most and (length := len(tables.text(value))) > most:
                cut.append({"column": at, "length": length})
    return cut
