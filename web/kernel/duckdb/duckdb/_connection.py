"""A connection: a database in the memory of the engine, and the tables that SQL finds by name in
Python and among the files.
"""

from __future__ import annotations

import contextlib
import sys
import warnings

from . import _files, _sql, _values
from ._engine import Ended, Refused, ask
from ._errors import (
    CatalogException,
    ConnectionException,
    Error,
    InvalidInputException,
    NotImplementedException,
    PermissionException,
    error_of,
    missing_name,
)
from ._errors import parts as parts_of
from ._file_tables import SHADOW, FileTables
from ._relation import DuckDBPyRelation, Rows, described
from ._values import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    Names = Mapping[str, Any]
    Parameters = Sequence[Any] | Mapping[str, Any] | None

# Names that one statement may have the connection look up.
MAX_NAMES = 200
NO_EXTENSIONS = "Permission Error: Extensions cannot be installed or loaded here. There is no network, and the engine has its core functions: without json, icu, httpfs and spatial. Parquet, Excel and JSON files are read by their names all the same."
NO_FILES = "Permission Error: SQL writes and opens no files here. Write a result by .df().to_csv('name.csv') or .to_parquet('name.parquet'), and read a file by FROM 'name.csv'."


class DuckDBPyConnection:
    """A database of its own, in memory."""

    def __init__(self) -> None:
        self._number: int | None = None
        self._closed = False
        self._ended = False
        self._made = 0
        self._files = FileTables(self)
        self._registered: dict[str, str] = {}
        self._rows: Rows | None = None

    # Running statements.

    def sql(
        self, query: Any, *, alias: str = "", params: Parameters = None
    ) -> DuckDBPyRelation | None:
        """Runs SQL. Returns the result of its last statement, or None if that is not a query."""
        if isinstance(query, DuckDBPyRelation):
            return query
        return self._sql(query, params, caller())

    query = sql

    def execute(self, query: str, parameters: Parameters = None) -> DuckDBPyConnection:
        """Runs SQL, whose result is fetched from this connection."""
        result = self._run(query, parameters, caller())
        self._rows = None if result is None else Rows(result)
        return self

    def executemany(self, query: str, parameters: Iterable[Any] = ()) -> DuckDBPyConnection:
        """Runs SQL once for each set of values."""
        names = caller()
        for values in parameters:
            self._run(query, values, names)
        return self

    def _sql(self, query: str, parameters: Parameters, names: Names) -> DuckDBPyRelation | None:
        result = self._run(query, parameters, names)
        found = _sql.statements(query)
        return DuckDBPyRelation(self, result) if result is not None and found[-1].asks else None

    def _run(self, query: str, parameters: Parameters, names: Names) -> Result | None:
        """Runs the statements; the values are for the last one. Returns its result."""
        if not isinstance(query, str):
            raise InvalidInputException("Invalid Input Error: SQL is expected as a string.")
        found = _sql.statements(query)
        result = None
        for statement in found:
            refuse(statement.first)
            if parameters is not None and statement is found[-1]:
                statement = _sql.bound(statement, parameters)
            result = self._statement(statement, names)
        return result

    def _statement(self, statement: _sql.Statement, names: Names) -> Result:
        text = _sql.with_files(statement, _files.is_file, self._tables_of).text
        temporary: list[tuple[str, str]] = []
        tried: set[str] = set()
        try:
            while True:
                try:
                    return self._result_of(text, statement)
                except Refused as error:
                    message = str(error)
                    if self._files.read_otherwise(message):
                        continue
                    name = missing_name(message)
                    if name is None or name in tried or len(tried) >= MAX_NAMES:
                        raise refusal(message, statement.first) from None
                    tried.add(name)
                    found = self._find(name, names)
                    if found is None:
                        raise refusal(message, statement.first) from None
                    table, keep = found
                    self._view(name, table)
                    if keep:
                        self._files.name(table, name)
                    else:
                        temporary.append((name, table))
        finally:
            for name, table in temporary:
                self._quietly(f"DROP VIEW IF EXISTS temp.{_sql.quoted(name)}")
                self._quietly(f"DROP TABLE IF EXISTS {SHADOW}.{table}")

    def _result_of(self, text: str, statement: _sql.Statement) -> Result:
        result = Result(self._ask("run", sql=text))
        if result.is_complete:
            return result
        if not statement.only_reads:
            raise NotImplementedException(
                "Not implemented Error: A statement that changes tables cannot return an ENUM here. Cast the column to VARCHAR."
            )
        return Result(self._ask("whole", sql=text))

    def _ask(self, action: str, payload: bytes | None = None, **fields: Any) -> bytes:
        if self._closed:
            raise ConnectionException("Connection Error: The connection is closed.")
        if self._number is None:
            if self._ended:
                self._ended = False
                warnings.warn(
                    "The SQL engine did not stop and was ended, so that this connection begins again with an empty database.",
                    stacklevel=2,
                )
            try:
                self._number = int(ask("connect"))
            except Refused as error:
                raise error_of(str(error)) from None
        try:
            return ask(action, payload, connection=self._number, **fields)
        except Ended:
            self._lose()
            self._ended = True
            raise
        except Refused as error:
            if parts_of(str(error))[0] == "Connection" or "engine was ended" in str(error):
                self._lose()
                raise ConnectionException(
                    "Connection Error: The SQL engine was ended, since a query did not stop or memory ran out. The tables of this connection are lost; the next statement begins with an empty database."
                ) from None
            raise

    def _lose(self) -> None:
        self._number = None
        self._files = FileTables(self)
        self._registered.clear()

    def _quietly(self, sql: str) -> None:
        # Nothing is left of an engine that has ended.
        if self._number is not None:
            with contextlib.suppress(Error):
                self._ask("run", sql=sql)

    # Tables by name.

    def _find(self, name: str, names: Names) -> tuple[str, bool] | None:
        """Returns the table for a name that the engine does not know, and whether to keep it."""
        if name in names:
            stream = _values.stream_of(names[name])
            if stream is not None:
                return self._insert(stream), False
        if _files.is_file(name):
            return self._files.table_of(name, {}), True
        return None

    def _next(self) -> str:
        """Returns a name for a table."""
        self._made += 1
        return f"t{self._made}"

    def _insert(self, stream: bytes) -> str:
        table = self._next()
        with self._translated():
            self._ask("insert", stream, table=table)
        return table

    def _view(self, name: str, table: str) -> None:
        self._ask(
            "run", sql=f"CREATE OR REPLACE TEMP VIEW {_sql.quoted(name)} AS FROM {SHADOW}.{table}"
        )

    @contextlib.contextmanager
    def _translated(self) -> Iterator[None]:
        """Has messages of the engine raised as exceptions."""
        try:
            yield
        except Refused as error:
            raise error_of(str(error)) from None

    def _tables_of(self, name: str, options: dict[str, Any]) -> str:
        tables = [
            f"{SHADOW}.{self._files.table_of(path, options)}" for path in _files.expanded(name)
        ]
        return (
            tables[0]
            if len(tables) == 1
            else f"({' UNION ALL '.join(f'FROM {one}' for one in tables)})"
        )

    def _of_result(self, result: Result, query: str) -> Result:
        """Runs a query of a result, which braces in it stand for."""
        table = self._insert(result.stream)
        try:
            text = query.format(f"{SHADOW}.{table}")
            return self._result_of(text, _sql.statements(text)[0])
        except Refused as error:
            raise error_of(str(error)) from None
        finally:
            self._quietly(f"DROP TABLE IF EXISTS {SHADOW}.{table}")

    def register(self, name: str, value: Any) -> DuckDBPyConnection:
        """Makes a table of Python known under a name, as it is now."""
        stream = _values.stream_of(value)
        if stream is None:
            raise InvalidInputException(
                f"Invalid Input Error: An object of the type {type(value).__name__} is not a table. Register a DataFrame."
            )
        self.unregister(name)
        self._registered[name] = self._insert(stream)
        self._view(name, self._registered[name])
        return self

    def unregister(self, name: str) -> DuckDBPyConnection:
        table = self._registered.pop(name, None)
        if table is not None:
            self._quietly(f"DROP VIEW IF EXISTS temp.{_sql.quoted(name)}")
            self._quietly(f"DROP TABLE IF EXISTS {SHADOW}.{table}")
        return self

    def from_df(self, df: Any) -> DuckDBPyRelation:
        """Returns a DataFrame as a relation."""
        stream = _values.stream_of(df)
        if stream is None:
            raise InvalidInputException("Invalid Input Error: A DataFrame is expected.")
        return DuckDBPyRelation(self, Result(stream))

    from_arrow = from_df

    def read_csv(self, path: str, **options: Any) -> DuckDBPyRelation:
        """Returns a file as a relation, read as its profile says."""
        source = self._tables_of(
            str(path), {name.lower(): value for name, value in options.items()}
        )
        statement = _sql.statements(f"FROM {source}")[0]
        return DuckDBPyRelation(self, self._statement(statement, {}))

    from_csv_auto = read_parquet = from_parquet = read_json = read_xlsx = read_csv

    def table(self, name: str) -> DuckDBPyRelation:
        found = self._sql(f"FROM {_sql.quoted(name)}", None, {})
        if found is None:
            raise CatalogException(f"Catalog Error: There is no table {name}.")
        return found

    view = table

    # What was executed last.

    def _result(self) -> Rows:
        if self._rows is None:
            raise InvalidInputException("Invalid Input Error: No open result set.")
        return self._rows

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self._result().take(None)

    def fetchmany(self, size: int = 1) -> list[tuple[Any, ...]]:
        return self._result().take(size)

    def fetchone(self) -> tuple[Any, ...] | None:
        return next(iter(self._result().take(1)), None)

    def df(self) -> Any:
        return self._result().result.frame()

    fetchdf = fetch_df = df

    def fetchnumpy(self) -> dict[str, Any]:
        return {name: column.to_numpy() for name, column in self.df().items()}

    def arrow(self) -> Any:
        return DuckDBPyRelation(self, self._result().result).arrow()

    fetch_arrow_table = arrow

    @property
    def description(self) -> list[tuple[Any, ...]] | None:
        return None if self._rows is None else described(self._rows.result)

    # Its life.

    def begin(self) -> DuckDBPyConnection:
        return self.execute("BEGIN")

    def commit(self) -> DuckDBPyConnection:
        return self.execute("COMMIT")

    def rollback(self) -> DuckDBPyConnection:
        return self.execute("ROLLBACK")

    def cursor(self) -> DuckDBPyConnection:
        """Returns this connection, which runs one statement after the other."""
        return self

    def close(self) -> None:
        """Closes the connection. Its tables are gone."""
        if not self._closed and self._number is not None:
            with contextlib.suppress(Error):
                self._ask("close")
        self._closed = True

    def __enter__(self) -> DuckDBPyConnection:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


def caller() -> Names:
    """Returns the names of the code that called this package."""
    frame = sys._getframe(1)
    while frame.f_back is not None and is_ours(frame.f_globals.get("__name__")):
        frame = frame.f_back
    return {**frame.f_globals, **frame.f_locals}


def is_ours(module: Any) -> bool:
    return str(module).partition(".")[0] == __name__.partition(".")[0]


def refuse(first: str) -> None:
    """Raises an error for a statement that would do nothing here, without saying so."""
    if first in ("install", "load", "force", "update_extensions"):
        raise PermissionException(NO_EXTENSIONS)


def refusal(message: str, first: str) -> Error:
    """Returns the exception for a message of the engine about such a statement."""
    if (
        parts_of(message)[0] == "Permission" and first in ("copy", "export", "import")
    ) or "SQL writes no files" in message:
        return PermissionException(NO_FILES)
    return error_of(message)
