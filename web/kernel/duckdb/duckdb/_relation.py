"""The result of a query as a relation: rows, a DataFrame, and further queries of it."""

from __future__ import annotations

from insitu import tables

from . import _sql
from ._values import Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ._connection import DuckDBPyConnection

# Rows of a relation's text.
SHOWN = 40


class Rows:
    """A result whose rows are fetched one after the other."""

    def __init__(self, result: Result) -> None:
        self.result = result
        self.rows: list[tuple[Any, ...]] | None = None
        self.at = 0

    def take(self, most: int | None) -> list[tuple[Any, ...]]:
        if self.rows is None:
            self.rows = self.result.rows()
        end = len(self.rows) if most is None else min(self.at + most, len(self.rows))
        found, self.at = self.rows[self.at : end], end
        return found


class DuckDBPyRelation:
    """The result of a query, which has run."""

    def __init__(
        self, connection: DuckDBPyConnection, result: Result, alias: str = "relation"
    ) -> None:
        self._connection = connection
        self._result = result
        self._rows = Rows(result)
        self.alias = alias

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self.arrow().__arrow_c_stream__(requested_schema)

    def arrow(self) -> Any:
        """Returns the result as a table of arro3."""
        from arro3.core import Table

        return Table.from_batches(self._result.batches, schema=self._result.schema)

    def df(self) -> Any:
        """Returns the result as a DataFrame."""
        return self._result.frame()

    fetchdf = fetch_df = to_df = df
    to_arrow_table = fetch_arrow_table = arrow

    def fetchall(self) -> list[tuple[Any, ...]]:
        """Returns the rows that have not been fetched yet."""
        return self._rows.take(None)

    def fetchmany(self, size: int = 1) -> list[tuple[Any, ...]]:
        return self._rows.take(size)

    def fetchone(self) -> tuple[Any, ...] | None:
        """Returns the next row; None after the last one."""
        return next(iter(self._rows.take(1)), None)

    def fetchnumpy(self) -> dict[str, Any]:
        return {name: column.to_numpy() for name, column in self.df().items()}

    @property
    def columns(self) -> list[str]:
        return self._result.names

    @property
    def types(self) -> list[str]:
        """The types of the columns, as SQL names them."""
        described = self._connection._of_result(self._result, "DESCRIBE FROM {}")
        return [row[1] for row in described.rows()]

    dtypes = types

    @property
    def description(self) -> list[tuple[Any, ...]]:
        return described(self._result)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self._result), len(self.columns)

    def __len__(self) -> int:
        return len(self._result)

    def __repr__(self) -> str:
        rows = len(self)
        shown = self.df().head(SHOWN).to_string(index=False)
        return f"{shown}\n({rows:,} row{'' if rows == 1 else 's'})"

    def show(self, **_layout: Any) -> None:
        """Prints the result."""
        print(self)

    def _next(self, query: str) -> DuckDBPyRelation:
        return DuckDBPyRelation(self._connection, self._connection._of_result(self._result, query))

    def filter(self, condition: str) -> DuckDBPyRelation:
        return self._next(f"SELECT * FROM {{}} WHERE {braced(condition)}")

    def select(self, *columns: str) -> DuckDBPyRelation:
        return self._next(f"SELECT {braced(', '.join(columns))} FROM {{}}")

    project = select

    def aggregate(self, expressions: str, groups: str = "") -> DuckDBPyRelation:
        by = f" GROUP BY {braced(groups)}" if groups else " GROUP BY ALL"
        return self._next(f"SELECT {braced(expressions)} FROM {{}}{by}")

    def order(self, expressions: str) -> DuckDBPyRelation:
        return self._next(f"SELECT * FROM {{}} ORDER BY {braced(expressions)}")

    sort = order

    def limit(self, rows: int, offset: int = 0) -> DuckDBPyRelation:
        return self._next(f"SELECT * FROM {{}} LIMIT {int(rows)} OFFSET {int(offset)}")

    def distinct(self) -> DuckDBPyRelation:
        return self._next("SELECT DISTINCT * FROM {}")

    def query(self, name: str, sql: str) -> DuckDBPyRelation | None:
        """Runs a query in which this relation has a name."""
        return self._connection._sql(sql, None, {name: self})

    def create(self, name: str) -> None:
        """Makes a table of the result."""
        self._connection._of_result(
            self._result, f"CREATE TABLE {braced(_sql.quoted(name))} AS FROM {{}}"
        )

    to_table = create

    def to_csv(self, name: str, **options: Any) -> None:
        """Writes a CSV file."""
        self.df().to_csv(name, index=False, **options)

    def to_parquet(self, name: str, **options: Any) -> None:
        """Writes a Parquet file."""
        self.df().to_parquet(name, index=False, **options)

    write_csv, write_parquet = to_csv, to_parquet


# As the last expression, and by `display`, it is a table of the page.
tables.SHOWN.append((DuckDBPyRelation, DuckDBPyRelation.df))


def braced(sql: str) -> str:
    """Returns SQL for a template in which braces stand for the relation."""
    return sql.replace("{", "{{").replace("}", "}}")


def described(result: Result) -> list[tuple[Any, ...]]:
    """Returns the columns as Python's interface of databases has them."""
    return [
        (name, str(kind), None, None, None, None, None)
        for name, kind in zip(result.names, result.kinds)
    ]
