"""The recursion limit. Python's frames are not on the browser's stack, but the deallocation of a
long chain of them is, and no page can enlarge that stack.
"""

from __future__ import annotations

import sys
import warnings

SET = sys.setrecursionlimit


def install(most: int) -> None:
    """Limits `sys.setrecursionlimit` to `most`: deeper recursion would crash the interpreter
    instead of raising in the code. 0 means no limit.
    """
    if not most:
        return
    if sys.getrecursionlimit() > most:
        SET(most)

    def setrecursionlimit(limit: int, /) -> None:
        """Sets the maximum depth of the Python interpreter stack, up to what the browser's stack
        allows.
        """
        if isinstance(limit, int) and limit > most:
            warnings.warn(
                f"The recursion limit is {most:,} here, which is the most that this browser's stack allows.",
                RuntimeWarning,
                stacklevel=2,
            )
            limit = most
        SET(limit)

    sys.setrecursionlimit = setrecursionlimit
