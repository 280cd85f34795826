"""Tables of pandas as streams of Arrow's messages, and such streams as rows and as tables."""

from __future__ import annotations

import datetime
import decimal
import io
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A HUGEINT is a decimal number without places after the point, of as many digits.
HUGE_DIGITS = 38
MAX_INT64 = 2**63
PART = re.compile(r"(-?[\d.]+) (mon|day|hour|min|sec)")
MICROSECONDS = {
    "mon": 30 * 86_400_000_000,
    "day": 86_400_000_000,
    "hour": 3_600_000_000,
    "min": 60_000_000,
    "sec": 1_000_000,
}
ARROW_FILE = b"ARROW1"


def stream_of(value: Any) -> bytes | None:
    """Returns a table as a stream of Arrow's messages; None if `value` is not a table."""
    import pandas

    if isinstance(value, pandas.Series):
        value = value.to_frame(value.name if value.name is not None else "value")
    if isinstance(value, pandas.DataFrame):
        return written(table_of(value))
    if hasattr(value, "__arrow_c_stream__") and not isinstance(value, type):
        from arro3.core import Table

        return written(Table.from_arrow(value))
    return None


def table_of(frame: Any) -> Any:
    """Returns a frame as a table of arro3, without its index."""
    import pandas
    from insitu import arrow_frames

    changed = {}
    for at, name in enumerate(frame.columns):
        column = frame.iloc[:, at]
        if getattr(column.dtype, "kind", "O") == "M" and column.dtype.name.endswith(
            ("[s]", "[ms]")
        ):
            # What SQL's functions of moments take.
            changed[name] = column.dt.as_unit("us")
        elif isinstance(column.dtype, pandas.PeriodDtype):
            changed[name] = column.dt.to_timestamp()
        elif isinstance(column.dtype, pandas.IntervalDtype):
            changed[name] = column.astype(str)
        elif column.dtype == object and pandas.api.types.infer_dtype(column).startswith("mixed"):
            kinds = {type(value) for value in column if value is not None}
            if not kinds <= {list, tuple, dict} and not kinds <= {int, float}:
                changed[name] = column.map(str, na_action="ignore")
    return arrow_frames.table_of(frame.assign(**{str(k): v for k, v in changed.items()}) if changed else frame, index=False)  # fmt: skip


def is_kept(kind: Any) -> bool:
    """Returns whether the engine takes the values of a type as pandas reads them, missing ones too.
    Of fractions it does not: pandas reads NaN as missing.
    """
    from arro3.core import DataType

    return (
        DataType.is_integer(kind)
        or DataType.is_boolean(kind)
        or is_text(kind)
        or DataType.is_date32(kind)
        or DataType.is_decimal128(kind)
        or DataType.is_nested(kind)
    )


def is_text(kind: Any) -> bool:
    from arro3.core import DataType

    return DataType.is_string(kind) or DataType.is_large_string(kind)


def written(table: Any) -> bytes:
    from arro3 import io as files

    stream = io.BytesIO()
    files.write_ipc_stream(table, stream, compression=None)
    return stream.getvalue()


class Result:
    """The result of a query. `stream` has it as Arrow's messages."""

    def __init__(self, stream: bytes) -> None:
        from arro3 import io as files
        from arro3.core import DataType

        self.stream = stream
        is_file = stream.startswith(ARROW_FILE)
        reader = (files.read_ipc if is_file else files.read_ipc_stream)(io.BytesIO(stream))
        self.schema: Any = reader.schema
        # The engine streams the codes of an ENUM without what they mean.
        self.is_complete = is_file or not any(map(DataType.is_dictionary, self.kinds))
        self.batches: list[Any] = list(reader) if self.is_complete else []

    @property
    def names(self) -> list[str]:
        return list(self.schema.names)

    @property
    def kinds(self) -> list[Any]:
        return [self.schema.field(at).type for at in range(len(self.names))]

    def __len__(self) -> int:
        return sum(batch.num_rows for batch in self.batches)

    def rows(self) -> list[tuple[Any, ...]]:
        """Returns the rows, each value as Python has it."""
        found: list[tuple[Any, ...]] = []
        for batch in self.batches:
            columns = [python_values(batch.column(at), kind) for at, kind in enumerate(self.kinds)]
            found.extend(zip(*columns))
        return found

    def frame(self) -> Any:
        """Returns the result as a DataFrame."""
        import pandas
        from insitu import arrow_values

        arrays = []
        for at, kind in enumerate(self.kinds):
            chunks = [batch.column(at) for batch in self.batches]
            if is_plain(kind):
                arrays.append(arrow_values.values_of(kind, chunks, {}, None))
                continue
            values = [value for chunk in chunks for value in python_values(chunk, kind)]
            arrays.append(series_of(values, kind))
        frame = pandas.DataFrame(
            dict(enumerate(arrays)), index=pandas.RangeIndex(len(self)), columns=range(len(arrays))
        )
        frame.columns = pandas.Index(self.names, dtype="str" if self.names else None)
        return frame


def is_plain(kind: Any) -> bool:
    """Returns whether pandas' own types hold the values of a type."""
    from arro3.core import DataType

    return not (
        DataType.is_decimal(kind)
        or DataType.is_interval(kind)
        or DataType.is_date(kind)
        or DataType.is_map(kind)
        or DataType.is_struct(kind)
        or DataType.is_list(kind)
        or DataType.is_null(kind)
    )


def is_huge(kind: Any) -> bool:
    from arro3.core import DataType

    return DataType.is_decimal(kind) and f"({HUGE_DIGITS}, 0)" in str(kind)


def python_values(array: Any, kind: Any) -> list[Any]:
    """Returns the values of an array as Python has them: integers and decimal numbers keep their
    digits.
    """
    from arro3.core import DataType

    if DataType.is_decimal(kind):
        return decimals(array, kind)
    if DataType.is_interval(kind):
        return [interval(text) for text in array.cast(DataType.string()).to_pylist()]
    values = array.to_pylist()
    if DataType.is_date(kind):
        return [v.date() if isinstance(v, datetime.datetime) else v for v in values]
    if DataType.is_map(kind):
        return [None if value is None else dict(value) for value in values]
    return values


def decimals(array: Any, kind: Any) -> list[Any]:
    values = array.to_pylist()
    return [None if v is None else int(v) for v in values] if is_huge(kind) else values


def interval(text: str | None) -> datetime.timedelta | None:
    """Returns an interval, which Arrow writes as text, with months of 30 days."""
    if text is None:
        return None
    total = decimal.Decimal(0)
    for number, unit in PART.findall(text):
        total += decimal.Decimal(number) * MICROSECONDS[unit]
    return datetime.timedelta(microseconds=int(total))


def series_of(values: list[Any], kind: Any) -> Any:
    """Returns values that pandas has no array of its own for, in the type that suits them best."""
    import numpy
    import pandas
    from arro3.core import DataType
    from insitu import arrow_values

    if is_huge(kind):
        whole = [value for value in values if value is not None]
        if all(-MAX_INT64 <= value < MAX_INT64 for value in whole):
            if len(whole) == len(values):
                return numpy.array(values, dtype="i8")
            return pandas.array(values, dtype="Int64")
    if DataType.is_date(kind):
        try:
            return pandas.to_datetime(pandas.Series(values, dtype=object)).dt.as_unit("us").array
        except (ValueError, AttributeError):
            pass
    if DataType.is_interval(kind):
        return pandas.array(pandas.to_timedelta(pandas.Series(values, dtype=object)))
    return arrow_values.objects(values)
