"""Sends requests to the engine, which runs in a worker of its own, and waits for the answer."""

from __future__ import annotations

import json

from ._errors import Error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Refused(Error):
    """A message of the engine, which `error_of` reads."""


class Ended(KeyboardInterrupt):
    """Stop was pressed, and the engine had to be ended for it."""


def ask(action: str, payload: bytes | None = None, **fields: Any) -> bytes:
    """Sends a request. Returns the bytes of its answer.

    Raises Refused with the engine's message, and KeyboardInterrupt if Stop was pressed.
    """
    from insitu import sql_engine

    if sql_engine.ask is None:
        raise Error("There is no SQL engine in this Python.")
    request = json.dumps({"action": action, **fields})
    answer = sql_engine.ask(request) if payload is None else sql_engine.ask(request, payload)
    if not isinstance(answer, str):
        return answer.to_bytes() if hasattr(answer, "to_bytes") else bytes(answer)
    reason = json.loads(answer)
    if reason.get("stopped"):
        raise Ended if reason.get("lost") else KeyboardInterrupt
    raise Refused(reason["failed"])
