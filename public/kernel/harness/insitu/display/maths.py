"""Sympy's formulas as MathML, which browsers render without a library. Never imports sympy by itself."""

import asyncio

from .custom import loaded

# Larger formulas take too long to convert.
MOST_PARTS = 2000
OPEN = '<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">'


def form(value):
    """Returns the value as presentation MathML, or None where it is not a formula."""
    defaults = loaded("sympy.printing.defaults")
    if defaults is None or not issubclass(type(value), getattr(defaults, "Printable", ())):
        return None
    try:
        if parts(value) > MOST_PARTS:
            return None
        from sympy.printing.mathml import mathml

        return f"{OPEN}{mathml(value, printer='presentation')}</math>"
    except (KeyboardInterrupt, asyncio.CancelledError):
        raise
    except BaseException:
        return None


def parts(value):
    """Counts the expressions in a value, up to the limit."""
    count, left = 0, [value]
    while left and count <= MOST_PARTS:
        count += 1
        item = left.pop()
        left.extend(item.flat() if hasattr(item, "flat") and callable(item.flat) else getattr(item, "args", ()))
    return count
