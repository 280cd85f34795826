"""A `time.sleep` that Stop can interrupt. The interpreter's own does not check for interrupts while
it blocks.
"""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The longest wait between two checks in seconds, if an interrupt does not end the wait by
# itself.
SLICE = 0.05


def install(bridge: Any, flush: Callable[[], None]) -> None:
    """Replaces `time.sleep` with a version that flushes printed output first. Without shared memory
    there are no interrupts, and the original stays.
    """
    if not bridge.canWait():
        return
    wait = bridge.wait

    def sleep(seconds: Any, /) -> None:
        if seconds < 0:
            raise ValueError("sleep length must be non-negative")
        flush()
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            wait(min(left, SLICE) * 1000)

    sleep.__doc__ = time.sleep.__doc__
    time.sleep = sleep
