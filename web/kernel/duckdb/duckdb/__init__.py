"""SQL by DuckDB, whose engine runs in a worker of its own: the interface of DuckDB's Python
package, as far as it has a meaning without a network and without files of its own.
"""

from __future__ import annotations

from ._connection import DuckDBPyConnection
from ._errors import *  # noqa: F403
from ._errors import IOException
from ._relation import DuckDBPyRelation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "1.4.3"
apilevel, threadsafety, paramstyle = "2.0", 1, "qmark"

_default = DuckDBPyConnection()


def connect(
    database: Any = ":memory:", read_only: bool = False, config: Any = None
) -> DuckDBPyConnection:
    """Opens a database in memory. Its configuration is fixed."""
    name = str(database)
    if name == ":default:":
        return default_connection()
    if name and not name.startswith(":memory:"):
        raise IOException(
            f'IO Error: "{name}" cannot be opened: databases live in memory here, and a file is read by its name in SQL. Use duckdb.connect().'
        )
    return DuckDBPyConnection()


def default_connection() -> DuckDBPyConnection:
    """Returns the connection of this module's functions."""
    global _default
    if _default._closed:
        _default = DuckDBPyConnection()
    return _default


def sql(
    query: Any, *, alias: str = "", params: Any = None, connection: DuckDBPyConnection | None = None
) -> DuckDBPyRelation | None:
    """Runs SQL. Returns the result of its last statement, or None if that is not a query."""
    return (connection or default_connection()).sql(query, alias=alias, params=params)


query = sql


def execute(
    query: str, parameters: Any = None, connection: DuckDBPyConnection | None = None
) -> DuckDBPyConnection:
    """Runs SQL, whose result is fetched from the connection that is returned."""
    return (connection or default_connection()).execute(query, parameters)


def __getattr__(name: str) -> Any:
    """Returns the other methods of the default connection as functions."""
    if not name.startswith("_") and hasattr(DuckDBPyConnection, name):
        return getattr(default_connection(), name)
    raise AttributeError(f"module 'duckdb' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *(name for name in vars(DuckDBPyConnection) if name[0] != "_")})
