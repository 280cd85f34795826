"""The worker's function that sends a request to the SQL engine; see `bridge.ts`. The package
`duckdb` calls it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

ask: Callable[..., Any] | None = None
