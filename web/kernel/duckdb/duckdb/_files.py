"""Files as SQL names them: read as their profile says, so that names, types, dates and the encoding
are those of every other reading of the session. pandas reads them, in pieces if they are large; how
the engine reads a large one itself is in `_reference.py`.
"""

from __future__ import annotations

import contextlib
import glob
import os
import types
import warnings

from . import _reference, _values
from ._errors import InvalidInputException, IOException

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from typing import Any

# Options of DuckDB's readers that pandas has under another name.
RENAMED = {
    "delim": "sep", "sep": "sep", "skip": "skiprows", "quote": "quotechar", "nullstr": "na_values",
    "encoding": "encoding", "decimal_separator": "decimal", "comment": "comment",
}  # fmt: skip
# Arguments of pandas that say how a text file is written, and options that say what the profile
# finds out anyway.
OF_TEXT = {"sep", "encoding", "decimal", "thousands", "quotechar"}
FOUND_OUT = {"auto_detect": True, "header": True, "sample_size": None, "filename": False}
# Files beyond this size are read by the engine itself, or in pieces: pandas takes some 15 s for one
# of this size here, and several times its memory.
LARGE = 64 << 20
# How much of a text file is one piece, and how few rows.
PIECE, PIECE_ROWS = 32 << 20, 1_000
# Rows of a batch of a Parquet file.
BATCH_ROWS = 65_536
# Files that pandas decompresses, which the engine would take for text.
COMPRESSED = (".gz", ".bz2", ".xz", ".zip", ".zst", ".tar", ".tgz")
# Rows by which the engine's reading of a file is compared with that of pandas.
COMPARED = 500


def is_file(name: str) -> bool:
    return bool(name) and "\0" not in name and os.path.isfile(name)


def expanded(name: str) -> list[str]:
    """Returns the files that a name or a pattern means."""
    if is_file(name):
        return [name]
    found = sorted(path for path in glob.glob(name) if is_file(path))
    if not found:
        raise IOException(
            f'IO Error: There is no file "{name}" here. Drop it into the page; SQL has no network.'
        )
    return found


def stamp(name: str, sheet: str | None = None) -> tuple[Any, ...]:
    """Returns what tells a file from another one under the same name."""
    facts = os.stat(name)
    return (facts.st_size, facts.st_mtime_ns, reader_of_page(name, sheet))


def reader_of_page(name: str, sheet: str | None = None) -> str | None:
    """Returns the code by which the page's profile reads a file, or the table of it that has this
    name; None if it has none.
    """
    from insitu import readings

    tables = readings.current.tables.get(os.path.realpath(name), [])
    return next((one.reader for one in tables if sheet is None or one.sheet == sheet), None)


def is_compressed(name: str) -> bool:
    return name.lower().endswith(COMPRESSED)


def is_large(name: str) -> bool:
    return os.path.getsize(name) > LARGE


def reference(name: str) -> _reference.Reference | None:
    """Returns how the engine reads a text file itself; None if pandas has to."""
    from insitu import readings

    with unnoticed():
        table = profiled(name)
    own = readings.parse("", "", None, table["reader"])
    chosen = readings.parse("", "", None, reader_of_page(name) or table["reader"])
    if own is None or own.function != "read_csv" or own.more or is_compressed(name):
        return None
    # What the user has chosen since may be another table of the file.
    if chosen is None or chosen.values != own.values:
        return None
    return _reference.of_profile(table, own.values)


def pieces(name: str, options: dict[str, Any]) -> Generator[Any]:
    """Reads a file's table as DataFrames, several if it is a large text file, or as tables of arro3;
    `options` are those of DuckDB's functions.
    """
    import pandas

    sheet = options.get("sheet")
    arguments = arguments_of({key: value for key, value in options.items() if key != "sheet"})
    with unnoticed():
        table = profiled(name, sheet)
    reader = reader_of_page(name, sheet) or table["reader"]
    is_text = reader.startswith("pd.read_csv(")
    if arguments and not is_text:
        raise InvalidInputException(
            f"Invalid Input Error: Options are for text files such as CSV, which {name} is not."
        )
    rows = max(PIECE * max(table["rows"], 1) // max(os.path.getsize(name), 1), PIECE_ROWS)
    several = is_text and is_large(name)
    if arguments:
        words = {**stated(reader), **arguments}
        if not several:
            yield pandas.read_csv(name, **words)
            return
        with pandas.read_csv(name, **words, chunksize=rows) as frames:
            yield from frames
        return
    lost: dict[str, int] = {}
    if (reader_of := arrow_reader(name, reader)) is not None:
        parquet = reader.startswith("pd.read_parquet(")
        yield from arrow_pieces(name, reader_of, parquet, table["columns"], lost)
    else:
        with unnoticed():
            frames = in_pieces(reader, table, rows) if several else None
            frames = frames or contextlib.nullcontext([eval(reader, {"pd": pandas})])
        with frames as found:
            for frame in found:
                convert(frame, table["columns"], lost)
                yield frame
    for column, count in lost.items():
        warnings.warn(
            f"{name}: {count:,} texts in the column {column} are not values of its type, and are NULL in SQL.",
            stacklevel=2,
        )


def arrow_reader(name: str, reader: str) -> Any:
    """Returns a function that opens a Parquet or Arrow file for the reader of its batches, if
    `reader` reads it as it is; otherwise None.
    """
    from insitu.quoting import quoted

    if reader == f"pd.read_parquet({quoted(name)})":
        from arro3.io import read_parquet

        return lambda file: read_parquet(file, batch_size=BATCH_ROWS)
    if reader == f"pd.read_feather({quoted(name)})":
        from insitu.pandas_arrow import ipc_reader

        return ipc_reader
    return None


def arrow_pieces(
    name: str, reader_of: Any, parquet: bool, columns: list[dict[str, Any]], lost: dict[str, int]
) -> Iterator[Any]:
    """Reads a Parquet or Arrow file as tables of arro3 of some `PIECE` bytes. Columns that pandas
    would hold as objects of Python stay as they are, which takes a fraction of the time; the others
    have the values that pandas reads.
    """
    with open(name, "rb") as file:
        reader = reader_of(file)
        schema, batches, size, some = reader.schema, [], 0, False
        for batch in reader:
            batches.append(batch)
            size += batch.nbytes
            if size >= PIECE:
                yield arrow_table(batches, schema, parquet, columns, lost)
                batches, size, some = [], 0, True
        if batches or not some:
            yield arrow_table(batches, schema, parquet, columns, lost)


def arrow_table(
    batches: list[Any],
    schema: Any,
    parquet: bool,
    columns: list[dict[str, Any]],
    lost: dict[str, int],
) -> Any:
    from arro3.core import Schema, Table
    from insitu import arrow_frames

    converted = {column["name"] for column in columns if column["conversion"]}
    fields = [schema.field(at) for at in range(len(schema.names))]
    if len(set(schema.names)) < len(fields):
        # As a frame, whose error says so.
        return _values.table_of(arrow_frames.frame_of(batches, schema, None, parquet))
    kept = [
        at
        for at, field in enumerate(fields)
        if _values.is_kept(field.type)
        and not (field.name in converted and _values.is_text(field.type))
    ]
    others = [at for at in range(len(fields)) if at not in kept]
    table = Table.from_batches(
        [batch.select(kept) for batch in batches], schema=Schema([fields[at] for at in kept])
    )
    if not others:
        return table
    part = Schema([fields[at] for at in others], metadata=schema.metadata or {})
    read = [batch.select(others) for batch in batches]
    frame = arrow_frames.frame_of(read, part, None, parquet)
    convert(frame, columns, lost)
    rest = _values.table_of(frame)
    arrays = {}
    # Columns of one table have their values in the same pieces.
    for part, places in ((table.combine_chunks(), kept), (rest.combine_chunks(), others)):
        arrays |= {at: part.column(place) for place, at in enumerate(places)}
    return Table.from_pydict({field.name: arrays[at] for at, field in enumerate(fields)})


def convert(frame: Any, columns: list[dict[str, Any]], lost: dict[str, int]) -> None:
    """Puts the values of columns in which numbers or dates are written as text, and counts the texts
    that are neither.
    """
    import pandas

    names = {"pd": pandas, "df": frame}
    for column in columns:
        name = column["name"]
        if column["conversion"] and name in frame.columns:
            values = eval(column["conversion"], names)
            if bad := int((values.isna() & frame[name].notna()).sum()):
                lost[name] = lost.get(name, 0) + bad
            frame[name] = values


def in_pieces(reader: str, table: dict[str, Any], rows: int) -> Any:
    """Returns the reader of a text file in pieces of so many rows; None if it is not one call."""
    import pandas

    calls = types.SimpleNamespace(read_csv=lambda *args, **words: (args, words))
    try:
        args, words = eval(reader, {"pd": calls})
    except (AttributeError, TypeError, ValueError):
        return None
    dates = words.get("parse_dates", [])
    # Texts in one piece may be numbers alone.
    texts = {
        column["name"]: str
        for column in table["columns"]
        if column["dtype"] in ("str", "object") and column["name"] not in dates
    }
    words["dtype"] = {**texts, **words.get("dtype", {})}
    return pandas.read_csv(*args, **words, chunksize=rows)


def first_rows(name: str, found: _reference.Reference) -> Any:
    """Returns the first rows of a text file as pandas reads them."""
    import pandas

    arguments = {**found.arguments}
    dates = arguments.get("parse_dates", [])
    arguments["dtype"] = {one.name: str for one in found.columns if one.kind == "text" and one.name not in dates}  # fmt: skip
    arguments["nrows"] = min(arguments.get("nrows", COMPARED), COMPARED)
    with unnoticed():
        frame = pandas.read_csv(name, **arguments)
    convert(frame, found.table["columns"], {})
    return frame


@contextlib.contextmanager
def unnoticed() -> Iterator[None]:
    """Has what pandas reads meanwhile not compared with the profiles, which it follows."""
    from insitu import readings

    outer, readings.current.inside = readings.current.inside, True
    try:
        yield
    finally:
        readings.current.inside = outer


def stated(reader: str) -> dict[str, Any]:
    """Returns the arguments of a profile's reader that have to do with how a file is encoded."""
    from insitu import readings
    from insitu.pandas_calls import UNKNOWN

    found = readings.parse("", "", None, reader)
    return {
        name: value
        for name, value in (found.values if found else {}).items()
        if name in OF_TEXT and value is not UNKNOWN
    }


def profiled(name: str, sheet: str | None = None) -> dict[str, Any]:
    """Returns the profile of a file's first table, or of the one with this name, with the code that
    reads it from here.
    """
    from insitu import profile
    from insitu.quoting import quoted

    found = profile.describe(os.path.abspath(name))
    tables = [table for table in found["tables"] if table["reader"]]
    if not tables:
        raise IOException(
            f"IO Error: {name} has no table that can be read. {found['error'] or ' '.join(found['notes'])}".strip()
        )
    chosen = [table for table in tables if sheet is None or table["sheet"] == sheet]
    if not chosen:
        names = ", ".join(f"'{table['sheet']}'" for table in tables if table["sheet"])
        raise IOException(
            f"IO Error: {name} has no table '{sheet}'. {f'It has {names}.' if names else 'It has one table without a name.'}"
        )
    here = quoted(os.path.basename(name)), quoted(name)
    return {**chosen[0], "reader": chosen[0]["reader"].replace(*here, 1)}


def arguments_of(options: dict[str, Any]) -> dict[str, Any]:
    """Returns options as arguments of pandas. Raises InvalidInputException for others."""
    arguments = {}
    for name, value in options.items():
        if name in FOUND_OUT and FOUND_OUT[name] in (None, value):
            continue
        if name == "header" and value is False:
            arguments["header"] = None
        elif name == "all_varchar":
            if value:
                arguments["dtype"] = "str"
        elif name in RENAMED:
            arguments[RENAMED[name]] = value
        else:
            raise InvalidInputException(
                f"Invalid Input Error: The option {name}={value!r} is not available here: a file is read as its profile says. Leave it out, or read the file by pandas and query the DataFrame by its name."
            )
    return arguments
