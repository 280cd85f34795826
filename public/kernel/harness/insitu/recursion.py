"""How deep code may recurse. Python's frames are not on the browser's stack, but what frees a long chain of them is, and no page can lengthen that."""

import sys
import warnings

SET = sys.setrecursionlimit


def install(most):
    """Has `sys.setrecursionlimit` allow `most` at most: beyond that, recursion would end the interpreter and not the code. 0 bounds nothing."""
    if not most:
        return
    if sys.getrecursionlimit() > most:
        SET(most)

    def setrecursionlimit(limit, /):
        """Set the maximum depth of the Python interpreter stack, to what the browser's stack allows at most."""
        if isinstance(limit, int) and limit > most:
            warnings.warn(f"The recursion limit is {most:,} here, which is the most that this browser's stack allows.", RuntimeWarning, stacklevel=2)
            limit = most
        SET(limit)

    sys.setrecursionlimit = setrecursionlimit
