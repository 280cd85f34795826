"""Profiles of SQLite databases, with a table per table and view. A database may be hostile: it is
opened as a constant, nothing in it runs but the queries here, and these within limits.
"""

from __future__ import annotations

import time
import urllib.parse

from . import records
from .quoting import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MAX_TABLES = 30
# Characters of a text that are read for the profile.
MAX_TEXT_LENGTH = 500
# Bytes of one value; a view may compute one of any size.
MAX_VALUE_BYTES = 64 << 20
# Seconds that one query may take: a view may compute without an end.
MAX_SECONDS = 5.0
# Instructions of SQLite between two looks at the clock.
INSTRUCTIONS = 20_000
# Tables that libraries keep for themselves, and what those of full-text indexes and of indexes of
# places are called after their index.
OF_GEOPACKAGES = ("gpkg_", "rtree_")
OF_INDEXES = "data idx content docsize config segments segdir stat node parent rowid".split()  # noqa: SIM905


def describe(path: str, facts: dict[str, Any]) -> None:
    """Adds one table per table and view of the database."""
    import sqlite3

    if (missing := missing_bytes(path, facts["bytes"])) > 0:
        facts["error"] = (
            f"The database is incomplete: {missing:,} bytes are missing at its end. Copy it again while no program writes to it, and drop the new copy."
        )
        return
    connection = open_constant(sqlite3, path)
    try:
        names = tables_of(connection, facts)
        for name, kind in names[:MAX_TABLES]:
            try:
                describe_table(connection, name, facts)
            except (sqlite3.Error, OverflowError) as error:
                facts["notes"].append(f"{kind} {name} could not be read: {reason(error)}")
    except sqlite3.DatabaseError as error:
        facts["error"] = (
            f"The database could not be read ({reason(error)}): it is damaged or encrypted. Save it again without a password (VACUUM INTO 'copy.sqlite'), and drop the copy."
        )
        return
    finally:
        connection.close()
    if len(names) > MAX_TABLES:
        facts["notes"].append(
            f"{len(names)} tables and views, of which the first {MAX_TABLES} were looked at"
        )
    if not facts["tables"]:
        facts["error"] = "The database has no table that can be read."


def tables(path: str, _kind: str, rows: int) -> Iterator[tuple[str, Any]]:
    """Yields the first rows of each table for its preview."""
    import sqlite3

    import pandas

    connection = open_constant(sqlite3, path)
    try:
        for name, _type in tables_of(connection, {"path": path, "notes": []})[:MAX_TABLES]:
            try:
                found, names = first_rows(connection, name, rows)
            except sqlite3.Error:
                continue
            yield name, pandas.DataFrame.from_records(found, columns=names, coerce_float=True)
    finally:
        connection.close()


def first_rows(
    connection: Any, name: str, rows: int | None
) -> tuple[list[tuple[Any, ...]], list[str]]:
    """Returns the first rows of a table with shortened values, and the names of its columns."""
    _none, names = limited(connection, f"SELECT * FROM {identifier(name)} LIMIT 0")
    columns = ", ".join(shortened(column) for column in names)
    query = f"SELECT {columns} FROM {identifier(name)}"
    many = records.sample_rows(len(names))
    return limited(connection, query, many if rows is None else min(rows, many))[0], names


def missing_bytes(path: str, size: int) -> int:
    """Returns how many bytes a database lacks by what its header says, and notes nothing where the
    header does not say it.
    """
    with open(path, "rb") as file:
        head = file.read(100)
    if len(head) < 100:
        return 100 - len(head)
    page = int.from_bytes(head[16:18], "big")
    page = 65_536 if page == 1 else page
    # The number of pages counts only if the change counter says so.
    pages = int.from_bytes(head[28:32], "big") if head[24:28] == head[92:96] else 0
    return pages * page - size


def open_constant(sqlite3: Any, path: str) -> Any:
    """Opens a database that nothing changes, without its triggers, extensions or journals."""
    connection = sqlite3.connect(address(path), uri=True)
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MAX_VALUE_BYTES)
    for pragma in ("query_only=ON", "trusted_schema=OFF", "cell_size_check=ON"):
        connection.execute(f"PRAGMA {pragma}")
    return connection


def address(path: str) -> str:
    """Returns the address of a database file that is opened as a constant: beside a file that the
    user has dropped there is neither a lock nor a journal.
    """
    return f"file:{urllib.parse.quote(path)}?mode=ro&immutable=1"


def reader(file: str, name: str) -> str:
    """Returns the expression that reads a table."""
    query = f"SELECT * FROM {identifier(name)}"
    text = f"'{query}'" if "'" not in query and "\\" not in query else quoted(query)
    return f'pd.read_sql_query({text}, __import__("sqlite3").connect({quoted(address(file))}, uri=True))'


def identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def tables_of(connection: Any, facts: dict[str, Any]) -> list[tuple[str, str]]:
    """Returns the names and kinds of the tables and views that a user has made."""
    rows = connection.execute(
        "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY type, rowid"
    ).fetchall()
    virtual = [name for name, _kind, sql in rows if is_virtual(sql)]
    is_geopackage = any(name == "gpkg_contents" for name, _kind, _sql in rows)
    found = []
    for name, kind, _sql in rows:
        shadow = any(name == f"{owner}_{part}" for owner in virtual for part in OF_INDEXES)
        of_library = is_geopackage and name.lower().startswith(OF_GEOPACKAGES)
        if not (name.lower().startswith("sqlite_") or shadow or of_library):
            found.append((name, kind))
    if is_geopackage:
        facts["notes"].append("GeoPackage: geometries are read as bytes")
    with open(facts["path"], "rb") as file:
        if file.read(20)[18:20] == b"\2\2":
            facts["notes"].append(
                "the database has a log beside it (a file that ends in -wal): rows that are only in the log are not read"
            )
    return found


def is_virtual(sql: str | None) -> bool:
    return (sql or "").lstrip().upper().startswith("CREATE VIRTUAL")


def limited(connection: Any, query: str, many: int = 1) -> tuple[list[tuple[Any, ...]], list[str]]:
    """Returns the first rows of a query and the names of its columns. Raises an error of SQLite
    where that takes too long.
    """
    end = time.monotonic() + MAX_SECONDS
    connection.set_progress_handler(lambda: time.monotonic() > end, INSTRUCTIONS)
    try:
        cursor = connection.execute(query)
        names = [column[0] for column in cursor.description]
        return cursor.fetchmany(many), names
    finally:
        connection.set_progress_handler(None, INSTRUCTIONS)


def describe_table(connection: Any, name: str, facts: dict[str, Any]) -> None:
    """Adds one table. Values are shortened, since a cell may hold a whole document."""
    import pandas

    rows, names = first_rows(connection, name, None)
    frame = pandas.DataFrame.from_records(rows, columns=names, coerce_float=True)
    binary = [column for column in dict.fromkeys(names) if holds_bytes(frame.loc[:, column])]
    count, exact = count_of(connection, name, len(frame))
    if count == len(frame) or len(frame) < records.sample_rows(len(names)):
        count, exact = len(frame), True
    records.add(facts, frame, reader(facts["name"], name), count, exact, sheet=name)
    if binary:
        facts["notes"].append(f"{name}: bytes and no values: {records.named(binary)}")


def shortened(column: str) -> str:
    """Returns the expression of a column, of whose texts and bytes only the beginning is read."""
    name = identifier(column)
    return (
        f"CASE typeof({name}) WHEN 'text' THEN substr({name}, 1, {MAX_TEXT_LENGTH})"
        f" WHEN 'blob' THEN substr({name}, 1, 16) ELSE {name} END"
    )


def holds_bytes(values: Any) -> bool:
    return (
        values.ndim == 1
        and values.dtype == object
        and values.map(lambda value: isinstance(value, bytes)).any()
    )


def count_of(connection: Any, name: str, least: int) -> tuple[int, bool]:
    """Returns how many rows a table has, and whether they were counted: in a large one the number
    of the last row tells about how many there are.
    """
    import sqlite3

    for query, exact in (
        (f"SELECT COUNT(*) FROM {identifier(name)}", True),
        (f"SELECT MAX(rowid) FROM {identifier(name)}", False),
    ):
        try:
            rows, _names = limited(connection, query)
        except sqlite3.Error:
            continue
        if isinstance(rows[0][0], int):
            return max(rows[0][0], least), exact
    return least, False


def reason(error: BaseException) -> str:
    text = str(error)
    return "it takes too long" if text == "interrupted" else text
