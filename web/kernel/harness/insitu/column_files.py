"""Profiles of Parquet and Arrow (Feather) files. The number of rows and columns is in the file's
footer, and only the first rows are read, so that the size of the file does not matter.
"""

from __future__ import annotations

from . import footers, pandas_arrow, records
from .file_kinds import ARROW_MAGIC
from .quoting import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Rows that are decoded at once, of which a wide table has fewer.
BATCH_ROWS = 8_192
DAMAGED = "The file is damaged or incomplete ({}). Copy or write it again, and drop the new copy."


def describe(path: str, kind: str, facts: dict[str, Any]) -> None:
    """Adds the table of a Parquet file, or of an Arrow file if `kind` says so."""
    # Imported by name, so that the error names a missing package.
    import arro3.core
    import arro3.io  # noqa: F401

    try:
        with open(path, "rb") as file:
            counted = footers.parquet(file) if kind == "parquet" else footers.arrow(file)
    except footers.DamagedError as error:
        facts["error"] = DAMAGED.format(error)
        return
    try:
        frame = first_rows(path, kind, records.sample_rows(counted.columns or 1))
    except BaseException as error:
        if not isinstance(error, Exception) and not is_panic(error):
            raise
        lines = str(error).strip().splitlines() or [type(error).__name__]
        facts["error"] = DAMAGED.format(
            "its content cannot be read" if is_panic(error) else lines[0]
        )
        return
    function = "pd.read_parquet" if kind == "parquet" else "pd.read_feather"
    frame, steps, notes = as_plain_table(frame)
    expression = f"{function}({quoted(facts['name'])}){steps}"
    if kind != "parquet" and not has_footer(path):
        facts["notes"].append("a stream of Arrow, which elsewhere pyarrow.ipc.open_stream reads")
    facts["notes"].extend(notes)
    if counted.groups > 1:
        parts = "row groups" if kind == "parquet" else "record batches"
        facts["notes"].append(f"{counted.groups:,} {parts}")
    rows = len(frame) if counted.rows is None else max(counted.rows, len(frame))
    records.add(facts, frame, expression, rows, exact=counted.rows is not None)


def is_panic(error: BaseException) -> bool:
    """Returns whether an error is how a library in Rust reports a fault of its own."""
    return type(error).__name__ == "PanicException"


def first_rows(path: str, kind: str, rows: int) -> Any:
    """Returns the first rows of a file as pandas reads them."""
    from arro3 import io as files

    from . import arrow_frames

    with open(path, "rb") as file:
        if kind == "parquet":
            reader = files.read_parquet(file, batch_size=min(BATCH_ROWS, max(rows, 1)))
        else:
            reader = pandas_arrow.ipc_reader(file)
        schema, batches = reader.schema, []
        for batch in reader:
            batches.append(batch if batch.num_rows <= rows else batch.slice(0, rows))
            rows -= batch.num_rows
            if rows <= 0:
                break
        return arrow_frames.frame_of(batches, schema, None, kind == "parquet")


def tables(path: str, kind: str, rows: int) -> Iterator[tuple[None, Any]]:
    """Yields the first rows of the table for its preview."""
    with open(path, "rb") as file:
        _counted = footers.parquet(file) if kind == "parquet" else footers.arrow(file)
    yield None, first_rows(path, kind, rows)


def has_footer(path: str) -> bool:
    with open(path, "rb") as file:
        return file.read(len(ARROW_MAGIC)) == ARROW_MAGIC


def as_plain_table(frame: Any) -> tuple[Any, str, list[str]]:
    """Returns a table whose columns have texts as names and whose index is a column if it says
    something, what the reader has to do for that, and notes about it.
    """
    import pandas

    steps, notes = "", []
    if isinstance(frame.columns, pandas.MultiIndex):
        joined = [" ".join(str(part) for part in label) for label in frame.columns]
        frame = frame.set_axis(joined, axis=1)
        steps = '.pipe(lambda df: df.set_axis([" ".join(str(part) for part in label) for label in df.columns], axis=1))'
        notes.append("the names of the columns have several levels, which are joined by spaces")
    elif not all(isinstance(name, str) for name in frame.columns):
        frame, steps = frame.rename(columns=str), ".rename(columns=str)"
    index = frame.index
    named = [name for name in index.names if name is not None]
    if not isinstance(index, pandas.RangeIndex) or index.start or index.step != 1 or named:
        keep = bool(named) or index.nlevels > 1 or index.dtype.kind not in "iu"
        keep = keep and not {str(name) for name in named} & set(map(str, frame.columns))
        if keep:
            before = set(map(str, frame.columns))
            frame, steps = frame.reset_index(), f"{steps}.reset_index()"
            added = [str(name) for name in frame.columns if str(name) not in before]
            notes.append(f"the index of the table is read as columns: {records.named(added)}")
        else:
            frame, steps = frame.reset_index(drop=True), f"{steps}.reset_index(drop=True)"
    return frame, steps, notes
