"""Parquet and Feather in pandas without pyarrow: `read_parquet`, `to_parquet`, `read_feather` and
`to_feather` as pandas documents them, by arro3. Installed when pandas is imported; pandas' own
files stay as they are.
"""

from __future__ import annotations

import functools
import importlib.util
import io
import operator
import os

from .file_kinds import ARROW_STREAM

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Rows that are decoded at once.
BATCH_ROWS = 65_536
OPERATORS = {
    "==": operator.eq, "=": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le,
    ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
# Arguments of pyarrow that decide how a file is stored and not what it holds.
OF_STORAGE = {
    "version", "use_dictionary", "write_statistics", "data_page_size", "data_page_version",
    "use_compliant_nested_type", "use_byte_stream_split", "column_encoding", "store_schema",
    "write_page_index", "flavor", "use_threads", "memory_map", "chunksize", "pre_buffer",
    "use_legacy_dataset", "dictionary_pagesize_limit", "write_batch_size",
}  # fmt: skip
# The names that arro3 has for pandas' compressions, and the levels of those that need one.
NAMES = {None: "uncompressed", "lz4": "lz4_raw"}
LEVELS = {"gzip": 6, "brotli": 4, "zstd": 1}


def install(pandas: Any) -> None:
    """Has pandas use arro3 where it would look for pyarrow and not find it."""
    from pandas.io import feather_format, parquet

    original = parquet.get_engine

    @functools.wraps(original)
    def get_engine(engine: str) -> Any:
        if engine not in ("auto", "pyarrow", "fastparquet") or exists(engine):
            return original(engine)
        return Engine()

    parquet.get_engine = get_engine
    for name, ours in (("read_feather", read_feather), ("to_feather", to_feather)):
        theirs = getattr(feather_format, name)
        replaced = instead(theirs, ours)
        setattr(feather_format, name, replaced)
        if hasattr(pandas, name):
            setattr(pandas, name, replaced)


def exists(engine: str) -> bool:
    """Returns whether the engine that pandas would use is a package of this Python."""
    names = ("pyarrow", "fastparquet") if engine == "auto" else (engine,)
    return any(importlib.util.find_spec(name) is not None for name in names)


def instead(theirs: Any, ours: Any) -> Any:
    @functools.wraps(theirs)
    def chosen(*args: Any, **options: Any) -> Any:
        return (theirs if exists("pyarrow") else ours)(*args, **options)

    return chosen


class Engine:
    """What pandas calls to read and write Parquet; see `pandas.io.parquet.BaseImpl`."""

    def write(
        self,
        df: Any,
        path: Any,
        compression: str | None = "snappy",
        index: bool | None = None,
        storage_options: Any = None,
        partition_cols: Any = None,
        filesystem: Any = None,
        **options: Any,
    ) -> None:
        from arro3 import io as files
        from pandas.io.common import get_handle

        from . import arrow_frames

        check_frame(df)
        if partition_cols:
            raise NotImplementedError(
                "A folder of partitions cannot be written here. Write one file for each group: for key, part in df.groupby(…): part.to_parquet(f'{key}.parquet')."
            )
        rows = options.pop("row_group_size", None)
        packed = compression_of(compression, options.pop("compression_level", None))
        unknown(options, filesystem)
        table = arrow_frames.table_of(df, index, coarsest="ms")
        with get_handle(path, "wb", is_text=False, storage_options=storage_options) as handles:
            files.write_parquet(
                table,
                handles.handle,  # pyright: ignore[reportArgumentType]
                compression=packed,
                key_value_metadata=table.schema.metadata_str,
                max_row_group_size=None if rows is None else int(rows),
            )

    def read(
        self,
        path: Any,
        columns: Any = None,
        filters: Any = None,
        storage_options: Any = None,
        filesystem: Any = None,
        dtype_backend: Any = None,
        to_pandas_kwargs: Any = None,
        **options: Any,
    ) -> Any:
        from arro3 import io as files
        from pandas.io.common import get_handle

        unknown({**options, **(to_pandas_kwargs or {})}, filesystem)
        if isinstance(path, (str, os.PathLike)) and os.path.isdir(path):
            raise NotImplementedError(
                f"{os.fspath(path)} is a folder. Read its files one by one: pd.concat(pd.read_parquet(file) for file in sorted(glob.glob('…/*.parquet')))."
            )
        with get_handle(path, "rb", is_text=False, storage_options=storage_options) as handles:
            reader = files.read_parquet(seekable(handles.handle), batch_size=BATCH_ROWS)
            return frame_of(reader, columns, filters, backend_of(dtype_backend), parquet=True)


def compression_of(name: str | None, level: int | None) -> str:
    """Returns what arro3 calls a compression of pandas."""
    name = NAMES.get(name, name and name.lower())
    return f"{name}({level or LEVELS[name]})" if name in LEVELS else str(name)


def read_feather(
    path: Any,
    columns: Any = None,
    use_threads: bool = True,
    storage_options: Any = None,
    dtype_backend: Any = None,
) -> Any:
    from pandas.io.common import get_handle

    with get_handle(path, "rb", is_text=False, storage_options=storage_options) as handles:
        return frame_of(ipc_reader(handles.handle), columns, None, backend_of(dtype_backend))


def to_feather(df: Any, path: Any, storage_options: Any = None, **options: Any) -> None:
    from arro3 import io as files
    from pandas.io.common import get_handle

    from . import arrow_frames

    check_frame(df)
    # With 32 bits, arro3 writes wrong lengths before what it compresses.
    options.pop("compression", None)
    options.pop("compression_level", None)
    unknown(options, None)
    table = arrow_frames.table_of(df, None)
    with get_handle(path, "wb", is_text=False, storage_options=storage_options) as handles:
        files.write_ipc(
            table,
            handles.handle,  # pyright: ignore[reportArgumentType]
            compression=None,
        )


def ipc_reader(file: Any) -> Any:
    """Returns the reader of an Arrow file, or of a stream of Arrow's messages."""
    from arro3 import io as files

    from . import footers

    file = seekable(file)
    head = file.read(6)
    file.seek(0)
    if head.startswith(b"FEA1"):
        raise ValueError(
            "This is a Feather file of version 1, which cannot be read here. Write it again with a newer pyarrow (version 2)."
        )
    footers.arrow(file)
    return files.read_ipc_stream(file) if head[:4] == ARROW_STREAM else files.read_ipc(file)


def seekable(file: Any) -> Any:
    """Returns a file in which Arrow can look for its parts."""
    return file if hasattr(file, "seek") and file.seekable() else io.BytesIO(file.read())


def check_frame(df: Any) -> None:
    import pandas

    if not isinstance(df, pandas.DataFrame):
        raise ValueError("to_parquet and to_feather only support IO with DataFrames")


def unknown(options: dict[str, Any], filesystem: Any) -> None:
    """Raises an error for arguments that have no meaning here."""
    others = [name for name in options if name not in OF_STORAGE]
    if others or filesystem is not None:
        raise TypeError(
            f"{', '.join(others) or 'filesystem'} is an argument of pyarrow, which does not exist in the browser. Leave it out, and change the table with pandas instead."
        )


def backend_of(backend: Any) -> str | None:
    """Returns the types that the caller asks for; pandas passes a constant for none."""
    if backend == "pyarrow":
        raise ImportError(
            'dtype_backend="pyarrow" needs pyarrow, which does not exist in the browser. Use dtype_backend="numpy_nullable", or leave it out.'
        )
    return backend if backend == "numpy_nullable" else None


def frame_of(
    reader: Any, columns: Any, filters: Any, backend: str | None, parquet: bool = False
) -> Any:
    """Returns what a reader yields as a frame: these columns and the rows that the filters let
    through.
    """
    from . import arrow_frames

    schema = reader.schema
    chosen = None if columns is None else chosen_columns(schema, list(columns))
    groups = None if filters is None else alternatives(filters)
    batches = []
    for batch in reader:
        kept = batch if groups is None else filtered(batch, schema, groups)
        batches.append(kept if chosen is None else kept.select(chosen))
    if chosen is not None:
        from arro3.core import Schema

        schema = Schema([schema.field(at) for at in chosen], metadata=schema.metadata or {})
    return arrow_frames.frame_of(batches, schema, backend, parquet)


def chosen_columns(schema: Any, columns: list[Any]) -> list[int]:
    """Returns the positions of the columns, with those of the index behind them."""
    from . import arrow_frames

    names = list(schema.names)
    stated = arrow_frames.metadata_of(schema)
    absent = [name for name in map(str, columns) if name not in names]
    if absent:
        raise KeyError(
            f"The file has no column {', '.join(map(repr, absent))}. It has {', '.join(names[:20])}."
        )
    index = [
        part
        for part in stated.get("index_columns", [])
        if isinstance(part, str) and part in names and part not in columns
    ]
    return [names.index(name) for name in [*map(str, columns), *index]]


def alternatives(filters: Any) -> list[list[tuple[str, str, Any]]]:
    """Returns filters as pyarrow takes them: a list of conditions, or of lists of which one has to
    hold.
    """
    if not isinstance(filters, (list, tuple)) or not filters:
        raise TypeError(
            'filters= takes a list such as [("column", ">", 5)]. Other expressions are of pyarrow, which does not exist in the browser: read the file, and select the rows with pandas.'
        )
    found = [filters] if isinstance(filters[0], tuple) or isinstance(filters, tuple) else filters
    return [[tuple(condition) for condition in group] for group in found]


def filtered(batch: Any, schema: Any, groups: list[list[tuple[str, str, Any]]]) -> Any:
    """Returns the rows of a batch for which all conditions of one group hold."""
    import numpy
    from arro3.core import Array

    from . import arrow_values

    cache: dict[str, Any] = {}

    def values(name: str) -> Any:
        import pandas

        if name not in cache:
            at = schema.get_field_index(name)
            kind = schema.field(at).type
            cache[name] = pandas.Series(arrow_values.values_of(kind, [batch.column(at)], {}, None))
        return cache[name]

    mask = numpy.zeros(batch.num_rows, dtype=bool)
    for group in groups:
        within = numpy.ones(batch.num_rows, dtype=bool)
        for name, sign, right in group:
            if name not in schema.names:
                raise KeyError(f"The file has no column {name!r}, which filters= names.")
            within &= holds(values(name), sign, right)
        mask |= within
    return batch if mask.all() else batch.take(Array.from_numpy(numpy.flatnonzero(mask)))


def holds(left: Any, sign: str, right: Any) -> Any:
    """Returns where a condition holds; nowhere if a value is missing."""
    import pandas

    if sign in ("in", "not in"):
        found = left.isin(list(right))
        return ((found if sign == "in" else ~found) & left.notna()).to_numpy(dtype=bool)
    if sign not in OPERATORS:
        raise ValueError(
            f"filters= does not know {sign!r}. Use ==, !=, <, <=, >, >=, in or not in."
        )
    if isinstance(left.dtype, pandas.CategoricalDtype):
        left = left.astype(left.cat.categories.dtype)
    if isinstance(right, str) and left.dtype.kind == "M":
        right = pandas.Timestamp(right)
    return (OPERATORS[sign](left, right) & left.notna()).to_numpy(dtype=bool)
