"""The values of one column: of Arrow's arrays as pandas has them by pyarrow, and the other way
round.
"""

from __future__ import annotations

import datetime
import decimal
import io
import json

import numpy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

# Digits of a decimal number that Arrow's smaller type holds.
MAX_DIGITS = 38
MIDNIGHT = datetime.datetime(1970, 1, 1)
# pandas' types with missing values, by the name that arro3 gives to the type.
NULLABLE = {
    "is_boolean": "boolean",
    "is_string": "string",
    "is_large_string": "string",
    "is_string_view": "string",
    "is_float32": "Float32",
    "is_float64": "Float64",
    **{f"is_{sign}int{bits}": f"{sign.upper()}Int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)},
}  # fmt: skip
EXTENSIONS = {*NULLABLE.values(), "string[python]"}


def values_of(kind: Any, chunks: Sequence[Any], stated: dict[str, Any], backend: str | None) -> Any:
    """Returns the values of a column's arrays. `stated` is what pandas has noted of the column."""
    import pandas
    from arro3.core import DataType

    if DataType.is_dictionary(kind):
        return categories_of(kind, chunks, stated)
    extension = str(stated.get("numpy_type"))
    if backend is not None:
        extension = next(
            (name for test, name in NULLABLE.items() if getattr(DataType, test)(kind)), ""
        )
    if extension in EXTENSIONS:
        return pandas.array(listed(chunks), dtype=extension)
    if DataType.is_timestamp(kind) or DataType.is_duration(kind):
        noted = stated.get("metadata")
        return times_of(kind, chunks, noted.get("timezone") if isinstance(noted, dict) else None)
    if is_text(kind):
        # The text type of pandas 3, in which missing values are NaN.
        return pandas.array(listed(chunks), dtype="str")
    nulls = sum(chunk.null_count for chunk in chunks)
    if DataType.is_integer(kind) or DataType.is_floating(kind) or DataType.is_boolean(kind):
        if not nulls:
            return joined([chunk.to_numpy() for chunk in chunks], dtype_of(kind))
        if not DataType.is_boolean(kind):
            dtype = dtype_of(kind) if DataType.is_floating(kind) else numpy.dtype("f8")
            return joined([numpy.array(chunk.to_pylist(), dtype=dtype) for chunk in chunks], dtype)
    if DataType.is_date(kind):
        return objects(days(chunks))
    return objects(nested(value, kind) for value in listed(chunks))


def is_coded(kind: Any) -> bool:
    """Returns whether a type has a dictionary of anything but texts."""
    from arro3.core import DataType

    return DataType.is_dictionary(kind) and not is_text(kind.value_type)


def is_text(kind: Any) -> bool:
    from arro3.core import DataType

    return (
        DataType.is_string(kind) or DataType.is_large_string(kind) or DataType.is_string_view(kind)
    )


def listed(chunks: Sequence[Any]) -> list[Any]:
    return [value for chunk in chunks for value in chunk.to_pylist()]


def joined(parts: list[Any], dtype: Any) -> Any:
    if len(parts) == 1:
        # Arrow's memory cannot be written to.
        return numpy.array(parts[0], dtype=dtype)
    return numpy.concatenate(parts) if parts else numpy.empty(0, dtype=dtype)


def objects(values: Iterable[Any]) -> Any:
    """Returns values as an array of objects, lists as one object each."""
    values = list(values)
    array = numpy.empty(len(values), dtype=object)
    for at, value in enumerate(values):
        array[at] = value
    return array


def dtype_of(kind: Any) -> Any:
    """Returns numpy's type of numbers and of truth."""
    from arro3.core import DataType

    if DataType.is_boolean(kind):
        return numpy.dtype(bool)
    letter = "f" if DataType.is_floating(kind) else "i" if DataType.is_signed_integer(kind) else "u"
    return numpy.dtype(f"{letter}{(kind.bit_width or 64) // 8}")


def times_of(kind: Any, chunks: Sequence[Any], zone: str | None) -> Any:
    """Returns moments or durations in the unit and the time zone that the file has; `zone` is what
    pandas has noted.
    """
    import pandas
    from arro3.core import DataType

    parts = []
    for chunk in chunks:
        numbers = chunk.cast(DataType.int64())
        if numbers.null_count:
            found = numbers.to_pylist()
            missing = numpy.iinfo("i8").min
            parts.append(numpy.array([missing if at is None else at for at in found], dtype="i8"))
        else:
            parts.append(numbers.to_numpy())
    letter = "M" if DataType.is_timestamp(kind) else "m"
    times = joined(parts, "i8").view(f"{letter}8[{kind.time_unit}]")
    if letter == "M" and kind.tz is not None:
        return pandas.DatetimeIndex(times).tz_localize("UTC").tz_convert(zone or kind.tz).array
    return times


def days(chunks: Sequence[Any]) -> list[Any]:
    """Returns days as dates. One that Python's dates cannot hold is an error that says so."""
    try:
        found = listed(chunks)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"a date lies beyond the years 1 to 9999: {error}") from error
    return [value.date() if isinstance(value, datetime.datetime) else value for value in found]


def categories_of(kind: Any, chunks: Sequence[Any], stated: dict[str, Any]) -> Any:
    """Returns an array of categories. Each batch of a file may have a dictionary of its own."""
    import pandas
    from arro3.core import dictionary_dictionary, dictionary_indices

    found = stated.get("metadata")
    noted: dict[str, Any] = found if isinstance(found, dict) else {}
    places: dict[Any, int] = {}
    # pandas keeps the categories that no row has, and their order.
    for value in noted.get("categories") or []:
        places.setdefault(value, len(places))
    parts, last, mapping = [], None, numpy.empty(0, dtype="i8")
    for chunk in chunks:
        dictionary = dictionary_dictionary(chunk)
        if last is None or dictionary != last:
            last = dictionary
            values = values_of(kind.value_type, [dictionary], {}, None)
            mapping = numpy.array(
                [places.setdefault(value, len(places)) for value in values] + [-1]
            )
        codes = [-1 if code is None else code for code in dictionary_indices(chunk).to_pylist()]
        parts.append(mapping[codes] if codes else numpy.empty(0, dtype="i8"))
    categories = pandas.Index(list(places), dtype="str" if is_text(kind.value_type) else None)
    return pandas.Categorical.from_codes(
        joined(parts, "i8"), categories=categories, ordered=bool(noted.get("ordered"))
    )


def nested(value: Any, kind: Any) -> Any:
    """Returns a value of a nested type: lists become arrays, as pyarrow makes them."""
    from arro3.core import DataType

    if value is None:
        return None
    if DataType.is_struct(kind):
        return {field.name: nested(value[field.name], field.type) for field in kind.fields}
    if isinstance(value, list) and kind.value_type is not None and not DataType.is_map(kind):
        inner = kind.value_type
        plain = (
            DataType.is_integer(inner) or DataType.is_floating(inner) or DataType.is_boolean(inner)
        )
        if plain and not any(item is None for item in value):
            return numpy.array(value, dtype=dtype_of(inner))
        if plain and not DataType.is_boolean(inner):
            return numpy.array(value, dtype="f8")
        return objects(nested(item, inner) for item in value)
    return value


def array_of(values: Any, name: str, coarsest: str = "s") -> tuple[Any, dict[str, Any]]:
    """Returns a series as an array of arro3, and what pandas notes of it. `coarsest` is the largest
    unit of moments that the file's format has.
    """
    import pandas
    from arro3.core import Array, DataType

    dtype = values.dtype
    facts: dict[str, Any] = {"pandas_type": "object", "numpy_type": str(dtype), "metadata": None}
    if isinstance(dtype, pandas.SparseDtype):
        return array_of(values.sparse.to_dense(), name)
    if isinstance(dtype, pandas.CategoricalDtype):
        return of_categories(values, name, facts)
    kind = dtype.kind if hasattr(dtype, "kind") else "O"
    if isinstance(dtype, pandas.DatetimeTZDtype):
        facts.update({"pandas_type": "datetimetz", "metadata": {"timezone": str(dtype.tz)}})
        times = finer(values.dt.tz_convert("UTC").dt.tz_localize(None), coarsest)
        unit: Any = numpy.datetime_data(times.dtype)[0]
        facts["numpy_type"] = f"datetime64[{unit}]"
        return moments(times, DataType.timestamp(unit, tz=str(dtype.tz))), facts
    if isinstance(dtype, numpy.dtype) and kind in "Mm":
        values = finer(values, coarsest) if kind == "M" else values
        unit: Any = numpy.datetime_data(values.dtype)[0]
        facts["numpy_type"] = str(values.dtype)
        facts["pandas_type"] = "datetime" if kind == "M" else "timedelta"
        return moments(
            values, DataType.timestamp(unit) if kind == "M" else DataType.duration(unit)
        ), facts
    if isinstance(dtype, numpy.dtype) and kind in "biuf":
        facts["pandas_type"] = str(dtype)
        plain = numpy.ascontiguousarray(values.to_numpy())
        array = Array.from_numpy(plain)
        if kind == "f" and (missing := numpy.isnan(plain)).any():
            found = plain.astype(object)
            found[missing] = None
            return Array(found.tolist(), array.type), facts
        return array, facts
    if isinstance(dtype, (pandas.PeriodDtype, pandas.IntervalDtype)):
        raise ValueError(
            f"Column {name!r} has values of the type {dtype}, which cannot be written here. Convert it first, for instance by .astype(str)."
        )
    if isinstance(dtype, pandas.StringDtype):
        facts.update({"pandas_type": "unicode"})
        if str(dtype) not in EXTENSIONS:
            facts["numpy_type"] = "str"
        return Array(present(values), DataType.string()), facts
    if isinstance(dtype, pandas.api.extensions.ExtensionDtype) and kind in "biuf":
        facts["pandas_type"] = str(dtype).lower().replace("boolean", "bool")
        target = Array.from_numpy(numpy.empty(0, dtype=dtype.numpy_dtype)).type  # pyright: ignore[reportAttributeAccessIssue]
        return Array(present(values), target), facts
    return of_objects(values, name, facts)


def finer(times: Any, coarsest: str) -> Any:
    """Returns moments in a unit that the file's format has: Parquet has no seconds."""
    is_coarser = numpy.datetime_data(times.dtype)[0] == "s" != coarsest
    return times.dt.as_unit(coarsest) if is_coarser else times


def present(values: Any) -> list[Any]:
    """Returns the values as Python has them, with None where one is missing."""
    missing = values.isna().to_numpy()
    return [None if gone else value for gone, value in zip(missing, values.astype(object))]


def moments(values: Any, kind: Any) -> Any:
    from arro3.core import Array, DataType

    numbers = numpy.ascontiguousarray(values.to_numpy()).view("i8")
    missing = values.isna().to_numpy()
    if not missing.any():
        return Array.from_numpy(numbers).cast(kind)
    found = [None if gone else int(at) for gone, at in zip(missing, numbers)]
    return Array(found, DataType.int64()).cast(kind)


def of_categories(values: Any, name: str, facts: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Returns categories as a dictionary whose order is that of the categories."""
    import pandas
    from arro3.core import DataType

    categories = values.cat.categories
    every = pandas.Series([*categories, *values.astype(object)], dtype=object)
    plain, _facts = of_objects(every, name, {})
    try:
        array = plain.cast(DataType.dictionary(DataType.int32(), plain.type))
    except Exception:
        # Types of which Arrow makes no dictionaries are written as plain values.
        array = plain
    array = array.slice(len(categories))
    noted: dict[str, Any] = {"num_categories": len(categories), "ordered": bool(values.cat.ordered)}
    if categories.dtype.kind in "OiubfT" or isinstance(categories.dtype, pandas.StringDtype):
        noted["categories"] = [
            value.item() if hasattr(value, "item") else value for value in categories
        ]
    facts.update({"pandas_type": "categorical", "numpy_type": "int32", "metadata": noted})
    return array, facts


def of_objects(values: Any, name: str, facts: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    """Returns Python objects as the type that all of them are."""
    import pandas
    from arro3.core import Array, DataType

    found = present(values)
    inferred = pandas.api.types.infer_dtype(values, skipna=True)
    simple = {
        "string": ("unicode", DataType.string()),
        "boolean": ("bool", DataType.bool()),
        "integer": ("int64", DataType.int64()),
        "floating": ("float64", DataType.float64()),
        "mixed-integer-float": ("float64", DataType.float64()),
        "bytes": ("bytes", DataType.binary()),
    }
    kinds = {type(value) for value in found if value is not None}
    if inferred in simple:
        facts["pandas_type"], kind = simple[inferred]
        return Array(found, kind), facts
    if kinds <= {list, tuple, dict, numpy.ndarray}:
        facts["pandas_type"] = "list[object]" if kinds else "empty"
        return of_nested(found, name), facts
    if kinds == {decimal.Decimal}:
        facts["pandas_type"] = "decimal"
        return of_decimals(found, facts), facts
    if kinds == {datetime.date}:
        facts["pandas_type"] = "date"
        numbers = [None if value is None else (value - MIDNIGHT.date()).days for value in found]
        return Array(numbers, DataType.int32()).cast(DataType.date32()), facts
    if kinds == {datetime.time}:
        facts["pandas_type"] = "time"
        numbers = [None if value is None else microseconds(value) for value in found]
        return Array(numbers, DataType.int64()).cast(DataType.time64("us")), facts
    if inferred in ("datetime", "datetime64", "timedelta", "timedelta64"):
        convert = pandas.to_timedelta if "delta" in inferred else pandas.to_datetime
        return array_of(pandas.Series(convert(values)), name)
    raise ValueError(
        f"Column {name!r} has values of several types ({', '.join(sorted(kind.__name__ for kind in kinds))}), which cannot be written as one column. "
        f"Convert it first, for instance by df[{name!r}].astype(str)."
    )


def of_decimals(values: list[Any], facts: dict[str, Any]) -> Any:
    from arro3.core import Array, DataType

    parts = [value.as_tuple() for value in values if value is not None and value.is_finite()]
    scale = max([max(-int(part.exponent), 0) for part in parts], default=0)
    whole = max([len(part.digits) + min(int(part.exponent), 0) for part in parts], default=1)
    larger = max([int(part.exponent) for part in parts], default=0)
    precision = max(whole + max(larger, 0), 1) + scale
    if precision > MAX_DIGITS:
        raise ValueError(f"Decimal numbers of more than {MAX_DIGITS} digits cannot be written.")
    facts["metadata"] = {"precision": precision, "scale": scale}
    texts = [
        None if value is None or not value.is_finite() else format(value, "f") for value in values
    ]
    return Array(texts, DataType.string()).cast(DataType.decimal128(precision, scale))


def of_nested(values: list[Any], name: str) -> Any:
    """Returns lists and objects as an array. arro3 makes nested arrays of JSON alone."""
    from arro3 import io as files

    text = "\n".join(json.dumps({"c": value}, default=as_json) for value in values)
    try:
        schema = files.infer_json_schema(io.BytesIO(text.encode()))
        found = files.read_json(io.BytesIO(text.encode()), schema).read_all()
    except Exception as error:
        raise ValueError(
            f"The lists or objects in column {name!r} are not of one type. Write them as text, for instance by df[{name!r}].map(json.dumps)."
        ) from error
    return found["c"].combine_chunks()


def as_json(value: Any) -> Any:
    """Returns arrays and numbers of numpy as JSON has them; other types have no form in it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    raise TypeError(type(value).__name__)


def microseconds(value: datetime.time) -> int:
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return seconds * 1_000_000 + value.microsecond
