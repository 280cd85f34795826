"""The last tables and figures, which the page can request by id: windows of tables, figures as SVG.
Does not know how they are shown.

Limited in number, and tables in bytes too, since kept values stay in memory after the code has
released them.
"""

from __future__ import annotations

import sys
from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_TABLES = 20
MAX_FIGURES = 20
# Bytes of all kept tables together. The last one is kept whatever its size, since a variable
# usually refers to it anyway.
MAX_TABLE_BYTES = 512 << 20
# Larger arrays are not copied, so later changes to them are visible.
MAX_COPIED_BYTES = 64 << 20

tables = OrderedDict()
figures = OrderedDict()


def keep(name: str, value: Any) -> bool:
    """Keeps `value` under the id `name` if it is a figure or a table (for a Styler, its frame).
    Returns whether it is.
    """
    if is_figure(value):
        put(figures, name, value, MAX_FIGURES)
        return True
    table = as_table(value)
    if table is None:
        return False
    put(tables, name, (table, size_of(table)), MAX_TABLES)
    while len(tables) > 1 and sum(size for _table, size in tables.values()) > MAX_TABLE_BYTES:
        tables.popitem(last=False)
    return True


def get(name: Any) -> Any:
    """Returns the value under this id, or None if there is none (any more)."""
    if name in figures:
        return figures[name]
    found = tables.get(name)
    return None if found is None else found[0]


def forget() -> None:
    """Discards all values."""
    tables.clear()
    figures.clear()


def put(kind: OrderedDict[str, Any], name: str, value: Any, most: int) -> None:
    kind.pop(name, None)
    kind[name] = value
    while len(kind) > most:
        kind.popitem(last=False)


def is_figure(value: Any) -> bool:
    module = sys.modules.get("matplotlib.figure")
    return module is not None and issubclass(type(value), getattr(module, "Figure", ()))


def as_table(value: Any) -> Any:
    """Returns the current state of a DataFrame, Series, Index or two-dimensional array; None for
    everything else.
    """
    pandas, numpy = sys.modules.get("pandas"), sys.modules.get("numpy")
    if pandas is not None and hasattr(pandas, "DataFrame"):
        if type(value).__name__ == "Styler" and isinstance(
            getattr(value, "data", None), pandas.DataFrame
        ):
            value = value.data
        if isinstance(value, (pandas.DataFrame, pandas.Series)):
            # Copy-on-write: a column is copied when code changes it, so the kept table does not
            # change.
            return value.copy(deep=False)
        if isinstance(value, pandas.Index):
            return value
    if (
        numpy is not None
        and isinstance(value, getattr(numpy, "ndarray", ()))
        and value.ndim == 2
        and value.dtype.names is None
    ):
        # Arrays have no copy-on-write.
        return value.copy() if value.nbytes <= MAX_COPIED_BYTES else value
    return None


def size_of(table: Any) -> int:
    """Estimates the bytes of a table, without the contents of object columns."""
    try:
        if hasattr(table, "memory_usage"):
            used = table.memory_usage(deep=False)
            return int(used.sum() if hasattr(used, "sum") else used)
        return int(table.nbytes)
    except Exception:
        return 0
