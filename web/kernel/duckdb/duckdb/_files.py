"""Files as SQL names them: read by pandas as their profile says, so that names, types, dates and
the encoding are those of every other reading of the session.
"""

from __future__ import annotations

import contextlib
import glob
import os
import warnings

from ._errors import InvalidInputException, IOException

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

# Options of DuckDB's readers that pandas has under another name.
RENAMED = {
    "delim": "sep", "sep": "sep", "skip": "skiprows", "quote": "quotechar", "nullstr": "na_values",
    "encoding": "encoding", "decimal_separator": "decimal", "comment": "comment", "sheet": "sheet_name",
}  # fmt: skip
# Arguments of pandas that say how a text file is written, and options that say what the profile
# finds out anyway.
OF_TEXT = {"sep", "encoding", "decimal", "thousands", "quotechar"}
FOUND_OUT = {"auto_detect": True, "header": True, "sample_size": None, "filename": False}


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


def stamp(name: str) -> tuple[Any, ...]:
    """Returns what tells a file from another one under the same name."""
    facts = os.stat(name)
    return (facts.st_size, facts.st_mtime_ns, reader_of_page(name))


def reader_of_page(name: str) -> str | None:
    """Returns the code by which the page's profile reads a file; None if it has none."""
    from insitu import readings

    tables = readings.current.tables.get(os.path.realpath(name), [])
    return tables[0].reader if tables else None


def read(name: str, options: dict[str, Any]) -> Any:
    """Returns a file's table as a DataFrame; `options` are those of DuckDB's functions."""
    import pandas

    arguments = arguments_of(options)
    with unnoticed():
        table = profiled(name)
    reader = reader_of_page(name) or table["reader"]
    if arguments:
        if not reader.startswith("pd.read_csv("):
            raise InvalidInputException(
                f"Invalid Input Error: Options are for text files such as CSV, which {name} is not."
            )
        return pandas.read_csv(name, **{**stated(reader), **arguments})
    names = {"pd": pandas}
    with unnoticed():
        frame = names["df"] = eval(reader, names)
    for column in table["columns"]:
        if column["conversion"] and column["name"] in frame.columns:
            convert(frame, column["name"], eval(column["conversion"], names), name)
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


def convert(frame: Any, column: str, values: Any, name: str) -> None:
    """Puts the values of a column in which numbers or dates are written as text, and warns if some
    of its texts are neither.
    """
    lost = int((values.isna() & frame[column].notna()).sum())
    if lost:
        warnings.warn(
            f"{name}: {lost:,} texts in the column {column} are not values of its type, and are NULL in SQL.",
            stacklevel=2,
        )
    frame[column] = values


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


def profiled(name: str) -> dict[str, Any]:
    """Returns the profile of a file's first table, with the code that reads it from here."""
    from insitu import profile
    from insitu.quoting import quoted

    found = profile.describe(os.path.abspath(name))
    tables = [table for table in found["tables"] if table["reader"]]
    if not tables:
        raise IOException(
            f"IO Error: {name} has no table that can be read. {found['error'] or ' '.join(found['notes'])}".strip()
        )
    here = quoted(os.path.basename(name)), quoted(name)
    return {**tables[0], "reader": tables[0]["reader"].replace(*here, 1)}


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
