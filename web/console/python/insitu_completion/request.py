"""A request of the page, answered within an execution of the page's own, of which nothing stays.

An execution counts, is kept as `In[n]`, and moves the names `_i` to `_iii`. This one takes that
back, so that the user's executions are numbered as if nobody had asked. The answer goes to stderr:
a long stdout becomes a file under /out.
"""

from __future__ import annotations

import base64
import json
import linecache
import sys

from . import completion

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any

KINDS = {"complete": completion.complete, "signature": completion.signature}


def answer(request: str, names: dict[str, Any]) -> None:
    """Writes the answer to a request, which is JSON in base64: `{ kind, code, cursor }`. `names`
    are the session's variables; none is changed.
    """
    try:
        asked = json.loads(base64.b64decode(request))
        found = KINDS[asked["kind"]](asked["code"], asked["cursor"], names)
        sys.stderr.write(json.dumps(found) + "\n")
    finally:
        forget(sys._getframe(), names)


def forget(frame: FrameType | None, names: dict[str, Any]) -> None:
    """Takes back what the execution of this frame has counted and kept."""
    # The frame of the harness that runs it. The locals of the others may be anything.
    while frame is not None and not (
        frame.f_code.co_name == "run" and frame.f_globals.get("__name__") == "insitu.kernel"
    ):
        frame = frame.f_back
    if frame is None:
        return
    kernel = frame.f_locals["self"]
    inputs = kernel.namespace.inputs
    linecache.cache.pop(f"Cell [{kernel.count}]", None)
    names.pop(f"_i{kernel.count}", None)
    inputs.pop()
    kernel.count -= 1
    names["_i"], names["_ii"], names["_iii"] = [*inputs[:-1][::-1], "", "", ""][:3]
