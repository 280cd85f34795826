"""The views of tables that `windows` has computed, by result, and the error of a request that
cannot be answered.

Apart from `windows`, so that this is imported from the start and `repair` protects it, without
importing numpy.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# The views are `windows.View`, which only `windows` makes and reads.
views: dict[str | None, Any] = {}


class Refused(Exception):
    """A request that cannot be answered; the message is a sentence for the user."""
