"""The first and last rows of a table as JSON values. Accepts DataFrames, Series, indexes and
two-dimensional arrays.
"""

from __future__ import annotations

import datetime
import decimal
import math
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pandas import DataFrame

# Characters of a cell; longer ones are truncated.
MAX_CELL_LENGTH = 500
# Last rows that are sent if the first ones are not all.
TAIL = 5
# The largest integer that a JSON reader keeps exactly.
EXACT = 2**53
# Columns that are sent at once, besides the index.
MAX_COLUMNS = 200
# Types that packages have shown as tables, with what makes a table of them.
SHOWN: list[tuple[type, Callable[[Any], Any]]] = []


def table_data(value: Any, rows: int) -> dict[str, Any] | None:
    """Returns the table's first rows, and the last ones if those are not all; None if `value`
    is not a table.
    """
    frame = as_frame(value, slice(rows))
    if frame is None:
        return None
    total = int(length(value))
    shown, every = frame.iloc[:, :MAX_COLUMNS], frame.shape[1]
    columns, parts, levels = layout(shown)
    last = as_frame(value, slice(max(rows, total - TAIL), None)) if total > rows else None
    tail = [] if last is None else rows_of(layout(last.iloc[:, :MAX_COLUMNS])[1])
    data = {
        "columns": columns,
        "types": [type_of(part) for part in parts],
        "indexColumns": levels,
        "rows": rows_of(parts),
        "tail": tail,
        "totalRows": total,
    }
    return {**data, "allColumns": every} if every > MAX_COLUMNS else data


def shown(value: Any) -> Any:
    """Returns the table that an object is shown as; other values as they are."""
    # By identity, since the methods of other types are the user's code.
    for kind, as_table in SHOWN:
        if type(value) is kind:
            return as_table(value)
    return value


def as_frame(value: Any, part: slice = slice(None)) -> DataFrame | None:
    """Returns rows of the table as a DataFrame; None if `value` is not a table. Copies data only
    if pandas has to.
    """
    pandas = sys.modules.get("pandas")
    numpy = sys.modules.get("numpy")
    if pandas is None or not hasattr(pandas, "DataFrame"):
        return None
    # Of a Styler only the table is sent, without the styles.
    styled = getattr(value, "data", None) if type(value).__name__ == "Styler" else None
    if styled is not None and isinstance(styled, pandas.DataFrame):
        return styled.iloc[part]
    if isinstance(value, pandas.DataFrame):
        return value.iloc[part]
    if isinstance(value, pandas.Series):
        return value.iloc[part].to_frame(value.name if value.name is not None else "value")
    if isinstance(value, pandas.MultiIndex):
        return value[part].to_frame(index=False)
    if isinstance(value, pandas.Index):
        return value[part].to_frame(
            index=False, name=value.name if value.name is not None else "value"
        )
    if (
        numpy is not None
        and isinstance(value, numpy.ndarray)
        and value.ndim == 2
        and value.dtype.names is None
    ):
        return pandas.DataFrame(value[part])
    return None


def length(value: Any) -> int:
    return len(value.data) if type(value).__name__ == "Styler" else len(value)


def layout(frame: Any) -> tuple[list[str], list[Any], int]:
    """Returns `(names, columns, number of index columns)` of a frame."""
    names, levels = levels_of(frame.index)
    return (
        names + [label(name) for name in frame.columns],
        [*levels, *(frame.iloc[:, at] for at in range(frame.shape[1]))],
        len(levels),
    )


def levels_of(index: Any) -> tuple[list[str], list[Any]]:
    """Returns the names and the levels of an index. An unnamed RangeIndex has no information; other
    indexes do, for instance the labels that are left after filtering.
    """
    import pandas

    if isinstance(index, pandas.RangeIndex) and index.name is None:
        return [], []
    names = [
        label(name) if name is not None else ("index" if index.nlevels == 1 else f"level {at}")
        for at, name in enumerate(index.names)
    ]
    return names, [index.get_level_values(at) for at in range(index.nlevels)]


def rows_of(parts: list[Any]) -> list[list[Any]]:
    """Returns the rows of these columns, each cell as `cell` converts it."""
    return [
        list(row)
        for row in zip(*([cell(value) for value in part.astype(object)] for part in parts))
    ]


def label(name: Any) -> str:
    if isinstance(name, tuple):
        return " / ".join(part for part in map(label, name) if part != "")
    if isinstance(name, datetime.datetime) and not is_missing(name):
        # A moment without a time is written as a day, as in a cell.
        return cell(name)
    return short(text(name))


def type_of(part: Any) -> str:
    import pandas.api.types as kinds

    dtype = part.dtype
    if isinstance(dtype, __import__("pandas").CategoricalDtype):
        return "category"
    if kinds.is_bool_dtype(dtype):
        return "boolean"
    if kinds.is_integer_dtype(dtype):
        return "integer"
    if kinds.is_float_dtype(dtype):
        return "number"
    if kinds.is_datetime64_any_dtype(dtype):
        try:
            times = part.dropna()
            accessor = times.dt if hasattr(times, "dt") else times
            return (
                "date" if len(times) and bool((accessor.normalize() == times).all()) else "datetime"
            )
        except Exception:
            return "datetime"
    if kinds.is_timedelta64_dtype(dtype):
        return "duration"
    if kinds.is_string_dtype(dtype) and not kinds.is_object_dtype(dtype):
        return "text"
    present = [value for value in part if not is_missing(value)]
    if not present or all(isinstance(value, str) for value in present):
        return "text"
    if all(isinstance(value, bool) for value in present):
        return "boolean"
    if all(isinstance(value, int) for value in present):
        return "integer"
    if all(isinstance(value, (int, float, decimal.Decimal)) for value in present):
        return "number"
    if all(isinstance(value, datetime.datetime) for value in present):
        return "datetime"
    if all(isinstance(value, datetime.date) for value in present):
        return "date"
    return "other"


def is_missing(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, float):
        return math.isnan(value)
    if isinstance(value, decimal.Decimal):
        return value.is_nan()
    return type(value).__name__ in ("NaTType", "NAType")


def cell(value: Any, longest: int = MAX_CELL_LENGTH) -> Any:
    """Converts a cell to None, a boolean, a number or a text of at most `longest` characters."""
    if is_missing(value):
        return None
    if isinstance(value, bool) or type(value).__name__ in ("bool", "bool_"):
        return bool(value)
    if (
        hasattr(value, "item")
        and not hasattr(value, "isoformat")
        and getattr(value, "ndim", 1) == 0
    ):
        value = value.item()
        if is_missing(value):
            return None
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return int(value) if abs(value) < EXACT else str(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else ("inf" if value > 0 else "-inf")
    if isinstance(value, datetime.datetime):
        return (
            value.date().isoformat()
            if value.time() == datetime.time() and value.tzinfo is None
            else value.isoformat()
        )
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    return short(text(value), longest)


def text(value: Any) -> str:
    try:
        return str(value)
    except Exception as error:
        return f"<{type(value).__name__}: its text raised {type(error).__name__}>"


def short(content: str, longest: int = MAX_CELL_LENGTH) -> str:
    return content if len(content) <= longest else content[: longest - 1] + "…"
