"""Makes pandas' tables of Arrow's and Arrow's of pandas', with the types that pandas gives them by
pyarrow, which does not exist in the browser: here arro3 holds the data. Knows no files.
"""

from __future__ import annotations

import ast
import json
import re

from . import arrow_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

# The metadata by which pandas restores an index and the labels of columns.
KEY = b"pandas"
# What the columns of an index without a name are called in a file.
UNNAMED = re.compile(r"__index_level_\d+__")
# What pandas calls the types of labels, by the kind of their dtype.
LABELS = {"i": "int64", "u": "uint64", "f": "float64", "b": "bool", "M": "datetime"}


def metadata_of(schema: Any) -> dict[str, Any]:
    """Returns what pandas has noted of a table; nothing if another program wrote it."""
    try:
        found = json.loads((schema.metadata or {}).get(KEY, b"{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def frame_of(
    batches: Sequence[Any], schema: Any, backend: str | None = None, parquet: bool = False
) -> Any:
    """Returns the batches as one frame, with the index and labels that the metadata states.
    `backend` is "numpy_nullable" or None, `parquet` says that they are from a Parquet file, of which
    pyarrow makes categories of texts only.
    """
    import pandas

    noted = metadata_of(schema)
    stated: dict[str, Any] = {
        str(column.get("field_name") or column.get("name")): column
        for column in noted.get("columns", [])
        if isinstance(column, dict)
    }
    names = list(schema.names)
    arrays = []
    for at, name in enumerate(names):
        chunks = [batch.column(at) for batch in batches]
        kind = schema.field(at).type
        if parquet and arrow_values.is_coded(kind):
            kind = kind.value_type
            chunks = [chunk.cast(kind) for chunk in chunks]
        arrays.append(arrow_values.values_of(kind, chunks, stated.get(name, {}), backend))
    rows = sum(batch.num_rows for batch in batches)
    frame = pandas.DataFrame(
        dict(enumerate(arrays)), index=pandas.RangeIndex(rows), columns=range(len(names))
    )
    frame.columns = pandas.Index(names, dtype="str" if names else None)
    frame = with_index(pandas, frame, noted, stated)
    if noted:
        frame.columns = labels_of(pandas, list(frame.columns), noted, stated)
    if isinstance(noted.get("attributes"), dict):
        frame.attrs = noted["attributes"]
    return frame


def with_index(pandas: Any, frame: Any, noted: dict[str, Any], stated: dict[str, Any]) -> Any:
    """Returns the frame with the index that its metadata states."""
    parts = noted.get("index_columns", [])
    fields = [part for part in parts if isinstance(part, str) and part in frame.columns]
    if fields:
        names = [
            None if UNNAMED.fullmatch(field) else stated.get(field, {}).get("name")
            for field in fields
        ]
        levels = [pandas.Index(frame[field].array) for field in fields]
        frame = frame.drop(columns=fields)
        frame.index = (
            levels[0].rename(names[0])
            if len(levels) == 1
            else pandas.MultiIndex.from_arrays(levels, names=names)
        )
        return frame
    if len(parts) == 1 and isinstance(parts[0], dict) and parts[0].get("kind") == "range":
        bounds = [parts[0].get(key) for key in ("start", "stop", "step")]
        if all(isinstance(bound, int) for bound in bounds) and len(range(*bounds)) == len(frame):
            frame.index = pandas.RangeIndex(*bounds, name=parts[0].get("name"))
    return frame


def labels_of(pandas: Any, fields: list[str], noted: dict[str, Any], stated: dict[str, Any]) -> Any:
    """Returns the labels of the columns, which a file has as texts."""
    levels = [level for level in noted.get("column_indexes", []) if isinstance(level, dict)]
    names = [level.get("name") for level in levels]
    texts = [stated.get(field, {}).get("name") or field for field in fields]
    try:
        if len(levels) > 1:
            pairs = [ast.literal_eval(text) for text in texts]
            return pandas.MultiIndex.from_tuples(pairs, names=names)
        kind = str(levels[0].get("pandas_type")) if levels else "unicode"
        if kind.startswith(("int", "uint", "float")):
            return pandas.Index(texts, name=names[0]).astype(str(levels[0].get("numpy_type")))
        if kind.startswith("datetime"):
            return pandas.DatetimeIndex(pandas.to_datetime(texts), name=names[0])
        if kind == "bool":
            return pandas.Index([text == "True" for text in texts], name=names[0])
    except (ValueError, TypeError, SyntaxError):
        pass
    return pandas.Index(texts, name=names[0] if names else None, dtype="str" if texts else None)


def table_of(frame: Any, index: bool | None, coarsest: str = "s") -> Any:
    """Returns a frame as a table of arro3, with its index as pandas asks for it: `None` keeps an
    index of consecutive numbers in the metadata alone. `coarsest` is the largest unit of moments
    that the file's format has.
    """
    import pandas
    from arro3.core import Field, Schema, Table

    fields = [str(label) for label in frame.columns]
    if len(set(fields)) < len(fields):
        twice = sorted({name for name in fields if fields.count(name) > 1})
        raise ValueError(f"Duplicate column names found: {twice}. Rename the columns first.")
    parts: list[Any] = []
    columns: list[tuple[str, Any, Any]] = [
        (field, frame.columns[at], frame.iloc[:, at]) for at, field in enumerate(fields)
    ]
    if index is None and isinstance(frame.index, pandas.RangeIndex):
        bounds = frame.index
        parts = [
            {
                "kind": "range",
                "name": bounds.name,
                "start": bounds.start,
                "stop": bounds.stop,
                "step": bounds.step,
            }
        ]
    elif index is not False:
        for at, name in enumerate(frame.index.names):
            field = (
                str(name)
                if name is not None and str(name) not in fields
                else f"__index_level_{at}__"
            )
            values = frame.index.get_level_values(at)
            columns.append((field, name, pandas.Series(values, index=frame.index)))
            parts.append(field)
    arrays, described = [], []
    for field, name, values in columns:
        array, facts = arrow_values.array_of(values, field, coarsest)
        arrays.append(array)
        described.append(
            {"name": None if name is None else str(name), "field_name": field, **facts}
        )
    noted = {
        "index_columns": parts,
        "column_indexes": [
            {
                "name": frame.columns.names[at],
                "field_name": frame.columns.names[at],
                "pandas_type": label_type(frame.columns, at),
                "numpy_type": str(level_of(frame.columns, at).dtype),
                "metadata": None,
            }
            for at in range(frame.columns.nlevels)
        ],
        "columns": described,
        "attributes": attributes(frame),
        "creator": {"library": "arro3", "version": "0.9"},
        "pandas_version": pandas.__version__,
    }
    schema = Schema(
        [
            Field(field, array.type, nullable=True)
            for (field, _name, _values), array in zip(columns, arrays)
        ],
        metadata={"pandas": json.dumps(noted)},
    )
    return Table.from_arrays(arrays, schema=schema)


def level_of(labels: Any, at: int) -> Any:
    return labels.get_level_values(at)


def label_type(labels: Any, at: int) -> str:
    """Returns what pandas' metadata calls the type of the labels of a level."""
    if labels.nlevels > 1:
        return "unicode"
    return LABELS.get(getattr(labels.dtype, "kind", "O"), "unicode")


def attributes(frame: Any) -> dict[str, Any]:
    """Returns the frame's own notes, if they can be written as JSON."""
    try:
        return json.loads(json.dumps(dict(frame.attrs)))
    except (TypeError, ValueError):
        return {}
