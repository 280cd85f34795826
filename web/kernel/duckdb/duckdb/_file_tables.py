"""The tables of files in one connection: views of what the engine reads itself, and copies of what
pandas reads.
"""

from __future__ import annotations

import contextlib
import os
import warnings
from dataclasses import dataclass, field

from . import _files, _reference, _values
from ._engine import Refused
from ._errors import IOException, OutOfMemoryException, parts
from ._values import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._connection import DuckDBPyConnection

# The schema of tables that are copies of frames and of files; see `engine.ts`.
SHADOW = "_insitu"


@dataclass
class FileTable:
    """The table of a file: a view."""

    path: str
    stamp: Any
    # Its name in `SHADOW`.
    table: str
    # The tables of which it is the union, if the file was copied.
    copies: list[str] = field(default_factory=list)
    # How the engine reads it, if it was not.
    reference: _reference.Reference | None = None
    # The names by which statements call it.
    names: set[str] = field(default_factory=set)


class FileTables:
    def __init__(self, connection: DuckDBPyConnection) -> None:
        self._connection = connection
        self._known: dict[Any, FileTable] = {}

    def table_of(self, path: str, options: dict[str, Any]) -> str:
        """Returns the table of a file, which is read again only if it has changed."""
        key = (path, repr(sorted(options.items())))
        stamp = _files.stamp(path, options.get("sheet"))
        known = self._known.get(key)
        if known and known.stamp == stamp:
            return known.table
        if known:
            self._drop(self._known.pop(key))
        made = self._known[key] = FileTable(path, stamp, self._connection._next())
        try:
            with self._connection._translated():
                if options or not _files.is_large(path) or not self.refer(made):
                    self.copy(made, options)
        except BaseException:
            self._drop(self._known.pop(key))
            raise
        return made.table

    def name(self, table: str, name: str) -> None:
        """Has a name of SQL stay that of a table, however the file is read later."""
        for known in self._known.values():
            if known.table == table:
                known.names.add(name)

    def read_otherwise(self, message: str) -> bool:
        """Has a file read in another way, if the engine says that it cannot read one in this way.
        Returns whether it did, so that the statement may run again.
        """
        number = _reference.number_of(message)
        known = next(
            (
                one
                for one in self._known.values()
                if one.reference is not None and one.reference.number == number
            ),
            None,
        )
        if known is None or known.reference is None:
            return False
        if not known.reference.adapt(message, known.path):
            self.copy_instead(known)
            return True
        while known.reference.warnings:
            warnings.warn(known.reference.warnings.pop(), stacklevel=2)
        self._define(known, known.reference.sql())
        return True

    def refer(self, made: FileTable) -> bool:
        """Has the engine read a file itself. Returns whether it can."""
        ask = self._connection._ask
        found = _files.reference(made.path)
        if found is None:
            return False
        try:
            found.source = ask("refer", path=os.path.realpath(made.path)).decode()
        except Refused:
            # A file that code has written.
            return False
        made.reference = found
        self._define(made, found.sql())
        first = f"FROM {SHADOW}.{made.table} LIMIT {_files.COMPARED}"
        while made.reference is not None:
            try:
                ours = Result(ask("run", sql=first)).frame()
            except Refused as error:
                if not self.read_otherwise(str(error)):
                    raise
            else:
                if not _reference.agrees(ours, _files.first_rows(made.path, found)):
                    self.copy_instead(made)
                break
        return True

    def copy_instead(self, made: FileTable) -> None:
        """Has pandas read a file that the engine does not read as pandas would."""
        self._forget(made)
        self.copy(made, {})

    def copy(self, made: FileTable, options: dict[str, Any]) -> None:
        """Reads a file by pandas, piece by piece if it is large, into tables."""
        rows = 0
        with contextlib.closing(_files.pieces(made.path, options)) as frames:
            for frame in frames:
                stream = _values.stream_of(frame)
                if stream is None:
                    raise IOException(f"IO Error: {made.path} has no table.")
                rows += frame.shape[0]
                made.copies.append(f"{made.table}_{len(made.copies) + 1}")
                try:
                    self._connection._ask("insert", stream, table=made.copies[-1])
                except Refused as error:
                    if parts(str(error))[0] != "Out of Memory":
                        raise
                    raise OutOfMemoryException(
                        f"Out of Memory Error: {made.path} does not fit into the engine's memory, which is full after {rows:,} rows. Read the file by pandas with usecols, or in pieces with chunksize, and query the DataFrame by its name."
                    ) from None
        self._define(made, " UNION ALL ".join(f"FROM {SHADOW}.{one}" for one in made.copies))

    def _define(self, made: FileTable, query: str) -> None:
        ask = self._connection._ask
        ask("run", sql=f"CREATE SCHEMA IF NOT EXISTS {SHADOW}")
        ask("run", sql=f"CREATE OR REPLACE VIEW {SHADOW}.{made.table} AS {query}")
        for name in made.names:
            self._connection._view(name, made.table)

    def _forget(self, made: FileTable) -> None:
        self._connection._quietly(f"DROP VIEW IF EXISTS {SHADOW}.{made.table}")
        if made.reference is not None:
            self._connection._ask("forget", table=made.reference.source)
            made.reference = None

    def _drop(self, made: FileTable) -> None:
        self._forget(made)
        for one in made.copies:
            self._connection._quietly(f"DROP TABLE IF EXISTS {SHADOW}.{one}")
