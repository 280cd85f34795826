"""Casts the order of functions whose every compiled loop takes a C long, which has 32 bits on wasm32."""

import functools

import numpy as np


def takes_long(ufunc):
    """Returns the function of `n` and `x` that casts integers `n` to C longs. Raises OverflowError for orders that these do not hold."""

    @functools.wraps(ufunc)
    def evaluate(n, x, *args, **kwargs):
        n = np.asarray(n)
        if n.dtype.kind in "iub":
            narrow = n.astype(np.long)
            if not np.array_equal(narrow, n):
                raise OverflowError("an order beyond 32 bits cannot be evaluated on this platform")
            n = narrow
        return ufunc(n, x, *args, **kwargs)

    return evaluate
